"""`bakeoff build`: make the lessons' two editions from their sources, or check that they are in step."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

from lab_utils.cli import CHECK_FAILED, INTERRUPTED, OK
from lab_utils.progress import note


def add(commands, common) -> None:
    from lab_utils.collections.load import DATA

    build = commands.add_parser(
        "build",
        parents=[common],
        help="make the lessons' notebooks from their sources, or check that they are in step",
        description="From each solutions/NN_topic.py: solutions/NN_topic.ipynb, solved and run, and notebooks/NN_topic.ipynb "
        "for learners, with stubs and without outputs. The same sources give the same files.",
    )
    build.set_defaults(handler=_build)
    build.add_argument("lessons", nargs="*", metavar="NAME", help="03, or 03_rank_fusion (default: all)")
    build.add_argument("--check", action="store_true", help="write nothing; exit code 1 when a file is out of step")
    build.add_argument("--fast", action="store_true", help="with --check: compare the cells without running them")
    build.add_argument("--fresh", action="store_true", help="new outputs also for cells whose outputs vary, such as timings")
    build.add_argument("--stub", metavar="ID", help="print an exercise's cell for a source ('header': the first lines of a source), and build nothing")
    build.add_argument("--root", type=Path, default=DATA.parent, metavar="PATH", help="the folder with solutions/ and notebooks/ (default: this kit)")
    build.add_argument("--quiet", action="store_true", help="errors only")


def _build(options: argparse.Namespace) -> int:
    from lab_utils.classroom import build
    from lab_utils.errors import BakeoffError

    if options.fast and not options.check:
        raise BakeoffError("--fast is for checking. Write: bakeoff build --check --fast")
    if options.stub:
        return _print_stub(options.stub)
    root = options.root.absolute()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ended by a script: as clean as Ctrl-C
    try:
        if not options.check:
            build.build(options.lessons, root, options.fresh)
            return OK
        found = build.stale(options.lessons, root, options.fast)
    except KeyboardInterrupt:
        note("\nbakeoff: interrupted. Every file is as it was or whole and new.")
        return INTERRUPTED
    for each in found:
        print(each)
    if not found and not options.quiet:
        print("every notebook is in step with its source")
    return CHECK_FAILED if found else OK


def _print_stub(name: str) -> int:
    from lab_utils.classroom.build_percent import HEADER
    from lab_utils.classroom.build_source import find, stub_cell

    print(HEADER if name == "header" else stub_cell(find(name)), end="")
    return OK
