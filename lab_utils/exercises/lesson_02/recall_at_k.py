"""Recall@k: how much of what answers the question is among the first k?

    recall@k = groups of golds with at least one member in the top k / all groups

A group is a set of documents that say the same, so that one of them is enough. Most questions have one group.
Blind spot: it does not see where in the top k a gold stands.
"""

import random

from lab_utils.exercises import Case, Exercise, Mistake


def recall_at_k(ranking: list[str], golds: list[set[str]], k: int) -> float:
    """Share of the groups in `golds` that the first `k` ids of `ranking` hit, from 0.0 to 1.0.

    A group is a set of ids, and is hit when any one of them is there. There is at least one group,
    and `k` is at least
    1. `ranking` may hold fewer than `k` ids, or none.
    """
    top = set(ranking[:k])
    return sum(bool(top & group) for group in golds) / len(golds)


def definition(ranking, golds, k):
    """Group by group and place by place, without sets."""
    hits = [any(place < k and doc_id in group for place, doc_id in enumerate(ranking)) for group in golds]
    return hits.count(True) / len(hits)


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


def divides_by_k(ranking, golds, k):
    return sum(bool(set(ranking[:k]) & group) for group in golds) / k


def one_hit_is_enough(ranking, golds, k):
    return float(any(set(ranking[:k]) & group for group in golds))


def counts_every_document(ranking, golds, k):
    every = set().union(*golds)
    return len(every & set(ranking[:k])) / len(every)


def wants_every_member(ranking, golds, k):
    return sum(group <= set(ranking[:k]) for group in golds) / len(golds)


def cases(rng: random.Random) -> list[Case]:
    ids = list("abcdefgh")
    return [
        Case("one gold, found", ranking=["a", "b", "c"], golds=[{"a"}], k=3),
        Case("one gold, not found", ranking=["a", "b", "c"], golds=[{"z"}], k=3),
        Case("three golds, two of them found", ranking=["a", "b", "c"], golds=[{"a"}, {"b"}, {"z"}], k=3),
        Case("two golds, one of them found", ranking=["a", "b", "c"], golds=[{"b"}, {"z"}], k=3),
        Case("a gold below the cut", ranking=["a", "b", "c", "d"], golds=[{"d"}], k=2),
        Case("a gold just below the cut", ranking=["a", "b", "c", "d"], golds=[{"c"}], k=2),
        Case("a gold in the last place that counts", ranking=["a", "b", "c", "d"], golds=[{"b"}], k=2),
        Case("nothing came back", ranking=[], golds=[{"a"}], k=5),
        Case("fewer than k came back", ranking=["a"], golds=[{"a"}], k=5),
        Case("more groups than places", ranking=["a", "b"], golds=[{"a"}, {"x"}, {"y"}], k=1),
        Case("at random", ranking=rng.sample(ids, 6), golds=[{doc_id} for doc_id in rng.sample(ids, 3)], k=4),
        Case("a document that answers both parts", ranking=["a", "b"], golds=[{"a", "b"}, {"a"}], k=2),
        Case("two documents that say the same, and a part that is missed", ranking=["a", "b", "c"], golds=[{"a", "b"}, {"y", "z"}], k=3),
        Case("one of two that say the same, twice", ranking=["b", "c", "d"], golds=[{"a", "b"}, {"c", "e"}, {"z"}], k=3),
    ]


EXERCISE = Exercise(
    id="recall-at-k",
    lesson="02",
    order=2,
    title="Recall@k",
    minutes=8,
    difficulty=1,
    points=3,
    reference=recall_at_k,
    cases=cases,
    spec=definition,
    mistakes=(
        Mistake(
            divides_by_k,
            "A query whose only gold is found scores below 1 in yours, and lower the more places are looked at. That "
            "share is of what came back, not of what there was to find.",
        ),
        Mistake(
            one_hit_is_enough,
            "Yours gives full marks as soon as anything is hit. A two-part question of which one part is found is half answered.",
        ),
        Mistake(
            counts_every_document,
            "Yours counts documents, and groups are what counts. Two documents that say the same are one find, and a second one that is missed is no loss.",
        ),
        Mistake(
            wants_every_member,
            "Yours wants every document of a group. They say the same thing: a reader who has one of them needs no second.",
        ),
    ),
    hints=(
        "A question has two parts, and three documents could each answer the first. You found two of the three, and "
        "nothing for the second part. Is that 2/4, 1/2, or 1?",
        "Ask each group one yes-or-no question about the first k ids. What do you count, and what do you divide by?",
        "top: the first k ids\nfor each group: does it share a member with top?\ngive back: how often yes, over how many groups",
    ),
)
