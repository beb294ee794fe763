"""`bakeoff lab`: copy the lessons to work/, where the learner's answers stay, and open JupyterLab there."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

from lab_utils.cli import OK
from lab_utils.errors import BakeoffError
from lab_utils.progress import note


def add(commands, common) -> None:
    from lab_utils.classroom.lab_server import PORT
    from lab_utils.collections.load import DATA

    lab = commands.add_parser(
        "lab",
        parents=[common],
        help="open the workbook",
        description="Copy the lessons from notebooks/ to work/ and open JupyterLab there. A lesson that you have changed "
        "is never touched: a new edition of it is laid beside yours.",
    )
    lab.set_defaults(handler=_lab)
    lab.add_argument("--no-browser", action="store_true", help="only print the address")
    lab.add_argument("--port", type=int, default=PORT, metavar="N", help="the next free one is used when it is taken (default: %(default)s)")
    lab.add_argument("--copy-only", action="store_true", help="copy the lessons and start nothing, as on a JupyterHub")
    lab.add_argument("--root", type=Path, default=DATA.parent, metavar="PATH", help="the folder with notebooks/, where work/ is made (default: this kit)")
    lab.add_argument("--quiet", action="store_true", help="the address and errors only")


def _lab(options: argparse.Namespace) -> int:
    from lab_utils.classroom import lab, lab_server

    if not 1 <= options.port <= 65535:
        raise BakeoffError(f"port {options.port}: there are ports 1 to 65535. Leave --port out to have one chosen.")
    root = options.root.absolute()
    lessons = lab.copy_lessons(root)
    for copied in lessons:
        if copied.what != "unchanged" and (copied.what != "kept" or copied.beside):
            note(str(copied))
    if options.copy_only:
        return OK
    work = root / lab.WORK
    first = lessons[0].opens
    browser = not options.no_browser and lab_server.has_browser()
    server = lab_server.running(work)
    if server:
        _tell(lab_server.address(server, first), "JupyterLab is running already")
        if browser:
            import webbrowser

            webbrowser.open(lab_server.address(server, first))
        return OK
    return _serve(work, first, options.port, browser)


def _serve(work: Path, first: str, port: int, browser: bool) -> int:
    from lab_utils.classroom import lab_server

    note("JupyterLab is starting ...")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ended by a script: as clean as Ctrl-C
    try:
        with lab_server.started(work, first, port, browser) as (process, server):
            if server["port"] != port:
                note(f"Port {port} is taken; this is {server['port']}.")
            _tell(lab_server.address(server, first), "JupyterLab is running")
            note(f"Your answers stay in {work}. Stop it with Ctrl-C.")
            code = process.wait()
        note(f"JupyterLab has ended. The same command opens it again. Its log: {work / lab_server.LOG}")
        return code
    except KeyboardInterrupt:
        note("\nJupyterLab has ended. Your answers are kept; the same command opens it again.")
        return OK


def _tell(address: str, what: str) -> None:
    print(f"{what}: {address}", flush=True)
