"""Lexical overlap of query and gold."""

from __future__ import annotations

from lab_utils.collections import Query
from lab_utils.evaluation.overlap import by_pattern, overlap


def test_share_of_terms(tiny):
    assert overlap(Query("q1", "ERR_4471"), tiny) == 1.0
    assert overlap(Query("q2", "refunds please"), tiny) == 0.5
    assert overlap(Query("q2", "the"), tiny) is None
    assert overlap(Query("q9", "anything"), tiny) is None


def test_patterns_are_told_apart(tiny):
    found = by_pattern(tiny)
    assert set(found) == {"concept", "identifier"}
    assert len(found["concept"]) == 2
