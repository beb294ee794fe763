"""Find exercises: each is a file `lesson_NN/its_name.py` with an EXERCISE in it. A new file is a new exercise.

Files are imported when they are asked for, one by one: a lesson that checks `rrf` reads that file only.
"""

from __future__ import annotations

import difflib
import importlib
from functools import cache
from pathlib import Path

from lab_utils.errors import BakeoffError
from lab_utils.exercises.names_used import attribute
from lab_utils.exercises.records import Exercise

MOST_NEAR = 3  # ids that a message names

_HERE = Path(__file__).parent


@cache
def _files() -> dict[str, str]:
    """{id: module}, by lesson; within a lesson by name."""
    files = sorted(_HERE.glob("lesson_??/[!_]*.py"))
    return {path.stem.replace("_", "-"): f"lab_utils.exercises.{path.parent.name}.{path.stem}" for path in files}


def ids(lesson: str | None = None) -> list[str]:
    """Ids of all exercises, or of those of one lesson (`"03"`), in the order in which they are done."""
    found = [exercise_id for exercise_id, module in _files().items() if lesson is None or f".lesson_{lesson}." in module]
    return sorted(found, key=lambda exercise_id: (exercise(exercise_id).lesson, exercise(exercise_id).order, exercise_id))


@cache
def exercise(exercise_id: str) -> Exercise:
    """The exercise with this id. BakeoffError when there is none, with the ids that look most like it."""
    wanted = str(exercise_id).strip().lower().replace("_", "-")
    module = _files().get(wanted)
    if module is None:
        near = difflib.get_close_matches(wanted, _files(), n=MOST_NEAR, cutoff=0)
        raise BakeoffError(f"there is no exercise {exercise_id!r}. Did you mean {' or '.join(near)}? All of them: progress()")
    return importlib.import_module(module).EXERCISE


def find(asked: object) -> Exercise:
    """The exercise that a person means, who may give the function instead of the id."""
    return exercise(str(attribute(asked, "__name__", "")) if callable(asked) else str(asked))


def is_another(name: str, than: Exercise) -> bool:
    """Whether a function of this name is the answer to another exercise."""
    return name != than.name and name.replace("_", "-") in _files()


def exercises(lesson: str | None = None) -> list[Exercise]:
    """All exercises, or those of one lesson, in the order in which they are done."""
    return [exercise(exercise_id) for exercise_id in ids(lesson)]
