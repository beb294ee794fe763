"""From an aggregate question to a tool and its parameters, by rules a person can read, without a model.

Five things are looked for in turn: how many rows and which measure (aggregate_measure.py), the period, what narrows it,
what it is grouped by (aggregate_narrowing.py). Each word that a rule used is crossed out (aggregate_question.py). What is
left over must be filler: a question with a word that no rule understood is refused, and says which word. So the route
may refuse what a person could have answered, and it seldom answers another question than the one that was asked.

Fails when: the question is put in words that no rule knows (refused), or a word has two meanings ("late" refunds). One
way is known to get a number for something else: "the last quarter of 2023" is read as last quarter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from lab_utils.errors import BakeoffError
from lab_utils.search import aggregate_words as words
from lab_utils.search.aggregate_measure import measure
from lab_utils.search.aggregate_narrowing import Keep, choices, group, narrow, periods
from lab_utils.search.aggregate_question import Question
from lab_utils.search.periods import Period


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call; `label` goes in front of its rows where a question needs several calls."""

    tool: str
    arguments: dict[str, Any]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The calls that answer a question, or why there are none."""

    calls: tuple[Call, ...] = ()
    refusal: str = ""
    keep: Keep = field(default_factory=dict)
    """column -> values to keep of the result, where the question names some of a grouping"""
    steps: tuple[str, ...] = ()


def plan(text: str) -> Plan:
    """What to call for `text`, or a refusal in words."""
    question = Question(text)
    missing = re.search(rf"\b(?:{words.NOT_HERE})\b", question.left)
    if missing:
        return Plan(refusal=f"not in the data: no table says anything about {missing[0]!r}")
    found = measure(question)
    if found is None:
        return Plan(refusal="no measure recognised: ask for orders, sales, units, refunds, GMV, customers or products")
    tool, arguments = found
    try:
        spans, assumed = periods(question, tool)
    except BakeoffError as error:  # "since december 2025" begins after today
        return Plan(refusal=str(error))
    keep = narrow(question, tool, arguments)
    group(question, tool, arguments)
    unknown = question.leftover()
    if unknown:
        return Plan(refusal=f"not understood: {', '.join(map(repr, unknown))}")
    calls = tuple(Call(tool, arguments | _period_arguments(tool, span), period_name(span) if len(spans) > 1 else "") for span in spans)
    return Plan(calls, keep=keep, steps=(f"measure: {tool}", *assumed))


def _period_arguments(tool: str, period: Period | None) -> dict[str, str]:
    if period is None:
        return {}
    if choices(tool, "quarter") is not None:
        return {"quarter": f"{period.start.year}Q{(period.start.month + 2) // 3}"}
    return {"start": period.start.isoformat(), "end": period.end.isoformat()}


def period_name(period: Period) -> str:
    """2025Q3, 2025-10, 2024, 2025-11-16, or both ends."""
    first, last = period.start, period.end
    if first == last:
        return first.isoformat()
    if (first.year, first.month) == (last.year, last.month):
        return f"{first:%Y-%m}"
    if first.year == last.year and (first.month, last.month) == (1, 12):
        return str(first.year)
    if first.year == last.year and first.month % 3 == 1 and last.month == first.month + 2:
        return f"{first.year}Q{last.month // 3}"
    return f"{first} to {last}"
