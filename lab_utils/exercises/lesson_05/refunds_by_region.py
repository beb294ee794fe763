"""A query tool with named parameters: the model chooses values, never SQL.

What keeps it safe: values go into the query as parameters; every value is checked before; the rows are those of the
user's own regions, whoever asks; the number of rows has a limit; each call is logged with who and how many, without
contents. The handle is read-only besides.

Blind spot: it answers one question. Each further question is another tool, or a builder with rules.
"""

import re
import sqlite3

from lab_utils.exercises import Case, Exercise, Mistake
from lab_utils.exercises.compare import same
from lab_utils.exercises.wording import show


def refunds_by_region(
    database: sqlite3.Connection, user: dict, log: list[dict], quarter: str, region: str | None = None, limit: int = 20
) -> list[tuple[str, str, float]]:
    """What was paid back in a quarter: rows (region, currency, total), ordered by region and currency.

    Tables: orders (order_id, region, quarter, currency, status), refunds (refund_id, order_id, refunded_on, amount,
    currency, status). Only refunds of status 'paid' count, in the quarter of their refunded_on (such as 2025-08-31).
    Totals are rounded to 2 digits. Values go into the SQL as parameters.

    user: {"id": ..., "regions": [...]}; nobody gets rows of a region that is not among their own.
    region: only this one; None: all of the user's. limit: at most so many rows.
    Raises ValueError for a quarter that is not written like "2025Q3" and for a limit outside 1 to 50, PermissionError
    for a region that is not the user's. Each call, also a refused one, appends one line to `log`:
    {"user": the id, "tool": "refunds_by_region", "outcome": "2 rows"}, or "refused" as the outcome.
    """
    refusal = None
    if not re.fullmatch(r"20[0-9]{2}Q[1-4]", quarter):
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
    database.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, 'completed')", arguments["orders"])
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


def tell(arguments: dict) -> str:
    """The calls as one would type them."""
    lines = []
    for call in arguments["calls"]:
        asked = ", ".join(f"{name}={value!r}" for name, value in call["asked"].items())
        lines.append(f"refunds_by_region(database, {show(call['user'])}, log, {asked})")
    return "\n".join(lines)


def compare(expected, found) -> str:
    """Call by call, then the log line by line."""
    calls = found.get("calls") if isinstance(found, dict) else None
    if not isinstance(calls, list) or len(calls) != len(expected["calls"]) or "log" not in found:
        return same(expected, found)
    for number, (right, given) in enumerate(zip(expected["calls"], calls, strict=True), start=1):
        if isinstance(right, str) and right != given:
            return f"call {number} should raise {right}, yours {f'raises {given}' if isinstance(given, str) else f'gives {show(given)}'}."
        if isinstance(given, str) and right != given:
            return f"call {number} should give {show(right)}, yours raises {given}."
        difference = same(right, given, f"calls[{number - 1}]")
        if difference:
            return difference
    return same(expected["log"], found["log"], "log")


# What people write instead. Each is run by the tests, and each must earn exactly its own message.


QUARTER_PAID = "substr(refunded_on, 1, 4) || 'Q' || ((substr(refunded_on, 6, 2) + 2) / 3)"


def query(where: str) -> str:
    return (
        "SELECT orders.region, refunds.currency, round(sum(refunds.amount), 2) FROM refunds JOIN orders ON orders.order_id = refunds.order_id "
        f"WHERE refunds.status = 'paid' AND {where} GROUP BY orders.region, refunds.currency ORDER BY orders.region, refunds.currency LIMIT ?"
    )


def pastes_the_quarter(database, user, log, quarter, region=None, limit=20):
    if not re.match(r"20[0-9]{2}Q[1-4]", quarter):  # looks at the beginning only
        return refunds_by_region(database, user, log, quarter, region, limit)
    refunds_by_region(database, user, log, "2025Q3", region, limit)  # refuses and logs as it should
    regions = user["regions"] if region is None else [region]
    where = f"orders.region IN ({', '.join('?' * len(regions))}) AND {QUARTER_PAID} = '{quarter}'"
    rows = database.execute(query(where), [*regions, limit]).fetchall()
    log[-1]["outcome"] = f"{len(rows)} rows"
    return rows


def shows_every_region(database, user, log, quarter, region=None, limit=20):
    every = [name for (name,) in database.execute("SELECT DISTINCT region FROM orders")]
    return refunds_by_region(database, {**user, "regions": [*every, region]}, log, quarter, region, limit)


def goes_by_the_order(database, user, log, quarter, region=None, limit=20):
    refunds_by_region(database, user, log, quarter, region, limit)
    regions = user["regions"] if region is None else [region]
    where = f"orders.quarter = ? AND orders.region IN ({', '.join('?' * len(regions))})"
    rows = database.execute(query(where), [quarter, *regions, limit]).fetchall()
    log[-1]["outcome"] = f"{len(rows)} rows"
    return rows


