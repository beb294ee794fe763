"""Refund tools as people write them. Most are the plain tool of `_tool` with one thing done otherwise."""

import json
import re

import pandas as pd

SQL = """SELECT o.region, r.currency, round(sum(r.amount), 2) FROM refunds r JOIN orders o ON o.order_id = r.order_id
WHERE r.status = 'paid' AND r.refunded_on >= :start AND r.refunded_on < :end AND o.region IN ({marks})
GROUP BY o.region, r.currency ORDER BY o.region, r.currency LIMIT :limit"""


def _days(year, quarter):
    """The first day of a quarter, and the first day after it."""
    return f"{year}-{3 * quarter - 2:02}-01", f"{year + 1}-01-01" if quarter == 4 else f"{year}-{3 * quarter + 1:02}-01"


def _line(user, outcome):
    return {"user": user["id"], "tool": "refunds_by_region", "outcome": outcome}


def _tool(
    *swaps,
    quarter_is_right=lambda quarter: re.fullmatch("[0-9]{4}Q[1-4]", quarter),
    limit_is_right=lambda limit: 1 <= limit <= 50,
    may_see=lambda region, user: region is None or region in user["regions"],
    denied=PermissionError,
    regions_of=lambda region, user, database: user["regions"] if region is None else [region],
    days=_days,
    number=lambda limit: limit,
    refused=lambda log, user, error: log.append(_line(user, "refused")),
    answered=lambda log, user, rows: log.append(_line(user, f"{len(rows)} rows")),
    fetch=lambda cursor: cursor.fetchall(),
    give=lambda rows, log: rows,
):
    """A tool that does one thing otherwise. swaps: (old, new) pieces of the SQL."""

    def refunds_by_region(database, user, log, quarter, region=None, limit=20):
        def refuse(error):
            refused(log, user, error)
            raise error

        if not quarter_is_right(quarter):
            refuse(ValueError("quarter"))
        if not limit_is_right(limit):
            refuse(ValueError("limit"))
        if not may_see(region, user):
            if denied is None:
                return []
            refuse(denied("region"))
        regions = regions_of(region, user, database)
        start, end = days(int(quarter.strip()[:4]), int(quarter.strip()[-1]))
        names = {f"region{place}": name for place, name in enumerate(regions)}
        sql = SQL
        for old, new in swaps:
            assert old in sql
            sql = sql.replace(old, new)
        sql = sql.format(marks=", ".join(f":{name}" for name in names), pasted=", ".join(f"'{name}'" for name in regions), start=start, end=end)
        values = {"start": start, "end": end, "quarter": quarter, "limit": number(limit), **names}
        rows = fetch(database.execute(sql, values))
        answered(log, user, rows)
        return give(rows, log)

    return refunds_by_region


ok_plain = _tool()
ok_months_count_on_after_december = _tool(days=lambda year, quarter: (f"{year}-{3 * quarter - 2:02}-01", f"{year}-{3 * quarter + 1:02}-01"))
ok_left_join = _tool(("JOIN", "LEFT JOIN"))
# SQLite sorts in order to group, so these come out ordered, and the days are the tool's own: results show no difference.
ok_leaves_the_order_to_the_grouping = _tool(("ORDER BY o.region, r.currency ", ""))
ok_orders_by_region_alone = _tool(("ORDER BY o.region, r.currency", "ORDER BY o.region"))
ok_pastes_days_of_its_own = _tool((":start", "'{start}'"), (":end", "'{end}'"))


def ok_marks(database, user, log, quarter, region=None, limit=20):
    def refuse(error):
        log.append({"user": user["id"], "tool": "refunds_by_region", "outcome": "refused"})
        raise error

    if not isinstance(quarter, str) or not re.fullmatch(r"[0-9]{4}Q[1-4]", quarter):
        refuse(ValueError("quarter"))
    if not 1 <= limit <= 50:
        refuse(ValueError("limit"))
    if region is not None and region not in user["regions"]:
        refuse(PermissionError("region"))
    regions = [region] if region is not None else list(user["regions"])
    start, end = _days(int(quarter[:4]), int(quarter[-1]))
    marks = ",".join("?" for _ in regions)
    rows = database.execute(
        f"""SELECT o.region, r.currency, ROUND(SUM(r.amount), 2) FROM refunds r JOIN orders o ON o.order_id = r.order_id
        WHERE r.status = 'paid' AND r.refunded_on >= ? AND r.refunded_on < ? AND o.region IN ({marks})
        GROUP BY o.region, r.currency ORDER BY o.region, r.currency LIMIT ?""",
        [start, end, *regions, limit],
    ).fetchall()
    log.append({"user": user["id"], "tool": "refunds_by_region", "outcome": f"{len(rows)} rows"})
    return rows


