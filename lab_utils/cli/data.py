"""`bakeoff data`: build Fernhollow's database; for maintainers, make its tables, logs and answers again."""

from __future__ import annotations

import argparse
from pathlib import Path


def add(commands, common) -> None:
    from lab_utils.collections.database import DATABASE

    data = commands.add_parser("data", parents=[common], help="build Fernhollow's database; for maintainers: make its tables and logs again")
    actions = data.add_subparsers(required=True, metavar="ACTION")
    build = actions.add_parser("build", parents=[common], help="the SQLite file from data/tables, unless it is up to date")
    build.set_defaults(handler=_data_build)
    build.add_argument("--out", type=Path, default=DATABASE, metavar="PATH", help="the file to make (default: %(default)s)")
    build.add_argument("--quiet", action="store_true", help="errors only")
    tables = actions.add_parser("tables", parents=[common], help="maintainers: draw the CSV files of data/tables again")
    tables.set_defaults(handler=_data_tables)
    logs = actions.add_parser("logs", parents=[common], help="maintainers: write the logs of data/workspace again, from the facts and tables")
    logs.set_defaults(handler=_data_logs)

    answers = actions.add_parser("answers", parents=[common], help="maintainers: compute the right answers of data/queries.csv again from their gold SQL")
    answers.set_defaults(handler=_data_answers)


def _data_answers(options: argparse.Namespace) -> int:
    from lab_utils.classroom.answers import write_answers

    return _tell_written(write_answers())


def _data_build(options: argparse.Namespace) -> int:
    from lab_utils.collections.database import build, is_current, row_counts

    current = is_current(options.out)
    path = build(options.out)
    if not options.quiet:
        print(f"{path}: {'up to date' if current else 'built'}, {path.stat().st_size / 1e6:.1f} MB")
        for table, rows in row_counts(path).items():
            print(f"{table:<12}{rows:>8,}")
    return 0


def _data_tables(options: argparse.Namespace) -> int:
    from lab_utils.collections.generate.make_tables import write_tables
    from lab_utils.collections.tables import TABLES

    return _tell_written(write_tables(TABLES), "the database and the logs are made from these: bakeoff data build, bakeoff data logs")


def _data_logs(options: argparse.Namespace) -> int:
    from lab_utils.collections.generate.make_logs import LOGS, write_logs

    return _tell_written(write_logs(LOGS))


def _tell_written(outcome: dict[Path, str], next_step: str = "") -> int:
    """Say of each file whether it changed; what changed is recorded among the checksums, so that the doctor knows it."""
    from lab_utils.classroom import checksums

    for path, what in outcome.items():
        print(f"{path}: {what}")
    if set(outcome.values()) != {"unchanged"}:
        print(f"recorded in {checksums.write()}")
        if next_step:
            print(next_step)
    return 0
