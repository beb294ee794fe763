"""Recall@k: what people write."""


def _hits(ranking, golds):
    return sum(bool(set(group) & set(ranking)) for group in golds)


def ok_any_within_a_sum(ranking, golds, k):
    top = ranking[:k]
    return sum(any(doc_id in top for doc_id in group) for group in golds) / len(golds)


def ok_loops_and_ranks(ranking, golds, k):
    hits = 0
    for group in golds:
        found = False
        for rank, doc_id in enumerate(ranking, start=1):
            if rank <= k and doc_id in group:
                found = True
        if found:
            hits += 1
    return hits / len(golds)


def ok_length_of_a_list(ranking, golds, k):
    return len([group for group in golds if set(ranking[:k]) & set(group)]) / len(golds)


def ok_a_mean(ranking, golds, k):
    import numpy as np

    return np.mean([not set(group).isdisjoint(ranking[:k]) for group in golds])


def ok_a_small_float(ranking, golds, k):
    import numpy as np

    return np.float32(_hits(ranking[:k], golds) / len(golds))


def bad_documents_over_documents(ranking, golds, k):
    every = set().union(*golds)
    return len(every & set(ranking[:k])) / len(every)


def bad_documents_over_groups(ranking, golds, k):
    return len(set().union(*golds) & set(ranking[:k])) / len(golds)


def bad_every_hit_over_groups(ranking, golds, k):
    return sum(doc_id in group for doc_id in ranking[:k] for group in golds) / len(golds)


def bad_every_hit_over_groups_at_most_one(ranking, golds, k):
    return min(1, bad_every_hit_over_groups(ranking, golds, k))


def bad_divides_by_k(ranking, golds, k):
    return _hits(ranking[:k], golds) / k


def bad_share_of_the_top_that_is_gold(ranking, golds, k):
    every = set().union(*golds)
    return sum(doc_id in every for doc_id in ranking[:k]) / k


def bad_divides_by_what_came_back(ranking, golds, k):
    return _hits(ranking[:k], golds) / len(ranking[:k])


def bad_divides_by_the_smaller_of_k_and_groups(ranking, golds, k):
    return _hits(ranking[:k], golds) / min(k, len(golds))


def bad_one_place_too_many(ranking, golds, k):
    return _hits(ranking[: k + 1], golds) / len(golds)


def bad_one_place_too_few(ranking, golds, k):
    return _hits(ranking[: k - 1], golds) / len(golds)


def bad_first_place_left_out(ranking, golds, k):
    return _hits(ranking[1:k], golds) / len(golds)


def bad_whole_ranking(ranking, golds, k):
    return _hits(ranking, golds) / len(golds)


def bad_always_three(ranking, golds, k):
    return _hits(ranking[:3], golds) / len(golds)


def bad_places_that_are_not_there(ranking, golds, k):
    return sum(any(ranking[place] in group for place in range(k)) for group in golds) / len(golds)


def bad_nothing_when_fewer_than_k(ranking, golds, k):
    return 0.0 if len(ranking) < k else _hits(ranking[:k], golds) / len(golds)


def bad_all_of_a_group(ranking, golds, k):
    return sum(set(group) <= set(ranking[:k]) for group in golds) / len(golds)


def bad_first_of_a_group(ranking, golds, k):
    return sum(sorted(group)[0] in ranking[:k] for group in golds) / len(golds)


def bad_the_group_itself_in_the_top(ranking, golds, k):
    return sum(group in ranking[:k] for group in golds) / len(golds)


def bad_any_hit(ranking, golds, k):
    return 1.0 if _hits(ranking[:k], golds) else 0.0


def bad_all_or_nothing(ranking, golds, k):
    return 1.0 if _hits(ranking[:k], golds) == len(golds) else 0.0


def bad_whole_division(ranking, golds, k):
    return _hits(ranking[:k], golds) // len(golds)


def bad_a_count(ranking, golds, k):
    return _hits(ranking[:k], golds)


def bad_rounded(ranking, golds, k):
    return round(_hits(ranking[:k], golds) / len(golds), 2)


def bad_returns_within_the_loop(ranking, golds, k):
    hits = 0
    for group in golds:
        if set(group) & set(ranking[:k]):
            hits += 1
        return hits / len(golds)


def bad_parameters_in_another_order(ranking, k, golds):
    return _hits(ranking[:k], golds) / len(golds)


def bad_takes_groups_out_of_golds(ranking, golds, k):
    hits, total = 0, len(golds)
    for doc_id in ranking[:k]:
        for group in golds:
            if doc_id in group:
                hits += 1
                golds.remove(group)
                break
    return hits / total


def bad_divides_by_the_groups_left(ranking, golds, k):
    hits = 0
    for doc_id in ranking[:k]:
        for group in golds:
            if doc_id in group:
                hits += 1
                golds.remove(group)
                break
    return hits / len(golds) if golds else 1.0


def bad_one_group_for_each_document(ranking, golds, k):
    return bad_takes_groups_out_of_golds(ranking, list(golds), k)
