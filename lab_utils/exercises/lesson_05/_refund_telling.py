"""What is shown about the refund tool: the calls with the rows behind them, and the first difference by its place.

A total cannot be followed without the rows that it adds up, so both tables stand under the calls. Places are named as
one would say them: "call 1, row 2, total".
"""

from collections.abc import Sequence
from typing import Any

from lab_utils.exercises.compare import same
from lab_utils.exercises.wording import show

ORDERS = ("order_id", "region", "quarter", "currency", "status")
REFUNDS = ("refund_id", "order_id", "refunded_on", "amount", "currency", "status")
REFUSALS = ("ValueError", "PermissionError")


def tell(arguments: dict[str, Any]) -> str:
    """The calls as one would type them, and under them the two tables."""
    calls = []
    for number, call in enumerate(arguments["calls"], start=1):
        asked = ", ".join(f"{name}={value!r}" for name, value in call["asked"].items())
        count = f"call {number}: " if len(arguments["calls"]) > 1 else ""
        calls.append(f"{count}refunds_by_region(database, {show(call['user'])}, log, {asked})")
    return "\n".join([*calls, *_table("orders", ORDERS, arguments["orders"]), *_table("refunds", REFUNDS, arguments["refunds"])])


def _table(name: str, columns: Sequence[str], rows: Sequence[Sequence]) -> list[str]:
    lines = [[*columns], *(["NULL" if value is None else str(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [f"{name}:", *("  ".join(["", *map(str.ljust, line, widths)]).rstrip() for line in lines)]


def compare(expected: Any, found: Any) -> str:
    """Call by call, then the log line by line."""
    calls = found.get("calls") if isinstance(found, dict) else None
    if not isinstance(calls, list) or len(calls) != len(expected["calls"]) or "log" not in found:
        return same(expected, found)
    for number, (right, given) in enumerate(zip(expected["calls"], calls, strict=True), start=1):
        difference = _call(right, given, f"call {number}")
        if difference:
            return difference
    return _log(expected["log"], found["log"])


def _call(right: Any, given: Any, where: str) -> str:
    if right in REFUSALS:
        return "" if given == right else f"{where} should raise {right}, {_instead(given)}"
    if given is None:
        return f"{where} should give rows, yours returns nothing: on this path through your function there is no return."
    if isinstance(given, str) and given in REFUSALS:
        return f"{where} should give {show(right)}, yours raises {given}."
    return _rows(right, given, where)


def _instead(given: Any) -> str:
    """What came where a refusal was due."""
    if given is None:
        return "yours returns nothing."
    if isinstance(given, str) and given in REFUSALS:
        return f"yours raises {given}."
    empty = isinstance(given, (list, tuple)) and not given
    return f"yours gives {show(given)}." + (" An empty answer reads as 'there were no refunds'." if empty else "")


def _rows(right: list, given: Any, where: str) -> str:
    if not isinstance(given, (list, tuple)):
        return same(right, given, where)
    for number, row in enumerate(given, start=1):
        if not isinstance(row, (list, tuple)) or len(row) != 3:
            return f"{where}, row {number} should hold a region, a currency and a total, yours is {show(row)}."
    names, theirs = [_name(row) for row in right], [_name(row) for row in given]
    for name in names:
        if name not in theirs:
            return f"{where}: yours lacks the row for {name}."
    for name in theirs:
        if name not in names:
            return f"{where}: yours has a row for {name}, which should not be there."
        if theirs.count(name) > 1:
            return f"{where}: yours has more than one row for {name}."
    for number, (name, their_name) in enumerate(zip(names, theirs, strict=True), start=1):
        if name != their_name:
            return f"{where}: the rows come in another order. Row {number} should be the one for {name}, yours is for {their_name}."
    for number, (row, their_row) in enumerate(zip(right, given, strict=True), start=1):
        difference = same(row[2], their_row[2], f"{where}, row {number}, total")
        if difference:
            return difference
    return ""


def _name(row: Sequence) -> str:
    return f"{show(row[0])} in {show(row[1])}"


def _log(right: list[dict], given: Any) -> str:
    if not isinstance(given, (list, tuple)):
        return same(right, given, "the log")
    if len(given) < len(right):
        missing = f"the log should have {_lines(len(right))}, one for each call, yours has {len(given)}."
        refused = any(line["outcome"] == "refused" for line in right)
        return missing + (" A refused call leaves one too: those are the calls that somebody will want to read about." if refused else "")
    for number, (line, their_line) in enumerate(zip(right, given, strict=False), start=1):
        where = f"line {number} of the log"
        if isinstance(their_line, dict) and line.keys() == their_line.keys():
            difference = next(filter(None, (same(value, their_line[key], f"{where}, {key}") for key, value in line.items())), "")
        else:
            difference = same(line, their_line, where)
        if difference:
            return difference
    return "" if len(given) == len(right) else f"the log should have {_lines(len(right))}, one for each call, yours has {len(given)}."


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number} lines"
