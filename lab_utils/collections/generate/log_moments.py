"""Single lines around the storms: what was switched, renewed, rolled back and parked, and by whom."""

from __future__ import annotations

from collections.abc import Iterator

from lab_utils.collections.generate.log_lines import SERVICES

Moment = tuple[str, str, str, str, str]
"""UTC, service, host, level, text"""

SINGLE: tuple[Moment, ...] = (
    ("2024-02-06 05:46:40", "relay", "relay-yhz-01", "I", "issuer list reloaded: 3 issuers"),
    ("2024-03-07 16:20:30", "conflict-resolver", "cr-gnt-01", "I", "clean-up of account acc-20417: 311 identical copies removed"),
    ("2024-04-02 00:05:00", "billing", "bil-01", "I", "renewal job started: 4116 accounts due"),
    ("2024-04-02 00:05:03", "billing", "bil-02", "I", "renewal job started: 4116 accounts due"),
    ("2024-04-02 09:30:10", "billing", "bil-01", "I", "renewal job not started: lock held by bil-02"),
    ("2024-07-18 18:04:50", "restore-worker", "w03", "W", "job j-118204 parked by kofi-boateng"),
    ("2024-11-27 13:02:00", "auth", "auth-gnt-01", "I", "signing key k-2024-08 retired"),
    ("2024-11-27 13:52:20", "auth", "auth-gnt-01", "W", "signing key k-2024-08 put back for 24 hours"),
    ("2024-11-27 13:55:00", "sync-gateway", "gw-gnt-01", "I", "token cache emptied, 31877 entries, reason: rotation"),
    ("2025-03-12 10:15:00", "update-server", "upd-trk-01", "W", "ring 1 of v2.4.0 halted by elina-rautio"),
    ("2025-06-17 17:40:00", "chunk-store", "cs-west-01", "I", "compaction of zone west started, 3880 segments"),
    ("2025-06-18 02:10:00", "chunk-store", "cs-west-01", "I", "compaction of zone west ended, 2114 segments rewritten"),
    ("2025-08-04 08:59:30", "catalogue", "cat-yhz-01", "I", "price cache cleared by deploy, 112 entries"),
    ("2025-08-04 14:35:20", "catalogue", "cat-yhz-01", "I", "price cache cleared by saoirse-keane, 97 entries"),
    ("2025-08-12 14:02:00", "sync-gateway", "gw-gnt-01", "I", "release v7.4.0 started on gw-gnt-01"),
    ("2025-08-12 14:08:10", "sync-gateway", "gw-gnt-03", "W", "pool alarm: 320 of 400 connections in use"),
    ("2025-08-12 14:40:00", "notifier", "ntf-gnt-01", "W", "queue grows: 24310 messages waiting, oldest 790 s"),
    ("2025-08-12 16:40:00", "notifier", "ntf-gnt-01", "W", "queue grows: 61904 messages waiting, oldest 4120 s"),
    ("2025-08-12 18:50:00", "sync-gateway", "gw-gnt-01", "W", "release v7.4.0 rolled back to v7.3.0"),
)  # fmt: skip

# Refund files hold 500 rows at most; together the 1,904 of INC-2023.
REFUND_FILES = (("08:10", "USD", 500), ("08:11", "USD", 231), ("08:20", "EUR", 500), ("08:21", "EUR", 500), ("08:22", "EUR", 173))


def moments() -> Iterator[Moment]:
    yield from SINGLE
    for n, relay in enumerate(SERVICES["relay"].hosts):  # INC-2019: all eleven
        yield "2024-02-05 01:30:00", "cert-issuer", "ca-gnt-01", "W", f"renewal of {relay} skipped: not in inventory"
        yield f"2024-02-06 05:{10 + 3 * n}:00", "cert-issuer", "ca-gnt-01", "W", f"certificate issued by hand for {relay}, valid until 2024-05-06"
    for at, currency, rows in REFUND_FILES:
        yield f"2024-04-04 {at}:00", "billing", "bil-01", "I", f"refund file posted: {rows} rows in {currency}"
    for n in range(7):  # INC-2031: the partition waits an hour longer each hour
        yield f"2024-07-18 {11 + n}:45:00", "restore-worker", "w03", "W", f"partition 7 waits: oldest job is {1500 + 3600 * n} s old"
