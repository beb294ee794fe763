"""Run a program over cases in another process, which can be killed, and gather what came of each case.

Interrupting the kernel's own thread is no way to stop a function: a regular expression or another loop in C does not
listen, and the late interrupt hits an innocent cell. A process can be killed on every system. Each run has a fresh
one, started anew (never forked, which Windows lacks and threads do not survive): it costs a tenth of a second, and
nothing that a function does to its process reaches the next check.
"""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab_utils.exercises.child.bakeoff_child.wire import encode
from lab_utils.exercises.outcomes import Outcome
from lab_utils.exercises.programs import Program

CHILD = Path(__file__).with_name("child")
GRACE = 2.0  # seconds by which the parent's clock is behind the child's own
TIMEOUT = "Timeout ("  # how faulthandler begins


@dataclass(frozen=True, slots=True)
class Limits:
    seconds: float = 3.0
    """for all cases together; they are small, so that a right answer needs some milliseconds"""
    load_seconds: float = 30.0
    """for starting Python and importing what the function uses: torch on a cold laptop takes long"""
    memory_mb: int = 8192
    """address space, where the system can limit it: a list that grows for ever must not freeze the laptop"""
    output_bytes: int = 32_000_000
    """of all that comes back"""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the process runs. A grader puts a sandbox's command in front and names an empty folder."""

    prefix: tuple[str, ...] = ()
    folder: Path | None = None
    """current folder; None: the caller's"""
    environment: Mapping[str, str] | None = None
    """None: the caller's"""
    path: tuple[str, ...] = field(default_factory=lambda: tuple(sys.path))
    """where modules are looked for"""


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
    try:
        process = _start(place)
    except OSError as error:
        return Report((), "start", detail=str(error))
    lines = _talk(process, json.dumps(request).encode(), limits)
    return _report(lines, program.file, process.returncode, len(cases))


def _start(place: Place) -> subprocess.Popen:
    environment = dict(os.environ if place.environment is None else place.environment)
    # One order of sets on every machine and every run; UTF-8 whatever the system's language.
    environment |= {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    # A group of its own: Jupyter's interrupt goes to the kernel's whole group, and killing takes its children along.
    own_group: dict[str, Any] = (
        {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW} if sys.platform == "win32" else {"start_new_session": True}
    )
    return subprocess.Popen(
        [*place.prefix, sys.executable, str(CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=place.folder,
        env=environment,
        **own_group,
    )


def _talk(process: subprocess.Popen, request: bytes, limits: Limits) -> list[str]:
    """Give the request, take lines until the last one, the end of the output, the cap, or the clock; then end the process."""
    lines: list[str] = []
    listener = threading.Thread(target=_listen, args=(process, lines, limits.output_bytes), daemon=True)
    listener.start()
    try:
        with suppress(OSError):  # it died at once; what it said is in the lines
            process.stdin.write(request)
            process.stdin.close()
        listener.join(limits.load_seconds + limits.seconds + GRACE)
        if listener.is_alive():
            lines.append(TIMEOUT)
    finally:  # also after Ctrl-C
        _kill(process)
        listener.join(GRACE)
        if not listener.is_alive():
            process.stdout.close()
    return lines


def _listen(process: subprocess.Popen, lines: list[str], room: int) -> None:
    # Bounded reads: a line without end is cut at the cap, too.
    while room > 0 and (line := process.stdout.readline(room)):
        room -= len(line)
        lines.append(line.decode("utf-8", "replace"))
        if line.strip() == b'{"done": true}':
            return


def _kill(process: subprocess.Popen) -> None:
    """The process and, except on Windows, all that it started."""
    with suppress(OSError):  # it is gone already
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


_FRAME = re.compile(r'\s*File "(.*)", line (\d+) in ')


def _report(lines: Sequence[str], file: str, code: int, cases: int) -> Report:
    outcomes: list[Outcome] = []
    noise: list[str] = []
    finished = False
    for line in lines:
        message = _message(line)
        if "load_error" in message:
            return Report(tuple(outcomes), "load", error=Outcome.from_wire({"error": message["load_error"]}))
        if "done" in message:
            finished = True
        elif message:
            outcomes.append(Outcome.from_wire(message))
        else:
            noise.append(line.rstrip())
    if finished and len(outcomes) == cases:
        return Report(tuple(outcomes))
    if finished:  # somebody else has written on the line
        return Report((), "died", detail=f"{len(outcomes)} results for {cases} cases")
    if any(line.startswith(TIMEOUT) for line in noise):
        frames = [match.groups() for line in noise if (match := _FRAME.match(line))]
        escaped = file.encode("ascii", "backslashreplace").decode()  # as faulthandler writes it
        own = next(((file, int(number)) for name, number in frames if name == escaped), None)
        return Report(tuple(outcomes), "timeout", place=own)
    return Report(tuple(outcomes), "died", detail=_last_words(noise, code))


def _message(line: str) -> dict:
    if not line.startswith("{"):
        return {}
    try:
        return json.loads(line)
    except ValueError:
        return {}


def _last_words(noise: Sequence[str], code: int) -> str:
    told = next((line for line in noise if line.startswith("Fatal Python error")), "")
    if told:
        return told
    return f"signal {-code}" if code < 0 else f"exit code {code}"
