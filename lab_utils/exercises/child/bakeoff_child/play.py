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

Caught = tuple[type[BaseException], ...]


class Capped(io.TextIOBase):
    """Standard output that keeps its beginning and counts the lines of the rest: a loop that prints fills no memory.

    tell: is given what is kept, line by line, as soon as it is there; a case that never ends can show it no other way.
    """

    encoding = "utf-8"
    CUT = " ..."

    def __init__(self, tell: Callable[[str], None] | None = None, room: int = PRINTED):
        self._parts: list[str] = []
        self._room = room - len(self.CUT)
        self._tell = tell
        self._told = 0  # number of parts
        self._whole_lines = 0
        self._last = "\n"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not text:
            return 0
        self._whole_lines += text.count("\n")
        self._last = text[-1]
        if self._room >= 0:
            self._parts.append(text[: self._room])
            self._room -= len(text)
            if self._room < 0:
                self._parts.append(self.CUT)
            if self._tell is not None and ("\n" in text or self._room < 0):
                fresh = self._parts[self._told :]
                self._told += len(fresh)
                self._tell("".join(fresh))
        return len(text)

    @property
    def buffer(self) -> io.RawIOBase:
        """For those who write bytes, as on the real standard output."""
        return _Bytes(self)

    @property
    def lines(self) -> int:
        """A last line without an end is one, too."""
        return self._whole_lines + (self._last != "\n")

    @property
    def text(self) -> str:
        return "".join(self._parts)


class _Bytes(io.RawIOBase):
    def __init__(self, out: Capped):
        self._out = out

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self._out.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


def play(
    function: Callable,
    arguments: dict[str, Any],
    adapt: Callable | None = None,
    caught: Caught = (Exception, SystemExit),
    tell: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """One case as plain JSON.

    adapt: calls `function` in the exercise's own way; without one the arguments are given in their order.
    caught: what counts as an error of the function. In the parent a KeyboardInterrupt is the stop button, and goes on.
    tell: see Capped.
    Keys: `value` or `error`; `printed` and `lines`; `changed`, the names of arguments that are not what they were.
    """
    before = {name: json.dumps(encode(value)) for name, value in arguments.items()}
    out = Capped(tell)
    outcome: dict[str, Any] = {}
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            value = function(*arguments.values()) if adapt is None else adapt(function, arguments)
            outcome["value"] = encode(value)
        except caught as error:
            outcome["error"] = describe(error)
        outcome["changed"] = [name for name, value in arguments.items() if _look(value, caught) != before[name]]
    return {**outcome, "printed": out.text, "lines": out.lines}


def _look(value: Any, caught: Caught) -> str:
    try:
        return json.dumps(encode(value))
    except caught:  # an object was put into it whose own code fails
        return ""


def describe(error: BaseException) -> dict[str, Any]:
    """An exception as plain JSON: its type and the types above it, its message, and where it was raised."""
    try:
        message = str(error)[:MESSAGE]
    except BaseException:  # the learner's own __str__ may do anything
        message = ""
    frames = traceback.walk_tb(error.__traceback__)
    places = [[frame.f_code.co_filename, line] for frame, line in frames]
    return {"types": [kind.__name__ for kind in type(error).__mro__], "message": message, "places": places[-FRAMES:]}
