"""The checks of the lessons are checked: each finds the fault that it is there for."""

from __future__ import annotations

import shutil

import pytest

from lab_utils.classroom.build_file import as_text, read
from lab_utils.classroom.build_rules import WIDGET, broken_outputs, broken_rules
from lab_utils.classroom.build_source import VARIES, Cell
from tests.notebooks.lessons import built_sample
from tests.notebooks.rerun import rerun


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return built_sample(tmp_path_factory)


def test_a_second_run_tells_the_cell_that_came_out_otherwise(sample, tmp_path):
    notebook = read(sample / "solutions" / "03_sample.ipynb")
    (figure,) = (cell for cell in notebook["cells"] if "Picture(" in cell["source"] and cell["cell_type"] == "code" and "import" not in cell["source"])
    pixels = figure["outputs"][0]["data"]
    assert "base64," in pixels["text/html"]
    pixels["text/html"] = pixels["text/html"].replace("base64,", "base64,AAAA")  # as another drawing library would draw it
    right = tmp_path / "03_right.ipynb"
    right.write_text(as_text(notebook), encoding="utf-8")
    cell = next(cell for cell in notebook["cells"] if cell["source"].startswith("pd.DataFrame({k:"))
    cell["outputs"][0]["data"]["text/plain"] = cell["outputs"][0]["data"]["text/plain"].replace("0.8333", "0.9999")
    wrong = tmp_path / "03_wrong.ipynb"
    wrong.write_text(as_text(notebook), encoding="utf-8")
    fared = rerun([right, wrong], tmp_path / "again")
    assert fared["03_right"].faults == ()
    assert fared["03_right"].cells == fared["03_wrong"].cells == cell["execution_count"] + 2
    (fault,) = fared["03_wrong"].faults
    assert "0.9999" in fault


def test_an_untouched_copy_runs_and_one_that_raises_is_found(sample, tmp_path):
    fine = shutil.copy(sample / "notebooks" / "03_sample.ipynb", tmp_path / "03_fine.ipynb")
    notebook = read(fine)
    notebook["cells"][1]["source"] += "\nraise ValueError('no')"
    broken = tmp_path / "03_broken.ipynb"
    broken.write_text(as_text(notebook), encoding="utf-8")
    fared = rerun([fine, broken], tmp_path / "away", lax=True)
    assert fared["03_fine"].faults == ()
    assert "ValueError" in fared["03_broken"].faults[0]


def faults_of(*cells: tuple[str, str]) -> list[str]:
    return [what for _, what, _ in broken_rules([Cell("id", kind, source, 1) for kind, source in cells])]


TITLE = ("markdown", "# Title")


@pytest.mark.parametrize(
    ("cells", "what"),
    [
        ([("markdown", "no heading")], "the lesson has no title"),
        ([("markdown", "## Section")], "the first heading is not the title"),
        ([TITLE, ("markdown", "# Another")], "there is a second title"),
        ([TITLE, ("markdown", "### Deep")], "a heading of level 3 follows one of level 1"),
        ([TITLE, ("markdown", "text\n\nline\n---")], None),
        ([TITLE, ("markdown", "```python\n# a comment, no heading\n```")], None),
        ([TITLE, ("markdown", "<h2>Section</h2>")], "a heading is written in HTML"),
        ([TITLE, ("markdown", "![](picture.png)")], "a picture has no alternative text"),
        ([TITLE, ("markdown", "![bars](picture.png) and <img alt='bars' src='p.png'>")], None),
        ([TITLE, ("markdown", "text <img src='p.png'>")], "a picture has no alternative text"),
        ([TITLE, ("markdown", "See [here](https://example.org).")], "a link reads 'here'"),
        ([TITLE, ("code", "x = 1\nplot(x);")], "a line ends with ';'"),
        ([TITLE, ("code", "x = 1;  # why")], "a line ends with ';'"),
        ([TITLE, ("code", "x = ';'\ny = 'a; b'  # c;")], None),
        ([TITLE, ("code", "%matplotlib inline")], "line 1 of the cell is no Python (invalid syntax)"),
        ([TITLE, ("code", "import sys\nsys.path.append('..')")], "it changes or reads sys.path"),
        ([TITLE, ("code", "import os\nos.chdir('..')")], "it changes the folder"),
        ([TITLE, ("code", "import os\nos.system('pip install x')")], "it runs pip"),
        ([TITLE, ("code", "import subprocess, sys\nsubprocess.run([sys.executable, '-m', 'pip', 'install', 'x'])")], "it runs pip"),
    ],
)
def test_each_rule_finds_its_fault(cells, what):
    assert faults_of(*cells) == ([what] if what else [])


def outputs_faults(output: dict, tags=()) -> list[str]:
    return [what for _, what, _ in broken_outputs([{"metadata": {"tags": list(tags)}, "outputs": [output]}], VARIES)]


def shown(data: dict, metadata: dict | None = None) -> dict:
    return {"output_type": "display_data", "data": data, "metadata": metadata or {}}


@pytest.mark.parametrize(
    ("output", "what"),
    [
        ({"output_type": "error", "ename": "KeyError", "evalue": "'a'", "traceback": []}, "it raises KeyError"),
        ({"output_type": "stream", "name": "stderr", "text": "\nDeprecated!\nmore"}, "it writes a warning: Deprecated!"),
        ({"output_type": "stream", "name": "stdout", "text": "fine"}, None),
        (shown({"image/png": "AAAA"}), "a figure has no alternative text"),
        (shown({"image/png": "AAAA"}, {"image/png": {"alt": " "}}), "a figure has no alternative text"),
        (shown({"image/png": "AAAA"}, {"image/png": {"alt": "bars"}}), None),
        (shown({"image/svg+xml": '<svg role="img" aria-label="bars">'}), None),
        (shown({"image/svg+xml": "<svg>"}), "a figure has no alternative text"),
        (shown({"text/html": "<img src='data:'>"}), "a picture has no alternative text"),
        (shown({"text/html": "<figure><img alt='bars' src='data:'></figure>"}), None),
        (shown({WIDGET: {"model_id": "1"}, "text/plain": "IntSlider"}), "it shows a control"),
    ],
)
def test_each_output_rule_finds_its_fault(output, what):
    assert outputs_faults(output) == ([what] if what else [])


def test_a_control_may_stand_in_a_cell_that_varies():
    assert outputs_faults(shown({WIDGET: {"model_id": "1"}}), [VARIES]) == []
