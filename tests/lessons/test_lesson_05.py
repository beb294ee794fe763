"""Lesson 05: each claim computed again, from the package and not from the notebook, and found in the lesson's text."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from lab_utils.collections import Query, load
from lab_utils.collections.database import beside, connect
from lab_utils.collections.load import DATA
from lab_utils.evaluation import bake_off
from lab_utils.evaluation.aggregate_outcomes import coverage, outcomes
from lab_utils.evaluation.special import gold_answers, stands_in
from lab_utils.exercises.lesson_05.decision_matrix import decision_matrix
from lab_utils.exercises.lesson_05.refunds_by_region import refunds_by_region
from lab_utils.exercises.lesson_05.route import route
from lab_utils.search.analyzer import DEFAULT
from lab_utils.search.attacks import ATTACKS, ENDLESS, STOPPED, THROUGH, attempt, bare, guarded
from lab_utils.search.cache import Cache, text_hash
from lab_utils.search.dense import Dense
from lab_utils.search.encoder import Encoder
from lab_utils.search.keyword import Keyword
from lab_utils.search.routed import answer_aggregate
from lab_utils.search.router import ROUTES, by_rules
from lab_utils.search.rows_as_text import DAYS_SHOWN, ORDERS_SHOWN, QUESTIONS_SHOWN, day_documents, order_documents, texts_to_cache
from lab_utils.search.shop_tools import TOOLS
from lab_utils.search.sql import ReadOnlyDatabase
from lab_utils.search.strategies import Parts
from lab_utils.search.tools import call
from lab_utils.show.shown_sums import exact_depths, shown_sums, shown_table
from lab_utils.show.tool_call import tool_call

SOURCE = Path(__file__).resolve().parents[2] / "solutions" / "05_aggregate_routing.py"
HEAD = {"id": "katarzyna-wilk", "regions": ["AM", "AU", "EU", "ND", "SG"]}


def stated(text: str) -> bool:
    """Whether the lesson's prose says this, line breaks aside."""
    prose = re.sub(r"\n# ?", " ", "\n".join(line for line in SOURCE.read_text(encoding="utf-8").splitlines() if line.startswith("#")))
    return " ".join(text.split()) in " ".join(re.sub(r"[*]", "", prose).split())


@pytest.fixture(scope="module")
def path():
    return beside(DATA)


@pytest.fixture(scope="module")
def database(path):
    return ReadOnlyDatabase(path)


@pytest.fixture(scope="module")
def encoder():
    return Encoder(cache=Cache(DATA / "cache"))


@pytest.fixture(scope="module")
def orders(path):
    return {order.id: order for order in order_documents("2025-10-01", "2025-10-31", path)}


@pytest.fixture(scope="module")
def days(path):
    return {day.id: day for day in day_documents("2025-01-01", "2025-11-16", path)}


@pytest.fixture(scope="module")
def indexes(orders, encoder):
    texts = [order.text for order in orders.values()]
    return {"dense": Dense(list(orders), texts, encoder), "keyword": Keyword(list(orders), texts)}


@pytest.fixture(scope="module")
def collection():
    return load(DATA)


@pytest.fixture(scope="module")
def answers(collection, database):
    return outcomes(collection.queries, database)


def test_every_vector_of_the_lesson_comes_with_the_data(path, encoder):
    texts = texts_to_cache(path)
    assert len(encoder.cache.vectors(encoder.key, [text_hash(text) for text in texts])) == len(texts)
    source = SOURCE.read_text(encoding="utf-8")
    assert all(f'"{question}"' in source for question in QUESTIONS_SHOWN)
    assert all(f'"{day}"' in source for day in (*ORDERS_SHOWN, *DAYS_SHOWN))


def belongs(order) -> bool:
    return order.metadata["region"] == "SG" and order.metadata["status"] != "cancelled"


@pytest.fixture(scope="module")
def amounts(orders, indexes):
    return {
        name: [orders[hit.id].metadata["total"] for hit in index.search("what was revenue in singapore in october", len(orders))]
        for name, index in indexes.items()
    }


@pytest.fixture(scope="module")
def truth(orders):
    return round(sum(order.metadata["total"] for order in orders.values() if belongs(order)), 2)


def test_five_rows_from_singapore_and_the_first_was_cancelled(orders, indexes):
    found = [orders[hit.id] for hit in indexes["dense"].search("how many orders from singapore in october", 5)]
    assert {order.metadata["region"] for order in found} == {"SG"}
    assert found[0].metadata["status"] == "cancelled"
    assert stated("Look at the first one again: it was cancelled")


