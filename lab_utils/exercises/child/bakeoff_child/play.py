"""Play one case: call a function, and write down what came back, what it raised, printed and changed.

The same code plays the learner's function in the child process and the reference in the parent.
"""

from __future__ import annotations

import contextlib
import io
import json
import traceback
from collections.abc import Callable
from typing import Any

from .wire import encode

PRINTED = 2_000  # characters kept of what one case prints
MESSAGE = 500  # characters kept of an error's message
FRAMES = 50  # places kept of a traceback, the innermost ones


class Capped(io.TextIOBase):
    """Standard output that keeps its beginning and counts the lines of the rest: a loop that prints fills no memory."""

    def __init__(self, room: int = PRINTED):
        self._parts: list[str] = []
        self._room = room
        self.lines = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.lines += text.count("\n")
        if self._room > 0:
            self._parts.append(text[: self._room])
            self._room -= len(text)
        return len(text)

    @property
    def text(self) -> str:
        return "".join(self._parts)


def play(function: Callable, arguments: dict[str, Any], adapt: Callable | None = None) -> dict[str, Any]:
    """One case as plain JSON.

    adapt: calls `function` in the exercise's own way; without one the arguments are given in their order.
    Keys: `value` or `error`; `printed` and `lines`; `changed`, the names of arguments that are not what they were.
    """
    before = {name: json.dumps(encode(value)) for name, value in arguments.items()}
    out = Capped()
    outcome: dict[str, Any] = {}
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            value = function(*arguments.values()) if adapt is None else adapt(function, arguments)
            outcome["value"] = encode(value)
        except (Exception, SystemExit) as error:
            outcome["error"] = describe(error)
        outcome["changed"] = [name for name, value in arguments.items() if json.dumps(encode(value)) != before[name]]
    return {**outcome, "printed": out.text, "lines": out.lines}


def describe(error: BaseException) -> dict[str, Any]:
    """An exception as plain JSON: its type and the types above it, its message, and where it was raised."""
    try:
        message = str(error)[:MESSAGE]
    except Exception:  # the learner's own __str__ may do anything
        message = ""
    frames = traceback.walk_tb(error.__traceback__)
    places = [[frame.f_code.co_filename, line] for frame, line in frames]
    return {"types": [kind.__name__ for kind in type(error).__mro__], "message": message, "places": places[-FRAMES:]}
