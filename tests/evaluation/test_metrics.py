"""The measures: agreement with ir_measures and ranx on random runs, and the corners each library treats otherwise."""

from __future__ import annotations

import random

import pytest

from lab_utils.evaluation.metrics import METRICS, Metric, ndcg, precision, recall, reciprocal_rank


def groups(*ids):
    return tuple(frozenset([doc_id]) for doc_id in ids)


def random_case(draw: random.Random):
    pool = [f"d{number}" for number in range(80)]
    ranking = draw.sample(pool, draw.randint(0, 70))
    grades = {doc_id: draw.randint(1, 3) for doc_id in draw.sample(pool, draw.randint(1, 8))}
    return ranking, grades


@pytest.fixture(scope="module")
def cases():
    draw = random.Random(11)
    return {f"q{number:03}": random_case(draw) for number in range(120)}


def ours(metric: str, cases) -> dict[str, float]:
    return {query: METRICS[metric](ranking, groups(*grades), grades) for query, (ranking, grades) in cases.items()}


def test_agreement_with_ir_measures(cases):
    import ir_measures
    from ir_measures import RR, P, R, Success, nDCG

    theirs = {"recall@5": R @ 5, "recall@20": R @ 20, "recall@50": R @ 50, "p@5": P @ 5, "hit@5": Success @ 5, "mrr@10": RR @ 10, "ndcg@10": nDCG @ 10}
    assert set(theirs) == set(METRICS)
    qrels = [ir_measures.Qrel(query, doc_id, grade) for query, (_, grades) in cases.items() for doc_id, grade in grades.items()]
    run = [ir_measures.ScoredDoc(query, doc_id, -rank) for query, (ranking, _) in cases.items() for rank, doc_id in enumerate(ranking)]
    for name, measure in theirs.items():
        values = {row.query_id: row.value for row in ir_measures.iter_calc([measure], qrels, run)}
        assert ours(name, cases) == pytest.approx(values, abs=1e-6), name


def test_agreement_with_ranx(cases):
    from ranx import Qrels, Run, evaluate

    full = {query: case for query, case in cases.items() if case[0]}  # ranx refuses an empty ranking
    qrels = Qrels({query: grades for query, (_, grades) in full.items()})
    run = Run({query: {doc_id: float(-rank) for rank, doc_id in enumerate(ranking)} for query, (ranking, _) in full.items()})
    theirs = {
        "recall@5": "recall@5",
        "recall@20": "recall@20",
        "recall@50": "recall@50",
        "p@5": "precision@5",
        "hit@5": "hit_rate@5",
        "mrr@10": "mrr@10",
        "ndcg@10": "ndcg@10",
    }
    scores = evaluate(qrels, run, list(theirs.values()), return_mean=False)
    for name, their_name in theirs.items():
        assert list(ours(name, full).values()) == pytest.approx(list(scores[their_name]), abs=1e-6), name


def test_precision_divides_by_k_even_when_fewer_came_back():
    assert precision(["a"], groups("a"), 5) == 0.2


def test_recall_divides_by_all_golds():
    assert recall(["a", "b"], groups("a", "b", "c", "d"), 5) == 0.5


def test_a_query_that_returned_nothing_counts_as_zero():
    assert [metric([], groups("a")) for metric in METRICS.values()] == [0.0] * len(METRICS)


def test_reciprocal_rank_stops_at_the_cut_off():
    assert reciprocal_rank(list("abc"), groups("c"), 3) == pytest.approx(1 / 3)
    assert reciprocal_rank(list("abc"), groups("c"), 2) == 0


def test_any_member_of_a_group_is_enough():
    golds = (frozenset("ab"), frozenset("c"))
    assert recall(list("bxy"), golds, 5) == 0.5
    assert ndcg(["b", "c"], golds, 10) == pytest.approx(1)
    assert ndcg(["b", "c", "a"], golds, 10) == pytest.approx(1), "a second member adds nothing"
    assert ndcg(["b", "a", "c"], golds, 10) < 1


def test_a_document_in_two_groups_never_exceeds_one():
    assert ndcg(["a", "b"], (frozenset("ab"), frozenset("ac")), 10) <= 1


def test_linear_gain():
    golds, grades = groups("a", "b"), {"a": 1, "b": 3}
    assert ndcg(["a", "b"], golds, 10, grades) == pytest.approx((1 + 3 / 1.5849625) / (3 + 1 / 1.5849625))


def test_ceilings():
    assert METRICS["p@5"].ceiling(groups("a")) == 0.2
    assert METRICS["p@5"].ceiling(groups(*"abcdefg")) == 1
    assert METRICS["recall@5"].ceiling(groups(*"abcdefghij")) == 0.5
    assert METRICS["ndcg@10"].ceiling(groups("a")) == 1


def test_no_golds_is_refused():
    with pytest.raises(ValueError, match="at least one gold"):
        Metric("p@5", precision, 5)(["a"], ())
