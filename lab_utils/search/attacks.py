"""What a hostile caller tries on a read-only door, and what came of it.

Each attack is a few statements in a row, as they would arrive from a model that has read a poisoned page. `bare` is
what many people take for enough: the file opened read-only, or with `query_only` as well. `guarded` is the door of
sql.py. The attacks write into a folder of their own; the database itself is opened read-only by all three.

Fails when: somebody thinks of an attack that is not in the list. A list of known attacks proves what is shut, not
that everything is.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

from lab_utils.collections.database import DATABASE, connect
from lab_utils.errors import BakeoffError
from lab_utils.search.sql import ReadOnlyDatabase

STOPPED, THROUGH, ENDLESS = "stopped", "went through", "still running"
PATIENCE = 5_000_000  # steps of SQLite that a bare handle gets; copying the whole database takes a quarter of that
STRIDE = 10_000  # steps between two looks

ATTACKS: Mapping[str, tuple[str, ...]] = {
    "delete rows": ("DELETE FROM refunds",),
    "a second statement behind the first": ("SELECT 1; DROP TABLE refunds",),
    "ATTACH another file and read it": ("ATTACH '{other}' AS other", "SELECT secret FROM other.secrets"),
    "ATTACH another file and write to it": ("ATTACH '{other}' AS other", "INSERT INTO other.secrets VALUES ('mine')"),
    "PRAGMA that lifts query_only, then ATTACH and write": (
        "PRAGMA query_only = 0",
        "ATTACH '{other}' AS other",
        "INSERT INTO other.secrets VALUES ('mine')",
    ),
    "VACUUM INTO: copy the whole database": ("VACUUM INTO '{copy}'",),
    "a recursive query without end": ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",),
    "a value of 20 million letters": ("SELECT length(hex(zeroblob(10000000)))",),
    "list the tables": ("SELECT name FROM sqlite_master",),
}

Door = Callable[[Sequence[str]], str]


def bare(path: Path = DATABASE, query_only: bool = False) -> Door:
    """A connection opened `mode=ro`, and nothing else, or with PRAGMA query_only."""

    def run(statements: Sequence[str]) -> str:
        with closing(connect(path)) as connection:
            if query_only:
                connection.execute("PRAGMA query_only = 1")
            looks = count(1)  # steps and not seconds: a slow computer shall tell the same
            connection.set_progress_handler(lambda: next(looks) * STRIDE > PATIENCE, STRIDE)
            try:
                for statement in statements:
                    connection.execute(statement).fetchall()
                connection.commit()
            except sqlite3.Error as error:
                return ENDLESS if "interrupted" in str(error) else STOPPED
            except sqlite3.Warning:  # Python 3.11 calls a second statement a warning
                return STOPPED
        return THROUGH

    return run


def guarded(path: Path = DATABASE) -> Door:
    """The kit's own door: one SELECT a call over listed tables, within limits."""
    database = ReadOnlyDatabase(path)

    def run(statements: Sequence[str]) -> str:
        try:
            for statement in statements:
                database.select(statement, user="eve", tool="attack")
        except BakeoffError:
            return STOPPED
        return THROUGH

    return run


def attempt(doors: Mapping[str, Door], attacks: Mapping[str, Sequence[str]] = ATTACKS) -> list[dict[str, str]]:
    """A row for each attack: what it was, and what came of it at each door. Every attempt meets fresh files."""
    rows = []
    for name, statements in attacks.items():
        row = {"attack": name}
        for door_name, door in doors.items():
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                other, copy = Path(folder) / "other.sqlite", Path(folder) / "copy.sqlite"
                with closing(sqlite3.connect(other)) as victim, victim:
                    victim.execute("CREATE TABLE secrets (secret TEXT)")
                    victim.execute("INSERT INTO secrets VALUES ('salaries')")
                row[door_name] = door([statement.format(other=other.as_posix(), copy=copy.as_posix()) for statement in statements])
        rows.append(row)
    return rows
