"""Which rows, and in which groups? The rest of a question: its periods, what narrows it, what it is grouped by.

Everything here is limited by what the chosen tool takes. Where a question wants more (a second grouping, a filter that
the tool lacks, a ranking of nothing), a word is put back, and so the question is refused instead of half answered.

Fails when: a period is named in words that periods.py reads as another one.
"""

from __future__ import annotations

from typing import Any

from lab_utils.search import aggregate_words as words
from lab_utils.search.aggregate_question import Question
from lab_utils.search.periods import EVERYTHING, TODAY, Period, find_period, find_periods, period_words
from lab_utils.search.shop_tools import TOOLS

Keep = dict[str, frozenset[str]]
"""column -> values to keep of the result"""

_LISTS = {"channel": words.CHANNELS, "plan": words.PLANS, "family": words.FAMILIES, "buyer": words.BUYERS, "tenant": words.TENANTS}
_SEVERAL = "several"  # put back where two things are wanted at once of which a tool does one
_LEAD = r"(?:split |broken down )?by|per|(?:for |in )?each|every|which|what|top"


def choices(tool: str, parameter: str) -> tuple[str, ...] | None:
    """The choices of a tool's parameter (an empty tuple for a free one), None where the tool lacks it."""
    return next((known.choices for known in TOOLS[tool].parameters if known.name == parameter), None)


def periods(question: Question, tool: str) -> tuple[list[Period | None], tuple[str, ...]]:
    """The stretches of time that the question names, crossed out, and what was assumed: without one, all of time."""
    found = find_periods(question.left) or list(filter(None, [find_period(question.left)]))
    since = question.has(r"\bsince\b")
    question.left = period_words(question.left)
    question.take(r"since|during|between|until|so far|to date|from")
    if choices(tool, "start") is None and choices(tool, "quarter") is None:
        return [None], ()
    if since and found:
        return [Period(found[0].start, TODAY)], ()
    if not found:
        return [EVERYTHING], (f"no period named: {EVERYTHING.start} to {EVERYTHING.end}",)
    return list(found), ()


def narrow(question: Question, tool: str, arguments: dict[str, Any]) -> Keep:
    """Put product, regions, channel, plan, family, buyer and tenant into `arguments`.

    Two regions are more than one argument: they become a grouping, of which those two rows are kept.
    """
    _sku(question, tool, arguments)
    regions = question.take_all(words.REGIONS)
    keep: Keep = {}
    for name, patterns in _LISTS.items():
        hits = question.take_all(patterns) if choices(tool, name) is not None else []
        found = _filter(question, tool, arguments, name, hits)
        if found and keep:
            question.put_back(_SEVERAL)  # two groupings at once
        keep = found or keep
    if len(regions) > 1 and keep and _can_group(tool, "region"):
        question.put_back(_SEVERAL)  # two groupings at once
    return _filter(question, tool, arguments, "region", regions) or keep


def _filter(question: Question, tool: str, arguments: dict[str, Any], name: str, values: list[str]) -> Keep:
    if len(values) > 1 and _can_group(tool, name):
        arguments["by"] = name
        return {name: frozenset(values)}
    if values and choices(tool, name) is not None:
        arguments[name] = values[0]
        if len(values) > 1:
            question.put_back(_SEVERAL)
    return {}


def _can_group(tool: str, name: str) -> bool:
    return name in (choices(tool, "by") or ())


def _sku(question: Question, tool: str, arguments: dict[str, Any]) -> None:
    found = question.take(r"sku[-_ ]?(?P<digits>\d{5})")
    if found and choices(tool, "sku") is not None:
        arguments["sku"] = f"SKU-{found['digits']}"
    elif found:
        question.put_back("sku")


def group(question: Question, tool: str, arguments: dict[str, Any]) -> None:
    """Put the grouping into `arguments`."""
    names = choices(tool, "by") or ()
    for name in sorted(names, key=lambda name: name != "family"):  # "product family" before "product"
        thing = words.GROUPINGS[name]
        named = question.take(rf"(?:{_LEAD}) (?:the )?(?:{thing})|{name} by {name}|{name}ly")
        if named or ("n" in arguments and question.take(thing)):
            if "by" in arguments:
                question.put_back(_SEVERAL)
            arguments.setdefault("by", name)
    if names and "n" in arguments and "by" not in arguments:
        question.put_back("ranking")  # the three largest, but of what?
