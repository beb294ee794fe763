"""The weighted blend: make scores comparable first, then add them.

    score(d) = sum over the lists that hold d of  weight * (score of d - lowest) / (highest - lowest)

BM25 gives 0 to 30 and cosine -1 to 1. Added raw, the larger scale decides alone. Stretched to 0..1 by its own range,
each list has a say.
Blind spot: one outlier squeezes the rest of its list together, and what is stretched is the candidates of this query
only: 1.0 means first of its list, not good.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake
from lab_utils.exercises.compare import ranking


def weighted_blend(lists: list[dict[str, float]], weights: list[float]) -> list[tuple[str, float]]:
    """Blend lists of {id: score} into one ranking of (id, score) pairs, best first; equal scores in
    the order of ids.

    weights: one number for each list, 0 or more. Each list's lowest score becomes 0.0 and its
    highest 1.0 before it is weighted; scores may be below zero. In a list whose scores are all
    equal, each becomes 1.0. A document absent from a list gets nothing from it. A list that is
    empty, or has weight 0, adds nothing and brings in no documents.
    """
    totals = {}
    for scores, weight in zip(lists, weights, strict=True):
        if not scores or weight == 0:
            continue
        low, high = min(scores.values()), max(scores.values())
        for doc_id, score in scores.items():
            share = (score - low) / (high - low) if high > low else 1.0
            totals[doc_id] = totals.get(doc_id, 0.0) + weight * share
    return sorted(totals.items(), key=lambda pair: (-round(pair[1], 9), pair[0]))


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def blended(lists, weights, stretch):
    totals = {}
    for scores, weight in zip(lists, weights, strict=True):
        for doc_id, share in stretch(scores).items() if weight else ():
            totals[doc_id] = totals.get(doc_id, 0.0) + weight * share
    return sorted(totals.items(), key=lambda pair: (-round(pair[1], 9), pair[0]))


def divides_by_the_highest(lists, weights):
    return blended(lists, weights, lambda scores: {d: s / max(scores.values()) if max(scores.values()) else 1.0 for d, s in scores.items()})


def divides_by_no_range(lists, weights):
    def stretch(scores):
        low, high = min(scores.values(), default=0), max(scores.values(), default=0)
        return {doc_id: (score - low) / (high - low) for doc_id, score in scores.items()}

    return blended(lists, weights, stretch)


def gives_equals_nothing(lists, weights):
    def stretch(scores):
        low, high = min(scores.values(), default=0), max(scores.values(), default=0)
        return {doc_id: (score - low) / (high - low) if high > low else 0.0 for doc_id, score in scores.items()}

    return blended(lists, weights, stretch)


def lets_weightless_lists_in(lists, weights):
    totals = {doc_id: 0.0 for scores in lists for doc_id in scores} | dict(weighted_blend(lists, weights))
    return sorted(totals.items(), key=lambda pair: (-round(pair[1], 9), pair[0]))


def scored(rng: random.Random, count: int, low: float, high: float) -> dict[str, float]:
    return {doc_id: round(rng.uniform(low, high), 2) for doc_id in rng.sample("abcdefgh", count)}


def cases(rng: random.Random) -> list[Case]:
    return [
        Case("one list from 0 to 1", lists=[{"a": 1.0, "b": 0.4, "c": 0.0}], weights=[1]),
        Case("two lists of one scale", lists=[{"a": 1.0, "b": 0.0}, {"b": 1.0, "c": 0.5, "a": 0.0}], weights=[1, 2]),
        Case("two lists of different scales", lists=[{"a": 20.0, "b": 12.0, "c": 10.0}, {"c": 0.9, "b": 0.8, "d": 0.7}], weights=[0.5, 0.5]),
        Case("cosines below zero", lists=[{"a": 0.6, "b": 0.2, "c": -0.2}, {"b": -0.4, "d": -0.1, "e": -0.5}], weights=[1, 1]),
        Case("a list that found nothing", lists=[{}, {"a": 2.0, "b": 1.0}], weights=[1, 1]),
        Case("a list with a single document", lists=[{"z": 4.2}, {"a": 2.0, "b": 1.0}], weights=[1, 1]),
        Case("several documents, all with the same score", lists=[{"a": 3.0, "b": 3.0}, {"b": 1.0, "c": 0.0}], weights=[1, 1]),
        Case("at random", lists=[scored(rng, 5, 2, 30), scored(rng, 5, 0.1, 0.9)], weights=[0.3, 0.7]),
        Case("a list of weight 0 between two others", lists=[{"a": 2.0, "b": 1.0}, {"c": 0.9, "d": 0.1}, {"b": 7.0, "e": 5.0}], weights=[1, 0, 0.5]),
    ]


EXERCISE = Exercise(
    id="weighted-blend",
    lesson="03",
    order=2,
    title="A weighted blend of normalised scores",
    minutes=12,
    difficulty=2,
    points=4,
    reference=weighted_blend,
    cases=cases,
    compare=ranking,
    mistakes=(
        Mistake(
            divides_by_the_highest,
            "In yours the best of a list has 1, and the worst is wherever it happens to be. A list of scores from 10 "
            "to 20 gives its worst document more than a list from 0.1 to 0.9 does.",
        ),
        Mistake(
            divides_by_no_range,
            "Where all scores of a list are equal, its range is nothing, and yours divides by it. A list with a single document is such a list.",
        ),
        Mistake(
            gives_equals_nothing,
            "Where all scores of a list are equal, yours gives 0. Each of them is the highest of its list, and the only document a list found is its best.",
        ),
        Mistake(
            lets_weightless_lists_in,
            "A list of weight 0 has no say, yet its documents stand in your result, at the end. Then they reach the reranker.",
        ),
    ),
    hints=(
        "One list goes from 10 to 20, the other from 0.1 to 0.9. What must happen to each before a sum of the two means anything?",
        "For each list, find its lowest and highest score, place every score between 0 and 1 by them, then add it "
        "with its weight to the document's total. When is the range nothing?",
        "totals: empty\nfor each (list, weight), unless weight is zero or the list empty:\n    low and high of the list\n"
        "    for each document: its share of the way from low to high (1 when they are equal), times weight, onto its total\n"
        "give back the pairs, highest total first, ties by id",
    ),
)
