"""Reranking at several depths from one set of scores: what each depth would have shown, and what it would have cost.

    at depth d: the first d candidates reordered by their scores, then the rest as it was

A score belongs to a pair of query and passage, not to a depth, so scores for the deepest setting hold all others. Only
stored scores are used: no model runs here, and a query whose scores are not stored is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd

from lab_utils.collections.records import Query, TestSet
from lab_utils.evaluation.bakeoff import ALL, FOUND_AT, BakeOff
from lab_utils.evaluation.intervals import interval
from lab_utils.evaluation.metrics import recall
from lab_utils.search.base import DIGITS, Hit
from lab_utils.search.cache import text_hash

DEPTHS = (5, 10, 20, 30, 40, 50, 75, 100, 125, 150)
MS_PER_PAIR = 50.0  # about 2.5 s for 50 candidates on two cores, see search/rerank.py; an estimate, the same in every output
CHARACTERS_PER_TOKEN = 4  # rule of thumb for English prose; codes and tables take more tokens


def estimated_tokens(text: str) -> int:
    return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


class Measured(NamedTuple):
    """One value a query."""

    among: np.ndarray
    """recall of the candidates"""
    after: np.ndarray
    """recall@k after reranking"""
    tokens: np.ndarray


@dataclass(frozen=True)
class Scored:
    """Queries whose first candidates have cross-encoder scores."""

    collection: TestSet
    candidates: Mapping[str, Sequence[str]]
    """query id -> ids of the first stage, best first"""
    scores: Mapping[str, Sequence[float]]
    """query id -> a score for each of its first candidates"""
    tokens: Callable[[str], int] = estimated_tokens
    _measured: dict = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def queries(self) -> list[Query]:
        """Those with scores, in the order of the collection."""
        return [query for query in self.collection.queries if len(self.scores.get(query.id, ()))]

    def depths(self, wanted: Sequence[int] = DEPTHS) -> list[int]:
        """Of `wanted`, the depths for which there are scores, from the shallowest."""
        deepest = max((len(self.scores[query.id]) for query in self.queries), default=1)
        return [depth for depth in sorted(wanted) if depth <= deepest] or [deepest]

    def ranking(self, query_id: str, depth: int) -> list[str]:
        """The ids after reranking the first `depth` candidates, ordered by (-score, id)."""
        candidates, scores = self.candidates[query_id], self.scores[query_id][:depth]
        order = sorted(range(len(scores)), key=lambda place: (-round(scores[place], DIGITS), candidates[place]))
        return [candidates[place] for place in order] + list(candidates[len(scores) :])

    def cost(self, query_id: str, depth: int) -> int:
        """Tokens of the first `depth` candidates: read by the reranker, or by a model if all were passed on."""
        return sum(self._lengths[doc_id] for doc_id in self.candidates[query_id][:depth])

    def measured(self, pattern: str, k: int, depth: int) -> Measured | None:
        """One depth over the queries of a pattern; None where there are none. Remembered, since a slider comes back."""
        if (pattern, k, depth) not in self._measured:
            asked = [query.id for query in self.queries if pattern in (ALL, query.pattern) and self.collection.has_gold(query.id)]
            if not asked:
                return None
            golds = self.collection.golds
            self._measured[pattern, k, depth] = Measured(
                np.array([recall(self.candidates[query_id], golds[query_id], depth) for query_id in asked]),
                np.array([recall(self.ranking(query_id, depth), golds[query_id], k) for query_id in asked]),
                np.array([self.cost(query_id, depth) for query_id in asked]),
            )
        return self._measured[pattern, k, depth]

    @cached_property
    def _lengths(self) -> Mapping[str, int]:
        return {document.id: self.tokens(document.text) for document in self.collection.documents}


def curve_of(scored: Scored, pattern: str = ALL, k: int = FOUND_AT, depths: Sequence[int] | None = None) -> pd.DataFrame:
    """A row per depth: recall of the candidates, recall@k after reranking with interval and n, mean tokens, estimated ms."""
    rows = []
    for depth in depths or scored.depths():
        found = scored.measured(pattern, k, depth)
        if found is not None:
            means = float(found.among.mean()), float(found.after.mean()), *interval(found.after)
            rows.append((depth, len(found.after), *means, round(found.tokens.mean()), round(depth * MS_PER_PAIR)))
    return pd.DataFrame(rows, columns=["depth", "n", "recall of candidates", f"recall@{k} after", "low", "high", "tokens", "estimated ms"])


def stored(result: BakeOff, first: str = "hybrid", limit: int = max(DEPTHS), queries: Sequence[str] | None = None) -> Scored:
    """What the cache holds for the candidates of `first`: the scores of each query up to the first that is missing.

    Every depth is to be measured on the same queries, so those that have fewer scores than most are left out (unless
    they have no more candidates).
    """
    parts, collection = result.parts, result.collection
    cross_encoder = parts.cross_encoder
    hashes = {document.id: text_hash(document.text) for document in collection.documents}
    candidates, scores = {}, {}
    for query in collection.queries:
        if queries is None or query.id in queries:
            hits: Sequence[Hit] = result.runs[first][query.id][:limit]
            candidates[query.id] = [hit.id for hit in hits]
            wanted = [hashes[hit.id] for hit in hits]
            found = cross_encoder.cache.scores(cross_encoder.key, text_hash(query.text), wanted)
            known = next((place for place, digest in enumerate(wanted) if digest not in found), len(wanted))
            scores[query.id] = [found[digest] for digest in wanted[:known]]
    usual = sorted(map(len, scores.values()))[len(scores) // 2] if scores else 0
    kept = {query_id: known for query_id, known in scores.items() if len(known) >= min(usual, len(candidates[query_id]))}
    return Scored(collection, candidates, {query_id: known[:usual] for query_id, known in kept.items()})
