"""The mix of a log: both ends are the slices themselves, the middle lies on a straight line, and the words say who is ahead."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from lab_utils.show.query_mix import OPEN, mix_table, query_mix

MEANS = {"keyword": (0.2, 0.9), "dense": (0.5, 0.4), "hybrid": (0.45, 0.6), "blend": (0.5, 0.7)}


@pytest.fixture
def result():
    """Queries that are all alike: any difference can be told."""
    return SimpleNamespace(values=lambda name, metric, pattern: np.full(3, MEANS[name][pattern == "identifier"]))


def test_the_ends_are_the_slices_and_the_middle_is_half_of_each(result):
    rows = mix_table(result).set_index("identifier, %")
    for name, (first, second) in MEANS.items():
        assert rows.loc[0, name] == pytest.approx(first)
        assert rows.loc[100, name] == pytest.approx(second)
        assert rows.loc[50, name] == pytest.approx((first + second) / 2)


def test_of_equals_the_first_named_is_best(result):
    rows = mix_table(result).set_index("identifier, %")
    assert rows.loc[0, "best"] == "dense"
    assert rows.loc[50, "best"] == "blend"
    assert rows.loc[100, "best"] == "keyword"


def test_the_picture_says_who_is_highest_and_who_is_ahead(result):
    picture = query_mix(result)
    assert "Highest: dense from 0 % to 1 % identifier; blend from 1 % to 60 % identifier; keyword from 60 % to 100 % identifier." in picture.text
    assert "Ahead of all others: blend from 1 % to 60 %; keyword from 61 % to 100 %." in picture.text, "at 0 and at 60 % two are level"
    assert "keyword 0.200 to 0.900" in picture.text
    assert picture.alt


def test_nobody_is_ahead_where_the_queries_cannot_tell():
    """Every strategy has the same mean, and every query its own opinion."""
    generator = np.random.default_rng(1)
    values = {(name, pattern): generator.permutation(np.linspace(0, 1, 40)) for name in MEANS for pattern in ("concept", "identifier")}
    picture = query_mix(SimpleNamespace(values=lambda name, metric, pattern: values[name, pattern]))
    assert "Ahead of all others: nobody anywhere." in picture.text
    axes, band = picture.figure.axes
    assert [text.get_text() for text in band.texts] == [OPEN]
    assert "identifier questions (n = 40)" in band.get_xlabel()
    assert all(not line.get_clip_on() for line in axes.lines), "a marker at the end is whole"
