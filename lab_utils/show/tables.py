"""Small tables for notebooks: real header cells, one way to write numbers, the same text on every run.

A row's first cell names it. `low` and `high` become one column, "0.61 to 0.79". The best of a column carries a star
and not a colour, so that plain text, print and a screen reader all say the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from numbers import Integral, Real
from typing import Any

import numpy as np
import pandas as pd

from lab_utils.errors import BakeoffError
from lab_utils.show.caption import caption_html
from lab_utils.show.picture import NO_MATH

INTERVAL = "95 % interval"
NOTHING = "-"  # an empty cell is read out as nothing at all
BEST, BEST_MEANS = "*", "* best of its column."
GROUPED = 1_000  # a column of whole numbers that reaches it has its thousands apart
NAMES = {"year", "years", "quarter", "id", "code"}  # unless it is called so: its numbers are names, and 2025 stays 2025
MOST_ROWS = 40  # more is no table for reading


@dataclass(frozen=True, slots=True)
class Table:
    """Texts in rows and columns. As the last line of a cell it shows itself."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()
    """columns of numbers, which stand to the right"""
    foot: str = ""

    def __repr__(self) -> str:
        cells = [self.columns, *self.rows]
        widths = [max(len(row[place]) for row in cells) for place in range(len(self.columns))]
        lines = ["  ".join(_aligned(text, widths[place], place in self.right) for place, text in enumerate(row)).rstrip() for row in cells]
        return "\n".join(part for part in (self.caption, *lines, self.foot) if part)

    def _repr_html_(self) -> str:
        sides = [f"text-align:{'right' if place in self.right else 'left'}" for place in range(len(self.columns))]
        head = "".join(f'<th scope="col" style="{side}">{escape(name)}</th>' for name, side in zip(self.columns, sides, strict=True))
        body = "".join(f"<tr>{self._row(row, sides)}</tr>" for row in self.rows)
        foot = f"<p>{escape(self.foot)}</p>" if self.foot else ""
        head = f"{caption_html(self.caption)}<thead><tr>{head}</tr></thead>"
        return f'<div class="{NO_MATH}"><table style="margin-left:0">{head}<tbody>{body}</tbody></table>{foot}</div>'

    @staticmethod
    def _row(row: Sequence[str], sides: Sequence[str]) -> str:
        whole = ";white-space:nowrap" if " " not in row[0] else ""  # an id is not cut at its hyphens
        first = f'<th scope="row" style="{sides[0]}{whole}">{escape(row[0])}</th>'
        return first + "".join(f'<td style="{side}">{_strong(text)}</td>' for text, side in zip(row[1:], sides[1:], strict=True))


def table(
    frame: pd.DataFrame,
    caption: str = "",
    *,
    best: Sequence[str] = (),
    best_low: Sequence[str] = (),
    digits: int = 3,
    foot: str = "",
) -> Table:
    """A table of `frame`, row by row; an index that is more than a count becomes the first column.

    best: columns whose highest value gets a star. best_low: those whose lowest value does (leaks, milliseconds).
    Columns `low` and `high` (or `x low` and `x high`) are put together. Of a long frame the first rows are shown, and
    the foot says so. Raises BakeoffError for a name in `best` that is no column, and for two columns of one name.
    """
    if not isinstance(frame, pd.DataFrame):
        raise BakeoffError(f"table needs a DataFrame, not {type(frame).__name__}. Make one with: pandas.DataFrame(rows)")
    if frame.index.name or not isinstance(frame.index, pd.RangeIndex):
        frame = frame.reset_index()
    frame = frame.rename(columns=str)
    if not frame.columns.is_unique:
        raise BakeoffError(f"two columns are called {frame.columns[frame.columns.duplicated()][0]!r}. Rename one of them.")
    for name in (*best, *best_low):
        if name not in frame.columns:
            raise BakeoffError(f"there is no column {name!r} to mark. Choose among: {', '.join(frame.columns)}.")
    starred = {name: _extreme(frame[name], name in best_low) for name in (*best, *best_low)}
    columns: dict[str, list[str]] = {}
    for name in frame.columns:
        if name.endswith("low") and f"{name[:-3]}high" in frame.columns:
            pairs = zip(frame[name], frame[f"{name[:-3]}high"], strict=True)
            columns[f"{name[:-3]}{INTERVAL}"] = [between(low, high, digits) for low, high in pairs]
        elif not (name.endswith("high") and f"{name[:-4]}low" in frame.columns):
            column = frame[name]
            grouped = _grouped(name, column)
            texts = [written(value, 0 if name == "n" else digits, grouped) for value in column]
            # What looks equal in the table is equally good.
            best_text = written(starred[name], digits, grouped) if name in starred else None
            columns[name] = [f"{text} {BEST}" if text == best_text != NOTHING else text for text in texts]
    rows = tuple(zip(*columns.values(), strict=True))
    right = frozenset(place for place, name in enumerate(columns) if place and (INTERVAL in name or pd.api.types.is_numeric_dtype(frame[name])))
    cut = f"The first {MOST_ROWS} of {len(rows)} rows." if len(rows) > MOST_ROWS else ""
    notes = " ".join(part for part in (BEST_MEANS if starred and rows else "", cut, foot) if part)
    return Table(caption, tuple(columns), rows[:MOST_ROWS], right, notes)


def written(value: Any, digits: int = 3, grouped: bool = False) -> str:
    """One value as it stands in a cell: floats to `digits`, nothing as a dash, texts on one line, thousands apart if `grouped`."""
    if value is None or value is pd.NA or value is pd.NaT or (isinstance(value, Real) and math.isnan(value)):
        return NOTHING
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, Integral):
        return f"{value:,d}" if grouped else str(int(value))
    if isinstance(value, Real):
        # Cents stay on a large sum; a tenth of something large helps nobody.
        return f"{value:.{digits}f}" if abs(value) < GROUPED else f"{value:,.{2 if digits >= 2 else 0}f}"
    return " ".join(str(value).split()) or NOTHING


def between(low: float, high: float, digits: int = 3) -> str:
    """An interval in words, so that no minus sign can be taken for a dash."""
    return NOTHING if math.isnan(low) or math.isnan(high) else f"{low:.{digits}f} to {high:.{digits}f}"


def _extreme(values: pd.Series, lowest: bool) -> Any:
    known = values.dropna()
    return (known.min() if lowest else known.max()) if len(known) else None


def _grouped(name: str, column: pd.Series) -> bool:
    is_name = bool(NAMES & set(re.split(r"[^a-z]+", name.lower())))
    return not is_name and pd.api.types.is_numeric_dtype(column) and bool((column.abs() >= GROUPED).any())


def _strong(text: str) -> str:
    return f"<strong>{escape(text)}</strong>" if text.endswith(f" {BEST}") else escape(text)


def _aligned(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)