def ok_logs_at_the_end_whatever_happens(database, user, log, quarter, region=None, limit=20):
    outcome = "refused"
    try:
        found = re.fullmatch(r"(\d{4})Q([1-4])", quarter)
        if found is None:
            raise ValueError(f"{quarter!r}")
        if limit < 1 or limit > 50:
            raise ValueError(limit)
        if region is not None and region not in user["regions"]:
            raise PermissionError(region)
        cursor = database.cursor()
        cursor.execute(
            """SELECT o.region, r.currency, round(total(r.amount), 2) FROM refunds AS r, orders AS o
            WHERE r.order_id = o.order_id AND r.status = 'paid' AND strftime('%Y', refunded_on) = :year
            AND (cast(strftime('%m', refunded_on) AS int) + 2) / 3 = :quarter AND o.region IN (SELECT value FROM json_each(:regions))
            GROUP BY o.region, r.currency ORDER BY o.region, r.currency LIMIT :limit""",
            {"year": found[1], "quarter": int(found[2]), "regions": json.dumps(user["regions"] if region is None else [region]), "limit": limit},
        )
        rows = [list(row) for row in cursor.fetchall()]
        outcome = f"{len(rows)} rows"
        return rows
    finally:
        log.append({"user": user["id"], "tool": "refunds_by_region", "outcome": outcome})


def ok_pandas(database, user, log, quarter, region=None, limit=20):
    line = _line(user, "refused")
    log.append(line)
    if not re.fullmatch(r"\d{4}Q[1-4]", quarter) or not 1 <= limit <= 50:
        raise ValueError
    if region is not None and region not in user["regions"]:
        raise PermissionError
    sql = "SELECT o.region, r.currency, r.amount, r.refunded_on FROM refunds r JOIN orders o USING (order_id) WHERE r.status = 'paid'"
    frame = pd.DataFrame(database.execute(sql).fetchall(), columns=["region", "currency", "amount", "refunded_on"])
    frame = frame[[f"{day[:4]}Q{(int(day[5:7]) + 2) // 3}" == quarter for day in frame["refunded_on"]]]
    frame = frame[frame["region"].isin(user["regions"] if region is None else [region])]
    totals = frame.groupby(["region", "currency"])["amount"].sum().round(2).reset_index().head(limit)
    rows = list(totals.itertuples(index=False, name=None))
    line["outcome"] = f"{len(rows)} rows"
    return rows


def ok_sifts_the_rows_itself(database, user, log, quarter, region=None, limit=20):
    line = _line(user, "refused")
    log.append(line)
    if not re.fullmatch(r"\d{4}Q[1-4]", quarter):
        raise ValueError("quarter")
    if limit not in range(1, 51):
        raise ValueError("limit")
    if region is not None and region not in user["regions"]:
        raise PermissionError("region")
    year, number = quarter.split("Q")
    months = [f"{year}-{month:02d}" for month in range(3 * int(number) - 2, 3 * int(number) + 1)]
    sql = """SELECT o.region, r.currency, round(sum(r.amount), 2) FROM refunds r JOIN orders o ON r.order_id = o.order_id
    WHERE r.status = 'paid' AND substr(refunded_on, 1, 7) IN (?, ?, ?) GROUP BY 1, 2 ORDER BY 1, 2"""
    rows = [row for row in database.execute(sql, months).fetchall() if row[0] in user["regions"] and region in (None, row[0])][:limit]
    line["outcome"] = f"{len(rows)} rows"
    return rows


# Which refunds count, and how they are added up.
bad_any_status = _tool(("r.status = 'paid' AND ", ""))
bad_status_of_the_order = _tool(("r.status = 'paid'", "o.status = 'paid'"))
bad_no_cancelled_orders = _tool(("r.status = 'paid'", "r.status = 'paid' AND o.status <> 'cancelled'"))
bad_status_with_a_capital = _tool(("'paid'", "'Paid'"))
bad_currency_of_the_order = _tool(("r.currency", "o.currency"))
bad_adds_currencies = _tool(("GROUP BY o.region, r.currency", "GROUP BY o.region"))
bad_not_rounded = _tool(("round(sum(r.amount), 2)", "sum(r.amount)"))
bad_rounds_to_whole_money = _tool(("round(sum(r.amount), 2)", "round(sum(r.amount))"))
bad_rounds_before_it_adds = _tool(("round(sum(r.amount), 2)", "sum(round(r.amount, 2))"))
bad_counts_refunds = _tool(("sum(r.amount)", "count(r.amount)"))
bad_largest_first = _tool(("ORDER BY o.region, r.currency", "ORDER BY 3 DESC"))
bad_every_refund_with_every_order = _tool((" ON o.order_id = r.order_id", ""))

