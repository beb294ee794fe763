"""Which of the notebook's names a function reads. Learners hand in odd callables, and looking at one must never raise."""

from __future__ import annotations

import dis
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any


def attribute(thing: object, name: str, default: Any = None) -> Any:
    """As `getattr`, also for things whose own code fails when they are asked for an attribute."""
    try:
        return getattr(thing, name, default)
    except Exception:
        return default


def unwrapped(function: Any) -> Any:
    """What the decorators stand around; the function itself when that cannot be said, as with one that wraps itself."""
    try:
        return inspect.unwrap(function)
    except Exception:
        return function


def code_of(function: Any) -> types.CodeType | None:
    code = attribute(unwrapped(function), "__code__")
    return code if isinstance(code, types.CodeType) else None


def file_of(function: Any) -> str:
    code = code_of(function)
    return code.co_filename if code else ""


def names_read(function: Callable) -> dict[str, object]:
    """The globals that the function reads, with what they hold."""
    known = attribute(unwrapped(function), "__globals__", {})
    return {name: known[name] for name in _names(function) if name in known} if isinstance(known, dict) else {}


def values_used(function: Callable) -> dict[str, object]:
    """The notebook's names that the function reads and that hold plain values: no modules, functions or classes."""
    return {name: value for name, value in names_read(function).items() if not _is_code(value)}


def functions_used(function: Callable) -> list[Callable]:
    """The function, the functions of the same notebook that it calls, those that these call, and so on."""
    found = [function]
    home = attribute(unwrapped(function), "__globals__")
    for each in found:  # grows meanwhile
        helpers = [value for value in names_read(each).values() if _is_code(value) and attribute(unwrapped(value), "__globals__") is home]
        found += [helper for helper in helpers if not any(helper is known for known in found)]
    return found


def _is_code(value: object) -> bool:
    """A module, class or function, also a wrapped one. `callable` would do, but an open database is callable, too."""
    return isinstance(value, types.ModuleType | type) or inspect.isroutine(value) or attribute(value, "__wrapped__") is not None


def _names(function: Callable) -> Iterator[str]:
    """Names of globals in the function's code and in the code of functions inside it, in order, each once."""
    todo, seen = [code_of(function)], set[str]()
    while todo:
        code = todo.pop(0)
        if code is None:
            continue
        # `co_names` would do, but for the attributes among them: `query.text` reads no global `text`.
        for instruction in dis.get_instructions(code):
            if instruction.opname == "LOAD_GLOBAL" and instruction.argval not in seen:
                seen.add(instruction.argval)
                yield instruction.argval
        todo.extend(constant for constant in code.co_consts if isinstance(constant, types.CodeType))
