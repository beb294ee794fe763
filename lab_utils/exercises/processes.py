"""The process that a function is tried in: started, listened to against a clock, and ended with all that it started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CHILD = Path(__file__).with_name("child")
GRACE = 2.0  # seconds by which the parent's clock is behind the child's own
SLICE = 0.1  # seconds; Windows interrupts no wait, so that the stop button would have to wait for a longer one
TIMEOUT = "Timeout ("  # how faulthandler begins
LOADED, DONE = b'{"loaded": true}', b'{"done": true}'


def _half_of_memory() -> int:
    """In megabytes: half of what the machine has, between 4,096 (torch alone takes up a thousand) and 8,192."""
    try:
        installed = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (AttributeError, ValueError, OSError):  # Windows has no such question; nor is there a limit
        return 8192
    return min(8192, max(4096, installed // 2))


@dataclass(frozen=True, slots=True)
class Limits:
    seconds: float = 3.0
    """for all cases together; they are small, so that a right answer needs some milliseconds"""
    load_seconds: float = 30.0
    """for starting Python and importing what the function uses: torch on a cold laptop takes long"""
    memory_mb: int = field(default_factory=_half_of_memory)
    """address space: a list that grows for ever must not freeze the laptop. Only Linux limits it; elsewhere the clock alone stops such a list"""
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
    path: tuple[str, ...] = field(default_factory=lambda: tuple(entry for entry in sys.path if isinstance(entry, str)))
    """where modules are looked for. Python itself passes over entries that are no text, such as a Path"""


def converse(request: bytes, place: Place, limits: Limits) -> tuple[list[str], int | None]:
    """Give a new process the request; what it said, line by line, and its exit code, None when it had to be ended.

    It listens until the last line, the end of the output, the cap, or the clock; then it ends the process. Raises
    OSError or RuntimeError when none can be started.
    """
    lines: list[str] = []
    loaded = threading.Event()
    family: set[Any] = set()
    process = _start(place)
    listener = threading.Thread(target=_listen, args=(process, lines, limits.output_bytes, loaded), daemon=True)
    try:
        listener.start()
        with suppress(OSError):  # it died at once; what it said is in the lines
            process.stdin.write(request)
            process.stdin.close()
        if _wait(process, listener, loaded, limits, family):
            lines.append(TIMEOUT)
        elif not (lines and lines[-1].encode().strip() == DONE):
            with suppress(subprocess.TimeoutExpired):
                process.wait(5 * SLICE)  # it is ending by itself, and its own exit code says more than that of our signal
        code = process.poll()
    finally:  # also after Ctrl-C
        _kill(process, family)
        if listener.ident is not None:
            listener.join(GRACE)
        if not listener.is_alive():
            process.stdout.close()
    return lines, code


def _start(place: Place) -> subprocess.Popen:
    environment = dict(os.environ if place.environment is None else place.environment)
    environment.pop("PYTHONHOME", None)  # set by a cell, it would keep the new Python from finding its own library
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


def _wait(process: subprocess.Popen, listener: threading.Thread, loaded: threading.Event, limits: Limits, family: set) -> bool:
    """Until the listener has heard all, the process is gone, or its time is over. Whether it is that last one."""
    deadline = time.monotonic() + limits.load_seconds + GRACE
    running = False
    # The process may be gone and the line still open: what it started holds the other end.
    while listener.is_alive() and process.poll() is None and time.monotonic() < deadline:
        listener.join(SLICE)
        if listener.is_alive():
            family |= _offspring(process)
        if loaded.is_set() and not running:
            running, deadline = True, time.monotonic() + limits.seconds + GRACE
    if process.poll() is None:
        return listener.is_alive()
    listener.join(3 * SLICE)  # for what is still in the pipe
    return False


def _listen(process: subprocess.Popen, lines: list[str], room: int, loaded: threading.Event) -> None:
    # Bounded reads: a line without end is cut at the cap, too.
    while room > 0 and (line := process.stdout.readline(room)):
        room -= len(line)
        lines.append(line.decode("utf-8", "replace"))
        if line.strip() == LOADED:
            loaded.set()
        if line.strip() == DONE:
            return


def _kill(process: subprocess.Popen, family: set) -> None:
    """The process and what it started: all in its group, and what was seen of its descendants outside the group.

    On Windows there is no such group, and the Python of a virtual environment is itself a child of the one we started.
    """
    family |= _offspring(process)
    with suppress(OSError):  # it is gone already
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    for relative in family:
        with suppress(Exception):  # gone with the group; psutil makes sure that the number is still that of the same process
            relative.kill()
    process.wait()


def _offspring(process: subprocess.Popen) -> set:
    """Its descendants, also those in a group of their own."""
    import psutil

    try:
        return set(psutil.Process(process.pid).children(recursive=True))
    except (psutil.Error, OSError):  # the process is gone, or the system does not tell
        return set()
