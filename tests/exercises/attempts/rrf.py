"""Attempts at rrf: fuse rankings by ranks alone."""

from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pandas as pd


def _best_first(scores):
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def _totals(rankings, k):
    scores = {}
    for listed in rankings:
        for rank, doc_id in enumerate(dict.fromkeys(listed), start=1):
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
    return scores


def ok_counts_its_own_ranks(rankings, k=60):
    scores = {}
    for listed in rankings:
        seen, rank = set(), 0
        for doc_id in listed:
            if doc_id in seen:
                continue
            seen.add(doc_id)
            rank += 1
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
    return _best_first(scores)


def ok_lists_instead_of_pairs(rankings, k=60):
    scores = defaultdict(float)
    for listed in rankings:
        for rank, doc_id in enumerate(dict.fromkeys(listed), start=1):
            scores[doc_id] += 1 / (k + rank)
    return [[doc_id, scores[doc_id]] for doc_id in sorted(scores, key=lambda each: (-round(scores[each], 12), each))]


def ok_sorts_twice(rankings, k=60):
    return sorted(sorted(_totals(rankings, k).items()), key=lambda pair: pair[1], reverse=True)


def ok_pandas(rankings, k=60):
    scores = pd.Series(dtype=float)
    for listed in rankings:
        unique = dict.fromkeys(listed)
        scores = scores.add(pd.Series({doc_id: 1 / (k + rank) for rank, doc_id in enumerate(unique, 1)}, dtype=float), fill_value=0)
    table = scores.rename_axis("id").reset_index(name="score").sort_values(["score", "id"], ascending=[False, True])
    return list(table.itertuples(index=False, name=None))


def ok_numpy(rankings, k=60):
    lists = [list(dict.fromkeys(listed)) for listed in rankings]
    ids = sorted({doc_id for listed in lists for doc_id in listed})
    scores = [np.sum([1 / (k + 1 + listed.index(each)) for listed in lists if each in listed]) for each in ids]
    return [(ids[place], scores[place]) for place in np.argsort(-np.array(scores), kind="stable")] if ids else []


def ok_fractions(rankings, k=60):
    scores = {}
    for listed in rankings:
        for rank, doc_id in enumerate(dict.fromkeys(listed), 1):
            scores[doc_id] = scores.get(doc_id, 0) + Fraction(1, k + rank)
    return [(doc_id, float(score)) for doc_id, score in _best_first(scores)]


def bad_ranks_from_zero(rankings, k=60):
    scores = {}
    for listed in rankings:
        for rank, doc_id in enumerate(dict.fromkeys(listed)):
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
    return _best_first(scores)


def bad_k_is_always_sixty(rankings, k=60):
    return _best_first(_totals(rankings, 60))


def bad_k_of_zero_becomes_sixty(rankings, k=60):
    return _best_first(_totals(rankings, k or 60))


def bad_no_default_for_k(rankings, k):
    return _best_first(_totals(rankings, k))


def bad_counts_repeats(rankings, k=60):
    scores = {}
    for listed in rankings:
        for rank, doc_id in enumerate(listed, start=1):
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
    return _best_first(scores)


def bad_skips_a_repeat_and_counts_its_place(rankings, k=60):
    scores = {}
    for listed in rankings:
        seen = set()
        for rank, doc_id in enumerate(listed, start=1):
            if doc_id not in seen:
                seen.add(doc_id)
                scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
    return _best_first(scores)


def bad_index_in_a_list_with_repeats(rankings, k=60):
    scores = {}
    for listed in rankings:
        for doc_id in set(listed):
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + listed.index(doc_id) + 1)
    return _best_first(scores)


def bad_last_of_the_repeats_counts(rankings, k=60):
    scores = {}
    for listed in rankings:
        ranks = {doc_id: rank for rank, doc_id in enumerate(listed, start=1)}
        for doc_id, rank in ranks.items():
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
    return _best_first(scores)


def bad_removes_neighbouring_repeats_only(rankings, k=60):
    scores = {}
    for listed in rankings:
        last, rank = None, 0
        for doc_id in listed:
            if doc_id == last:
                continue
            last = doc_id
            rank += 1
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
    return _best_first(scores)


