"""One door to every collection: a BEIR directory, or a folder of texts with queries.csv."""

from __future__ import annotations

from pathlib import Path

from lab_utils.collections.beir import is_beir, load_beir
from lab_utils.collections.folder import load_folder
from lab_utils.collections.queries_csv import QUERIES
from lab_utils.collections.records import TestSet
from lab_utils.errors import BakeoffError

DATA = Path(__file__).resolve().parents[2] / "data"
"""the data that comes with the kit"""

SCIFACT = DATA / "scifact"


def load(folder: str | Path, allow_missing_golds: bool = False) -> TestSet:
    """Read the collection in `folder`, whichever of the two forms it has.

    Raises BakeoffError when it is neither, DataError with every malformed row.
    """
    folder = Path(folder)
    if not folder.exists():
        raise BakeoffError(f"{folder}: no such folder. Name a BEIR directory, or a folder of texts with {QUERIES}.")
    if not folder.is_dir():
        raise BakeoffError(f"{folder}: is a file, not a folder. Name the folder it stands in.")
    if is_beir(folder):
        return load_beir(folder, allow_missing_golds)
    if (folder / QUERIES).is_file():
        return load_folder(folder, allow_missing_golds)
    raise BakeoffError(f"{folder}: holds neither corpus.jsonl (a BEIR directory) nor {QUERIES} (a folder of texts). Add one of them.")
