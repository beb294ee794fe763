"""Attempts at precision-at-k: the share of the first k places that hold a gold."""

import numpy as np


def _hits(ranking, golds):
    return sum(doc_id in golds for doc_id in ranking)


def ok_sum(ranking, golds, k):
    return sum(doc_id in golds for doc_id in ranking[:k]) / k


def ok_loop(ranking, golds, k):
    hits = 0
    for place in range(min(k, len(ranking))):
        if ranking[place] in golds:
            hits += 1
    return hits / k


def ok_numpy(ranking, golds, k):
    top = (list(ranking) + [None] * k)[:k]
    return np.mean(np.isin(np.array(top, dtype=object), list(golds)))


def ok_a_numpy_number(ranking, golds, k):
    return np.float64(len([doc_id for doc_id in ranking[:k] if doc_id in golds]) / k)


def ok_sets(ranking, golds, k):
    return len(set(ranking[:k]) & set(golds)) / k


def bad_divides_by_what_came_back(ranking, golds, k):
    return _hits(ranking[:k], golds) / len(ranking[:k])


def bad_divides_by_what_came_back_if_anything_did(ranking, golds, k):
    return _hits(ranking[:k], golds) / len(ranking[:k]) if ranking else 0.0


def bad_divides_by_the_smaller_of_k_and_golds(ranking, golds, k):
    return _hits(ranking[:k], golds) / min(k, len(golds))


def bad_recall(ranking, golds, k):
    return _hits(ranking[:k], golds) / len(golds)


def bad_one_place_more(ranking, golds, k):
    return _hits(ranking[: k + 1], golds) / k


def bad_one_place_less(ranking, golds, k):
    return _hits(ranking[: k - 1], golds) / k


def bad_skips_the_first_place(ranking, golds, k):
    return _hits(ranking[1 : k + 1], golds) / k


def bad_whole_ranking_over_k(ranking, golds, k):
    return _hits(ranking, golds) / k


def bad_whole_ranking_over_its_length(ranking, golds, k):
    return _hits(ranking, golds) / len(ranking) if ranking else 0


def bad_always_five(ranking, golds, k):
    return _hits(ranking[:5], golds) / 5


def bad_floor_division(ranking, golds, k):
    return _hits(ranking[:k], golds) // k


def bad_count(ranking, golds, k):
    return _hits(ranking[:k], golds)


def bad_percent(ranking, golds, k):
    return 100 * _hits(ranking[:k], golds) / k


def bad_rounds_to_one_digit(ranking, golds, k):
    return round(_hits(ranking[:k], golds) / k, 1)


def bad_rounds_to_two_digits(ranking, golds, k):
    return round(_hits(ranking[:k], golds) / k, 2)


def bad_asks_for_places_that_are_not_there(ranking, golds, k):
    return sum(ranking[place] in golds for place in range(k)) / k


def bad_counts_one_hit_only(ranking, golds, k):
    return 1 / k if _hits(ranking[:k], golds) else 0


def bad_reciprocal_rank(ranking, golds, k):
    for rank, doc_id in enumerate(ranking[:k], 1):
        if doc_id in golds:
            return 1 / rank
    return 0


def bad_any_hit(ranking, golds, k):
    return float(any(doc_id in golds for doc_id in ranking[:k]))


def bad_nothing_for_a_short_ranking(ranking, golds, k):
    if len(ranking) >= k:
        return _hits(ranking[:k], golds) / k
    return None


def bad_takes_golds_away(ranking, golds, k):
    hits = 0
    for doc_id in ranking[:k]:
        if doc_id in golds:
            hits += 1
            golds.discard(doc_id)
    return hits / k


def bad_looks_into_joined_ids(ranking, golds, k):
    return _hits(ranking[:k], "".join(golds)) / k
