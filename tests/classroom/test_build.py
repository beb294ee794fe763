"""The build: two editions of one source, the same bytes every time, and one clear line for each fault."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import jupytext
import pytest

from lab_utils import cli
from lab_utils.classroom import build, build_run
from lab_utils.classroom.build_editions import solved
from lab_utils.classroom.build_file import as_text, read
from lab_utils.classroom.build_percent import HEADER, read_pieces
from lab_utils.classroom.build_source import read_lesson, stub_cell
from lab_utils.classroom.doctor import ROOT
from lab_utils.errors import BakeoffError
from lab_utils.exercises import progress_file
from lab_utils.exercises.registry import exercise, exercises
from lab_utils.exercises.sources import is_stub
from tests.classroom.conftest import TITLE
from tests.notebooks.lessons import SAMPLE, SOURCES, built_sample

NAME = "03_sample"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return built_sample(tmp_path_factory)


@pytest.fixture
def copy(sample, tmp_path):
    return shutil.copytree(sample, tmp_path / "Kopie, Übung 5")


def test_a_solution_brings_the_imports_that_it_uses_and_no_other():
    """The reference's annotations are not in the lesson, so what only they use is not imported there."""
    (path,) = ROOT.glob("solutions/05_*.py")
    cell = next(cell for cell in read_lesson(path).cells if cell.id == "exercise-refunds-by-region")
    source = solved(cell.source, cell.exercise)
    assert source.startswith("import re\n")
    assert "import sqlite3" not in source


def cell(root, folder, cell_id):
    return next(cell for cell in read(root / folder / f"{NAME}.ipynb")["cells"] if cell["id"] == cell_id)


def test_the_solved_edition_has_the_reference_and_its_outputs(sample):
    solved = cell(sample, "solutions", "exercise-rrf")
    assert solved["source"].startswith("import math\n\n\ndef rrf(rankings, k=60):\n")
    assert solved["source"].endswith('rrf = check("rrf", rrf)')
    assert "math.fsum" in solved["source"]
    assert solved["outputs"][0]["data"]["text/plain"].startswith("Reciprocal rank fusion: passed (9 of 9 cases right)")
    namespace = {"check": lambda exercise_id, function: function}
    exec(solved["source"], namespace)
    assert namespace["rrf"]([["a"]], k=1) == [("a", 0.5)]


def test_the_learner_s_edition_has_the_stub_and_no_outputs(sample):
    notebook = read(sample / "notebooks" / f"{NAME}.ipynb")
    assert is_stub(cell(sample, "notebooks", "exercise-rrf")["source"], "rrf")
    assert cell(sample, "notebooks", "exercise-rrf")["metadata"] == {"tags": ["exercise:rrf"]}
    assert not [each for each in notebook["cells"] if each.get("outputs") or each.get("execution_count")]
    solved = read(sample / "solutions" / f"{NAME}.ipynb")
    assert [each["id"] for each in notebook["cells"]] == [each["id"] for each in solved["cells"]]


def test_nothing_of_this_machine_or_moment_is_kept(sample):
    text = (sample / "solutions" / f"{NAME}.ipynb").read_text(encoding="utf-8")
    assert json.loads(text)["metadata"] == {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert "T_00001" in text
    assert "widget-view" not in text
    assert build_run.CONTROL in text
    assert "execution_failed" not in text


def test_another_build_changes_no_byte_and_leaves_the_learner_s_progress_out(copy, tmp_path, monkeypatch):
    mine = tmp_path / "progress.json"
    monkeypatch.setenv(progress_file.SETTING, str(mine))
    progress_file.record_prediction("sample-first", "second")
    progress_before = mine.read_bytes()
    files = {path: path.read_bytes() for path in copy.rglob("*.ipynb")}
    assert len(files) == 2
    assert set(build.build(root=copy).values()) == {"unchanged"}
    assert {path: path.read_bytes() for path in copy.rglob("*.ipynb")} == files
    assert mine.read_bytes() == progress_before


def test_check_names_the_stale_file_and_the_command(copy, capsys):
    arguments = ["build", "--check", "--root", str(copy)]
    assert cli.main([*arguments, "--fast"]) == cli.OK
    path = copy / "solutions" / f"{NAME}.ipynb"
    path.write_text(path.read_text(encoding="utf-8").replace("0.0325", "0.9999"), encoding="utf-8")
    before = path.read_bytes()
    assert cli.main([*arguments, "--fast"]) == cli.OK, "outputs are not looked at"
    capsys.readouterr()
    assert cli.main(arguments) == cli.CHECK_FAILED
    assert capsys.readouterr().out == f"solutions/{NAME}.ipynb: cell 8 has other outputs. " + (
        f"Mend it with: bakeoff build {NAME}, or, where they differ on every run, tag the cell 'nbval-ignore-output'\n"
    )
    assert path.read_bytes() == before


def test_a_fast_check_finds_what_was_edited_by_hand(copy, capsys):
    learner = copy / "notebooks" / f"{NAME}.ipynb"
    notebook = read(learner)
    notebook["cells"][0]["source"] += " And more."
    learner.write_text(as_text(notebook), encoding="utf-8")
    (copy / "notebooks" / "09_old.ipynb").write_text("{}")
    (copy / "solutions" / f"{NAME}.ipynb").write_text("no json")
    assert cli.main(["build", "--check", "--fast", "--root", str(copy)]) == cli.CHECK_FAILED
    assert capsys.readouterr().out.splitlines() == [
        f"solutions/{NAME}.ipynb: it is missing or unreadable. Mend it with: bakeoff build {NAME}",
        f"notebooks/{NAME}.ipynb: cell 1 has another source. Mend it with: bakeoff build {NAME}",
        "notebooks/09_old.ipynb: there is no solutions/09_old.py for it. Mend it with: git rm 'notebooks/09_old.ipynb'",
    ]


FORMS = {
    "line ends": lambda text: text.replace(b"\n", b"\r\n"),
    "no indents": lambda text: json.dumps(json.loads(text), sort_keys=True, ensure_ascii=False).encode(),
    "minor version": lambda text: text.replace(b'"nbformat_minor": 5', b'"nbformat_minor": 4'),
    "another key": lambda text: text.replace(b'"nbformat": 4', b'"more": 1,\n "nbformat": 4'),
    "attachments": lambda text: text.replace(b'"cell_type"', b'"attachments": {},\n   "cell_type"', 1),
}


@pytest.mark.parametrize("folder", ["solutions", "notebooks"])
@pytest.mark.parametrize("form", FORMS)
def test_a_fast_check_finds_what_is_in_another_form(copy, folder, form, capsys):
    path = copy / folder / f"{NAME}.ipynb"
    path.write_bytes(FORMS[form](path.read_bytes()))
    assert cli.main(["build", "--check", "--fast", "--root", str(copy)]) == cli.CHECK_FAILED
    assert capsys.readouterr().out == f"{folder}/{NAME}.ipynb: {build.FORM}. Mend it with: bakeoff build {NAME}\n"


def test_a_check_says_what_a_narrow_terminal_cannot_show(copy):
    (copy / "notebooks" / "09_старый.ipynb").write_text("{}")
    words = [sys.executable, "-m", "lab_utils.cli", "build", "--check", "--fast", "--root", str(copy)]
    done = subprocess.run(words, capture_output=True, env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}, timeout=120)
    assert done.returncode == cli.CHECK_FAILED, done.stderr
    assert rb"notebooks/09_\u0441\u0442" in done.stdout


