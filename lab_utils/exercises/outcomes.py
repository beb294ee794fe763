"""What came of one case, as the parent process sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lab_utils.exercises.child.bakeoff_child.play import play
from lab_utils.exercises.child.bakeoff_child.wire import decode, encode
from lab_utils.exercises.compare import Compare
from lab_utils.exercises.wording import show


@dataclass(frozen=True, slots=True)
class Outcome:
    value: Any = None
    raised: tuple[str, ...] = ()
    """the exception's type and the types above it, empty when none was raised"""
    message: str = ""
    """the exception's"""
    places: tuple[tuple[str, int], ...] = ()
    """(file, line) from the outermost call to where it was raised"""
    printed: str = ""
    lines: int = 0
    """how many lines were printed; `printed` may hold fewer"""
    changed: tuple[str, ...] = ()
    """arguments that are not what they were before the call"""

    @classmethod
    def from_wire(cls, message: Mapping[str, Any]) -> Outcome:
        """Read what the child wrote. The child is not trusted: what does not fit counts as an outcome like no other."""
        try:
            error = message.get("error") or {}
            return cls(
                decode(message.get("value")),
                tuple(map(str, error.get("types", ()))),
                str(error.get("message", "")),
                tuple((str(file), int(line)) for file, line in error.get("places", ())),
                str(message.get("printed", "")),
                int(message.get("lines", 0)),
                tuple(map(str, message.get("changed", ()))),
            )
        except Exception:  # whatever is wrong with it
            return UNREADABLE

    def __str__(self) -> str:
        if not self.raised:
            return show(self.value)
        return f"{self.raised[0]}: {self.message}" if self.message else self.raised[0]


UNREADABLE = Outcome(raised=("UnreadableResult",))


def outcome_of(function, arguments: Mapping[str, Any], adapt=None) -> Outcome:
    """Play one case here, in this process: for the reference and the known mistakes."""
    return Outcome.from_wire(play(function, decode(encode(dict(arguments))), adapt))


def difference(expected: Outcome, found: Outcome, compare: Compare) -> str:
    """The first difference in words; empty when the two agree. Exceptions agree when they are of one type."""
    if expected.raised and found.raised:
        if expected.raised[0] in found.raised:
            return ""
        return f"it should raise {expected.raised[0]}, yours raises {found.raised[0]}."
    if expected.raised:
        return f"it should raise {expected.raised[0]}, yours gives {show(found.value)}."
    if found.raised:
        return f"it should give {show(expected.value)}, yours raises {found.raised[0]}."
    return compare(expected.value, found.value)


def agree(first: Sequence[Outcome], second: Sequence[Outcome], compare: Compare) -> bool:
    return len(first) == len(second) and not any(difference(one, other, compare) for one, other in zip(first, second, strict=True))
