"""Right solutions in other styles pass, and wrong ones that people really write do not: the cases are there to see the difference."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest

from lab_utils.exercises import State
from lab_utils.exercises.checking import sit
from lab_utils.exercises.registry import exercise, exercises
from lab_utils.exercises.runner import Limits, Report
from lab_utils.exercises.sources import Listing
from lab_utils.exercises.verdict import judge

SEEDS = (20, 1, 2)
FILES = sorted(path.stem for path in (Path(__file__).parent / "attempts").glob("[a-z]*.py"))


def attempts(prefix):
    for stem in FILES:
        module = importlib.import_module(f"tests.exercises.attempts.{stem}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if name.startswith(prefix) and function.__module__ == module.__name__:
                yield pytest.param(stem.replace("_", "-"), function, id=f"{stem}-{name}")


def result(exercise_id, function, seed):
    exam = sit(exercise(exercise_id), seed)
    return judge(exam, Report(exam.play(function)), Listing(""), Limits())


def test_every_exercise_has_attempts():
    assert sorted(each.id.replace("-", "_") for each in exercises()) == FILES


@pytest.mark.parametrize(("exercise_id", "function"), attempts("ok_"))
def test_a_right_solution_in_another_style_passes(exercise_id, function):
    for seed in SEEDS:
        found = result(exercise_id, function, seed)
        assert found.state is State.PASSED, str(found)


@pytest.mark.parametrize(("exercise_id", "function"), attempts("bad_"))
def test_a_wrong_solution_does_not_pass(exercise_id, function):
    for seed in SEEDS:
        assert result(exercise_id, function, seed).state is not State.PASSED
