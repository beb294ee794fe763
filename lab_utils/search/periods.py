"""Stretches of time as people name them, in a world whose today is fixed: "last quarter", "2025Q3", "october 2024".

Nothing asks the system clock: today is written in the data (`data/facts/world.yaml`), so an answer of today is the
answer of next year too.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from lab_utils.errors import BakeoffError

TODAY = date(2025, 11, 17)
FIRST_DAY = date(2024, 1, 1)
"""the first day of which there are orders"""

MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
_MONTH = "|".join(rf"{month[:3]}(?:{month[3:]})?" if month != "september" else "sept?(?:ember)?" for month in MONTHS)
_YEAR = r"(20\d\d)"


@dataclass(frozen=True, slots=True)
class Period:
    """Both ends belong to it."""

    start: date
    end: date

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise BakeoffError(f"the period runs backwards, from {self.start} to {self.end}. Give the earlier day first.")


EVERYTHING = Period(FIRST_DAY, TODAY)


def quarter(name: str) -> Period:
    """`2025Q3` as a period. BakeoffError for anything else, 2025Q5 among it."""
    match = re.fullmatch(r"(\d{4})Q(\d)", name)
    if not match or match[2] not in "1234":
        raise BakeoffError(f"quarter {name!r} does not exist. Write the year and Q1 to Q4, as in 2025Q3.")
    return _quarter(int(match[1]), int(match[2]))


def day(text: str) -> date:
    """`2025-09-08` as a day. BakeoffError for a day that no calendar has."""
    try:
        return date.fromisoformat(text)
    except (TypeError, ValueError):
        raise BakeoffError(f"day {text!r} does not exist. Write it as in 2025-09-08.") from None


def find_period(text: str, today: date = TODAY) -> Period | None:
    """The first stretch of time that `text` names, or None. A quarter or month without a year is the latest begun one."""
    text = " ".join(text.lower().split())
    for rule in (_ranges, _weeks, _days, _quarters, _halves, _months, _relative, _years):
        found = rule(text, today)
        if found:
            return found
    return None


def find_periods(text: str, today: date = TODAY) -> list[Period]:
    """Every stretch named in turn, for comparisons: "q2 vs q3", "october 2024 against october 2025"."""
    if _ranges(text.lower(), today):
        return [_ranges(text.lower(), today)]
    parts = re.split(r"\b(?:vs\.?|versus|against|compared (?:to|with)|than|or|and)\b", text.lower())
    found = [find_period(part, today) for part in parts]
    return list(dict.fromkeys(period for period in found if period))


def period_words(text: str) -> str:
    """`text` without the words that name periods."""
    for pattern in (
        rf"\b\d{{1,2}}(?:st|nd|rd|th)?\s*(?:(?:of )?(?:{_MONTH}))?\s*(?:-|to|until|till|and|through)\s*(?=\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTH})\b)",
        r"\bweek (?:of|from|starting|beginning)\b|\b(?:last )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?:'s)?(?!\w)",
        r"\b20\d\d-\d\d-\d\d\b",
        r"\b20\d\d[ -]?q[1-4]\b|\bq[1-4](?:[ -]?(?:of )?20\d\d| (?:last|this) year)?\b",
        r"\b(?:first|second|third|fourth|1st|2nd|3rd|4th) (?:quarter|half)(?: of)?(?: (?:the|this|last) year)?\b|\bh[12]\b",
        rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?)?(?:{_MONTH})\b(?: \d{{1,2}}(?:st|nd|rd|th)?\b)?(?: (?:last|this) year)?",
        r"\b(?:yesterday|today|ytd|year to date|(?:so far )?this year(?: so far)?|month so far)\b",
        r"\b(?:last|previous|past|this|current) (?:week|month|quarter|qtr|q|year)\b",
        r"\b(?:last|past) \d{1,3} days\b",
        r"\b20\d\d\b",
    ):
        text = re.sub(pattern, " / ", text)
    return text


def _quarter(year: int, number: int) -> Period:
    return Period(date(year, 3 * number - 2, 1), date(year, 3 * number, monthrange(year, 3 * number)[1]))


def _month(year: int, number: int) -> Period:
    return Period(date(year, number, 1), date(year, number, monthrange(year, number)[1]))


def _ranges(text: str, today: date) -> Period | None:
    """Two days: "25 nov to 2 dec last year", "between 1 and 15 sept", "8-14 september"."""
    ordinal = r"(\d{1,2})(?:st|nd|rd|th)?"
    between = r"\s*(?:-|to|until|till|and|through)\s*"
    year = rf"(?:,? (?:of )?{_YEAR}| (last|this) year)?"
    two = re.search(rf"\b{ordinal}(?: of)? ({_MONTH}){between}{ordinal}(?: of)? ({_MONTH})\b{year}", text)
    one = two or re.search(rf"\b{ordinal}(){between}{ordinal}(?: of)? ({_MONTH})\b{year}", text)
    if not one:
        return None
    first_month, last_month = _number(one[2] or one[4]), _number(one[4])
    last_year = int(one[5]) if one[5] else today.year - (one[6] == "last") if one[6] else _latest_year(last_month, today)
    try:
        return Period(date(last_year - (first_month > last_month), first_month, int(one[1])), date(last_year, last_month, int(one[3])))
    except (ValueError, BakeoffError):
        return None


def _weeks(text: str, today: date) -> Period | None:
    """ "week of 8 sept", "friday" (the last one that has passed)."""
    match = re.search(r"\bweek (?:of|from|starting|beginning) (.+)", text)
    inside = find_period(match[1], today) if match else None
    if inside:
        monday = inside.start - timedelta(days=inside.start.weekday())
        return Period(monday, monday + timedelta(days=6))
    named = re.search(r"\b(?:last )?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b", text)
    if not named:
        return None
    weekday = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday").index(named[1])
    then = today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)
    return Period(then, then)


def _days(text: str, today: date) -> Period | None:
    iso = re.findall(r"\b20\d\d-\d\d-\d\d\b", text)
    if iso:
        return Period(day(iso[0]), day(iso[1] if len(iso) > 1 else iso[0]))
    match = re.search(rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?({_MONTH})|({_MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?)\b(?:,? {_YEAR})?", text)
    if not match:
        return None
    number, month = int(match[1] or match[4]), _number(match[2] or match[3])
    year = int(match[5]) if match[5] else _latest_year(month, today)
    try:
        return Period(date(year, month, number), date(year, month, number))
    except ValueError:
        return None


def _quarters(text: str, today: date) -> Period | None:
    match = re.search(rf"\b{_YEAR}[ -]?q([1-4])\b|\bq([1-4])(?:[ -]?(?:of )?{_YEAR}| (last|this) year)?\b", text)
    if match:
        number = int(match[2] or match[3])
        current = (today.month + 2) // 3
        latest = today.year if number <= current else today.year - 1
        year = int(match[1] or match[4] or 0) or (today.year - (match[5] == "last") if match[5] else latest)
        return _quarter(year, number)
    match = re.search(rf"\b(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: (?:of )?{_YEAR})?", text)
    if match:
        number = {"f": 1, "1": 1, "s": 2, "2": 2, "t": 3, "3": 3, "4": 4}["4" if match[1] == "fourth" else match[1][0]]
        return _quarter(int(match[2] or today.year), number)
    return None


def _halves(text: str, today: date) -> Period | None:
    match = re.search(rf"\b(first|second) half(?: of)?(?: {_YEAR}| (?:the|this) year)?|\bh([12])(?: {_YEAR})?\b", text)
    if not match:
        return None
    second = match[1] == "second" or match[3] == "2"
    year = int(match[2] or match[4] or today.year)
    return Period(date(year, 7, 1), date(year, 12, 31)) if second else Period(date(year, 1, 1), date(year, 6, 30))


def _months(text: str, today: date) -> Period | None:
    match = re.search(rf"\b({_MONTH})\b(?:,? (?:of )?{_YEAR}| (last|this) year)?", text)
    # "may" is a month only with a year beside it or after "in".
    if not match or (match[1] == "may" and not match[2] and not re.search(r"\b(?:in|for|during|since) may\b", text)):
        return None
    month = _number(match[1])
    year = int(match[2]) if match[2] else today.year - (match[3] == "last") if match[3] else _latest_year(month, today)
    return _month(year, month)


def _relative(text: str, today: date) -> Period | None:
    monday = today - timedelta(days=today.weekday())
    this_quarter = _quarter(today.year, (today.month + 2) // 3)
    last_month_end = today.replace(day=1) - timedelta(days=1)
    named = (
        (r"yesterday", Period(today - timedelta(days=1), today - timedelta(days=1))),
        (r"today", Period(today, today)),
        (r"(?:last|previous|past) week", Period(monday - timedelta(days=7), monday - timedelta(days=1))),
        (r"this week", Period(monday, today)),
        (r"(?:last|previous) month", _month(last_month_end.year, last_month_end.month)),
        (r"this month|month so far", Period(today.replace(day=1), today)),
        (r"(?:last|previous) (?:quarter|qtr|q)\b", _previous_quarter(this_quarter)),
        (r"(?:this|current) (?:quarter|qtr|q)\b", Period(this_quarter.start, today)),
        (r"last year", Period(date(today.year - 1, 1, 1), date(today.year - 1, 12, 31))),
        (r"(?:this|current) year|year to date|ytd|so far this year", Period(date(today.year, 1, 1), today)),
    )
    for words, period in named:
        if re.search(rf"\b(?:{words})", text):
            return period
    match = re.search(r"\b(?:last|past) (\d{1,3}) days\b", text)
    return Period(today - timedelta(days=int(match[1])), today - timedelta(days=1)) if match and int(match[1]) else None


def _years(text: str, today: date) -> Period | None:
    match = re.search(rf"\b{_YEAR}\b", text)
    return Period(date(int(match[1]), 1, 1), date(int(match[1]), 12, 31)) if match else None


def _previous_quarter(current: Period) -> Period:
    end = current.start - timedelta(days=1)
    return _quarter(end.year, (end.month + 2) // 3)


def _number(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, start=1) if month.startswith(name[:3]))


def _latest_year(month: int, today: date) -> int:
    return today.year if month <= today.month else today.year - 1
