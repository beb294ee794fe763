"""The child process: reads one request, plays its cases, writes a line of JSON for each, and is gone.

A fresh process for every check: nothing that one function did to its process can reach the next. Two clocks stop a
function that does not end. This one is set in here, by `faulthandler`: it needs no cooperation from Python, so it
ends a regular expression that holds the interpreter just as well as a loop, on every system, and it says which line
was running. The parent has its own, in case this one is tampered with. Memory is limited on Linux alone.
"""

from __future__ import annotations

import base64
import faulthandler
import io
import json
import os
import pickle
import random
import sys
import threading
import time

from bakeoff_child.play import describe, play
from bakeoff_child.wire import decode

LINGER = 1.0  # seconds: the parent ends this process, and while it is there it can be asked what it has started

_line = threading.Lock()  # threads of the function may print while a result is being written


def main() -> None:
    request = json.loads(sys.stdin.buffer.read())
    channel = _private_channel()
    faulthandler.enable(channel)
    faulthandler.dump_traceback_later(request["load_seconds"], exit=True, file=channel)
    _limit_memory(request["memory_mb"])
    sys.path[:] = [*request["path"], *(place for place in sys.path[1:] if place not in request["path"])]
    try:
        function, adapt = _load(request)
    except BaseException as error:  # nobody presses a stop button in here
        _say(channel, {"load_error": describe(error)})
        return
    # Loading may import large libraries; only now the learner's own time begins, here and in the parent.
    faulthandler.dump_traceback_later(request["seconds"], exit=True, file=channel)
    _say(channel, {"loaded": True})
    for arguments in request["cases"]:
        random.seed(0)
        _say(channel, play(function, decode(arguments), adapt, (BaseException,), lambda text: _say(channel, {"so_far": text})))
    faulthandler.cancel_dump_traceback_later()
    _say(channel, {"done": True})
    time.sleep(LINGER)


def _private_channel() -> io.FileIO:
    """Keep the way to the parent for ourselves; whatever the function reads or prints goes nowhere."""
    channel = os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    sys.stdin = io.StringIO()
    return channel


def _limit_memory(megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit: there a list that grows for ever is stopped by the clock
        return
    for kind, most in ((resource.RLIMIT_AS, megabytes * 2**20), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):  # a stricter limit is in force already, or macOS does not take this one
            continue


def _load(request: dict):
    """The function to judge, pickled by value or as source text, and the exercise's way of calling it."""
    adapt = None
    if request["adapt"]:
        namespace: dict = {}
        exec(request["adapt"], namespace)
        adapt = namespace["adapt"]
    if request["pickled"]:
        return pickle.loads(base64.b64decode(request["pickled"])), adapt
    namespace = {"__name__": "submission"}
    exec(compile(request["source"], request["file"], "exec"), namespace)
    return namespace[request["name"]], adapt


def _say(channel: io.FileIO, message: dict) -> None:
    data = memoryview(json.dumps(message).encode() + b"\n")
    with _line:
        while data:  # a pipe may take less than it is offered
            data = data[channel.write(data) :]


if __name__ == "__main__":
    main()
    os._exit(0)  # threads and exit handlers that the function left behind are not waited for
