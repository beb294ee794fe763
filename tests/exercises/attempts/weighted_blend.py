"""Attempts at weighted-blend: stretch each list of scores to 0..1, then add them by weight."""

from statistics import mean, pstdev

import numpy as np
import pandas as pd


def _best_first(totals):
    return sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))


def _stretched(scores):
    low, high = min(scores.values()), max(scores.values())
    return {doc_id: (score - low) / (high - low) if high > low else 1.0 for doc_id, score in scores.items()}


def _totals(lists, weights, stretch=_stretched):
    totals = {}
    for scores, weight in zip(lists, weights, strict=True):
        if weight and scores:
            for doc_id, share in stretch(scores).items():
                totals[doc_id] = totals.get(doc_id, 0.0) + weight * share
    return totals


def ok_loop(lists, weights):
    totals = {}
    for scores, weight in zip(lists, weights, strict=False):
        if weight == 0 or not scores:
            continue
        low, high = min(scores.values()), max(scores.values())
        for doc_id, score in scores.items():
            share = (score - low) / (high - low) if high > low else 1.0
            totals[doc_id] = totals.get(doc_id, 0.0) + weight * share
    return sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))


def ok_numpy(lists, weights):
    totals = {}
    for scores, weight in zip(lists, weights, strict=True):
        if not weight or len(scores) == 0:
            continue
        values = np.array(list(scores.values()), float)
        shares = np.ones(len(values)) if np.ptp(values) == 0 else (values - values.min()) / np.ptp(values)
        for doc_id, share in zip(scores, shares, strict=True):
            totals[doc_id] = totals.get(doc_id, 0) + weight * share
    return [(doc_id, totals[doc_id]) for doc_id in sorted(totals, key=lambda each: (-round(totals[each], 9), each))]


def ok_pandas(lists, weights):
    columns = []
    for scores, weight in zip(lists, weights, strict=True):
        if weight == 0 or not scores:
            continue
        column = pd.Series(scores, dtype=float)
        columns.append(weight * ((column - column.min()) / (column.max() - column.min()) if column.nunique() > 1 else column * 0 + 1.0))
    if not columns:
        return []
    table = pd.concat(columns, axis=1).fillna(0).sum(axis=1).rename("score").rename_axis("id").reset_index()
    table = table.sort_values(["score", "id"], ascending=[False, True])
    return list(zip(table["id"], table["score"], strict=True))


def ok_comprehensions(lists, weights):
    parts = [(weight, each, min(each.values()), max(each.values())) for each, weight in zip(lists, weights, strict=True) if weight and each]
    ids = {doc_id for _, each, _, _ in parts for doc_id in each}
    totals = {d: sum(weight * (1 if a == b else (each[d] - a) / (b - a)) for weight, each, a, b in parts if d in each) for d in ids}
    return sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))


def bad_divides_by_no_range(lists, weights):
    def stretch(scores):
        low, high = min(scores.values()), max(scores.values())
        return {doc_id: (score - low) / (high - low) for doc_id, score in scores.items()}

    return _best_first(_totals(lists, weights, stretch))


def _with_equals_as(value):
    def stretch(scores):
        return _stretched(scores) if len(set(scores.values())) > 1 else dict.fromkeys(scores, value)

    return stretch


def bad_equal_scores_become_zero(lists, weights):
    return _best_first(_totals(lists, weights, _with_equals_as(0.0)))


def bad_equal_scores_become_a_half(lists, weights):
    return _best_first(_totals(lists, weights, _with_equals_as(0.5)))


def bad_minds_single_documents_only(lists, weights):
    def stretch(scores):
        low, high = min(scores.values()), max(scores.values())
        return {doc_id: (score - low) / (high - low) if len(scores) > 1 else 1.0 for doc_id, score in scores.items()}

    return _best_first(_totals(lists, weights, stretch))


def bad_adds_a_little_to_the_range(lists, weights):
    def stretch(scores):
        low, high = min(scores.values()), max(scores.values())
        return {doc_id: (score - low) / (high - low + 1e-9) for doc_id, score in scores.items()}

    return _best_first(_totals(lists, weights, stretch))


def bad_divides_by_the_highest(lists, weights):
    return _best_first(_totals(lists, weights, lambda scores: {doc_id: score / max(scores.values()) for doc_id, score in scores.items()}))


def bad_adds_raw_scores(lists, weights):
    return _best_first(_totals(lists, weights, dict))


def bad_one_range_for_all_lists(lists, weights):
    every = [score for scores, weight in zip(lists, weights, strict=True) if weight for score in scores.values()]
    low, high = min(every, default=0), max(every, default=0)
    return _best_first(_totals(lists, weights, lambda scores: {d: (s - low) / (high - low) if high > low else 1.0 for d, s in scores.items()}))


