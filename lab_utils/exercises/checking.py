"""`check`: judge the learner's function, say what was found, and hand back a function that the lesson can go on with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from lab_utils.errors import BakeoffError
from lab_utils.exercises import progress_file
from lab_utils.exercises.names_used import code_of, file_of, values_used
from lab_utils.exercises.programs import CannotTravel, Program, from_function
from lab_utils.exercises.records import CheckResult, Exercise, State
from lab_utils.exercises.registry import find, is_another
from lab_utils.exercises.render import REFERENCE, YOURS, show_in_notebook
from lab_utils.exercises.runner import Limits, Place, run
from lab_utils.exercises.sources import Listing, is_stub, source_of
from lab_utils.exercises.verdict import Exam, judge

MISSING: Any = object()  # None is what a name holds after a mistake
HEAVY = 20_000_000  # bytes that travel with the function; copying more takes longer than a check should

SEED = 20  # one set of cases for everybody: a learner who runs the cell again must meet the same ones


class Checked:
    """The function to go on with: the learner's once it has passed, the reference until then. `result` says the rest."""

    def __init__(self, exercise: Exercise, learner: Any, result: CheckResult):
        self.exercise = exercise.id
        self.learner = learner
        self.result = result
        self.function: Callable[..., Any] = learner if result.passed else exercise.reference
        self.__name__ = exercise.name
        self.__doc__ = exercise.reference.__doc__
        self.__wrapped__ = self.function  # help() and completion show the right signature

    @property
    def passed(self) -> bool:
        return self.result.passed

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.function(*arguments, **named)

    def travels_as(self, judged: object) -> Callable[..., Any]:
        """What stands for this wrapper in the other process while `judged` is on trial.

        A function that calls itself by name finds this wrapper there. It must meet itself, not the reference.
        """
        return self.learner if judged is self.learner else self.function

    def __repr__(self) -> str:
        return f"{self.__name__}: {self.result.state.value}. {YOURS if self.passed else REFERENCE}"


def check(exercise_id: Any = None, function: Any = MISSING) -> Checked:
    """Judge `function`, show what was found, keep it in the progress file, and return a callable to go on with.

    A wrong, broken or endless function never raises here. Given its own wrapper, it judges the learner's function
    again. Raises BakeoffError for an id that no exercise has.
    """
    if callable(exercise_id) and not callable(function):  # check(rrf, "rrf"), or check(rrf)
        exercise_id, function = exercise_id if function is MISSING else function, exercise_id
    if exercise_id is None:
        raise BakeoffError('check needs the id of the exercise and your function, as in: rrf = check("rrf", rrf)')
    exercise = find(exercise_id)
    learner = function.learner if type(function) is Checked else function
    try:
        result = examine(exercise, learner)
    except KeyboardInterrupt:  # the stop button. Without a wrapper the name would go on holding a function that does not end
        why = "You stopped the check, so your function was not judged."
        result = replace(sit(exercise, SEED).start, cases=0, state=State.ERROR, why=why, next=f'Run the cell again. A hint: hint("{exercise.id}")')
    else:
        if function is not MISSING:
            progress_file.record_check(exercise.id, result, attempt=_fingerprint(learner))
    show_in_notebook(result)
    return Checked(exercise, learner, result)


def examine(exercise: Exercise, function: Any, limits: Limits | None = None) -> CheckResult:
    """The verdict on a live function, shown to nobody and kept nowhere."""
    exam = sit(exercise, SEED)
    if function is MISSING:
        line = f'{exercise.name} = check("{exercise.id}", {exercise.name})'
        return replace(exam.start, state=State.ERROR, why="check was given no function.", next=f"Write: {line}")
    if not callable(function):
        return replace(exam.start, state=State.ERROR, why=_about_no_function(exercise, function), next="Run the cell with your function, then this one again.")
    source = source_of(function)
    if is_stub(source):
        next_step = f'Write the body and run the cell again. A hint: hint("{exercise.id}")'
        return replace(exam.start, state=State.NOT_STARTED, next=next_step)
    try:
        program = from_function(function)
    except CannotTravel as error:
        why = str(error)
        return replace(exam.start, state=State.ERROR, why=why[:1].upper() + why[1:], next=f'A hint: hint("{exercise.id}")')
    result = examine_program(exam, program, Listing(file_of(function)), limits)
    if not result.passed and is_another(program.name, exercise):
        result = replace(result, why=f"The exercise is {exercise.name}, the function that check was given is {program.name}. {result.why}")
    return replace(result, remark=" ".join(filter(None, (result.remark, _about_globals(function), _about_size(program)))))


def examine_program(exam: Exam, program: Program, listing: Listing, limits: Limits | None = None, place: Place | None = None) -> CheckResult:
    """The verdict on a program, wherever it came from: a grader brings its own exam, limits and place."""
    limits = limits or Limits()
    adapt = source_of(exam.exercise.adapt) if exam.exercise.adapt else ""
    report = run(program, [case.arguments for case in exam.cases], adapt, limits, place)
    return judge(exam, report, listing, limits)


@cache
def sit(exercise: Exercise, seed: int) -> Exam:
    """The exam of an exercise; a second check finds it ready."""
    return Exam.of(exercise, seed)


def _fingerprint(function: Any) -> str:
    """Tells whether two checks judged the same code, so that running a cell again is no new attempt."""
    import hashlib

    source = source_of(function)
    code = code_of(function)
    known = source.encode("utf-8", "backslashreplace") if source else code.co_code + repr(code.co_names).encode() if code else repr(type(function)).encode()
    return hashlib.sha256(known).hexdigest()[:12]


def _about_no_function(exercise: Exercise, function: Any) -> str:
    kind = "None" if function is None else f"a {type(function).__name__}"
    return f"check was given {kind} instead of a function. The name {exercise.name!r} holds that now: a cell has put it there."


def _about_globals(function: Callable) -> str:
    # Capitals name constants, which are meant to be read from anywhere.
    names = [repr(name) for name in values_used(function) if not name.isupper() and not name.startswith("_")]
    if not names:
        return ""
    return f"It reads {' and '.join(names)} from the notebook instead of its arguments. After a restart, or in another notebook, that is gone."


def _about_size(program: Program) -> str:
    if len(program.pickled) < HEAVY:
        return ""
    return f"It takes {len(program.pickled) / 1e6:.0f} MB from the notebook along, which every check has to copy."
