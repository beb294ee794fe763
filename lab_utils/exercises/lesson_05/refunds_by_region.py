"""A query tool with named parameters: the model chooses values, never SQL.

What keeps it safe: values go into the query as parameters; every value is checked before; the rows are those of the
user's own regions, whoever asks; the number of rows has a limit; each call is logged with who and how many, without
contents. The handle is read-only besides.

Blind spot: it answers one question. Each further question is another tool, or a builder with rules.
"""

import re
import sqlite3

from lab_utils.exercises import Case, Exercise, Mistake
from lab_utils.exercises.lesson_05._refund_telling import compare, tell


def refunds_by_region(
    database: sqlite3.Connection, user: dict, log: list[dict], quarter: str, region: str | None = None, limit: int = 20
) -> list[tuple[str, str, float]]:
    """What was paid back in a quarter: rows (region, currency, total), ordered by region and
    currency.

    database: an open sqlite3 connection; ask it with execute(sql, values). Its tables: orders
    (order_id, region, quarter, currency, status), refunds (refund_id, order_id, refunded_on,
    amount, currency, status). The region is the order's, the currency the refund's; they are not
    added across. Only refunds of status 'paid' count, whatever became of the order, in the quarter
    of their refunded_on (a text such as 2025-08-31). Totals are rounded to 2 digits. What the
    caller sends goes into the SQL as parameters.

    user: {"id": ..., "regions": [...]}; nobody gets rows of a region that is not among their own.
    region: only this one; None: all of the user's. limit: at most so many rows, the first ones.
    Raises ValueError for a quarter that is not written exactly like "2025Q3" (four digits, Q, 1 to
    4) and for a limit outside 1 to 50, PermissionError for a region that is not the user's. Each
    call, also a refused one, appends one line to `log`: {"user": the id, "tool":
    "refunds_by_region", "outcome": "2 rows"}, or "refused" as the outcome.
    """
    refusal = None
    if not re.fullmatch(r"[0-9]{4}Q[1-4]", quarter):
        refusal = ValueError(f"quarter {quarter!r}: write it like 2025Q3")
    elif not 1 <= limit <= 50:
        refusal = ValueError(f"limit {limit!r}: give 1 to 50")
    elif region is not None and region not in user["regions"]:
        refusal = PermissionError("this region is not yours")
    if refusal:
        log.append({"user": user["id"], "tool": "refunds_by_region", "outcome": "refused"})
        raise refusal
    regions = user["regions"] if region is None else [region]
    sql = f"""
        SELECT orders.region, refunds.currency, round(sum(refunds.amount), 2)
        FROM refunds JOIN orders ON orders.order_id = refunds.order_id
        WHERE refunds.status = 'paid'
          AND substr(refunded_on, 1, 4) || 'Q' || ((substr(refunded_on, 6, 2) + 2) / 3) = ?
          AND orders.region IN ({", ".join("?" * len(regions))})
        GROUP BY orders.region, refunds.currency ORDER BY orders.region, refunds.currency LIMIT ?
    """
    rows = database.execute(sql, [quarter, *regions, limit]).fetchall()
    log.append({"user": user["id"], "tool": "refunds_by_region", "outcome": f"{len(rows)} rows"})
    return rows


def adapt(refunds_by_region, arguments):
    """Fill a small database, make the calls, and write down the rows, refusals and log lines they gave."""
    import sqlite3

    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE orders (order_id TEXT, region TEXT, quarter TEXT, currency TEXT, status TEXT)")
    database.execute("CREATE TABLE refunds (refund_id TEXT, order_id TEXT, refunded_on TEXT, amount REAL, currency TEXT, status TEXT)")
    database.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?)", arguments["orders"])
    database.executemany("INSERT INTO refunds VALUES (?, ?, ?, ?, ?, ?)", arguments["refunds"])
    database.commit()
    database.execute("PRAGMA query_only = ON")
    log, calls = [], []
    for call in arguments["calls"]:
        try:
            calls.append(refunds_by_region(database, dict(call["user"]), log, **call["asked"]))
        except PermissionError:
            calls.append("PermissionError")
        except ValueError:
            calls.append("ValueError")
    return {"calls": calls, "log": log}


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


QUARTER_PAID = "substr(refunded_on, 1, 4) || 'Q' || ((substr(refunded_on, 6, 2) + 2) / 3)"


def query(where: str, groups: str = "orders.region, refunds.currency") -> str:
    return (
        "SELECT orders.region, refunds.currency, round(sum(refunds.amount), 2) FROM refunds JOIN orders ON orders.order_id = refunds.order_id "
        f"WHERE refunds.status = 'paid' AND {where} GROUP BY {groups} ORDER BY orders.region, refunds.currency LIMIT ?"
    )


