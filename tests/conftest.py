"""Shared pieces of the tests: tiny collections written to disk, and the bundled SciFact loaded once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab_utils.collections import Document, Query, TestSet, load
from lab_utils.collections.load import SCIFACT
from lab_utils.search.cache import Cache
from lab_utils.search.strategies import Parts


@pytest.fixture(scope="session")
def scifact() -> TestSet:
    return load(SCIFACT)


@pytest.fixture(scope="session")
def scifact_parts(scifact) -> Parts:
    return Parts(scifact, cache=Cache(SCIFACT / "cache"))


DOCUMENTS = {
    "d1": "The box syncs slowly over wireless. Use a cable.",
    "d2": "ERR_4471 means that the relay refused the certificate.",
    "d3": "ERR_4472 means that the relay timed out.",
    "d4": "Refunds are paid within 14 days, see clause 12.3(b).",
}
QUERIES = {"q1": ("what does ERR_4471 mean", "d2"), "q2": ("money back", "d4"), "q3": ("slow sync", "d1")}


def write_beir(folder: Path, documents=None, queries=None, qrels=None) -> Path:
    """A BEIR directory; each argument may be raw text instead of the usual content."""
    folder.mkdir(parents=True, exist_ok=True)
    if documents is None:
        documents = DOCUMENTS
    if queries is None:
        queries = {query_id: text for query_id, (text, _) in QUERIES.items()}
    if qrels is None:
        qrels = "query-id\tcorpus-id\tscore\n" + "".join(f"{q}\t{gold}\t1\n" for q, (_, gold) in QUERIES.items())
    for name, rows in (("corpus", documents), ("queries", queries)):
        if isinstance(rows, dict):
            rows = "".join(json.dumps({"_id": key, "text": text}, ensure_ascii=False) + "\n" for key, text in rows.items())
        data = rows if isinstance(rows, bytes) else rows.encode()
        (folder / f"{name}.jsonl").write_bytes(data)
    (folder / "qrels.tsv").write_bytes(qrels if isinstance(qrels, bytes) else qrels.encode())
    return folder


@pytest.fixture
def beir(tmp_path) -> Path:
    return write_beir(tmp_path / "tiny")


@pytest.fixture
def tiny() -> TestSet:
    golds = {query_id: (frozenset([gold]),) for query_id, (_, gold) in QUERIES.items()}
    return TestSet(
        "tiny",
        tuple(Document(doc_id, text) for doc_id, text in DOCUMENTS.items()),
        tuple(Query(query_id, text, "identifier" if "ERR" in text else "concept") for query_id, (text, _) in QUERIES.items()),
        golds,
        {query_id: dict.fromkeys(group, 1) for query_id, (group,) in golds.items()},
    )
