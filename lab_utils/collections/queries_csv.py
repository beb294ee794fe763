"""Read `queries.csv`, the tagged test set as people edit it: in a spreadsheet, with all that a spreadsheet does to it.

Columns id, text and gold are needed; pattern, history, user, never, gold_sql, answer, split, family and note may be
there. Gold is groups of ids, `a|b;c` for "a or b, and c"; an id is that of a passage (`doc-id#section`) or of a whole
document, and then any of its passages counts. Turns in `history` are separated by `||`. For an exploratory question
gold is `file` or `file:line` below `workspace/`; for an aggregate one `gold_sql` gives the right answer.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from lab_utils.collections.files import read_text
from lab_utils.collections.gathering import Gathering
from lab_utils.collections.records import NO_PATTERN, NO_SPLIT, PATTERNS, Query

QUERIES = "queries.csv"
WORKSPACE = "workspace"
REQUIRED = ("id", "text", "gold")

# What a spreadsheet makes of ERR_4E12, of 3-12 and the like when it takes them for a number or a date.
_DAMAGE = re.compile(
    r"\d+([.,]\d+)?E[+-]?\d+|\d{1,2}[-.](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mrz|mai|okt|dez)\w*(?:[-.]\d{2,4})?|#NAME\?|#REF!|#VALUE!|#{3,}",
    re.IGNORECASE,
)


def read_queries(path: Path, gathering: Gathering, passages: Mapping[str, list[str]], allow_missing: bool) -> None:
    """Put the queries of `path` into `gathering`, and every fault with its line. `passages`: document id to passage ids."""
    text = read_text(path, gathering.problems)
    if text is None:
        return
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    header = reader.fieldnames or []
    missing = [name for name in REQUIRED if name not in header]
    if missing:
        separated = len(header) == 1 and (";" in header[0] or "\t" in header[0])
        cure = "Save it with commas between the columns" if separated else "Add it to the first line"
        gathering.fault(path.name, 1, missing[0], f"no such column; found: {', '.join(header) or 'nothing'}", cure)
        return
    rows = iter(reader)
    while True:
        line = reader.reader.line_num + 1  # where the row begins: a quoted text may run over several lines
        try:
            row = next(rows, None)
        except csv.Error as error:
            gathering.fault(path.name, line, "", f"not CSV ({error})", "Close the quotes of the text that begins there")
            return
        if row is None:
            return
        _Row(row, path, line, gathering).read(passages, allow_missing)


class _Row:
    """One row on its way into the test set."""

    def __init__(self, row: dict, path: Path, line: int, gathering: Gathering):
        self.row = row
        self.path = path
        self.line = line
        self.gathering = gathering
        self.cells = {name: (value or "").strip() for name, value in row.items() if isinstance(name, str) and not isinstance(value, list)}

    def fault(self, field: str, what: str, cure: str) -> None:
        self.gathering.fault(self.path.name, self.line, field, what, cure)

    def read(self, passages: Mapping[str, list[str]], allow_missing: bool) -> None:
        if None in self.row:
            smart = any("\u201c" in str(value) or "\u201d" in str(value) for value in self.row.values())
            cure = 'Write straight quotes (") around a text that holds commas' if smart else "Put quotes around a text that holds commas"
            self.fault("", f"{len(self.row[None])} value(s) more than columns", cure)
            return
        cells = self.cells
        pattern = cells.get("pattern") or NO_PATTERN
        if not self._plausible(pattern) or not self.gathering.check_query(cells["id"], cells["text"], self.path.name, self.line):
            return
        history = tuple(turn.strip() for turn in cells.get("history", "").split("||") if turn.strip())
        if pattern == "follow-up" and not history:
            self.fault("history", "is empty for a follow-up", "Write the earlier turns, separated by ||")
        groups = [[gold.strip() for gold in group.split("|") if gold.strip()] for group in cells["gold"].split(";") if group.strip()]
        targets = self._targets(groups) if pattern == "exploratory" else ()
        never = frozenset(self._known(cells.get("never", "").split("|"), passages))
        rest = {name: cells.get(name, "") for name in ("user", "gold_sql", "answer", "family", "note")}
        split = cells.get("split") or NO_SPLIT
        self.gathering.add_query(Query(cells["id"], cells["text"], pattern, history, split=split, never=never, targets=targets, **rest))
        if pattern != "exploratory":
            for group in groups:
                members = [passage for gold in group for passage in passages.get(gold, [gold])]
                self.gathering.add_group(cells["id"], members, self.path.name, self.line, "gold", allow_missing)

    def _plausible(self, pattern: str) -> bool:
        for field in ("id", "text", "gold"):
            if _DAMAGE.fullmatch(self.cells[field]):
                cure = "Format the column as text before you type or paste, and write it again"
                self.fault(field, f"{self.cells[field]!r} looks like what a spreadsheet made of a code or a date", cure)
                return False
        if pattern != NO_PATTERN and pattern not in PATTERNS:
            self.fault("pattern", f"{pattern!r} is no pattern", f"Choose among: {', '.join(PATTERNS)}")
            return False
        return True

    def _known(self, ids: list[str], passages: Mapping[str, list[str]]) -> list[str]:
        named = [name.strip() for name in ids if name.strip()]
        known = []
        for name in named:
            found = passages.get(name, [name])
            known.extend(found)
            if found == [name] and name not in self.gathering.document_ids():
                self.fault("never", f"{name!r} is no document of the corpus", "Correct the id or remove it")
        return known

    def _targets(self, groups: list[list[str]]) -> tuple[frozenset[str], ...]:
        for target in (target for group in groups for target in group):
            file, _, number = target.partition(":")
            path = self.path.parent / WORKSPACE / file
            if not path.is_file():
                self.fault("gold", f"{file!r} is no file of the workspace", "Write the path below workspace/")
            elif number and not (number.isdigit() and 1 <= int(number) <= _line_count(path)):
                self.fault("gold", f"{file} has no line {number}", f"Give a line from 1 to {_line_count(path)}")
        return tuple(frozenset(group) for group in groups)


@cache
def _line_count(path: Path) -> int:
    return len(path.read_bytes().splitlines())
