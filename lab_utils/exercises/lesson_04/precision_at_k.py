"""Precision@k: how much of what is shown is worth reading?

    precision@k = golds in the top k / k,   also when fewer than k came back

Blind spot: with one gold it cannot exceed 1/k, so compare it with its own ceiling before calling it low.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake


def precision_at_k(ranking: list[str], golds: set[str], k: int) -> float:
    """Share of the first `k` places of `ranking` that hold a gold. A place that nothing was found
    for holds none.

    ranking: ids, best first, each once; maybe fewer than k, maybe none. golds: a set of ids, never
    empty. k: 1 or more.
    """
    return sum(doc_id in golds for doc_id in ranking[:k]) / k


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def divides_by_what_came_back(ranking, golds, k):
    top = ranking[:k]
    return sum(doc_id in golds for doc_id in top) / len(top) if top else 0.0


def divides_by_the_golds(ranking, golds, k):
    return sum(doc_id in golds for doc_id in ranking[:k]) / len(golds)


def looks_at_the_whole_ranking(ranking, golds, k):
    return sum(doc_id in golds for doc_id in ranking) / k


def one_place_short(ranking, golds, k):
    return sum(doc_id in golds for doc_id in ranking[: k - 1]) / k


def cases(rng: random.Random) -> list[Case]:
    ids = list("abcdefgh")
    return [
        Case("two of three golds", ranking=["a", "b", "c", "d", "e"], golds={"b", "d", "z"}, k=5),
        Case("one gold in front", ranking=["a", "b", "c", "d", "e"], golds={"a"}, k=5),
        Case("none", ranking=["a", "b"], golds={"z"}, k=2),
        Case("a gold in the last place that counts", ranking=["a", "b", "c", "d"], golds={"c"}, k=3),
        Case("a gold far below the cut", ranking=["a", "b", "c", "d"], golds={"a", "d"}, k=2),
        Case("a gold just below the cut", ranking=["a", "b", "c", "d"], golds={"a", "c"}, k=2),
        Case("an id that is the beginning of a gold's", ranking=["sku-7", "sku-8"], golds={"sku-77"}, k=2),
        Case("nothing came back", ranking=[], golds={"a"}, k=5),
        Case("at random", ranking=rng.sample(ids, 8), golds=set(rng.sample(ids, 4)), k=5),
        Case("fewer than k came back, all of them golds", ranking=["a", "b"], golds={"a", "b"}, k=5),
    ]


EXERCISE = Exercise(
    id="precision-at-k",
    lesson="04",
    order=1,
    title="Precision@k",
    minutes=6,
    difficulty=1,
    points=2,
    reference=precision_at_k,
    cases=cases,
    mistakes=(
        Mistake(
            divides_by_what_came_back,
            "Two results, both right, give full marks in yours though five were asked for. A retriever that gives up early would look the best of all.",
        ),
        Mistake(
            divides_by_the_golds,
            "Yours gives the share of the golds that were found. That is recall; here the question is how much of what is shown is any good.",
        ),
        Mistake(looks_at_the_whole_ranking, "Yours counts golds below the cut. With a long enough ranking it can even exceed 1."),
        Mistake(one_place_short, "Yours never looks at place k itself: the cut is one place too high."),
    ),
    hints=(
        "You ask for five results and get two, both right. A page with five places is two fifths full of answers. Which number says so?",
        "Count the golds among the first k ids. The number you divide by depends on nothing that came back.",
        "hits: how many of the first k ids are golds\ngive back hits over k",
    ),
)
