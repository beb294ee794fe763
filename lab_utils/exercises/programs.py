"""A learner's function, made ready to travel to another process.

Out of a running notebook it goes by value, with cloudpickle: that takes along the helpers, constants, classes,
closures and decorators that the function uses, also those whose source nobody can find any more. Taking the source
out of the cells instead would lose values that were computed, closures, and anything defined by an older run of a
cell. From a notebook *file* there are no values to take, only source; then a program is text.
"""

from __future__ import annotations

import dis
import functools
import inspect
import io
import operator
import pickle
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lab_utils.errors import BakeoffError

FORGOTTEN = "<dynamic-code>"  # what cloudpickle writes in place of a file's name


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    """of the function"""
    file: str
    """what tracebacks call the place of its code"""
    pickled: bytes = b""
    source: str = ""
    """used when `pickled` is empty: a module that defines `name`"""


class CannotTravel(BakeoffError):
    """The function uses something that lives in this notebook alone."""


def from_function(function: Callable) -> Program:
    """`function` with all it uses. Raises CannotTravel when part of that is bound to this process."""
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    try:
        pickled = _by_value(function, module)
    except Exception as error:  # a pickle may fail in any way that the objects' own code can
        raise CannotTravel(_culprit(function, error)) from error
    return Program(getattr(function, "__name__", "function"), file_of(function), pickled)


def file_of(function: Callable) -> str:
    return getattr(getattr(inspect.unwrap(function), "__code__", None), "co_filename", "")


def values_used(function: Callable) -> dict[str, object]:
    """The notebook's names that the function reads and that hold plain values: no modules, functions or classes."""
    unwrapped = inspect.unwrap(function)
    known = getattr(unwrapped, "__globals__", {})
    used = {name: known[name] for name in _names(unwrapped) if name in known}
    return {name: value for name, value in used.items() if not _is_code(value)}


def _is_code(value: object) -> bool:
    """A module, class or function, also a wrapped one. `callable` would do, but an open database is callable, too."""
    return isinstance(value, types.ModuleType | type) or inspect.isroutine(value) or hasattr(value, "__wrapped__")


def _names(function: Callable) -> Iterator[str]:
    """Names of globals in the function's code and in the code of functions inside it, in order, each once."""
    todo, seen = [getattr(function, "__code__", None)], set[str]()
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


def _by_value(function: Callable, module: types.ModuleType | None) -> bytes:
    import cloudpickle

    class Pickler(cloudpickle.Pickler):
        def reducer_override(self, value):
            travels_as = getattr(type(value), "travels_as", None)  # a checked function, see checking.py
            if travels_as is not None:
                return operator.getitem, ((travels_as(value, function),), 0)  # that function itself
            if isinstance(value, functools._lru_cache_wrapper):
                # A cache is pickled by the name of its function, which the other process does not have.
                return functools.lru_cache(**value.cache_parameters()), (value.__wrapped__,)
            if isinstance(value, types.CodeType):
                # cloudpickle forgets which cell code came from, and then no error could name its line.
                build, parts = self.dispatch_table[types.CodeType](value)
                return build, tuple(value.co_filename if part == FORGOTTEN else part for part in parts)
            return super().reducer_override(value)

    # Functions of an importable module would be pickled by name, and importing a notebook's helper file again may
    # give other code than the one in memory.
    by_name = module is not None and module.__name__ != "__main__" and isinstance(function, types.FunctionType)
    if by_name:
        cloudpickle.register_pickle_by_value(module)
    try:
        buffer = io.BytesIO()
        Pickler(buffer, pickle.DEFAULT_PROTOCOL).dump(function)
        return buffer.getvalue()
    finally:
        if by_name:
            cloudpickle.unregister_pickle_by_value(module)


def _culprit(function: Callable, error: Exception) -> str:
    """Which of the values that the function uses cannot be pickled, in words."""
    import cloudpickle

    for name, value in values_used(function).items():
        try:
            cloudpickle.dumps(value)
        except Exception:  # as above
            kind = type(value).__name__
            return f"your function reads {name!r} from the notebook, a {kind} that lives in this process alone. Take it as an argument instead."
    return f"your function uses something that lives in this notebook alone ({type(error).__name__}: {error}). Take it as an argument instead."
