"""The figures about reranking: nothing passes the ceiling, and the price of depth looks as straight as it is."""

from __future__ import annotations

import pandas as pd
import pytest

from lab_utils.errors import BakeoffError
from lab_utils.show import reranked_ceiling
from lab_utils.show.cost_of_depth import cost_of_depth
from tests.show.test_figures import small  # noqa: F401 (a fixture)


def test_nothing_passes_the_ceiling(small):  # noqa: F811
    rows = reranked_ceiling.ceiling_table(small)
    for measure in ("recall", "precision"):
        for when in ("before", "after"):
            assert (rows[f"{measure} {when}"] <= rows[f"{measure} ceiling"] + 1e-12).all()
    overall = rows[rows["pattern"] == "all"].iloc[0]
    assert overall["recall after"] == pytest.approx(small.values("hybrid+rerank", "recall@5").mean())
    assert overall["precision after"] == pytest.approx(small.values("hybrid+rerank", "p@5").mean())
    with pytest.raises(BakeoffError, match="contextual"):
        reranked_ceiling.ceiling_table(small, "contextual")


def test_the_cost_of_depth_quotes_no_measured_time():
    rows = [{"depth": depth, "value": 0.5, "ms": 1234.5 * depth} for depth in (10, 50)]
    assert "61,725" in cost_of_depth(rows, "value", "ms").text
    assert "61,725" not in cost_of_depth(rows, "value", "ms", measured_here=True).text
    with pytest.raises(BakeoffError, match="tokens"):
        cost_of_depth(rows, "value")


def test_the_price_of_depth_looks_as_straight_as_it_is():
    rows = [{"depth": depth, "n": 76, "recall@5 after": 0.5, "low": 0.4, "high": 0.6, "tokens": 120 * depth} for depth in (10, 20, 30, 50, 150)]
    picture = cost_of_depth(rows)
    above, below = picture.figure.axes
    bars = [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in below.patches]
    assert all(height == pytest.approx(120 * x) for x, height in bars)
    numbers = [text.get_text() for text in below.texts]
    assert numbers == ["1,200", "", "3,600", "6,000", "18,000"], "numbers of near bars would touch"
    assert below.get_ylabel() == "tokens\nper question"
    assert above.get_ylabel() == "recall@5 (n = 76)"
    assert "recall@5 after reranking goes" in picture.text
    assert "(15.0 times as much for 15.0 times the depth)" in picture.text
    assert len(cost_of_depth(rows[:1]).figure.axes) == 2


def test_what_passes_the_ceiling_is_cut_and_named():
    row = {"candidates": 50, "recall ceiling": 0.8, "recall before": 0.4, "recall after": 0.7, "recall after low": 0.5}
    row |= {"precision ceiling": 0.3, "precision before": 0.1, "precision after": 0.2, "precision after low": 0.1, "precision after high": 0.28}
    rows = pd.DataFrame([{"pattern": "a", "n": 9, **row, "recall after high": 0.9}, {"pattern": "b", "n": 90, **row, "recall after high": 0.79}])
    picture = reranked_ceiling.reranked_ceiling(rows)
    assert "The interval of a is drawn up to the ceiling" in picture.text
    _, drawn = picture.figure.axes[0].collections
    assert [segment[-1][0] for segment in drawn.get_segments()] == [0.8, 0.79]
