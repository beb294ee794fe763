"""Progress, hints, references and predictions: kept honestly, by two notebooks at once, and never in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

from lab_utils.errors import BakeoffError
from lab_utils.exercises import check, hint, predict, predicting, predictions, progress, progress_file, reference, registry, reset

RRF = registry.exercise("rrf")


def entry(exercise_id="rrf"):
    return progress_file.entry_of(progress_file.read(), exercise_id)


def wrong(rankings, k=60):
    return []


def right(rankings, k=60):
    return RRF.reference(rankings, k)


def test_attempts_count_code_not_cell_runs():
    check("rrf", lambda rankings, k=60: ...)
    assert entry()["attempts"] == 1
    check("rrf", wrong)
    check("rrf", wrong)
    assert (entry()["attempts"], entry()["passed"]) == (2, False)
    check("rrf", right)
    assert (entry()["attempts"], entry()["passed"]) == (3, True)


def test_what_was_reached_stays_reached():
    check("rrf", right)
    check("rrf", wrong)
    assert entry()["passed"]


def test_an_untouched_stub_leaves_no_trace(progress_path):
    def rrf(rankings, k=60):
        """Fuse."""
        ...

    check("rrf", rrf)
    assert not progress_path.exists()
    assert progress().caption.startswith("0 of ")


def test_hints_come_one_by_one_and_are_counted():
    assert [hint("rrf").text for _ in range(4)] == [*RRF.hints, RRF.hints[2]]
    assert entry()["hints"] == 3
    assert hint("rrf", 1).text == RRF.hints[0]
    assert entry()["hints"] == 3
    assert "hint 1 of 3, a question" in repr(hint("rrf", 1))
    with pytest.raises(BakeoffError, match="there are levels 1 to 3"):
        hint("rrf", 4)


def test_the_reference_is_shown_after_passing_or_on_request():
    assert "def rrf" not in repr(reference("rrf"))
    assert not entry()["reference"]
    shown = repr(reference("rrf", anyway=True))
    assert "import math" in shown
    assert "def rrf(rankings" in shown
    assert entry()["reference"]
    check("rrf", right)
    assert "passed, after the reference" in repr(progress("03"))
    reset("rrf")
    check("rrf", right)
    assert "def rrf" in repr(reference("rrf"))
    assert not entry()["after_reference"]


def test_the_table_says_what_comes_next():
    check("rrf", right)
    hint("weighted-blend")
    table = progress("03")
    assert table.caption.startswith("1 of 3 exercises passed, 4 of ")
    assert table.foot.startswith("Next: A weighted blend")
    html = table._repr_html_()
    assert html.count('scope="row"') == 3
    assert "<caption" in html
    assert len(progress().rows) == len(registry.ids())


def test_reset_forgets_one_or_all(progress_path):
    check("rrf", right)
    hint("tokenize")
    predict("who", "dense")
    reset("rrf")
    assert (entry()["passed"], entry("tokenize")["hints"]) == (False, 1)
    reset("all")
    assert entry("tokenize")["hints"] == 0
    assert predictions().rows == []
    old = json.loads(progress_path.with_name("progress.before-reset.json").read_text(encoding="utf-8"))
    assert old["predictions"] == {"who": ["dense"]}
    with pytest.raises(BakeoffError, match="no exercise 'everything'"):
        reset("everything")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"version": 99}',
        b'{"version": 1, "exercises": {"rrf": 3}, "predictions": {}}',
        b'{"version": 1, "exercises": {"rrf": {"hints": "two"}}, "predictions": {}}',
        b"[" * 200_000,
        b'{"version": 1, "exercises": {}, "predictions": {"a": []}}',
    ],
)
def test_a_damaged_file_is_moved_aside_and_told(progress_path, capsys, content):
    progress_path.parent.mkdir(parents=True)
    progress_path.write_bytes(content)
    hint("rrf")
    said = capsys.readouterr().err
    assert "is damaged" in said
    assert "progress.damaged-1.json" in said
    assert entry()["hints"] == 1
    assert progress_path.with_name("progress.damaged-1.json").read_bytes() == content
    progress_path.write_bytes(content)
    hint("rrf")
    assert progress_path.with_name("progress.damaged-2.json").exists()


def test_a_place_that_cannot_be_written_costs_progress_not_the_lesson(tmp_path, monkeypatch, capsys):
    blocked = tmp_path / "a file"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv(progress_file.SETTING, str(blocked / "progress.json"))
    assert check("rrf", right).passed
    assert check("rrf", right).passed
    assert capsys.readouterr().err.count("cannot be kept") == 1, "said once"
    assert hint("rrf").text == RRF.hints[0]


def test_the_folder_may_vanish(progress_path):
    hint("rrf")
    for path in progress_path.parent.iterdir():
        path.unlink()
    progress_path.parent.rmdir()
    hint("rrf")
    assert entry()["hints"] == 1


def test_off_keeps_it_in_memory_alone(monkeypatch, progress_path):
    monkeypatch.setattr(progress_file, "_unwritten", {})
    monkeypatch.setenv(progress_file.SETTING, "off")
    assert progress_file.place() is None
    assert [hint("rrf").text for _ in range(4)] == [*RRF.hints, RRF.hints[2]]
    check("rrf", right)
    assert entry()["passed"]
    assert not progress_path.parent.exists()
    reset("all")
    assert entry()["hints"] == 0


def lock(path):
    return path.with_name(f".{path.name}.lock")


def test_what_cannot_be_written_is_read_kept_and_written_later(progress_path, capsys):
    hint("rrf")
    lock(progress_path).unlink(missing_ok=True)
    lock(progress_path).mkdir()  # stands for a folder that may be read, not written
    assert (hint("rrf").text, hint("rrf").text) == RRF.hints[1:]
    predict("who", "dense")
    assert [list(row) for row in predictions().rows] == [["who", "dense", "-"]]
    assert json.loads(progress_path.read_text(encoding="utf-8"))["exercises"]["rrf"]["hints"] == 1
    assert capsys.readouterr().err.count("cannot be kept") == 1
    lock(progress_path).rmdir()
    assert entry()["hints"] == 3
    book = json.loads(progress_path.read_text(encoding="utf-8"))
    assert (book["exercises"]["rrf"]["hints"], book["predictions"]) == (3, {"who": ["dense"]})


def test_a_lock_that_another_program_holds_is_waited_for_once(progress_path, monkeypatch, capsys):
    from filelock import FileLock

    monkeypatch.setattr(progress_file, "PATIENCE", 0.3)
    hint("rrf")
    with FileLock(lock(progress_path)):
        started = time.monotonic()
        assert [hint("rrf").text for _ in range(3)] == [RRF.hints[1], RRF.hints[2], RRF.hints[2]]
        assert time.monotonic() - started < 1
    assert capsys.readouterr().err.count("another program holds") == 1
    assert entry()["hints"] == 3


def test_a_directory_in_the_place_of_the_file_costs_no_hints(progress_path):
    progress_path.mkdir(parents=True)
    assert [hint("rrf").text for _ in range(3)] == list(RRF.hints)


def test_an_older_file_and_odd_numbers_are_taken(progress_path, capsys):
    progress_path.parent.mkdir(parents=True)
    entries = {"rrf": {"passed": True, "hints": -5}, "tokenize": {"hints": 99, "attempts": -1}}
    progress_path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"version": 1, "exercises": entries}).encode())
    assert (entry()["passed"], entry()["attempts"]) == (True, 0)
    assert hint("rrf").text == RRF.hints[0]
    assert entry("tokenize")["hints"] == 3
    assert "hint 3 of 3" in repr(hint("tokenize"))
    assert "damaged" not in capsys.readouterr().err


def test_half_a_character_is_no_trouble(progress_path):
    predict("a", "\ud800 dense")
    predict("\ud800", "dense")
    progress_file.record_prediction("b", "\udfff")
    kept = progress_file.read()["predictions"]
    assert kept == {"a": ["\ufffd dense"], "\ufffd": ["dense"], "b": ["\udfff"]}
    assert not list(progress_path.parent.glob("*.part"))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_one(progress_path, tmp_path):
    progress_path.parent.mkdir(parents=True)
    progress_path.symlink_to(tmp_path / "elsewhere" / "kept.json")
    hint("rrf")
    assert progress_path.is_symlink()
    assert json.loads((tmp_path / "elsewhere" / "kept.json").read_text(encoding="utf-8"))["exercises"]["rrf"]["hints"] == 1


def test_an_id_of_a_prediction_may_be_anything():
    for odd in (3, None, ("t", 1)):
        predict(odd, "x")
        predict("text", "x")
    assert set(progress_file.read()["predictions"]) == {"3", "None", "('t', 1)", "text"}


def test_an_id_that_is_nearly_one_that_was_asked_gets_a_word(monkeypatch):
    monkeypatch.setattr(predicting, "_options", {})
    predict("03-raw-sum", options=["better", "worse"])
    assert "Did you mean 03-raw-sum?" in repr(predict("03-raw-som", "better"))
    assert "Did you mean" not in repr(predict("03-raw-sum", "better"))
    assert "Did you mean" not in repr(predict("something else", "better"))


def test_a_lesson_may_be_a_number_and_must_be_there():
    assert progress(3).rows == progress("3").rows == progress("03").rows
    for wrong_one in ("99", 0, "three"):
        with pytest.raises(BakeoffError, match="no exercises in a lesson .*Lessons with exercises: 01, 02, 03, 04, 05"):
            progress(wrong_one)


def test_the_usual_place_is_work_of_the_checkout_whatever_the_folder(monkeypatch, tmp_path):
    monkeypatch.delenv(progress_file.SETTING)
    monkeypatch.chdir(tmp_path)
    assert progress_file.place() == progress_file._ROOT / "work" / "progress.json"
    monkeypatch.setattr(progress_file, "_ROOT", tmp_path / "site-packages")
    assert "bakeoff" in str(progress_file.place())


WRITER = """
import sys
from lab_utils.exercises import progress_file
for number in range(40):
    progress_file.record_prediction(f"{sys.argv[1]}-{number}", "yes")
    progress_file.record_hint("rrf", number)
