"""Values as JSON, so that nothing but text crosses between the two processes and no type is lost on the way.

JSON knows no sets, tuples, NaN or keys other than text: those travel as an object with one key that names the kind.
Numpy and pandas values become plain ones, since learners may well return them. What cannot travel becomes `Foreign`,
which says its type and how it looks.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any

MOST_NODES = 20_000  # values in one result; a result of an exercise has some hundred
MOST_CHARACTERS = 200_000  # in all its texts
DEEPEST = 30
LONGEST_LOOK = 200  # characters of the repr of a foreign object

_ADDRESS = re.compile(r" (?:object )?at 0x[0-9a-fA-F]+")


@dataclass(frozen=True)
class Foreign:
    """A value of a type that no exercise asks for."""

    type: str
    look: str
    """its repr, cut short and without the address, which differs on every run"""

    def __repr__(self) -> str:
        return self.look


class _Encoder:
    def __init__(self) -> None:
        self.nodes = 0
        self.characters = 0

    def encode(self, value: Any, depth: int = 0) -> Any:
        self.nodes += 1
        if self.nodes > MOST_NODES or depth > DEEPEST:
            raise OverflowError
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            self.characters += len(value)
            if self.characters > MOST_CHARACTERS:
                raise OverflowError
            return str(value)
        if isinstance(value, int):
            # Python refuses to write numbers of more than 4300 digits, and takes long over slightly shorter ones.
            return int(value) if abs(value) < 10**300 else _foreign(value, "a number of more than 300 digits")
        if isinstance(value, float):
            return float(value) if math.isfinite(value) else {"float": repr(float(value))}
        if isinstance(value, list):
            return [self.encode(item, depth + 1) for item in value]
        if isinstance(value, tuple):
            return {"tuple": [self.encode(item, depth + 1) for item in value]}
        if isinstance(value, (set, frozenset)):
            # Sorted, because the order of a set means nothing and must not differ from run to run.
            return {"set": sorted((self.encode(item, depth + 1) for item in value), key=json.dumps)}
        if isinstance(value, dict):
            return {"dict": [[self.encode(key, depth + 1), self.encode(item, depth + 1)] for key, item in value.items()]}
        return self._from_library(value, depth)

    def _from_library(self, value: Any, depth: int) -> Any:
        # Told by module name: importing numpy or pandas here would cost more than the whole check.
        library = type(value).__module__.partition(".")[0]
        if library == "pandas" and hasattr(value, "to_dict"):
            return self.encode(value.to_dict("records") if hasattr(value, "columns") else value.to_dict(), depth + 1)
        if library == "numpy" and hasattr(value, "tolist"):
            plain = value.tolist()
            if type(plain) is not type(value):
                return self.encode(plain, depth + 1)
        return _foreign(value)


def encode(value: Any) -> Any:
    """`value` as something `json.dumps` takes. A value that is too large becomes a foreign one that says so."""
    try:
        return _Encoder().encode(value)
    except (OverflowError, RecursionError):
        return _foreign(value, f"a {type(value).__name__} that is too large or too deep to be looked at")


def decode(wired: Any) -> Any:
    """The value again; plain lists and dicts, `Foreign` for what could not travel."""
    if isinstance(wired, list):
        return [decode(item) for item in wired]
    if not isinstance(wired, dict):
        return wired
    ((kind, content),) = wired.items()
    if kind == "float":
        return float(content)
    if kind == "foreign":
        return Foreign(str(content[0]), str(content[1]))
    if kind == "dict":
        return {_hashable(decode(key)): decode(item) for key, item in content}
    items = [decode(item) for item in content]
    return tuple(items) if kind == "tuple" else {_hashable(item) for item in items}


def _hashable(value: Any) -> Any:
    """Inside a set or as a key only frozen things can stand."""
    if isinstance(value, (set, frozenset)):
        return frozenset(value)
    return tuple(_hashable(item) for item in value) if isinstance(value, tuple) else value


def _foreign(value: Any, look: str | None = None) -> dict[str, list[str]]:
    if look is None:
        try:
            look = repr(value)
        except Exception:  # the learner's own __repr__ may do anything
            look = f"<{type(value).__name__}>"
    return {"foreign": [type(value).__name__, _ADDRESS.sub("", look[:LONGEST_LOOK])]}