def test_the_adder_is_right_at_no_depth(orders, indexes, amounts, truth, database):
    matching = sum(map(belongs, orders.values()))
    assert matching == 171
    assert stated("171 orders. And this is what the adder reports")
    sql = "SELECT count(*), round(sum(total), 2) FROM orders WHERE region = 'SG' AND order_day LIKE '2025-10-%' AND status <> 'cancelled'"
    assert database.select(sql, user="test", tool="test").rows == ((matching, truth),)
    for values in amounts.values():
        assert exact_depths(values, truth) == []
        assert 0.005 < sum(values[:10]) / truth < 0.025, "one or two hundredths"
        assert 3.5 < sum(values) / truth < 4.5, "four times as much"
    for index in indexes.values():
        top = [orders[hit.id] for hit in index.search("what was revenue in singapore in october", matching)]
        assert any(order.metadata["status"] == "cancelled" for order in top)
        assert len({order.id for order in top if belongs(order)}) < matching
    at_matching = {name: sum(values[:matching]) for name, values in amounts.items()}
    assert at_matching["keyword"] > truth > at_matching["dense"]
    assert stated("At 171 rows, as many as belong to it, keyword's total is too high and dense's too low")
    assert stated("at no depth is it right to the cent")


def test_the_table_and_the_picture_say_the_same(amounts, truth):
    rows = shown_table(amounts, truth, (10,))
    picture = shown_sums(amounts, truth, "USD", 171)
    for name in amounts:
        assert f"{rows[f'{name} total'][0]:,.2f} USD from 10 rows" in picture.text
    assert picture.text.count("right at no depth") == len(amounts)


def test_a_comparison_is_not_found(orders, indexes):
    kept = {key for key, order in orders.items() if belongs(order) and order.metadata["total"] > 1000}
    assert len(kept) == 15
    for index in indexes.values():
        top = [hit.id for hit in index.search("orders with a total above 1000 USD from Singapore", 15)]
        assert kept.isdisjoint(top)
    assert all({"abov", "1000"}.isdisjoint(DEFAULT.analyze(order.text)) for order in orders.values())
    assert stated("Fifteen rows belong, and the first fifteen of either ranking hold none of them")


def test_everything_is_half_a_million_tokens(orders, database):
    everything = database.select("SELECT count(*) FROM orders", user="test", tool="test").rows[0][0]
    tokens = sum(len(order.text) for order in orders.values()) / 4 / len(orders) * everything
    assert 450_000 < tokens < 550_000
    assert stated("Half a million tokens")


def test_a_summary_is_a_look_up_for_keyword_search(days, encoder):
    assert len(days) == 320
    assert stated("320 sentences that differ by a date")
    texts = [day.text for day in days.values()]
    dense, keyword = Dense(list(days), texts, encoder), Keyword(list(days), texts)
    for way in ("how many orders did we get on 16 November 2025", "orders on sunday 16 november 2025", "number of orders on 2025-11-16"):
        assert keyword.search(way, 1)[0].id == "day-2025-11-16"
        assert "day-2025-11-16" not in {hit.id for hit in dense.search(way, 50)}
    assert "day-2025-11-16" not in {hit.id for hit in keyword.search("how many orders did we get yesterday", 50)}


def test_the_numbers_that_were_found_are_accidents(orders, days, encoder, collection, database):
    rows = orders | days
    index = Dense(list(rows), [row.text for row in rows.values()], encoder)
    asked = [query for query in collection.queries if query.gold_sql]
    gold = gold_answers(asked, database)
    found = {}
    for query in asked:
        texts = [rows[hit.id].text for hit in index.search(query, 5)]
        if stands_in(gold[query.id], texts):
            number = gold[query.id][0][-1]
            found[query.id] = (number, next(text for text in texts if stands_in(((number,),), [text])))
    assert len(asked) == 90
    assert sorted(found) == ["q-agg-005", "q-agg-008", "q-agg-101"]
    assert stated("Three of 90")
    assert found["q-agg-005"][0] == 4
    assert "4 October" in found["q-agg-005"][1]
    assert found["q-agg-008"][0] == 8
    assert "8 TB" in found["q-agg-008"][1]
    assert found["q-agg-101"][0] == 32
    assert "7 November" in found["q-agg-101"][1]


def test_two_tools_one_number(path, database):
    ours = refunds_by_region(connect(path), HEAD, [], "2025Q3")
    theirs = call(TOOLS, database, "refunds_by_region", {"quarter": "2025Q3"}, user="katarzyna-wilk", groups=frozenset({"finance"}))
    assert list(theirs.table.rows) == ours
    assert len(ours) == 5