def is_silent_when_it_refuses(database, user, log, quarter, region=None, limit=20):
    try:
        return refunds_by_region(database, user, log, quarter, region, limit)
    except (ValueError, PermissionError):
        log.pop()
        raise


ORDERS = [
    ["FH-1", "EU", "2025Q3", "EUR"],
    ["FH-2", "EU", "2025Q3", "EUR"],
    ["FH-3", "SG", "2025Q3", "USD"],
    ["FH-4", "SG", "2025Q2", "USD"],
    ["FH-5", "AM", "2025Q3", "USD"],
    ["FH-6", "ND", "2025Q1", "EUR"],
]
HEAD = {"id": "mara", "regions": ["AM", "EU", "ND", "SG"]}
CLERK = {"id": "jonas", "regions": ["SG"]}


def paid(order: str, day: str | None, amount: float, currency: str, status: str = "paid") -> list:
    return [f"RF-{order}", order, day, amount, currency, status]


def case(about: str, *calls: tuple[dict, dict], refunds: list | None = None) -> Case:
    usual = [
        paid("FH-1", "2025-07-14", 45.0, "EUR"),
        paid("FH-2", "2025-09-30", 16.5, "EUR"),
        paid("FH-3", "2025-08-31", 120.0, "USD"),
        paid("FH-5", "2025-07-01", 80.25, "USD"),
    ]
    asked = [{"user": user, "asked": values} for user, values in calls]
    return Case(about, orders=ORDERS, refunds=usual if refunds is None else refunds, calls=asked)


def cases(rng) -> list[Case]:
    drawn = [paid(f"FH-{rng.randint(1, 5)}", f"2025-{rng.randint(4, 12):02}-{rng.randint(1, 28):02}", rng.randint(100, 9999) / 100, "EUR") for _ in range(12)]
    waiting = [
        paid("FH-1", "2025-07-14", 45.0, "EUR"),
        paid("FH-2", None, 300.0, "EUR", "pending"),
        paid("FH-1", "2025-08-02", 99.0, "EUR", "rejected"),
    ]
    later = [paid("FH-4", "2025-07-03", 60.0, "USD"), paid("FH-3", "2025-10-02", 75.0, "USD"), paid("FH-3", "2025-09-30", 10.0, "USD")]
    return [
        case("one quarter, all regions", (HEAD, {"quarter": "2025Q3"})),
        case("one region", (HEAD, {"quarter": "2025Q3", "region": "EU"})),
        case("a quarter without refunds", (HEAD, {"quarter": "2024Q1"})),
        case("refunds that moved no money", (HEAD, {"quarter": "2025Q3"}), refunds=waiting),
        case("an order of one quarter, paid back in the next", (HEAD, {"quarter": "2025Q3"}), refunds=later),
        case("two rows at most", (HEAD, {"quarter": "2025Q3", "limit": 2})),
        case("a user with one region asks for all", (CLERK, {"quarter": "2025Q3"})),
        case("a user asks for somebody else's region", (CLERK, {"quarter": "2025Q3", "region": "EU"})),
        case("a limit that is none", (HEAD, {"quarter": "2025Q3", "limit": 100000}), (HEAD, {"quarter": "2025Q3", "limit": -1})),
        case("a quarter that there is not", (HEAD, {"quarter": "2025Q5"}), (HEAD, {"quarter": "last quarter"})),
        case("at random", (HEAD, {"quarter": "2025Q2"}), (HEAD, {"quarter": "2025Q3"}), (HEAD, {"quarter": "2025Q4"}), refunds=drawn),
        case("a quarter that tries to be SQL", (CLERK, {"quarter": "2025Q3' OR '1' = '1"}), (CLERK, {"quarter": "2025Q3"})),
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
            pastes_the_quarter,
            "A quarter with a quotation mark in it changed what your query asks for: text from outside has become "
            "SQL. The same hole lets in any other condition.",
        ),
        Mistake(
            shows_every_region,
            "A user who may see one region got the rows of others. The tool has to know who asks: a model that is asked nicely does not.",
        ),
        Mistake(
            goes_by_the_order,
            "Yours takes the quarter of the order. Money often goes back in a later quarter than the sale, and then "
            "your total is another one than the accounts'.",
        ),
        Mistake(
            is_silent_when_it_refuses,
            "A refused call leaves no line in your log. Those are the calls that somebody will want to read about.",
        ),
    ),
    hints=(
        "Suppose the model that calls your tool has read a hostile document. Which values could it send, and which of your lines stops each of them?",
        "Check first, ask second: quarter, limit and region, each with its own refusal; log and raise. Only then the "
        "query, with a question mark wherever a value goes, and one question mark for each region.",
        "decide on a refusal: quarter's form, limit's range, region among the user's\nif refused: log it, raise it\n"
        "regions: the one asked for, or the user's\n"
        "ask: paid refunds joined with orders, quarter computed from the day paid, region in (a mark for each), "
        "grouped, ordered, limited\nlog the number of rows, give them back",
    ),
)
