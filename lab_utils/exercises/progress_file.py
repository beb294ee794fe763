"""What a learner has done, in one small JSON file: `work/progress.json` beside their notebooks.

Every change reads the file, changes it and writes it under a lock, because two notebooks may be open; it is written
beside its place and moved there, so that no reader sees half of it. The lock is filelock's: it is the system's own
lock, which vanishes with a kernel that is killed, on Windows too. A lock file of our own would stay behind.

The place does not depend on the current folder. `BAKEOFF_PROGRESS` names another file, or `off`. What cannot be
written is kept for as long as the kernel runs, and written as soon as that works again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

from lab_utils.errors import BakeoffError
from lab_utils.exercises.progress_book import Book, empty, entry_of, entry_to_change, parse
from lab_utils.exercises.records import CheckResult, State
from lab_utils.files import move, write_whole
from lab_utils.progress import note

__all__ = ["SETTING", "entry_of", "forget", "place", "read", "record_check", "record_hint", "record_prediction", "record_reference"]

NAME = "progress.json"
SETTING = "BAKEOFF_PROGRESS"
PATIENCE = 3.0  # seconds; another notebook holds the lock for some milliseconds

Change = Callable[[Book], None]

_ROOT = Path(__file__).resolve().parents[2]
_unwritten: dict[Path | None, list[Change]] = {}
"""by place: what happened in this kernel and is in no file, in order"""
_in_vain: set[Path] = set()
"""places whose lock was waited for once; a notebook that was stopped may hold it for hours"""


def place() -> Path | None:
    """Where progress is kept: as set, else `work/` of a checkout, else the user's data folder. None: nowhere."""
    setting = os.environ.get(SETTING, "")
    if setting:
        return None if setting.lower() == "off" else Path(setting).expanduser().absolute()
    if (_ROOT / "pyproject.toml").is_file() and os.access(_ROOT, os.W_OK):
        return _ROOT / "work" / NAME
    from platformdirs import user_data_path

    return user_data_path("bakeoff") / NAME


def read() -> Book:
    """What is recorded; empty when nothing is, or when the place cannot be read (a note says so)."""
    return _change(None)


def record_check(exercise_id: str, result: CheckResult, attempt: str) -> None:
    """Keep the best state that was reached. The same code checked again is no new attempt."""
    if result.state is State.NOT_STARTED:
        return

    def enter(book: Book) -> None:
        entry = entry_to_change(book, exercise_id)
        if entry["last"] != attempt:
            entry["attempts"] += 1
            entry["last"] = attempt
        if result.passed and not entry["passed"]:
            entry["passed"] = True
            entry["after_reference"] = entry["reference"]

    _change(enter)


def record_hint(exercise_id: str, level: int) -> None:
    def enter(book: Book) -> None:
        entry = entry_to_change(book, exercise_id)
        entry["hints"] = max(entry["hints"], level)

    _change(enter)


def record_reference(exercise_id: str) -> None:
    def enter(book: Book) -> None:
        entry_to_change(book, exercise_id)["reference"] = True

    _change(enter)


def record_prediction(prediction_id: str, answer: str) -> list[str]:
    """Keep an answer; returns all that were given for this id, oldest first. The same answer twice is one."""
    answers: list[str] = [answer]

    def enter(book: Book) -> None:
        kept = book["predictions"].setdefault(prediction_id, [])
        if not kept or kept[-1] != answer:
            kept.append(answer)
        answers[:] = kept

    _change(enter)
    return answers


def forget(exercise_id: str | None) -> None:
    """Forget one exercise, or with None everything; then the old file is kept beside the new one."""

    def enter(book: Book) -> None:
        if exercise_id is not None:
            book["exercises"].pop(exercise_id, None)
            return
        book.clear()
        book.update(empty())

    _change(enter, keep_old=exercise_id is None)


def _change(enter: Change | None, keep_old: bool = False) -> Book:
    """Let `enter` change the book, and keep it if it did. What goes wrong with files costs progress, never a lesson."""
    path = place()
    changes = [*_unwritten.get(path, ()), *([enter] if enter else ())]
    if path is None:
        return _in_memory(path, empty(), changes)
    from filelock import FileLock, Timeout

    try:
        if not changes and not path.exists():
            return empty()  # and no folder is made for it
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_name(f".{path.name}.lock"), timeout=0 if path in _in_vain else PATIENCE):
            _in_vain.discard(path)
            book = _load(path)
            before = json.dumps(book)
            for change in changes:
                change(book)
            if json.dumps(book) != before:
                if keep_old:
                    _write(path.with_name(f"{path.stem}.before-reset{path.suffix}"), json.loads(before))
                _write(path, book)
            _unwritten.pop(path, None)
            return book
    except Timeout:
        _in_vain.add(path)
        _say_once(f"progress: another program holds {path}, perhaps a notebook that was stopped. Shut its kernel down. Until then progress is kept in memory.")
    except (OSError, RuntimeError) as error:  # RuntimeError: a file system without locks, a link that leads to itself
        _say_once(f"progress: {path} cannot be kept ({error}). Set {SETTING} to a file that can be written. The lesson goes on.")
    return _in_memory(path, _as_far_as_readable(path), changes)


def _in_memory(path: Path | None, book: Book, changes: list[Change]) -> Book:
    if changes:
        _unwritten[path] = changes
    for change in changes:
        change(book)
    return book


def _as_far_as_readable(path: Path) -> Book:
    try:
        return parse(path)
    except (OSError, BakeoffError):
        return empty()


@cache
def _say_once(text: str) -> None:
    note(text)


def _load(path: Path) -> Book:
    if not path.exists():
        return empty()
    try:
        return parse(path)
    except BakeoffError as error:
        aside = _free_name(path)
        move(path, aside)
        note(f"progress: {path} is damaged ({error}). It was moved to {aside.name}, and progress starts anew; what you wrote in notebooks is untouched.")
        return empty()


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    return aside


def _write(path: Path, book: Book) -> None:
    text = json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    target = path.resolve()  # a link stays one
    target.parent.mkdir(parents=True, exist_ok=True)
    # Half a character, which a program may make of a whole one, is written as JSON escapes it.
    write_whole(target, text.encode("utf-8", "backslashreplace"))
