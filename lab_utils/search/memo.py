"""Rankings of a retriever, kept: several strategies stand on the same two lists, which are searched for once."""

from __future__ import annotations

from collections.abc import Sequence

from lab_utils.collections.records import Query
from lab_utils.search.base import Hit, Retriever


class Remembered(Retriever):
    """`inner`, with each query's deepest ranking so far kept in memory.

    Sound because every ranking has one total order: the first k of a deeper ranking are the ranking at k. (For a
    fusion that holds up to the depth of its lists, beyond which deeper lists are fused.)
    """

    def __init__(self, inner: Retriever):
        self.inner = inner
        self.name = inner.name
        self._kept: dict[Query, tuple[int, list[Hit]]] = {}

    def _rank(self, queries: Sequence[Query], k: int) -> list[list[Hit]]:
        fresh = [query for query in dict.fromkeys(queries) if self._kept.get(query, (0, []))[0] < k]
        if fresh:
            for query, hits in zip(fresh, self.inner.search_batch(fresh, k), strict=True):
                self._kept[query] = (k, hits)
        return [self._kept[query][1][:k] for query in queries]
