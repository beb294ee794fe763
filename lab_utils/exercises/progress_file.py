"""What a learner has done, in one small JSON file: `work/progress.json` beside their notebooks.

Every change reads the file, changes it and writes it under a lock, because two notebooks may be open; it is written
beside its place and moved there, so that no reader sees half of it. The lock is filelock's: it is the system's own
lock, which vanishes with a kernel that is killed, on Windows too. A lock file of our own would stay behind.

The place does not depend on the current folder. `BAKEOFF_PROGRESS` names another file, or `off`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from lab_utils.errors import BakeoffError
from lab_utils.exercises.records import CheckResult, State
from lab_utils.progress import note

VERSION = 1
NAME = "progress.json"
SETTING = "BAKEOFF_PROGRESS"
PATIENCE = 10.0  # seconds; another notebook holds the lock for some milliseconds

_ROOT = Path(__file__).resolve().parents[2]
_EMPTY: dict[str, Any] = {"version": VERSION, "exercises": {}, "predictions": {}}

Book = dict[str, Any]


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
    path = place()
    return _change(lambda book: None) if path is not None and path.exists() else deepcopy(_EMPTY)


def record_check(exercise_id: str, result: CheckResult, attempt: str) -> None:
    """Keep the best state that was reached. The same code checked again is no new attempt."""
    if result.state is State.NOT_STARTED:
        return

    def enter(book: Book) -> None:
        entry = _entry(book, exercise_id)
        if entry["last"] != attempt:
            entry["attempts"] += 1
            entry["last"] = attempt
        if result.passed and not entry["passed"]:
            entry["passed"] = True
            entry["after_reference"] = entry["reference"]

    _change(enter)


def record_hint(exercise_id: str, level: int) -> None:
    def enter(book: Book) -> None:
        entry = _entry(book, exercise_id)
        entry["hints"] = max(entry["hints"], level)

    _change(enter)


def record_reference(exercise_id: str) -> None:
    def enter(book: Book) -> None:
        _entry(book, exercise_id)["reference"] = True

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
        book.update(deepcopy(_EMPTY))

    _change(enter, keep_old=exercise_id is None)


def entry_of(book: Book, exercise_id: str) -> dict[str, Any]:
    """What is recorded of one exercise; of an untouched one, the empty entry."""
    return _entry({"exercises": dict(book["exercises"])}, exercise_id)


def _entry(book: Book, exercise_id: str) -> dict[str, Any]:
    empty = {"passed": False, "attempts": 0, "hints": 0, "reference": False, "after_reference": False, "last": ""}
    return book["exercises"].setdefault(exercise_id, empty)


def _change(enter: Callable[[Book], None], keep_old: bool = False) -> Book:
    """Let `enter` change the book, and keep it if it did. What goes wrong with files costs progress, never a lesson."""
    path = place()
    if path is None:
        book = deepcopy(_EMPTY)
        enter(book)
        return book
    from filelock import FileLock, Timeout

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_name(f".{path.name}.lock"), timeout=PATIENCE):
            book = _load(path)
            before = json.dumps(book)
            enter(book)
            if json.dumps(book) != before:
                if keep_old:
                    _write(path.with_name(f"{path.stem}.before-reset{path.suffix}"), json.loads(before))
                _write(path, book)
            return book
    except (OSError, Timeout, NotImplementedError) as error:  # NotImplementedError: a file system without locks
        _say_once(f"progress: {path} cannot be kept ({error}). Set {SETTING} to a file that can be written. The lesson goes on.")
        book = deepcopy(_EMPTY)
        enter(book)
        return book


@cache
def _say_once(text: str) -> None:
    note(text)


def _load(path: Path) -> Book:
    if not path.exists():
        return deepcopy(_EMPTY)
    try:
        book = json.loads(path.read_text(encoding="utf-8"))
        check_shape(book)
    except (ValueError, BakeoffError) as error:  # no UTF-8 and no JSON are both ValueErrors
        aside = _free_name(path)
        path.replace(aside)
        note(f"progress: {path} is damaged ({error}). It was moved to {aside.name}, and progress starts anew; what you wrote in notebooks is untouched.")
        return deepcopy(_EMPTY)
    return book


def check_shape(book: object) -> None:
    """BakeoffError when this is not what `record_...` writes."""
    if not isinstance(book, dict) or book.get("version") != VERSION:
        raise BakeoffError(f"it is not a progress file of version {VERSION}")
    kinds = {"passed": bool, "attempts": int, "hints": int, "reference": bool, "after_reference": bool, "last": str}
    for name in ("exercises", "predictions"):
        if not isinstance(book.get(name), dict):
            raise BakeoffError(f"its {name} are not readable")
    for exercise_id, entry in book["exercises"].items():
        if not isinstance(entry, dict) or any(not isinstance(entry.get(key), kind) for key, kind in kinds.items()):
            raise BakeoffError(f"its entry {exercise_id!r} is not readable")
    for prediction_id, answers in book["predictions"].items():
        if not isinstance(answers, list) or not answers or not all(isinstance(answer, str) for answer in answers):
            raise BakeoffError(f"its prediction {prediction_id!r} is not readable")


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    return aside


def _write(path: Path, book: Book) -> None:
    part = path.with_name(f"{path.name}.part")
    part.write_text(json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    os.replace(part, path)
