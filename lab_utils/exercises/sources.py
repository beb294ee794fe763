"""Source text of functions: is it still the stub, which line is meant, and the two texts that a lesson is built from."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable, Sequence

from lab_utils.exercises.names_used import unwrapped
from lab_utils.exercises.records import Exercise

STUB_BODY = "...  # your code here"


def source_of(function: Callable) -> str:
    """The function's source, from the left margin; empty where nobody has it."""
    try:
        return textwrap.dedent(inspect.getsource(unwrapped(function)))
    except Exception:  # nobody has it, or the object's own code fails when it is looked at
        return ""


def is_stub(source: str, name: str = "") -> bool:
    """Whether the (named, else the first) function has no body yet: a docstring and `...`, `pass` or NotImplementedError."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    found = next((node for node in functions if name in ("", node.name)), None)
    return found is not None and all(_says_nothing(statement) for statement in found.body)


def _says_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Raise):
        raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
        return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
    if isinstance(statement, (ast.Expr, ast.Return)) and isinstance(statement.value, ast.Constant):
        # A text that stands alone is the docstring.
        return statement.value.value is ... or (isinstance(statement, ast.Expr) and isinstance(statement.value.value, str))
    return isinstance(statement, ast.Pass)


class Listing:
    """Lines of a learner's code. `file` is where it stands as tracebacks name it; `text`, where Python itself does not know it."""

    def __init__(self, file: str, text: str = ""):
        self._file = file
        self._lines = text.splitlines() or [line.rstrip("\n") for line in linecache.getlines(file)]

    def innermost(self, places: Sequence[tuple[str, int]]) -> str:
        """The last of the places that is in this code, as `line 3: return 1 / 0`."""
        own = [line for file, line in places if file == self._file]
        return self._line(own[-1]) if own else ""

    def loop_at(self, place: tuple[str, int] | None) -> str:
        """The innermost loop around the place, else the place: which line of a loop the clock hits is chance."""
        if place is None:
            return ""
        number = place[1]
        try:
            tree = ast.parse("\n".join(self._lines))
        except (SyntaxError, ValueError):  # a cell with magics
            return self._line(number)
        loops = [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While, ast.AsyncFor)) and node.lineno <= number <= node.end_lineno]
        return self._line(max((loop.lineno for loop in loops), default=number))

    def _line(self, number: int) -> str:
        return f"line {number}: {self._lines[number - 1].strip()}" if 0 < number <= len(self._lines) else ""


def reference_source(exercise: Exercise) -> str:
    """The reference as it stands in its file, after the imports that it uses."""
    return _with_imports(source_of(exercise.reference), exercise)


def stub_source(exercise: Exercise) -> str:
    """The reference without its body, after the imports that its signature uses: what a learner starts from."""
    source = source_of(exercise.reference)
    function = ast.parse(source).body[0]
    head = source.splitlines()[: function.body[0].end_lineno]
    return _with_imports("\n".join([*head, f"    {STUB_BODY}"]) + "\n", exercise)


def _with_imports(source: str, exercise: Exercise) -> str:
    imports = _imports_for(source, inspect.getsource(inspect.getmodule(exercise.reference)))
    return f"{imports}\n\n\n{source}" if imports else source


def _imports_for(source: str, module: str) -> str:
    """The module's import lines that bind a name which `source` uses."""
    used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    lines = []
    for node in ast.parse(module).body:
        if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, "module", "") != "__future__":
            names = [alias for alias in node.names if (alias.asname or alias.name.partition(".")[0]) in used]
            if names:
                node.names = names
                lines.append(ast.unparse(node))
    return "\n".join(lines)
