"""Fernhollow's tables: they come out the same every time, agree with the fact base, and agree with each other."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from collections import defaultdict
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pandas as pd
import pytest
import yaml

from lab_utils.collections.load import DATA
from lab_utils.collections.schema import BY_NAME, SCHEMA
from lab_utils.collections.tables import TABLES

TODAY = date(2025, 11, 17)
LATE_DAYS = 60


def facts(name: str):
    return yaml.safe_load((DATA / "facts" / f"{name}.yaml").read_text(encoding="utf-8"))


def rows(table: str) -> list[dict[str, str]]:
    with (TABLES / f"{table}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def cents(amount: str) -> int:
    whole, part = amount.split(".")
    assert len(part) == 2, amount
    return int(whole) * 100 + int(part)


def quarter(day: str) -> str:
    return f"{day[:4]}Q{(int(day[5:7]) + 2) // 3}"


@pytest.fixture(scope="module")
def tables() -> dict[str, list[dict[str, str]]]:
    return {table.name: rows(table.name) for table in SCHEMA}


@pytest.fixture(scope="module")
def orders(tables) -> dict[str, dict[str, str]]:
    return {order["order_id"]: order for order in tables["orders"]}


@pytest.fixture(scope="module")
def zones(tables) -> dict[str, ZoneInfo]:
    return {region["region"]: ZoneInfo(region["time_zone"]) for region in tables["regions"]}


def local(order, zones) -> datetime:
    return datetime.fromisoformat(order["ordered_at"]).astimezone(zones[order["region"]])


def test_there_are_enough_rows(tables):
    least = {"regions": 5, "fx_rates": 8, "products": 56, "customers": 3000, "orders": 12_000, "refunds": 1500, "gmv_daily": 3430}
    assert {name: len(tables[name]) >= count for name, count in least.items()} == dict.fromkeys(least, True)


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_each_run_gives_the_committed_bytes(hash_seed):
    program = (
        "import sys\nfrom lab_utils.collections.generate.make_tables import make_tables\nsys.stdout.buffer.write('\\0'.join(make_tables().values()).encode())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": "Pacific/Auckland", "LC_ALL": "C"}
    made = subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2], env=environment, capture_output=True, check=True, timeout=60).stdout
    assert made.split(b"\0") == [(TABLES / f"{table.name}.csv").read_bytes() for table in SCHEMA]


def test_line_ends_are_lf_and_text_is_ascii():
    for table in SCHEMA:
        data = (TABLES / f"{table.name}.csv").read_bytes()
        assert b"\r" not in data
        assert data.isascii()
        assert data.endswith(b"\n")


def test_pandas_reads_what_is_written(tables):
    """Codes such as NA or 1E5 would come back changed."""
    for table in SCHEMA:
        frame = pd.read_csv(TABLES / f"{table.name}.csv")
        for column in table.columns:
            empty = sum(not row[column.name] for row in tables[table.name])
            assert frame[column.name].isna().sum() == empty, f"{table.name}.{column.name}"
            assert pd.api.types.is_numeric_dtype(frame[column.name]) == (column.kind in ("integer", "flag", "money", "rate"))


def test_nullable_columns_have_nulls_and_the_others_none(tables):
    for table in SCHEMA:
        for column in table.columns:
            empty = sum(not row[column.name] for row in tables[table.name])
            assert (0 < empty < len(tables[table.name])) if column.nullable else empty == 0, f"{table.name}.{column.name}: {empty}"


def test_every_value_of_a_short_list_occurs(tables):
    for table in SCHEMA:
        for column in table.columns:
            if column.values:
                assert {row[column.name] for row in tables[table.name]} - {""} == set(column.values), f"{table.name}.{column.name}"


def test_no_key_is_orphaned(tables):
    for table in SCHEMA:
        for column in table.columns:
            if column.references:
                target, name = column.references.split(".")
                missing = {row[column.name] for row in tables[table.name]} - {row[name] for row in tables[target]}
                assert not missing, f"{table.name}.{column.name}"


def test_products_and_rates_are_those_of_the_facts(tables):
    known = facts("devices")["skus"]
    assert [(p["sku"], p["name"], p["part_number"], p["family"], p["status"]) for p in tables["products"]] == [
        (s["sku"], s["name"], s["part_number"], s["family"], s["status"]) for s in known
    ]
    assert [(cents(p["price_eur"]), cents(p["price_usd"])) for p in tables["products"]] == [(s["price"]["EUR"] * 100, s["price"]["USD"] * 100) for s in known]
    world = facts("world")
    assert {r["valid_from"]: float(r["eur_to_usd"]) for r in tables["fx_rates"]} == {str(d): rate for d, rate in world["fx_rates"]["eur_to_usd"].items()}
    assert [(r["region"], r["currency"], r["time_zone"], r["warehouse"]) for r in tables["regions"]] == [
        (r["code"], r["currency"], r["time_zone"], r["warehouse"]) for r in world["regions"]
    ]


def test_currencies_and_days_follow_the_region(tables, zones):
    currency = {region["region"]: region["currency"] for region in tables["regions"]}
    assert currency == {"EU": "EUR", "ND": "EUR", "AM": "USD", "SG": "USD", "AU": "USD"}
    home = {customer["customer_id"]: customer["region"] for customer in tables["customers"]}
    for order in tables["orders"]:
        assert order["currency"] == currency[order["region"]]
        assert order["region"] == home[order["customer_id"]]
        assert order["order_day"] == local(order, zones).date().isoformat()
        assert order["quarter"] == quarter(order["order_day"])
        assert "2024-01-01" <= order["order_day"] < str(TODAY)
    assert all(day["currency"] == currency[day["region"]] and day["quarter"] == quarter(day["day"]) for day in tables["gmv_daily"])


def test_an_order_adds_up_and_was_possible(tables):
    products = {product["sku"]: product for product in tables["products"]}
    joined = {customer["customer_id"]: customer["signed_up_on"] for customer in tables["customers"]}
    students = set()
    for order in tables["orders"]:
        product = products[order["sku"]]
        assert order["unit_price"] == product[f"price_{order['currency'].lower()}"]
        full = int(order["quantity"]) * cents(order["unit_price"])
        assert cents(order["total"]) == full - cents(order["discount"]) > 0
        assert (order["promo_code"] == "") == (cents(order["discount"]) == 0)
        assert order["order_day"] >= max(product["launched_on"], joined[order["customer_id"]])
        assert not (order["promo_code"] and product["family"] == "spare-parts"), "policy on promotions, 6.2"
        assert (order["shipped_on"] == "") == (order["status"] in ("open", "cancelled"))
        assert order["order_day"] <= (order["shipped_on"] or order["order_day"])
        if order["promo_code"] == "STUDENT12":
            key = order["customer_id"], order["order_day"][:4]
            assert key not in students, "once a year: policy on promotions, 6.5"
            students.add(key)


def test_the_recalled_drive_was_held(tables):
    days = [order["order_day"] for order in tables["orders"] if order["sku"] == "SKU-31408"]
    assert not [day for day in days if "2024-09-06" <= day <= "2024-10-10"]
    assert [day for day in days if day < "2024-09-06"]
    assert [day for day in days if day > "2024-10-10"]


def test_the_twice_counted_code_is_there(tables):
    start, end = "2025-08-04T09:00", "2025-08-04T14:35:59"
    used = [order for order in tables["orders"] if order["promo_code"] == "FERN20"]
    double = [o for o in used if cents(o["discount"]) * 100 > 30 * int(o["quantity"]) * cents(o["unit_price"])]
    assert len(double) == round(346 / 20)
    assert {o["order_id"] for o in used if start <= o["ordered_at"] <= end} == {o["order_id"] for o in double}
    assert {o["region"] for o in used} == {"EU"}


def test_seasons(tables):
    count = defaultdict(int)
    for order in tables["orders"]:
        count[order["order_day"]] += 1
    mean = {month: sum(n for day, n in count.items() if day.startswith(month)) / days for month, days in (("2025-07", 31), ("2025-03", 31), ("2024-03", 31))}
    assert max(count, key=count.get) == "2024-11-29", "Black Friday"
    assert mean["2025-07"] < 0.95 * mean["2025-03"]
    assert mean["2025-03"] > 1.1 * mean["2024-03"]
    weekday = defaultdict(int)
    for day, n in count.items():
        weekday[date.fromisoformat(day).weekday()] += n
    assert weekday[0] > 1.2 * weekday[4], "Monday against Friday"


def test_refunds_never_pass_what_was_paid_and_settle_the_status(tables, orders):
    back, asked = defaultdict(int), defaultdict(int)
    for refund in tables["refunds"]:
        order = orders[refund["order_id"]]
        assert refund["currency"] == order["currency"]
        assert refund["requested_on"] > order["shipped_on"] > ""
        assert (refund["refunded_on"] == "") == (refund["status"] != "paid")
        assert refund["requested_on"] <= (refund["refunded_on"] or str(TODAY)) <= str(TODAY)
        assert (cents(refund["amount"]) > 200_000) == (refund["approved_by"] == "finance-director"), "policy on refunds, 4.5"
        asked[refund["order_id"]] += cents(refund["amount"]) if refund["status"] != "rejected" else 0
        back[refund["order_id"]] += cents(refund["amount"]) if refund["status"] == "paid" else 0
    for order in orders.values():
        total, paid = cents(order["total"]), back[order["order_id"]]
        assert asked[order["order_id"]] <= total
        if order["status"] in ("completed", "refunded", "partially_refunded"):
            assert order["status"] == ("completed" if paid == 0 else "refunded" if paid == total else "partially_refunded")
        else:
            assert paid == 0


def test_late_refunds_change_closed_quarters(tables, orders):
    late = [r for r in tables["refunds"] if r["refunded_on"] and _days_after_order(r, orders) > LATE_DAYS]
    assert len(late) >= 200
    assert sum(quarter(r["refunded_on"]) > orders[r["order_id"]]["quarter"] for r in late) >= 150
    assert sum(r["status"] == "pending" for r in tables["refunds"]) >= 10


def _days_after_order(refund, orders) -> int:
    return (date.fromisoformat(refund["refunded_on"]) - date.fromisoformat(orders[refund["order_id"]]["order_day"])).days


def test_gmv_is_the_sum_of_the_orders_but_for_the_gap(tables, zones):
    incident = next(i for i in facts("incidents")["incidents"] if i["number"] == "INC-2047")["affected"]
    first, last = re.findall(r"\d{4}-\d\d-\d\d", incident)
    stated = int(re.search(r"(\d+) % of that week", incident)[1])
    whole, evening = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0])
    for order in tables["orders"]:
        if order["status"] == "cancelled":
            continue
        key = order["order_day"], order["region"]
        late = order["region"] == "SG" and first <= order["order_day"] <= last and local(order, zones).hour >= 16
        for sums in (whole, evening) if late else (whole,):
            sums[key][0] += 1
            sums[key][1] += cents(order["total"])
    assert len(evening) == 7, "each of the seven evenings lost something"
    week = sum(amount for key, (_, amount) in whole.items() if key in evening)
    share = 100 * sum(amount for _, amount in evening.values()) / week
    assert round(share) == stated
    for day in tables["gmv_daily"]:
        key = day["day"], day["region"]
        assert int(day["orders"]) == whole[key][0] - evening[key][0]
        assert cents(day["gmv"]) == whole[key][1] - evening[key][1]
    assert len(tables["gmv_daily"]) == 5 * (TODAY - date(2024, 1, 1)).days


def test_tenants_buy_where_they_are_and_from_when_they_are_hosted(tables):
    hosted = {tenant["key"]: str(tenant["hosted_since"]) for tenant in facts("world")["tenants"]}
    buyers = [customer for customer in tables["customers"] if customer["tenant"]]
    assert all(customer["is_business"] == "1" and customer["signed_up_on"] >= hosted[customer["tenant"]] for customer in buyers)
    assert sum(customer["tenant"] == "harbourlight" for customer in buyers) == 14


def test_the_glossary_has_one_term_for_each_plain_word():
    with (DATA / "glossary.csv").open(newline="", encoding="utf-8") as file:
        glossary = list(csv.DictReader(file))
    assert list(glossary[0]) == ["plain", "term", "note"]
    assert len(glossary) >= 40
    plain = [row["plain"] for row in glossary]
    assert len(set(plain)) == len(plain)
    terms = {row["plain"]: row["term"] for row in glossary}
    assert {word: terms.get(word) for word in facts("world")["glossary_seeds"]} == facts("world")["glossary_seeds"]
    assert not [row for row in glossary if not row["term"].strip() or row["plain"] != row["plain"].strip()]


def test_the_schema_is_told_in_a_line_for_each_table_and_column():
    from lab_utils.collections.schema import schema_text

    lines = schema_text().splitlines()
    assert len(lines) == sum(1 + len(table.columns) for table in SCHEMA)
    assert BY_NAME["orders"].names[0] == "order_id"
    assert "  region (text) -> regions.region: region of the order, always that of the customer." in lines


def test_the_readme_states_what_is_there(tables):
    readme = (TABLES / "README.md").read_text(encoding="utf-8")
    stated = {name: int(count.replace(",", "")) for name, count in re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", readme, re.M)}
    assert stated == {name: len(found) for name, found in tables.items()}
    assert f"{sum(bool(customer['tenant']) for customer in tables['customers'])} belong to a hosted tenant" in readme
    orders = {order["order_id"]: order for order in tables["orders"]}
    late = sum(bool(r["refunded_on"]) and _days_after_order(r, orders) > LATE_DAYS for r in tables["refunds"])
    assert f"{late} of them were paid more than 60 days after" in readme
    week = [o for o in tables["orders"] if o["region"] == "SG" and "2025-09-08" <= o["order_day"] <= "2025-09-14" and o["status"] != "cancelled"]
    evening = [o for o in week if int(o["ordered_at"][11:13]) + 8 in range(16, 24)]
    assert f"the {len(evening)} orders placed from 16:00" in readme
    assert f"{sum(cents(o['total']) for o in evening) / 100:,.2f} of {sum(cents(o['total']) for o in week) / 100:,.2f} USD" in readme
