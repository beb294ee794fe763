"""Find exercises: each is a file `lesson_NN/its_name.py` with an EXERCISE in it. A new file is a new exercise.

Files are imported when they are asked for, one by one: a lesson that checks `rrf` reads that file only.
"""

from __future__ import annotations

import difflib
import importlib
from functools import cache
from pathlib import Path

from lab_utils.errors import BakeoffError
from lab_utils.exercises.records import Exercise

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
    """The exercise with this id. BakeoffError when there is none, with the ids that look like it."""
    module = _files().get(str(exercise_id).replace("_", "-"))
    if module is None:
        near = difflib.get_close_matches(str(exercise_id), _files(), cutoff=0.4) or list(_files())
        raise BakeoffError(f"there is no exercise {exercise_id!r}. Did you mean {' or '.join(near)}?")
    return importlib.import_module(module).EXERCISE


def exercises(lesson: str | None = None) -> list[Exercise]:
    """All exercises, or those of one lesson, in the order in which they are done."""
    return [exercise(exercise_id) for exercise_id in ids(lesson)]