"""


def test_two_notebooks_at_once_lose_nothing(progress_path):
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, name], env=os.environ.copy()) for name in ("one", "two", "three")]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    book = progress_file.read()
    assert len(book["predictions"]) == 120
    assert book["exercises"]["rrf"]["hints"] == 39
    assert {path.name for path in progress_path.parent.iterdir()} <= {"progress.json", ".progress.json.lock"}


def test_a_prediction_is_kept_with_its_first_answer():
    assert "Choose one of: keyword, dense" in repr(predict("who", options=["keyword", "dense"]))
    assert "was not kept" in repr(predict("who", "kyword", options=["keyword", "dense"]))
    assert predictions().rows == []
    predict("who", "keyword", options=["keyword", "dense"])
    predict("who", "keyword")
    assert "You said: keyword." in repr(predict("who", options=["keyword", "dense"]))
    assert "Your first answer was: keyword." in repr(predict("who", "dense"))
    assert predictions().rows == [("who", "keyword", "dense")]


def test_predictions_stand_beside_what_was_measured():
    predict("a", "dense")
    predict("b", "keyword")
    table = predictions({"a": "dense", "b": "dense", "c": "keyword"})
    assert table.rows == [("a", "dense", "dense", "as predicted"), ("b", "keyword", "dense", "otherwise"), ("c", "-", "keyword", "no prediction")]
    assert table.foot.startswith("1 of 2 came out as predicted")


def test_what_people_write_is_escaped():
    predict("<b>", "<script>alert(1)</script>")
    for shown in (predictions(), predict("<b>")):
        html = shown._repr_html_()
        assert "<script" not in html
        assert "<b>" not in html
