"""Lexical overlap: how many of a query's words stand in its gold passages?

    overlap(q) = terms of q that stand in a gold passage / terms of q      (best gold passage of each group, mean over groups)

Terms are those of the keyword index: stop words dropped, stems compared. 1.0 means that a keyword search has every
chance; near 0 it has none, and only meaning can lead there. A test set whose queries all overlap, or none, decides
the bake-off before it begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from lab_utils.collections.records import Query, TestSet
from lab_utils.search.analyzer import DEFAULT, Analyzer


def overlap(query: Query, collection: TestSet, analyzer: Analyzer = DEFAULT) -> float | None:
    """From 0 to 1; None for a query without golds or without terms."""
    terms = set(analyzer.analyze(query.text))
    groups = collection.golds.get(query.id)
    if not terms or not groups:
        return None
    return sum(_best(terms, group, collection, analyzer) for group in groups) / len(groups)


def _best(terms: set[str], group: frozenset[str], collection: TestSet, analyzer: Analyzer) -> float:
    texts = (collection.by_id[document].text for document in group if document in collection.by_id)
    return max((len(terms & set(analyzer.analyze(text))) / len(terms) for text in texts), default=0.0)


def by_pattern(collection: TestSet, queries: Sequence[Query] | None = None) -> dict[str, list[float]]:
    """Pattern -> the overlap of each of its queries that has one, sorted."""
    found: dict[str, list[float]] = {}
    for query in collection.queries if queries is None else queries:
        value = overlap(query, collection)
        if value is not None:
            found.setdefault(query.pattern, []).append(value)
    return {pattern: sorted(values) for pattern, values in sorted(found.items())}
