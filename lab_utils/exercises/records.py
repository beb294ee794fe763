"""The small records that an exercise is made of, and the one that a check gives back."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from lab_utils.exercises.compare import Compare, same


class Case:
    """One call: what it is about, in words, and its arguments by name, in the order of the call.

    `Case("nothing came back", ranking=[], golds=[{"a"}], k=5)`. Arguments are plain values: numbers, texts, lists,
    tuples, sets, dicts. They cross to another process as JSON.
    """

    def __init__(self, about: str, /, **arguments: Any):
        self.about = about
        self.arguments = arguments

    def __repr__(self) -> str:
        return f"Case({self.about!r}, {', '.join(f'{name}={value!r}' for name, value in self.arguments.items())})"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer that people give, and what to tell them."""

    function: Callable[..., Any]
    """gives that answer; a check knows the mistake by its results over all cases"""
    message: str
    """what is wrong and why, without the way to mend it"""


Cases = Callable[[random.Random], Sequence[Case]]


@dataclass(frozen=True, slots=True)
class Exercise:
    id: str
    """the file's name, with hyphens"""
    lesson: str
    """two digits, such as 02"""
    order: int
    """place within its lesson, from 1"""
    title: str
    minutes: int
    difficulty: int
    """1 to 3"""
    points: int
    reference: Callable[..., Any]
    """the solution; uses nothing of its file but imported modules, so that it can be printed and put into a lesson"""
    cases: Cases
    """makes the cases from a source of chance: easiest first, the trap last. A grader brings another seed"""
    mistakes: tuple[Mistake, ...]
    """two to four"""
    hints: tuple[str, str, str]
    """a question, the step, pseudo-code"""
    compare: Compare = same
    """(expected, found) -> the first difference in words, empty when there is none"""
    adapt: Callable[..., Any] | None = None
    """(function, arguments) -> result, where a case is more than one call. Its source alone goes to the other process,
    so it uses nothing of its file: imports stand inside it. The parameter that takes the function comes first."""
    tell: Callable[[dict[str, Any]], str] | None = None
    """a case's arguments -> how one would type it, where that is not simply a call with them"""
    spec: Callable[..., Any] | None = None
    """the definition once more, slow and plain, where one helps: tests hold the reference to it"""

    @property
    def name(self) -> str:
        """What the learner's function is called."""
        return self.reference.__name__


class State(StrEnum):
    NOT_STARTED = "not started"
    ERROR = "error in your code"
    WRONG = "wrong"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check found. Every field is plain text, the same on every run."""

    exercise: str
    """id"""
    title: str
    state: State
    right: int = 0
    """cases that came out right"""
    cases: int = 0
    about: str = ""
    """the case shown, in words"""
    tried: str = ""
    """the call"""
    expected: str = ""
    found: str = ""
    """what came back instead, or the error"""
    place: str = ""
    """the line of the learner's code where it happened"""
    printed: str = ""
    """what the function printed during the case shown"""
    why: str = ""
    """what is wrong, where that is known"""
    mistake: str = ""
    """name of the recognised mistake, empty when none was"""
    remark: str = ""
    """something to know beside the verdict"""
    next: str = ""
    """the next step"""

    @property
    def passed(self) -> bool:
        return self.state is State.PASSED

    def __repr__(self) -> str:
        from lab_utils.exercises.render import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from lab_utils.exercises.render import as_html

        return as_html(self)
