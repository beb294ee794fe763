"""Which local day a moment belongs to. A day of gmv_daily is the day of the region's own clock."""

import datetime
from zoneinfo import ZoneInfo

ZONES = {
    "EU": ZoneInfo("Europe/Brussels"),
    "ND": ZoneInfo("Europe/Helsinki"),
    "AM": ZoneInfo("America/Halifax"),
    "SG": ZoneInfo("Asia/Singapore"),
    "AU": ZoneInfo("Australia/Sydney"),
}


def local_day(region: str, moment: datetime.datetime) -> datetime.date:
    """The local date of an aware moment. 2025-09-08T16:30Z is the 8th in Brussels and the 9th in Singapore."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone; the feeds promise one")
    return moment.astimezone(ZONES[region]).date()


def day_end_utc(region: str, day: datetime.date) -> datetime.datetime:
    """The moment at which the next local day begins, also on days of 23 or 25 hours."""
    midnight = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time(), ZONES[region])
    return midnight.astimezone(datetime.timezone.utc)


def quarter(day: datetime.date) -> str:
    return f"{day.year}Q{(day.month - 1) // 3 + 1}"


def same_weekdays(day: datetime.date, weeks: int = 4) -> list[datetime.date]:
    """The same weekday of the weeks before, newest first: what the alert compares a day with."""
    return [day - datetime.timedelta(weeks=n) for n in range(1, weeks + 1)]
