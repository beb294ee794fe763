"""The tools over Fernhollow's tables: one measure each, over a period, narrowed and grouped by fixed choices.

What each number means is in its `meaning`; the same words go to a model. Days are the region's own; sales and order
counts leave cancelled orders out unless a status is asked for; refunds count when they were paid.
"""

from __future__ import annotations

from lab_utils.collections.schema import REFUND_STATUSES
from lab_utils.search.shop_sql import (
    BUYER,
    CUSTOMER_LABELS,
    CUSTOMERS,
    GMV_LABELS,
    IN_CURRENCY,
    NARROW,
    ORDER_FILTERS,
    ORDER_LABELS,
    ORDERS_COUNTED,
    ORDERS_IN,
    QUARTER_DAYS,
    REFUND_FILTERS,
    REFUND_LABELS,
    REFUNDS_PAID,
    converted,
    measure,
)
from lab_utils.search.tools import END, FAMILY, FINANCE, PLAN, QUARTER, REASON, REGION, START, TOP, Parameter, Tool

_ORDERED = (ORDERS_COUNTED, ORDER_LABELS, ORDER_FILTERS)
_REFUNDED = (REFUNDS_PAID, REFUND_LABELS, REFUND_FILTERS)

_MEASURES = (
    measure("count_orders", "number of orders", "count(*)", *_ORDERED),
    measure("units_sold", "pieces ordered", "coalesce(sum(o.quantity), 0)", *_ORDERED),
    measure("sales", "sum of order totals, by currency", "round(sum(o.total), 2)", *_ORDERED, "o.currency"),
    measure("average_order", "mean order total, by currency", "round(avg(o.total), 2)", *_ORDERED, "o.currency"),
    measure(
        "sales_converted",
        "sum of order totals, both currencies in one, at the rate of the order's quarter",
        f"round(sum({converted('o.total')}), 2)",
        ORDERS_COUNTED,
        ORDER_LABELS,
        (*ORDER_FILTERS, IN_CURRENCY),
    ),
    measure(
        "cancelled_share",
        "cancelled orders / all orders, from 0 to 1",
        "round(avg(o.status = 'cancelled'), 4)",
        ORDERS_IN,
        {by: ORDER_LABELS[by] for by in (None, "region", "month", "quarter", "channel", "product", "family")},
        NARROW,
    ),
    measure(
        "refund_rate",
        "paid refunds of the period's orders / the totals of these orders, from 0 to 1, by currency",
        "round(sum((SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.order_id = o.order_id AND r.status = 'paid')) / sum(o.total), 4)",
        f"{ORDERS_IN} AND o.status <> 'cancelled'",
        {by: ORDER_LABELS[by] for by in (None, "region", "month", "quarter", "channel", "product", "family")},
        NARROW,
        "o.currency",
    ),
    measure("refunded_amount", "sum of refunds paid in the period, by currency", "round(sum(r.amount), 2)", *_REFUNDED, "r.currency"),
    measure("count_refunds", "number of refunds paid in the period", "count(*)", *_REFUNDED),
    measure(
        "refunds_converted",
        "sum of refunds paid in the period, both currencies in one, at the rate of the order's quarter",
        f"round(sum({converted('r.amount')}), 2)",
        REFUNDS_PAID,
        REFUND_LABELS,
        (*REFUND_FILTERS, IN_CURRENCY),
    ),
    measure(
        "gmv",
        "gross merchandise value as the pipeline loaded it, by currency; understated for SG from 2025-09-08 to 2025-09-14",
        "round(sum(g.gmv), 2)",
        "FROM gmv_daily g WHERE g.day BETWEEN :start AND :end AND (:region IS NULL OR g.region = :region)",
        GMV_LABELS,
        (REGION,),
        "g.currency",
    ),
    measure("count_customers", "customers as they are today", "count(*)", CUSTOMERS, CUSTOMER_LABELS, (REGION, PLAN, BUYER), period=False),
    measure(
        "new_customers",
        "accounts opened in the period",
        "count(*)",
        f"{CUSTOMERS} AND c.signed_up_on BETWEEN :start AND :end",
        CUSTOMER_LABELS,
        (REGION, PLAN, BUYER),
    ),
)

_QUESTIONS = (
    Tool(
        "refunds_by_region",
        "refunds paid in a quarter: region, currency, amount",
        (QUARTER,),
        "SELECT o.region, r.currency, round(sum(r.amount), 2) AS refunded FROM refunds r JOIN orders o USING (order_id) "
        f"WHERE r.status = 'paid' AND r.refunded_on {QUARTER_DAYS} GROUP BY 1, 2 ORDER BY 1, 2",
    ),
    Tool(
        "late_refunds",
        "refunds paid in the quarter for orders of an earlier quarter: number",
        (QUARTER, REGION),
        "SELECT count(*) AS refunds FROM refunds r JOIN orders o USING (order_id) WHERE r.status = 'paid' AND o.quarter < :quarter "
        f"AND r.refunded_on {QUARTER_DAYS} AND (:region IS NULL OR o.region = :region)",
    ),
    Tool(
        "refunds_by_status",
        "refunds asked for in the period, by how they stand: status, number",
        (START, END, REGION, REASON, Parameter("refund_status", "choice", "one status; left out: all", REFUND_STATUSES, required=False)),
        "SELECT r.status, count(*) AS refunds FROM refunds r JOIN orders o USING (order_id) WHERE r.requested_on BETWEEN :start AND :end "
        "AND (:region IS NULL OR o.region = :region) AND (:reason IS NULL OR r.reason = :reason) "
        "AND (:refund_status IS NULL OR r.status = :refund_status) GROUP BY 1 ORDER BY 1",
    ),
    Tool(
        "top_products",
        "the n products sold most: SKU, name, pieces, orders or order totals (these in one currency)",
        (START, END, TOP, REGION, FAMILY, Parameter("measure", "choice", "pieces, orders or sales", ("units", "orders", "sales")), IN_CURRENCY),
        "SELECT o.sku, p.name, {measure} AS value FROM orders o JOIN products p USING (sku) JOIN fx_rates f USING (quarter) "
        "WHERE o.status <> 'cancelled' AND o.order_day BETWEEN :start AND :end AND (:region IS NULL OR o.region = :region) "
        "AND (:family IS NULL OR p.family = :family) GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT :n",
        {"measure": {"units": "sum(o.quantity)", "orders": "count(*)", "sales": f"round(sum({converted('o.total')}), 2)"}},
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
        f"SELECT o.customer_id, o.region, round(sum({converted('o.total')}), 2) AS total FROM orders o JOIN fx_rates f USING (quarter) "
        "WHERE o.status <> 'cancelled' AND o.order_day BETWEEN :start AND :end AND (:region IS NULL OR o.region = :region) "
        "GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT :n",
        groups=FINANCE,
    ),
    Tool(
        "count_products",
        "products in the shop's list, by family: family, number",
        (FAMILY,),
        "SELECT p.family, count(*) AS products FROM products p WHERE (:family IS NULL OR p.family = :family) GROUP BY 1 ORDER BY 1",
    ),
)

TOOLS = {tool.name: tool for tool in (*_MEASURES, *_QUESTIONS)}
