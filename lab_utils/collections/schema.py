"""What the tables hold, as data: one line for each table and column.

The same description makes the SQL that creates the database, the checks on the CSV files, and the text that a model
is shown before it writes a query, so the three cannot come to differ.
"""

from __future__ import annotations

from dataclasses import dataclass

REGIONS = ("EU", "ND", "AM", "SG", "AU")
CURRENCIES = ("EUR", "USD")
PLANS = ("Sprout", "Grove", "Canopy")
TENANTS = ("harbourlight", "ostmark", "tallis-rowe")
CHANNELS = ("web", "app", "phone", "partner")
ORDER_STATUSES = ("open", "completed", "partially_refunded", "refunded", "cancelled")
REFUND_STATUSES = ("paid", "pending", "rejected")
REFUND_REASONS = (
    "changed_mind",
    "does_not_fit",
    "wrong_item",
    "dead_on_arrival",
    "damaged_in_transit",
    "lost_parcel",
    "late_delivery",
    "goodwill",
    "recall",
    "warranty",
    "chargeback",
)

SQL_TYPES = {"text": "TEXT", "day": "TEXT", "instant": "TEXT", "quarter": "TEXT", "integer": "INTEGER", "flag": "INTEGER", "money": "REAL", "rate": "REAL"}
"""the kinds of value a column may have, and how SQLite keeps each"""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: str
    """one of SQL_TYPES"""
    meaning: str
    nullable: bool = False
    values: tuple[str, ...] = ()
    """all values there can be, where they are few"""
    references: str = ""
    """`table.column` that must hold the value"""


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    indexes: tuple[tuple[str, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


def _region(meaning: str = "region code") -> Column:
    return Column("region", "text", meaning, references="regions.region")


# Parents come before their children: tables are created and filled in this order.
SCHEMA: tuple[Table, ...] = (
    Table(
        "regions",
        "the five sales regions",
        ("region",),
        (
            Column("region", "text", "code: EU Europe, ND Nordics, AM Americas, SG Singapore, AU Australia", values=REGIONS),
            Column("name", "text", "name in plain words"),
            Column("currency", "text", "currency of every amount in this region", values=CURRENCIES),
            Column("time_zone", "text", "zone that decides the local day of an order"),
            Column("warehouse", "text", "where parcels leave from"),
            Column("payment_partner", "text", "who collects payments and posts the settlement feed"),
        ),
    ),
    Table(
        "fx_rates",
        "the dated rate table; amounts in two currencies are added only through it",
        ("quarter",),
        (
            Column("quarter", "quarter", "calendar quarter, such as 2025Q3; orders of the quarter use its rate"),
            Column("valid_from", "day", "first day of the quarter"),
            Column("eur_to_usd", "rate", "US dollars for one euro"),
        ),
    ),
    Table(
        "products",
        "every SKU that the shop sells or has sold",
        ("sku",),
        (
            Column("sku", "text", "such as SKU-77821"),
            Column("name", "text", "name in the shop"),
            Column("family", "text", "such as fernbox-home-2, drives, accessories, bundles, spare-parts"),
            Column("part_number", "text", "such as FH-PN-30417-B"),
            Column("price_eur", "money", "list price in EU and ND"),
            Column("price_usd", "money", "list price in AM, SG and AU"),
            Column("launched_on", "day", "first day of sale"),
            Column("status", "text", "on sale, last stock or discontinued", values=("on sale", "last stock", "discontinued")),
            Column("warranty_months", "integer", "length of the warranty"),
            Column("weight_g", "integer", "weight in grams"),
        ),
        (("family",),),
    ),
    Table(
        "customers",
        "buyers, with or without an account",
        ("customer_id",),
        (
            Column("customer_id", "text", "such as C-01234"),
            _region("region where the customer buys"),
            Column("plan", "text", "sync-cloud plan today; null: none", nullable=True, values=PLANS),
            Column("signed_up_on", "day", "day the account was opened; null: buys as a guest", nullable=True),
            Column("is_business", "flag", "1 for firms and practices, 0 for households", values=("0", "1")),
            Column("tenant", "text", "hosted tenant the customer belongs to; null: none", nullable=True, values=TENANTS),
            Column(
                "heard_from",
                "text",
                "how the customer heard of the shop; null: not said",
                nullable=True,
                values=("friend", "search", "press", "advert", "reseller"),
            ),
        ),
        (("region",),),
    ),
    Table(
        "orders",
        "one row an order of one product; amounts are without tax and delivery",
        ("order_id",),
        (
            Column("order_id", "text", "such as FH-204417"),
            Column("customer_id", "text", "who ordered", references="customers.customer_id"),
            _region("region of the order, always that of the customer"),
            Column("ordered_at", "instant", "moment of the order in UTC, such as 2025-09-08T08:14:33Z"),
            Column("order_day", "day", "day of the order by the region's own clock; days, months and quarters go by it"),
            Column("quarter", "quarter", "quarter of order_day", references="fx_rates.quarter"),
            Column("sku", "text", "product", references="products.sku"),
            Column("quantity", "integer", "pieces"),
            Column("unit_price", "money", "list price of a piece"),
            Column("promo_code", "text", "promotion code used; null: none", nullable=True),
            Column("discount", "money", "taken off the whole order"),
            Column("total", "money", "quantity * unit_price - discount"),
            Column("currency", "text", "currency of the amounts: EUR in EU and ND, USD elsewhere", values=CURRENCIES),
            Column("channel", "text", "where the order was placed; null: not recorded", nullable=True, values=CHANNELS),
            Column(
                "status",
                "text",
                "open: not sent yet; cancelled: never sent, no GMV; refunded: total paid back; partially_refunded: a part",
                values=ORDER_STATUSES,
            ),
            Column("shipped_on", "day", "day the parcel left; null: open or cancelled", nullable=True),
        ),
        (("order_day",), ("region", "quarter"), ("customer_id",), ("sku",)),
    ),
    Table(
        "refunds",
        "money asked back; an order may have more than one row",
        ("refund_id",),
        (
            Column("refund_id", "text", "such as RF-00123"),
            Column("order_id", "text", "order it belongs to", references="orders.order_id"),
            Column("requested_on", "day", "day it was asked for"),
            Column("refunded_on", "day", "day it was paid, often in a later quarter than the order; null: pending or rejected", nullable=True),
            Column("amount", "money", "amount asked for, in the order's currency"),
            Column("currency", "text", "currency of the order", values=CURRENCIES),
            Column("reason", "text", "reason code; null: not recorded", nullable=True, values=REFUND_REASONS),
            Column("status", "text", "only paid ones have moved money", values=REFUND_STATUSES),
            Column("method", "text", "way the money goes back", values=("original_payment", "store_credit", "bank_transfer")),
            Column(
                "approved_by",
                "text",
                "who had to agree; null: nobody, the rules sufficed",
                nullable=True,
                values=("support", "support-head", "finance-director"),
            ),
        ),
        (("order_id",), ("refunded_on",)),
    ),
    Table(
        "gmv_daily",
        "gross merchandise value a region and local day, as loaded by the pipeline; SG is understated for 2025-09-08 to 2025-09-14 (INC-2047)",
        ("day", "region"),
        (
            Column("day", "day", "local order day"),
            _region(),
            Column("quarter", "quarter", "quarter of the day", references="fx_rates.quarter"),
            Column("currency", "text", "currency of gmv", values=CURRENCIES),
            Column("orders", "integer", "orders counted, cancelled ones left out"),
            Column("gmv", "money", "sum of their totals"),
        ),
        (("region", "quarter"),),
    ),
)

BY_NAME = {table.name: table for table in SCHEMA}


def create_statements(table: Table) -> list[str]:
    """The SQL that creates one table and its indexes."""
    lines = [_column_sql(column) for column in table.columns]
    lines.append(f"PRIMARY KEY ({', '.join(table.key)})")
    body = ",\n  ".join(lines)
    statements = [f"CREATE TABLE {table.name} (\n  {body}\n)"]
    for columns in table.indexes:
        statements.append(f"CREATE INDEX {table.name}_{'_'.join(columns)} ON {table.name} ({', '.join(columns)})")
    return statements


def _column_sql(column: Column) -> str:
    sql = f"{column.name} {SQL_TYPES[column.kind]}"
    if not column.nullable:
        sql += " NOT NULL"
    if column.values:
        values = ", ".join(value if column.kind == "flag" else f"'{value}'" for value in column.values)
        sql += f" CHECK ({column.name} IN ({values}))"
    if column.references:
        sql += " REFERENCES {}({})".format(*column.references.split("."))
    return sql


def schema_text(tables: tuple[Table, ...] = SCHEMA) -> str:
    """The schema in words, as a model or a person reads it: a line for each table and column."""
    lines = []
    for table in tables:
        lines.append(f"{table.name}: {table.meaning}. Key: {', '.join(table.key)}.")
        for column in table.columns:
            known = f" One of: {', '.join(column.values)}." if column.values else ""
            target = f" -> {column.references}" if column.references else ""
            lines.append(f"  {column.name} ({column.kind}{', may be null' if column.nullable else ''}){target}: {column.meaning}.{known}")
    return "\n".join(lines)
