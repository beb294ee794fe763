"""`bakeoff build`: from each source in solutions/, the solved notebook beside it and the learner's in notebooks/.

What a cell tagged `nbval-ignore-output` printed is kept from the notebook that is there, as long as code and kind of
output are the same: timings differ on every run, and a build without a change shall change no file.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab_utils.classroom import build_run
from lab_utils.classroom.build_editions import learner_edition, solved_edition
from lab_utils.classroom.build_file import Notebook, as_text, read
from lab_utils.classroom.build_source import NAMES, VARIES, Lesson, read_lesson
from lab_utils.classroom.doctor import ROOT
from lab_utils.errors import BakeoffError, DataError, Problem
from lab_utils.evaluation.outputs import write_text
from lab_utils.files import holds
from lab_utils.progress import note

SOURCES, LEARNERS = "solutions", "notebooks"
OUTPUTS = "has other outputs"
FORM = "its cells are right, but a build writes them in another form: line ends, indents, version or keys"
LARGEST = 1_000_000  # bytes; above that, pages that show notebooks give up


@dataclass(frozen=True, slots=True)
class Stale:
    """One file that is not what its source says."""

    file: str
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.file}: {self.what}. Mend it with: {self.mend}"


def sources(root: Path = ROOT) -> list[Path]:
    """The sources of all lessons, in order."""
    return sorted((root / SOURCES).glob(NAMES))


def choose(names: Sequence[str], root: Path = ROOT) -> list[Path]:
    """The sources named: `03`, `03_rank_fusion` or a path; without names, all. BakeoffError when there is none such."""
    found = sources(root)
    if not found:
        raise BakeoffError(f"{root / SOURCES}: there are no lessons. Sources are called {NAMES.replace('[0-9][0-9]', '03').replace('*', 'topic')}.")
    chosen = []
    for name in names:
        stem = Path(name).name.removesuffix(".ipynb").removesuffix(".py")
        fitting = [path for path in found if stem in (path.stem, path.stem[:2])]
        if not fitting:
            near = difflib.get_close_matches(stem, [path.stem for path in found], cutoff=0.3) or [path.stem for path in found]
            raise BakeoffError(f"there is no lesson {name!r}. Did you mean {' or '.join(near)}?")
        chosen += fitting
    return list(dict.fromkeys(chosen)) or found


def read_lessons(paths: Iterable[Path]) -> list[Lesson]:
    """DataError with every fault of every source."""
    lessons, problems = [], []
    for path in paths:
        try:
            lessons.append(read_lesson(path))
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(problems)
    return lessons


def build(names: Sequence[str] = (), root: Path = ROOT, fresh: bool = False, say: Callable[[str], None] = note) -> dict[Path, str]:
    """Build lessons; returns each file with "written" or "unchanged". A lesson that fails leaves its old files, and the others are built.

    fresh: take new outputs for cells whose outputs vary, too.
    """
    outcome: dict[Path, str] = {}
    failures: list[str] = []
    for lesson in read_lessons(choose(names, root)):
        try:
            editions = _editions(lesson, root, fresh, say)
        except BakeoffError as error:
            failures += str(error).splitlines()
            continue
        for path, text in editions.items():
            outcome[path] = "unchanged" if holds(path, text.encode()) else "written"
            if outcome[path] == "written":
                write_text(path, text)
            say(f"{path.relative_to(root)}: {outcome[path]}")
    if failures:
        raise BakeoffError("\n".join(failures))
    return outcome


def stale(names: Sequence[str] = (), root: Path = ROOT, fast: bool = False, say: Callable[[str], None] = note) -> list[Stale]:
    """Files that are not what a build would make, without writing any. fast: cells only, without running them."""
    found = []
    for lesson in read_lessons(choose(names, root)):
        mend = f"bakeoff build {lesson.name}"
        solved, learner = _places(lesson, root)
        made = {solved: solved_edition(lesson), learner: learner_edition(lesson)}
        if not fast:
            say(f"{lesson.name}: running")
            build_run.run(lesson, made[solved])
            _keep_varying(made[solved], read(solved))
        for path, notebook in made.items():
            stored = read(path)
            compared = path == learner or not fast
            what = "it is missing or unreadable" if stored is None else _difference(notebook, stored, compared)
            if not what:
                if not compared:
                    _take_outputs(notebook, stored)
                what = "" if holds(path, as_text(notebook).encode()) else FORM
            if what:
                own = f"{mend}, or, where they differ on every run, tag the cell '{VARIES}'" if path == solved and what.endswith(OUTPUTS) else mend
                found.append(Stale(path.relative_to(root).as_posix(), what, own))
    if not names:
        known = {path.stem for path in sources(root)}
        strangers = [path for folder in (SOURCES, LEARNERS) for path in sorted((root / folder).glob("*.ipynb")) if path.stem not in known]
        for file in (path.relative_to(root).as_posix() for path in strangers):
            found.append(Stale(file, f"there is no {SOURCES}/{Path(file).stem}.py for it", f"git rm '{file}'"))
    return found


def _places(lesson: Lesson, root: Path) -> tuple[Path, Path]:
    return root / SOURCES / f"{lesson.name}.ipynb", root / LEARNERS / f"{lesson.name}.ipynb"


def _editions(lesson: Lesson, root: Path, fresh: bool, say: Callable[[str], None]) -> dict[Path, str]:
    say(f"{lesson.name}: running {sum(cell.kind == 'code' for cell in lesson.cells)} cells")
    solved_place, learner_place = _places(lesson, root)
    solved = solved_edition(lesson)
    build_run.run(lesson, solved)
    if not fresh:
        _keep_varying(solved, read(solved_place))
    editions = {solved_place: as_text(solved), learner_place: as_text(learner_edition(lesson))}
    for path, text in editions.items():
        size = len(text.encode())
        if size > LARGEST:
            what = f"it would have {size / 1e6:.1f} MB, the limit is {LARGEST / 1e6:.0f}"
            raise DataError([Problem(path.relative_to(root).as_posix(), None, "", what, "Show less, or smaller figures.")])
    return editions


def _keep_varying(notebook: Notebook, stored: Notebook | None) -> None:
    before = {} if stored is None else {str(cell.get("id")): cell for cell in stored["cells"]}
    for cell in notebook["cells"]:
        old = before.get(cell["id"])
        if VARIES in cell["metadata"].get("tags", ()) and old is not None and old["source"] == cell["source"] and _shape(old) == _shape(cell):
            cell["outputs"] = old["outputs"]


def _take_outputs(notebook: Notebook, stored: Notebook) -> None:
    """Put into the notebook what the stored one shows; both have the same cells."""
    for new, old in zip(notebook["cells"], stored["cells"], strict=True):
        new.update({part: old[part] for part in ("execution_count", "outputs") if part in old})


def _shape(cell: dict[str, Any]) -> list[tuple[str, ...]]:
    return [(output.get("output_type", ""), output.get("name", ""), *sorted(output.get("data", {}))) for output in cell.get("outputs", ())]


def _difference(made: Notebook, stored: Notebook, outputs: bool) -> str:
    """The first difference, in words; without `outputs`, what was printed is not compared."""
    if [cell["id"] for cell in made["cells"]] != [cell.get("id") for cell in stored["cells"]]:
        return "its cells are not those of the source"
    for number, (new, old) in enumerate(zip(made["cells"], stored["cells"], strict=True), start=1):
        for part in ("cell_type", "source", "metadata"):
            if new[part] != old.get(part):
                return f"cell {number} has another {part.replace('cell_type', 'kind')}"
        if outputs and new.get("outputs") != old.get("outputs"):
            return f"cell {number} {OUTPUTS}"
        if outputs and new.get("execution_count") != old.get("execution_count"):
            return f"cell {number} has another number"
    return "" if made["metadata"] == stored.get("metadata") else "its metadata is not that of a build"
