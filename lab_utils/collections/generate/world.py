"""What the generators take from the fact base: days, regions, prices. Nothing here is invented twice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

import yaml

from lab_utils.collections.load import DATA
from lab_utils.errors import BakeoffError

FIRST_DAY = date(2024, 1, 1)
LAST_DAY = date(2025, 11, 16)  # the day before the world's today
ONE_DAY = timedelta(days=1)

# From the sentence on payment partners in world.yaml.
PARTNERS = {"EU": "Kaaspay", "ND": "Kaaspay", "AM": "Northlane Pay", "SG": "Straitpay", "AU": "Straitpay"}


@cache
def facts(name: str) -> Any:
    """One file of data/facts, read once."""
    path = DATA / "facts" / f"{name}.yaml"
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BakeoffError(f"{path}: cannot be read ({error.strerror}). The generators need the fact base; fetch it with the source code.") from error


@dataclass(frozen=True, slots=True)
class Region:
    code: str
    name: str
    currency: str
    time_zone: str
    warehouse: str


@cache
def regions() -> tuple[Region, ...]:
    return tuple(Region(r["code"], r["key"].title(), r["currency"], r["time_zone"], r["warehouse"]) for r in facts("world")["regions"])


def as_day(value: Any) -> date:
    return value if isinstance(value, date) else date.fromisoformat(str(value))


def quarter(day: date) -> str:
    return f"{day.year}Q{(day.month + 2) // 3}"


def days(first: date = FIRST_DAY, last: date = LAST_DAY) -> list[date]:
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


def after_working_days(day: date, count: int) -> date:
    """The `count`-th working day after `day`; with 0, the day itself or the Monday after a weekend."""
    while day.weekday() > 4:
        day += ONE_DAY
    for _ in range(count):
        day += ONE_DAY
        while day.weekday() > 4:
            day += ONE_DAY
    return day


def money(cents: int) -> str:
    """Whole cents as an amount with two decimals; whole numbers until here, so nothing is lost to rounding."""
    return f"{cents // 100}.{cents % 100:02d}"


def percent_of(cents: int, percent: float) -> int:
    """A share of an amount, half a cent rounded up."""
    return (cents * round(percent * 10) + 500) // 1000
