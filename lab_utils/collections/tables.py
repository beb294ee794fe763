"""Read Fernhollow's tables from data/tables/*.csv, and check every row against the schema.

Idea: a database built from a damaged file answers, but wrongly. So each value is checked for its kind, each key for
being unique, each reference for leading somewhere; a fault is told with file, line and field. An empty cell is null.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from lab_utils.collections.files import read_text
from lab_utils.collections.load import DATA
from lab_utils.collections.schema import SCHEMA, Column, Table
from lab_utils.errors import BakeoffError, DataError, Problem

TABLES = DATA / "tables"
REGENERATE = "Fetch the file again with the source code, or make it again with: bakeoff data tables"
SHOWN_PROBLEMS = 20  # a file saved with the wrong separator has a fault in every row

Value = str | int | float | None


def _day(text: str) -> str:
    if len(text) != 10:  # fromisoformat takes 20250908 and week dates too
        raise ValueError(text)
    return date.fromisoformat(text).isoformat()


def _matching(pattern: str) -> Callable[[str], str]:
    compiled = re.compile(pattern, re.ASCII)

    def read(text: str) -> str:
        if not compiled.fullmatch(text):
            raise ValueError(text)
        return text

    return read


def _instant(text: str) -> str:
    _matching(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ")(text)
    _day(text[:10])
    return text


def _number(kind: Callable[[str], Value], pattern: str) -> Callable[[str], Value]:
    check = _matching(pattern)
    return lambda text: kind(check(text))


@dataclass(frozen=True, slots=True)
class Kind:
    read: Callable[[str], Value]
    looks_like: str


KINDS = {
    "text": Kind(str, "any text"),
    "day": Kind(_day, "a day such as 2025-09-08"),
    "instant": Kind(_instant, "a moment in UTC such as 2025-09-08T08:14:33Z"),
    "quarter": Kind(_matching(r"20\d\dQ[1-4]"), "a quarter such as 2025Q3"),
    "integer": Kind(_number(int, r"\d{1,9}"), "a whole number"),
    "flag": Kind(_number(int, "[01]"), "0 or 1"),
    "money": Kind(_number(float, r"\d{1,9}\.\d\d"), "an amount with two decimals such as 119.00"),
    "rate": Kind(_number(float, r"\d{1,3}\.\d{1,6}"), "a rate such as 1.08"),
}


def read_tables(folder: Path = TABLES) -> dict[str, list[tuple[Value, ...]]]:
    """Table name -> its rows, in the order of the schema's columns.

    Raises BakeoffError when a file is missing, DataError with the malformed rows.
    """
    problems: list[Problem] = []
    keys: dict[str, set[Value]] = {}
    rows = {table.name: list(_read_table(table, folder, problems, keys)) for table in SCHEMA}
    if problems:
        raise DataError(problems)
    return rows


def csv_path(table: str, folder: Path = TABLES) -> Path:
    """Where a table's CSV is. BakeoffError when it is not there."""
    path = folder / f"{table}.csv"
    if not path.is_file():
        raise BakeoffError(f"{path}: there is no such file. {REGENERATE}")
    return path


def _read_table(table: Table, folder: Path, problems: list[Problem], keys: dict[str, set[Value]]) -> Iterator[tuple[Value, ...]]:
    path = csv_path(table.name, folder)
    text = read_text(path, problems)
    reader = csv.reader(io.StringIO(text or "", newline=""), strict=True)
    found, enough = 0, len(problems) + SHOWN_PROBLEMS
    seen: dict[tuple, int] = {}
    try:
        if text is None or not _header_fits(table, next(reader, []), path.name, problems):
            return
        for cells in reader:
            values = _read_row(table, cells, path.name, reader.line_num, problems, keys)
            if values is not None:
                key = tuple(values[table.names.index(name)] for name in table.key)
                first = seen.setdefault(key, reader.line_num)
                if first != reader.line_num:
                    what = f"{' '.join(map(str, key))!r} stands already in line {first}"
                    problems.append(Problem(path.name, reader.line_num, ", ".join(table.key), what, f"Remove one of the two. {REGENERATE}"))
                found += 1
                yield values
            if len(problems) >= enough:
                problems.append(Problem(path.name, None, "", "there may be more faults; reading stopped here", REGENERATE))
                return
    except csv.Error as error:
        problems.append(Problem(path.name, reader.line_num, "", f"not CSV ({error})", f"Close the quotes of the text before it. {REGENERATE}"))
        return
    if not found:
        problems.append(Problem(path.name, None, "", "the file holds no rows", REGENERATE))
    keys[table.name] = {key[0] for key in seen}


def _header_fits(table: Table, header: list[str], file: str, problems: list[Problem]) -> bool:
    if tuple(header) == table.names:
        return True
    separated = len(header) == 1 and (";" in header[0] or "\t" in header[0])
    cure = "Save it with commas between the columns" if separated else REGENERATE
    what = f"the columns are {', '.join(header) or 'missing'}, and should be {', '.join(table.names)}"
    problems.append(Problem(file, 1, "", what, cure))
    return False


def _read_row(table: Table, cells: list[str], file: str, line: int, problems: list[Problem], keys: dict[str, set[Value]]) -> tuple[Value, ...] | None:
    if len(cells) != len(table.columns):
        what = f"{len(cells)} value(s) where {len(table.columns)} belong"
        problems.append(Problem(file, line, "", what, f"Put quotes around a text that holds commas. {REGENERATE}"))
        return None
    values: list[Value] = []
    before = len(problems)
    for column, cell in zip(table.columns, cells, strict=True):
        try:
            values.append(_read_cell(column, cell, keys))
        except ValueError as error:
            problems.append(Problem(file, line, column.name, str(error), REGENERATE))
    return tuple(values) if len(problems) == before else None


def _read_cell(column: Column, cell: str, keys: dict[str, set[Value]]) -> Value:
    if not cell:
        if column.nullable:
            return None
        raise ValueError("is empty, and must not be")
    kind = KINDS[column.kind]
    try:
        value = kind.read(cell)
    except ValueError:
        raise ValueError(f"{cell[:40]!r} is not {kind.looks_like}") from None
    if column.values and cell not in column.values:
        raise ValueError(f"{cell[:40]!r} is none of {', '.join(column.values)}")
    if column.references:
        target = column.references.split(".")[0]
        # A parent file with faults of its own has no keys to compare with; its faults are told instead.
        if target in keys and value not in keys[target]:
            raise ValueError(f"{cell[:40]!r} does not stand in {target}.csv")
    return value
