"""Attempts at reranker-ceiling: the most that any order of the candidates could reach."""

from itertools import combinations

import numpy as np


def _reachable(seen, golds):
    return sum(any(doc_id in group for doc_id in seen) for group in golds)


def ok_smaller_of_the_two(candidates, golds, depth, k):
    pool = set(candidates[:depth])
    there = sum(bool(pool & set(group)) for group in golds)
    return min(there, k) / len(golds)


def ok_loop(candidates, golds, depth, k):
    found = 0
    for group in golds:
        for doc_id in candidates[:depth]:
            if doc_id in group:
                found += 1
                break
    if found > k:
        found = k
    return found / len(golds)


def ok_one_of_each_group_in_front(candidates, golds, depth, k):
    pool, front = candidates[:depth], []
    for group in golds:
        front += [doc_id for doc_id in pool if doc_id in group][:1]
    order = front + [doc_id for doc_id in pool if doc_id not in front]
    return _reachable(order[:k], golds) / len(golds)


def ok_numpy(candidates, golds, depth, k):
    there = np.sum([not set(group).isdisjoint(candidates[:depth]) for group in golds])
    return np.minimum(there, k) / len(golds)


def ok_tries_every_choice(candidates, golds, depth, k):
    pool = list(dict.fromkeys(candidates[:depth]))
    return max(_reachable(choice, golds) / len(golds) for choice in combinations(pool, min(k, len(pool))))


def bad_ignores_the_cut(candidates, golds, depth, k):
    return _reachable(candidates[:depth], golds) / len(golds)


def bad_recall_of_today(candidates, golds, depth, k):
    return _reachable(candidates[:k], golds) / len(golds)


def bad_ignores_the_depth(candidates, golds, depth, k):
    return min(k, _reachable(candidates, golds)) / len(golds)


def bad_depth_and_k_exchanged(candidates, golds, depth, k):
    return min(depth, _reachable(candidates[:k], golds)) / len(golds)


def bad_smaller_of_depth_and_k(candidates, golds, depth, k):
    return _reachable(candidates[: min(depth, k)], golds) / len(golds)


def bad_divides_by_k(candidates, golds, depth, k):
    return min(k, _reachable(candidates[:depth], golds)) / k


def bad_divides_by_what_fits(candidates, golds, depth, k):
    return min(k, _reachable(candidates[:depth], golds)) / min(k, len(golds))


def bad_assumes_perfection(candidates, golds, depth, k):
    return min(k, len(golds)) / len(golds)


def bad_documents_over_documents(candidates, golds, depth, k):
    every = set().union(*golds)
    return min(k, len(every & set(candidates[:depth]))) / len(every)


def bad_documents_over_groups(candidates, golds, depth, k):
    return min(k, len(set().union(*golds) & set(candidates[:depth]))) / len(golds)


def bad_documents_over_groups_at_most_one(candidates, golds, depth, k):
    return min(1.0, bad_documents_over_groups(candidates, golds, depth, k))


def bad_wants_every_member(candidates, golds, depth, k):
    return min(k, sum(set(group) <= set(candidates[:depth]) for group in golds)) / len(golds)


def bad_first_k_groups(candidates, golds, depth, k):
    return _reachable(candidates[:depth], golds[:k]) / len(golds)


def bad_twins_fill_the_places(candidates, golds, depth, k):
    every = set().union(*golds)
    order = sorted(candidates[:depth], key=lambda doc_id: doc_id not in every)
    return _reachable(order[:k], golds) / len(golds)


def bad_floor_division(candidates, golds, depth, k):
    return min(k, _reachable(candidates[:depth], golds)) // len(golds)


def bad_any_group(candidates, golds, depth, k):
    return 1.0 if _reachable(candidates[:depth], golds) else 0.0


def bad_one_candidate_more(candidates, golds, depth, k):
    return min(k, _reachable(candidates[: depth + 1], golds)) / len(golds)


def bad_one_candidate_less(candidates, golds, depth, k):
    return min(k, _reachable(candidates[: depth - 1], golds)) / len(golds)


def bad_caps_the_share_instead_of_the_count(candidates, golds, depth, k):
    return min(k, _reachable(candidates[:depth], golds) / len(golds))


def bad_larger_of_the_two(candidates, golds, depth, k):
    return max(k, _reachable(candidates[:depth], golds)) / len(golds)


def bad_asks_for_candidates_that_are_not_there(candidates, golds, depth, k):
    return min(k, _reachable([candidates[place] for place in range(depth)], golds)) / len(golds)


def bad_count(candidates, golds, depth, k):
    return min(k, _reachable(candidates[:depth], golds))


def bad_parameters_in_another_order(candidates, golds, k, depth):
    """The lesson calls by place: what is called k here is the depth."""
    return min(k, _reachable(candidates[:depth], golds)) / len(golds)


def bad_looks_for_a_set_among_ids(candidates, golds, depth, k):
    return min(k, sum(group in candidates[:depth] for group in golds)) / len(golds)


def bad_takes_groups_away(candidates, golds, depth, k):
    total = len(golds)
    for doc_id in candidates[:depth]:
        for group in [group for group in golds if doc_id in group]:
            golds.remove(group)
    return min(k, total - len(golds)) / total


def bad_rounds(candidates, golds, depth, k):
    return round(ok_smaller_of_the_two(candidates, golds, depth, k), 3)
