"""The gap of INC-2047: for seven days gmv_daily left out what Singapore ordered from 16:00 on.

The fact base states the gap as a share of that week's GMV. A free draw of some thirty orders would miss it by ten
points either way, so for this week alone the hours are dealt: dearest order first, each to the part of the day that is
further below its share. All other weeks, and cancelled orders, keep the hours they draw.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from functools import cache

from lab_utils.collections.generate.demand import EVENING
from lab_utils.collections.generate.world import facts

REGION = "SG"


@cache
def gap() -> tuple[date, date, float]:
    """(first day, last day, share) as the incident's `affected` line states them."""
    text = next(i for i in facts("incidents")["incidents"] if i["number"] == "INC-2047")["affected"]
    first, last = (date.fromisoformat(day) for day in re.findall(r"\d{4}-\d\d-\d\d", text))
    return first, last, int(re.search(r"(\d+) % of that week", text)[1]) / 100


def in_gap_days(order) -> bool:
    first, last, _ = gap()
    return order.region.code == REGION and first <= order.day <= last


def left_out(order) -> bool:
    """Whether the pipeline missed this order."""
    return in_gap_days(order) and order.local_hour >= EVENING


def deal_evenings(orders: list) -> dict[int, tuple[int, int]]:
    """Position in `orders` -> first and last hour the order may fall in."""
    share = gap()[2]
    week = [n for n, order in enumerate(orders) if in_gap_days(order) and not order.cancelled]
    left = Counter(orders[n].day for n in week)
    spans, seen, evening, nights = {}, 0, 0, set()
    for n in sorted(week, key=lambda n: (-orders[n].total, n)):
        order = orders[n]
        seen += order.total
        left[order.day] -= 1
        last_chance = left[order.day] == 0 and order.day not in nights  # rows were discarded on each of the seven nights
        late = evening < share * seen - order.total / 2 or last_chance
        if late:
            evening += order.total
            nights.add(order.day)
        spans[n] = (EVENING, 23) if late else (0, EVENING - 1)
    return spans
