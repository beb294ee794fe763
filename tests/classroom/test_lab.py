"""`bakeoff lab`: no answer is ever overwritten, new editions arrive, and what cannot be done is said."""

from __future__ import annotations

import shutil

import pytest

from lab_utils import cli
from lab_utils.classroom import lab
from lab_utils.classroom.build_file import as_text, new, read
from lab_utils.errors import BakeoffError


def notebook(*texts: str) -> str:
    cells = [{"id": f"cell{n}", "cell_type": "code", "metadata": {}, "source": text, "execution_count": None, "outputs": []} for n, text in enumerate(texts)]
    return as_text(new(cells))


def edition(root, name: str, *texts: str) -> None:
    (root / "notebooks").mkdir(parents=True, exist_ok=True)
    (root / "notebooks" / f"{name}.ipynb").write_text(notebook(*texts), encoding="utf-8")


def answer(root, name: str, text: str) -> bytes:
    """The learner writes into a lesson, runs it and saves it, as JupyterLab does."""
    path = root / "work" / f"{name}.ipynb"
    mine = read(path)
    mine["cells"][-1] |= {"source": text, "execution_count": 7}
    path.write_text(as_text(mine), encoding="utf-8")
    return path.read_bytes()


def only_run(root, name: str) -> None:
    path = root / "work" / f"{name}.ipynb"
    mine = read(path)
    mine["metadata"]["language_info"] = {"name": "python", "version": "3.13.0"}
    mine["cells"][0] |= {"execution_count": 3, "outputs": [{"output_type": "stream", "name": "stdout", "text": "hello"}]}
    mine["cells"].append({"id": "extra", "cell_type": "code", "metadata": {}, "source": "", "execution_count": None, "outputs": []})
    path.write_text(as_text(mine), encoding="utf-8")


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "Мой курс, Übung 5"
    edition(root, "00_start", "hello")
    edition(root, "01_next", "x = 1", "...")
    return root


def copied(root) -> dict[str, tuple[str, str]]:
    return {each.name: (each.what, each.beside) for each in lab.copy_lessons(root)}


def test_the_first_time_everything_is_added_and_then_nothing_changes(root):
    assert copied(root) == {"00_start": ("added", ""), "01_next": ("added", "")}
    assert (root / "work" / "01_next.ipynb").read_bytes() == (root / "notebooks" / "01_next.ipynb").read_bytes()
    assert copied(root) == {"00_start": ("unchanged", ""), "01_next": ("unchanged", "")}
    assert not list((root / "work").glob("*.part"))


def test_a_new_lesson_is_added_and_an_answer_is_kept(root):
    copied(root)
    mine = answer(root, "01_next", "return 42")
    edition(root, "02_more", "y = 2")
    assert copied(root) == {"00_start": ("unchanged", ""), "01_next": ("kept", ""), "02_more": ("added", "")}
    assert (root / "work" / "01_next.ipynb").read_bytes() == mine


def test_a_lesson_that_was_only_run_gets_the_new_edition(root):
    copied(root)
    only_run(root, "01_next")
    assert copied(root)["01_next"] == ("unchanged", "")
    assert read(root / "work" / "01_next.ipynb")["cells"][0]["outputs"], "the outputs of a current lesson stay"
    edition(root, "01_next", "x = 2", "...")
    assert copied(root)["01_next"] == ("updated", "")
    assert (root / "work" / "01_next.ipynb").read_bytes() == (root / "notebooks" / "01_next.ipynb").read_bytes()


def test_a_new_edition_is_laid_beside_an_answer(root, capsys):
    copied(root)
    mine = answer(root, "01_next", "return 42")
    edition(root, "01_next", "x = 2", "...")
    assert cli.main(["lab", "--copy-only", "--root", str(root)]) == cli.OK
    expected = "01_next: kept as you left it. There is a new edition, and it is beside yours: 01_next.new.ipynb"
    assert expected in capsys.readouterr().err
    assert copied(root)["01_next"] == ("kept", "01_next.new.ipynb"), "said again as long as it lies there"
    edition(root, "01_next", "x = 3", "...")
    assert copied(root)["01_next"] == ("kept", "01_next.new.ipynb"), "the older one, unread, makes room"
    assert "x = 3" in (root / "work" / "01_next.new.ipynb").read_text(encoding="utf-8")
    other = answer(root, "01_next.new", "return 43")
    edition(root, "01_next", "x = 4", "...")
    assert copied(root)["01_next"] == ("kept", "01_next.new-2.ipynb"), "one that was worked in does not"
    assert (root / "work" / "01_next.new.ipynb").read_bytes() == other
    assert (root / "work" / "01_next.ipynb").read_bytes() == mine
    (root / "work" / "01_next.new-2.ipynb").unlink()
    assert copied(root)["01_next"] == ("kept", "")


