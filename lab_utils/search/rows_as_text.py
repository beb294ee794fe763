"""Rows of a table as sentences, so that they can be embedded: what people try before they ask the database.

An order becomes a sentence, or a day's orders become a summary. Retrieval then works as on any text, and gives back
*some* rows that look like the question. How many there are that match, and what they add up to, is in none of them.

A summary is another matter: a number that was computed beforehand and written into a text can be looked up. That
serves the questions which somebody foresaw, one text each, until the table changes.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from lab_utils.collections.database import DATABASE
from lab_utils.collections.records import Document
from lab_utils.search.sql import ReadOnlyDatabase

MOST = 20_000  # more than there are orders: here every row of the period is wanted

# What lesson 05 embeds and asks; the cache that comes with the data holds the vectors.
ORDERS_SHOWN = ("2025-10-01", "2025-10-31")
DAYS_SHOWN = ("2025-01-01", "2025-11-16")
QUESTIONS_SHOWN = (
    "how many orders from singapore in october",
    "what was revenue in singapore in october",
    "orders with a total above 1000 USD from Singapore",
    "how many orders did we get yesterday",
    "how many orders did we get on 16 November 2025",
    "orders on sunday 16 november 2025",
    "number of orders on 2025-11-16",
)

_ORDERS = """
SELECT o.order_id, o.order_day, r.name, p.name, o.quantity, o.total, o.currency, o.channel, o.status, o.region
FROM orders o JOIN regions r USING (region) JOIN products p USING (sku)
WHERE o.order_day BETWEEN :start AND :end ORDER BY o.order_id
"""
_DAYS = """
SELECT order_day, count(*), round(sum(iif(currency = 'EUR', total, 0)), 2), round(sum(iif(currency = 'USD', total, 0)), 2)
FROM orders WHERE status <> 'cancelled' AND order_day BETWEEN :start AND :end GROUP BY order_day ORDER BY order_day
"""


def order_documents(start: str, end: str, path: Path = DATABASE) -> list[Document]:
    """One document an order of the period, cancelled ones too; the row itself is in the metadata."""
    documents = []
    for order, on, place, product, quantity, total, currency, channel, status, region in _rows(_ORDERS, start, end, path):
        by = f"by {channel}" if channel else "channel not recorded"
        text = f"Order {order} of {_long(on)} from {place}: {quantity} x {product}, total {total:.2f} {currency}, {by}, {status.replace('_', ' ')}."
        documents.append(Document(order, text, metadata={"region": region, "day": on, "total": total, "currency": currency, "status": status}))
    return documents


def day_documents(start: str, end: str, path: Path = DATABASE) -> list[Document]:
    """One document a day: how many orders there were (cancelled ones left out) and their totals, by currency."""
    documents = []
    for on, orders, euros, dollars in _rows(_DAYS, start, end, path):
        text = f"{_long(on)} ({on}): {orders} orders in all regions, together {euros:.2f} EUR and {dollars:.2f} USD."
        documents.append(Document(f"day-{on}", text, metadata={"day": on, "orders": orders, "EUR": euros, "USD": dollars}))
    return documents


def texts_to_cache(path: Path = DATABASE) -> list[str]:
    """Every text of lesson 05 whose vector should come with the data."""
    return [document.text for document in order_documents(*ORDERS_SHOWN, path) + day_documents(*DAYS_SHOWN, path)] + list(QUESTIONS_SHOWN)


def _rows(sql: str, start: str, end: str, path: Path) -> tuple[tuple, ...]:
    return ReadOnlyDatabase(path, max_rows=MOST).select(sql, {"start": start, "end": end}, user="kit", tool="rows_as_text").rows


def _long(day: str) -> str:
    """`2025-11-16` as Sunday 16 November 2025."""
    found = date.fromisoformat(day)
    return f"{found:%A} {found.day} {found:%B} {found.year}"
