"""The data card says what the data is: counts, overlap, agreement and judged@10 are computed and looked up in its text."""

from __future__ import annotations

import csv
import statistics
from collections import Counter

import pytest

from lab_utils.collections import load
from lab_utils.collections.load import DATA
from lab_utils.evaluation.overlap import by_pattern
from lab_utils.search.cache import Cache
from lab_utils.search.strategies import Parts, build

CARD = (DATA / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def collection():
    return load(DATA)


def rows(name):
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_documents_and_passages(collection):
    kinds = {document.metadata["kind"] for document in collection.documents}
    for kind in kinds:
        passages = [document.id for document in collection.documents if document.metadata["kind"] == kind]
        assert f"| {kind} | {len({passage.partition('#')[0] for passage in passages})} | {len(passages)} |" in CARD


def test_queries_and_their_overlap(collection):
    counts = Counter((query.pattern, query.split) for query in collection.queries)
    overlaps = by_pattern(collection)
    for pattern in {query.pattern for query in collection.queries}:
        middle = f"{statistics.median(overlaps[pattern]):.2f}" if pattern in overlaps else ""
        assert f"| {pattern} | {counts[pattern, 'dev']} | {counts[pattern, 'test']} | {middle} |" in CARD


def test_the_second_reader_agrees(collection):
    pairs = [(any(row["passage"] in group for group in collection.golds.get(row["query"], ())), row["verdict"] == "yes") for row in rows("second_reader.csv")]
    assert len({row["query"] for row in rows("second_reader.csv")}) == 60
    n = len(pairs)
    agreement = sum(first == second for first, second in pairs) / n
    first, second = (sum(pair[side] for pair in pairs) / n for side in (0, 1))
    chance = first * second + (1 - first) * (1 - second)
    kappa = (agreement - chance) / (1 - chance)
    assert kappa >= 0.8
    assert f"agreement {agreement:.1%}, Cohen's kappa {kappa:.2f}" in CARD


@pytest.mark.parametrize("strategy", ["keyword", "dense", "hybrid", "blend", "contextual", "hybrid+rerank"])
def test_nearly_all_of_every_top_ten_was_judged(collection, strategy):
    judged = {(row["query"], row["passage"]) for row in rows("judgements.csv")}
    asked = [query for query in collection.queries if collection.has_gold(query.id)]
    parts = Parts(collection, cache=Cache(DATA / "cache"))
    rankings = build(strategy, parts).search_batch(asked, 10)
    pairs = [(query.id, hit.id) for query, hits in zip(asked, rankings, strict=True) for hit in hits]
    assert sum(pair in judged for pair in pairs) / len(pairs) >= 0.98


def test_golds_are_judged_yes_and_nothing_else_is(collection):
    for row in rows("judgements.csv"):
        gold = any(row["passage"] in group for group in collection.golds.get(row["query"], ()))
        assert gold is (row["verdict"] == "yes"), row
