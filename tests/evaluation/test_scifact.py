"""The engine on public data: the published numbers, and our own to the third decimal."""

from __future__ import annotations

import pytest

from lab_utils.evaluation import bake_off, choose_queries
from lab_utils.search.strategies import STRATEGIES


@pytest.fixture(scope="module")
def result(scifact, scifact_parts):
    return bake_off(choose_queries(scifact), list(STRATEGIES), scifact_parts)


def mean(result, strategy, metric):
    return result.values(strategy, metric).mean()


def test_the_collection_is_the_published_one(scifact):
    assert (len(scifact.documents), len(scifact.queries)) == (5_183, 300)
    assert sum(len(golds) for golds in scifact.golds.values()) == 339


def test_dense_agrees_with_the_published_number(result):
    assert mean(result, "dense", "ndcg@10") == pytest.approx(0.6451, abs=0.005)


def test_keyword_is_at_least_as_good_as_published(result):
    assert mean(result, "keyword", "ndcg@10") >= 0.685


def test_hybrid_is_better_than_both_and_finds_more(result):
    assert mean(result, "hybrid", "ndcg@10") >= 0.70
    assert mean(result, "hybrid", "recall@50") >= 0.935


def test_a_reranker_only_reorders_its_candidates(result):
    assert mean(result, "hybrid+rerank", "recall@50") == pytest.approx(mean(result, "hybrid", "recall@50"))


def test_contextual_is_left_out_where_it_would_repeat_hybrid(result):
    assert "contextual" in result.left_out


def test_the_numbers_of_the_readme_are_these(result):
    from lab_utils.collections.load import DATA

    readme = (DATA.parent / "README.md").read_text(encoding="utf-8")
    for strategy in result.strategies:
        section = readme[readme.index("**SciFact**") :]
        row = next(line for line in section.splitlines() if line.startswith(f"| {strategy} |"))
        cells = [cell.strip(" *") for cell in row.strip("|").split("|")]
        measured = [f"{mean(result, strategy, metric):.3f}" for metric in ("recall@5", "recall@50", "p@5", "mrr@10", "ndcg@10")]
        assert cells[1:6] == measured, strategy


def test_everything_came_from_the_bundled_cache(result, scifact_parts):
    assert scifact_parts.encoder.encoded == 0
    assert scifact_parts.cross_encoder.scored == 0
