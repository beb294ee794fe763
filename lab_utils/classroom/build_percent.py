"""Read a percent file: the form that jupytext calls `py:percent`, less what no lesson needs.

A cell begins with `# %%`, a cell of text with `# %% [markdown]`; text stands behind `# `. Tags follow the marker:
`# %% tags=["nbval-ignore-output"]`. There are no magics, so no comment is ever taken for one.

Read here rather than by jupytext because a check of all lessons then takes no time; tests hold both to the same result.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from lab_utils.errors import DataError, Problem

HEADER = """\
# ---
# jupyter:
#   jupytext:
#     cell_metadata_filter: tags,-all
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---
"""
# An editor that keeps notebook and file in pairs writes its own version into the header; these lines it leaves.
_NEEDED = ("cell_metadata_filter: tags,-all", "format_name: percent", "name: python3")
_HEADER = re.compile(r"# ---\n(?:#.*\n)*?# ---\n")
_MARKER = re.compile(r"# %%(?P<markdown> \[markdown\])?(?: tags=(?P<tags>\[[^\]]*\]))?\s*")
_COPY = "Copy the first lines of another lesson, or take those of: bakeoff build --stub header"


@dataclass(frozen=True, slots=True)
class Piece:
    """One cell as it stands in the file."""

    kind: str
    source: str
    tags: tuple[str, ...]
    line: int
    """of its marker"""


def read_pieces(path: Path) -> list[Piece]:
    """The cells of a percent file. DataError names each place that cannot be understood."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors put a mark of three bytes before the first line
    except UnicodeDecodeError as error:
        raise DataError([Problem(path.name, None, "", f"it is not UTF-8 ({error.reason} at byte {error.start})", "Save it as UTF-8.")]) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise DataError([Problem(path.name, line, "", "there is a null byte", "Remove it: no text has one, and Python reads none.")])
    header = _HEADER.match(text)
    if not header or any(line not in header.group() for line in _NEEDED):
        raise DataError([Problem(path.name, 1, "", "the header is not that of a lesson", _COPY)])
    pieces, problems = [], []
    lines = text.split("\n")  # not splitlines: to Python, U+2028 ends no line
    first = header.group().count("\n")
    marked = [number for number in range(first, len(lines)) if re.match(r"# ?%%", lines[number])]
    stray = next((number for number in range(first, (marked or [len(lines)])[0]) if lines[number].strip()), None)
    if stray is not None or not marked:
        place = first if stray is None else stray + 1
        raise DataError([Problem(path.name, place, "", "there is no cell, or text before the first one", "Begin each cell with '# %%'.")])
    for begin, end in zip(marked, [*marked[1:], len(lines)], strict=True):
        try:
            pieces.append(_piece(lines[begin], lines[begin + 1 : end], begin + 1))
        except ValueError as error:
            problems.append(Problem(path.name, begin + 1, "", *error.args))
    if problems:
        raise DataError(problems)
    return pieces


def _piece(marker: str, body: list[str], line: int) -> Piece:
    found = _MARKER.fullmatch(marker)
    try:
        tags = tuple(json.loads(found["tags"] or "[]")) if found else ()
    except ValueError:
        found = None
    if found is None or not all(isinstance(tag, str) for tag in tags):
        raise ValueError(f"{marker!r} cannot be understood", "Write '# %%', '# %% [markdown]' or '# %% tags=[\"...\"]'.")
    if not found["markdown"]:
        return Piece("code", "\n".join(body).strip("\n"), tags, line)
    while body and not body[-1].strip():
        body = body[:-1]
    bare = [text for text in body if not re.match(r"#( |$)", text)]
    if bare:
        raise ValueError(f"{bare[0][:40]!r} stands in a cell of text", "Begin its lines with '# ', or begin a cell of code with '# %%'.")
    return Piece("markdown", "\n".join(text[2:] for text in body).strip("\n"), tags, line)
