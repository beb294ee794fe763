"""What a progress file holds: its empty form, and how an older or damaged one is taken."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from lab_utils.errors import BakeoffError

VERSION = 1
MOST_HINTS = 3  # every exercise has as many

Book = dict[str, Any]

_EMPTY: Book = {"version": VERSION, "exercises": {}, "predictions": {}}
_UNTOUCHED: dict[str, Any] = {"passed": False, "attempts": 0, "hints": 0, "reference": False, "after_reference": False, "last": ""}


def empty() -> Book:
    return deepcopy(_EMPTY)


def entry_to_change(book: Book, exercise_id: str) -> dict[str, Any]:
    return book["exercises"].setdefault(exercise_id, dict(_UNTOUCHED))


def entry_of(book: Book, exercise_id: str) -> dict[str, Any]:
    """What is recorded of one exercise; of an untouched one, the empty entry."""
    entry = {**_UNTOUCHED, **book["exercises"].get(exercise_id, {})}
    return entry | {"hints": min(max(entry["hints"], 0), MOST_HINTS), "attempts": max(entry["attempts"], 0)}


def parse(path: Path) -> Book:
    """The book in this file. BakeoffError when there is none in it, OSError when the file cannot be read."""
    try:
        book = json.loads(path.read_bytes().decode("utf-8-sig"))  # an editor on Windows may have put a mark in front
    except ValueError as error:  # no UTF-8 and no JSON alike
        raise BakeoffError(str(error)) from error
    except RecursionError as error:
        raise BakeoffError("it is nested too deep") from error
    return _in_shape(book)


def _in_shape(book: object) -> Book:
    """The book, with what an older kit did not write yet. BakeoffError when it is not what this one writes."""
    if not isinstance(book, dict) or book.get("version") != VERSION:
        raise BakeoffError(f"it is not a progress file of version {VERSION}")
    book = {**empty(), **book}
    for name in ("exercises", "predictions"):
        if not isinstance(book[name], dict):
            raise BakeoffError(f"its {name} are not readable")
    for exercise_id, entry in book["exercises"].items():
        if not isinstance(entry, dict):
            raise BakeoffError(f"its entry {exercise_id!r} is not readable")
        for key, value in _UNTOUCHED.items():
            if not isinstance(entry.setdefault(key, value), type(value)):
                raise BakeoffError(f"its entry {exercise_id!r} is not readable")
    for prediction_id, answers in book["predictions"].items():
        if not isinstance(answers, list) or not answers or not all(isinstance(answer, str) for answer in answers):
            raise BakeoffError(f"its prediction {prediction_id!r} is not readable")
    return book
