"""Write the logs of data/workspace: ordinary days, the twelve incidents, and the pipeline's own book-keeping.

One file a service and month. A code is written only when the software that knows it was out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import accumulate
from pathlib import Path

from lab_utils.collections.generate.dice import Dice
from lab_utils.collections.generate.log_incidents import incident_lines, span
from lab_utils.collections.generate.log_lines import SERVICES, Line, fill
from lab_utils.collections.generate.log_pipeline import anomaly_lines, pipeline_lines
from lab_utils.collections.generate.world import LAST_DAY, ONE_DAY, as_day, days, facts
from lab_utils.collections.load import DATA
from lab_utils.collections.tables import TABLES

LOGS = DATA / "workspace" / "logs"
SEED = 2047
# Busy and quiet hours of a European evening peak, in UTC.
HOURS = (3, 2, 2, 2, 2, 3, 5, 7, 8, 8, 8, 8, 8, 8, 9, 9, 10, 12, 13, 13, 11, 9, 7, 4)
LINES_A_DAY = (12, 22)
LINES_ON_A_LONG_INCIDENT_DAY = (3, 7)
LAST_WEEK = (LAST_DAY - timedelta(days=6), LAST_DAY)
PIPELINE_MONTH = (date(2025, 9, 1), date(2025, 9, 30))
CODE = re.compile(r"(?:ERR_\d{4}|(?:TLS|SYNC|DRV|PAY|NET)-\d{3,4})\b")


def make_logs(tables: Path = TABLES) -> dict[str, str]:
    """File name -> text."""
    lines = [
        *_ordinary_lines(Dice(SEED)),
        *incident_lines(Dice(SEED + 1)),
        *pipeline_lines(*PIPELINE_MONTH, tables),
        *pipeline_lines(*LAST_WEEK, tables),
        *anomaly_lines(tables),
    ]
    files: dict[str, list[str]] = {}
    for line in sorted(lines, key=lambda line: (line.service, line.at)):  # lines of one second stay as they were made
        files.setdefault(f"{line.service}-{line.at:%Y-%m}.log", []).append(f"{line}\n")
    return {name: "".join(texts) for name, texts in files.items()}


def write_logs(folder: Path = LOGS) -> dict[Path, str]:
    """Write all files and remove logs that are made no more; says of each file what became of it."""
    folder.mkdir(parents=True, exist_ok=True)
    outcome = {}
    made = make_logs()
    for name, text in made.items():
        path, data = folder / name, text.encode()
        outcome[path] = "new" if not path.is_file() else "unchanged" if path.read_bytes() == data else "changed"
        if outcome[path] != "unchanged":
            path.write_bytes(data)
    for path in sorted(folder.glob("*.log")):
        if path.name not in made:
            path.unlink()
            outcome[path] = "removed"
    return outcome


def _logged_days() -> Iterator[tuple[str, date, tuple[int, int]]]:
    """(service, day, fewest and most lines): incidents with a day before and after, and the last week of all services."""
    found: dict[tuple[str, date], tuple[int, int]] = {}
    for entry in facts("incidents")["incidents"]:
        start, end = span(entry["number"])
        long = end - start > timedelta(days=14)
        for service in entry["services"]:
            for day in days(start.date() - ONE_DAY, end.date() + ONE_DAY):
                found.setdefault((service, day), LINES_ON_A_LONG_INCIDENT_DAY if long else LINES_A_DAY)
    for service in SERVICES:
        for day in days(*LAST_WEEK):
            found.setdefault((service, day), LINES_A_DAY)
    for (service, day), lines in found.items():
        yield service, day, lines


def _ordinary_lines(dice: Dice) -> Iterator[Line]:
    hours = list(accumulate(HOURS))
    for service, day, (fewest, most) in _logged_days():
        known = {"build": _newest_build(day), "valid_until": str(day + timedelta(days=90))}
        ordinary = [entry for entry in SERVICES[service].ordinary if _was_known(entry[2], day)]
        if not ordinary:
            continue
        weights = list(accumulate(weight for weight, _, _ in ordinary))
        for _ in range(dice.between(fewest, most)):
            at = datetime.combine(day, time(dice.at(range(24), hours), dice.between(0, 59), dice.between(0, 59)))
            _, level, text = dice.at(ordinary, weights)
            yield Line(at, service, dice.pick(SERVICES[service].hosts), level, fill(text, dice, known))


def _released() -> dict[str, date]:
    return {release["version"]: as_day(release["date"]) for release in facts("releases")["releases"]}


def _was_known(text: str, day: date) -> bool:
    """Whether the code in the text, if there is one, existed by that day and had not been mended for good."""
    code = CODE.match(text)
    if code is None:
        return True
    entry = next(e for e in facts("errors")["errors"] if e["code"] == code[0])
    released = _released()
    # Old clients stay in use for long: a code that only a newer app or box mends is seen for a year more.
    gone = released[entry["fixed_in"]] + timedelta(days=365) if entry["fixed_in"] else LAST_DAY
    return released[entry["first_seen"]] <= day <= gone


def _newest_build(day: date) -> str:
    boxes = [r for r in facts("releases")["releases"] if r["product"] == "box-firmware" and as_day(r["date"]) <= day]
    return max(boxes, key=lambda release: as_day(release["date"]))["version"]
