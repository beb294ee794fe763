"""Reciprocal rank fusion: one ranking out of several, by ranks alone.

    score(d) = sum over the lists that hold d of  1 / (k + rank of d in that list),   rank from 1

Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
Methods", 2009.
Blind spot: it trusts every list alike. One good list and one poor one give something in between.
"""

import math
import random
from fractions import Fraction

from lab_utils.exercises import Case, Exercise, Mistake
from lab_utils.exercises.compare import ranking


def rrf(rankings: list[list[str]], k: float = 60) -> list[tuple[str, float]]:
    """Fuse `rankings` of document ids, best first, into one ranking of (id, score) pairs.

    A list that names an id twice counts the first time only, and what follows moves up.
    Best score first; equal scores in the order of their ids.
    """
    terms = {}
    for listed in rankings:
        for rank, doc_id in enumerate(dict.fromkeys(listed), start=1):
            terms.setdefault(doc_id, []).append(1 / (k + rank))
    scores = {doc_id: math.fsum(parts) for doc_id, parts in terms.items()}
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def definition(rankings, k=60):
    """The formula in exact fractions, one document at a time."""
    lists = [list(dict.fromkeys(listed)) for listed in rankings]
    found = {doc_id for listed in lists for doc_id in listed}
    exact = {d: sum(Fraction(1) / (Fraction(k) + listed.index(d) + 1) for listed in lists if d in listed) for d in found}
    return [(d, float(exact[d])) for d in sorted(found, key=lambda d: (-exact[d], d))]


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def ranks_from_zero(rankings, k=60):
    return rrf(rankings, k - 1)


def ties_as_they_come(rankings, k=60):
    scores = dict(rrf(rankings, k))
    seen = dict.fromkeys(doc_id for listed in rankings for doc_id in listed)
    return sorted(((doc_id, scores[doc_id]) for doc_id in seen), key=lambda pair: -pair[1])


def counts_repeats(rankings, k=60):
    scores = {}
    for listed in rankings:
        for rank, doc_id in enumerate(listed, start=1):
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def keeps_the_old_rank(rankings, k=60):
    scores = {}
    for listed in rankings:
        for doc_id in dict.fromkeys(listed):
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + listed.index(doc_id) + 1)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def cases(rng: random.Random) -> list[Case]:
    ids = [f"d{number}" for number in range(1, 9)]
    return [
        Case("one list", rankings=[["a", "b", "c"]]),
        Case("two lists that share one document", rankings=[["a", "b"], ["b", "c"]]),
        Case("k is 0", rankings=[["a", "b"], ["b", "c"]], k=0),
        Case("two longer lists", rankings=[rng.sample(ids, 6), rng.sample(ids, 5)]),
        Case("three lists", rankings=[rng.sample(ids, 4), rng.sample(ids, 6), rng.sample(ids, 3)]),
        Case("a retriever that found nothing", rankings=[[], ["a", "b"]]),
        Case("nothing at all", rankings=[]),
        Case("equal scores, twice", rankings=[["z", "b"], ["a", "c"]]),
        Case("a list that names a document twice", rankings=[["a", "b", "a", "c"], ["b", "c"]]),
    ]


EXERCISE = Exercise(
    id="rrf",
    lesson="03",
    order=1,
    title="Reciprocal rank fusion",
    minutes=12,
    difficulty=2,
    points=4,
    reference=rrf,
    cases=cases,
    compare=ranking,
    spec=definition,
    mistakes=(
        Mistake(ranks_from_zero, "With k = 60 the first place of a list is worth 1/61. Yours is worth 1/60: positions start at 0, ranks at 1."),
        Mistake(
            ties_as_they_come,
            "Two documents have the same score, and yours come in the order in which they turned up. Give ties a "
            "rule, or the result depends on which list is named first.",
        ),
        Mistake(
            counts_repeats,
            "One list names a document twice, and yours pays it twice and moves everything after it down. A list has one opinion on a document.",
        ),
        Mistake(
            keeps_the_old_rank,
            "Yours skips a repeat, but what stands behind it keeps its old rank. The repeat says nothing, so it takes no place either.",
        ),
    ),
    hints=(
        "A document is first in one list and third in the other. Which two numbers do you need to know about it, and does either list's score matter?",
        "Go through each list, counting from 1, and keep a running total per document. Which rank has a document that "
        "a list names twice? Sort only at the end.",
        "totals: empty\nfor each list, freed of repeats:\n    for each (rank from 1, id): add one over (k + rank) to the total of id\n"
        "give back (id, total) pairs, highest total first, ties by id",
    ),
)
