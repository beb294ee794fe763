"""The triple proof for each exercise: the stub is not started, the reference passes, each known mistake earns its own message."""

from __future__ import annotations

import ast
import json
import linecache
import random
import re
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lab_utils.exercises import State, registry
from lab_utils.exercises.checking import examine, examine_program, sit
from lab_utils.exercises.child.bakeoff_child.wire import decode, encode
from lab_utils.exercises.outcomes import agree
from lab_utils.exercises.programs import Program
from lab_utils.exercises.runner import Limits, Report
from lab_utils.exercises.sources import Listing, is_stub, reference_source, source_of, stub_source
from lab_utils.exercises.verdict import judge

EXERCISES = registry.exercises()
SEEDS = (20, 1, 2)

each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
each_mistake = pytest.mark.parametrize(
    ("exercise", "mistake"),
    [(exercise, mistake) for exercise in EXERCISES for mistake in exercise.mistakes],
    ids=lambda value: getattr(value, "id", None) or value.function.__name__,
)


def define(source: str, name: str):
    """A function out of source text, as a notebook cell makes one: Python knows its lines."""
    file = f"<cell of {name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    namespace: dict = {"__name__": "__main__"}
    exec(compile(source, file, "exec"), namespace)
    return namespace[name]


def test_there_are_exercises_for_each_lesson():
    assert len(EXERCISES) >= 15
    assert {exercise.lesson for exercise in EXERCISES} == {"01", "02", "03", "04", "05"}


@each_exercise
def test_stub_is_not_started(exercise):
    source = stub_source(exercise)
    assert is_stub(source, exercise.name)
    result = examine(exercise, define(source, exercise.name))
    assert result.state is State.NOT_STARTED
    assert exercise.reference.__doc__.splitlines()[0] in source


@each_exercise
def test_reference_passes(exercise):
    result = examine(exercise, exercise.reference)
    assert result.state is State.PASSED, str(result)
    assert result.right == result.cases > 0


@each_exercise
def test_reference_stands_alone_as_source_and_passes_with_another_seed(exercise):
    """What a build puts into a lesson, and a grader takes out of it."""
    program = Program(exercise.name, "solution.py", source=reference_source(exercise))
    result = examine_program(sit(exercise, seed=99), program, Listing("solution.py", program.source))
    assert result.passed, str(result)


@each_mistake
def test_mistake_earns_its_own_message(exercise, mistake):
    for seed in SEEDS:
        exam = sit(exercise, seed)
        result = judge(exam, Report(exam.play(mistake.function)), Listing(""), Limits())
        assert result.state is State.WRONG
        assert (result.why, result.mistake) == (mistake.message, mistake.function.__name__)


@pytest.mark.parametrize("lesson", ["01", "02", "03", "04", "05"])
def test_a_mistake_is_recognised_in_the_other_process_too(lesson):
    exercise = registry.exercises(lesson)[0]
    mistake = exercise.mistakes[-1]
    assert examine(exercise, mistake.function).why == mistake.message


@each_exercise
def test_no_two_mistakes_are_alike(exercise):
    for seed in SEEDS:
        exam = sit(exercise, seed)
        assert not any(agree(one, other, exercise.compare) for (_, one), (_, other) in combinations(exam.mistaken, 2))


@each_exercise
def test_the_trap_comes_last(exercise):
    exam = sit(exercise, seed=20)
    firsts = []
    for _, outcomes in exam.mistaken:
        differences = exam.differences(outcomes)
        firsts.append(next(number for number, text in enumerate(differences) if text))
    assert len(exam.cases) - 1 in firsts, "one mistake passes all cases but the last"


@each_exercise
def test_nothing_gives_the_solution_away(exercise):
    body = ast.parse(source_of(exercise.reference)).body[0].body[1:]
    lines = {squeezed(line) for statement in body for line in ast.unparse(statement).splitlines()}
    telling = [line for line in lines if len(line) > 12]
    told = [*exercise.hints, *(mistake.message for mistake in exercise.mistakes)]
    for text in told:
        assert not [line for line in telling if line in squeezed(text)]
        assert not re.search(r"\blambda\b|\benumerate\b|\.get\(|\[:k\]|SELECT", text)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_messages_and_hints_are_distinct():
    told = [text for exercise in EXERCISES for text in (*exercise.hints, *(mistake.message for mistake in exercise.mistakes))]
    assert len(set(told)) == len(told)


@each_exercise
def test_the_card_is_filled_in(exercise):
    assert exercise.lesson in exercise.reference.__module__
    assert exercise.reference.__module__.rpartition(".")[2].replace("_", "-") == exercise.id
    assert 3 <= exercise.minutes <= 20
    assert exercise.difficulty in (1, 2, 3)
    assert 1 <= exercise.points <= 6
    assert 2 <= len(exercise.mistakes) <= 4
    assert len(exercise.hints) == 3
    assert exercise.hints[0].endswith("?")
    orders = [other.order for other in registry.exercises(exercise.lesson)]
    assert orders == list(range(1, len(orders) + 1))


@each_exercise
def test_cases_are_the_same_for_a_seed_and_survive_the_journey(exercise):
    for seed in SEEDS:
        cases = exercise.cases(random.Random(seed))
        assert repr(cases) == repr(exercise.cases(random.Random(seed)))
        for case in cases:
            assert case.about
            assert decode(json.loads(json.dumps(encode(case.arguments)))) == case.arguments


@pytest.mark.parametrize("exercise", [e for e in EXERCISES if e.spec], ids=lambda e: e.id)
def test_reference_agrees_with_the_definition(exercise):
    for seed in range(20):
        exam = sit(exercise, seed)
        assert exam.differences(exam.play(exercise.spec)) == [""] * len(exam.cases)


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.builds(object),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["pattern", "depth", "calls", "log", "k", "n"]), inner, max_size=3) | st.tuples(inner)
    ),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(value=plain_values, case=st.integers(0, 3))
def test_a_comparison_takes_whatever_comes_back(value, case):
    """Strange results get a sentence, never an exception."""
    found = decode(json.loads(json.dumps(encode(value))))
    for exercise in EXERCISES:
        expected = EXAMS[exercise.id].expected[case].value
        assert isinstance(exercise.compare(expected, found), str)


EXAMS = {exercise.id: sit(exercise, seed=20) for exercise in EXERCISES}
