"""What is wrong with a source or with its run is one clear line each, and leaves no half-made file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from lab_utils import cli
from lab_utils.classroom import build, build_run
from lab_utils.classroom.build_editions import with_body
from lab_utils.classroom.build_percent import HEADER
from lab_utils.classroom.build_source import read_lesson, stub_cell
from lab_utils.errors import DataError
from lab_utils.exercises import registry
from lab_utils.exercises.registry import exercise
from tests.classroom.conftest import TITLE

STUB = stub_cell(exercise("rrf"))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "there is no cell"),
        ("x = 1\n\n# %%\ny = 1\n", "there is no cell, or text before the first one"),
        (TITLE + "# %%\n\n", "the cell is empty"),
        (TITLE + '# %% tags=["exercise:rrf\nx = 1\n', "cannot be understood"),
        (TITLE + "# %% [markdwn]\n# text\n", "cannot be understood"),
        (TITLE + "# %% [markdown]\n# text\nx = 1\n", "'x = 1' stands in a cell of text"),
        (TITLE + '# %% tags=["hide"]\nx = 1\n', "tag 'hide' is unknown"),
        (TITLE + "# %%\nx = (\n", "line 1 of the cell is no Python"),
        (TITLE + '# %% tags=["exercise:rff"]\nx = 1\n', "there is no exercise 'rff'. Did you mean rrf"),
        (TITLE + STUB.replace("k: float = 60", "k: float = 61"), "the parameters differ from the reference's"),
        (TITLE + STUB.replace("best first", "worst first", 1), "the docstring differs from the reference's"),
        (TITLE + STUB.replace("...  # your code here", "return []"), "the function has a body already"),
        (TITLE + STUB.replace('check("rrf"', 'check("rff"'), 'the cell does not end with rrf = check("rrf", rrf)'),
        (TITLE + STUB.replace("def rrf", "def fuse"), "the cell is not one function 'rrf' and its check"),
        (TITLE + STUB + "\n" + STUB, "exercise rrf is there twice"),
        (TITLE + stub_cell(exercise("recall-at-k")), "the exercise belongs to lesson 02"),
    ],
)
def test_each_fault_of_a_source_is_one_line_with_its_place(write, text, what, capsys):
    path = write(text)
    assert cli.main(["build", "--root", str(path.parents[1])]) == cli.USAGE_ERROR
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("bakeoff: 03_topic.py, line ")
    assert what in line
    assert not list(path.parent.glob("*.ipynb"))


def test_all_faults_of_all_sources_come_in_one_pass(write):
    write(TITLE + "# %%\nx = 1;\n\n# %%\n", "02_first.py")
    path = write(TITLE + '# %% tags=["exercise:nothing-like-it"]\nx = 1\n', "03_second.py")
    with pytest.raises(DataError) as caught:
        build.build(root=path.parents[1])
    assert len(caught.value.problems) == 3


def test_a_source_may_begin_with_a_mark_and_hold_ends_of_line_that_are_none_to_python(write):
    text = '# A title,\u2028and more\n\n# %%\nx = "a\u2028b\x85c"\n'
    path = write("# %% [markdown]\n# " + text)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    lesson = read_lesson(path)
    assert [cell.source for cell in lesson.cells] == ["# A title,\u2028and more", 'x = "a\u2028b\x85c"']
    cell = read_lesson(write(f"{TITLE}{STUB}")).cells[-1].source.replace("...  # your code here", 'x = "a\u2028b"\n    ...')
    assert with_body(cell, ['    y = "\u2028"'])[-4:] == ['    y = "\u2028"', "", "", 'rrf = check("rrf", rrf)']


def test_a_null_byte_is_named_with_its_line(write, capsys):
    path = write(TITLE + '# %%\nx = "a\0b"\n')
    assert cli.main(["build", "--root", str(path.parents[1])]) == cli.USAGE_ERROR
    line = HEADER.count("\n") + 6
    assert capsys.readouterr().err == f"bakeoff: 03_topic.py, line {line}: there is a null byte. Remove it: no text has one, and Python reads none.\n"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("def broken(:\n", "SyntaxError: invalid syntax"),
        ("x = 1\n", "it has no EXERCISE"),
        ("EXERCISE = 3\n", "its EXERCISE is none"),
        ("import no_such_package\n", "ModuleNotFoundError: No module named 'no_such_package'"),
    ],
)
def test_an_exercise_s_broken_file_is_named(write, tmp_path, monkeypatch, capsys, content, what):
    (tmp_path / "broken_exercise.py").write_text(content)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_files", lambda: {"broken": "broken_exercise"})
    monkeypatch.delitem(sys.modules, "broken_exercise", raising=False)
    registry.exercise.cache_clear()
    path = write(TITLE + '# %% tags=["exercise:broken"]\nx = 1\n')
    try:
        for arguments in (["build", "--root", str(path.parents[1])], ["build", "--stub", "broken"]):
            assert cli.main(arguments) == cli.USAGE_ERROR
            (line,) = capsys.readouterr().err.splitlines()
            assert f"the file of exercise 'broken' cannot be used: {what}" in line
            assert line.endswith("Mend that file.")
    finally:
        registry.exercise.cache_clear()


def test_long_unbroken_outputs_take_no_time(tmp_path):
    rules = [(re.compile(pattern), text) for _, pattern, text in build_run.machine_rules(tmp_path)]
    began = time.monotonic()
    assert build_run._neutral("x" * 20_000, rules, {}) == "x" * 20_000
    line = {"output_type": "stream", "name": "stdout", "text": "x" * 200_000}
    assert build_run.merged([line]) == [line]
    assert time.monotonic() - began < 1
    assert build_run._neutral('File "/tmp/ipykernel_12/345.py", /tmp/ipykernel_12/345.py:3: old', rules, {}) == 'File "cell.py", cell.py:3: old'


def test_what_a_cell_prints_is_one_output():
    said = [("stdout", "1 of 2\r"), ("stderr", "oh"), ("stdout", "2 of 2\r\nends\r"), ("stdout", "end\n")]
    outputs = [{"output_type": "stream", "name": name, "text": text} for name, text in said]
    shown = {"output_type": "display_data", "data": {}}
    merged = build_run.merged([*outputs[:2], shown, *outputs[2:]])
    assert [output.get("text") for output in merged] == ["2 of 2\r\nend\n", "oh", None]


ODD = b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": "print(1)", "id": [], "outputs": [{}]}]}'


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"[" * 200_000, ODD], ids=["not UTF-8", "nested", "odd parts"])
def test_a_build_mends_every_broken_notebook(write, content):
    root = write(TITLE + '# %% tags=["nbval-ignore-output"]\nprint(1)\n').parents[1]
    (root / "notebooks").mkdir()
    places = [root / folder / "03_topic.ipynb" for folder in ("solutions", "notebooks")]
    for path in places:
        path.write_bytes(content)
    assert [each.file for each in build.stale(root=root, fast=True)] == [f"{path.parent.name}/{path.name}" for path in places]
    assert build.build(root=root) == dict.fromkeys(places, "written")
    assert build.stale(root=root, fast=True) == []


def test_a_source_without_header_or_in_another_encoding(write):
    path = write(TITLE)
    for content in (b"# %%\nx = 1\n", HEADER.replace("python3", "ir").encode() + b"# %%\n", HEADER.encode() + b"# %%\nx = '\xe4'\n"):
        path.write_bytes(content)
        with pytest.raises(DataError, match="header is not that of a lesson|not UTF-8"):
            read_lesson(path)


def test_a_cell_that_raises_is_named_and_the_other_lessons_are_built(write, capsys):
    path = write(TITLE + "# %%\nx = 1\n\n# %%\ny = x\nz = y / 0\n", "02_broken.py")
    write(TITLE + "# %%\nprint(object())\n", "03_fine.py")
    root = path.parents[1]
    assert cli.main(["build", "--root", str(root)]) == cli.USAGE_ERROR
    err = capsys.readouterr().err
    expected = f"bakeoff: 02_broken.py, line {HEADER.count(chr(10)) + 8} (code cell 2): ZeroDivisionError: division by zero in line 2 of the cell: z = y / 0."
    assert expected in err
    assert not (root / "notebooks" / "02_broken.ipynb").exists()
    assert "<object object at 0x0>" in (root / "solutions" / "03_fine.ipynb").read_text(encoding="utf-8")


def test_what_a_run_shows_against_the_rules_stops_the_build(write, monkeypatch, capsys):
    path = write(TITLE + "# %%\nimport warnings\n\nwarnings.warn('old')\n\n# %%\nprint('long' * 500)\n")
    assert cli.main(["build", "--root", str(path.parents[1])]) == cli.USAGE_ERROR
    assert "it writes a warning: cell.py:3: UserWarning: old" in capsys.readouterr().err
    monkeypatch.setattr(build, "LARGEST", 1000)
    write(TITLE + "# %%\nprint('long' * 500)\n")
    assert cli.main(["build", "--root", str(path.parents[1])]) == cli.USAGE_ERROR
    assert "solutions/03_topic.ipynb: it would have 0.0 MB" in capsys.readouterr().err
    assert not list(path.parent.glob("*.ipynb"))


def test_an_endless_cell_and_a_dead_kernel_are_named(write, monkeypatch, capsys):
    monkeypatch.setattr(build_run, "CELL_SECONDS", 1)
    path = write(TITLE + "# %%\nwhile True:\n    pass\n", "02_endless.py")
    write(TITLE + "# %%\nimport os\n\nos._exit(3)\n", "03_dead.py")
    assert cli.main(["build", "--root", str(path.parents[1])]) == cli.USAGE_ERROR
    err = capsys.readouterr().err
    assert "02_endless.py, line 17 (code cell 1): it did not end within 1 seconds" in err
    assert "03_dead.py, line 17 (code cell 1): the kernel died" in err


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_leaves_no_kernel_and_no_half_file(write, tmp_path, sent):
    path = write(TITLE + "# %%\nimport os\nimport time\n\nopen(os.environ['MARK'], 'w').write(str(os.getpid()))\ntime.sleep(60)\n")
    mark = path.parent / "mark"
    process = subprocess.Popen(
        [sys.executable, "-m", "lab_utils.cli", "build", "--root", str(path.parents[1])],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MARK": str(mark), "TMPDIR": str(tmp_path)},
    )
    wait_for(lambda: mark.exists() and mark.read_text())
    process.send_signal(sent)
    _, err = process.communicate(timeout=30)
    assert process.returncode == cli.INTERRUPTED, err
    assert "Traceback" not in err
    wait_for(lambda: not alive(int(mark.read_text())))
    assert not list(path.parent.glob("*.ipynb"))
    assert not list(tmp_path.glob("lesson-*"))


def wait_for(condition, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.1)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
