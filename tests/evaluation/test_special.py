"""Exact answers, answers that stand in a text, and the gold SQL that must run."""

from __future__ import annotations

import pytest

from lab_utils.collections import Query
from lab_utils.collections.database import build
from lab_utils.errors import DataError
from lab_utils.evaluation.special import agrees, answer_text, gold_answers, stands_in
from lab_utils.search.answer import Answer
from lab_utils.search.routed import answer_aggregate
from lab_utils.search.sql import ReadOnlyDatabase, Rows


def table(*rows):
    return Answer(table=Rows(tuple("xyz"[: len(rows[0]) if rows else 1]), tuple(rows)))


@pytest.mark.parametrize(
    ("given", "gold", "right"),
    [
        ([(3,)], [(3,)], True),
        ([(3.004,)], [(3,)], True),
        ([(3.02,)], [(3,)], False),
        ([("EU", "EUR", 1.0), ("SG", "USD", 2.0)], [("SG", 2), ("EU", 1)], True),
        ([("EU", 1.0), ("SG", 2.0)], [("EU", 2), ("SG", 1)], False),
        ([("EU", 1.0), ("SG", 2.0)], [("EU", 1)], False),
        ([("EU", 1.0)], [("EU", 1), ("SG", 2)], False),
        ([("not recorded", 4)], [(None, 4)], True),
        ([(None,)], [(0,)], True),
        ([("EU", 1), ("EU", 1)], [("EU", 1), ("ND", 1)], False),
    ],
)
def test_tables_agree(given, gold, right):
    assert agrees(table(*given), tuple(gold)) is right


@pytest.mark.parametrize(
    ("text", "number", "right"),
    [
        ("In all 1,999 orders.", 1999, True),
        ("1 999 orders", 1999, True),
        ("19990 orders", 1999, False),
        ("it came to 35,000.50 EUR.", 35000.5, True),
        ("none", 3, False),
    ],
)
def test_a_number_stands_in_a_text(text, number, right):
    assert stands_in(((number,),), [text]) is right


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return ReadOnlyDatabase(build(tmp_path_factory.mktemp("db") / "shop.sqlite"))


def aggregate(sql, answer="", user=""):
    return Query("q1", "how many", "aggregate", gold_sql=sql, answer=answer, user=user)


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT count(*) FROM nowhere", "gold_sql': that of query q1 fails"),
        ("DELETE FROM orders", "that of query q1 fails"),
        ("SELECT order_id FROM orders WHERE region = 'XX'", "that of query q1 returns nothing"),
        ("SELECT sum(total) FROM orders WHERE region = 'XX'", "returns nothing. A zero should come back as a row with 0"),
        ("", "query q1 has none"),
    ],
)
def test_gold_sql_that_fails_or_returns_nothing(database, sql, message):
    with pytest.raises(DataError, match=message):
        gold_answers([aggregate(sql)], database)


def test_a_question_that_the_tables_cannot_answer_needs_no_sql(database):
    assert gold_answers([aggregate("", "not in the data")], database) == {}


def test_the_answer_as_text():
    assert answer_text((("EU", 1.5), ("SG", 2))) == '[["EU", 1.5], ["SG", 2]]'


def test_a_customer_is_refused(database):
    answer = answer_aggregate(Query("q", "how many orders did we get yesterday", user="customer"), database)
    assert answer.table is None
    assert "is not for this user" in answer.refusal


def test_an_answer_tells_its_steps(database):
    answer = answer_aggregate(Query("q", "total refunds by region last quarter", user="finance"), database)
    assert answer.table.columns == ("region", "currency", "number")
    assert any("refunded_amount" in step for step in answer.steps)
