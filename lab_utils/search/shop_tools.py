"""The tools over Fernhollow's tables: one measure each, over a period, narrowed and grouped by fixed choices.

What each number means is in its `meaning`; the same words go to a model. Days are the region's own; sales and order
counts leave cancelled orders out unless a status is asked for; refunds count when they were paid.
"""

from __future__ import annotations

from lab_utils.collections.schema import REFUND_STATUSES
from lab_utils.search.tools import (
    CHANNEL,
    END,
    FAMILY,
    FINANCE,
    PLAN,
    QUARTER,
    REASON,
    REGION,
    SKU,
    START,
    STATUS,
    TOP,
    Parameter,
    Tool,
)

Labels = dict[str | None, tuple[str, ...]]

_ORDER_LABELS: Labels = {
    None: (),
    "region": ("o.region",),
    "month": ("substr(o.order_day, 1, 7) AS month",),
    "quarter": ("o.quarter",),
    "channel": ("coalesce(o.channel, 'not recorded') AS channel",),
    "status": ("o.status",),
    "product": ("o.sku", "p.name"),
    "family": ("p.family",),
    "plan": ("coalesce(c.plan, 'none') AS plan",),
    "day": ("o.order_day",),
}
_REFUND_LABELS = {
    None: (),
    "region": ("o.region",),
    "month": ("substr(r.refunded_on, 1, 7) AS month",),
    "reason": ("coalesce(r.reason, 'not recorded') AS reason",),
    "product": ("o.sku", "p.name"),
    "family": ("p.family",),
    "method": ("r.method",),
}
_GMV_LABELS = {
    None: (),
    "region": ("g.region",),
    "day": ("g.day",),
    "month": ("substr(g.day, 1, 7) AS month",),
    "quarter": ("g.quarter",),
}
_SHARE_LABELS = {name: _ORDER_LABELS[name] for name in (None, "region", "month", "quarter", "channel")}
_RATE_LABELS = {name: _ORDER_LABELS[name] for name in (None, "region", "month", "quarter", "family", "product")}
_CUSTOMER_LABELS = {
    None: (),
    "region": ("c.region",),
    "plan": ("coalesce(c.plan, 'none') AS plan",),
    "heard_from": ("coalesce(c.heard_from, 'not said') AS heard_from",),
    "tenant": ("c.tenant",),
    "month": ("substr(c.signed_up_on, 1, 7) AS month",),
}

_ORDERS = "FROM orders o JOIN products p USING (sku) JOIN customers c USING (customer_id)"
_REFUNDS = "FROM refunds r JOIN orders o USING (order_id) JOIN products p USING (sku)"
_ORDERS_WHERE = """
WHERE o.order_day BETWEEN :start AND :end
  AND ((:status IS NULL AND o.status <> 'cancelled') OR o.status = :status)
  AND (:region IS NULL OR o.region = :region) AND (:channel IS NULL OR o.channel = :channel)
  AND (:sku IS NULL OR o.sku = :sku) AND (:family IS NULL OR p.family = :family) AND (:plan IS NULL OR c.plan = :plan)"""
_REFUNDS_WHERE = """
WHERE r.status = 'paid' AND r.refunded_on BETWEEN :start AND :end
  AND (:region IS NULL OR o.region = :region) AND (:reason IS NULL OR r.reason = :reason)
  AND (:sku IS NULL OR o.sku = :sku) AND (:family IS NULL OR p.family = :family)"""
_ORDER_FILTERS = (REGION, STATUS, CHANNEL, SKU, FAMILY, PLAN)
_REFUND_FILTERS = (REGION, REASON, SKU, FAMILY)


def _by(labels: Labels) -> Parameter:
    return Parameter("by", "choice", "one row for each; left out: no such label", tuple(name for name in labels if name), required=False)


def _grouped(labels: Labels, currency: str = "", limited: bool = True) -> dict[str, dict[str | None, str]]:
    """Texts for the places {by} (labels in front) and {by_} (the GROUP BY and ORDER BY behind)."""
    front, behind = {}, {}
    for name, label in labels.items():
        columns = (*label, currency) if currency else label
        numbers = ", ".join(str(number) for number in range(1, len(columns) + 1))
        front[name] = "".join(f"{column}, " for column in columns)
        # With n the rows with the largest numbers come first, without it they stand in order of their labels.
        plain = f"GROUP BY {numbers} ORDER BY {numbers}"
        largest = f"GROUP BY {numbers} ORDER BY iif(:n IS NULL, 0, -number), {numbers} LIMIT coalesce(:n, -1)"
        behind[name] = "" if not columns else largest if limited else plain
    return {"by": front, "by_": behind}


