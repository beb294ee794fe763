"""Reads the payment partners' settlement feeds, every hour.

A feed is a CSV file with one row an order. A file has a window, from the partner's last cut-off to its next. Rows
are passed on to the pipelines whatever their date; this reader only says when a date is odd.
"""

import csv
import datetime
import tomllib
from zoneinfo import ZoneInfo

from common.logs import set_up

log = set_up("settlement-import")

COLUMNS = {"order", "region", "placed_at", "amount", "currency", "kind"}
LATE_AFTER_MIN = 90


class BadFile(Exception):
    def __init__(self, code, text):
        super().__init__(f"{code} {text}")
        self.code = code


def partners(path="services/settlement_import/partners.toml"):
    with open(path, "rb") as file:
        return tomllib.load(file)["partner"]


def window(partner, region, day: datetime.date):
    """From the cut-off of the day before to that of `day`, in UTC."""
    feed = partner["feeds"][region]
    hour, minute = map(int, feed["cut_off"].split(":"))
    end = datetime.datetime.combine(day, datetime.time(hour % 24, minute), ZoneInfo(feed["zone"]))
    if hour == 24:
        end += datetime.timedelta(days=1)
    return end - datetime.timedelta(days=1), end


def read(name, path, partner, region, day):
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        unknown = set(reader.fieldnames) - COLUMNS
        if unknown and not partner.get("may_add_columns"):
            log.error("PAY-625 file %s has unknown columns: %s", path, ", ".join(sorted(unknown)))
            raise BadFile("PAY-625", path)
        rows = list(reader)
    start, _ = window(partner, region, day)
    old = [row for row in rows if datetime.datetime.fromisoformat(row["placed_at"]) < start]
    if old:
        # Not refused: the money is right, only its date is early. The loader decides what to do with such rows.
        log.warning("PAY-627 file %s of %s holds %d rows older than its window", path, name, len(old))
    log.info("file %s of %s read: %d rows", path, name, len(rows))
    return rows


def check_arrivals(feeds, now):
    for feed in feeds:
        minutes = int((now - feed.expected_at).total_seconds() // 60)
        if minutes > LATE_AFTER_MIN:
            log.error("feed of %s is %d minutes late", feed.partner, minutes)
        elif minutes > 0:
            log.info("feed of %s not there yet, %d minutes", feed.partner, minutes)
