"""The picture of first ranks: its words agree with the rankings, and what is not found is said to be not found."""

from __future__ import annotations

from lab_utils.collections import Document, Query, TestSet
from lab_utils.search.base import Retriever, ranked
from lab_utils.show.first_ranks import first_rank, first_ranks
from lab_utils.show.picture import png


class Fixed(Retriever):
    def __init__(self, name, order):
        self.name, self._order = name, order

    def _rank(self, queries, k):
        return [ranked(((doc_id, -place) for place, doc_id in enumerate(self._order)), k) for _ in queries]


DOCUMENTS = tuple(Document(each, f"text {each}", each, "", {}) for each in "abcd")
QUERIES = (Query(id="q1", text="first"), Query(id="q2", text="second"))
COLLECTION = TestSet("sample", DOCUMENTS, QUERIES, {"q1": (frozenset("b"), frozenset("d"))}, {})


def test_the_first_gold_of_any_group_counts():
    assert first_rank(Fixed("keyword", "acdb"), QUERIES[0], COLLECTION, 4) == 3
    assert first_rank(Fixed("keyword", "acdb"), QUERIES[0], COLLECTION, 2) is None
    assert first_rank(Fixed("keyword", "acdb"), QUERIES[1], COLLECTION, 4) is None


def test_words_and_pixels():
    two = [Fixed("keyword", "acdb"), Fixed("dense", "badc")]
    picture = first_ranks(COLLECTION, QUERIES, two, depth=4)
    assert picture.text == "'first': keyword 3, dense 1. 'second': keyword not among 4, dense not among 4."
    assert png(picture) == png(first_ranks(COLLECTION, QUERIES, two, depth=4))
