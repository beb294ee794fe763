"""Read a folder of Markdown or text files with a `queries.csv` beside them.

The texts stand anywhere below the folder (or below its `corpus/`, where there is one). `queries.csv` needs the
columns id, text and gold; pattern, history, user and split are optional. Gold is groups of ids, `a|b;c` for "a or b,
and c"; an id is that of a passage (`doc-id#section`) or of a whole document, and then any of its passages counts.
Turns in `history` are separated by `||`.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from lab_utils.collections.files import read_text
from lab_utils.collections.gathering import Gathering
from lab_utils.collections.passages import FrontMatterError, cut, split_front_matter
from lab_utils.collections.records import NO_PATTERN, NO_SPLIT, Document, Query, TestSet

QUERIES = "queries.csv"
_REQUIRED = ("id", "text", "gold")
_SUFFIXES = {".md", ".markdown", ".txt"}


def load_folder(folder: Path, allow_missing_golds: bool = False) -> TestSet:
    """The collection in `folder`. Raises DataError with every malformed file and row."""
    gathering = Gathering(folder.name)
    passages = _read_documents(folder, gathering)
    _read_queries(folder / QUERIES, gathering, passages, allow_missing_golds)
    return gathering.finish()


def _read_documents(folder: Path, gathering: Gathering) -> dict[str, list[str]]:
    root = folder / "corpus" if (folder / "corpus").is_dir() else folder
    passages: dict[str, list[str]] = {}
    for path in sorted(path for path in root.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file()):
        relative = path.relative_to(root)
        if any(part.startswith(".") for part in relative.parts) or (root == folder and relative.name == "README.md"):
            continue
        text = read_text(path, gathering.problems)
        if text is None:
            continue
        try:
            fields, body = split_front_matter(text) if path.suffix.lower() != ".txt" else ({}, text)
        except FrontMatterError as error:
            gathering.fault(relative.as_posix(), 1, "", str(error), "Write 'name: value' lines between two '---' lines")
            continue
        doc_id = str(fields.get("id") or relative.with_suffix("").as_posix().replace(" ", "-"))
        title = str(fields.get("title") or path.stem.replace("-", " ").replace("_", " "))
        metadata = {name: value for name, value in fields.items() if name not in ("id", "title")}
        cuts = list(cut(doc_id, title, body, metadata)) or [Document(f"{doc_id}#top", "", title, metadata=metadata)]
        for passage in cuts:
            gathering.add_document(passage, relative.as_posix(), None)
        passages.setdefault(doc_id, []).extend(passage.id for passage in cuts)
    return passages


def _read_queries(path: Path, gathering: Gathering, passages: dict[str, list[str]], allow_missing: bool) -> None:
    text = read_text(path, gathering.problems)
    if text is None:
        return
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    header = reader.fieldnames or []
    missing = [name for name in _REQUIRED if name not in header]
    if missing:
        separated = len(header) == 1 and (";" in header[0] or "\t" in header[0])
        cure = "Save it with commas between the columns" if separated else "Add it to the first line"
        gathering.fault(QUERIES, 1, missing[0], f"no such column; found: {', '.join(header) or 'nothing'}", cure)
        return
    rows = iter(reader)
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            gathering.fault(QUERIES, reader.line_num, "", f"not CSV ({error})", "Close the quotes of the text before it")
            return
        if row is None:
            return
        _read_query(row, reader.line_num, gathering, passages, allow_missing)


def _read_query(row: dict, line: int, gathering: Gathering, passages: dict[str, list[str]], allow_missing: bool) -> None:
    if None in row:
        gathering.fault(QUERIES, line, "", f"{len(row[None])} value(s) more than columns", "Put quotes around a text that holds commas")
        return
    cells = {name: (value or "").strip() for name, value in row.items()}
    if not gathering.check_query(cells["id"], cells["text"], QUERIES, line):
        return
    history = tuple(turn.strip() for turn in cells.get("history", "").split("||") if turn.strip())
    gathering.add_query(
        Query(cells["id"], cells["text"], cells.get("pattern") or NO_PATTERN, history, cells.get("user", ""), cells.get("split") or NO_SPLIT)
    )
    for group in filter(None, (part.strip() for part in cells["gold"].split(";"))):
        members: list[str] = []
        for gold in filter(None, (part.strip() for part in group.split("|"))):
            members.extend(passages.get(gold, [gold]))
        gathering.add_group(cells["id"], members, QUERIES, line, "gold", allow_missing)
