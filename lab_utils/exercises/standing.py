"""`progress` and `reset`: what has been done, what comes next, and how to begin again."""

from __future__ import annotations

from typing import Any

from lab_utils.errors import BakeoffError
from lab_utils.exercises import progress_file
from lab_utils.exercises.plain_table import PlainTable
from lab_utils.exercises.records import Exercise
from lab_utils.exercises.registry import exercises, find

ALL = "all"


def progress(lesson: str | int | None = None) -> PlainTable:
    """A row for each exercise, of one lesson or of all: how far it is, and what help was asked for.

    A lesson is "03" or 3. BakeoffError for one that has no exercises.
    """
    number = None if lesson is None else str(lesson).strip().zfill(2)
    every = exercises(number)
    if not every:
        lessons = sorted({exercise.lesson for exercise in exercises()})
        raise BakeoffError(f"there are no exercises in a lesson {lesson!r}. Lessons with exercises: {', '.join(lessons)}")
    book = progress_file.read()
    entries = [(exercise, progress_file.entry_of(book, exercise.id)) for exercise in every]
    rows = [
        (
            exercise.id,
            exercise.lesson,
            f"{exercise.minutes} min",
            "●" * exercise.difficulty + "○" * (3 - exercise.difficulty),
            _state(entry),
            entry["attempts"],
            f"{entry['hints']} of {len(exercise.hints)}",
            f"{exercise.points if entry['passed'] else 0} of {exercise.points}",
        )
        for exercise, entry in entries
    ]
    done = [exercise for exercise, entry in entries if entry["passed"]]
    caption = f"{len(done)} of {len(every)} exercises passed, {sum(e.points for e in done)} of {sum(e.points for e in every)} points"
    columns = ("exercise", "lesson", "time", "difficulty", "state", "attempts", "hints", "points")
    return PlainTable(caption, columns, rows, _what_next([exercise for exercise, entry in entries if not entry["passed"]]))


def reset(what: str) -> str:
    """Forget what is recorded of one exercise, or of everything with `reset("all")`. Notebooks are not touched.

    Raises BakeoffError for an id that no exercise has.
    """
    if what == ALL:
        progress_file.forget(None)
        return "Forgotten: all exercises and predictions. The old file is kept beside the new one. What you wrote in notebooks is untouched."
    exercise = find(what)
    progress_file.forget(exercise.id)
    return f"Forgotten: {exercise.title}. What you wrote in the notebook is untouched."


def _state(entry: dict[str, Any]) -> str:
    if entry["passed"]:
        return "passed, after the reference" if entry["after_reference"] else "passed"
    return "tried" if entry["attempts"] else "not started"


def _what_next(open_ones: list[Exercise]) -> str:
    if not open_ones:
        return "All done."
    first = open_ones[0]
    return f"Next: {first.title} in lesson {first.lesson}, {first.minutes} minutes. Left: {sum(exercise.minutes for exercise in open_ones)} minutes."
