"""What the services write while an incident lasts: its codes, as often as incidents.yaml counts them, and what people did.

A storm is folded: a line with `repeated=37` stands for thirty-seven occurrences. Small counts are written one by one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from lab_utils.collections.generate.dice import Dice
from lab_utils.collections.generate.log_lines import SERVICES, Line, fill
from lab_utils.collections.generate.log_moments import moments
from lab_utils.collections.generate.world import facts, money

MOST_LINES = 120


@dataclass(frozen=True, slots=True)
class Storm:
    """How one code of an incident is written."""

    incident: str
    code: str
    service: str
    level: str
    text: str
    lines: int = MOST_LINES
    """at most this many lines; counts above are folded into them"""


ALL_OF_THEM = 10**9
STORMS = (
    Storm("INC-2019", "TLS-4402", "relay", "E", "certificate of {host} expired on 2024-02-06, tunnel refused for box {box}", 155),
    Storm("INC-2019", "TLS-4420", "relay", "E", "client certificate of box {box} refused: issuer fernhollow-ca-1 not in list", 50),
    Storm("INC-2023", "PAY-611", "billing", "E", "renewal of account {account} charged twice, on bil-01 and bil-02"),
    Storm("INC-2026", "ERR_4417", "conflict-resolver", "E", "unchanged file reported as conflict: account {account}, device {device}, client v5.2.0", 190),
    Storm("INC-2026", "SYNC-308", "conflict-resolver", "E", "writes of device {device} held: 201 conflicts in ten minutes"),
    Storm("INC-2031", "ERR_7113", "restore-worker", "E", "job {job} halted: path of 4311 bytes in partition 7"),
    Storm("INC-2031", "ERR_7104", "restore-worker", "E", "job {job} timed out while fetching: {200-9000} of {9001-40000} chunks", ALL_OF_THEM),
    Storm("INC-2034", "DRV-214", "telemetry", "W", "head wear {101-188} % of plan: box {box}, drive {drive}, batch K24-07", ALL_OF_THEM),
    Storm("INC-2034", "DRV-209", "telemetry", "E", "drive failed: box {box}, drive {drive}, batch K24-07, {9-59} days old", ALL_OF_THEM),
    Storm("INC-2038", "ERR_4431", "auth", "E", "token of device {device} signed with unknown key k-2024-08", 56),
    Storm("INC-2038", "SYNC-301", "sync-gateway", "E", "session refused for device {device}: cached token rejected by auth", 56),
    Storm("INC-2041", "ERR_7131", "update-server", "E", "box {box} of model Fernbox Nook restarted {3-40} times after v2.4.0", ALL_OF_THEM),
    Storm("INC-2043", "ERR_4452", "chunk-store", "E", "read of chunk {chunk} from zone west timed out after 20 s", 150),
    Storm("INC-2045", "PAY-618", "checkout", "E", "promotion FERN20 applied twice to basket {300000-899999}: {paid} of {full} EUR", ALL_OF_THEM),
    Storm("INC-2046", "SYNC-304", "sync-gateway", "E", "batch waits: pool 400 of 400 connections in use, {12-2400} batches queued", 160),
    Storm("INC-2046", "SYNC-302", "sync-gateway", "W", "batch of {5001-38000} files refused, client v5.3.0 must split it", 80),
    Storm("INC-2049", "SYNC-311", "sync-gateway", "W", "picture sent again by phone {phone}: content hash {hash} already stored", 150),
    Storm("INC-2049", "ERR_4463", "notifier", "W", "phone {phone} reports no upload ledger, app v3.5.0", 110),
)  # INC-2047 is written with the pipeline's own lines, from the tables: see log_pipeline.py.


def incident(number: str) -> dict:
    return next(entry for entry in facts("incidents")["incidents"] if entry["number"] == number)


def span(number: str) -> tuple[datetime, datetime]:
    entry = incident(number)
    return datetime.fromisoformat(str(entry["start"])), datetime.fromisoformat(str(entry["end"]))


def incident_lines(dice: Dice) -> Iterator[Line]:
    for storm in STORMS:
        yield from _storm_lines(storm, dice)
    for at, service, host, level, text in moments():
        yield Line(datetime.fromisoformat(at), service, host, level, text)


def _storm_lines(storm: Storm, dice: Dice) -> Iterator[Line]:
    count = incident(storm.incident)["codes"][storm.code]
    times = _times(*span(storm.incident), min(count, storm.lines), dice)
    counts = _cut(count, [_swell(n, len(times)) * (0.6 + 0.8 * dice.share()) for n in range(len(times))])
    baskets = _baskets(count, dice) if "{paid}" in storm.text else []
    for n, (at, occurrences) in enumerate(zip(times, counts, strict=True)):
        known = {"host": dice.pick(SERVICES[storm.service].hosts)}
        if baskets:
            known["full"], known["paid"] = money(baskets[n]), money(baskets[n] * 64 // 100)  # 20 % off, and 20 % off the rest
        host, text = known["host"], f"{storm.code} {fill(storm.text, dice, known)}"
        yield Line(at, storm.service, host, storm.level, text if occurrences == 1 else f"{text} repeated={occurrences}")


def _times(start: datetime, end: datetime, count: int, dice: Dice) -> list[datetime]:
    """The first at the start, the last within the end's minute before, the others anywhere between."""
    seconds = int((end - start).total_seconds())
    inner = sorted(dice.between(5, seconds - 61) for _ in range(count - 2))
    return [start + timedelta(seconds=s) for s in (0, *inner, seconds - dice.between(1, 55))]


def _swell(n: int, lines: int) -> float:
    """A storm rises, holds and ebbs."""
    return 0.15 + math.sin(math.pi * (n + 1) / (lines + 1))


def _cut(total: int, weights: list[float]) -> list[int]:
    """`total` cut by weight into whole numbers of one or more."""
    spare, whole = total - len(weights), sum(weights)
    parts = [1 + int(spare * weight / whole) for weight in weights]
    for n in range(total - sum(parts)):
        parts[(len(parts) // 2 + n) % len(parts)] += 1
    return parts


def _baskets(count: int, dice: Dice) -> list[int]:
    """Cents before discount of the baskets of INC-2045: what they paid too little adds up to the cost it states."""
    cost = re.search(r"cost ([\d,]+) EUR", incident("INC-2045")["affected"])[1].replace(",", "")
    lost_percent = 80 - 64
    half_euros = int(cost) * 100 * 100 // lost_percent // 50  # so that 16 % of each basket are whole cents
    return [50 * part for part in _cut(half_euros, [0.08 + dice.share() ** 2 for _ in range(count)])]
