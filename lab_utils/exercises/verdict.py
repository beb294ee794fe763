"""From what came of each case to what the learner is told: the heart of a check, used by the grader too.

A wrong answer is recognised when a known mistake gives the same results over *all* cases. People often make two
mistakes at once; then the first wrong case, for which everything before it agrees, still points at one of them, if
only one mistake gives that result.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lab_utils.exercises.outcomes import Outcome, agree, difference, outcome_of
from lab_utils.exercises.records import Case, CheckResult, Exercise, Mistake, State
from lab_utils.exercises.runner import Limits, Report
from lab_utils.exercises.sources import Listing
from lab_utils.exercises.wording import show_call

MOST_PRINTED_LINES = 10


@dataclass(frozen=True, slots=True)
class Exam:
    """The cases of one seed, with what should come of each."""

    exercise: Exercise
    cases: tuple[Case, ...]
    expected: tuple[Outcome, ...]
    mistaken: tuple[tuple[Mistake, tuple[Outcome, ...]], ...]
    """what each known mistake makes of the cases"""

    @classmethod
    def of(cls, exercise: Exercise, seed: int) -> Exam:
        cases = tuple(exercise.cases(random.Random(seed)))
        expected = _play_all(exercise, cases, exercise.reference)
        return cls(exercise, cases, expected, tuple((mistake, _play_all(exercise, cases, mistake.function)) for mistake in exercise.mistakes))

    @property
    def start(self) -> CheckResult:
        """A result to fill in."""
        return CheckResult(self.exercise.id, self.exercise.title, State.WRONG, cases=len(self.cases))

    def play(self, function: Callable[..., Any]) -> tuple[Outcome, ...]:
        """What one of the kit's own functions makes of the cases, in this process."""
        return _play_all(self.exercise, self.cases, function)

    def differences(self, found: Sequence[Outcome]) -> list[str]:
        return [difference(right, given, self.exercise.compare) for right, given in zip(self.expected, found, strict=False)]


def _play_all(exercise: Exercise, cases: Sequence[Case], function: Callable[..., Any]) -> tuple[Outcome, ...]:
    return tuple(outcome_of(function, case.arguments, exercise.adapt) for case in cases)


def judge(exam: Exam, report: Report, listing: Listing, limits: Limits) -> CheckResult:
    """The verdict on a run. `listing` finds the line of code for a place in a traceback."""
    found = report.outcomes
    differences = exam.differences(found)
    first_wrong = next((number for number, text in enumerate(differences) if text), None)
    result = replace(exam.start, right=differences.count(""))
    if report.fault:
        return _fault(exam, result, report, listing, limits)
    if first_wrong is None:
        return _right(exam, result, found)
    case, outcome = exam.cases[first_wrong], found[first_wrong]
    result = replace(
        result,
        about=case.about,
        tried=_call(exam, case),
        expected=str(exam.expected[first_wrong]),
        found=str(outcome),
        place=listing.innermost(outcome.places),
        printed=printed(outcome),
        next=_hint(exam),
    )
    mistake = recognise(exam, found, first_wrong)
    if mistake is not None:
        return replace(result, why=mistake.message, mistake=mistake.function.__name__)
    if outcome.raised and not exam.expected[first_wrong].raised:
        return replace(result, state=State.ERROR, why=_about_error(exam, case, outcome, result.place))
    return replace(result, why=_about_value(outcome, differences[first_wrong]))


def recognise(exam: Exam, found: Sequence[Outcome], first_wrong: int) -> Mistake | None:
    compare = exam.exercise.compare
    for mistake, outcomes in exam.mistaken:
        if agree(outcomes, found, compare):
            return mistake
    until = slice(first_wrong + 1)
    alike = [mistake for mistake, outcomes in exam.mistaken if agree(outcomes[until], found[until], compare)]
    return alike[0] if len(alike) == 1 else None


def printed(outcome: Outcome) -> str:
    lines = outcome.printed.splitlines()
    if outcome.lines <= MOST_PRINTED_LINES:
        return "\n".join(lines)
    return "\n".join([*lines[:MOST_PRINTED_LINES], f"... {outcome.lines} lines in all"])


def _right(exam: Exam, result: CheckResult, found: Sequence[Outcome]) -> CheckResult:
    for case, outcome in zip(exam.cases, found, strict=True):
        if outcome.changed:
            names = " and ".join(repr(name) for name in outcome.changed)
            why = f"The results are right, but your function changes what it was given ({names}). Whoever called it still needs that as it was."
            return replace(result, about=case.about, tried=_call(exam, case), why=why, next="Work on a copy, or build a new value.")
    return replace(result, state=State.PASSED, next=f'Compare with the reference: reference("{exam.exercise.id}")')


def _fault(exam: Exam, result: CheckResult, report: Report, listing: Listing, limits: Limits) -> CheckResult:
    result = replace(result, state=State.ERROR)
    if report.fault == "load":
        return replace(result, found=str(report.error), place=listing.innermost(report.error.places), why=_about_loading(report.error), next=_hint(exam))
    if report.fault == "start":
        why = f"No process could be started to run your function in ({report.detail}). It was not judged."
        return replace(result, why=why, next="Close programs that need much memory, and run: bakeoff doctor")
    case = exam.cases[min(len(report.outcomes), len(exam.cases) - 1)]
    result = replace(result, about=case.about, tried=_call(exam, case), next=_hint(exam))
    if report.fault == "timeout":
        place = listing.loop_at(report.place)
        why = f"Your function was still running after {limits.seconds:g} seconds and was stopped. Which loop never ends, or which pattern never gives up?"
        return replace(result, found="nothing: it did not come to an end", place=place, why=why)
    why = f"Your function ended the process it ran in ({report.detail}). A function gives its answer back with return."
    return replace(result, found="nothing: the process is gone", why=why)


def _about_error(exam: Exam, case: Case, outcome: Outcome, place: str) -> str:
    kind = outcome.raised[0]
    if kind in ("NameError", "UnboundLocalError"):
        return "A name is used that does not exist there. If it comes from another cell, run that cell; if that cell is gone, take the value as an argument."
    if kind == "TypeError" and not place and exam.exercise.adapt is None:  # raised at the call, before its first line
        return f"The lesson calls it as {exam.exercise.name}({', '.join(case.arguments)}) here. Do the parameters fit?"
    if kind == "RecursionError":
        return "Your function calls itself and never stops doing so."
    if kind == "MemoryError":
        return "Your function asks for more memory than a check may use. Does a list grow in a loop?"
    if kind == "EOFError":
        return "Nobody is there to answer input(): everything the function needs comes in its arguments."
    return "Python stopped there."


def _about_loading(error: Outcome) -> str:
    if error.raised[0] in ("ModuleNotFoundError", "ImportError"):
        return "A module that your function uses cannot be imported outside this notebook."
    return "Your function could not be taken over into the process where checks run. Restart the kernel, and run the cells again from the top."


def _about_value(outcome: Outcome, text: str) -> str:
    if outcome.value is None and not outcome.raised:
        if outcome.lines:
            return "Your function prints its answer, but returns nothing."
        return "Your function returns nothing: on this path through it there is no return."
    # A place in the result, such as result['n'][0], is code and keeps its letters.
    return text[:1].upper() + text[1:] if text.partition(" ")[0].isalpha() else text


def _call(exam: Exam, case: Case) -> str:
    tell = exam.exercise.tell
    return tell(case.arguments) if tell else show_call(exam.exercise.name, case.arguments)


def _hint(exam: Exam) -> str:
    return f'A hint: hint("{exam.exercise.id}")'
