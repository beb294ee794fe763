"""The whole way in a real kernel, in a folder with spaces and letters that are not English."""

from __future__ import annotations

import pytest

CELLS = [
    "from lab_utils.exercises import check, hint, progress",
    "%config InlineBackend.figure_format = 'retina'\nimport functools\n\nclass Top:\n    def __init__(self, ids):\n        self.ids = set(ids)\n\n"
    "@functools.cache\ndef shift(n):\n    return n if n == 0 else shift(n - 1)",
    # 2: wrong, with a named mistake
    "def recall_at_k(ranking, golds, k):\n    return float(any(set(ranking[:k]) & g for g in golds))\n\nrecall_at_k = check('recall-at-k', recall_at_k)",
    # 3: endless inside C
    "import re\n\ndef tokenize(text):\n    # a comment\n    return re.match(r'(a|aa)+$', 'a' * 80 + 'b')\n\ntokenize = check('tokenize', tokenize)",
    # 4: an innocent cell after it, which uses the safety nets
    "(recall_at_k(['a'], [{'a'}, {'b'}], 1), tokenize('ERR_4471'))",
    # 5: right, with helpers from another cell
    "def recall_at_k(ranking, golds, k):\n    top = Top(ranking[:k])\n    return sum(bool(top.ids & g) for g in golds) / len(golds) + shift(5)\n\n"
    "recall_at_k = check('recall-at-k', recall_at_k)",
    # 6: an error, in a cell that begins with a magic
    "%time\ndef precision_at_k(ranking, golds, k):\n    hits = 0\n    return hits / len(golds - golds)\n\n"
    "precision_at_k = check('precision-at-k', precision_at_k)",
    # 7: a stub
    "def rrf(rankings, k=60):\n    '''Fuse.'''\n    ...\n\nrrf = check('rrf', rrf)",
    "progress('02')",
    # 9 to 11: what the notebook alone has
    "def rrf(rankings, k=60):\n    exit()\n\nrrf = check('rrf', rrf)",
    "def rrf(rankings, k=60):\n    return get_ipython().user_ns\n\nrrf = check('rrf', rrf)",
    "import sqlite3\nparts = sqlite3.connect(':memory:')\n\ndef look(text):\n    return parts.execute(text)\n\n"
    "def rrf(rankings, k=60):\n    return look('SELECT 1')\n\nrrf = check('rrf', rrf)",
    # 12: a Path where Python wants text
    "import pathlib\nimport sys\n\nsys.path.append(pathlib.Path('..').resolve())\nrecall_at_k = check('recall-at-k', recall_at_k)",
]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    nbformat = pytest.importorskip("nbformat")
    from nbclient import NotebookClient

    folder = tmp_path_factory.mktemp("Ünïcode und Leerzeichen 工作")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BAKEOFF_PROGRESS", str(folder / "progress.json"))
        NotebookClient(notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    return [[output for output in cell.outputs if "data" in output] for cell in notebook.cells]


def text(output) -> str:
    return output["data"]["text/plain"]


def test_a_named_mistake_is_shown_as_text_and_html(outputs):
    (shown,) = outputs[2]
    assert "Yours gives full marks as soon as anything is hit." in text(shown)
    assert "<table" in shown["data"]["text/html"]


def test_a_pattern_that_never_gives_up_is_stopped_and_later_cells_work(outputs):
    assert "still running after 3 seconds" in text(outputs[3][0])
    assert "line 5: return re.match" in text(outputs[3][0])
    assert text(outputs[4][0]) == "(0.5, ['err_4471', 'err', '4471'])"


def test_helpers_of_other_cells_come_along(outputs):
    assert "Recall@k: passed" in text(outputs[5][0])


def test_an_error_names_the_line_of_the_cell(outputs):
    shown = text(outputs[6][-1])
    assert "ZeroDivisionError" in shown
    assert "line 4: return hits / len(golds - golds)" in shown


def test_a_stub_is_not_started(outputs):
    assert "not started" in text(outputs[7][0])


def test_nothing_shown_depends_on_the_machine(outputs):
    for cell in outputs:
        for output in cell:
            assert "ipykernel" not in str(output["data"])
            assert "0x" not in text(output)


def test_progress_was_kept_beside_the_notebook(outputs):
    assert "recall-at-k" in text(outputs[8][0])
    assert "passed" in text(outputs[8][0])


def test_what_the_notebook_alone_has_is_named(outputs):
    assert "calls 'exit', which the notebook alone has" in text(outputs[9][0])
    assert "calls 'get_ipython', which the notebook alone has" in text(outputs[10][0])
    assert "'look', which your function uses, reads 'parts' from the notebook, a Connection" in " ".join(text(outputs[11][0]).split())


def test_a_path_in_the_search_path_is_no_trouble(outputs):
    assert "Recall@k: passed" in text(outputs[12][0])
