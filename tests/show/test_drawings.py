"""The small drawings: every line has two ends, a gold that comes or goes is seen, and the axes say what they are."""

from __future__ import annotations

import base64
import re
from xml.etree import ElementTree

from lab_utils.show.drawings import curve, rank_lines

OLD, NEW = [f"a{n}" for n in range(9)], ["a7", "a0", "b1", "b2", "b3"]


def svg_of(drawing) -> ElementTree.Element:
    data = re.search(r"data:image/svg\+xml;base64,([^\"]+)", drawing.markup)[1]
    return ElementTree.fromstring(base64.b64decode(data).decode().replace("xmlns=", "was="))


def texts(drawing) -> list[str]:
    return [each.text for each in svg_of(drawing).iter("text")]


def test_a_gold_from_below_has_a_line_and_its_rank():
    drawn = rank_lines({"old": OLD, "new": NEW}, {"a7"}, 3)
    assert texts(drawn) == ["old", "1", "2", "3", "★ 8", "new", "★ 1", "2", "3"]
    lines = list(svg_of(drawn).iter("line"))
    assert [line.get("stroke-dasharray") is not None for line in lines] == [False, True]
    assert "dashed one leads from or to a place below the top 3" in drawn.markup
    assert "Gold a7: 8 in old, 1 in new." in drawn.markup


def test_a_gold_that_leaves_or_is_not_found_has_one_too():
    assert "★ 8" in texts(rank_lines({"new": NEW, "old": OLD}, {"a7"}, 3))
    gone = rank_lines({"old": OLD, "new": NEW}, {"a1"}, 3)
    assert "★ none" in texts(gone)
    assert "(none: not in that list)" in gone.markup


def test_without_a_line_there_is_no_drawing():
    assert rank_lines({"old": OLD, "other": ["x", "y"]}, set(), 3) is None
    assert rank_lines({"old": OLD}, {"a0"}, 3) is None
    assert rank_lines({"old": OLD, "new": []}, set(), 3) is None


def test_a_middle_column_joins_both_sides():
    drawn = rank_lines({"one": ["g", "x"], "two": ["p", "q", "g"], "three": ["g", "y"]}, {"g"}, 2)
    assert len(list(svg_of(drawn).iter("line"))) == 2
    assert texts(drawn).count("★ 3") == 1


def test_plain_lines_say_nothing_of_golds():
    drawn = rank_lines({"old": OLD, "new": OLD}, set(), 3)
    assert "A line joins the places of one passage in two lists.</figcaption>" in drawn.markup


def test_nothing_is_empty_below_and_nothing_is_unescaped():
    drawing = rank_lines({"<b>": ["<i>", "b"], "c": ["<i>", "b"]}, {"<i>"}, 2)
    assert 'alt="Lines between the top 2 of &lt;b&gt;, c.' in drawing.markup
    drawn = svg_of(drawing)
    assert float(drawn.get("viewBox").split()[-1]) - max(float(each.get("y")) for each in drawn.iter("text")) < 12


def test_a_curve_names_both_axes():
    drawn = curve([0.1, 0.5, 0.4], ["0", "0.5", "1"], 1, "label", "weight of <a>", "nDCG@10")
    assert {"weight of <a>", "nDCG@10", "0.500"} <= set(texts(drawn))
