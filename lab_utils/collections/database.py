"""Build the SQLite file that the aggregate questions are answered from, out of the CSV files.

It is written beside its place and moved there when it is whole, so a reader never sees half a database. It is built
again only when a CSV file or the schema has changed: both go into a fingerprint that is kept inside the file.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from lab_utils.collections.load import DATA
from lab_utils.collections.schema import SCHEMA, create_statements
from lab_utils.collections.tables import TABLES, csv_path, read_tables
from lab_utils.errors import BakeoffError, DataError
from lab_utils.places import user_cache

DATABASE = DATA / "cache" / "fernhollow.sqlite"

# SQLite leaves two numbers in the file's head to its user; here they hold the first 64 bits of the fingerprint.
_MARKS = ("application_id", "user_version")


def build(path: Path = DATABASE, tables: Path = TABLES) -> Path:
    """Make sure that `path` holds the tables as their CSV files are now; returns it.

    Raises BakeoffError when a CSV is missing or the file cannot be written, DataError for malformed rows.
    """
    path = Path(path)
    marks = _fingerprint(tables)
    if not is_current(path, marks):
        rows = read_tables(tables)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")  # one for each process that builds at the same time
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            _write(part, rows, marks)
            part.replace(path)
        except (OSError, sqlite3.Error) as error:
            _discard(part)
            raise BakeoffError(
                f"{path}: cannot be written ({error}). Make room or the folder writable and close programs that have the file open, "
                "or name another place with: bakeoff data build --out PATH"
            ) from error
        except BaseException:
            _discard(part)
            raise
    return path


def row_counts(path: Path = DATABASE) -> dict[str, int]:
    """Rows of each table, in the order of the schema."""
    with closing(connect(path)) as database:
        return {table.name: database.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0] for table in SCHEMA}


def connect(path: Path = DATABASE, timeout: float = 5.0) -> sqlite3.Connection:
    """A read-only connection that waits `timeout` seconds for a writer. BakeoffError when there is no database at `path`."""
    if not Path(path).is_file():
        raise BakeoffError(f"{path}: there is no database here. Make it with: bakeoff data build")
    return sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True, timeout=timeout)


def is_current(path: Path, marks: tuple[int, int] | None = None, tables: Path = TABLES) -> bool:
    """Whether the database at `path` was built from the CSV files and the schema as they are now."""
    marks = _fingerprint(tables) if marks is None else marks
    try:
        with closing(connect(path)) as database:
            return tuple(database.execute(f"PRAGMA {mark}").fetchone()[0] for mark in _MARKS) == marks
    except (BakeoffError, sqlite3.Error):  # none there, or a file that is no database
        return False


def _fingerprint(tables: Path) -> tuple[int, int]:
    digest = hashlib.sha256()
    for table in SCHEMA:
        for statement in create_statements(table):
            digest.update(statement.encode())
        digest.update(hashlib.sha256(csv_path(table.name, tables).read_bytes()).digest())
    first = digest.digest()
    # Two signed 32-bit numbers, the kind SQLite's head holds.
    return int.from_bytes(first[:4], signed=True), int.from_bytes(first[4:8], signed=True)


def _write(path: Path, rows: dict[str, list[tuple]], marks: tuple[int, int]) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA foreign_keys = ON")
        with database:
            for table in SCHEMA:
                for statement in create_statements(table):
                    database.execute(statement)
                places = ", ".join("?" * len(table.columns))
                database.executemany(f"INSERT INTO {table.name} VALUES ({places})", rows[table.name])
        for mark, value in zip(_MARKS, marks, strict=True):
            database.execute(f"PRAGMA {mark} = {value}")
        database.execute("ANALYZE")


def _discard(path: Path) -> None:
    for leftover in (path, path.with_name(path.name + "-journal")):
        try:
            leftover.unlink(missing_ok=True)
        except OSError:  # still open elsewhere; the next build of that process number removes it
            continue


def beside(folder: Path) -> Path | None:
    """The database of the collection in `folder`, made if need be; None where it has no tables.

    Where the folder cannot be written, the database goes to the user's cache directory.
    """
    tables = Path(folder) / "tables"
    if not (tables / "orders.csv").is_file():
        return None
    try:
        return build(Path(folder) / "cache" / DATABASE.name, tables)
    except DataError:
        raise
    except BakeoffError:
        return build(user_cache(Path(folder)) / DATABASE.name, tables)
