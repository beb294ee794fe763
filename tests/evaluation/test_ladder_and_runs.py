"""The failure ladder, and TREC files in and out."""

from __future__ import annotations

import pytest

from lab_utils.errors import DataError
from lab_utils.evaluation.ladder import stage
from lab_utils.evaluation.runs import read_trec, trec_lines
from lab_utils.search import ranked

CORPUS = set("abcdefgh")


def gold(doc_id):
    return (frozenset([doc_id]),)


@pytest.mark.parametrize(
    ("golds", "lists", "fused", "final", "expected"),
    [
        (gold("z"), ["ab"], "ab", "ab", "not in the corpus"),
        (gold("h"), ["abcd", "dcba"], "abcd", "abcd", "not in the candidates"),
        (gold("d"), ["abcd", "efgh"], "aebf", "aebf", "lost in fusion"),
        (gold("a"), ["abcd"], "abcd", "cdba", "ranked down"),
        (gold("d"), ["abcd"], "abcd", "abcd", "cut off"),
        (gold("d"), ["abcd"], "abcd", "dabc", "found"),
        ((frozenset("a"), frozenset("d")), ["abcd"], "abcd", "abcd", "cut off"),
        ((frozenset("ad"),), ["abcd"], "abcd", "abcd", "found"),
        ((frozenset("az"),), ["abcd"], "abcd", "abcd", "found"),
    ],
)
def test_each_stage(golds, lists, fused, final, expected):
    assert stage(golds, CORPUS, [list(ranking) for ranking in lists], list(fused), list(final), depth=4, k=2) == expected


def test_a_run_read_back_is_the_same(tmp_path):
    run = {"q1": ranked([("a", 0.032522), ("b", 1 / 61), ("c", -11.25)]), "q2": ranked([("ä", 3.0)])}
    path = tmp_path / "keyword.trec"
    path.write_text(trec_lines("keyword", run), encoding="utf-8")
    assert read_trec(path) == run


def test_a_foreign_run_is_ordered_by_score_then_id(tmp_path):
    path = tmp_path / "x.trec"
    path.write_text("q1 Q0 b 1 0.5 x\nq1 Q0 a 2 0.5 x\nq1\tQ0\tc\t3\t9\tx\n")
    assert [hit.id for hit in read_trec(path)["q1"]] == ["c", "a", "b"]


def test_malformed_runs(tmp_path):
    path = tmp_path / "x.trec"
    path.write_text("q1 Q0 a 1 0.5\nq1 Q0 a 1 high x\nq1 Q0 a 1 nan x\nq1 Q0 b 1 1 x\nq1 Q0 b 2 1 x\n")
    with pytest.raises(DataError) as caught:
        read_trec(path)
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3, 5]