def test_a_fast_check_needs_no_notebook_packages(copy):
    code = (
        "import sys; from lab_utils.cli import main; code = main(sys.argv[1:]); "
        "heavy = {'nbformat', 'jupytext', 'nbclient', 'torch'} & set(sys.modules); sys.exit(code or len(heavy) * 9)"
    )
    done = subprocess.run([sys.executable, "-c", code, "build", "--check", "--fast", "--root", str(copy)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_new_cell_at_the_top_changes_no_other_id(write):
    body = TITLE + "# %%\nx = 1\n\n# %%\nx = 1\n"
    before = [each.id for each in read_lesson(write(body)).cells]
    after = [each.id for each in read_lesson(write(body.replace("# %%\nx", "# %%\ny = 0\n\n# %%\nx", 1))).cells]
    assert len(set(before)) == 3
    assert [each for each in after if each in before] == before


@pytest.mark.parametrize("path", [*SOURCES, SAMPLE / "solutions" / f"{NAME}.py"], ids=lambda path: path.stem)
def test_sources_are_read_as_jupytext_reads_them(path):
    theirs = jupytext.read(path, fmt="py:percent").cells
    assert [(piece.kind, piece.source, list(piece.tags)) for piece in read_pieces(path)] == [
        (each.cell_type, each.source, each.metadata.get("tags", [])) for each in theirs
    ]


@pytest.mark.parametrize("each", exercises(), ids=lambda each: each.id)
def test_every_stub_is_taken_and_every_solution_is_put_in(each, write):
    """Annotations may need imports, bodies may; what comes out runs and is the reference."""
    from lab_utils.classroom.build_editions import solved_edition

    lesson = read_lesson(write(f"{TITLE}{stub_cell(each)}", f"{each.lesson}_topic.py"))
    source = solved_edition(lesson)["cells"][-1]["source"]
    namespace = {"check": lambda exercise_id, function: function, "__name__": "cell"}
    exec(compile(source, "cell", "exec", dont_inherit=True), namespace)
    assert namespace[each.name].__code__.co_code == each.reference.__code__.co_code


def test_an_import_that_the_lesson_has_already_is_not_repeated(write):
    from lab_utils.classroom.build_editions import solved_edition

    lesson = read_lesson(write(f"{TITLE}# %%\nimport math\n\n{stub_cell(exercise('rrf'))}"))
    assert solved_edition(lesson)["cells"][-1]["source"].startswith("def rrf")


def test_lessons_are_named_in_several_ways(sample, tmp_path):
    path = sample / "solutions" / f"{NAME}.py"
    for name in ("03", NAME, str(path), f"notebooks/{NAME}.ipynb"):
        assert build.choose([name], sample) == [path]
    with pytest.raises(BakeoffError, match="there is no lesson '04_sample'. Did you mean 03_sample?"):
        build.choose(["04_sample"], sample)
    with pytest.raises(BakeoffError, match="there are no lessons. Sources are called 03_topic.py"):
        build.choose([], tmp_path)


def test_fast_without_check_is_refused(capsys):
    assert cli.main(["build", "--fast"]) == cli.USAGE_ERROR
    assert "bakeoff build --check --fast" in capsys.readouterr().err


def test_a_stub_can_be_had_for_a_source(capsys):
    assert cli.main(["build", "--stub", "header"]) == cli.OK
    assert capsys.readouterr().out == HEADER
    assert cli.main(["build", "--stub", "rrf"]) == cli.OK
    assert capsys.readouterr().out == stub_cell(exercise("rrf"))
