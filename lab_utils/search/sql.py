"""A read-only door to the tables: one SELECT at a time, over listed tables, within limits, and written to a log.

What each guard is for (each has a test that attacks it):

- the file is opened `mode=ro`: nothing can be written to it;
- an *authorizer* is asked for every action while a statement is compiled: it allows reading listed tables and calling
  listed functions, so PRAGMA, recursive queries and functions that build giant values are refused by name;
- `SQLITE_LIMIT_ATTACHED = 0`: ATTACH and VACUUM INTO, which a read-only handle alone permits, have nowhere to go;
- a length limit on values and statements, and a limit on time: a progress handler is asked every thousand steps;
- at most `max_rows` rows come back, with a flag that says there were more.

One line per call goes to the log `lab_utils.sql`: time, user, tool, rows, milliseconds, outcome. Neither parameter
values nor results are logged: a log is read by more people than a table is.

A model gets named tools (tools.py) rather than this; where it must write SQL, this is what runs it.
Source: SQLite, "Defense Against The Dark Arts"; the time limit follows Datasette's `sqlite_timelimit`.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lab_utils.collections.database import DATABASE, connect
from lab_utils.collections.schema import SCHEMA
from lab_utils.errors import BakeoffError

MAX_ROWS = 200  # what a person or a prompt can still read
MAX_SECONDS = 2.0  # every honest question over these tables takes a few hundredths of a second
MAX_LENGTH = 100_000  # bytes of one value or statement; the longest honest one is a statement of under 2,000
LOCK_SECONDS = 2.0  # a writer holds the file for less; longer means that something hangs
STEPS = 1_000  # SQLite steps between two looks at the clock: well under a millisecond

FUNCTIONS = frozenset(
    "abs avg cast coalesce count date datetime ifnull iif julianday length like lower max min nullif round strftime substr sum total trim upper".split()
)
_ALLOWED = {sqlite3.SQLITE_SELECT}

log = logging.getLogger("lab_utils.sql")


class QueryRefused(BakeoffError):
    """The statement was not run, or not to its end; the message says which guard stopped it."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What came back: column names, rows, and whether there were more than the limit."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool = False


