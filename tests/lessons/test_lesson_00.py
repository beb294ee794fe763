"""Lesson 00, claim by claim: each is computed from the package, and stands in the lesson's text in these words."""

from __future__ import annotations

import re

import pytest

from lab_utils.classroom.build_percent import read_pieces
from lab_utils.classroom.doctor import ROOT
from lab_utils.collections import load
from lab_utils.collections.database import beside
from lab_utils.collections.load import DATA
from lab_utils.exercises.registry import exercises
from lab_utils.search.analyzer import DEFAULT
from lab_utils.search.cache import Cache
from lab_utils.search.models import DENSE, model_folder
from lab_utils.search.routed import answer_aggregate
from lab_utils.search.sql import ReadOnlyDatabase
from lab_utils.search.strategies import Parts
from lab_utils.show.first_ranks import first_rank
from tests.lessons.stated import stated

LESSON = "00"


@pytest.fixture(scope="module")
def parts():
    return Parts(load(DATA), cache=Cache(DATA / "cache"))


@pytest.fixture(scope="module")
def queries(parts):
    return {query.id: query for query in parts.collection.queries}


def top(parts, name, query, k=3):
    return [parts.collection.by_id[hit.id] for hit in getattr(parts, name).search(query, k)]


def test_the_shed(parts, queries):
    first, *others = top(parts, "dense", queries["q-con-102"])
    assert first.id == "help-box-cold-garage#top"
    assert not set(re.findall(r"\w+", first.text.lower())) & {"shed", "winter", "freezing"}
    assert all("freeze" in other.title.lower() for other in others)
    found = top(parts, "keyword", queries["q-con-102"])
    assert not any("garage" in passage.text.lower() for passage in found)
    assert "winter" in found[0].text.lower()
    for passage in found[1:]:
        assert {"live", "out", "close"} <= set(DEFAULT.analyze(passage.text))
    assert stated(LESSON, "No garage.")


def test_the_part_number(parts, queries):
    query = queries["q-ide-047"]
    assert top(parts, "keyword", query)[0].id == "product-sku-77182#top"
    found = top(parts, "dense", query)
    assert not any("77182" in passage.text for passage in found)
    assert all("price" in passage.text.lower() for passage in found)
    assert stated(LESSON, "none of them about this one")


def test_the_total(parts, queries):
    query = queries["q-agg-009"]
    database = ReadOnlyDatabase(beside(DATA))
    (row,) = answer_aggregate(query, database).table.rows
    assert query.answer == f"[[{row[-1]:.2f}]]"
    assert len(top(parts, "dense", query)) == 3
    for passage in top(parts, "dense", query):
        assert f"{row[-1]:.0f}"[:3] not in re.sub(r"\D", " ", passage.text.replace(",", "")).split()
        assert f"{row[-1]:.0f}" not in passage.text.replace(",", "")
        assert re.search(r"gmv|quarter", passage.text.lower())
    assert stated(LESSON, "None of them contains the sum of last quarter")


def test_the_three_in_one_picture(parts, queries):
    ranks = [
        [first_rank(each, queries[name], parts.collection, 100) for each in (parts.keyword, parts.dense)] for name in ("q-con-102", "q-ide-047", "q-agg-009")
    ]
    assert ranks[0] == [9, 1]
    assert ranks[1][0] == 1
    assert ranks[1][1] > 5
    assert ranks[2] == [None, None]
    assert stated(LESSON, "Ninth is not far")


def test_uncut_most_documents_would_be_too_long(parts):
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(model_folder(DENSE) / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    whole: dict[str, int] = {}
    too_long = 0
    for document, encoding in zip(parts.collection.documents, tokenizer.encode_batch(parts.texts), strict=True):
        too_long += len(encoding.ids) > 256
        name = document.id.partition("#")[0]
        whole[name] = whole.get(name, 0) + len(encoding.ids)
    assert too_long < 0.05 * len(parts.texts)
    assert sum(length > 256 for length in whole.values()) > 0.4 * len(whole)
    assert stated(LESSON, "little of this collection is hidden from dense search")


def test_every_query_of_a_prediction_is_a_bundled_one(queries):
    (path,) = (ROOT / "solutions").glob("00_*.py")
    asked = re.findall(r'ask\(\s*"00-([a-z-]+)",\s*"[A-Z][^:]+: ([^"]+?)(?: \(no document.*?)?",', "\n".join(piece.source for piece in read_pieces(path)))
    known = {(query.pattern, query.text) for query in queries.values()}
    assert len(asked) == 8
    assert set(asked) <= known


def test_lessons_with_exercises():
    assert {exercise.lesson for exercise in exercises(None)} >= {"01", "02", "03", "04", "05"}
    assert stated(LESSON, "Lessons 01 to 05 have exercises")