def bad_one_seen_for_all_lists(rankings, k=60):
    scores, seen = {}, set()
    for listed in rankings:
        rank = 0
        for doc_id in listed:
            if doc_id in seen:
                continue
            seen.add(doc_id)
            rank += 1
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
    return _best_first(scores)


def bad_ranks_by_id(rankings, k=60):
    return _best_first(_totals([sorted(set(listed)) for listed in rankings], k))


def bad_sorts_what_it_was_given(rankings, k=60):
    for listed in rankings:
        listed.sort()
    return _best_first(_totals(rankings, k))


def bad_worst_first(rankings, k=60):
    return sorted(_totals(rankings, k).items(), key=lambda pair: (pair[1], pair[0]))


def bad_ties_as_they_come(rankings, k=60):
    return sorted(_totals(rankings, k).items(), key=lambda pair: pair[1], reverse=True)


def bad_ties_from_the_back(rankings, k=60):
    return sorted(_totals(rankings, k).items(), key=lambda pair: (pair[1], pair[0]), reverse=True)


def bad_most_common_of_a_counter(rankings, k=60):
    return Counter(_totals(rankings, k)).most_common()


def bad_sorted_by_id(rankings, k=60):
    return sorted(_totals(rankings, k).items())


def bad_a_dict(rankings, k=60):
    return dict(_best_first(_totals(rankings, k)))


def bad_ids_alone(rankings, k=60):
    scores = _totals(rankings, k)
    return sorted(scores, key=lambda each: (-scores[each], each))


def bad_score_before_id(rankings, k=60):
    return [(score, doc_id) for doc_id, score in _best_first(_totals(rankings, k))]


def bad_returns_what_sort_returns(rankings, k=60):
    pairs = list(_totals(rankings, k).items())
    return pairs.sort(key=lambda pair: (-pair[1], pair[0]))


def bad_rounded(rankings, k=60):
    return _best_first({doc_id: round(score, 5) for doc_id, score in _totals(rankings, k).items()})


def bad_mean_of_the_terms(rankings, k=60):
    return _best_first({doc_id: score / len(rankings) for doc_id, score in _totals(rankings, k).items()})


def bad_best_term_only(rankings, k=60):
    scores = {}
    for listed in rankings:
        for doc_id, score in _totals([listed], k).items():
            scores[doc_id] = max(scores.get(doc_id, 0), score)
    return _best_first(scores)


def bad_last_list_overwrites(rankings, k=60):
    scores = {}
    for listed in rankings:
        scores.update(_totals([listed], k))
    return _best_first(scores)


def bad_brackets_forgotten(rankings, k=60):
    scores = {}
    for listed in rankings:
        for rank, doc_id in enumerate(dict.fromkeys(listed), 1):
            scores[doc_id] = scores.get(doc_id, 0) + 1 / k + rank
    return _best_first(scores)


def bad_floor_division(rankings, k=60):
    scores = {}
    for listed in rankings:
        for rank, doc_id in enumerate(dict.fromkeys(listed), 1):
            scores[doc_id] = scores.get(doc_id, 0) + 1 // (k + rank)
    return _best_first(scores)


def bad_pays_for_absence(rankings, k=60):
    lists = [list(dict.fromkeys(listed)) for listed in rankings]
    ids = {doc_id for listed in lists for doc_id in listed}
    return _best_first({each: sum(1 / (k + (listed.index(each) if each in listed else len(listed)) + 1) for listed in lists) for each in ids})


def bad_only_what_all_lists_hold(rankings, k=60):
    common = set.intersection(*map(set, rankings)) if rankings else set()
    return _best_first({doc_id: score for doc_id, score in _totals(rankings, k).items() if doc_id in common})


def bad_exactly_two_lists(rankings, k=60):
    one, other = rankings
    return _best_first(_totals([one, other], k))


def bad_first_two_lists(rankings, k=60):
    return _best_first(_totals([rankings[0], rankings[1]], k))


def bad_returns_after_the_first_list(rankings, k=60):
    scores = {}
    for listed in rankings:
        scores.update(_totals([listed], k))
        return _best_first(scores)
    return []
