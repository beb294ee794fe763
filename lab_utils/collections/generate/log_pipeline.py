"""The pipeline's log: every partition of gmv_daily as it closes, and INC-2047 as the tables have it.

Counts and sums are those of data/tables, so that a reader can follow a row from the order to the discarded line.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from lab_utils.collections.generate.demand import EVENING
from lab_utils.collections.generate.incident import REGION, gap
from lab_utils.collections.generate.log_incidents import span
from lab_utils.collections.generate.log_lines import Line
from lab_utils.collections.generate.world import ONE_DAY, regions
from lab_utils.collections.tables import csv_path

# Hours after its local day that a partition stays open; SG got 36 when the incident was mended.
OPEN_HOURS = {"EU": 7, "ND": 8, "AM": 2, "SG": 10, "AU": 12}
MENDED_OPEN_HOURS = 36
DISCARDED_AT = time(2, 10)
WARNED_AT = time(2, 5)
HOST = "data-sin-01"


def pipeline_lines(first: date, last: date, tables: Path) -> Iterator[Line]:
    """The closing of every partition that closes between two days."""
    zones = {region.code: ZoneInfo(region.time_zone) for region in regions()}
    with csv_path("gmv_daily", tables).open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            day = date.fromisoformat(row["day"])
            if first - 2 * ONE_DAY <= day <= last:
                closed = _closing(row["region"], day, zones[row["region"]])
                if first <= closed.date() <= last:
                    text = f"partition {row['region']}/{day} closed: {row['orders']} orders, gmv {row['gmv']} {row['currency']}"
                    yield Line(closed, "gmv-pipeline", HOST, "I", text)


def _closing(region: str, day: date, zone: ZoneInfo) -> datetime:
    end = datetime.combine(day + ONE_DAY, time(), zone).astimezone(UTC).replace(tzinfo=None)
    mended = region == REGION and day > gap()[1]
    # The loader looks every minute; the seconds are the work of a partition.
    return end + timedelta(hours=MENDED_OPEN_HOURS if mended else OPEN_HOURS[region], seconds=11 + len(region + str(day)) + day.day)


def anomaly_lines(tables: Path) -> Iterator[Line]:
    """INC-2047, night after night: the feed warns, the loader discards."""
    first, last, _ = gap()
    evening = evening_orders(tables)
    for n in range((last - first).days + 1):
        day = first + timedelta(days=n)
        night, rows = day + ONE_DAY, evening[day]
        warning = f"PAY-627 file straitpay-SG-{night}.csv of Straitpay holds {rows} rows older than its window"
        yield Line(datetime.combine(night, WARNED_AT), "settlement-import", "si-sin-01", "W", warning)
        yield Line(datetime.combine(night, DISCARDED_AT), "gmv-pipeline", HOST, "W", f"ERR_4488 {rows} rows discarded for closed partition {REGION}/{day}")
    mended = span("INC-2047")[1]
    yield Line(mended, "gmv-pipeline", HOST, "W", f"partition policy reloaded: {REGION} stays open {MENDED_OPEN_HOURS} h after its day")


def evening_orders(tables: Path) -> Counter[date]:
    """Orders of the region's evenings in the days of the gap, cancelled ones left out."""
    zone = next(ZoneInfo(region.time_zone) for region in regions() if region.code == REGION)
    first, last, _ = gap()
    counts: Counter[date] = Counter()
    with csv_path("orders", tables).open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["region"] == REGION and row["status"] != "cancelled" and first.isoformat() <= row["order_day"] <= last.isoformat():
                local = datetime.fromisoformat(row["ordered_at"]).astimezone(zone)
                counts[local.date()] += local.hour >= EVENING
    return counts
