"""How many orders a region gets on a day, and at what hour: growth, season, weekday, and the shop's big days."""

from __future__ import annotations

from datetime import date
from itertools import accumulate

from lab_utils.collections.generate.world import FIRST_DAY

# The tables show one customer in twenty, so these are a twentieth of the shop's orders a day in January 2024.
ORDERS_A_DAY = {"EU": 6.1, "ND": 2.1, "AM": 4.4, "SG": 3.3, "AU": 1.9}
GROWTH_A_YEAR = {"EU": 0.20, "ND": 0.12, "AM": 0.26, "SG": 0.32, "AU": 0.22}

WEEKDAYS = (1.12, 1.07, 1.02, 0.97, 0.86, 0.92, 1.04)  # Monday first: people decide on Sunday and order on Monday
NORTHERN_MONTHS = (1.00, 0.94, 0.98, 0.98, 0.95, 0.92, 0.80, 0.78, 0.98, 1.03, 1.12, 1.18)
SOUTHERN_MONTHS = (0.90, 0.95, 0.97, 0.98, 1.02, 1.18, 0.96, 0.96, 0.98, 1.02, 1.12, 1.10)  # Australia buys before its tax year ends in June
TROPICAL_MONTHS = (0.96, 0.88, 0.99, 0.98, 1.00, 1.06, 1.02, 0.98, 0.99, 1.02, 1.12, 1.08)
MONTHS = {"EU": NORTHERN_MONTHS, "ND": NORTHERN_MONTHS, "AM": NORTHERN_MONTHS, "SG": TROPICAL_MONTHS, "AU": SOUTHERN_MONTHS}

# (first day, last day, regions, factor); factors of overlapping spans multiply.
ALL = ("EU", "ND", "AM", "SG", "AU")
SPANS: tuple[tuple[date, date, tuple[str, ...], float], ...] = (
    (date(2024, 1, 1), date(2024, 1, 1), ALL, 0.5),
    (date(2024, 2, 9), date(2024, 2, 12), ("SG",), 0.45),  # Lunar New Year
    (date(2024, 3, 31), date(2024, 4, 1), ("EU", "ND"), 0.7),
    (date(2024, 11, 11), date(2024, 11, 11), ("SG",), 2.4),
    (date(2024, 11, 25), date(2024, 11, 28), ALL, 1.6),  # Black Friday week
    (date(2024, 11, 29), date(2024, 11, 29), ALL, 4.2),
    (date(2024, 11, 30), date(2024, 12, 1), ALL, 2.3),
    (date(2024, 12, 2), date(2024, 12, 2), ALL, 3.0),
    (date(2024, 12, 3), date(2024, 12, 17), ALL, 1.25),
    (date(2024, 12, 24), date(2024, 12, 26), ALL, 0.4),
    (date(2024, 12, 31), date(2025, 1, 1), ALL, 0.5),
    (date(2025, 1, 28), date(2025, 1, 31), ("SG",), 0.45),  # Lunar New Year
    (date(2025, 3, 31), date(2025, 3, 31), ALL, 1.8),  # World Backup Day
    (date(2025, 8, 4), date(2025, 8, 17), ("EU",), 1.4),  # the campaign with the code FERN20
    (date(2025, 11, 11), date(2025, 11, 11), ("SG",), 2.4),
)

# How the orders of a day spread over the 24 hours of the region's own clock.
HOURS = (9, 5, 3, 2, 2, 4, 10, 22, 38, 52, 60, 60, 58, 54, 52, 52, 54, 56, 58, 66, 78, 82, 60, 27)
# Singapore orders through the working day, and 41 % of it from 16:00 on.
SINGAPORE_HOURS = (10, 5, 3, 2, 2, 3, 8, 20, 42, 62, 70, 72, 78, 76, 70, 67, 50, 46, 44, 50, 62, 68, 56, 34)
EVENING = 16


def expected_orders(region: str, day: date) -> float:
    years = (day - FIRST_DAY).days / 365.25
    mean = ORDERS_A_DAY[region] * (1 + GROWTH_A_YEAR[region]) ** years
    mean *= WEEKDAYS[day.weekday()] * MONTHS[region][day.month - 1]
    for first, last, where, factor in SPANS:
        if first <= day <= last and region in where:
            mean *= factor
    return mean


def hour_weights(region: str) -> tuple[int, ...]:
    return SINGAPORE_HOURS if region == "SG" else HOURS


def cumulated_hours(region: str, first: int = 0, last: int = 23) -> list[int]:
    """Running sums of the hours' weights, those outside the span counting nothing."""
    return list(accumulate(weight if first <= hour <= last else 0 for hour, weight in enumerate(hour_weights(region))))
