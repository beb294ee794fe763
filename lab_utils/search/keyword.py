"""Keyword search: BM25 over an index of terms.

    score(q, d) = sum over terms t of q:  idf(t) * tf (k1 + 1) / (tf + k1 (1 - b + b |d| / avgdl))
    idf(t)      = ln(1 + (N - df + 0.5) / (df + 0.5))

k1 = 1.5, b = 0.75. Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
with the always-positive idf of Lucene. rank-bm25's own idf is zero for a term that stands in half of the documents
and negative beyond, so that a stop word may outrank a content word; ours never inverts.

Two engines behind one face: rank-bm25 to read and to learn from, and from 2,000 passages bm25s, which stores each
term's scores and is some hundred times faster. Their rankings are the same (a test holds them together).

Fails when: the words of the question and of the answer differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Protocol

import numpy as np

from lab_utils.collections.records import Query
from lab_utils.search.analyzer import DEFAULT, Analyzer
from lab_utils.search.base import Hit, Retriever
from lab_utils.search.filters import Allow, everything
from lab_utils.search.top import TopK

K1 = 1.5
B = 0.75
LARGE = 2_000  # passages; below it rank-bm25 answers in a millisecond or two, and its code is there to be read


class _Engine(Protocol):
    def scores(self, queries: Iterable[list[str]]) -> Iterable[np.ndarray]:
        """For each query's terms one score per document; 0 where no term matches."""


class Keyword(Retriever):
    """BM25 over `texts`, parallel to `ids`. Documents that share no term with the query are not returned."""

    name = "keyword"

    def __init__(self, ids: Sequence[str], texts: Sequence[str], analyzer: Analyzer = DEFAULT, engine: str = "auto", allow: Allow = everything):
        self.analyzer = analyzer
        self._allow = allow
        terms = [analyzer.analyze(text) for text in texts]
        self._top = TopK(ids)
        if not any(terms):
            self._engine: _Engine = _Nothing(len(ids))
        elif engine == "bm25s" or (engine == "auto" and len(ids) >= LARGE):
            self._engine = _Bm25s(terms)
        else:
            self._engine = _RankBm25(terms)

    def _rank(self, queries: Sequence[Query], k: int) -> list[list[Hit]]:
        scores = self._engine.scores(self.analyzer.analyze(query.text) for query in queries)
        return [self._top.best(row, k, above=0.0, allowed=self._allow(query)) for row, query in zip(scores, queries, strict=True)]


class _Nothing:
    """No document has a term: nothing is ever found (both libraries fail on this)."""

    def __init__(self, size: int):
        self._zeros = np.zeros(size)

    def scores(self, queries: Iterable[list[str]]) -> Iterable[np.ndarray]:
        return (self._zeros for _ in queries)


def okapi(terms: list[list[str]]):
    """rank-bm25's Okapi over the documents' terms, with the idf above."""
    from rank_bm25 import BM25Okapi

    class Positive(BM25Okapi):
        def _calc_idf(self, nd: dict[str, int]) -> None:
            for term, df in nd.items():
                self.idf[term] = math.log(1 + (self.corpus_size - df + 0.5) / (df + 0.5))

    return Positive(terms, k1=K1, b=B)


class _RankBm25:
    """rank-bm25, which is asked only about the documents that hold a term."""

    def __init__(self, terms: list[list[str]]):
        self._index = okapi(terms)
        self._holders: dict[str, list[int]] = {}
        for number, of_document in enumerate(terms):
            for term in dict.fromkeys(of_document):
                self._holders.setdefault(term, []).append(number)

    def scores(self, queries: Iterable[list[str]]) -> Iterable[np.ndarray]:
        of_term = cache(self._of_term)  # a term that several queries of one batch share is scored once
        return (sum((of_term(term) for term in terms), start=np.zeros(self._index.corpus_size)) for terms in queries)

    def _of_term(self, term: str) -> np.ndarray:
        """One score per document: computed for those that hold the term, 0 for all others."""
        row = np.zeros(self._index.corpus_size)
        holders = self._holders.get(term, [])
        if holders:
            row[holders] = self._index.get_batch_scores([term], holders)
        return row


class _Bm25s:
    """bm25s' `lucene` variant, which leaves out the constant factor k1 + 1; it is put back, so the scores agree."""

    def __init__(self, terms: list[list[str]]):
        import bm25s

        self._index = bm25s.BM25(method="lucene", k1=K1, b=B, dtype="float64")
        self._index.index(terms, show_progress=False)
        self._vocabulary = self._index.vocab_dict
        self._size = len(terms)

    def scores(self, queries: Iterable[list[str]]) -> Iterable[np.ndarray]:
        for terms in queries:
            known = [term for term in terms if term in self._vocabulary]
            yield self._index.get_scores(known) * (K1 + 1) if known else np.zeros(self._size)
