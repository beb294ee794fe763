"""Every lesson: in step with its source, kept to the rules, run again with the same outputs, and running untouched."""

from __future__ import annotations

import re

import pytest

from lab_utils.classroom import build
from lab_utils.classroom.build_file import read
from lab_utils.classroom.build_rules import broken_outputs, broken_rules
from lab_utils.classroom.build_source import EXERCISE, VARIES, Cell
from lab_utils.exercises.registry import ids
from lab_utils.exercises.sources import is_stub
from tests.notebooks.lessons import LEARNER, NAMES, SOLVED
from tests.notebooks.rerun import rerun

each_lesson = pytest.mark.parametrize("name", NAMES)
each_notebook = pytest.mark.parametrize("path", [*SOLVED, *LEARNER], ids=lambda path: f"{path.parent.name}/{path.stem}")
each_solved = pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
each_learner = pytest.mark.parametrize("path", LEARNER, ids=lambda path: path.stem)


def exercises_in(notebook) -> list[str]:
    return [tag.removeprefix(EXERCISE) for cell in notebook["cells"] for tag in cell["metadata"].get("tags", ()) if tag.startswith(EXERCISE)]


def test_there_are_lessons():
    """Without this, no lesson at all would pass every other test."""
    assert NAMES, "no lessons: solutions/ has no source"


def test_every_notebook_is_in_step_with_its_source():
    assert NAMES, "no lessons"
    assert [str(each) for each in build.stale(fast=True, say=lambda text: None)] == []


@each_lesson
def test_a_lesson_has_every_exercise_of_its_number(name):
    assert exercises_in(read(build.ROOT / build.LEARNERS / f"{name}.ipynb")) == ids(name[:2])


@each_notebook
def test_headings_pictures_and_code_keep_the_rules(path):
    cells = [Cell(cell["id"], cell["cell_type"], cell["source"], 0) for cell in read(path)["cells"]]
    assert broken_rules(cells) == []


@each_notebook
def test_ids_are_unique_and_told_by_the_contents(path):
    found = [cell["id"] for cell in read(path)["cells"]]
    assert len(set(found)) == len(found)
    assert [cell_id for cell_id in found if not re.fullmatch(r"exercise-[a-z0-9-]+|[0-9a-f]{12}(-\d+)?", cell_id)] == []


@each_notebook
def test_it_can_be_opened_anywhere(path):
    import nbformat

    assert path.stat().st_size < build.LARGEST
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert "widgets" not in notebook.metadata


@each_solved
def test_figures_are_described_and_nothing_warns_or_fails(path):
    assert broken_outputs(read(path)["cells"], VARIES) == []


@each_solved
def test_cells_were_run_once_in_order(path):
    counts = [cell["execution_count"] for cell in read(path)["cells"] if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))


@each_learner
def test_the_learner_s_edition_is_blank(path):
    cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
    assert [cell["id"] for cell in cells if cell["outputs"] or cell["execution_count"] is not None] == []
    assert [cell["id"] for cell in cells if cell["id"].startswith("exercise-") and not is_stub(cell["source"])] == []


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    return rerun(SOLVED, tmp_path_factory.mktemp("solved"))


@pytest.fixture(scope="module")
def untouched(tmp_path_factory):
    return rerun(LEARNER, tmp_path_factory.mktemp("untouched"), lax=True)


@each_lesson
def test_a_second_run_gives_the_same_outputs(name, again):
    assert again[name].cells
    assert again[name].faults == ()


@each_lesson
def test_the_learner_s_edition_runs_untouched(name, untouched):
    assert untouched[name].cells
    assert untouched[name].faults == ()
