"""One call of a named tool, as it looks from outside: what was asked, the rows or the refusal, and the log line.

The log line is shown as it was written, without its time of day and its milliseconds, which differ at every call.
Neither the parameters nor the rows are in it: that is the point of it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pandas as pd

from lab_utils.errors import BakeoffError
from lab_utils.search.shop_tools import TOOLS
from lab_utils.search.sql import ReadOnlyDatabase, log
from lab_utils.search.tools import Tool, call
from lab_utils.show.block import Block, Quoted, block
from lab_utils.show.tables import table


def tool_call(
    database: ReadOnlyDatabase,
    name: str,
    arguments: Mapping[str, Any],
    *,
    user: str = "you",
    group: str = "staff",
    tools: Mapping[str, Tool] = TOOLS,
) -> Block:
    """Call the tool for `user`, who belongs to `group`. A refusal is shown, not raised. Parameters that are None or blank are left out."""
    given = {key: value for key, value in arguments.items() if value is not None and value != ""}
    said = f"{name}({', '.join(f'{key}={value!r}' for key, value in given.items())}) for {user}, {group}"
    with written() as lines:
        try:
            rows = call(tools, database, name, given, user=user, groups=frozenset({group})).table
            foot = f"Cut at {len(rows.rows)} rows." if rows.truncated else ""
            outcome = table(pd.DataFrame(list(rows.rows), columns=_distinct(rows.columns)), f"{len(rows.rows)} row(s)", digits=2, foot=foot)
        except BakeoffError as error:
            outcome = f"Refused: {error}"
    return block(said, outcome, "Written to the log (time and milliseconds left out here):", Quoted("\n".join(map(lasting, lines))))


def lasting(line: str) -> str:
    """A log line without what differs at every call."""
    return re.sub(r"^\S+ | ms=\d+", "", line)


@contextmanager
def written() -> Iterator[list[str]]:
    """The lines that go to the log of the tables inside the `with` block; other handlers get them as before."""
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    level = log.level
    log.addHandler(handler)
    log.setLevel(min(log.getEffectiveLevel(), logging.INFO))
    try:
        yield lines
    finally:
        log.setLevel(level)
        log.removeHandler(handler)


def _distinct(columns: tuple[str, ...]) -> list[str]:
    """SQL may name two columns alike; a table for reading needs them apart."""
    return [name if name not in columns[:place] else f"{name} ({place + 1})" for place, name in enumerate(columns)]