class ReadOnlyDatabase:
    """Runs one SELECT a call. A connection lives for one call only, so no caller can leave anything behind for the next."""

    def __init__(
        self,
        path: Path = DATABASE,
        tables: Collection[str] | None = None,
        max_rows: int = MAX_ROWS,
        max_seconds: float = MAX_SECONDS,
    ):
        self.path = Path(path)
        self.tables = frozenset(table.name for table in SCHEMA) if tables is None else frozenset(tables)
        self.max_rows = max_rows
        self.max_seconds = max_seconds

    def select(self, sql: str, parameters: Mapping[str, Any] | None = None, *, user: str, tool: str) -> Rows:
        """The rows of one SELECT. Raises QueryRefused with the guard that stopped it, BakeoffError without a database."""
        started = time.monotonic()
        outcome, rows = "refused", 0
        try:
            result = self._select(sql, parameters or {}, started)
            outcome, rows = "truncated" if result.truncated else "ok", len(result.rows)
            return result
        finally:
            self._write_log(user, tool, rows, (time.monotonic() - started) * 1000, outcome)

    def note_refusal(self, user: str, tool: str) -> None:
        """Log a call that was refused before it reached the database."""
        self._write_log(user, tool, rows=0, milliseconds=0.0, outcome="refused")

    def _write_log(self, user: str, tool: str, rows: int, milliseconds: float, outcome: str) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        log.info("%s user=%s tool=%s rows=%d ms=%.0f outcome=%s", now, _word(user), _word(tool), rows, milliseconds, outcome)

    def _select(self, sql: str, parameters: Mapping[str, Any], started: float) -> Rows:
        if not sql.strip():
            raise QueryRefused("the statement is empty. Write one SELECT.")
        refused: list[str] = []
        with closing(self._connect()) as connection:
            connection.set_authorizer(self._authorizer(refused))
            connection.set_progress_handler(lambda: time.monotonic() - started > self.max_seconds, STEPS)
            try:
                cursor = connection.execute(sql, parameters)
                if cursor.description is None:
                    raise QueryRefused("the statement returns no rows. Write one SELECT.")
                rows = cursor.fetchmany(self.max_rows + 1)
            except (sqlite3.Error, sqlite3.Warning, OverflowError, ValueError) as error:
                raise self._reason(error, refused) from error
            columns = tuple(column[0] for column in cursor.description)
        return Rows(columns, tuple(rows[: self.max_rows]), len(rows) > self.max_rows)

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = connect(self.path, LOCK_SECONDS)
        except sqlite3.Error as error:
            raise BakeoffError(f"{self.path}: cannot be opened ({error}). Check its permissions, or make it again with: bakeoff data build") from error
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_LENGTH)
        connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, MAX_LENGTH)
        return connection

    def _authorizer(self, refused: list[str]):
        def decide(action: int, first: str | None, second: str | None, database: str | None, trigger: str | None) -> int:
            if action in _ALLOWED or (action == sqlite3.SQLITE_READ and first in self.tables):
                return sqlite3.SQLITE_OK
            if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in FUNCTIONS:
                return sqlite3.SQLITE_OK
            refused.append(_named(action, first, second))
            return sqlite3.SQLITE_DENY

        return decide

    def _reason(self, error: Exception, refused: list[str]) -> BakeoffError:
        text = str(error)
        if refused:
            return QueryRefused(f"{refused[0]} is not allowed here. Only SELECT over: {', '.join(sorted(self.tables))}.")
        if "interrupted" in text:
            return QueryRefused(f"the query ran longer than {self.max_seconds:g} s and was stopped. Ask for less: a shorter period, or sums instead of rows.")
        if "one statement" in text:
            return QueryRefused("more than one statement. Send one SELECT a call.")
        if "too big" in text or "too large" in text or isinstance(error, OverflowError):
            return QueryRefused(f"a value or the statement is too long (limit {MAX_LENGTH:,} bytes). Ask for less.")
        if "locked" in text or "busy" in text:
            return BakeoffError(f"{self.path}: another process is writing to the database. Wait a moment and ask again.")
        if "not a database" in text or "malformed" in text or "no such table" in text:
            return BakeoffError(f"{self.path}: {text}. Name a table of the schema; if it should be there, make the database again: bakeoff data build")
        return QueryRefused(f"the database refused the statement: {text}. Check names and parameters against the schema.")


_ACTIONS = {
    sqlite3.SQLITE_READ: "reading table",
    sqlite3.SQLITE_FUNCTION: "function",
    sqlite3.SQLITE_PRAGMA: "PRAGMA",
    sqlite3.SQLITE_ATTACH: "ATTACH",
    sqlite3.SQLITE_INSERT: "INSERT into",
    sqlite3.SQLITE_UPDATE: "UPDATE of",
    sqlite3.SQLITE_DELETE: "DELETE from",
    sqlite3.SQLITE_RECURSIVE: "a recursive query",
    sqlite3.SQLITE_TRANSACTION: "transaction",
    sqlite3.SQLITE_CREATE_TEMP_TABLE: "creating table",
    sqlite3.SQLITE_CREATE_TABLE: "creating table",
}


def _named(action: int, first: str | None, second: str | None) -> str:
    what = _ACTIONS.get(action, "this kind of statement")
    name = second if action == sqlite3.SQLITE_FUNCTION else first
    return f"{what} {name}" if name and what != "a recursive query" else what


def _word(text: str) -> str:
    """A name as one word of a log line: no line breaks or blanks, so that nobody can forge a second line."""
    return "".join(character if character.isalnum() or character in "-_.+@" else "?" for character in text)[:40] or "-"
