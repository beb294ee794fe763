"""RRF and the weighted blend: each decided point of their semantics."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab_utils.errors import BakeoffError
from lab_utils.search import blend, rrf
from lab_utils.search.fusion import normalised


def scores(hits):
    return {hit.id: hit.score for hit in hits}


def test_ranks_start_at_one_and_a_missing_document_gets_no_term():
    fused = rrf([["a", "b"], ["b", "c"]])
    assert [hit.id for hit in fused] == ["b", "a", "c"]
    expected = {"b": Fraction(1, 62) + Fraction(1, 61), "a": Fraction(1, 61), "c": Fraction(1, 62)}
    assert scores(fused) == {doc_id: round(float(value), 12) for doc_id, value in expected.items()}


def test_a_list_is_freed_of_duplicates_before_ranks_are_given():
    assert rrf([["a", "a", "b"]]) == rrf([["a", "b"]])


def test_ties_are_ordered_by_id():
    assert [hit.id for hit in rrf([["b"], ["a"]])] == ["a", "b"]


def test_a_large_k_still_orders_by_rank():
    ranking = [f"d{number:03}" for number in range(100)][::-1]
    assert [hit.id for hit in rrf([ranking], k=10_000)] == ranking


def test_k_zero_is_legal():
    assert rrf([["a"]], k=0)[0].score == 1


@pytest.mark.parametrize("k", [-1, float("nan"), float("inf")])
def test_other_k_are_refused(k):
    with pytest.raises(BakeoffError, match="rrf k"):
        rrf([["a"]], k=k)


@pytest.mark.parametrize("lists", [[], [[]], [[], []]])
def test_nothing_to_fuse(lists):
    assert rrf(lists) == []
    assert blend([dict.fromkeys(ranking, 1.0) for ranking in lists]) == []


@pytest.mark.parametrize("fuse", [rrf, blend])
@pytest.mark.parametrize(("weights", "message"), [([1], "1 weights for 2 lists"), ([1, -1], "negative"), ([0, 0], "at least one"), ([1, float("nan")], "NaN")])
def test_weights_are_checked(fuse, weights, message):
    with pytest.raises(BakeoffError, match=message):
        fuse([{"a": 1.0}, {"b": 1.0}], weights=weights)


def test_a_list_with_weight_zero_admits_no_documents():
    assert [hit.id for hit in rrf([["a"], ["b"]], weights=[1, 0])] == ["a"]
    assert [hit.id for hit in blend([{"a": 1.0}, {"b": 1.0}], weights=[1, 0])] == ["a"]


rankings = st.lists(st.lists(st.sampled_from("abcdefghij"), max_size=10), max_size=5)


@given(rankings, st.integers(0, 100))
def test_against_exact_arithmetic_and_any_order_of_the_lists(lists, k):
    exact: dict[str, Fraction] = {}
    for ranking in lists:
        for rank, doc_id in enumerate(dict.fromkeys(ranking), start=1):
            exact[doc_id] = exact.get(doc_id, Fraction(0)) + Fraction(1, k + rank)
    fused = rrf(lists, k)
    assert scores(fused) == {doc_id: round(float(value), 12) for doc_id, value in exact.items()}
    assert fused == rrf(lists[::-1], k)


def test_normalised():
    assert normalised({"a": 4.0, "b": 2.0, "c": 3.0}) == {"a": 1.0, "b": 0.0, "c": 0.5}
    assert normalised({"a": 7.0, "b": 7.0}) == {"a": 1.0, "b": 1.0}
    assert normalised({}) == {}


def test_nan_scores_are_refused():
    with pytest.raises(BakeoffError, match="NaN"):
        blend([{"a": float("nan"), "b": 1.0}])


def test_the_blend_does_not_feel_a_list_s_scale():
    draw = random.Random(1)
    left = {f"d{n}": draw.random() for n in range(20)}
    right = {f"d{n}": draw.random() for n in range(10, 30)}
    louder = {doc_id: 40 * score - 7 for doc_id, score in right.items()}
    assert [hit.id for hit in blend([left, right])] == [hit.id for hit in blend([left, louder])]


def test_agrees_with_ranx_where_ranx_is_right():
    from ranx import Run, fuse

    draw = random.Random(5)
    for _ in range(5):
        lists = [draw.sample([f"d{n}" for n in range(40)], 20) for _ in range(2)]
        runs = [Run({"q": {doc_id: 1.0 / (rank + 1) for rank, doc_id in enumerate(ranking)}}) for ranking in lists]
        theirs = fuse(runs, method="rrf", params={"k": 60}).to_dict()["q"]
        assert scores(rrf(lists)) == pytest.approx(theirs, abs=1e-12)
