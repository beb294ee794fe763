"""Lesson 02, claim by claim: each is computed from the package, and stands in the lesson's text in these words."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from lab_utils.collections import load
from lab_utils.collections.load import DATA
from lab_utils.evaluation import bake_off, bootstrap, interval
from lab_utils.evaluation.metrics import recall, reciprocal_rank
from lab_utils.evaluation.other_encoders import CODES, DEEPER, ENCODERS, LAYERS, PAIRS, store_vectors
from lab_utils.evaluation.runs import ids
from lab_utils.exercises.lesson_02.tokenize import tokenize
from lab_utils.exercises.registry import exercise
from lab_utils.search.analyzer import DEFAULT, PLAIN, Analyzer
from lab_utils.search.base import Retriever, ranked
from lab_utils.search.cache import Cache
from lab_utils.search.dense import Dense
from lab_utils.search.keyword import Keyword
from lab_utils.search.models import DENSE
from lab_utils.search.static_encoder import STATIC, StaticEncoder
from lab_utils.search.strategies import Parts
from lab_utils.show.disagreement import disagreement
from lab_utils.show.verdicts import best_and_level
from tests.lessons.stated import stated

LESSON = "02"
PAIR = ["keyword", "dense"]


@pytest.fixture(scope="module")
def parts():
    return Parts(load(DATA), cache=Cache(DATA / "cache"))


@pytest.fixture(scope="module")
def result(parts):
    collection = parts.collection
    return bake_off(collection.with_queries([query for query in collection.queries if collection.has_gold(query.id)]), PAIR, parts)


@pytest.fixture(scope="module")
def dense_of(parts):
    return {name: Dense(parts.ids, parts.texts, make(parts.cache), parts.allow) for name, make in ENCODERS.items()}


def mean(result, name, k, pattern="all"):
    return result.values(name, f"recall@{k}", pattern).mean()


def per_query(collection, index, pattern, measure=recall, k=5):
    asked = [query for query in collection.queries if query.pattern == pattern and collection.has_gold(query.id)]
    return np.array([measure(ids(hits), collection.golds[query.id], k) for query, hits in zip(asked, index.search_batch(asked, k), strict=True)])


def first_rank(result, name, query_id):
    golds = frozenset().union(*result.collection.golds[query_id])
    return next((hit.rank for hit in result.runs[name][query_id] if hit.id in golds), None)


# --- 1: one question, two lists ------------------------------------------------------------------------------------------


def test_the_posters_are_found_by_dense_alone(result):
    assert first_rank(result, "dense", "q-con-109") == 1
    assert first_rank(result, "keyword", "q-con-109") is None
    assert len(result.runs["keyword"]["q-con-109"]) == 100
    text = result.collection.by_id[result.runs["dense"]["q-con-109"][0].id].text.lower()
    assert "prints" in text
    assert "soft" in text
    assert "poster" not in text
    assert "blur" not in text
    assert stated(LESSON, "it says prints and soft where the customer says posters and blury")


def test_the_bare_code_is_found_by_keyword_alone(result):
    by_id, run = result.collection.by_id, result.runs
    assert all("ERR_4471" in by_id[hit.id].text for hit in run["keyword"]["q-ide-001"][:5])
    assert run["keyword"]["q-ide-001"][2].id == "error-err-4471#top"
    assert not any("ERR_4471" in by_id[hit.id].text for hit in run["dense"]["q-ide-001"][:5])
    assert stated(LESSON, "the one that explains it is third, behind two that mention it in passing")


# --- 2 and 3: terms ------------------------------------------------------------------------------------------------------


class Cut:
    def __init__(self, function):
        self.analyze = function


@pytest.fixture(scope="module")
def indexes(parts):
    analyzers = {
        "cut": PLAIN,
        "yours": Cut(tokenize),
        "whole": Analyzer(stop_words=frozenset(), stem=False),
        "no stop words": Analyzer(stem=False),
        "all": DEFAULT,
    }
    return {name: Keyword(parts.ids, parts.texts, analyzer, "bm25s", parts.allow) for name, analyzer in analyzers.items()}


def test_pieces_of_a_version_are_common(parts, indexes):
    assert PLAIN.analyze("v2.4.2") == ["v2", "4", "2"]
    queries = {query.id: query for query in parts.collection.queries}

    def rank(name, query_id):
        golds = frozenset().union(*parts.collection.golds[query_id])
        return next(hit.rank for hit in indexes[name].search(queries[query_id], 1000) if hit.id in golds)

    for query_id in ("q-ide-055", "q-ide-041"):
        assert rank("cut", query_id) >= 15
        assert rank("yours", query_id) <= 5
        assert rank("all", query_id) <= 5
    for query_id in ("q-ide-001", "q-ide-057"):
        assert max(rank(name, query_id) for name in indexes) <= 5


def test_what_each_step_of_the_tokenizer_is_worth(parts, indexes):
    means = {
        (name, pattern): per_query(parts.collection, index, pattern).mean()
        for name, index in indexes.items()
        for pattern in ("identifier", "multi-hop", "concept")
    }
    for pattern in ("identifier", "multi-hop"):
        assert means["yours", pattern] >= means["cut", pattern] + 0.05
    assert means["yours", "concept"] == pytest.approx(means["cut", "concept"], abs=0.02)
    assert means["all", "identifier"] > means["no stop words", "identifier"]
    assert means["no stop words", "concept"] < means["whole", "concept"] - 0.02
    ranks = {name: per_query(parts.collection, indexes[name], "concept", reciprocal_rank, 10).mean() for name in ("whole", "all")}
    assert ranks["all"] > ranks["whole"]
    assert stated(LESSON, "Dropping stop words costs concept queries a few of their golds in the top five")


# --- 4: slices -----------------------------------------------------------------------------------------------------------


def test_one_number_hides_it(result):
    assert mean(result, "keyword", 5) > mean(result, "dense", 5)
    assert mean(result, "keyword", 20) < mean(result, "dense", 20)
    for metric in ("recall@5", "recall@20"):
        assert best_and_level(result, metric, PAIR)[1], "too close to tell"
    assert stated(LESSON, "One is ahead at 5, the other at 20, neither by much")


@pytest.mark.parametrize(("pattern", "best"), [("identifier", "keyword"), ("concept", "dense"), ("multi-hop", "keyword")])
def test_clear_slices(result, pattern, best):
    other = next(name for name in PAIR if name != best)
    assert best_and_level(result, "recall@5", PAIR, pattern) == (best, [])
    assert interval(result.values(best, "recall@5", pattern))[0] > interval(result.values(other, "recall@5", pattern))[1]
    assert stated(LESSON, "On identifier, concept and multi-hop queries the intervals stand apart")


@pytest.mark.parametrize("pattern", ["follow-up", "restricted"])
def test_slices_too_close_to_tell(result, pattern):
    assert best_and_level(result, "recall@5", PAIR, pattern)[1]
    assert stated(LESSON, "On follow-up and restricted queries they lie over each other")


def test_at_twenty_multi_hop_is_too_close(result):
    assert best_and_level(result, "recall@20", PAIR, "multi-hop")[1]
    assert not best_and_level(result, "recall@20", PAIR, "identifier")[1]
    assert not best_and_level(result, "recall@20", PAIR, "concept")[1]


def test_what_cannot_be_measured(result):
    whole = load(DATA)
    empty = {query.pattern for query in whole.queries} - {query.pattern for query in result.collection.queries}
    assert empty == {"aggregate", "exploratory", "no-answer"}
    counts = [len(result.values("keyword", "recall@5", pattern)) for pattern in ("restricted", "concept")]
    assert stated(LESSON, f"A mean over {counts[0]} queries is not worth what a mean over {counts[1]} is worth")


def test_a_hop_begins_with_a_code(result):
    text = next(query.text for query in result.collection.queries if query.id == "q-mul-009")
    assert text.startswith("ERR_4488 tonight and the duty phone just rings. who is next")
    assert stated(LESSON, "ERR_4488 tonight and the duty phone just rings. who is next")


# --- 5: disagreement -----------------------------------------------------------------------------------------------------


def test_the_disagreement_map(result):
    pattern_of = {query.id: query.pattern for query in result.collection.queries}
    parts = disagreement(result)

    def count(part, pattern):
        return sum(pattern_of[query_id] == pattern for query_id in parts[part])

    assert stated(LESSON, f"Dense finds {count('second only', 'concept')} queries that keyword search misses; the other way round it is 1.")
    assert count("first only", "concept") == 1
    assert stated(LESSON, f"And {count('neither', 'concept')} are found by neither")
    assert stated(LESSON, f"Keyword search finds {count('first only', 'identifier')} that dense misses. Dense adds none.")
    assert count("second only", "identifier") == 0
    assert sum(pattern == "identifier" for pattern in pattern_of.values()) == 64
    counts = [count(part, pattern) for pattern in ("multi-hop", "follow-up") for part in ("first only", "second only")]
    assert stated(LESSON, "Both columns are filled, {} and {}, {} and {}.".format(*counts))
    assert "q-con-015" in parts["first only"]
    best = result.collection.by_id[result.runs["dense"]["q-con-015"][0].id]
    assert "snapshot" in best.text.lower()
    assert stated(LESSON, "To dense search, snaps were snapshots")
    shown = [query.text for query in result.collection.queries if query.id in parts["second only"] and query.pattern != "concept"]
    assert not [text for text in shown if re.search(r"[A-Z]{2,4}[-_]\d{3}", text)]
    for words in ("the customer with the 62 boxes", "the clinics"):
        assert any(words in text for text in shown)
        assert stated(LESSON, words)


# --- 6: other embedding models -------------------------------------------------------------------------------------------


def test_another_embedding_model_on_the_codes(parts, dense_of):
    collection = parts.collection
    codes = {name: per_query(collection, index, "identifier") for name, index in {**dense_of, "keyword": parts.keyword}.items()}
    concepts = {name: per_query(collection, index, "concept") for name, index in dense_of.items()}
    default, deeper, keyword = (codes[name].mean() for name in (DENSE, DEEPER, "keyword"))
    assert stated(LESSON, f"{deeper:.3f} against {default:.3f}")
    assert stated(LESSON, f"{default:.3f} becomes {deeper:.3f}")
    assert stated(LESSON, f"a keyword index stood at {keyword:.3f} all along")
    assert bootstrap(codes[DEEPER] - codes[DENSE])[0] > 0
    assert bootstrap(codes["keyword"] - codes[DEEPER])[0] > 0.1
    assert 0.25 < (deeper - default) / (keyword - default) < 1 / 3
    assert stated(LESSON, "less than a third of the gap is closed")
    low, high = bootstrap(concepts[DEEPER] - concepts[DENSE])
    assert low < 0 < high
    assert concepts[DEEPER].mean() <= concepts[DENSE].mean()
    assert codes[STATIC].mean() < default
    assert [LAYERS[name] for name in ENCODERS] == [0, 6, 12]


def test_a_table_of_vectors_cannot_read_order(parts):
    vectors = StaticEncoder(parts.cache).encode_queries(CODES)
    same, neighbour = (vectors @ vectors[0])[1:]
    assert same == pytest.approx(1, abs=1e-6)
    assert neighbour > 0.9
    assert sorted(CODES[0]) == sorted(CODES[1])


def test_of_bare_codes_dense_returns_look_alikes(parts):
    def squeezed(text):
        return re.sub(r"[^a-z0-9]", "", text.lower())

    collection = parts.collection
    bare = [query for query in collection.queries if query.pattern == "identifier" and re.fullmatch(r"[A-Za-z]{2,4}[-_ ]?\d{3,5}\??", query.text)]
    held = sum(squeezed(query.text) in squeezed(collection.by_id[hit.id].text) for query in bare for hit in parts.dense.search(query, 5))
    assert stated(LESSON, f"Of the {5 * len(bare)} places that dense search fills, {held} hold the code that was asked for")
    holding = [sum(squeezed(query.text) in squeezed(document.text) for document in collection.documents) for query in bare]
    assert sum(count < 5 for count in holding) > len(bare) / 2
    assert stated(LESSON, "most codes stand in fewer than five passages")


# --- 7: negation and numbers ---------------------------------------------------------------------------------------------


def test_what_a_vector_does_not_see(parts):
    cosines, shared = {}, {}
    for differs, one, other in PAIRS:
        first, second = parts.encoder.encode_queries([one, other])
        cosines.setdefault(differs, []).append(float(first @ second))
        for name in PAIR:
            index = getattr(parts, name)
            shared[name, one] = len({hit.id for hit in index.search(one, 10)} & {hit.id for hit in index.search(other, 10)})
    different = [value for differs, values in cosines.items() if differs != "same meaning" for value in values]
    assert (len(different), len(cosines["same meaning"])) == (5, 2)
    assert min(different) > max(cosines["same meaning"]) + 0.2
    assert stated(LESSON, f"have a cosine of {cosines['negated'][0]:.3f}, and dense finds the same ten passages for both")
    assert shared["dense", PAIRS[0][1]] == 10
    assert stated(LESSON, f"have {cosines['same meaning'][0]:.3f}, though to match such pairs is what the model was made for")
    assert shared["keyword", "the box holds two drives"] <= 5
    assert shared["keyword", "refunds are paid within 14 days"] >= 8
    assert "not" not in DEFAULT.analyze("boxes that do not need it")


def test_the_stored_vectors_are_all_there(parts):
    """Everything the lesson looks up is in the cache: no model runs, and torch stays out."""
    assert store_vectors(parts.collection, parts.cache) == 0


# --- 8: in parallel ------------------------------------------------------------------------------------------------------


class Slow(Retriever):
    name = "slow"

    def __init__(self, seconds):
        self.seconds = seconds

    def _rank(self, queries, k):
        time.sleep(self.seconds)
        return [ranked([("d1", 1.0)]) for _ in queries]


def test_in_parallel_the_wait_is_that_of_the_slower_one():
    both = [Slow(0.1), Slow(0.25)]
    with ThreadPoolExecutor(2) as pool:
        started = time.perf_counter()
        hits = list(pool.map(lambda each: each.search("a box", 5), both))
        parallel = time.perf_counter() - started
    assert [found[0].id for found in hits] == ["d1", "d1"]
    assert 0.25 <= parallel < 0.34
    assert stated(LESSON, "With 50 ms for each, one after the other is 100 ms and in parallel 50")


def test_minutes():
    minutes = sum(exercise(name).minutes for name in ("tokenize", "recall-at-k", "sliced-table", "disagreement"))
    assert stated(LESSON, f"{minutes} of them for four exercises")
