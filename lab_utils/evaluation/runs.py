"""A run: for each query its ranking. In and out of the TREC form that every evaluation tool reads.

One line a hit, six columns separated by spaces: query id, the constant Q0, document id, rank, score, name of the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from lab_utils.collections.files import numbered_lines
from lab_utils.errors import DataError, Problem
from lab_utils.search.base import Hit

Run = Mapping[str, Sequence[Hit]]


def ids(hits: Sequence[Hit]) -> list[str]:
    return [hit.id for hit in hits]


def trec_lines(name: str, run: Run) -> str:
    """The run as text; queries in the run's order. Read back, it gives the same rankings."""
    tag = name.replace(" ", "_")
    return "".join(f"{query_id} Q0 {hit.id} {hit.rank} {hit.score:.12g} {tag}\n" for query_id, hits in run.items() for hit in hits)


def read_trec(path: Path) -> dict[str, list[Hit]]:
    """A run from a file, each ranking ordered by (-score, id). Raises DataError with every malformed row."""
    problems: list[Problem] = []
    scored: dict[str, dict[str, float]] = {}
    for number, line in numbered_lines(path, problems):
        cells = line.split()
        if len(cells) != 6:
            problems.append(Problem(path.name, number, "", f"{len(cells)} columns instead of 6", "Write: query Q0 document rank score name"))
            continue
        query_id, _, doc_id, _, score, _ = cells
        try:
            value = float(score)
        except ValueError:
            problems.append(Problem(path.name, number, "score", f"{score!r} is not a number", "Write a decimal number"))
            continue
        if value != value:
            problems.append(Problem(path.name, number, "score", "is not a number (NaN)", "Write a decimal number"))
        elif doc_id in scored.setdefault(query_id, {}):
            problems.append(Problem(path.name, number, "document", f"{doc_id!r} stands twice for query {query_id!r}", "Keep one of the rows"))
        else:
            scored[query_id][doc_id] = value
    if problems:
        raise DataError(problems)
    # Scores are kept as they are: another tool's may differ only beyond the usual rounding.
    return {query_id: _hits(scores) for query_id, scores in scored.items()}


def _hits(scores: Mapping[str, float]) -> list[Hit]:
    order = sorted(scores, key=lambda doc_id: (-scores[doc_id], doc_id))
    return [Hit(doc_id, scores[doc_id], rank) for rank, doc_id in enumerate(order, start=1)]
