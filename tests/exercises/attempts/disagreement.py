"""Read a disagreement: what people write."""

NAMES = ("both", "first only", "second only", "neither")


def _lists(golds, first, second, k, queries=None, found=lambda group, top: bool(group & set(top))):
    """The loop that most people write, over other queries or with another way to find."""
    lists = {name: [] for name in NAMES}
    for query in sorted(golds) if queries is None else queries:
        one, other = (found(golds[query], run.get(query, [])[:k]) for run in (first, second))
        lists["both" if one and other else "first only" if one else "second only" if other else "neither"].append(query)
    return lists


def ok_a_loop(golds, first, second, k):
    lists = {"both": [], "first only": [], "second only": [], "neither": []}
    for query in sorted(golds):
        one = any(doc_id in golds[query] for doc_id in first.get(query, [])[:k])
        other = any(doc_id in golds[query] for doc_id in second.get(query, [])[:k])
        if one and other:
            lists["both"].append(query)
        elif one:
            lists["first only"].append(query)
        elif other:
            lists["second only"].append(query)
        else:
            lists["neither"].append(query)
    return lists


def ok_sets_of_queries(golds, first, second, k):
    one = {query for query, group in golds.items() if set(group) & set(first.get(query, ())[:k])}
    other = {query for query, group in golds.items() if set(group) & set(second.get(query, ())[:k])}
    return {"both": sorted(one & other), "first only": sorted(one - other), "second only": sorted(other - one), "neither": sorted(set(golds) - one - other)}


def ok_tuples_and_names_by_pair(golds, first, second, k):
    names = {(0, 0): "neither", (0, 1): "second only", (1, 0): "first only", (1, 1): "both"}
    lists = {name: () for name in names.values()}
    for query in sorted(golds.keys()):
        one, other = (bool(golds[query] & set(run.get(query, [])[:k])) for run in (first, second))
        lists[names[one, other]] += (query,)
    return lists


def bad_key_error(golds, first, second, k):
    return _lists(golds, {query: first[query] for query in golds}, {query: second[query] for query in golds}, k)


def bad_order_of_golds(golds, first, second, k):
    return _lists(golds, first, second, k, queries=golds)


def bad_sorted_backwards(golds, first, second, k):
    return _lists(golds, first, second, k, queries=sorted(golds, reverse=True))


def bad_only_both_sorted(golds, first, second, k):
    lists = _lists(golds, first, second, k, queries=golds)
    lists["both"].sort()
    return lists


def bad_missing_queries_skipped(golds, first, second, k):
    return _lists(golds, first, second, k, queries=[query for query in sorted(golds) if query in first and query in second])


def bad_queries_of_the_first_run(golds, first, second, k):
    return _lists(golds, first, second, k, queries=sorted(first))


def bad_queries_of_either_run(golds, first, second, k):
    return _lists(golds, first, second, k, queries=sorted(set(first) | set(second)))


def bad_missing_in_one_is_neither(golds, first, second, k):
    both = {query for query in golds if query in first and query in second}
    return _lists(golds, {query: first[query] for query in both}, {query: second[query] for query in both}, k)


def bad_one_place_too_many(golds, first, second, k):
    return _lists(golds, first, second, k + 1)


def bad_one_place_too_few(golds, first, second, k):
    return _lists(golds, first, second, k - 1)


def bad_whole_rankings(golds, first, second, k):
    return _lists(golds, first, second, None)


def bad_every_gold_wanted(golds, first, second, k):
    return _lists(golds, first, second, k, found=lambda group, top: group <= set(top))


def bad_equal_lists_are_both(golds, first, second, k):
    lists = {name: [] for name in NAMES}
    for query in sorted(golds):
        one, other = (set(run.get(query, [])[:k]) for run in (first, second))
        agree = one == other
        name = next(name for name, queries in _lists({query: golds[query]}, first, second, k).items() if queries)
        lists["both" if agree else name].append(query)
    return lists


def bad_compares_rankings(golds, first, second, k):
    lists = {name: [] for name in NAMES}
    for query in sorted(golds):
        one, other = (set(run.get(query, [])[:k]) for run in (first, second))
        lists["both" if one & other else "first only" if one and not other else "second only" if other and not one else "neither"].append(query)
    return lists


def bad_both_means_the_same_gold(golds, first, second, k):
    lists = {name: [] for name in NAMES}
    for query in sorted(golds):
        one, other = (golds[query] & set(run.get(query, [])[:k]) for run in (first, second))
        lists["both" if one & other else "first only" if one else "second only" if other else "neither"].append(query)
    return lists


def bad_filled_lists_only(golds, first, second, k):
    return {name: queries for name, queries in _lists(golds, first, second, k).items() if queries}


def bad_if_for_elif(golds, first, second, k):
    lists = {name: [] for name in NAMES}
    for query in sorted(golds):
        one, other = (bool(golds[query] & set(run.get(query, [])[:k])) for run in (first, second))
        if one and other:
            lists["both"].append(query)
        if one:
            lists["first only"].append(query)
        if other:
            lists["second only"].append(query)
        if not one and not other:
            lists["neither"].append(query)
    return lists


def bad_first_and_second_exchanged(golds, first, second, k):
    return _lists(golds, second, first, k)


def bad_counts(golds, first, second, k):
    return {name: len(queries) for name, queries in _lists(golds, first, second, k).items()}


def bad_sets_for_lists(golds, first, second, k):
    return {name: set(queries) for name, queries in _lists(golds, first, second, k).items()}


def bad_one_list_under_four_names(golds, first, second, k):
    shared = []
    lists = {name: shared for name in NAMES}
    for name, queries in _lists(golds, first, second, k).items():
        lists[name].extend(queries)
    return lists


def bad_underscores_in_names(golds, first, second, k):
    return {name.replace(" ", "_"): queries for name, queries in _lists(golds, first, second, k).items()}


def bad_places_that_are_not_there(golds, first, second, k):
    return _lists(golds, first, second, k, found=lambda group, top: any([top[place] in group for place in range(k)]))


def bad_found_stays_true(golds, first, second, k):
    lists = {name: [] for name in NAMES}
    one = other = False
    for query in sorted(golds):
        one = one or bool(golds[query] & set(first.get(query, [])[:k]))
        other = other or bool(golds[query] & set(second.get(query, [])[:k]))
        lists["both" if one and other else "first only" if one else "second only" if other else "neither"].append(query)
    return lists
