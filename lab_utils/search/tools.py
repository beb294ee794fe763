"""Named questions with typed parameters: what a model, or a router, may ask of the tables.

A tool is a SELECT written by a person, with named parameters that are checked before the database sees them. A choice
such as `by="region"` picks one of the fragments written beside it; no text of the caller ever becomes SQL. What a tool
cannot express cannot be asked: there is no way to name another table, another column or a second statement. Each tool
says which groups of users may call it, and that is checked here, in code, not in a prompt.

Every tool's result has its labels first and the number in the last column. Amounts in two currencies are never added:
where a question spans both, the currency is a label.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lab_utils.collections.schema import CHANNELS, ORDER_STATUSES, PLANS, REFUND_REASONS, REGIONS
from lab_utils.errors import BakeoffError
from lab_utils.search.answer import Answer
from lab_utils.search.periods import Period, day, quarter
from lab_utils.search.sql import ReadOnlyDatabase

STAFF = frozenset({"staff", "finance", "legal", "people"})
FINANCE = frozenset({"finance"})
MAX_TOP = 50


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed parameter. `check` returns the value that the SQL gets, or raises BakeoffError with the cure."""

    name: str
    kind: str
    """quarter, day, count or one of a list of choices"""
    meaning: str
    choices: tuple[str, ...] = ()
    required: bool = True

    def check(self, value: Any) -> Any:
        if self.choices:
            if value not in self.choices:
                raise BakeoffError(f"{self.name} {value!r} does not exist. Choose among: {', '.join(self.choices)}.")
            return value
        return _CHECKS[self.kind](self.name, value)

    def schema(self) -> dict[str, Any]:
        """As JSON Schema, for a model."""
        described = {"type": "integer" if self.kind == "count" else "string", "description": self.meaning}
        return described | ({"enum": list(self.choices)} if self.choices else {})


def _count(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_TOP:
        raise BakeoffError(f"{name} is {value!r}. Give a whole number from 1 to {MAX_TOP}.")
    return value


def _sku(name: str, value: Any) -> str:
    if not isinstance(value, str) or not value.startswith("SKU-") or not value[4:].isascii() or not value[4:].isdigit() or len(value) != 9:
        raise BakeoffError(f"{name} {value!r} is no SKU. Write it as in SKU-77821.")
    return value


def _family(name: str, value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9-]{3,30}", value):
        raise BakeoffError(f"{name} {value!r} is no product family. Write it as in fernbox-home-2 or drives.")
    return value


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BakeoffError(f"{name} is {value!r}, not text. Give it in quotes.")
    return value


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "quarter": lambda name, value: quarter(_text(name, value)) and value,
    "day": lambda name, value: day(_text(name, value)).isoformat(),
    "count": _count,
    "sku": _sku,
    "family": _family,
}


@dataclass(frozen=True, slots=True)
class Tool:
    """One named question."""

    name: str
    meaning: str
    parameters: tuple[Parameter, ...]
    sql: str
    """may hold `{by}`-like places, filled from `fragments` alone"""
    fragments: Mapping[str, Mapping[str | None, str]] = field(default_factory=dict)
    """place in the SQL -> value of the parameter of that name -> text put there"""
    groups: frozenset[str] = STAFF
    """whose users may call it"""

    def statement(self, checked: Mapping[str, Any]) -> str:
        """The SQL for checked arguments."""
        return self.sql.format(**{place: texts[checked.get(place.rstrip("_"))] for place, texts in self.fragments.items()})

    def check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The SQL's parameters: every one checked, optional ones None where they are not given."""
        known = {parameter.name: parameter for parameter in self.parameters}
        unknown = sorted(set(arguments) - set(known))
        if unknown:
            raise BakeoffError(f"{self.name} has no parameter {unknown[0]!r}. It takes: {', '.join(known)}.")
        missing = [name for name, parameter in known.items() if parameter.required and arguments.get(name) is None]
        if missing:
            raise BakeoffError(f"{self.name} needs {missing[0]!r} ({known[missing[0]].meaning}). Give it.")
        checked = {name: None if arguments.get(name) is None else parameter.check(arguments[name]) for name, parameter in known.items()}
        if checked.get("start") and checked.get("end"):
            Period(day(checked["start"]), day(checked["end"]))
        return checked

    def description(self) -> dict[str, Any]:
        """As a tool definition for a model: name, description, input_schema."""
        return {
            "name": self.name,
            "description": self.meaning,
            "input_schema": {
                "type": "object",
                "properties": {parameter.name: parameter.schema() for parameter in self.parameters},
                "required": [parameter.name for parameter in self.parameters if parameter.required],
                "additionalProperties": False,
            },
        }


START = Parameter("start", "day", "first day, as in 2025-07-01")
END = Parameter("end", "day", "last day, itself included")
QUARTER = Parameter("quarter", "quarter", "calendar quarter, as in 2025Q3")
TOP = Parameter("n", "count", f"how many rows, 1 to {MAX_TOP}")
REGION = Parameter("region", "choice", "region code; left out: all regions", REGIONS, required=False)
STATUS = Parameter("status", "choice", "order status; left out: all but cancelled", ORDER_STATUSES, required=False)
REASON = Parameter("reason", "choice", "refund reason; left out: all", REFUND_REASONS, required=False)
CHANNEL = Parameter("channel", "choice", "where the order was placed; left out: all", CHANNELS, required=False)
PLAN = Parameter("plan", "choice", "sync-cloud plan; left out: all", PLANS, required=False)
FAMILY = Parameter("family", "family", "product family, as in fernbox-home-2; left out: all", required=False)
SKU = Parameter("sku", "sku", "product, as in SKU-77821; left out: all", required=False)


def call(tools: Mapping[str, Tool], database: ReadOnlyDatabase, name: str, arguments: Mapping[str, Any], *, user: str, groups: frozenset[str]) -> Answer:
    """Call the tool `name` for `user`, who belongs to `groups`.

    Raises BakeoffError for an unknown tool, a parameter that does not fit, or a user who may not ask; each of these
    refusals leaves its line in the log too. A result that was cut at the row limit says so in its steps.
    """
    try:
        tool, checked = _admitted(tools, name, arguments, groups)
    except BakeoffError:
        database.note_refusal(user, name)
        raise
    rows = database.select(tool.statement(checked), checked, user=user, tool=name)
    given = ", ".join(f"{key}={value}" for key, value in arguments.items() if value is not None)
    steps = (f"called {name}({given})", f"{len(rows.rows)} row(s)" + (", cut at the limit" if rows.truncated else ""))
    return Answer(table=rows, steps=steps, cost={"calls": 1, "rows": len(rows.rows)})


def _admitted(tools: Mapping[str, Tool], name: str, arguments: Mapping[str, Any], groups: frozenset[str]) -> tuple[Tool, dict[str, Any]]:
    """The tool and its checked arguments, for a user who may call it."""
    if name not in tools:
        raise BakeoffError(f"there is no tool {name!r}. Choose among: {', '.join(sorted(tools))}.")
    tool = tools[name]
    if not tool.groups & groups:
        raise BakeoffError(f"{name} is not for this user. It needs one of the groups: {', '.join(sorted(tool.groups))}.")
    return tool, tool.check(arguments)