# Which days belong to a quarter.
bad_quarter_of_the_order = _tool(("r.refunded_on >= :start AND r.refunded_on < :end", "o.quarter = :quarter"))
bad_first_day_after_it_too = _tool(("r.refunded_on < :end", "r.refunded_on <= :end"))
bad_between_two_first_days = _tool(("r.refunded_on >= :start AND r.refunded_on < :end", "r.refunded_on BETWEEN :start AND :end"))
bad_without_the_first_day = _tool(("r.refunded_on >= :start", "r.refunded_on > :start"))
bad_quarters_end_on_the_30th = _tool(
    ("r.refunded_on < :end", "r.refunded_on <= :end"), days=lambda year, quarter: (_days(year, quarter)[0], f"{year}-{3 * quarter:02}-30")
)
bad_before_the_31st = _tool(days=lambda year, quarter: (_days(year, quarter)[0], f"{year}-{3 * quarter:02}-31"))
bad_last_day_of_the_year_lost = _tool(days=lambda year, quarter: (_days(year, quarter)[0], f"{year}-12-31" if quarter == 4 else _days(year, quarter)[1]))
bad_months_of_one_digit = _tool(days=lambda year, quarter: (f"{year}-{3 * quarter - 2}-01", f"{year}-{3 * quarter + 1}-01"))
bad_any_year = _tool(
    ("r.refunded_on >= :start AND r.refunded_on < :end", "substr(r.refunded_on, 6) >= :start AND substr(r.refunded_on, 6) < :end"),
    days=lambda year, quarter: (f"{3 * quarter - 2:02}-01", f"{3 * quarter + 1:02}-01"),
)

# Whose regions.
bad_no_region_in_the_query = _tool((" AND o.region IN ({marks})", ""))
bad_all_regions_unless_one_is_named = _tool(
    regions_of=lambda region, user, database: [name for (name,) in database.execute("SELECT DISTINCT region FROM orders")] if region is None else [region]
)
bad_all_regions_for_a_user_who_has_none = _tool(
    regions_of=lambda region, user, database: (
        [region] if region else user["regions"] or [name for (name,) in database.execute("SELECT DISTINCT region FROM orders")]
    )
)
bad_first_region_only = _tool(regions_of=lambda region, user, database: user["regions"][:1] if region is None else [region])
bad_any_region_allowed = _tool(may_see=lambda region, user: True)
bad_empty_instead_of_an_error = _tool(denied=None)
bad_only_regions_in_common = _tool(
    may_see=lambda region, user: True, regions_of=lambda region, user, database: [name for name in user["regions"] if region in (None, name)]
)
bad_empty_region_means_all = _tool(
    may_see=lambda region, user: not region or region in user["regions"], regions_of=lambda region, user, database: [region] if region else user["regions"]
)
bad_part_of_a_name = _tool(may_see=lambda region, user: region is None or region in ",".join(user["regions"]))
bad_value_error_for_a_region = _tool(denied=ValueError)
bad_one_mark_for_all_regions = _tool(("IN ({marks})", "= :region"), regions_of=lambda region, user, database: user["regions"])
bad_pastes_the_regions = _tool(("{marks}", "{pasted}"))

# Limits.
bad_limit_not_checked = _tool(limit_is_right=lambda limit: True)
bad_fifty_is_too_many = _tool(limit_is_right=lambda limit: 1 <= limit < 50)
bad_fifty_one_is_allowed = _tool(limit_is_right=lambda limit: 1 <= limit <= 51)
bad_zero_is_allowed = _tool(limit_is_right=lambda limit: 0 <= limit <= 50)
bad_no_lower_limit = _tool(limit_is_right=lambda limit: limit <= 50)
bad_no_upper_limit = _tool(limit_is_right=lambda limit: limit >= 1)
bad_limit_made_to_fit = _tool(limit_is_right=lambda limit: True, number=lambda limit: max(1, min(50, limit)))
bad_limit_not_used = _tool((" LIMIT :limit", ""))
bad_always_twenty = _tool((":limit", "20"))

