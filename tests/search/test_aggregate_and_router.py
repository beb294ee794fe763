"""Periods, plans and routes: what the rules read out of a question, and what they refuse."""

from __future__ import annotations

from datetime import date

import pytest

from lab_utils.collections import Query
from lab_utils.errors import BakeoffError
from lab_utils.search.aggregate import plan
from lab_utils.search.aggregate_words import corrected
from lab_utils.search.periods import Period, find_period, find_periods, quarter
from lab_utils.search.router import ROUTES, by_rules, confusion


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("last quarter", "2025-07-01", "2025-09-30"),
        ("total for last q", "2025-07-01", "2025-09-30"),
        ("2025Q3", "2025-07-01", "2025-09-30"),
        ("q4", "2025-10-01", "2025-12-31"),
        ("q3 last year", "2024-07-01", "2024-09-30"),
        ("q1 2024", "2024-01-01", "2024-03-31"),
        ("in october", "2025-10-01", "2025-10-31"),
        ("december", "2024-12-01", "2024-12-31"),
        ("feb 2024", "2024-02-01", "2024-02-29"),
        ("yesterday", "2025-11-16", "2025-11-16"),
        ("last week", "2025-11-10", "2025-11-16"),
        ("last month", "2025-10-01", "2025-10-31"),
        ("this year", "2025-01-01", "2025-11-17"),
        ("in 2024", "2024-01-01", "2024-12-31"),
        ("8-14 september", "2025-09-08", "2025-09-14"),
        ("from 25 nov to 2 dec last year", "2024-11-25", "2024-12-02"),
        ("between 2025-01-01 and 2025-01-31", "2025-01-01", "2025-01-31"),
        ("week of 8 sept", "2025-09-08", "2025-09-14"),
        ("friday", "2025-11-14", "2025-11-14"),
        ("last 30 days", "2025-10-18", "2025-11-16"),
        ("on 29 november 2024", "2024-11-29", "2024-11-29"),
    ],
)
def test_stretches_of_time(text, start, end):
    assert find_period(text) == Period(date.fromisoformat(start), date.fromisoformat(end))


@pytest.mark.parametrize("text", ["", "how may I help", "the second box"])
def test_no_stretch_of_time(text):
    assert find_period(text) is None


def test_two_periods_to_compare():
    assert find_periods("q2 vs q3") == [quarter("2025Q2"), quarter("2025Q3")]


@pytest.mark.parametrize("name", ["2025Q5", "2025Q0", "25Q1", "2025q1", "Q3"])
def test_quarters_that_do_not_exist(name):
    with pytest.raises(BakeoffError, match="does not exist"):
        quarter(name)


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("total refunds by region last quarter", "refunded_amount", {"by": "region", "start": "2025-07-01", "end": "2025-09-30"}),
        ("how many orders did we get yesterday", "count_orders", {"start": "2025-11-16", "end": "2025-11-16"}),
        ("top 5 products nordics oct", "top_products", {"n": 5, "region": "ND", "measure": "units"}),
        ("whats the gmv for europe last quarter", "gmv", {"region": "EU"}),
        ("how many buisnesses are on canopy", "count_customers", {"plan": "Canopy", "buyer": "business"}),
        ("chargebacks paid in q3, count only", "count_refunds", {"reason": "chargeback"}),
        ("revenue in usd this year", "sales_converted", {"currency": "USD"}),
        ("cancelation rate per region, 2025 to date", "cancelled_share", {"by": "region"}),
        ("top 3 refund reasons in the americas this year by money", "refunded_amount", {"by": "reason", "n": 3, "region": "AM"}),
        ("units of SKU-77821 sold in september", "units_sold", {"sku": "SKU-77821"}),
    ],
)
def test_plans(text, tool, arguments):
    (call,) = plan(text).calls
    assert call.tool == tool
    assert arguments.items() <= call.arguments.items()


def test_a_comparison_is_two_calls():
    assert [call.label for call in plan("gmv q2 vs q3").calls] == ["2025Q2", "2025Q3"]


def test_two_regions_are_one_call_of_which_two_rows_are_kept():
    found = plan("orders in singapore and australia last month")
    assert found.calls[0].arguments["by"] == "region"
    assert found.keep == {"region": frozenset({"SG", "AU"})}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("profit margin per region last quarter", "not in the data: no table says anything about 'profit'"),
        ("how do I speed up syncing", "no measure recognised"),
        ("orders by region and by month", "not understood"),
        ("orders by web and app, home 2 and nook last month", "not understood"),
        ("refunds paid in october, only the dollar ones", "not understood: 'dollar'"),
        ("orders placed by left-handed people in october", "not understood: 'placed', 'left-handed'"),
        ("", "no measure recognised"),
        ("orders since december 2025", "the period runs backwards"),
    ],
)
def test_what_is_not_understood_is_refused(text, reason):
    found = plan(text)
    assert found.calls == ()
    assert found.refusal.startswith(reason)


def test_spelling_is_mended_only_where_one_word_is_close():
    assert corrected("Cancelation of buisness ordrs") == "cancellation of business ordrs"
    assert corrected("payed last qtr") == "paid last quarter"


@pytest.mark.parametrize(
    ("text", "history", "route"),
    [
        ("what does ERR_4471 mean", (), "identifier"),
        ("clause 12.3(b)", (), "identifier"),
        ("sku77821", (), "identifier"),
        ("how do i speed up syncing", (), "concept"),
        ("total refunds by region last quarter", (), "aggregate"),
        ("and for contractors?", ("how long is my notice",), "follow-up"),
        ("which log line shows the gateway restart", (), "exploratory"),
        ("who runs the team that DRV-223 belongs to", (), "multi-hop"),
    ],
)
def test_routes_by_rules(text, history, route):
    assert by_rules(Query("q", text, history=history)) == route


def test_the_confusion_matrix_counts_every_query():
    queries = [Query("a", "ERR_4471", "identifier"), Query("b", "slow", "concept"), Query("c", "TLS-4402", "concept")]
    matrix = confusion(by_rules, queries)
    assert matrix == {"concept": {"concept": 1, "identifier": 1}, "identifier": {"identifier": 1}}
    assert all(route in ROUTES for row in matrix.values() for route in row)
