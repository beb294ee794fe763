"""What came back against what should: the first difference, told in words; an empty text when there is none.

Numbers may differ by a millionth, since sums of floats do. Lists and tuples are taken for each other, because learners
write both; other types are not, and the text says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

from lab_utils.exercises.child.bakeoff_child.wire import Foreign
from lab_utils.exercises.wording import show

Compare = Callable[[Any, Any], str]

TOLERANCE = 1e-6
MOST_NAMED = 5  # members of a set that one message lists


def same(expected: Any, found: Any, where: str = "result") -> str:
    """Deep comparison of plain values. `where` is how one would write the place: `result['n'][0]`."""
    wrong_type = _type_difference(expected, found, where)
    if wrong_type:
        return wrong_type
    if isinstance(expected, Mapping):
        return _mappings(expected, found, where)
    if isinstance(expected, (set, frozenset)):
        return _members(expected, found, where)
    if isinstance(expected, (list, tuple)):
        return _sequences(expected, found, where)
    if is_number(expected):
        return "" if close(expected, found) else f"{where} should be {show(expected)}, yours is {show(found)}.{_guess(expected, found)}"
    return "" if expected == found else f"{where} should be {show(expected)}, yours is {show(found)}."


def ranking(expected: Any, found: Any) -> str:
    """A list of (id, score), best first: scores to a millionth, the order exactly."""
    wrong_type = _type_difference(expected, found, "result")
    if wrong_type:
        return wrong_type
    for place, entry in enumerate(found, start=1):
        if not (isinstance(entry, (list, tuple)) and len(entry) == 2 and isinstance(entry[0], str) and is_number(entry[1])):
            return f"place {place} should be a pair of an id and its score, yours is {show(entry)}."
    extra = _members({doc_id for doc_id, _ in expected}, {doc_id for doc_id, _ in found}, "the ranking")
    if extra:
        return extra
    scores = dict(expected)
    for doc_id, score in found:
        if not close(scores[doc_id], score):
            return f"the score of {show(doc_id)} should be {show(scores[doc_id])}, yours is {show(score)}."
    if len(found) != len(expected):
        return f"the ranking should hold {len(expected)} entries, yours has {len(found)}: an id stands in it more than once."
    own = dict(found)
    descending = all(one >= other for (_, one), (_, other) in pairwise(found))
    for place, ((right, _), (given, _)) in enumerate(zip(expected, found, strict=True), start=1):
        # Scores that differ in the last digits of a float only may put two ids either way round.
        a_hair_apart = descending and own[right] != own[given] and close(own[right], own[given])
        if right != given and not a_hair_apart:
            return f"the scores are right, the order is not: place {place} should be {show(right)}, yours is {show(given)}."
    return ""


def rows(key: str) -> Compare:
    """A table as a list of rows (dicts), told apart by the value of their column `key`; their order counts."""

    def compare(expected: Any, found: Any) -> str:
        wrong_type = _type_difference(expected, found, "result")
        if wrong_type:
            return wrong_type
        for number, row in enumerate(found, start=1):
            if not isinstance(row, Mapping) or key not in row:
                return f"row {number} should be a dict with {show(key)} among its keys, yours is {show(row)}."
        names = [row[key] for row in expected]
        given = [row[key] for row in found]
        if names != given:
            return _members(set(names), {_frozen(name) for name in given}, f"the column {show(key)}") or same(names, given, f"the column {show(key)}")
        for place, (right, row) in enumerate(zip(expected, found, strict=True)):
            difference = same(right, row, f"result[{place}]")
            if difference:
                return difference
        return ""

    return compare


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _guess(expected: float, found: float) -> str:
    """What three common slips do to a number, where one of them fits."""
    if close(100 * expected, found):
        return " That is a hundred times as much: percent, where a share is wanted?"
    # Nothing is guessed about 0: far more often than a rounded number it is one that was never counted.
    if isinstance(expected, float) and found and found != expected and math.isfinite(expected):
        if found == int(expected):
            return " It looks cut to a whole number: // or int()?"
        if any(found == round(expected, digits) for digits in (1, 2, 3, 4)):
            return " The right number, rounded: give it back as it is."
    return ""


def close(expected: float, found: float) -> bool:
    if math.isnan(expected) or math.isnan(found):
        return math.isnan(expected) and math.isnan(found)
    return math.isclose(expected, found, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def _kind(value: Any) -> str:
    if is_number(value):
        return "number"
    if isinstance(value, (list, tuple)):
        return "list"
    if isinstance(value, (set, frozenset)):
        return "set"
    return "dict" if isinstance(value, Mapping) else "text" if isinstance(value, str) else type(value).__name__


def _type_difference(expected: Any, found: Any, where: str) -> str:
    right, given = _kind(expected), _kind(found)
    if isinstance(found, Foreign):
        given = found.type
        if given in ("generator", "map", "filter", "zip", "dict_keys", "dict_values", "dict_items"):
            return f"{where} should be a {right}, yours is a {given} object: something that could still be turned into one."
        if right == given:  # of the right type, but too large to be looked at, or of a class that has the type's name
            return f"{where} should be {show(expected)}, yours is {show(found)}."
    elif right == given:
        return ""
    if expected is None or found is None:
        return f"{where} should be {show(expected)}, yours is {show(found)}."
    if isinstance(found, tuple):
        given = "tuple"
    return f"{where} should be a {right}, yours is a {given}: {show(found)}."


def _mappings(expected: Mapping, found: Mapping, where: str) -> str:
    keys = _members(expected.keys(), found.keys(), f"the keys of {where}")
    if keys:
        return keys
    for key, right in expected.items():
        difference = same(right, found[key], f"{where}[{show(key)}]")
        if difference:
            return difference
    return ""


def _sequences(expected: Sequence, found: Sequence, where: str) -> str:
    for place, (right, given) in enumerate(zip(expected, found, strict=False)):
        difference = same(right, given, f"{where}[{place}]")
        if difference:
            return difference
    if len(expected) != len(found):
        longer, verb = (expected, "lacks") if len(expected) > len(found) else (found, "ends with too much:")
        rest = longer[min(len(expected), len(found)) :]
        return f"{where} should have {len(expected)} entries, yours has {len(found)}. It {verb} {_some_in_order(rest)}."
    return ""


def _members(expected: Collection, found: Collection, where: str) -> str:
    missing = [item for item in expected if item not in found]
    extra = [item for item in found if item not in expected]
    parts = [f"{verb} {_some(items)}" for verb, items in (("lacks", missing), ("holds", extra)) if items]
    tail = ", which should not be there" if extra else ""
    return f"{where}: yours {' and '.join(parts)}{tail}." if parts else ""


def _some(items: list) -> str:
    named = ", ".join(sorted(show(item) for item in items)[:MOST_NAMED])
    return named if len(items) <= MOST_NAMED else f"{named} and {len(items) - MOST_NAMED} more"


def _some_in_order(items: Sequence) -> str:
    named = ", ".join(map(show, items[:MOST_NAMED]))
    return named if len(items) <= MOST_NAMED else f"{named} and {len(items) - MOST_NAMED} more"


def _frozen(value: Any) -> Any:
    """Something to put into a set or look up in one; pairs written as lists become tuples."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_frozen, value))
    return show(value) if isinstance(value, (dict, set)) else value


def unordered(expected: Any, found: Any) -> str:
    """Two lists with the same members, in whatever order; how often each stands there counts. A set is one without repeats."""
    if isinstance(found, (set, frozenset)):
        found = sorted(found, key=show)
    wrong_type = _type_difference(expected, found, "result")
    if wrong_type:
        return wrong_type
    right, given = [_frozen(item) for item in expected], [_frozen(item) for item in found]
    if len(set(given)) < len(given) and len(set(right)) == len(right):
        twice = next(item for item in given if given.count(item) > 1)
        return f"result: yours holds {show(twice)} more than once."
    return _members(right, given, "result") or same(len(right), len(given), "the number of entries")