def bad_brackets_forgotten(lists, weights):
    def stretch(scores):
        low, high = min(scores.values()), max(scores.values())
        return {doc_id: score - low / (high - low) if high > low else 1.0 for doc_id, score in scores.items()}

    return _best_first(_totals(lists, weights, stretch))


def bad_standard_scores(lists, weights):
    def stretch(scores):
        middle, spread = mean(scores.values()), pstdev(scores.values())
        return {doc_id: (score - middle) / spread if spread else 1.0 for doc_id, score in scores.items()}

    return _best_first(_totals(lists, weights, stretch))


def _from(low_at_start):
    def stretch(scores):
        low, high = low_at_start, 0
        for score in scores.values():
            low, high = min(low, score), max(high, score)
        return {doc_id: (score - low) / (high - low) if high > low else 1.0 for doc_id, score in scores.items()}

    return stretch


def bad_both_ends_start_at_zero(lists, weights):
    return _best_first(_totals(lists, weights, _from(0)))


def bad_highest_starts_at_zero(lists, weights):
    return _best_first(_totals(lists, weights, _from(10**9)))


def bad_trusts_the_order_of_a_dict(lists, weights):
    def stretch(scores):
        values = list(scores.values())
        high, low = values[0], values[-1]
        return {doc_id: (score - low) / (high - low) if high != low else 1.0 for doc_id, score in scores.items()}

    return _best_first(_totals(lists, weights, stretch))


def bad_weightless_lists_bring_documents(lists, weights):
    totals = {}
    for scores, weight in zip(lists, weights, strict=True):
        for doc_id, share in _stretched(scores).items() if scores else ():
            totals[doc_id] = totals.get(doc_id, 0) + weight * share
    return _best_first(totals)


def bad_stops_at_a_weight_of_zero(lists, weights):
    totals = {}
    for scores, weight in zip(lists, weights, strict=True):
        if weight == 0:
            break
        for doc_id, share in _stretched(scores).items() if scores else ():
            totals[doc_id] = totals.get(doc_id, 0) + weight * share
    return _best_first(totals)


def bad_fails_at_an_empty_list(lists, weights):
    totals = {}
    for scores, weight in zip(lists, weights, strict=True):
        if weight:
            for doc_id, share in _stretched(scores).items():
                totals[doc_id] = totals.get(doc_id, 0) + weight * share
    return _best_first(totals)


def bad_drops_totals_of_zero(lists, weights):
    return [(doc_id, total) for doc_id, total in _best_first(_totals(lists, weights)) if total > 0]


def bad_only_what_all_lists_hold(lists, weights):
    used = [set(scores) for scores, weight in zip(lists, weights, strict=True) if weight and scores]
    common = set.intersection(*used) if used else set()
    return [(doc_id, total) for doc_id, total in _best_first(_totals(lists, weights)) if doc_id in common]


def bad_ties_as_they_come(lists, weights):
    return sorted(_totals(lists, weights).items(), key=lambda pair: pair[1], reverse=True)


def bad_ties_from_the_back(lists, weights):
    return sorted(_totals(lists, weights).items(), key=lambda pair: (pair[1], pair[0]), reverse=True)


def bad_worst_first(lists, weights):
    return sorted(_totals(lists, weights).items(), key=lambda pair: (pair[1], pair[0]))


def bad_forgets_the_weights(lists, weights):
    return _best_first(_totals(lists, [1 if weight else 0 for weight in weights]))


def bad_divides_by_the_sum_of_weights(lists, weights):
    return _best_first({doc_id: total / sum(weights) for doc_id, total in _totals(lists, weights).items()})


def bad_stretches_the_result_again(lists, weights):
    totals = _totals(lists, weights)
    highest = max(totals.values(), default=1) or 1
    return _best_first({doc_id: total / highest for doc_id, total in totals.items()})


def bad_weighs_before_it_stretches(lists, weights):
    weighed = [{doc_id: weight * score for doc_id, score in scores.items()} for scores, weight in zip(lists, weights, strict=True)]
    return _best_first(_totals(weighed, [1 if weight else 0 for weight in weights]))


def bad_changes_what_it_was_given(lists, weights):
    for scores in lists:
        scores.update(_stretched(scores) if scores else {})
    return _best_first(_totals(lists, weights, dict))


def bad_range_of_a_half_changed_list(lists, weights):
    copies = [dict(scores) for scores in lists]
    for scores in copies:
        for doc_id in scores:
            scores[doc_id] = _stretched(scores)[doc_id]
    return _best_first(_totals(copies, weights, dict))


def bad_a_dict(lists, weights):
    return _totals(lists, weights)


def bad_exactly_two_lists(lists, weights):
    (one, other), (first, second) = lists, weights
    return _best_first(_totals([one, other], [first, second]))


def bad_last_list_overwrites(lists, weights):
    totals = {}
    for scores, weight in zip(lists, weights, strict=True):
        totals.update(_totals([scores], [weight]))
    return _best_first(totals)
