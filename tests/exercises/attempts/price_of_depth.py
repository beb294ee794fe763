"""Attempts at price-of-depth: tokens, dollars, and tokens per further point of recall."""

import numpy as np
import pandas as pd


def _table(depths, passage_tokens, recall, dollars, price, tokens_at=None):
    """Rows with `price(tokens, recall, tokens before, recall before)`; the two of before are None in the first row."""
    rows, before = [], (None, None)
    for depth in depths:
        tokens = tokens_at(depth) if tokens_at else sum(passage_tokens[:depth])
        each = price(tokens, recall[depth], *before)
        rows.append({"depth": depth, "tokens": tokens, "dollars": tokens * dollars / 1e6, "tokens_per_point": each})
        before = (tokens, recall[depth])
    return rows


def _price(tokens, reached, tokens_before, reached_before):
    if reached_before is None or reached <= reached_before:
        return None
    return (tokens - tokens_before) / (100 * (reached - reached_before))


def ok_loop(depths, passage_tokens, recall, dollars_per_million):
    rows, last = [], None
    for depth in depths:
        tokens = sum(passage_tokens[:depth])
        each = None
        if last is not None:
            gain = 100 * (recall[depth] - recall[last])
            if gain > 0:
                each = (tokens - rows[-1]["tokens"]) / gain
        rows.append(dict(depth=depth, tokens=tokens, dollars=tokens * dollars_per_million / 1e6, tokens_per_point=each))
        last = depth
    return rows


def ok_pandas(depths, passage_tokens, recall, dollars_per_million):
    table = pd.DataFrame({"depth": depths})
    table["tokens"] = [sum(passage_tokens[:depth]) for depth in depths]
    table["dollars"] = table["tokens"] * dollars_per_million / 1e6
    gains = table["depth"].map(recall).diff() * 100
    prices = table["tokens"].diff() / gains
    rows = table.to_dict("records")
    for row, gain, price in zip(rows, gains, prices, strict=True):
        row["tokens_per_point"] = price if gain > 0 else None
    return rows


def ok_numpy(depths, passage_tokens, recall, dollars_per_million):
    sums = np.concatenate([[0], np.cumsum(passage_tokens)])
    rows = []
    for before, depth in zip([None, *depths], depths, strict=False):
        tokens = sums[min(depth, len(passage_tokens))]
        each = None
        if before is not None and recall[depth] > recall[before]:
            each = (tokens - sums[min(before, len(passage_tokens))]) / (100 * (recall[depth] - recall[before]))
        rows.append({"depth": depth, "tokens": tokens, "dollars": tokens * dollars_per_million / 1e6, "tokens_per_point": each})
    return rows


def ok_pairs_of_depths(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, recall, dollars_per_million, _price)


def bad_recall_by_the_number_of_the_row(depths, passage_tokens, recall, dollars_per_million):
    by_depth = {depth: recall[place] for place, depth in enumerate(depths)}
    return _table(depths, passage_tokens, by_depth, dollars_per_million, _price)


def bad_keys_of_recall_for_its_values(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, dict(zip(depths, recall, strict=False)), dollars_per_million, _price)


def bad_values_of_recall_by_order(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, dict(zip(depths, recall.values(), strict=False)), dollars_per_million, _price)


def bad_prices_the_whole_of_recall(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        if reached_before is None or reached <= reached_before:
            return None
        return (tokens - tokens_before) / (reached - reached_before)

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_all_the_tokens_over_all_the_recall(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        return None if reached_before is None or reached <= reached_before else tokens / (100 * reached)

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_all_the_tokens_over_the_new_points(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        return None if reached_before is None or reached <= reached_before else tokens / (100 * (reached - reached_before))

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_against_the_first_row(depths, passage_tokens, recall, dollars_per_million):
    first = (sum(passage_tokens[: depths[0]]), recall[depths[0]])
    return _table(depths, passage_tokens, recall, dollars_per_million, lambda tokens, reached, *_: _price(tokens, reached, *first))


def bad_against_the_best_row_so_far(depths, passage_tokens, recall, dollars_per_million):
    best = [None, None]

    def price(tokens, reached, *_):
        each = _price(tokens, reached, *best)
        if best[1] is None or reached > best[1]:
            best[:] = [tokens, reached]
        return each

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_against_nothing_retrieved_in_the_first_row(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        return _price(tokens, reached, tokens_before or 0, reached_before or 0)

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_a_loss_has_a_price(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        if reached_before is None or reached == reached_before:
            return None
        return (tokens - tokens_before) / (100 * (reached - reached_before))

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_a_loss_counts_as_a_gain(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        if reached_before is None or reached == reached_before:
            return None
        return (tokens - tokens_before) / (100 * abs(reached - reached_before))

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_divides_by_a_gain_of_nothing(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        return None if reached_before is None else (tokens - tokens_before) / (100 * (reached - reached_before))

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_a_gain_of_nothing_costs_nothing(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        return None if reached_before is None else _price(tokens, reached, tokens_before, reached_before) or 0

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_zero_in_the_first_row(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        return 0 if reached_before is None else _price(tokens, reached, tokens_before, reached_before)

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_every_passage_as_long_as_the_first(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, recall, dollars_per_million, _price, lambda depth: depth * passage_tokens[0])


def bad_average_length(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, recall, dollars_per_million, _price, lambda depth: depth * sum(passage_tokens) / max(len(passage_tokens), 1))


def bad_last_passage_only(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, recall, dollars_per_million, _price, lambda depth: passage_tokens[depth - 1])


def bad_asks_for_passages_that_are_not_there(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, recall, dollars_per_million, _price, lambda depth: sum(passage_tokens[place] for place in range(depth)))


def bad_dollars_per_thousand(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, recall, dollars_per_million * 1000, _price)


def bad_dollars_per_token(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, recall, dollars_per_million * 1e6, _price)


def bad_always_five_dollars(depths, passage_tokens, recall, dollars_per_million):
    return _table(depths, passage_tokens, recall, 5, _price)


def bad_rounds_the_price(depths, passage_tokens, recall, dollars_per_million):
    def price(*each):
        return None if _price(*each) is None else round(_price(*each))

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_rounds_the_dollars(depths, passage_tokens, recall, dollars_per_million):
    rows = _table(depths, passage_tokens, recall, dollars_per_million, _price)
    return [{**row, "dollars": round(row["dollars"], 2)} for row in rows]


def bad_whole_points_rounded_down(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        points = 0 if reached_before is None else int(100 * (reached - reached_before))
        return (tokens - tokens_before) / points if points > 0 else None

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_whole_points_rounded(depths, passage_tokens, recall, dollars_per_million):
    def price(tokens, reached, tokens_before, reached_before):
        points = 0 if reached_before is None else round(100 * (reached - reached_before))
        return (tokens - tokens_before) / points if points > 0 else None

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_points_per_token(depths, passage_tokens, recall, dollars_per_million):
    def price(*each):
        return None if _price(*each) is None else 1 / _price(*each)

    return _table(depths, passage_tokens, recall, dollars_per_million, price)


def bad_row_before_recall_of_the_first(depths, passage_tokens, recall, dollars_per_million):
    first = recall[depths[0]]
    return _table(depths, passage_tokens, recall, dollars_per_million, lambda tokens, reached, before, _: _price(tokens, reached, before, first))


def bad_no_key_where_there_is_no_price(depths, passage_tokens, recall, dollars_per_million):
    rows = _table(depths, passage_tokens, recall, dollars_per_million, _price)
    return [{key: value for key, value in row.items() if value is not None} for row in rows]
