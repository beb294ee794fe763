"""queries.csv as spreadsheets leave it: damage is named with its line, never guessed at."""

from __future__ import annotations

import pytest

from lab_utils.collections import load
from lab_utils.errors import DataError

HEAD = "id,text,pattern,history,user,gold,never,gold_sql,answer,split,family,note\n"
ROW = "q1,how do refunds work,concept,,,refunds,,,,test,refunds,\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "refunds.md").write_text("Money comes back.\n\n## Late\nLater.\n", encoding="utf-8")
    (tmp_path / "workspace" / "logs").mkdir(parents=True)
    (tmp_path / "workspace" / "logs" / "relay.log").write_text("one\ntwo\n", encoding="utf-8")
    return tmp_path


def write(folder, text, encoding="utf-8"):
    (folder / "queries.csv").write_bytes(text.encode(encoding))
    return folder


def faults(folder, text) -> str:
    with pytest.raises(DataError) as caught:
        load(write(folder, text))
    return str(caught.value)


def test_everything_a_row_may_say(folder):
    rows = HEAD + (
        'q1,and late?,follow-up,"How, exactly || assistant: so",staff,refunds#late|refunds#top;refunds#late,refunds#top,,,dev,f,odd\n'
        "q2,how many,aggregate,,,,,SELECT 1,[[1]],test,,\n"
        "q3,which line,exploratory,,,logs/relay.log:2|logs/relay.log,,,,test,,\n"
    )
    first, second, third = load(write(folder, rows)).queries
    assert (first.history, first.user, first.split, first.family, first.note) == (("How, exactly", "assistant: so"), "staff", "dev", "f", "odd")
    assert first.never == {"refunds#top"}
    assert (second.gold_sql, second.answer) == ("SELECT 1", "[[1]]")
    assert third.targets == (frozenset({"logs/relay.log:2", "logs/relay.log"}),)


def test_excel_s_bom_is_read(folder):
    assert load(write(folder, HEAD + ROW, "utf-8-sig")).queries[0].id == "q1"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (ROW.replace("concept", "riddle"), "line 2, field 'pattern': 'riddle' is no pattern. Choose among: concept, identifier"),
        (ROW.replace("refunds,,,,test", "nowhere,,,,test"), "field 'gold': 'nowhere' is no document of the corpus"),
        (ROW.replace("concept", "follow-up"), "field 'history': is empty for a follow-up. Write the earlier turns"),
        (ROW.replace("refunds,,,,test", "refunds,nobody,,,test"), "field 'never': 'nobody' is no document"),
        ("q1,4.47E+12,identifier,,,refunds,,,,test,,\n", "field 'text': '4.47E+12' looks like what a spreadsheet made of a code or a date"),
        ("q1,12-Mar,identifier,,,refunds,,,,test,,\n", "'12-Mar' looks like what a spreadsheet made of a code or a date. Format the column as text"),
        ("q1,notice,concept,,,#NAME?,,,,test,,\n", "'#NAME?' looks like"),
        ("q1,\u201crefunds, please\u201d,concept,,,refunds,,,,test,,\n", "1 value(s) more than columns. Write straight quotes"),
        ("q1,which line,exploratory,,,logs/gone.log:1,,,,test,,\n", "'logs/gone.log' is no file of the workspace"),
        ("q1,which line,exploratory,,,logs/relay.log:9,,,,test,,\n", "logs/relay.log has no line 9. Give a line from 1 to 2"),
    ],
)
def test_damage_is_named(folder, row, message):
    assert message in faults(folder, HEAD + row)


def test_semicolons(folder):
    assert "Save it with commas between the columns" in faults(folder, (HEAD + ROW).replace(",", ";"))


def test_a_row_that_runs_over_lines_is_named_by_its_first(folder):
    rows = HEAD + 'q0,"two\nlines",concept,,,refunds,,,,test,,\n' + "q1,,concept,,,refunds,,,,test,,\n"
    assert "queries.csv, line 4, field 'text': is empty" in faults(folder, rows)
