"""The named tools: typed parameters, fixed choices, entitlement, and numbers that agree with the tables' own sums."""

from __future__ import annotations

import csv
import json
import logging
import re
from collections import defaultdict

import pytest

from lab_utils.collections.database import build
from lab_utils.collections.tables import csv_path
from lab_utils.errors import BakeoffError
from lab_utils.search.shop_tools import TOOLS
from lab_utils.search.sql import ReadOnlyDatabase
from lab_utils.search.tools import call

QUARTER = {"start": "2025-07-01", "end": "2025-09-30"}


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    database = ReadOnlyDatabase(build(tmp_path_factory.mktemp("db") / "shop.sqlite"))

    def asked(name, groups=("finance",), **arguments):
        return call(TOOLS, database, name, arguments, user="ana", groups=frozenset(groups)).table.rows

    return asked


def rows(table):
    with csv_path(table).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_there_are_eight_or_more_and_each_explains_itself():
    assert len(TOOLS) >= 8
    for tool in TOOLS.values():
        description = tool.description()
        json.dumps(description)
        assert description["description"]
        assert all(field["description"] for field in description["input_schema"]["properties"].values())


def test_refunds_by_region_against_the_csv_files(ask):
    regions = {row["order_id"]: row["region"] for row in rows("orders")}
    expected = defaultdict(float)
    for row in rows("refunds"):
        if row["status"] == "paid" and "2025-07-01" <= row["refunded_on"] <= "2025-09-30":
            expected[regions[row["order_id"]], row["currency"]] += float(row["amount"])
    assert {(region, currency): amount for region, currency, amount in ask("refunds_by_region", quarter="2025Q3")} == pytest.approx(dict(expected))


def test_counts_against_the_csv_files(ask):
    orders = [row for row in rows("orders") if row["status"] != "cancelled" and "2025-07-01" <= row["order_day"] <= "2025-09-30"]
    assert ask("count_orders", **QUARTER) == ((len(orders),),)
    by_region = defaultdict(int)
    for row in orders:
        by_region[row["region"]] += 1
    assert dict(ask("count_orders", **QUARTER, by="region")) == by_region


def test_parts_add_up_to_the_whole(ask):
    for name in ("sales", "refunded_amount", "gmv"):
        whole = {row[-2]: row[-1] for row in ask(name, **QUARTER)}
        parts = defaultdict(float)
        for *_, currency, amount in ask(name, **QUARTER, by="region"):
            parts[currency] += amount
        assert parts == pytest.approx(whole)


def test_the_largest_first(ask):
    numbers = [row[-1] for row in ask("count_refunds", **QUARTER, by="reason", n=4)]
    assert len(numbers) == 4
    assert numbers == sorted(numbers, reverse=True)


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_answers_with_every_grouping(ask, name):
    values = {"quarter": "2025Q3", "n": 3, "currency": "EUR", "measure": "units", **QUARTER}
    parameters = {parameter.name: parameter for parameter in TOOLS[name].parameters}
    needed = {key: values[key] for key, parameter in parameters.items() if parameter.required or key in QUARTER}
    for by in (None, *parameters["by"].choices) if "by" in parameters else (None,):
        result = ask(name, **needed, **({"by": by} if by else {}))
        assert result
        assert all(isinstance(row[-1], int | float) for row in result)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("refunds_by_region", {"quarter": "2025Q5"}, "quarter '2025Q5' does not exist. Write the year and Q1 to Q4"),
        ("refunds_by_region", {"quarter": "2025Q3' OR 1=1"}, "does not exist"),
        ("refunds_by_region", {"quarter": 20253}, "is 20253, not text"),
        ("refunds_by_region", {}, "needs 'quarter'"),
        ("refunds_by_region", {"quarter": "2025Q3", "table": "customers"}, "has no parameter 'table'"),
        ("count_orders", {**QUARTER, "region": "Atlantis"}, "region 'Atlantis' does not exist. Choose among: EU, ND, AM, SG, AU"),
        ("count_orders", {**QUARTER, "by": "1; DROP TABLE orders"}, "by '1; DROP TABLE orders' does not exist"),
        ("count_orders", {"start": "2025-09-30", "end": "2025-07-01"}, "the period runs backwards"),
        ("count_orders", {"start": "2025-02-30", "end": "2025-07-01"}, "day '2025-02-30' does not exist"),
        ("count_orders", {**QUARTER, "sku": "SKU-77821'--"}, "is no SKU"),
        ("count_orders", {**QUARTER, "family": "drives' --"}, "is no product family"),
        ("top_products", {**QUARTER, "n": 0, "measure": "units", "currency": "EUR"}, "n is 0. Give a whole number from 1 to 50"),
        ("top_products", {**QUARTER, "n": True, "measure": "units", "currency": "EUR"}, "n is True"),
        ("drop_table", {}, "there is no tool 'drop_table'. Choose among"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line_and_logged_without_its_values(ask, caplog, name, arguments, message):
    with caplog.at_level(logging.INFO, logger="lab_utils.sql"), pytest.raises(BakeoffError) as caught:
        ask(name, **arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    (record,) = caplog.records
    assert re.search(rf" user=\S+ tool={name} rows=0 ms=0 outcome=refused$", record.getMessage())


def test_entitlement_is_checked_in_code(ask):
    arguments = {**QUARTER, "n": 2, "currency": "EUR"}
    assert len(ask("top_customers", ("finance",), **arguments)) == 2
    with pytest.raises(BakeoffError, match="is not for this user. It needs one of the groups: finance"):
        ask("top_customers", ("staff",), **arguments)
    with pytest.raises(BakeoffError, match="is not for this user"):
        ask("count_orders", ("customer",), **QUARTER)
