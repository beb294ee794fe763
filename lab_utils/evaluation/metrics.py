"""The measures, each a plain function of one ranking and the golds of one query.

    recall@k     groups of golds hit in the top k / all groups          (with single golds: golds found / all golds)
    precision@k  golds in the top k / k, also when fewer than k came back
    hit@k        1 if any gold stands in the top k, else 0
    MRR@k        1 / rank of the first gold, 0 if it is not in the top k
    nDCG@k       DCG / best possible DCG, with DCG = sum of gain / log2(rank + 1) over the top k, linear gain

A gold is a document with grade 1 or more. In a group of golds any one is enough, so nDCG gives the group's gain to
its first hit only, and the best ranking holds one document a group.

Rankings are lists of distinct document ids, best first. Means run over the queries that have a gold; a query that
returned nothing counts as 0; queries without a gold are counted apart (see bakeoff.py).
Sources: Manning, Raghavan and Schuetze, "Introduction to Information Retrieval", ch. 8; Jarvelin and Kekalainen,
"Cumulated gain-based evaluation of IR techniques", 2002. Definitions as in trec_eval, held to ir_measures and ranx
by a test.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Groups = Sequence[frozenset[str]]


def recall(ranking: Sequence[str], golds: Groups, k: int) -> float:
    top = set(ranking[:k])
    return sum(not top.isdisjoint(group) for group in golds) / len(golds)


def precision(ranking: Sequence[str], golds: Groups, k: int) -> float:
    relevant = frozenset().union(*golds)
    return sum(doc_id in relevant for doc_id in ranking[:k]) / k


def hit(ranking: Sequence[str], golds: Groups, k: int) -> float:
    return float(not frozenset().union(*golds).isdisjoint(ranking[:k]))


def reciprocal_rank(ranking: Sequence[str], golds: Groups, k: int) -> float:
    relevant = frozenset().union(*golds)
    return next((1 / rank for rank, doc_id in enumerate(ranking[:k], start=1) if doc_id in relevant), 0.0)


def ndcg(ranking: Sequence[str], golds: Groups, k: int, grades: Mapping[str, int] | None = None) -> float:
    grades = grades or {}
    unmet = list(golds)
    gained = 0.0
    for rank, doc_id in enumerate(ranking[:k], start=1):
        met = [group for group in unmet if doc_id in group]
        gained += len(met) * grades.get(doc_id, 1) / math.log2(rank + 1)
        unmet = [group for group in unmet if doc_id not in group]
    best = sorted((max(grades.get(doc_id, 1) for doc_id in group) for group in golds), reverse=True)[:k]
    # A document that stands in two groups meets both at one rank, which the best ranking above does not foresee.
    return min(1.0, gained / sum(gain / math.log2(rank + 1) for rank, gain in enumerate(best, start=1)))


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure at a cut-off, with the name it has in every table and file."""

    name: str
    function: Callable[..., float]
    k: int

    def __call__(self, ranking: Sequence[str], golds: Groups, grades: Mapping[str, int] | None = None) -> float:
        """The value for one query, from 0 to 1. `golds` must not be empty: there is nothing to find then."""
        if not golds:
            raise ValueError(f"{self.name} needs at least one gold; count queries without one apart")
        if self.function is ndcg:
            return ndcg(ranking, golds, self.k, grades)
        return self.function(ranking, golds, self.k)

    def ceiling(self, golds: Groups) -> float:
        """The best value any ranking could get: with one gold, precision@5 ends at 0.2."""
        if self.function is precision:
            return min(len(frozenset().union(*golds)), self.k) / self.k
        return min(len(golds), self.k) / len(golds) if self.function is recall else 1.0


METRICS = {
    metric.name: metric
    for metric in (
        Metric("recall@5", recall, 5),
        Metric("recall@20", recall, 20),
        Metric("recall@50", recall, 50),
        Metric("p@5", precision, 5),
        Metric("hit@5", hit, 5),
        Metric("mrr@10", reciprocal_rank, 10),
        Metric("ndcg@10", ndcg, 10),
    )
}
DEPTH = max(metric.k for metric in METRICS.values())  # how much of a ranking the measures look at
