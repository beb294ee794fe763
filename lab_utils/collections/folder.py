"""Read a folder of Markdown or text files with a `queries.csv` beside them.

The texts stand anywhere below the folder (or below its `corpus/`, where there is one). queries_csv.py says what
stands in `queries.csv`.
"""

from __future__ import annotations

from pathlib import Path

from lab_utils.collections.files import read_text
from lab_utils.collections.gathering import Gathering
from lab_utils.collections.passages import FrontMatterError, cut, split_front_matter
from lab_utils.collections.queries_csv import QUERIES, read_queries
from lab_utils.collections.records import Document, TestSet

_SUFFIXES = {".md", ".markdown", ".txt"}


def load_folder(folder: Path, allow_missing_golds: bool = False) -> TestSet:
    """The collection in `folder`. Raises DataError with every malformed file and row."""
    gathering = Gathering(folder.name)
    passages = _read_documents(folder, gathering)
    read_queries(folder / QUERIES, gathering, passages, allow_missing_golds)
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
