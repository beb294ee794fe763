"""A lesson's source: cells of text, of code, and exercises that wait for their solution.

    # %% tags=["exercise:rrf"]
    def rrf(rankings, k=60):
        \"\"\"The reference's own docstring.\"\"\"
        ...  # your code here


    rrf = check("rrf", rrf)

The stub has the reference's parameters and docstring, annotations aside, so that a lesson cannot drift from the
exercise that it asks for. All faults of a file are found in one pass, each with its line.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
from dataclasses import dataclass
from pathlib import Path

from lab_utils.classroom.build_percent import Piece, read_pieces
from lab_utils.classroom.build_rules import broken_rules
from lab_utils.errors import BakeoffError, DataError, Problem
from lab_utils.exercises import registry
from lab_utils.exercises.records import Exercise
from lab_utils.exercises.sources import is_stub, stub_source

EXERCISE = "exercise:"
VARIES = "nbval-ignore-output"  # timings and controls: no two runs print the same
NAMES = "[0-9][0-9]_*.py"


@dataclass(frozen=True, slots=True)
class Cell:
    id: str
    """the same in both editions and in every build"""
    kind: str
    """markdown or code"""
    source: str
    line: int
    """of its marker in the file"""
    tags: tuple[str, ...] = ()
    exercise: Exercise | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    path: Path
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        return self.path.stem


def read_lesson(path: Path) -> Lesson:
    """The lesson in a percent file. DataError names every fault in it."""
    problems: list[Problem] = []
    cells = _cells(path, read_pieces(path), problems)
    problems += [Problem(path.name, cells[place].line, "", what, cure) for place, what, cure in broken_rules(cells)]
    if problems:
        raise DataError(sorted(problems, key=lambda problem: problem.line or 0))
    return Lesson(path, tuple(cells))


def find(exercise_id: str) -> Exercise:
    """The exercise with this id. BakeoffError when there is none, and when its file is broken: authors write both on one day."""
    try:
        found = registry.exercise(exercise_id)
    except BakeoffError:
        raise
    except Exception as error:  # whatever a file may raise when it is imported
        what = "it has no EXERCISE" if "'EXERCISE'" in str(error) else f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise BakeoffError(f"the file of exercise {exercise_id!r} cannot be used: {what}. Mend that file.") from error
    if not isinstance(found, Exercise):
        raise BakeoffError(f"the file of exercise {exercise_id!r} cannot be used: its EXERCISE is none, but of type {type(found).__name__}. Mend that file.")
    return found


def stub_cell(exercise: Exercise) -> str:
    """The exercise's cell as an author puts it into a source."""
    name = exercise.name
    return f'# %% tags=["{EXERCISE}{exercise.id}"]\n{stub_source(exercise)}\n\n{name} = check("{exercise.id}", {name})\n'


def _cells(path: Path, pieces: list[Piece], problems: list[Problem]) -> list[Cell]:
    cells: list[Cell] = []
    seen: dict[str, int] = {}
    for piece in pieces:
        problems += [Problem(path.name, piece.line, "", what, cure) for what, cure in _cell_faults(piece)]
        exercise = None
        for exercise_id in (tag.removeprefix(EXERCISE) for tag in piece.tags if tag.startswith(EXERCISE)):
            try:
                exercise = find(exercise_id)
            except BakeoffError as error:
                what, _, cure = str(error).rpartition(". ")
                problems.append(Problem(path.name, piece.line, "", what, cure))
                continue
            faults = _stub_faults(exercise, piece.source, path.stem[:2])
            problems += [Problem(path.name, piece.line, "", f"exercise {exercise.id}: {what}", cure) for what, cure in faults]
        # Without its place: a new cell at the top shall not change the ids of all that follow.
        cell_id = f"exercise-{exercise.id}" if exercise else hashlib.sha256(f"{piece.kind}\n{piece.source}".encode()).hexdigest()[:12]
        seen[cell_id] = seen.get(cell_id, 0) + 1
        if seen[cell_id] > 1:
            if exercise:
                problems.append(Problem(path.name, piece.line, "", f"exercise {exercise.id} is there twice", "Remove one of the cells."))
            cell_id = f"{cell_id}-{seen[cell_id]}"
        cells.append(Cell(cell_id, piece.kind, piece.source, piece.line, piece.tags, exercise))
    return cells


def _cell_faults(piece: Piece) -> list[tuple[str, str]]:
    faults = []
    unknown = [tag for tag in piece.tags if tag != VARIES and not tag.startswith(EXERCISE)]
    if unknown:
        faults.append((f"tag {unknown[0]!r} is unknown", f"Tags are '{EXERCISE}ID' and '{VARIES}'."))
    if len([tag for tag in piece.tags if tag.startswith(EXERCISE)]) > 1:
        faults.append(("the cell has two exercises", "Give each its own cell."))
    if not piece.source.strip():
        faults.append(("the cell is empty", "Fill or remove it."))
    return faults


def _stub_faults(exercise: Exercise, source: str, lesson: str) -> list[tuple[str, str]]:
    """What keeps a cell from being the exercise's stub and its check."""
    cure = f"The cell as it should be: bakeoff build --stub {exercise.id}"
    if exercise.lesson != lesson:
        return [(f"the exercise belongs to lesson {exercise.lesson}", "Move the cell, or change the lesson in the exercise's file.")]
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return []  # reported with the other rules
    while body and isinstance(body[0], (ast.Import, ast.ImportFrom)):
        body = body[1:]
    if len(body) != 2 or not isinstance(body[0], ast.FunctionDef) or body[0].name != exercise.name:
        return [(f"the cell is not one function {exercise.name!r} and its check", cure)]
    if ast.unparse(body[1]) != f"{exercise.name} = check('{exercise.id}', {exercise.name})":
        return [(f'the cell does not end with {exercise.name} = check("{exercise.id}", {exercise.name})', cure)]
    if not is_stub(source, exercise.name):
        return [("the function has a body already; the solution belongs into the exercise's file", cure)]
    wanted = next(node for node in ast.parse(stub_source(exercise)).body if isinstance(node, ast.FunctionDef))
    if _parameters(body[0]) != _parameters(wanted):
        return [("the parameters differ from the reference's", cure)]
    if inspect.cleandoc(ast.get_docstring(body[0]) or "") != inspect.cleandoc(ast.get_docstring(wanted) or ""):
        return [("the docstring differs from the reference's", cure)]
    return []


def _parameters(function: ast.FunctionDef) -> str:
    for node in ast.walk(function.args):
        if isinstance(node, ast.arg):
            node.annotation = None
    return ast.dump(function.args)
