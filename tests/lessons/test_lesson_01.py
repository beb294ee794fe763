"""Lesson 01, claim by claim: each is computed from the package, and stands in the lesson's text in these words."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from lab_utils.classroom.build_percent import read_pieces
from lab_utils.classroom.doctor import ROOT
from lab_utils.collections import load
from lab_utils.collections.load import DATA
from lab_utils.evaluation import bake_off, wilson
from lab_utils.exercises.lesson_01.lexical_overlap import lexical_overlap
from lab_utils.exercises.registry import exercise
from lab_utils.search.analyzer import STOP_WORDS
from lab_utils.search.cache import Cache
from lab_utils.search.strategies import Parts
from lab_utils.show.overlap_dots import overlap_dots, overlap_table
from tests.lessons.stated import stated

LESSON = "01"


@pytest.fixture(scope="module")
def result():
    collection = load(DATA)
    parts = Parts(collection, cache=Cache(DATA / "cache"))
    return bake_off(collection.with_queries([query for query in collection.queries if collection.has_gold(query.id)]), ["keyword", "dense"], parts)


@pytest.fixture(scope="module")
def overlaps(result):
    texts, golds = result.collection.by_id, result.collection.golds
    return {
        query.id: float(np.mean([max(lexical_overlap(query.text, texts[gold].text, STOP_WORDS) for gold in group) for group in golds[query.id]]))
        for query in result.collection.queries
    }


def values(result, name, pattern):
    return result.values(name, "recall@5", pattern)


def test_the_winner_depends_on_the_mix(result):
    recall = {name: {pattern: values(result, name, pattern).mean() for pattern in ("concept", "identifier")} for name in ("keyword", "dense")}

    def overall(name, share):
        return share * recall[name]["concept"] + (1 - share) * recall[name]["identifier"]

    assert overall("dense", 0.9) > overall("keyword", 0.9) + 0.1
    assert overall("keyword", 0.1) > overall("dense", 0.1) + 0.1
    assert stated(LESSON, "B is better at the help desk, A at the log reader")
    assert stated(LESSON, "the two methods above swap places when the mix changes")


def test_no_slice_is_empty_and_three_are_small():
    counts = Counter(query.pattern for query in load(DATA).queries)
    assert len(counts) == 8
    small = {pattern for pattern, n in counts.items() if n < 30}
    assert small == {"exploratory", "restricted", "no-answer"}
    assert stated(LESSON, "Three slices are small: whatever comes out for exploratory, restricted and no-answer queries")


def test_coverage(result):
    kind_of = {document.id.partition("#")[0]: document.metadata["kind"] for document in result.collection.documents}
    golds = {gold.partition("#")[0] for groups in result.collection.golds.values() for group in groups for gold in group}
    asked, there = Counter(kind_of[name] for name in golds), Counter(kind_of.values())
    assert min(asked[kind] / n for kind, n in there.items()) >= 0.5
    assert stated(LESSON, "each at least in half of its documents")


def test_overlap_and_who_lives_on_it(result, overlaps):
    pattern_of = {query.id: query.pattern for query in result.collection.queries}
    medians = pd.Series(overlaps).groupby(pattern_of).median()
    assert medians.idxmax() == "identifier"
    assert medians["concept"] < 0.3 < 0.5 < medians["identifier"]
    assert 0.2 <= medians["multi-hop"] <= 0.3
    by_name = {name: dict(zip(overlaps, values(result, name, "all"), strict=True)) for name in ("keyword", "dense")}
    bands = overlap_table(overlaps, by_name)
    low, high = bands.iloc[0], bands.iloc[-1]
    assert high["keyword"] > 0.9
    assert low["keyword"] < 0.3
    assert low["dense"] > low["keyword"] + 0.05
    assert high["keyword"] > high["dense"] + 0.2
    assert 0 < high["dense"] - low["dense"] < (high["keyword"] - low["keyword"]) / 2
    multi_hop = [query_id for query_id, pattern in pattern_of.items() if pattern == "multi-hop"]
    assert np.mean([by_name["keyword"][query_id] > 0 for query_id in multi_hop]) > 0.7
    missed = [query_id for query_id, value in overlaps.items() if value == 1 and pattern_of[query_id] == "follow-up" and not by_name["keyword"][query_id]]
    assert len(missed) == 2
    assert "q-fol-012" in missed
    assert sum("singapore" in document.text.lower() for document in result.collection.documents) >= 24
    assert stated(LESSON, "and in singapore shares its only word that counts with the gold, and with dozens of other passages")
    picture = overlap_dots(overlaps, pattern_of, {query_id: value > 0 for query_id, value in by_name["keyword"].items()})
    assert f"median overlap {medians['concept']:.2f}" in picture.text


def test_the_blind_half_is_not_told_from_the_other(result, overlaps):
    halves = {
        half: np.median([overlaps[query.id] for query in result.collection.queries if query.pattern == "concept" and query.note.startswith(half)])
        for half in ("blind", "seen")
    }
    assert abs(halves["blind"] - halves["seen"]) < 0.05
    assert stated(LESSON, "The halves hardly differ")


def test_two_readers_agree(result):
    second = pd.read_csv(DATA / "second_reader.csv")
    golds = result.collection.golds
    first = [gold in set().union(*golds.get(query, ())) for query, gold in zip(second["query"], second["passage"], strict=True)]
    assert (pd.Series(first) == (second["verdict"] == "yes")).mean() > 0.95


def test_the_examples_of_own_queries_are_bundled_ones_so_that_no_model_is_needed(result):
    (path,) = (ROOT / "solutions").glob("01_*.py")
    source = next(piece.source for piece in read_pieces(path) if "MINE = " in piece.source)
    rows = list(csv.DictReader(io.StringIO(re.search(r'"""\\\n(.*?)"""', source, re.DOTALL)[1])))
    collection = load(DATA)
    known = {query.text for query in collection.queries}
    assert len(rows) == 6
    for row in rows:
        assert row["text"] in known
        assert all(gold in collection.by_id for gold in re.split(r"[|;]", row["gold"]) if gold)
        assert row["prediction"] in ("keyword", "dense", "both", "neither")
    assert {row["pattern"] for row in rows} == {"concept", "identifier", "aggregate", "multi-hop", "follow-up"}


def test_what_six_tell(result):
    assert stated(LESSON, f'It is "{wilson(6, 6)[0]:.2f} or better"')
    low, high = wilson(3, 6)
    assert low < 0.25
    assert high > 0.75

    def ahead(pattern, n=6):
        difference = values(result, "keyword", pattern) - values(result, "dense", pattern)
        draws = np.random.default_rng(6)
        means = np.array([draws.choice(difference, n, replace=False).mean() for _ in range(2000)]).round(9)
        return (means > 0).mean(), (means < 0).mean()

    assert 0.87 <= ahead("concept")[1] <= 0.96
    assert ahead("identifier")[0] >= 0.9
    assert stated(LESSON, "six queries show the right one ahead about nine times in ten")
    keyword, dense = ahead("follow-up")
    assert 0.6 <= keyword + dense <= 0.75
    assert abs(keyword - dense) < 0.15
    assert max(ahead("follow-up", 24)) < 0.65
    assert stated(LESSON, "six queries still name a winner two times in three")


def test_the_trap_adds_up():
    assert pytest.approx(0.85) == (24 * 1.0 + 6 * 0.25) / 30
    assert stated(LESSON, "0.85 on 30 may be 24 queries at 1.0 and six at 0.25")


def test_minutes():
    minutes = sum(exercise(name).minutes for name in ("slice-counts", "lexical-overlap", "faulty-rows"))
    assert stated(LESSON, f"{minutes} of them for three exercises")
