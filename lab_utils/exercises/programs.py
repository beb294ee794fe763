"""A learner's function, made ready to travel to another process.

Out of a running notebook it goes by value, with cloudpickle: that takes along the helpers, constants, classes,
closures and decorators that the function uses, also those whose source nobody can find any more. Taking the source
out of the cells instead would lose values that were computed, closures, and anything defined by an older run of a
cell. From a notebook *file* there are no values to take, only source; then a program is text.
"""

from __future__ import annotations

import functools
import io
import operator
import pickle
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass

from lab_utils.errors import BakeoffError
from lab_utils.exercises.names_used import attribute, file_of, functions_used, names_read, values_used

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
    name, home = attribute(function, "__name__"), attribute(function, "__module__")
    module = sys.modules.get(home) if isinstance(home, str) else None
    cloudpickle = _library()
    try:
        pickled = _by_value(cloudpickle, function, module)
    except Exception as error:  # a pickle may fail in any way that the objects' own code can
        raise CannotTravel(_culprit(cloudpickle, function, error)) from error
    return Program(name if isinstance(name, str) else "function", file_of(function), pickled)


def _library() -> types.ModuleType:
    try:
        import cloudpickle

        if callable(cloudpickle.register_pickle_by_value):
            return cloudpickle
    except Exception as error:  # not the library, but whatever somebody wrote under its name
        raise CannotTravel(NOT_THE_LIBRARY) from error
    raise CannotTravel(NOT_THE_LIBRARY)


NOT_THE_LIBRARY = (
    "your function cannot be taken to the process where checks run: a file called cloudpickle.py is found before the library of that name. "
    "Give the file another name, and restart the kernel."
)


def _by_value(cloudpickle: types.ModuleType, function: Callable, module: types.ModuleType | None) -> bytes:
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


OF_THE_NOTEBOOK = ("exit", "quit", "get_ipython")


def _culprit(cloudpickle: types.ModuleType, function: Callable, error: Exception) -> str:
    """Which of the values that the function, or one that it uses, reads from the notebook cannot be pickled, in words."""

    def stays(value: object) -> bool:
        try:
            cloudpickle.dumps(value)
        except Exception:  # as above
            return True
        return False

    for used in functions_used(function):
        who = "your function" if used is function else f"{attribute(used, '__name__')!r}, which your function uses,"
        for name, value in names_read(used).items():
            if name in OF_THE_NOTEBOOK and stays(value):
                return f"{who} calls {name!r}, which the notebook alone has. Leave it out: a function ends with return."
        for name, value in values_used(used).items():
            if stays(value):
                kind = type(value).__name__
                return f"{who} reads {name!r} from the notebook, a {kind} that lives in this process alone. Take it as an argument instead."
    return f"your function uses something that lives in this notebook alone ({type(error).__name__}: {error}). Take it as an argument instead."
