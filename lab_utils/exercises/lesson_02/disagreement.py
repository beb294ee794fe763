"""Where do two retrievers disagree? The queries that one finds and the other misses are the case for fusing them.

Two runs with the same recall may fail on the same queries, and then a hybrid gains nothing, or on different ones.
Blind spot: a query that both find counts the same whether its gold stands first or fifth.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake


def disagreement(golds: dict[str, set[str]], first: dict[str, list[str]], second: dict[str, list[str]], k: int) -> dict[str, list[str]]:
    """{"both", "first only", "second only", "neither"}: lists of query ids, each in the order of
    the alphabet.

    golds: {query id: set of gold ids}. first, second: {query id: ranking}, a ranking being a list
    of ids. A query that got no result may be missing there. A run finds a query when any of its
    golds is in the top `k`. Every query of `golds` is in exactly one list; a list may be empty.
    """
    names = {(True, True): "both", (True, False): "first only", (False, True): "second only", (False, False): "neither"}
    result = {name: [] for name in names.values()}
    for query_id in sorted(golds):
        found = tuple(bool(golds[query_id] & set(run.get(query_id, [])[:k])) for run in (first, second))
        result[names[found]].append(query_id)
    return result


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def wants_every_gold(golds, first, second, k):
    one, other = ({query_id for query_id in golds if golds[query_id] <= set(run.get(query_id, [])[:k])} for run in (first, second))
    lists = {"both": one & other, "first only": one - other, "second only": other - one, "neither": set(golds) - one - other}
    return {name: sorted(found) for name, found in lists.items()}


def skips_the_missing(golds, first, second, k):
    return disagreement({query_id: group for query_id, group in golds.items() if query_id in first and query_id in second}, first, second, k)


def looks_too_far(golds, first, second, k):
    return disagreement(golds, first, second, max(map(len, [*first.values(), *second.values()]), default=k))


def only_means_at_all(golds, first, second, k):
    parts = disagreement(golds, first, second, k)
    return {**parts, "first only": sorted(parts["both"] + parts["first only"]), "second only": sorted(parts["both"] + parts["second only"])}


def cases(rng: random.Random) -> list[Case]:
    ids, names = list("abcdef"), [f"q{number}" for number in range(1, 9)]
    return [
        Case("the first run finds it", golds={"q1": {"a"}}, first={"q1": ["a", "b"]}, second={"q1": ["b", "c"]}, k=2),
        Case("both do", golds={"q1": {"a"}}, first={"q1": ["a", "b"]}, second={"q1": ["c", "a"]}, k=2),
        Case("neither does, though they agree", golds={"q1": {"z"}}, first={"q1": ["a", "b"]}, second={"q1": ["a", "b"]}, k=2),
        Case("two golds, each run has another one", golds={"q1": {"a", "b"}}, first={"q1": ["a"]}, second={"q1": ["b"]}, k=2),
        Case(
            "golds below the cut, in place 3 and in place 4",
            golds={"q1": {"c"}, "q2": {"d"}},
            first={"q1": ["a", "b", "c"], "q2": ["a", "b", "c", "d"]},
            second={"q1": ["c", "a", "b"], "q2": ["d", "a"]},
            k=2,
        ),
        Case(
            "queries that do not come in the order of the alphabet",
            golds={"q3": {"a"}, "q1": {"a"}, "q2": {"z"}, "q0": {"z"}},
            first={"q3": ["a"], "q1": ["a"], "q2": ["b"], "q0": ["b"]},
            second={"q3": ["b"], "q1": ["b"], "q2": ["b"], "q0": ["b"]},
            k=2,
        ),
        Case(
            "eight queries at random",
            golds={name: {rng.choice(ids)} for name in rng.sample(names, len(names))},
            first={name: rng.sample(ids, 2) for name in names},
            second={name: rng.sample(ids, 2) for name in names},
            k=2,
        ),
        Case(
            "a query for which one run has nothing, and one for which both have nothing",
            golds={"q2": {"a"}, "q1": {"b"}, "q3": {"c"}},
            first={"q1": ["b"]},
            second={"q1": ["b"], "q2": ["a"]},
            k=5,
        ),
    ]


EXERCISE = Exercise(
    id="disagreement",
    lesson="02",
    order=4,
    title="Read a disagreement",
    minutes=10,
    difficulty=2,
    points=3,
    reference=disagreement,
    cases=cases,
    mistakes=(
        Mistake(wants_every_gold, "Yours wants every gold of a query. One of them answers it, and whoever reads that one needs no other."),
        Mistake(
            skips_the_missing,
            "A query that one run has no ranking for is in none of your four lists. The four together must be all queries: finding nothing is missing it.",
        ),
        Mistake(
            looks_too_far,
            "Yours counts golds below the cut as found. With whole rankings the two runs agree far more often than a reader would notice.",
        ),
        Mistake(
            only_means_at_all,
            "Some of your query ids stand in two lists. 'Only' leaves out what both runs find, and each query belongs to one list.",
        ),
    ),
    hints=(
        "How many of your queries can be in two of the four lists? And how many in none?",
        "For each query ask two yes-or-no questions, one per run: is a gold in its top k? The two answers name the list.",
        "four empty lists\nfor each query id, in order of the alphabet:\n"
        "    yes or no for the first run, yes or no for the second (no ranking: no)\n    put the id on the list that this pair of answers names",
    ),
)
