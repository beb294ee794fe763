"""The measure of a weighted RRF for many settings of k and weight at once, fast enough for a slider.

`rrf` itself is asked for one query at a time. A sweep wants hundreds of queries at dozens of settings; here each
query's two rankings become arrays, and only the ranks of its golds are worked out:

    rank of a gold = 1 + documents with a higher score + documents with the same score and an earlier id

A test holds every value to `rrf` and `METRICS`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import ALL, BakeOff
from lab_utils.evaluation.runs import ids
from lab_utils.search.fusion import LIST_DEPTH, RRF_DIGITS

ABSENT = math.inf  # rank of a document that a list does not hold: 1 / (k + inf) is 0


@dataclass(frozen=True, slots=True)
class _Judged:
    """One query: the ranks of all its candidates in both lists, ids in the order of the alphabet, and its golds."""

    ranks: np.ndarray
    """shape (2, candidates)"""
    golds: np.ndarray
    """places of the golds among the candidates"""
    groups: tuple[np.ndarray, ...]
    """for each group of golds, which of `golds` belong to it; empty where the candidates hold none"""
    grades: np.ndarray
    best: tuple[int, ...]
    """the highest grade of each group, best first: what an ideal ranking gains"""


class FusedMeasure:
    """`metric` (ndcg@k or recall@k) of fusing `first` with `second`, over the queries that have a gold."""

    def __init__(self, result: BakeOff, first: str = "keyword", second: str = "dense", metric: str = "ndcg@10", list_depth: int = LIST_DEPTH):
        found = re.fullmatch(r"(ndcg|recall)@(\d+)", metric)
        if not found:
            raise BakeoffError(f"a sweep cannot measure {metric!r}. Name ndcg@10, recall@5 or the same at another depth.")
        for name in (first, second):
            if name not in result.runs:
                raise BakeoffError(f"the bake-off has no run of {name!r}. It has: {', '.join(result.strategies)}.")
        self.result, self.first, self.second, self.metric = result, first, second, metric
        self._kind, self._k, self._depth = found[1], int(found[2]), list_depth
        self._grids: dict[tuple, dict[str, np.ndarray]] = {}

    @cached_property
    def _queries(self) -> dict[str, _Judged]:
        return {query.id: self._judged(query.id) for query in self.result.collection.queries if self.result.collection.has_gold(query.id)}

    def _judged(self, query_id: str) -> _Judged:
        collection = self.result.collection
        places = [
            {doc_id: rank for rank, doc_id in enumerate(dict.fromkeys(ids(self.result.runs[name][query_id][: self._depth])), start=1)}
            for name in (self.first, self.second)
        ]
        candidates = sorted(set(places[0]) | set(places[1]))
        groups, grades = collection.golds[query_id], collection.grades.get(query_id) or {}
        golds = [place for place, doc_id in enumerate(candidates) if any(doc_id in group for group in groups)]
        return _Judged(
            np.array([[where.get(doc_id, ABSENT) for doc_id in candidates] for where in places]),
            np.array(golds, dtype=int),
            tuple(np.array([number for number, place in enumerate(golds) if candidates[place] in group], dtype=int) for group in groups),
            np.array([grades.get(candidates[place], 1) for place in golds], dtype=float),
            tuple(sorted((max(grades.get(doc_id, 1) for doc_id in group) for group in groups), reverse=True)),
        )

    def query_ids(self, pattern: str = ALL, split: str = ALL) -> list[str]:
        chosen = [query for query in self.result.collection.queries if pattern in (ALL, query.pattern) and split in (ALL, query.split)]
        return [query.id for query in chosen if query.id in self._queries]

    def grid(self, ks: Sequence[float], weights: Sequence[float]) -> dict[str, np.ndarray]:
        """Query id -> values, shape (ks, weights), with a weight for the first list and 1 - weight for the second. Remembered."""
        key = tuple(ks), tuple(weights)
        if key not in self._grids:
            k, weight = np.array(key[0], dtype=float)[:, None, None], np.array(key[1], dtype=float)[None, :, None]
            self._grids[key] = {query_id: self._values(query, k, weight) for query_id, query in self._queries.items()}
        return self._grids[key]

    def means(self, ks: Sequence[float], weights: Sequence[float], pattern: str = ALL, split: str = ALL) -> np.ndarray:
        """The mean over the queries of a slice, shape (ks, weights); NaN where there is no query."""
        grid = self.grid(ks, weights)
        chosen = self.query_ids(pattern, split)
        return np.mean([grid[query_id] for query_id in chosen], axis=0) if chosen else np.full((len(ks), len(weights)), np.nan)

    def _values(self, query: _Judged, k: np.ndarray, weight: np.ndarray) -> np.ndarray:
        settings = (k.shape[0], weight.shape[1])
        if not len(query.golds):
            return np.zeros(settings)
        first, second = query.ranks
        scores = np.round(weight / (k + first) + (1 - weight) / (k + second), RRF_DIGITS)
        # A list of weight 0 admits no documents: what it alone holds is no candidate.
        admitted = np.broadcast_to(np.isfinite(first) & (weight > 0) | np.isfinite(second) & (weight < 1), scores.shape)
        scores[~admitted] = -1.0
        own = scores[..., query.golds, None]
        earlier = np.arange(scores.shape[-1]) < query.golds[:, None]
        others = scores[..., None, :]
        ranks = 1.0 + (others > own).sum(axis=-1) + ((others == own) & earlier).sum(axis=-1)
        ranks[~admitted[..., query.golds]] = ABSENT
        return self._measured(query, ranks)

    def _measured(self, query: _Judged, ranks: np.ndarray) -> np.ndarray:
        """From ranks, shape (ks, weights, golds), to values. In each group the member that stands first is the one that counts."""
        gained = np.zeros(ranks.shape[:2])
        for group in query.groups:
            if len(group):
                place = np.argmin(ranks[..., group], axis=-1)
                rank = np.min(ranks[..., group], axis=-1)
                gain = 1.0 if self._kind == "recall" else query.grades[group][place] / np.log2(rank + 1)
                gained += np.where(rank <= self._k, gain, 0.0)
        if self._kind == "recall":
            return gained / len(query.groups)
        return np.minimum(1.0, gained / sum(grade / math.log2(rank + 1) for rank, grade in enumerate(query.best[: self._k], start=1)))
