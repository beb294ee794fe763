"""The bundled test set: counts, splits that share nothing, answers that are computed, golds that may be seen."""

from __future__ import annotations

from collections import Counter

import pytest

from lab_utils.classroom.answers import computed
from lab_utils.collections import load
from lab_utils.collections.load import DATA
from lab_utils.collections.splits import ties
from lab_utils.evaluation.special import NOT_IN_DATA
from lab_utils.search.filters import GROUPS, visible


@pytest.fixture(scope="module")
def collection():
    return load(DATA)


def test_counts(collection):
    counts = Counter(query.pattern for query in collection.queries)
    least = {"concept": 60, "identifier": 60, "aggregate": 45, "multi-hop": 45, "follow-up": 45, "exploratory": 20, "restricted": 20, "no-answer": 20}
    assert set(counts) == set(least)
    assert all(counts[pattern] >= n for pattern, n in least.items()), counts
    assert len(collection.documents) >= 800


def test_half_of_the_concepts_were_written_blind(collection):
    notes = [query.note for query in collection.queries if query.pattern == "concept"]
    assert sum(note.startswith("blind") for note in notes) >= 30
    assert sum(note.startswith("seen") for note in notes) >= 30


def test_a_third_is_dev_by_pattern(collection):
    for pattern in {query.pattern for query in collection.queries} - {"aggregate"}:
        sides = Counter(query.split for query in collection.queries if query.pattern == pattern)
        assert set(sides) == {"dev", "test"}
        assert 0.3 <= sides["dev"] / sides.total() <= 0.37, pattern


def test_the_splits_share_no_document_and_no_family(collection):
    split = {query.id: query.split for query in collection.queries}
    for tie, ids in ties(collection.queries, collection.golds).items():
        assert len({split[query_id] for query_id in ids}) == 1, tie


def test_answers_are_those_of_the_gold_sql(collection):
    answers = computed()
    for query in collection.queries:
        if query.pattern == "aggregate":
            assert query.answer == answers.get(query.id, NOT_IN_DATA), query.id
        else:
            assert not query.answer


def test_follow_ups_have_one_to_four_turns_and_no_other_has_any(collection):
    for query in collection.queries:
        assert (1 <= len(query.history) <= 6) is (query.pattern == "follow-up"), query.id
    assert sum("subject change" in query.note for query in collection.queries) >= 5


def test_chains_have_two_parts_or_more(collection):
    assert all(len(collection.golds[query.id]) >= 2 for query in collection.queries if query.pattern == "multi-hop")


def test_what_restricted_golds_and_nevers_are(collection):
    restricted = [query for query in collection.queries if query.pattern == "restricted"]
    for query in restricted:
        assert query.user in GROUPS
        assert query.never
        assert all(not visible(collection.by_id[passage], query.user) for passage in query.never), query.id
        golds = frozenset().union(*collection.golds.get(query.id, ()))
        assert all(visible(collection.by_id[passage], query.user) for passage in golds), query.id
    assert sum(not collection.has_gold(query.id) for query in restricted) >= 4


def test_no_answer_means_no_gold_and_exploratory_means_lines(collection):
    for query in collection.queries:
        if query.pattern in ("no-answer", "exploratory", "aggregate"):
            assert not collection.has_gold(query.id), query.id
        assert bool(query.targets) is (query.pattern == "exploratory")


def test_no_query_is_a_title(collection):
    titles = {document.title.lower() for document in collection.documents}
    assert not [query.id for query in collection.queries if query.text.lower() in titles]
