"""`work/`: the learner's own copy of the lessons. A new edition never lands on an answer.

A record of what was copied says later whether a lesson was changed: by its texts and code alone, since running a
lesson and saving it is no answer. An unchanged lesson gets the new edition, a changed one stays, and the new edition
is laid beside it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from lab_utils.classroom.build_file import read
from lab_utils.classroom.doctor import ROOT
from lab_utils.errors import BakeoffError
from lab_utils.files import holds, write_whole

WORK = "work"
RECORD = ".lessons.json"
LESSONS = "[0-9][0-9]_*.ipynb"

What = Literal["added", "updated", "kept", "unreadable", "unchanged"]


@dataclass(frozen=True, slots=True)
class Copied:
    """What became of one lesson."""

    name: str
    what: What
    beside: str = ""
    """name of the new edition's file, where the learner's own was kept"""

    @property
    def opens(self) -> str:
        """Name of the file that can be worked in."""
        return self.beside if self.what == "unreadable" else f"{self.name}.ipynb"

    def __str__(self) -> str:
        if self.what == "unreadable":
            return f"{self.name}: cannot be opened, and stays as it is. A fresh copy is beside it: {self.beside}"
        if self.what == "kept" and self.beside:
            return f"{self.name}: kept as you left it. There is a new edition, and it is beside yours: {self.beside}"
        return f"{self.name}: {self.what}"


@dataclass(slots=True)
class _Record:
    copied: dict[str, str] = field(default_factory=dict)
    """lesson: digest of the edition that was last copied or laid beside"""
    beside: dict[str, str] = field(default_factory=dict)
    """file laid beside: digest of what was put into it"""


def copy_lessons(root: Path = ROOT) -> list[Copied]:
    """Bring `work/` up to date with `notebooks/`; returns what became of each lesson. BakeoffError when files cannot be read or written."""
    editions = sorted((root / "notebooks").glob(LESSONS))
    if not editions:
        raise BakeoffError(f"{root / 'notebooks'}: there are no lessons. Make them with: bakeoff build")
    work = root / WORK
    try:
        work.mkdir(parents=True, exist_ok=True)
        record = _read_record(work / RECORD)
        outcome = [_bring(edition, work, record) for edition in editions]
        kept = json.dumps({"copied": record.copied, "beside": record.beside}, indent=1, sort_keys=True).encode()
        if not holds(work / RECORD, kept):  # a folder that needs nothing may be one that cannot be written
            write_whole(work / RECORD, kept)
    except OSError as error:
        raise BakeoffError(f"{error.filename or work}: {error.strerror}. Lessons are copied to {work}: let it be a folder that you may write.") from error
    return outcome


def _bring(edition: Path, work: Path, record: _Record) -> Copied:
    name, own = edition.stem, work / edition.name
    new = digest(edition)
    if new is None:
        raise BakeoffError(f"{edition}: is no notebook. Make it again with: bakeoff build {name}")
    last, record.copied[name] = record.copied.get(name), new
    if not own.exists():
        write_whole(own, edition.read_bytes())
        return Copied(name, "added")
    mine = digest(own)
    if mine is None:
        return Copied(name, "unreadable", _waiting(work, name, new) or _lay_beside(edition, work, record, new))
    if mine == new:
        return Copied(name, "unchanged")
    if mine == last:
        write_whole(own, edition.read_bytes())
        return Copied(name, "updated")
    if new == last:
        return Copied(name, "kept", _waiting(work, name, new))
    return Copied(name, "kept", _lay_beside(edition, work, record, new))


def _waiting(work: Path, name: str, new: str) -> str:
    """The file in which the newest edition still lies beside the learner's own, if any."""
    return next((path.name for path in sorted(work.glob(f"{name}.new*.ipynb")) if digest(path) == new), "")


def _lay_beside(edition: Path, work: Path, record: _Record, new: str) -> str:
    number = 1
    while True:
        path = work / f"{edition.stem}.new{'' if number == 1 else f'-{number}'}.ipynb"
        # An earlier edition that lies there unread makes room. One that was worked in does not.
        if not path.exists() or digest(path) in (new, record.beside.get(path.name, new)):
            write_whole(path, edition.read_bytes())
            record.beside[path.name] = new
            return path.name
        number += 1


def digest(path: Path) -> str | None:
    """Stands for the texts and code of a notebook, whatever its outputs; None when it cannot be read.

    Empty cells do not count: JupyterLab adds one when the last cell is run.
    """
    notebook = read(path)
    if notebook is None:
        return None
    texts = [(cell["cell_type"], cell["source"]) for cell in notebook["cells"] if cell["source"].strip()]
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()


def _read_record(path: Path) -> _Record:
    """Without a readable record every lesson counts as changed: nothing is lost by that."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return _Record(*({name: text for name, text in kept[part].items() if isinstance(text, str)} for part in ("copied", "beside")))
    except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError, RecursionError):  # the last: brackets without end
        return _Record()
