"""Reranking: a cross-encoder reads query and passage together and reorders the best candidates.

    ranking(q) = the top `depth` of the first stage, reordered by the cross-encoder's score, then the rest as it was

It looks at each pair with all the model's attention, which two vectors made apart cannot do, and it costs one model
call a candidate: 50 candidates take about 2.5 seconds on two cores. That is why nobody reranks a whole corpus.

Fails when: the answer is not among the candidates. It reorders what was retrieved and adds nothing. It may also
make a ranking worse: it was trained on web questions, and on other text its taste may differ.
Source: Nogueira and Cho, "Passage Re-ranking with BERT", 2019.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lab_utils.collections.records import Query
from lab_utils.progress import track
from lab_utils.search.base import Hit, Retriever, ranked
from lab_utils.search.cross_encoder import CrossEncoder

DEPTH = 50  # candidates to rerank


class Reranked(Retriever):
    """`first`, with its top `depth` reordered. `texts` maps document id to the text the cross-encoder reads."""

    def __init__(self, name: str, first: Retriever, texts: Mapping[str, str], scorer: CrossEncoder, depth: int = DEPTH):
        self.name = name
        self.first = first
        self.depth = depth
        self._texts = texts
        self._scorer = scorer

    def _rank(self, queries: Sequence[Query], k: int) -> list[list[Hit]]:
        candidates = self.first.search_batch(queries, max(k, self.depth))
        pairs = track(zip(queries, candidates, strict=True), len(queries), f"{self.name}: reranking", "queries")
        return [self._reorder(query, hits)[:k] for query, hits in pairs]

    def _reorder(self, query: Query, hits: list[Hit]) -> list[Hit]:
        head, tail = hits[: self.depth], hits[self.depth :]
        if not head:
            return []
        scores = self._scorer.scores(query.text, [self._texts[hit.id] for hit in head])
        reordered = ranked(zip([hit.id for hit in head], scores, strict=True))
        # What was not reranked keeps its order below the last reranked one; each step down is one unit of score.
        lowest = reordered[-1].score
        return reordered + [Hit(hit.id, lowest - step, self.depth + step) for step, hit in enumerate(tail, start=1)]
