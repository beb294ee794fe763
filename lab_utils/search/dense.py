"""Dense search: the passages whose vectors point the same way as the query's.

    score(q, d) = cosine(E(q), E(d)) = E(q) . E(d)   for vectors of unit length

Exact search over all vectors, no approximate index: at 100,000 passages it takes some tens of milliseconds. A
passage is judged by its first 256 word pieces (the window of all-MiniLM-L6-v2); what stands after them is unseen.

Fails when: the answer is one exact token (codes and part numbers have near-identical neighbours), on negation and
numbers, and always returns something: k documents come back however bad they are.
Source of the model: Reimers and Gurevych, "Sentence-BERT", 2019; all-MiniLM-L6-v2's model card.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lab_utils.collections.records import Query, searchable
from lab_utils.search.base import Hit, Retriever
from lab_utils.search.encoder import Encoder
from lab_utils.search.filters import Allow, everything
from lab_utils.search.top import TopK

ROWS = 512  # queries scored at once: bounds the score matrix to 400 MB at 100,000 passages


class Dense(Retriever):
    """Cosine search over `texts`, parallel to `ids`. Blank texts are never returned."""

    name = "dense"

    def __init__(self, ids: Sequence[str], texts: Sequence[str], encoder: Encoder, allow: Allow = everything):
        kept = [place for place, text in enumerate(texts) if searchable(text)]
        self.encoder = encoder
        self._allow = allow
        self._kept = np.array(kept, dtype=np.int64)
        self._top = TopK([ids[place] for place in kept])
        # In float64 the sums are exact far beyond the rounding of scores, whatever order the processor adds them in.
        self._vectors = encoder.encode([texts[place] for place in kept]).astype(np.float64)

    def _rank(self, queries: Sequence[Query], k: int) -> list[list[Hit]]:
        if not len(self._vectors):
            return [[] for _ in queries]
        vectors = self.encoder.encode_queries([query.text for query in queries]).astype(np.float64)
        rankings = []
        for start in range(0, len(queries), ROWS):
            rows = vectors[start : start + ROWS] @ self._vectors.T
            rankings.extend(self._top.best(row, k, allowed=self._allowed(query)) for query, row in zip(queries[start : start + ROWS], rows, strict=True))
        return rankings

    def _allowed(self, query: Query) -> np.ndarray | None:
        mask = self._allow(query)
        return None if mask is None else mask[self._kept]
