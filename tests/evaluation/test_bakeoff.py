"""Choosing queries, the summary's shape, verdicts, and queries that cannot be measured."""

from __future__ import annotations

import dataclasses

import pytest

from lab_utils.collections import Query
from lab_utils.errors import BakeoffError
from lab_utils.evaluation import bake_off, choose_queries
from lab_utils.evaluation.ladder import STAGES
from lab_utils.evaluation.outputs import differences
from lab_utils.search.strategies import Parts, Settings


def test_the_summary_is_tidy(tiny):
    result = bake_off(tiny, ["keyword"], Parts(tiny))
    summary = result.summary
    assert list(summary.columns) == ["strategy", "pattern", "split", "metric", "value", "low", "high", "n"]
    assert set(summary["pattern"]) == {"concept", "identifier", "all"}
    assert (summary["low"] <= summary["value"]).all()
    assert (summary["value"] <= summary["high"]).all()
    row = summary[(summary["pattern"] == "identifier") & (summary["metric"] == "hit@5")].iloc[0]
    assert (row["value"], row["n"]) == (1.0, 1)


def test_a_query_without_golds_is_counted_apart(tiny):
    asked = dataclasses.replace(tiny, queries=(*tiny.queries, Query("q9", "who feeds the cat")))
    result = bake_off(asked, ["keyword"], Parts(asked))
    assert result.without_gold == 1
    assert len(result.values("keyword", "ndcg@10")) == 3
    assert result.per_query.set_index("query").loc["q9", "stage"] == "no gold"


def test_stages_count_every_judged_query(tiny):
    result = bake_off(tiny, ["keyword"], Parts(tiny))
    assert list(result.stages("keyword").index) == list(STAGES)
    assert result.stages("keyword").sum() == 3


def test_splits_are_reported_apart_and_together(tiny):
    queries = [dataclasses.replace(query, split=split) for query, split in zip(tiny.queries, ("dev", "test", "test"), strict=True)]
    result = bake_off(tiny.with_queries(queries), ["keyword"], Parts(tiny))
    rows = result.summary[(result.summary["pattern"] == "all") & (result.summary["metric"] == "hit@5")].set_index("split")
    assert rows["n"].to_dict() == {"dev": 1, "test": 2, "all": 3}


def test_equal_strategies_are_too_close_to_tell(scifact, scifact_parts):
    result = bake_off(choose_queries(scifact, limit=20), ["keyword", "hybrid"], scifact_parts)
    table = differences(result).set_index(["pattern", "metric"])
    assert table.loc[("all", "recall@50"), "verdict"] in ("too small to tell", "hybrid better")
    assert set(table["n"]) == {20}


def test_a_fixed_choice_of_queries(tiny):
    assert [query.id for query in choose_queries(tiny, pattern="concept").queries] == ["q2", "q3"]
    assert len(choose_queries(tiny, split="all", limit=2).queries) == 2
    assert len(choose_queries(tiny, split="test").queries) == 3, "queries without a split belong to test as well"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"split": "dev"}, "no query is in split 'dev'. It has: all"),
        ({"pattern": "nope"}, "no query .* has pattern 'nope'. It has: concept, identifier"),
        ({"limit": 0}, "max-queries is 0"),
    ],
)
def test_a_choice_that_leaves_nothing(tiny, arguments, message):
    with pytest.raises(BakeoffError, match=message):
        choose_queries(tiny, **arguments)


def test_nothing_to_measure(tiny):
    with pytest.raises(BakeoffError, match="has a gold document"):
        choose_queries(dataclasses.replace(tiny, golds={}))


@pytest.mark.parametrize("names", [["keyword", "nope"], []])
def test_unknown_strategies(tiny, names):
    with pytest.raises(BakeoffError, match="Choose among: keyword, dense"):
        bake_off(tiny, names, Parts(tiny))


@pytest.mark.parametrize("depth", [0, -3, 2.5])
def test_a_depth_that_counts_nothing(depth):
    with pytest.raises(BakeoffError, match="depth is"):
        Settings(depth=depth)
