"""The pre-filter: nothing forbidden is ranked, on either engine, and groups are those of the fact base."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import yaml

from lab_utils.collections import Document, Query
from lab_utils.collections.load import DATA
from lab_utils.errors import BakeoffError
from lab_utils.search import Keyword
from lab_utils.search.filters import GROUPS, Prefilter, visible
from lab_utils.search.top import TopK

DOCUMENTS = [
    Document("open", "payout limits"),
    Document("money", "payout limits of finance", metadata={"access": "finance"}),
    Document("ours", "payout limits of Ostmark", metadata={"access": "tenant", "tenant": "ostmark"}),
]


@pytest.mark.parametrize("engine", ["rank-bm25", "bm25s"])
@pytest.mark.parametrize(
    ("user", "seen"),
    [("customer", {"open"}), ("finance", {"open", "money"}), ("ostmark", {"open", "ours"}), ("legal", {"open", "ours"}), ("", {"open", "money", "ours"})],
)
def test_only_what_may_be_read_is_ranked(engine, user, seen):
    keyword = Keyword([document.id for document in DOCUMENTS], [document.text for document in DOCUMENTS], engine=engine, allow=Prefilter(DOCUMENTS))
    hits = keyword.search(Query("q", "payout limits", user=user), 10)
    assert {hit.id for hit in hits} == seen
    assert [hit.rank for hit in hits] == list(range(1, len(seen) + 1)), "no hole is left where a forbidden one stood"


def test_a_mask_takes_no_place_in_the_top():
    top = TopK(["a", "b", "c"])
    assert [hit.id for hit in top.best(np.array([3.0, 2.0, 1.0]), 2, allowed=np.array([False, True, True]))] == ["b", "c"]
    assert top.best(np.array([3.0, 2.0, 1.0]), 2, allowed=np.zeros(3, dtype=bool)) == []


def test_an_unknown_group_sees_nothing_by_accident():
    with pytest.raises(BakeoffError, match="user group 'root' is unknown"):
        visible(DOCUMENTS[0], "root")


def test_groups_are_those_of_the_fact_base():
    access = yaml.safe_load((DATA / "facts" / "world.yaml").read_text(encoding="utf-8"))["access"]
    told = {group: frozenset(right.replace("tenant ", "tenant:") for right in rights) for group, rights in access["groups"].items()}
    assert told == GROUPS


def test_two_queries_of_different_users_are_not_mixed_up():
    keyword = Keyword([document.id for document in DOCUMENTS], [document.text for document in DOCUMENTS], allow=Prefilter(DOCUMENTS))
    query = Query("q", "payout", user="finance")
    both = keyword.search_batch([query, dataclasses.replace(query, user="customer")], 5)
    assert [len(hits) for hits in both] == [2, 1]