def _measure(
    name: str,
    meaning: str,
    number: str,
    source: str,
    where: str,
    labels: Labels,
    filters: tuple[Parameter, ...],
    currency: str = "",
    period: bool = True,
) -> Tool:
    parameters = ((START, END) if period else ()) + filters + (_by(labels), FIRST)
    return Tool(name, meaning, parameters, f"SELECT {{by}}{number} AS number {source} {where} {{by_}}", _grouped(labels, currency))


FIRST = Parameter("n", "count", "only the n rows with the largest numbers", required=False)
_EURO_OR_DOLLAR = "CASE WHEN :currency = o.currency THEN {0} WHEN :currency = 'USD' THEN {0} * f.eur_to_usd ELSE {0} / f.eur_to_usd END"
IN_CURRENCY = Parameter("currency", "choice", "everything converted to this currency, at the rate of the order's quarter", ("EUR", "USD"))

TOOLS = {
    tool.name: tool
    for tool in (
        _measure("count_orders", "number of orders", "count(*)", _ORDERS, _ORDERS_WHERE, _ORDER_LABELS, _ORDER_FILTERS),
        _measure("units_sold", "pieces ordered", "coalesce(sum(o.quantity), 0)", _ORDERS, _ORDERS_WHERE, _ORDER_LABELS, _ORDER_FILTERS),
        _measure("sales", "sum of order totals, by currency", "round(sum(o.total), 2)", _ORDERS, _ORDERS_WHERE, _ORDER_LABELS, _ORDER_FILTERS, "o.currency"),
        _measure(
            "average_order",
            "mean order total, by currency",
            "round(avg(o.total), 2)",
            _ORDERS,
            _ORDERS_WHERE,
            _ORDER_LABELS,
            _ORDER_FILTERS,
            "o.currency",
        ),
        _measure(
            "refunded_amount",
            "sum of refunds paid in the period, by currency",
            "round(sum(r.amount), 2)",
            _REFUNDS,
            _REFUNDS_WHERE,
            _REFUND_LABELS,
            _REFUND_FILTERS,
            "r.currency",
        ),
        _measure("count_refunds", "number of refunds paid in the period", "count(*)", _REFUNDS, _REFUNDS_WHERE, _REFUND_LABELS, _REFUND_FILTERS),
        _measure(
            "gmv",
            "gross merchandise value as the pipeline loaded it, by currency; understated for SG from 2025-09-08 to 2025-09-14",
            "round(sum(g.gmv), 2)",
            "FROM gmv_daily g",
            "WHERE g.day BETWEEN :start AND :end AND (:region IS NULL OR g.region = :region)",
            _GMV_LABELS,
            (REGION,),
            "g.currency",
        ),
        _measure(
            "count_customers",
            "customers as they are today",
            "count(*)",
            "FROM customers c",
            "WHERE (:region IS NULL OR c.region = :region) AND (:plan IS NULL OR c.plan = :plan) AND (:business IS NULL OR c.is_business = (:business = 'business'))",
            _CUSTOMER_LABELS,
            (REGION, PLAN, Parameter("business", "choice", "firms or households; left out: both", ("business", "household"), required=False)),
            period=False,
        ),
        _measure(
            "new_customers",
            "accounts opened in the period",
            "count(*)",
            "FROM customers c",
            "WHERE c.signed_up_on BETWEEN :start AND :end AND (:region IS NULL OR c.region = :region) AND (:plan IS NULL OR c.plan = :plan)",
            _CUSTOMER_LABELS,
            (REGION, PLAN),
        ),
        Tool(
            "refunds_by_region",
            "refunds paid in a quarter: region, currency, amount",
            (QUARTER,),
            "SELECT o.region, r.currency, round(sum(r.amount), 2) AS refunded FROM refunds r JOIN orders o USING (order_id) "
            "WHERE r.status = 'paid' AND r.refunded_on BETWEEN (SELECT valid_from FROM fx_rates WHERE quarter = :quarter) "
            "AND (SELECT date(valid_from, '+3 months', '-1 day') FROM fx_rates WHERE quarter = :quarter) GROUP BY 1, 2 ORDER BY 1, 2",
        ),
        Tool(
            "top_products",
            "the n products sold most: SKU, name, pieces or order totals (these in one currency)",
            (START, END, TOP, REGION, FAMILY, Parameter("measure", "choice", "pieces, orders or sales", ("units", "orders", "sales")), IN_CURRENCY),
            "SELECT o.sku, p.name, {measure} AS value FROM orders o JOIN products p USING (sku) JOIN fx_rates f USING (quarter) "
            "WHERE o.status <> 'cancelled' AND o.order_day BETWEEN :start AND :end AND (:region IS NULL OR o.region = :region) "
            "AND (:family IS NULL OR p.family = :family) GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT :n",
            {"measure": {"units": "sum(o.quantity)", "orders": "count(*)", "sales": f"round(sum({_EURO_OR_DOLLAR.format('o.total')}), 2)"}},
        ),
        Tool(
            "top_refunded_products",
            "the n products refunded most often: SKU, name, refunds paid in the period",
            (START, END, TOP, REGION, REASON),
            "SELECT o.sku, p.name, count(*) AS refunds FROM refunds r JOIN orders o USING (order_id) JOIN products p USING (sku) "
            "WHERE r.status = 'paid' AND r.refunded_on BETWEEN :start AND :end AND (:region IS NULL OR o.region = :region) "
            "AND (:reason IS NULL OR r.reason = :reason) GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT :n",
        ),
        Tool(
            "top_customers",
            "the n customers with the highest order totals in one currency: id, region, total. Finance only",
            (START, END, TOP, REGION, IN_CURRENCY),
            f"SELECT o.customer_id, o.region, round(sum({_EURO_OR_DOLLAR.format('o.total')}), 2) AS total FROM orders o JOIN fx_rates f USING (quarter) "
            "WHERE o.status <> 'cancelled' AND o.order_day BETWEEN :start AND :end AND (:region IS NULL OR o.region = :region) "
            "GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT :n",
            groups=FINANCE,
        ),
        Tool(
            "sales_converted",
            "order totals of both currencies in one, at the rate of the order's quarter",
            (START, END, REGION, IN_CURRENCY),
            f"SELECT round(sum({_EURO_OR_DOLLAR.format('o.total')}), 2) AS sales FROM orders o JOIN fx_rates f USING (quarter) "
            "WHERE o.status <> 'cancelled' AND o.order_day BETWEEN :start AND :end AND (:region IS NULL OR o.region = :region)",
        ),
        Tool(
            "refunds_converted",
            "refunds paid, of both currencies in one, at the rate of the order's quarter",
            (START, END, REGION, REASON, FAMILY, IN_CURRENCY),
            f"SELECT round(sum({_EURO_OR_DOLLAR.format('r.amount')}), 2) AS refunded FROM refunds r JOIN orders o USING (order_id) "
            "JOIN products p USING (sku) JOIN fx_rates f USING (quarter) WHERE r.status = 'paid' AND r.refunded_on BETWEEN :start AND :end "
            "AND (:region IS NULL OR o.region = :region) AND (:reason IS NULL OR r.reason = :reason) AND (:family IS NULL OR p.family = :family)",
        ),
        Tool(
            "cancelled_share",
            "cancelled orders / all orders, from 0 to 1",
            (START, END, REGION, CHANNEL, _by(_SHARE_LABELS)),
            "SELECT {by}round(avg(o.status = 'cancelled'), 4) AS share FROM orders o WHERE o.order_day BETWEEN :start AND :end "
            "AND (:region IS NULL OR o.region = :region) AND (:channel IS NULL OR o.channel = :channel) {by_}",
            _grouped(_SHARE_LABELS, limited=False),
        ),
        Tool(
            "refund_rate",
            "orders of the period with a paid refund / orders of the period that were not cancelled, from 0 to 1",
            (START, END, REGION, SKU, FAMILY, _by(_RATE_LABELS)),
            "SELECT {by}round(avg(EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.order_id AND r.status = 'paid')), 4) AS rate "
            "FROM orders o JOIN products p USING (sku) WHERE o.status <> 'cancelled' AND o.order_day BETWEEN :start AND :end "
            "AND (:region IS NULL OR o.region = :region) AND (:sku IS NULL OR o.sku = :sku) AND (:family IS NULL OR p.family = :family) {by_}",
            _grouped(_RATE_LABELS, limited=False),
        ),
        Tool(
            "late_refunds",
            "refunds paid in the quarter for orders of an earlier quarter: number",
            (QUARTER, REGION),
            "SELECT count(*) AS refunds FROM refunds r JOIN orders o USING (order_id) WHERE r.status = 'paid' AND o.quarter < :quarter "
            "AND r.refunded_on BETWEEN (SELECT valid_from FROM fx_rates WHERE quarter = :quarter) "
            "AND (SELECT date(valid_from, '+3 months', '-1 day') FROM fx_rates WHERE quarter = :quarter) AND (:region IS NULL OR o.region = :region)",
        ),
        Tool(
            "refunds_by_status",
            "refunds asked for in the period, by how they stand: status, number",
            (START, END, REGION, Parameter("refund_status", "choice", "one status; left out: all", REFUND_STATUSES, required=False)),
            "SELECT r.status, count(*) AS refunds FROM refunds r JOIN orders o USING (order_id) WHERE r.requested_on BETWEEN :start AND :end "
            "AND (:region IS NULL OR o.region = :region) AND (:refund_status IS NULL OR r.status = :refund_status) GROUP BY 1 ORDER BY 1",
        ),
        Tool(
            "count_products",
            "products in the shop's list, by family: family, number",
            (FAMILY,),
            "SELECT p.family, count(*) AS products FROM products p WHERE (:family IS NULL OR p.family = :family) GROUP BY 1 ORDER BY 1",
        ),
    )
}
