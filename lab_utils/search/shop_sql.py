"""The pieces of SQL that the shop's tools are put together from: sources, filters, labels. All written here, none by a caller."""

from __future__ import annotations

from lab_utils.collections.schema import TENANTS
from lab_utils.search.tools import CHANNEL, END, FAMILY, PLAN, REASON, REGION, SKU, START, STATUS, Parameter, Tool

Labels = dict[str | None, tuple[str, ...]]
"""value of the parameter `by` -> the columns in front of the number"""

FIRST = Parameter("n", "count", "only the n rows with the largest numbers", required=False)
BUYER = Parameter("buyer", "choice", "firms or households; left out: both", ("business", "household"), required=False)
TENANT = Parameter("tenant", "choice", "hosted tenant; left out: all customers", TENANTS, required=False)
IN_CURRENCY = Parameter("currency", "choice", "everything converted to this currency, at the rate of the order's quarter", ("EUR", "USD"))

_BUYER = "iif(c.is_business, 'business', 'household')"
ORDER_LABELS: Labels = {
    None: (),
    "region": ("o.region",),
    "month": ("substr(o.order_day, 1, 7) AS month",),
    "quarter": ("o.quarter",),
    "channel": ("coalesce(o.channel, 'not recorded') AS channel",),
    "status": ("o.status",),
    "product": ("o.sku", "p.name"),
    "family": ("p.family",),
    "plan": ("coalesce(c.plan, 'none') AS plan",),
    "buyer": (f"{_BUYER} AS buyer",),
    "day": ("o.order_day",),
}
REFUND_LABELS: Labels = {
    None: (),
    "region": ("o.region",),
    "month": ("substr(r.refunded_on, 1, 7) AS month",),
    "reason": ("coalesce(r.reason, 'not recorded') AS reason",),
    "product": ("o.sku", "p.name"),
    "family": ("p.family",),
    "method": ("r.method",),
    "channel": ("coalesce(o.channel, 'not recorded') AS channel",),
}
GMV_LABELS: Labels = {
    None: (),
    "region": ("g.region",),
    "day": ("g.day",),
    "month": ("substr(g.day, 1, 7) AS month",),
    "quarter": ("g.quarter",),
}
CUSTOMER_LABELS: Labels = {
    None: (),
    "region": ("c.region",),
    "plan": ("coalesce(c.plan, 'none') AS plan",),
    "heard_from": ("coalesce(c.heard_from, 'not said') AS heard_from",),
    "tenant": ("coalesce(c.tenant, 'none') AS tenant",),
    "buyer": (f"{_BUYER} AS buyer",),
    "month": ("substr(c.signed_up_on, 1, 7) AS month",),
}

_ORDER_NARROWED = """(:region IS NULL OR o.region = :region) AND (:channel IS NULL OR o.channel = :channel)
  AND (:sku IS NULL OR o.sku = :sku) AND (:family IS NULL OR p.family = :family) AND (:plan IS NULL OR c.plan = :plan)
  AND (:buyer IS NULL OR iif(c.is_business, 'business', 'household') = :buyer) AND (:tenant IS NULL OR c.tenant = :tenant)"""
ORDERS = "FROM orders o JOIN products p USING (sku) JOIN customers c USING (customer_id) JOIN fx_rates f USING (quarter)"
ORDERS_IN = f"{ORDERS} WHERE o.order_day BETWEEN :start AND :end AND {_ORDER_NARROWED}"
ORDERS_COUNTED = f"{ORDERS_IN} AND ((:status IS NULL AND o.status <> 'cancelled') OR o.status = :status)"
REFUNDS_PAID = f"""FROM refunds r JOIN orders o USING (order_id) JOIN products p USING (sku) JOIN customers c USING (customer_id)
JOIN fx_rates f USING (quarter)
WHERE r.status = 'paid' AND r.refunded_on BETWEEN :start AND :end AND (:reason IS NULL OR r.reason = :reason) AND {_ORDER_NARROWED}"""
CUSTOMERS = """FROM customers c WHERE (:region IS NULL OR c.region = :region) AND (:plan IS NULL OR c.plan = :plan)
  AND (:buyer IS NULL OR iif(c.is_business, 'business', 'household') = :buyer)"""
QUARTER_DAYS = """BETWEEN (SELECT valid_from FROM fx_rates WHERE quarter = :quarter)
  AND (SELECT date(valid_from, '+3 months', '-1 day') FROM fx_rates WHERE quarter = :quarter)"""

NARROW = (REGION, CHANNEL, SKU, FAMILY, PLAN, BUYER, TENANT)
ORDER_FILTERS = (*NARROW, STATUS)
REFUND_FILTERS = (*NARROW, REASON)


def converted(amount: str) -> str:
    """An amount of an order (`o`) or its refund in the currency asked for, at the rate (`f`) of the order's quarter."""
    return f"CASE WHEN :currency = o.currency THEN {amount} WHEN :currency = 'USD' THEN {amount} * f.eur_to_usd ELSE {amount} / f.eur_to_usd END"


def measure(
    name: str,
    meaning: str,
    number: str,
    source: str,
    labels: Labels,
    filters: tuple[Parameter, ...],
    currency: str = "",
    period: bool = True,
) -> Tool:
    """One measure: `number` over `source`, one row for each value of `by` (and each `currency`, where it is a column)."""
    by = Parameter("by", "choice", "one row for each; left out: no such label", tuple(label for label in labels if label), required=False)
    parameters = ((START, END) if period else ()) + filters + (by, FIRST)
    front, behind = {}, {}
    for choice, label in labels.items():
        columns = (*label, currency) if currency else label
        numbers = ", ".join(str(place) for place in range(1, len(columns) + 1))
        front[choice] = "".join(f"{column}, " for column in columns)
        # With n the rows with the largest numbers come first, without it they stand in the order of their labels.
        behind[choice] = f"GROUP BY {numbers} ORDER BY iif(:n IS NULL, 0, -number), {numbers} LIMIT coalesce(:n, -1)" if columns else ""
    return Tool(name, meaning, parameters, f"SELECT {{by}}{number} AS number {source} {{by_}}", {"by": front, "by_": behind})
