"""Draw the world's business and write it down: data/tables/*.csv.

Idea: one seed, one stream of draws for each table, whole cents, and files written with LF on every system, so that
each run gives the same bytes. `gmv_daily` is summed from the orders, as the pipeline would, with its one fault.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from lab_utils.collections.generate.customers import Customer, customers
from lab_utils.collections.generate.dice import Dice
from lab_utils.collections.generate.incident import left_out
from lab_utils.collections.generate.orders import Order, orders
from lab_utils.collections.generate.refunds import Refund, refunds
from lab_utils.collections.generate.shelf import Product, products
from lab_utils.collections.generate.world import PARTNERS, Region, as_day, days, facts, money, quarter, regions
from lab_utils.collections.schema import BY_NAME

# Chosen among a few so that Singapore's weeks before the gap are ordinary ones and all approvals occur.
SEEDS = {"customers": 2016, "orders": 44103, "refunds": 7104}

Rows = Iterable[tuple]


def make_tables() -> dict[str, str]:
    """Table name -> the text of its CSV file."""
    shelf, where = products(), regions()
    everybody = customers(Dice(SEEDS["customers"]))
    bought = orders(everybody, shelf, where, Dice(SEEDS["orders"]))
    back = refunds(bought, Dice(SEEDS["refunds"]))  # before the orders are written: it settles their status
    rows: dict[str, Rows] = {
        "regions": ((r.code, r.name, r.currency, r.time_zone, r.warehouse, PARTNERS[r.code]) for r in where),
        "fx_rates": _fx_rows(),
        "products": map(_product_row, shelf),
        "customers": map(_customer_row, everybody),
        "orders": map(_order_row, bought),
        "refunds": map(_refund_row, back),
        "gmv_daily": _gmv_rows(bought, where),
    }
    return {name: _csv(BY_NAME[name].names, table) for name, table in rows.items()}


def write_tables(folder: Path) -> dict[Path, str]:
    """Write all files; says of each whether it is new, changed or the same as before."""
    folder.mkdir(parents=True, exist_ok=True)
    outcome = {}
    for name, text in make_tables().items():
        path, data = folder / f"{name}.csv", text.encode()
        outcome[path] = "new" if not path.is_file() else "unchanged" if path.read_bytes() == data else "changed"
        if outcome[path] != "unchanged":
            path.write_bytes(data)
    return outcome


def _csv(header: tuple[str, ...], rows: Rows) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def _fx_rows() -> Iterator[tuple]:
    for valid_from, rate in facts("world")["fx_rates"]["eur_to_usd"].items():
        day = as_day(valid_from)
        yield quarter(day), day, f"{rate:.2f}"


def _product_row(p: Product) -> tuple:
    return p.sku, p.name, p.family, p.part_number, money(p.price["EUR"]), money(p.price["USD"]), p.launched, p.status, p.warranty_months, p.weight_g


def _customer_row(c: Customer) -> tuple:
    return c.id, c.region, c.plan, "" if c.guest else c.active_from, int(c.business), c.tenant, c.heard_from


def _order_row(o: Order) -> tuple:
    return (
        o.id, o.customer.id, o.region.code, f"{o.at:%Y-%m-%dT%H:%M:%SZ}", o.day, quarter(o.day), o.product.sku, o.quantity, money(o.unit_price),
        o.promo_code, money(o.discount), money(o.total), o.region.currency, o.channel, o.status, o.shipped or "",
    )  # fmt: skip


def _refund_row(r: Refund) -> tuple:
    return r.id, r.order.id, r.requested, r.paid or "", money(r.amount), r.order.region.currency, r.reason, r.status, r.method, r.approved_by


def _gmv_rows(bought: list[Order], where: tuple[Region, ...]) -> Iterator[tuple]:
    """A row for every day and region, also where nothing was sold: a partition exists whether or not it holds anything."""
    sums: dict[tuple[date, str], tuple[int, int]] = {}
    for order in bought:
        if not order.cancelled and not left_out(order):
            count, gmv = sums.get((order.day, order.region.code), (0, 0))
            sums[order.day, order.region.code] = count + 1, gmv + order.total
    for day in days():
        for region in where:
            count, gmv = sums.get((day, region.code), (0, 0))
            yield day, region.code, quarter(day), region.currency, count, money(gmv)
