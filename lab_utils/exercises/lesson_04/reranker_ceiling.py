"""The candidate-recall ceiling: the best that any reranker could do with these candidates.

    ceiling of recall@k = min(k, groups of golds hit by the first `depth` candidates) / all groups

A reranker orders what it is given. What is not among the candidates stays lost, however good the model is.
Blind spot: it says what is possible, not what will happen. A real reranker stays below it.
"""

import random
from itertools import permutations

from lab_utils.exercises import Case, Exercise, Mistake


def reranker_ceiling(candidates: list[str], golds: list[set[str]], depth: int, k: int) -> float:
    """The highest recall@k that any order of the first `depth` candidates could reach.

    candidates: ids, best first, each once. golds: groups, each a set of ids; one member of a group
    is enough, and no document stands in two groups. There is at least one group. recall@k: the
    share of all groups that have a member among the first k; a group that finds no place there
    counts as missed. k: 1 or more.
    """
    seen = set(candidates[:depth])
    reachable = sum(bool(seen & group) for group in golds)
    return min(k, reachable) / len(golds)


def definition(candidates, golds, depth, k):
    """Try every choice and order of k of the candidates, and take the best."""
    seen = candidates[:depth]
    choices = permutations(seen, min(k, len(seen)))
    return max(sum(bool(set(choice) & group) for group in golds) / len(golds) for choice in choices)


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def ignores_the_depth(candidates, golds, depth, k):
    return reranker_ceiling(candidates, golds, len(candidates), k)


def ignores_the_cut(candidates, golds, depth, k):
    return sum(bool(set(candidates[:depth]) & group) for group in golds) / len(golds)


def takes_todays_recall(candidates, golds, depth, k):
    return sum(bool(set(candidates[:k]) & group) for group in golds) / len(golds)


def divides_by_what_fits(candidates, golds, depth, k):
    seen = set(candidates[:depth])
    return min(k, sum(bool(seen & group) for group in golds)) / min(k, len(golds))


def cases(rng: random.Random) -> list[Case]:
    ids = list("abcdef")
    return [
        Case("two parts, one of them too low", candidates=["a", "b", "c", "d"], golds=[{"a"}, {"c"}], depth=4, k=2),
        Case("the gold is among the candidates", candidates=["a", "b", "c"], golds=[{"c"}], depth=3, k=1),
        Case("the gold is nowhere", candidates=["a", "b", "c"], golds=[{"z"}], depth=3, k=2),
        Case("two parts, one of them reachable", candidates=["a", "b", "c"], golds=[{"c"}, {"z"}], depth=3, k=2),
        Case("no candidates", candidates=[], golds=[{"a"}], depth=50, k=5),
        Case("one group with two members among the candidates", candidates=["a", "b", "c"], golds=[{"b", "c"}, {"z"}], depth=3, k=2),
        Case("one of two members is among the candidates", candidates=["a", "b"], golds=[{"b", "z"}], depth=2, k=2),
        Case("two members of a group before the other group", candidates=["a", "b", "c"], golds=[{"a", "b"}, {"c"}], depth=3, k=2),
        Case("a gold below the depth", candidates=["a", "b", "c", "d"], golds=[{"d"}], depth=3, k=2),
        Case("three parts, the last of them reachable", candidates=["a", "b", "c", "d"], golds=[{"y"}, {"z"}, {"c"}], depth=4, k=2),
        Case("at random", candidates=rng.sample(ids, 6), golds=[{doc_id} for doc_id in rng.sample([*ids, "y", "z"], 3)], depth=4, k=2),
        Case("three parts reachable, two places to show them", candidates=["a", "b", "c", "d"], golds=[{"a"}, {"c"}, {"d"}], depth=4, k=2),
    ]


EXERCISE = Exercise(
    id="reranker-ceiling",
    lesson="04",
    order=2,
    title="The candidate-recall ceiling",
    minutes=10,
    difficulty=2,
    points=3,
    reference=reranker_ceiling,
    cases=cases,
    spec=definition,
    mistakes=(
        Mistake(ignores_the_depth, "Yours counts golds that stand below the depth. The reranker is never shown them."),
        Mistake(
            ignores_the_cut,
            "Three parts of the answer cannot stand in two places. Even a perfect order has to leave one of them below the cut.",
        ),
        Mistake(
            takes_todays_recall,
            "Yours is the recall of the order as it is now. A gold that is among the candidates and stands too low is just what a reranker can lift.",
        ),
        Mistake(
            divides_by_what_fits,
            "Yours divides by the parts that fit into k places. All parts were asked for, and one without a place is missing all the same.",
        ),
    ),
    hints=(
        "If you could order the candidates yourself, knowing the answer, what would you put first? And what could you do about a gold that is not there?",
        "How many groups are hit by the candidates that the reranker sees? How many of those fit into the places that are shown?",
        "seen: the first depth candidates\nreachable: number of groups with a member in seen\n"
        "give back the smaller of k and reachable, over the number of groups",
    ),
)
