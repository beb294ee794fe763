"""The `bakeoff` command: `run` compares the strategies, `doctor` checks the set-up, `cache` and `data` keep what is shipped.

One subcommand a file. Nothing heavy is imported before it is known which one is meant.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from lab_utils import __version__
from lab_utils.errors import BakeoffError
from lab_utils.progress import set_quiet

OK = 0
CHECK_FAILED = 1  # the command worked, and what it looked at is not in order
USAGE_ERROR = 2  # bad input: one clear line
INTERRUPTED = 130  # as shells report Ctrl-C


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BakeoffError(f"{message}. See: {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code. Errors a user can cause are printed in plain lines, without traceback."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in arguments
    if hasattr(sys.stdout, "reconfigure"):  # piped on Windows, it knows few characters; one that it lacks is no reason to end
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        set_quiet(getattr(options, "quiet", False))
        return options.handler(options)
    except BrokenPipeError:  # the reader of our output (head, less) has gone
        sys.stderr.close()
        return OK
    except BakeoffError as error:
        if debug:
            raise
        for line in str(error).splitlines():
            print(f"bakeoff: {line}", file=sys.stderr)
        return USAGE_ERROR
    except Exception as error:
        if debug:
            raise
        what = str(error).strip().splitlines()[0] if str(error).strip() else "no message"
        print(f"bakeoff: unexpected {type(error).__name__}: {what}. Run it again with --debug to see where, and report that.", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        if debug:
            raise
        print("\nbakeoff: interrupted. What was computed is kept in the cache; the same command goes on from there.", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--debug", action="store_true", help="on an error, show where in the code it came from")
    parser = _Parser(prog="bakeoff", description="Which retrieval method fits which data and which query? Measure it.")
    parser.add_argument("--version", action="version", version=f"bakeoff {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    from lab_utils.cli import build, cache, data, doctor, lab, run

    for subcommand in (lab, run, doctor, build, cache, data):
        subcommand.add(commands, common)
    return parser
