"""What the lessons look up in the shipped cache beyond what a bake-off needs, computed where it is not stored.

Vectors of the other two models (lesson 02), of rows and days of the tables (05), of queries with their earlier turns
(the router by neighbours), and reranker scores beyond the usual depth: dev queries to depth 150, and the contextual
candidates (04).
"""

from __future__ import annotations

from lab_utils.collections.records import TestSet
from lab_utils.evaluation.other_encoders import store_vectors
from lab_utils.evaluation.runs import ids
from lab_utils.progress import track
from lab_utils.search.fusion import rrf
from lab_utils.search.router import ByNeighbours
from lab_utils.search.rows_as_text import texts_to_cache
from lab_utils.search.strategies import Parts

SWEEP = 150  # candidates of the depth sweep, which is read on dev only


def compute(collection: TestSet, parts: Parts) -> None:
    """Go through the models for everything the lessons need. Only for the bundled company data."""
    store_vectors(collection, parts.cache)
    parts.encoder.encode(texts_to_cache(parts.database.path))
    router = ByNeighbours([query for query in collection.queries if query.split == "dev"], parts.encoder)
    for query in collection.queries:
        router(query)
    asked = [query for query in collection.queries if collection.has_gold(query.id)]
    swept = [query for query in asked if query.split == "dev"]
    lists = [retriever.search_batch(swept, parts.settings.list_depth) for retriever in (parts.keyword, parts.dense)]
    work = [(query, ids(rrf([ids(hits) for hits in both]))[:SWEEP]) for query, *both in zip(swept, *lists, strict=True)]
    work += [(query, ids(hits)) for query, hits in zip(asked, parts.contextual.search_batch(asked, parts.settings.depth), strict=True)]
    for query, candidates in track(work, len(work), "scores for the lessons", "queries"):
        parts.cross_encoder.scores(query.text, [collection.by_id[doc_id].text for doc_id in candidates])
