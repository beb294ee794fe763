"""Make the two editions of a lesson: the learner's with stubs, and the solved one with the references' bodies put in.

Both have the same cells with the same ids and tags.
"""

from __future__ import annotations

import ast
from collections.abc import Set
from typing import Any

from lab_utils.classroom.build_file import Notebook, new
from lab_utils.classroom.build_source import Cell, Lesson
from lab_utils.exercises.records import Exercise
from lab_utils.exercises.sources import reference_source


def learner_edition(lesson: Lesson) -> Notebook:
    """The notebook that learners start from: no outputs, every exercise a stub."""
    return _notebook(lesson, [cell.source for cell in lesson.cells])


def solved_edition(lesson: Lesson) -> Notebook:
    """The notebook with every exercise solved, not yet run."""
    sources: list[str] = []
    imported: set[str] = set()
    for cell in lesson.cells:
        source = solved(cell.source, cell.exercise, imported) if cell.exercise else cell.source
        if cell.kind == "code":
            imported |= {line for node in ast.parse(source).body for line in _imports(node)}
        sources.append(source)
    return _notebook(lesson, sources)


def solved(source: str, exercise: Exercise, imported: Set[str] = frozenset()) -> str:
    """The exercise's cell with the reference's body in place of the stub's, after the imports which that body needs.

    `imported`: import lines that the lesson has run before this cell; they are not repeated.
    """
    parts = reference_source(exercise)
    tree = ast.parse(parts)
    reference = tree.body[-1]
    body = parts.split("\n")[reference.body[0].end_lineno : reference.end_lineno]
    lines = with_body(source, body)
    own = {line for node in ast.parse(source).body for line in _imports(node)}
    used = {node.id for node in ast.walk(ast.parse("\n".join(lines))) if isinstance(node, ast.Name)}
    needed = sorted({line for node in tree.body[:-1] for line in _imports(node) if _bound(line) in used} - imported - own)
    if not needed:
        return "\n".join(lines)
    return "\n".join([*needed, *([] if own else ["", ""]), *lines])


def with_body(source: str, body: list[str]) -> list[str]:
    """The lines of an exercise's cell, with these lines under the function's docstring."""
    function = next(node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    lines = source.split("\n")  # as Python counts lines: U+2028 ends none
    return [*lines[: function.body[0].end_lineno], *body, *lines[function.end_lineno :]]


def _imports(node: ast.stmt) -> list[str]:
    """One line for each name that an import statement binds."""
    if isinstance(node, ast.Import):
        return [ast.unparse(ast.Import([alias])) for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [ast.unparse(ast.ImportFrom(node.module, [alias], node.level)) for alias in node.names]
    return []


def _bound(line: str) -> str:
    """The name that an import line of one name binds."""
    (alias,) = ast.parse(line).body[0].names
    return alias.asname or alias.name.partition(".")[0]


def _notebook(lesson: Lesson, sources: list[str]) -> Notebook:
    return new([_cell(cell, source) for cell, source in zip(lesson.cells, sources, strict=True)])


def _cell(cell: Cell, source: str) -> dict[str, Any]:
    made: dict[str, Any] = {"id": cell.id, "cell_type": cell.kind, "metadata": {"tags": list(cell.tags)} if cell.tags else {}, "source": source}
    return made if cell.kind == "markdown" else made | {"execution_count": None, "outputs": []}
