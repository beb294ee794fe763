"""How long each stage takes for one query, measured live: nothing comes from the cache, one query at a time.

Stages: keyword search, encoding the query, dense search, fusing the two lists, reranking the candidates. The first
query warms up (models load, buffers are made) and is not counted. Times go to their own file and table, never into
compared output.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from lab_utils.collections.records import Query
from lab_utils.errors import BakeoffError
from lab_utils.progress import track
from lab_utils.search.cache import Cache
from lab_utils.search.cross_encoder import CrossEncoder
from lab_utils.search.dense import Dense
from lab_utils.search.encoder import Encoder
from lab_utils.search.fusion import by_rank
from lab_utils.search.keyword import Keyword
from lab_utils.search.strategies import Parts

STAGES = ("keyword search", "encode query", "dense search", "fuse", "rerank")


def measure(parts: Parts, queries: int) -> pd.DataFrame:
    """One row a stage: stage, median_ms, p95_ms, n. Uses the first `queries` + 1 queries of the collection.

    The indexes in `parts` are used as they are; the query encoder and the cross-encoder run without a cache.
    """
    check_count(queries)
    asked = parts.collection.queries[: queries + 1]
    if len(asked) == 1:
        asked = asked * 2  # the one there is: once to warm up, once to time
    texts = dict(zip(parts.ids, parts.texts, strict=True))
    live = _Live(parts, texts)
    times: list[list[float]] = []
    for query in track(asked, len(asked), "timing live", "queries"):
        times.append(live.stages(query))
    seconds = np.array(times[1:])
    return pd.DataFrame(
        {
            "stage": STAGES,
            "median_ms": (np.median(seconds, axis=0) * 1000).round(2),
            "p95_ms": (np.quantile(seconds, 0.95, axis=0) * 1000).round(2),
            "n": len(seconds),
        }
    )


def check_count(queries: int | None) -> None:
    """BakeoffError for a number of queries that nothing can be timed on."""
    if queries is not None and queries < 1:
        raise BakeoffError(f"latency is {queries}. Give the number of queries to time, from 1.")


class _Live:
    def __init__(self, parts: Parts, texts: dict[str, str]):
        self.keyword = Keyword(parts.ids, parts.texts)
        self.dense = Dense(parts.ids, parts.texts, parts.encoder)
        self.dense.encoder = _Given()
        self.encoder = Encoder(parts.settings.dense_model, Cache(None))
        self.cross_encoder = CrossEncoder(parts.settings.reranker, Cache(None))
        self.settings = parts.settings
        self.texts = texts

    def stages(self, query: Query) -> list[float]:
        list_depth = self.settings.list_depth
        keyword, keyword_time = _timed(lambda: self.keyword.search(query, list_depth))
        self.dense.encoder.vectors, encode_time = _timed(lambda: self.encoder.encode_queries([query.text]))
        dense, dense_time = _timed(lambda: self.dense.search(query, list_depth))
        fused, fuse_time = _timed(lambda: by_rank(self.settings.rrf_k)([keyword, dense]))
        candidates = [self.texts[hit.id] for hit in fused[: self.settings.depth]]
        _, rerank_time = _timed(lambda: self.cross_encoder.scores(query.text, candidates))
        return [keyword_time, encode_time, dense_time, fuse_time, rerank_time]


class _Given:
    """Stands in for the encoder inside Dense, so that encoding and searching are timed apart."""

    vectors: np.ndarray

    def encode_queries(self, texts: list[str]) -> np.ndarray:
        return self.vectors


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.perf_counter()
    result = work()
    return result, time.perf_counter() - started