def test_what_passes_at_the_bare_doors(path):
    rows = {row["attack"]: row for row in attempt({"bare": bare(path), "setting": bare(path, query_only=True), "guarded": guarded(path)})}
    assert len(rows) == len(ATTACKS) == 9
    assert stated("Try nine attacks on three doors")
    assert {row["guarded"] for row in rows.values()} == {STOPPED}
    bare_outcome = Counter(row["bare"] for row in rows.values())
    assert bare_outcome == {STOPPED: 2, ENDLESS: 1, THROUGH: 6}
    assert rows["ATTACH another file and write to it"]["bare"] == THROUGH
    assert rows["VACUUM INTO: copy the whole database"]["bare"] == THROUGH
    assert rows["PRAGMA that lifts query_only, then ATTACH and write"]["setting"] == THROUGH
    assert rows["delete rows"]["bare"] == STOPPED


def test_too_many_rows_come_with_a_flag(database):
    found = database.select("SELECT a.order_id FROM orders a, regions b", user="test", tool="test")
    assert (len(found.rows), found.truncated) == (200, True)
    assert stated("It gets 200 rows and a flag that there were more")


def test_the_log_names_who_and_not_what(database):
    best = {"start": "2025-07-01", "end": "2025-09-30", "n": 3, "currency": "EUR"}
    given = repr(tool_call(database, "top_customers", best, user="katarzyna-wilk", group="finance"))
    refused = repr(tool_call(database, "top_customers", best, user="samuel-okonjo", group="staff"))
    assert "C-0" in given
    line = given.splitlines()[-1]
    assert "user=katarzyna-wilk tool=top_customers rows=3 outcome=ok" in line
    assert "C-0" not in line
    assert "2025-07" not in line
    assert "user=samuel-okonjo tool=top_customers rows=0 outcome=refused" in refused


def test_a_value_that_does_not_fit_leaves_a_line_without_the_value(database):
    shown = repr(tool_call(database, "refunds_by_region", {"quarter": "2025Q3' OR 1=1"}, user="you", group="staff"))
    assert shown.splitlines()[-1].strip() == "user=you tool=refunds_by_region rows=0 outcome=refused"
    assert stated("The refused call has left its line, and the line does not repeat the value")


def test_safe_and_wrong(path):
    narrow = ReadOnlyDatabase(path, tables=("orders", "refunds"))
    right = {region: amount for region, _, amount in refunds_by_region(connect(path), HEAD, [], "2025Q3")}
    by_order = "SELECT o.region, round(sum(r.amount), 2) FROM refunds r JOIN orders o USING (order_id) WHERE o.quarter = '2025Q3' GROUP BY 1"
    wrong = dict(narrow.select(by_order, user="test", tool="test").rows)
    assert wrong.keys() == right.keys()
    assert all(abs(wrong[region] - right[region]) > 500 for region in right)
    assert not set(wrong.values()) & set(right.values())
    refused_ones = "SELECT count(*) FROM refunds r JOIN orders o USING (order_id) WHERE o.quarter = '2025Q3' AND r.status = 'rejected'"
    assert narrow.select(refused_ones, user="test", tool="test").rows[0][0] > 0
    mixed = "SELECT count(DISTINCT currency) FROM refunds WHERE refunded_on BETWEEN '2025-07-01' AND '2025-09-30'"
    assert narrow.select(mixed, user="test", tool="test").rows == ((2,),)


def test_the_routes_of_the_exam(collection):
    exam = [query for query in collection.queries if query.split == "test" and query.pattern in ROUTES]
    four, kit = Counter(), Counter()
    for query in exam:
        four[query.pattern, route(query.text, list(query.history))] += 1
        kit[query.pattern, by_rules(query)] += 1
    n = Counter(query.pattern for query in exam)
    assert n["aggregate"] == 48
    assert four["concept", "concept"] / n["concept"] > 0.8
    assert four["identifier", "identifier"] / n["identifier"] > 0.8
    assert 0.4 < four["aggregate", "aggregate"] / n["aggregate"] < 0.55, "half of the aggregates do not arrive"
    assert four["follow-up", "follow-up"] / n["follow-up"] < 0.5, "of the follow-ups more than half do not"
    shares = {pattern: four[pattern, pattern] / n[pattern] for pattern in ("concept", "identifier", "aggregate", "follow-up")}
    assert min(shares, key=shares.get) == "follow-up"
    assert kit["aggregate", "concept"] == 13
    assert stated("Thirteen aggregates of 48 still go to concept")
    for pattern in ("identifier", "aggregate", "multi-hop", "follow-up", "exploratory"):
        assert kit[pattern, pattern] > four[pattern, pattern], pattern
    q3 = [query.text for query in exam if query.pattern == "aggregate" and route(query.text, []) == "identifier"]
    assert sum("q3" in text.lower() for text in q3) >= 3


