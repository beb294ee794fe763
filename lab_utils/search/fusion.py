"""Merge several rankings of the same documents into one.

Reciprocal rank fusion looks at ranks alone, so the lists' scores need not be comparable:

    RRF(d) = sum over the lists that hold d of  w / (k + rank of d),   rank from 1, k = 60

Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
Methods", 2009. The weighted blend keeps the scores and makes them comparable first, each list by its own range:

    blend(d) = sum over lists of  w * (score of d - lowest) / (highest - lowest)

What is decided here, since libraries differ: a document absent from a list gets no term from it; a list is freed of
duplicates before ranks are given ([a, a, b] is [a, b]); a list with weight 0 admits no documents; sums are exact
(`fsum`), so the order of the lists does not matter. In a blend, a list whose scores are all equal gives each 1.

Fails when: one list is much better than the other. RRF trusts them alike, and the worse one pushes its own
candidates in between. The largest RRF score with two lists is 2/61 = 0.033: it orders, it is no probability.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from lab_utils.collections.records import Query
from lab_utils.errors import BakeoffError
from lab_utils.search.base import Hit, Retriever, ranked

RRF_K = 60
RRF_DIGITS = 12  # with a large k neighbouring ranks differ by far less than the usual 1e-6; fsum is exact to 1e-17
LIST_DEPTH = 100  # documents each list brings into a fusion

Fuse = Callable[[Sequence[Sequence[Hit]]], list[Hit]]


def rrf(rankings: Sequence[Sequence[str]], k: float = RRF_K, weights: Sequence[float] | None = None) -> list[Hit]:
    """Fuse rankings of document ids, best first, into hits ordered by (-score, id)."""
    check_k(k)
    terms: dict[str, list[float]] = {}
    for weight, ranking in zip(_weights(weights, len(rankings)), rankings, strict=True):
        if weight:
            for rank, doc_id in enumerate(dict.fromkeys(ranking), start=1):
                terms.setdefault(doc_id, []).append(weight / (k + rank))
    return ranked(((doc_id, math.fsum(parts)) for doc_id, parts in terms.items()), digits=RRF_DIGITS)


def check_k(k: float) -> float:
    """`k`, if ranks can be added to it. BakeoffError for a negative, infinite or NaN one."""
    if not 0 <= k < math.inf:
        raise BakeoffError(f"rrf k is {k!r}. It is added to a rank: give 0 or more, 60 as in the paper.")
    return k


def blend(scored: Sequence[Mapping[str, float]], weights: Sequence[float] | None = None) -> list[Hit]:
    """Fuse lists of scores ({document id: score} each) after stretching each list to the range from 0 to 1."""
    terms: dict[str, list[float]] = {}
    for weight, scores in zip(_weights(weights, len(scored)), scored, strict=True):
        if weight:
            for doc_id, value in normalised(scores).items():
                terms.setdefault(doc_id, []).append(weight * value)
    return ranked((doc_id, math.fsum(parts)) for doc_id, parts in terms.items())


def normalised(scores: Mapping[str, float]) -> dict[str, float]:
    """Min-max: the lowest score becomes 0, the highest 1. Equal scores all become 1, so that a lone hit counts."""
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    if math.isnan(low) or math.isnan(high):
        raise BakeoffError("a list to blend holds a score that is not a number (NaN). Look at the retriever's output.")
    if low == high:
        return dict.fromkeys(scores, 1.0)
    return {doc_id: (score - low) / (high - low) for doc_id, score in scores.items()}


def _weights(weights: Sequence[float] | None, lists: int) -> list[float]:
    if weights is None:
        return [1.0] * lists
    if len(weights) != lists:
        raise BakeoffError(f"{len(weights)} weights for {lists} lists. Give one weight per list.")
    if not all(0 <= weight < math.inf for weight in weights):
        raise BakeoffError(f"weights {list(weights)}: none may be negative, infinite or NaN. Leave a list out with weight 0.")
    if not any(weights):
        raise BakeoffError(f"weights {list(weights)}: at least one must be above 0.")
    return [float(weight) for weight in weights]


class Fused(Retriever):
    """Several retrievers asked for `depth` documents each, and their lists fused."""

    def __init__(self, name: str, retrievers: Sequence[Retriever], fuse: Fuse, depth: int = LIST_DEPTH):
        self.name = name
        self.retrievers = tuple(retrievers)
        self._fuse = fuse
        self.depth = depth

    def _rank(self, queries: Sequence[Query], k: int) -> list[list[Hit]]:
        lists = [retriever.search_batch(queries, max(k, self.depth)) for retriever in self.retrievers]
        return [self._fuse(of_one_query)[:k] for of_one_query in zip(*lists, strict=True)]


def by_rank(k: float = RRF_K, weights: Sequence[float] | None = None) -> Fuse:
    """RRF as a way to fuse lists of hits."""
    return lambda lists: rrf([[hit.id for hit in hits] for hits in lists], k, weights)


def by_score(weights: Sequence[float] | None = None) -> Fuse:
    """The weighted blend as a way to fuse lists of hits."""
    return lambda lists: blend([{hit.id: hit.score for hit in hits} for hits in lists], weights)