def asks_otherwise(database, user, log, quarter, region, limit, ask):
    """Refuse and log as one should, but ask the database something else. ask: (regions) -> (SQL, values)."""
    refunds_by_region(database, user, log, quarter, region, limit)
    sql, values = ask(user["regions"] if region is None else [region])
    rows = database.execute(sql, [*values, limit]).fetchall()
    log[-1]["outcome"] = f"{len(rows)} rows"
    return rows


def marks(regions: list[str]) -> str:
    return f"orders.region IN ({', '.join('?' * len(regions))})"


def goes_by_the_order(database, user, log, quarter, region=None, limit=20):
    def ask(regions):
        return query(f"orders.quarter = ? AND {marks(regions)}"), [quarter, *regions]

    return asks_otherwise(database, user, log, quarter, region, limit, ask)


def mixes_currencies(database, user, log, quarter, region=None, limit=20):
    def ask(regions):
        return query(f"{QUARTER_PAID} = ? AND {marks(regions)}", "orders.region"), [quarter, *regions]

    return asks_otherwise(database, user, log, quarter, region, limit, ask)


def shows_every_region(database, user, log, quarter, region=None, limit=20):
    if region is None:
        user = {**user, "regions": [name for (name,) in database.execute("SELECT DISTINCT region FROM orders")]}
    return refunds_by_region(database, user, log, quarter, region, limit)


def pastes_the_regions(database, user, log, quarter, region=None, limit=20):
    def ask(regions):
        names = ", ".join(f"'{name}'" for name in regions)
        return query(f"{QUARTER_PAID} = ? AND orders.region IN ({names})"), [quarter]

    return asks_otherwise(database, user, log, quarter, region, limit, ask)


ORDERS = [
    ["FH-1", "EU", "2025Q3", "EUR", "completed"],
    ["FH-2", "EU", "2025Q3", "EUR", "completed"],
    ["FH-3", "SG", "2025Q3", "USD", "completed"],
    ["FH-4", "SG", "2025Q2", "USD", "completed"],
    ["FH-5", "AM", "2025Q3", "USD", "completed"],
    ["FH-6", "ND", "2025Q3", "EUR", "cancelled"],
]
ABIDJAN = ["FH-7", "Cote d'Ivoire", "2025Q3", "EUR", "completed"]
HEAD = {"id": "mara", "regions": ["AM", "EU", "ND", "SG"]}
CLERK = {"id": "jonas", "regions": ["SG"]}
NEWCOMER = {"id": "aya", "regions": []}
ABROAD = {"id": "awa", "regions": ["Cote d'Ivoire", "EU"]}


def paid(order: str, day: str | None, amount: float, currency: str, status: str = "paid") -> list:
    return [order, day, amount, currency, status]


USUAL = [
    paid("FH-1", "2025-07-14", 45.0, "EUR"),
    paid("FH-2", "2025-09-29", 16.5, "EUR"),
    paid("FH-3", "2025-08-31", 120.0, "USD"),
    paid("FH-5", "2025-07-02", 80.25, "USD"),
]


def case(about: str, *calls: tuple[dict, dict], refunds: list = USUAL, orders: list = ORDERS) -> Case:
    numbered = [[f"RF-{number}", *refund] for number, refund in enumerate(refunds, start=1)]
    return Case(about, orders=orders, refunds=numbered, calls=[{"user": user, "asked": values} for user, values in calls])


def asking(user: dict, name: str, *values, quarter: str = "2025Q3") -> list[tuple[dict, dict]]:
    """A call for each of the values of one parameter."""
    return [(user, {"quarter": quarter, name: value}) for value in values]


