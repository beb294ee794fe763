"""The one face of every strategy: `search(query, k)` gives a ranking, a list of hits, best first.

Every ranking is ordered by (-score, id) with scores rounded to 1e-6, so that it is the same list on every machine:
sums of floats differ in the last digits between processors, and unstable sorts order ties as they please.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lab_utils.collections.records import Query, searchable
from lab_utils.errors import BakeoffError

DIGITS = 6


@dataclass(frozen=True, slots=True)
class Hit:
    id: str
    score: float
    """higher is better; its scale depends on the strategy, so scores of two strategies cannot be compared"""
    rank: int
    """from 1"""


def ranked(scored: Iterable[tuple[str, float]], k: int | None = None, digits: int = DIGITS) -> list[Hit]:
    """The best `k` (all, if None) of (id, score) pairs as hits, ordered by (-score, id). NaN is refused."""
    pairs = [(doc_id, round(float(score), digits)) for doc_id, score in scored]
    for doc_id, score in pairs:
        if math.isnan(score):
            raise BakeoffError(f"the score of document {doc_id!r} is not a number (NaN). A ranking needs numbers; look at the model's output.")
    pairs.sort(key=lambda pair: (-pair[1], pair[0]))
    return [Hit(doc_id, score, rank) for rank, (doc_id, score) in enumerate(pairs[:k], start=1)]


def as_query(query: Query | str) -> Query:
    return query if isinstance(query, Query) else Query(id="", text=query)


class Retriever(ABC):
    """A search strategy over a fixed set of documents."""

    name: str

    def search(self, query: Query | str, k: int = 10) -> list[Hit]:
        """The best `k` documents for `query`; fewer where fewer match. Raises BakeoffError for k < 1 or nothing to search for."""
        return self.search_batch([query], k)[0]

    def search_batch(self, queries: Sequence[Query | str], k: int = 10) -> list[list[Hit]]:
        """One ranking per query, in their order."""
        if isinstance(k, bool) or not isinstance(k, int) or k < 1:
            raise BakeoffError(f"k is {k!r}. It counts documents: give a whole number from 1.")
        checked = [as_query(query) for query in queries]
        for query in checked:
            if not searchable(query.text):
                raise BakeoffError(f"query {query.id or query.text!r}: there is nothing to search for. It needs at least one letter or digit.")
        return self._rank(checked, k)

    @abstractmethod
    def _rank(self, queries: Sequence[Query], k: int) -> list[list[Hit]]:
        """The rankings; `queries` and `k` are checked."""
