"""Errors meant for a person: what is wrong, where, and what to do next.

Everything that a user can cause raises one of these. The command prints them as plain lines and exits with 2;
in a notebook they read well as they are. Anything else that escapes is a bug in the kit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class BakeoffError(Exception):
    """One fault, in one line: the message says what and where, and ends with the cure."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One malformed row of a file."""

    file: str
    line: int | None
    field: str
    what: str
    cure: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        field = f", field '{self.field}'" if self.field else ""
        return f"{place}{field}: {self.what}. {self.cure}"


class DataError(BakeoffError):
    """All the faults of a collection at once, so that a person mends them in one pass."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))
