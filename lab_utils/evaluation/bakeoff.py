"""The bake-off: every strategy, the same documents, the same queries, one table.

`bake_off` asks each strategy for a ranking per query and measures it. The result holds the runs and one row per
strategy and query, from which `summary` and `against_best` make every table, and `show/report.py` every figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd

from lab_utils.collections.records import NO_SPLIT, Query, TestSet
from lab_utils.errors import BakeoffError
from lab_utils.evaluation import ladder, special
from lab_utils.evaluation.intervals import bootstrap, interval
from lab_utils.evaluation.metrics import DEPTH, METRICS
from lab_utils.evaluation.runs import Run, ids
from lab_utils.progress import track
from lab_utils.search.base import Retriever
from lab_utils.search.fusion import Fused
from lab_utils.search.memo import Remembered
from lab_utils.search.rerank import Reranked
from lab_utils.search.strategies import Parts, build, check_names, not_here

ALL = "all"
FOUND_AT = 5  # the top k of the failure ladder: what a reader, or a prompt, gets
RUN_DEPTH = 100  # hits kept in a run


def choose_queries(collection: TestSet, split: str = "test", pattern: str | None = None, limit: int | None = None) -> TestSet:
    """The queries of one split and pattern, in the collection's order, at most `limit`.

    Split `all` takes every query. Queries of a collection without splits belong to `test` as well. Raises
    BakeoffError, naming what there is, when nothing is left.
    """
    if limit is not None and limit < 1:
        raise BakeoffError(f"max-queries is {limit}. Give a whole number from 1.")
    queries: Sequence[Query] = collection.queries
    if split != ALL:
        queries = [query for query in queries if query.split == split or (split == "test" and query.split == NO_SPLIT)]
        if not queries:
            raise BakeoffError(f"{collection.name}: no query is in split {split!r}. It has: {', '.join(collection.splits)}.")
    if pattern is not None:
        queries = [query for query in queries if query.pattern == pattern]
        if not queries:
            raise BakeoffError(f"{collection.name}: no query of split {split!r} has pattern {pattern!r}. It has: {', '.join(collection.patterns)}.")
    chosen = collection.with_queries(queries[:limit])
    if not any(chosen.has_gold(query.id) for query in chosen.queries):
        raise BakeoffError(f"{collection.name}: none of the {len(chosen.queries)} queries has a gold document, so nothing can be measured. Add qrels.")
    return chosen


@dataclass(frozen=True)
class BakeOff:
    """What came out. `per_query` has one row per strategy and query, measures empty for a query without golds."""

    collection: TestSet
    parts: Parts
    runs: dict[str, Run]
    per_query: pd.DataFrame
    left_out: dict[str, str]
    """strategies that were not run, and why"""
    _verdicts: dict = field(default_factory=dict, repr=False, compare=False)

    @property
    def strategies(self) -> list[str]:
        return list(self.runs)

    @property
    def patterns(self) -> list[str]:
        """The patterns with a gold, then `all`."""
        return [*sorted(self._judged["pattern"].unique()), ALL]

    @property
    def without_gold(self) -> int:
        return sum(not self.collection.has_gold(query.id) for query in self.collection.queries)

    @cached_property
    def _judged(self) -> pd.DataFrame:
        return self.per_query[self.per_query["golds"] > 0]

    def values(self, strategy: str, metric: str, pattern: str = ALL, split: str = ALL) -> np.ndarray:
        """The per-query values of a slice, in the order of the queries: the same order for every strategy."""
        rows = self._columns[strategy]
        chosen = ~np.isnan(rows[metric])
        if pattern != ALL:
            chosen &= rows["pattern"] == pattern
        if split != ALL:
            chosen &= rows["split"] == split
        return rows[metric][chosen]

    @cached_property
    def _columns(self) -> dict[str, dict[str, np.ndarray]]:
        """Strategy -> column -> values; plain arrays, since slices are asked for hundreds of times."""
        measures = [*METRICS, *special.MEASURES]
        return {
            name: {column: rows[column].to_numpy(dtype=float if column in measures else object) for column in ["pattern", "split", *measures]}
            for name, rows in self.per_query.groupby("strategy")
        }

    @cached_property
    def summary(self) -> pd.DataFrame:
        """Tidy: strategy, pattern, split, metric, value, low, high, n. Split `all` stands for the queries that were run."""
        splits = sorted(self.per_query["split"].unique())
        named = [*splits, ALL] if len(splits) > 1 else splits
        rows = []
        for strategy in self.strategies:
            for pattern in [*sorted(self.per_query["pattern"].unique()), ALL]:
                for split in named:
                    # The special measures belong to one pattern each: over all queries they would say nothing.
                    for metric in METRICS if pattern == ALL else [*METRICS, *special.MEASURES]:
                        values = self.values(strategy, metric, pattern, split)
                        if len(values):
                            rows.append((strategy, pattern, split, metric, values.mean(), *interval(values), len(values)))
        return pd.DataFrame(rows, columns=["strategy", "pattern", "split", "metric", "value", "low", "high", "n"])

    def against_best(self, metric: str, pattern: str = ALL) -> tuple[str, dict[str, tuple[float, float, float]]]:
        """The best strategy of a slice, and for each other the paired difference to it: (mean, low, high).

        When `low` is 0 or less the difference is too small to tell. Of equal strategies the first named is best.
        """
        if (metric, pattern) not in self._verdicts:
            self._verdicts[metric, pattern] = self._against_best(metric, pattern)
        return self._verdicts[metric, pattern]

    def _against_best(self, metric: str, pattern: str) -> tuple[str, dict[str, tuple[float, float, float]]]:
        values = {strategy: self.values(strategy, metric, pattern) for strategy in self.strategies}
        sign = -1 if metric in special.LOWER_IS_BETTER else 1
        measured = [strategy for strategy in self.strategies if len(values[strategy])]
        best = max(measured, key=lambda strategy: sign * round(values[strategy].mean(), 9))
        others = {}
        for strategy in measured:
            if strategy != best and len(values[strategy]) == len(values[best]):
                difference = sign * (values[best] - values[strategy])
                others[strategy] = (float(difference.mean()), *bootstrap(difference))
        return best, others

    def stages(self, strategy: str, pattern: str = ALL) -> pd.Series:
        """How many queries ended at each stage of the failure ladder."""
        rows = self._judged[self._judged["strategy"] == strategy]
        if pattern != ALL:
            rows = rows[rows["pattern"] == pattern]
        return rows["stage"].value_counts().reindex(ladder.STAGES, fill_value=0)


def bake_off(collection: TestSet, strategies: Sequence[str], parts: Parts) -> BakeOff:
    """Run `strategies` (names) over the queries of `collection`, with the indexes in `parts`.

    Raises BakeoffError for an unknown name. `contextual` is left out where it could not differ from `hybrid`.
    """
    left_out = {}
    retrievers = {}
    for name in check_names(strategies):
        why = not_here(name, parts)
        if why:
            left_out[name] = why
            continue
        retrievers[name] = build(name, parts)
    if not retrievers:
        raise BakeoffError(f"nothing to run: {'; '.join(f'{name}: {why}' for name, why in left_out.items())}. Name another strategy.")
    depth = max(RUN_DEPTH, DEPTH, parts.settings.depth)
    runs: dict[str, Run] = {}
    for name in track(list(retrievers), len(retrievers), "strategies"):
        rankings = retrievers[name].search_batch(collection.queries, depth)
        runs[name] = {query.id: hits for query, hits in zip(collection.queries, rankings, strict=True)}
    gold = special.gold_answers(collection.queries, parts.database) if parts.database else {}
    rows = []
    for name, run in runs.items():
        stages = _stages(retrievers[name], run, collection, parts.settings.depth)
        for query in collection.queries:
            row = _row(name, query, ids(run[query.id]), stages[query.id], collection)
            if parts.database:
                row |= special.measure(name, retrievers[name], query, run[query.id], collection, gold)
            rows.append(row)
    per_query = pd.DataFrame(rows)
    per_query[[name for name in special.MEASURES if name not in per_query]] = np.nan
    return BakeOff(collection, parts, runs, per_query, left_out)


def _row(name: str, query: Query, ranking: list[str], stage: str, collection: TestSet) -> dict:
    golds = collection.golds.get(query.id, ())
    row = {"strategy": name, "query": query.id, "pattern": query.pattern, "split": query.split, "golds": len(golds), "stage": stage}
    if not golds:
        return row | {"first_rank": None} | dict.fromkeys(METRICS)
    relevant = frozenset().union(*golds)
    first = next((rank for rank, doc_id in enumerate(ranking, start=1) if doc_id in relevant), None)
    grades = collection.grades.get(query.id)
    return row | {"first_rank": first} | {metric.name: metric(ranking, golds, grades) for metric in METRICS.values()}


def _stages(retriever: Retriever, run: Run, collection: TestSet, depth: int) -> dict[str, str]:
    """Query id to stage of the failure ladder."""
    queries = collection.queries
    before_rerank = retriever.first if isinstance(retriever, Reranked) else retriever
    fused = before_rerank.search_batch(queries, depth)
    fusion = before_rerank.inner if isinstance(before_rerank, Remembered) else before_rerank
    sources = fusion.retrievers if isinstance(fusion, Fused) else [before_rerank]
    lists = [source.search_batch(queries, depth) for source in sources]
    stages = {}
    for number, query in enumerate(queries):
        golds = collection.golds.get(query.id)
        stages[query.id] = (
            ladder.stage(golds, collection.by_id, [ids(rankings[number]) for rankings in lists], ids(fused[number]), ids(run[query.id]), depth, FOUND_AT)
            if golds
            else "no gold"
        )
    return stages
