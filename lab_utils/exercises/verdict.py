"""From what came of each case to what the learner is told: the heart of a check, used by the grader too.

A wrong answer is recognised when a known mistake gives the same results over *all* cases. People often make two
mistakes at once; then a mistake is still named if it alone agrees with everything through the second wrong case. One
that agrees through the first wrong case only is offered as a guess: in a trial with five hundred wrong solutions, every
third of these was another mistake.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lab_utils.exercises.advice import about_death, about_error, about_loading, about_timeout
from lab_utils.exercises.outcomes import Outcome, agree, difference, outcome_of
from lab_utils.exercises.records import Case, CheckResult, Exercise, Mistake, State
from lab_utils.exercises.runner import Limits, Report, Stage
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
    mistake = recognise(exam, found, differences)
    if mistake is not None:
        return replace(result, why=mistake.message, mistake=mistake.function.__name__)
    guess = _only_one_like(exam, found, first_wrong)
    perhaps = f" Perhaps it is this: {guess.message}" if guess else ""
    if outcome.raised and not exam.expected[first_wrong].raised:
        call = "" if exam.exercise.adapt else f"{exam.exercise.name}({', '.join(case.arguments)})"
        return replace(result, state=State.ERROR, why=about_error(outcome, result.place, call) + perhaps)
    return replace(result, why=_about_value(outcome, differences[first_wrong]) + perhaps)


def recognise(exam: Exam, found: Sequence[Outcome], differences: Sequence[str]) -> Mistake | None:
    compare = exam.exercise.compare
    for mistake, outcomes in exam.mistaken:
        if agree(outcomes, found, compare):
            return mistake
    wrong = [number for number, text in enumerate(differences) if text]
    return _only_one_like(exam, found, wrong[1]) if len(wrong) > 1 else None


def _only_one_like(exam: Exam, found: Sequence[Outcome], last: int) -> Mistake | None:
    """The only mistake that agrees with `found` through case number `last`."""
    until = slice(last + 1)
    alike = [mistake for mistake, outcomes in exam.mistaken if agree(outcomes[until], found[until], exam.exercise.compare)]
    return alike[0] if len(alike) == 1 else None


def printed(outcome: Outcome) -> str:
    lines = outcome.printed.splitlines()
    if outcome.lines <= MOST_PRINTED_LINES:
        return "\n".join(lines)
    return "\n".join([*lines[:MOST_PRINTED_LINES], f"... {outcome.lines} lines in all"])


def _printed_so_far(text: str) -> str:
    lines = text.splitlines()
    return "\n".join(lines if len(lines) <= MOST_PRINTED_LINES else [*lines[:MOST_PRINTED_LINES], "... and more"])


def _right(exam: Exam, result: CheckResult, found: Sequence[Outcome]) -> CheckResult:
    for case, outcome in zip(exam.cases, found, strict=True):
        if outcome.changed:
            names = " and ".join(repr(name) for name in outcome.changed)
            why = f"The results are right, but your function changes what it was given ({names}). Whoever called it still needs that as it was."
            return replace(result, about=case.about, tried=_call(exam, case), why=why, next="Work on a copy, or build a new value.")
    loud = "It prints. Lessons call it many times over, and each call prints again: take the print out." if any(each.lines for each in found) else ""
    return replace(result, state=State.PASSED, remark=loud, next=f'Compare with the reference: reference("{exam.exercise.id}")')


def _fault(exam: Exam, result: CheckResult, report: Report, listing: Listing, limits: Limits) -> CheckResult:
    result = replace(result, state=State.ERROR)
    if report.fault == "load":
        return replace(result, found=str(report.error), place=listing.innermost(report.error.places), why=about_loading(report.error.raised), next=_hint(exam))
    if report.fault == "start":
        why = f"No process could be started to run your function in ({report.detail}). It was not judged."
        return replace(result, why=why, next="Close programs that need much memory, restart the kernel, and if that does not help, run: bakeoff doctor")
    if report.fault == "timeout" and report.stage is Stage.LOADING:
        return replace(result, place=_line_at(listing, report), why=about_timeout(report.stage, limits), next=_hint(exam))
    case = exam.cases[min(len(report.outcomes), len(exam.cases) - 1)]
    result = replace(result, about=case.about, tried=_call(exam, case), printed=_printed_so_far(report.printed), next=_hint(exam))
    if report.fault == "timeout":
        place = listing.loop_at(report.place) if report.stage is Stage.RUNNING else _line_at(listing, report)
        return replace(result, found="nothing: it did not come to an end", place=place, why=about_timeout(report.stage, limits))
    return replace(result, found="nothing: the process is gone", why=about_death(report))


def _line_at(listing: Listing, report: Report) -> str:
    return listing.innermost([report.place] if report.place else [])


def _about_value(outcome: Outcome, text: str) -> str:
    if outcome.value is None and not outcome.raised:
        if outcome.lines:
            return "Your function prints its answer, but returns nothing."
        return "Your function gave back None. Either this path has no return, or what it returns is None, as from list.sort() and dict.update()."
    # A place in the result, such as result['n'][0], is code and keeps its letters.
    return text[:1].upper() + text[1:] if text.partition(" ")[0].isalpha() else text


def _call(exam: Exam, case: Case) -> str:
    tell = exam.exercise.tell
    return tell(case.arguments) if tell else show_call(exam.exercise.name, case.arguments)


def _hint(exam: Exam) -> str:
    return f'A hint: hint("{exam.exercise.id}")'
