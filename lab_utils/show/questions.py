"""Questions to the reader as text: a prediction to make, hints to ask for, a quiz with a reason for every option.

These are what stands where no buttons do: on paper, in a viewer, on a page that nobody runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lab_utils.errors import BakeoffError
from lab_utils.show.block import Block, Folded, block
from lab_utils.show.tables import Table

LETTERS = "ABCDEFGH"
RIGHT, WRONG, YOURS = "right", "wrong", ",\N{NO-BREAK SPACE}yours"


@dataclass(frozen=True, slots=True)
class Option:
    text: str
    right: bool
    reason: str
    """why it is right or wrong; shown for every option once the question was answered"""


@dataclass(frozen=True)
class Question:
    id: str
    text: str
    options: tuple[Option, ...]
    """exactly one is right"""

    def __post_init__(self) -> None:
        if not 2 <= len(self.options) <= len(LETTERS):
            raise BakeoffError(f"question {self.id!r} has {len(self.options)} options. Give 2 to {len(LETTERS)}.")
        if sum(option.right for option in self.options) != 1:
            raise BakeoffError(f"question {self.id!r}: exactly one option must be right. Put the other right ones into the reasons.")
        if any(not option.reason.strip() for option in self.options):
            raise BakeoffError(f"question {self.id!r}: every option needs a reason, the wrong ones most of all.")

    @property
    def answer(self) -> int:
        return next(place for place, option in enumerate(self.options) if option.right)


def quiz_text(question: Question) -> Block:
    """The question and its options; the answer and all reasons folded away below."""
    options = Table("", ("letter", "option"), tuple((LETTERS[place], option.text) for place, option in enumerate(question.options)))
    return block(question.text, options, Folded("The answer, with a reason for every option", block(reasons(question))))


def reasons(question: Question, chosen: int | None = None) -> Table:
    """Every option with its verdict and reason; `chosen` is marked as yours."""
    rows = []
    for place, option in enumerate(question.options):
        verdict = (RIGHT if option.right else WRONG) + (YOURS if place == chosen else "")
        rows.append((LETTERS[place], option.text, verdict, option.reason))
    return Table("", ("letter", "option", "verdict", "reason"), tuple(rows))


def prediction_text(question: str, options: Sequence[str], how: str = "") -> Block:
    """The question, what may be answered, and how to answer without buttons (a line of code, say)."""
    return block(question, f"Choose one of: {', '.join(options)}.", f"Without buttons: {how}" if how else "")


def hints_text(title: str, levels: int, how: str = "") -> Block:
    """That there are hints, and how to ask for them. The hints themselves stay hidden."""
    return block(f"{title}: {levels} hints, each says more than the one before.", f"Without buttons: {how}" if how else "")
