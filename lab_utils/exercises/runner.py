"""Run a program over cases in another process, which can be killed, and gather what came of each case.

Interrupting the kernel's own thread is no way to stop a function: a regular expression or another loop in C does not
listen, and the late interrupt hits an innocent cell. A process can be killed on every system. Each run has a fresh
one, started anew (never forked, which Windows lacks and threads do not survive): it costs a tenth of a second, and
nothing that a function does to its process reaches the next check.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from lab_utils.exercises.child.bakeoff_child.wire import encode
from lab_utils.exercises.outcomes import UNREADABLE, Outcome
from lab_utils.exercises.processes import CHILD, TIMEOUT, Limits, Place, converse
from lab_utils.exercises.programs import Program

__all__ = ["CHILD", "CROWD", "Limits", "Place", "Report", "Stage", "run"]

CROWD = "more than one answered"  # a detail: there are too many or too few results, though all seems well


class Stage(StrEnum):
    """Where a run was when its time was over."""

    LOADING = "loading"
    IMPORTING = "importing"
    """inside the function"""
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class Report:
    outcomes: tuple[Outcome, ...]
    """in the order of the cases; fewer than cases when something went wrong"""
    fault: str = ""
    """timeout, load, died or start; empty when all went well"""
    error: Outcome | None = None
    """for `load`: the exception that loading the function raised"""
    place: tuple[str, int] | None = None
    """for `timeout`: (file, line) of the program's code that was running"""
    stage: Stage = Stage.RUNNING
    """for `timeout`"""
    printed: str = ""
    """for `timeout` and `died`: the first that the case which did not end has printed"""
    detail: str = ""
    """for `died` and `start`: what the system said"""


def run(program: Program, cases: Sequence[Mapping[str, Any]], adapt: str = "", limits: Limits | None = None, place: Place | None = None) -> Report:
    """Call the program's function with the arguments of each case.

    adapt: source of a function of that name, see Exercise. Never raises for what the program does.
    """
    limits, place = limits or Limits(), place or Place()
    request = {
        "pickled": base64.b64encode(program.pickled).decode(),
        "source": program.source,
        "name": program.name,
        "file": program.file,
        "adapt": adapt,
        "cases": [encode(dict(arguments)) for arguments in cases],
        "seconds": limits.seconds,
        "load_seconds": limits.load_seconds,
        "memory_mb": limits.memory_mb,
        "path": place.path,
    }
    data = json.dumps(request).encode()  # while there is no process yet, which a failure would leave behind
    try:
        lines, code = converse(data, place, limits)
    except (OSError, RuntimeError) as error:  # RuntimeError: the system gives no further thread
        return Report((), "start", detail=str(error))
    return _report(lines, program.file, code, len(cases))


def _report(lines: Sequence[str], file: str, code: int | None, cases: int) -> Report:
    outcomes: list[Outcome] = []
    noise: list[str] = []
    printed = ""
    loaded = finished = False
    for line in lines:
        message = _message(line)
        if "load_error" in message:
            error = Outcome.from_wire({"error": message["load_error"]})
            return Report(tuple(outcomes), "load", error=error if error.raised else UNREADABLE)
        if "loaded" in message:
            loaded = True
        elif "so_far" in message:
            printed += str(message["so_far"])
        elif "done" in message:
            finished = True
        elif message:
            outcomes.append(Outcome.from_wire(message))
            printed = ""
        else:
            noise.append(line.rstrip())
    if finished and len(outcomes) == cases:
        return Report(tuple(outcomes))
    if finished or len(outcomes) > cases:  # somebody else has written on the line
        return Report((), "died", detail=CROWD)
    if any(line.startswith(TIMEOUT) for line in noise):
        frames = [match.groups() for line in noise if (match := _FRAME.match(line))]
        escaped = file.encode("ascii", "backslashreplace").decode()  # as faulthandler writes it
        own = next(((file, int(number)) for name, number in frames if name == escaped), None)
        importing = any("importlib" in name for name, _ in frames)
        stage = Stage.LOADING if not loaded else Stage.IMPORTING if importing else Stage.RUNNING
        return Report(tuple(outcomes), "timeout", place=own, stage=stage, printed=printed)
    return Report(tuple(outcomes), "died", printed=printed, detail=_last_words(noise, code))


_FRAME = re.compile(r'\s*File "(.*)", line (\d+) in ')


def _message(line: str) -> dict:
    if not line.startswith("{"):
        return {}
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return {}


def _last_words(noise: Sequence[str], code: int | None) -> str:
    told = next((line for line in noise if line.startswith("Fatal Python error")), "")
    if told:
        return told
    if code is None:
        return "its line to the check was cut"
    return f"signal {-code}" if code < 0 else f"exit code {code}"