def test_work_or_a_lesson_that_was_deleted_is_made_again(root):
    copied(root)
    (root / "work" / "00_start.ipynb").unlink()
    assert copied(root) == {"00_start": ("added", ""), "01_next": ("unchanged", "")}
    shutil.rmtree(root / "work")
    assert copied(root) == {"00_start": ("added", ""), "01_next": ("added", "")}


NESTED = "[" * 200_000


RECORDS = [None, "no json", "[]", '{"copied": 3}', '{"copied": [], "beside": {}}', '{"copied": {"01_next": [3]}, "beside": {}}', NESTED]


@pytest.mark.parametrize("record", RECORDS, ids=range(len(RECORDS)))
def test_without_a_record_nothing_is_lost(root, record):
    copied(root)
    (root / "work" / "progress.json").write_text("precious")
    mine = answer(root, "01_next", "return 42")
    path = root / "work" / lab.RECORD
    path.unlink() if record is None else path.write_text(record)
    assert copied(root) == {"00_start": ("unchanged", ""), "01_next": ("kept", "01_next.new.ipynb")}
    assert (root / "work" / "01_next.ipynb").read_bytes() == mine
    assert (root / "work" / "progress.json").read_text() == "precious"


def test_of_a_record_only_digests_are_taken(tmp_path):
    (tmp_path / "record").write_text('{"copied": {"00_start": "d1", "01_next": [[]]}, "beside": {"01_next.new.ipynb": null}}')
    assert lab._read_record(tmp_path / "record") == lab._Record({"00_start": "d1"}, {})


DAMAGED = [b"", b"half a noteb", b"\xff\xfe", b'{"cells": 3}', b'{"cells": [{"cell_type": "code"}]}', b'{"cells": [], "nbformat": 3}', NESTED.encode()]


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
@pytest.mark.parametrize("text", ["x = 1", "x = 2"], ids=["same edition", "new edition"])
def test_a_damaged_notebook_is_not_thrown_away_and_is_told_of(root, content, text, capsys):
    edition(root, "01_next", "x = 1")
    copied(root)
    (root / "work" / "01_next.ipynb").write_bytes(content)
    edition(root, "01_next", text)
    for _ in range(2):
        assert cli.main(["lab", "--copy-only", "--root", str(root)]) == cli.OK
        assert capsys.readouterr().err == "01_next: cannot be opened, and stays as it is. A fresh copy is beside it: 01_next.new.ipynb\n"
    assert (root / "work" / "01_next.ipynb").read_bytes() == content
    assert (root / "work" / "01_next.new.ipynb").read_bytes() == (root / "notebooks" / "01_next.ipynb").read_bytes()
    mine = answer(root, "01_next.new", "return 42")
    assert copied(root)["01_next"] == ("unreadable", "01_next.new-2.ipynb")
    assert (root / "work" / "01_next.new.ipynb").read_bytes() == mine


def test_a_folder_in_a_notebook_s_place_is_told_of_and_the_copy_is_opened(root):
    (root / "work" / "00_start.ipynb").mkdir(parents=True)
    first, second = lab.copy_lessons(root)
    assert (first.what, first.opens, second.opens) == ("unreadable", "00_start.new.ipynb", "01_next.ipynb")


def test_a_folder_that_needs_nothing_need_not_be_writable(root, monkeypatch):
    copied(root)

    def refused(path, content):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(lab, "write_whole", refused)
    assert copied(root) == {"00_start": ("unchanged", ""), "01_next": ("unchanged", "")}
    edition(root, "01_next", "x = 2")
    with pytest.raises(BakeoffError, match=r"01_next.ipynb: Permission denied. Lessons are copied to"):
        lab.copy_lessons(root)


def test_what_cannot_be_done_is_said_in_one_line(root, tmp_path, capsys):
    for arguments, message in [
        (["--root", str(tmp_path / "nowhere")], "there are no lessons. Make them with: bakeoff build"),
        (["--root", str(root), "--port", "70000"], "port 70000: there are ports 1 to 65535"),
    ]:
        assert cli.main(["lab", *arguments]) == cli.USAGE_ERROR
        assert message in capsys.readouterr().err
    (root / "work").write_text("a file")
    assert cli.main(["lab", "--root", str(root)]) == cli.USAGE_ERROR
    assert "let it be a folder that you may write" in capsys.readouterr().err
    (root / "work").unlink()
    (root / "notebooks" / "01_next.ipynb").write_text("{}")
    with pytest.raises(BakeoffError, match="is no notebook. Make it again with: bakeoff build 01_next"):
        lab.copy_lessons(root)