def cases(rng) -> list[Case]:
    drawn = [paid(f"FH-{rng.randint(1, 5)}", f"2025-{rng.randint(4, 12):02}-{rng.randint(1, 28):02}", rng.randint(100, 9999) / 100, "EUR") for _ in range(12)]
    waiting = [
        paid("FH-1", "2025-07-14", 45.0, "EUR"),
        paid("FH-2", None, 300.0, "EUR", "pending"),
        paid("FH-1", "2025-08-02", 99.0, "EUR", "rejected"),
    ]
    later = [paid("FH-4", "2025-07-03", 60.0, "USD"), paid("FH-3", "2025-10-02", 75.0, "USD"), paid("FH-3", "2025-09-29", 10.0, "USD")]
    mixed = [paid("FH-1", "2025-07-14", 45.0, "USD"), paid("FH-2", "2025-07-15", 10.0, "EUR"), paid("FH-3", "2025-07-15", 20.0, "USD")]
    parts = [paid("FH-6", "2025-08-04", 33.3333, "EUR"), paid("FH-6", "2025-09-04", 33.3333, "EUR")]
    days = ("2025-01-01", "2025-03-31", "2025-06-30", "2025-07-01", "2025-09-30", "2025-10-01", "2025-12-31", "2026-01-01")
    edges = [paid("FH-1", day, 10.0 * 2**number, "EUR") for number, day in enumerate(days)]
    quarters = ("2025Q1", "2025Q2", "2025Q3", "2025Q4")
    abroad = [paid("FH-7", "2025-08-20", 64.0, "EUR"), paid("FH-1", "2025-08-21", 12.0, "EUR")]
    return [
        case("one quarter, all regions", (HEAD, {"quarter": "2025Q3"})),
        case("one region", (HEAD, {"quarter": "2025Q3", "region": "EU"})),
        case("quarters without refunds", *asking(HEAD, "quarter", "2024Q1", "2024Q3")),
        case("refunds that moved no money", (HEAD, {"quarter": "2025Q3"}), refunds=waiting),
        case("two currencies in one region", (HEAD, {"quarter": "2025Q3"}), refunds=mixed),
        case("an order of one quarter, paid back in the next", (HEAD, {"quarter": "2025Q3"}), refunds=later),
        case("a cancelled order, paid back in parts that are no whole cents", (HEAD, {"quarter": "2025Q3"}), refunds=parts),
        case("the first and the last day of a quarter", *asking(HEAD, "quarter", *quarters), refunds=edges),
        case("as many rows as allowed", *asking(HEAD, "limit", 2, 1, 50)),
        case("a user with one region asks for all, and one who has none", (CLERK, {"quarter": "2025Q3"}), (NEWCOMER, {"quarter": "2025Q3"})),
        case("regions that are not the user's", *asking(CLERK, "region", "EU", "S", "")),
        case("limits that are none", *asking(HEAD, "limit", 51, 0, 100000, -1)),
        case("quarters that there are not", *asking(HEAD, "quarter", "2025Q5", "last quarter", "Q3", "yearQ3")),
        case(
            "quarters with something more about them, and one that tries to be SQL",
            *asking(CLERK, "quarter", "2025Q3\n", "20255Q3", "2025q3", "2025Q3' OR '1' = '1"),
        ),
        case("at random", *asking(HEAD, "quarter", *quarters[1:]), refunds=drawn),
        case(
            "a region with an apostrophe in its name",
            (ABROAD, {"quarter": "2025Q3"}),
            (ABROAD, {"quarter": "2025Q3", "region": "Cote d'Ivoire"}),
            refunds=abroad,
            orders=[*ORDERS, ABIDJAN],
        ),
    ]


EXERCISE = Exercise(
    id="refunds-by-region",
    lesson="05",
    order=1,
    title="A refund tool with guards",
    minutes=20,
    difficulty=3,
    points=6,
    reference=refunds_by_region,
    cases=cases,
    adapt=adapt,
    tell=tell,
    compare=compare,
    mistakes=(
        Mistake(
            goes_by_the_order,
            "Yours takes the quarter of the order. Money often goes back in a later quarter than the sale, and then "
            "your total is another one than the accounts'.",
        ),
        Mistake(mixes_currencies, "Yours adds dollars to euros. Their sum is no amount of money; a region with two currencies gets two rows."),
        Mistake(
            shows_every_region,
            "A user who may see one region got the rows of others. The tool has to know who asks: a model that is asked nicely does not.",
        ),
        Mistake(
            pastes_the_regions,
            "An apostrophe in a region's name broke your query: text from outside has become SQL. The same hole lets in any other condition.",
        ),
    ),
    hints=(
        "Suppose the model that calls your tool has read a hostile document. Which values could it send, and which of your lines stops each of them?",
        "Check first, ask second: quarter, limit and region, each with its own refusal; log and raise. Only then the "
        "query, with a question mark wherever a value goes, and one question mark for each region.",
        "decide on a refusal: quarter's form, limit's range, region among the user's\nif refused: log it, raise it\n"
        "regions: the one asked for, or the user's\n"
        "ask: paid refunds joined with orders, quarter computed from the day paid, region in (a mark for each), "
        "grouped by region and currency, ordered, limited\nlog the number of rows, give them back",
    ),
)