def test_coverage_and_exactness(answers):
    dev, exam = coverage(answers).to_dict("records")
    assert (dev["n"], exam["n"]) == (48, 48)
    assert exam["right number"] == 22
    assert exam["wrong number"] == 1
    assert stated("of 23 tables on the exam, 22 are right")
    assert 0.5 < exam["coverage"] < 0.6, "a little over half"
    assert abs(dev["coverage"] - 2 / 3) < 0.02, "two thirds"
    assert 15 <= exam["right number"] + exam["wrong number"] <= 30


def test_an_empty_table_is_the_wrong_number(answers, database):
    wrong = answers[(answers["outcome"] == "wrong number") & (answers["split"] == "test")]
    assert list(wrong["query"]) == ["q-agg-116"]
    shown = repr(
        tool_call(
            database,
            "refunded_amount",
            {"start": "2025-10-01", "end": "2025-10-31", "region": "ND", "reason": "chargeback"},
            user="katarzyna-wilk",
            group="finance",
        )
    )
    assert "0 row(s)" in shown


def test_customers_were_refused_for_a_word(answers, database):
    customers = answers[answers["user"] == "customer"]
    assert len(customers) == 6
    assert (answers["outcome"] == "right refusal").sum() == 12
    assert stated("Twelve questions should be refused.")
    assert stated("five for words that it does not know, one for want of a measure")
    assert set(customers["outcome"]) == {"right refusal"}
    assert not customers["why"].str.contains("not for this user").any()
    answer = answer_aggregate(Query("mine", "how many orders did we get yesterday", user="customer"), database)
    assert "is not for this user" in answer.refusal


def test_one_other_question_gets_a_table_for_another_year(collection, database):
    given = {}
    for query in collection.queries:
        if query.pattern != "aggregate":
            answer = answer_aggregate(query, database)
            if answer.table is not None:
                given[query.text] = answer
    assert len(given) == 1
    (text, answer), *_ = given.items()
    assert "last quarter of 2023" in text
    assert any("start=2025-07-01" in step for step in answer.steps)
    assert len(answer.table.rows) == 5
    assert stated("gave five exact numbers for another quarter")


def test_route_times_answer(answers, collection):
    sent = {query.id: by_rules(query) for query in collection.queries}
    exam = answers[answers["split"] == "test"]
    joint = Counter((sent[row.query], row.outcome) for row in exam.itertuples())
    assert joint["aggregate", "right number"] == 21
    assert stated("Right answer and right route: 21")
    misrouted = {key: count for key, count in joint.items() if key[0] != "aggregate"}
    assert sum(misrouted.values()) == 14
    assert stated("the tools would have refused the other thirteen anyway")
    assert sum(count for (_, outcome), count in misrouted.items() if outcome == "right number") == 1


COST = {"keyword": 5, "dense": 70, "hybrid": 75, "blend": 75, "hybrid+rerank": 2500, "tools": 5}
PATTERNS = ["concept", "identifier", "aggregate", "multi-hop", "follow-up"]


def test_the_matrix(collection, answers, database, encoder):
    exam = collection.with_queries([query for query in collection.queries if query.split == "test" and query.pattern in PATTERNS])
    result = bake_off(exam, [name for name in COST if name != "tools"], Parts(exam, cache=encoder.cache, database=database))
    measured = []
    for name in result.strategies:
        for pattern in PATTERNS:
            values = result.values(name, "answer@5" if pattern == "aggregate" else "recall@5", pattern)
            measured.append({"pattern": pattern, "strategy": name, "n": len(values), "value": float(values.mean()), "cost": COST[name]})
            if pattern == "aggregate":
                assert values.mean() <= 0.05, "next to none"
    answerable = answers[(answers["split"] == "test") & (answers["outcome"] != "right refusal")]
    right = float((answerable["outcome"] == "right number").mean())
    measured.append({"pattern": "aggregate", "strategy": "tools", "n": len(answerable), "value": right, "cost": 10})
    strict, generous, cautious = (decision_matrix(measured, PATTERNS, slack, least) for slack, least in ((0.05, 30), (0.1, 30), (0.05, 40)))
    chosen = {row["pattern"]: row["strategy"] for row in strict}
    assert chosen["aggregate"] == "tools"
    assert chosen["identifier"] == "keyword"
    assert None not in chosen.values()
    moved = [(row, other) for row, other in zip(strict, generous, strict=True) if row["strategy"] != other["strategy"]]
    assert moved, "rows change hands"
    assert all(other["cost"] < row["cost"] and other["given_up"] > row["given_up"] for row, other in moved)
    assert {row["pattern"] for row in cautious if row["strategy"] is None} == {"multi-hop", "follow-up"}
    by_pattern = {row["pattern"]: row["value"] for row in strict}
    assert max(by_pattern["multi-hop"], by_pattern["follow-up"]) < 0.75, "the best of a poor lot"
    assert encoder.encoded == 0, "everything comes from the cache"
