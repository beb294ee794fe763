"""The overlap figure: its words come from the numbers it draws."""

from __future__ import annotations

import pytest

from lab_utils.show.overlap_dots import overlap_dots, overlap_table
from lab_utils.show.picture import png

OVERLAPS = {"q1": 0.0, "q2": 0.2, "q3": 1.0, "q4": 0.5}
PATTERNS = {"q1": "concept", "q2": "concept", "q3": "identifier", "q4": "concept"}
FOUND = {"q1": False, "q2": True, "q3": True, "q4": False}


def test_the_words_agree_with_the_numbers():
    picture = overlap_dots(OVERLAPS, PATTERNS, FOUND)
    assert picture.text.startswith("Concept (n = 3): median overlap 0.20, 1 found. Identifier (n = 1): median overlap 1.00, 1 found.")
    assert "rounded to steps of 0.04" in picture.text
    assert [label.get_text() for label in picture.figure.axes[0].get_yticklabels()] == ["concept\n(n = 3)", "identifier\n(n = 1)"]
    assert png(picture) == png(overlap_dots(OVERLAPS, PATTERNS, FOUND))


def test_each_query_is_in_one_band():
    rows = overlap_table(OVERLAPS, {"keyword": {query: float(hit) for query, hit in FOUND.items()}})
    assert list(rows["n"]) == [2, 1, 1]
    assert list(rows["keyword"]) == [pytest.approx(0.5), 0, 1]


def test_an_empty_band_has_no_mean():
    rows = overlap_table({"q3": 1.0}, {"keyword": {"q3": 1.0}})
    assert list(rows["n"]) == [0, 0, 1]
    assert rows["keyword"].isna().tolist() == [True, True, False]
