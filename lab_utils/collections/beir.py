"""Read a BEIR directory: `corpus.jsonl`, `queries.jsonl`, and `qrels/<split>.tsv` or `qrels.tsv`.

Format: Thakur et al., "BEIR: A Heterogenous Benchmark for Zero-shot Evaluation of Information Retrieval Models",
2021. A document's indexed text is its title and its text joined by a space, as the published numbers have it.
`.jsonl.gz` is read like `.jsonl`. A query may carry `pattern` and `history`, at top level or under `metadata`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lab_utils.collections.files import numbered_lines
from lab_utils.collections.gathering import Gathering
from lab_utils.collections.records import NO_PATTERN, NO_SPLIT, Document, Query, TestSet
from lab_utils.errors import BakeoffError


def is_beir(folder: Path) -> bool:
    return _jsonl(folder, "corpus") is not None


def load_beir(folder: Path, allow_missing_golds: bool = False) -> TestSet:
    """The collection in `folder`. Raises DataError with every malformed row, BakeoffError for a missing file."""
    gathering = Gathering(folder.name)
    for name in ("corpus", "queries"):
        if _jsonl(folder, name) is None:
            raise BakeoffError(f"{folder}: {name}.jsonl (or {name}.jsonl.gz) is missing. A BEIR directory holds corpus.jsonl, queries.jsonl and qrels.")
    _read_documents(_jsonl(folder, "corpus"), gathering)
    queries = _read_queries(_jsonl(folder, "queries"), gathering)
    splits: dict[str, str] = {}
    for split, path in _qrels_files(folder):
        _read_qrels(path, split, gathering, splits, set(queries), allow_missing_golds)
    for fields in queries.values():
        gathering.add_query(Query(**fields, split=splits.get(fields["id"], NO_SPLIT)))
    return gathering.finish()


def _jsonl(folder: Path, name: str) -> Path | None:
    return next((path for path in (folder / f"{name}.jsonl", folder / f"{name}.jsonl.gz") if path.is_file()), None)


def _qrels_files(folder: Path) -> list[tuple[str, Path]]:
    files = [(path.stem, path) for path in sorted((folder / "qrels").glob("*.tsv"))]
    if not files and (folder / "qrels.tsv").is_file():
        files = [(NO_SPLIT, folder / "qrels.tsv")]
    if not files:
        raise BakeoffError(f"{folder}: no qrels found. Put them in qrels/test.tsv or qrels.tsv (query-id, corpus-id, score, separated by tabs).")
    return files


def _rows(path: Path, gathering: Gathering) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in numbered_lines(path, gathering.problems):
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            ended = error.pos >= len(line.rstrip()) or "Unterminated" in error.msg
            what = "the JSON stops in the middle (file cut short?)" if ended else f"not JSON ({error.msg} at column {error.colno})"
            gathering.fault(path.name, number, "", what, "Write one JSON object a line, or copy the file again")
            continue
        if not isinstance(row, dict):
            gathering.fault(path.name, number, "", f"a JSON {type(row).__name__}, not an object", 'Write {"_id": ..., "text": ...}')
            continue
        yield number, row


def _text_field(row: dict, field: str, path: Path, number: int, gathering: Gathering, required: bool = True) -> str | None:
    value = row.get(field)
    if value is None and not required:
        return ""
    if field == "_id" and isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        what = "is missing" if value is None else f"is {json.dumps(value)[:40]}, not text"
        gathering.fault(path.name, number, field, what, "Give it as a string in quotes")
        return None
    return value


def _read_documents(path: Path, gathering: Gathering) -> None:
    for number, row in _rows(path, gathering):
        fields = [_text_field(row, field, path, number, gathering, field != "title") for field in ("_id", "title", "text")]
        if None in fields:
            continue
        doc_id, title, text = fields
        metadata = row.get("metadata")
        document = Document(doc_id, f"{title} {text}".strip(), title, metadata=metadata if isinstance(metadata, dict) else {})
        gathering.add_document(document, path.name, number)


def _read_queries(path: Path, gathering: Gathering) -> dict[str, dict]:
    queries: dict[str, dict] = {}
    for number, row in _rows(path, gathering):
        query_id, text = (_text_field(row, field, path, number, gathering) for field in ("_id", "text"))
        if query_id is None or text is None:
            continue
        extra = {**(row["metadata"] if isinstance(row.get("metadata"), dict) else {}), **row}
        history = extra.get("history") or []
        if isinstance(history, str):
            history = [history]
        if not isinstance(history, list) or not all(isinstance(turn, str) for turn in history):
            gathering.fault(path.name, number, "history", "is not a list of texts", 'Write ["first turn", "second turn"]')
            continue
        pattern = extra.get("pattern") or NO_PATTERN
        if not isinstance(pattern, str):
            gathering.fault(path.name, number, "pattern", f"is {json.dumps(pattern)[:40]}, not text", "Give one word in quotes")
            continue
        if gathering.check_query(query_id, text, path.name, number):
            queries[query_id] = {"id": query_id, "text": text, "pattern": pattern, "history": tuple(history), "user": str(extra.get("user") or "")}
    return queries


def _read_qrels(path: Path, split: str, gathering: Gathering, splits: dict[str, str], queries: set[str], allow_missing: bool) -> None:
    name = path.name if split == NO_SPLIT else f"qrels/{path.name}"
    for number, line in numbered_lines(path, gathering.problems):
        cells = [cell.strip() for cell in line.split("\t")]
        if number == 1 and not cells[-1].lstrip("-").isdigit():
            continue  # the header
        if len(cells) == 4:  # the TREC form: query, iteration, document, grade
            cells = [cells[0], cells[2], cells[3]]
        if len(cells) != 3:
            gathering.fault(name, number, "", f"{len(cells)} column(s) instead of 3", "Separate query-id, corpus-id and score by tabs")
            continue
        query_id, doc_id, grade = cells
        try:
            relevance = int(grade)
        except ValueError:
            gathering.fault(name, number, "score", f"{grade!r} is not a whole number", "Write 1 for relevant, 0 for not")
            continue
        if query_id not in queries:
            gathering.fault(name, number, "query-id", f"{query_id!r} is no query of queries.jsonl", "Remove the row or add the query")
            continue
        if splits.setdefault(query_id, split) != split:
            gathering.fault(name, number, "query-id", f"{query_id!r} stands in split {splits[query_id]!r} too", "Keep each query in one split")
            continue
        gathering.add_grade(query_id, doc_id, relevance, name, number, "corpus-id", allow_missing)