# How a quarter is written.
bad_looks_at_the_beginning_only = _tool(quarter_is_right=lambda quarter: re.match("[0-9]{4}Q[1-4]", quarter))
bad_line_break_behind_it = _tool(quarter_is_right=lambda quarter: re.match("^[0-9]{4}Q[1-4]$", quarter))
bad_anywhere_in_the_text = _tool(quarter_is_right=lambda quarter: re.search("[0-9]{4}Q[1-4]", quarter))
bad_any_digit_for_the_quarter = _tool(quarter_is_right=lambda quarter: re.fullmatch("[0-9]{4}Q[0-9]", quarter))
bad_any_number_of_digits = _tool(quarter_is_right=lambda quarter: re.fullmatch("[0-9]+Q[1-4]", quarter))
bad_looks_at_the_length = _tool(quarter_is_right=lambda quarter: len(quarter) == 6 and quarter[4] == "Q")
bad_does_not_look_at_the_year = _tool(quarter_is_right=lambda quarter: len(quarter) == 6 and quarter[4] == "Q" and quarter[5] in "1234")
bad_small_letter_allowed = _tool(quarter_is_right=lambda quarter: re.fullmatch("[0-9]{4}Q[1-4]", quarter.upper()))
bad_spaces_allowed = _tool(quarter_is_right=lambda quarter: re.fullmatch("[0-9]{4}Q[1-4]", quarter.strip()))
bad_quarter_not_checked = _tool(
    ("r.refunded_on >= :start AND r.refunded_on < :end", "substr(refunded_on, 1, 4) || 'Q' || ((substr(refunded_on, 6, 2) + 2) / 3) = :quarter"),
    quarter_is_right=lambda quarter: True,
    days=lambda year, quarter: ("", ""),
)


def bad_pastes_a_quarter_that_begins_well(database, user, log, quarter, region=None, limit=20):
    ok_plain(database, user, log, quarter[:6], region, limit)
    when = "substr(refunded_on, 1, 4) || 'Q' || ((substr(refunded_on, 6, 2) + 2) / 3)"
    tool = _tool(("r.refunded_on >= :start AND r.refunded_on < :end", f"{when} = '{quarter}'"), answered=lambda log, user, rows: None)
    return tool(database, user, log, quarter[:6], region, limit)


# The log.
bad_silent_when_it_refuses = _tool(refused=lambda log, user, error: None)
bad_silent_about_wrong_values = _tool(refused=lambda log, user, error: isinstance(error, PermissionError) and log.append(_line(user, "refused")))
bad_silent_about_regions = _tool(refused=lambda log, user, error: isinstance(error, ValueError) and log.append(_line(user, "refused")))
bad_silent_when_it_answers = _tool(answered=lambda log, user, rows: None)
bad_one_row_in_the_singular = _tool(answered=lambda log, user, rows: log.append(_line(user, f"{len(rows)} row{'s' * (len(rows) != 1)}")))
bad_number_for_a_text = _tool(answered=lambda log, user, rows: log.append(_line(user, len(rows))))
bad_whole_user_in_the_log = _tool(answered=lambda log, user, rows: log.append({**_line(user, f"{len(rows)} rows"), "user": user}))
bad_reason_in_the_outcome = _tool(refused=lambda log, user, error: log.append(_line(user, f"refused: {error}")))
bad_more_than_asked_in_the_log = _tool(answered=lambda log, user, rows: log.append({**_line(user, f"{len(rows)} rows"), "rows": rows}))
bad_two_lines_for_a_call = _tool(answered=lambda log, user, rows: log.extend([_line(user, "asked"), _line(user, f"{len(rows)} rows")]))

# What is given back.
bad_cursor = _tool(fetch=lambda cursor: cursor, answered=lambda log, user, cursor: log.append(_line(user, f"{cursor.rowcount} rows")))
bad_dicts = _tool(give=lambda rows, log: [dict(zip(("region", "currency", "total"), row, strict=True)) for row in rows])
bad_nothing = _tool(give=lambda rows, log: None)
bad_log_beside_the_rows = _tool(give=lambda rows, log: (rows, log))


def bad_asks_the_handle_of_the_lesson(database, user, log, quarter, region=None, limit=20):
    return database.select("SELECT region, currency, 0.0 FROM orders", user=user["id"], tool="refunds_by_region").rows
