"""What the services write on an ordinary day: layout, hosts, and the lines with how often they come.

The words between the fields are those of the format strings in data/workspace/code (a test holds the two together).
Fields: `{name}` is one of FIELDS, `{3-40}` a whole number, `{a|b|c}` one of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from lab_utils.collections.generate.dice import Dice

LAYOUTS = {
    "plain": "{day}T{time}Z {level} {host} {message}",
    "bracket": "[{day} {time} UTC] {host} {level}: {message}",
    "syslog": "{day}T{time}+00:00 {host} {service}[{pid}]: {level} {message}",
    "json": '{{"ts": "{day}T{time}Z", "service": "{service}", "level": "{level}", "host": "{host}", "msg": "{message}"}}',
    "logfmt": 'ts={day}T{time}Z level={level} svc={service} host={host} msg="{message}"',
    "columns": "{day} {time} | {level} | {service} | {message}",
}
LEVELS = {"I": "INFO", "W": "WARNING", "E": "ERROR"}


@dataclass(frozen=True, slots=True)
class Service:
    layout: str
    hosts: tuple[str, ...]
    ordinary: tuple[tuple[int, str, str], ...]
    """(weight, level, text)"""


@dataclass(frozen=True, slots=True)
class Line:
    at: datetime
    service: str
    host: str
    level: str
    message: str

    def __str__(self) -> str:
        pid = 400 + sum(map(ord, self.host + self.service)) % 6000
        return LAYOUTS[SERVICES[self.service].layout].format(
            day=f"{self.at:%Y-%m-%d}", time=f"{self.at:%H:%M:%S}", level=LEVELS[self.level], host=self.host, service=self.service, pid=pid, message=self.message
        )


def _hex(digits: int) -> Callable[[Dice], str]:
    return lambda dice: f"{dice.between(0, 16**digits - 1):0{digits}x}"


FIELDS: dict[str, Callable[[Dice], str]] = {
    "account": lambda dice: f"acc-{dice.between(10_000, 99_999)}",
    "box": lambda dice: f"b-{_hex(6)(dice)}",
    "phone": lambda dice: f"ph-{_hex(5)(dice)}",
    "device": lambda dice: f"dev-{_hex(5)(dice)}",
    "job": lambda dice: f"j-{dice.between(100_000, 188_000)}",
    "snapshot": lambda dice: f"s-{_hex(6)(dice)}",
    "drive": lambda dice: f"FD{dice.between(1_000_000, 9_999_999)}",
    "hash": _hex(8),
    "chunk": _hex(10),
    "price": lambda dice: dice.pick(("5.90 EUR", "6.50 USD", "12.90 EUR", "13.90 USD")),
    "euros": lambda dice: f"{dice.between(12, 900)}.{dice.between(0, 99):02d}",
}
_FIELD = re.compile(r"\{([^{}]+)\}")


def fill(text: str, dice: Dice, known: dict[str, str] | None = None) -> str:
    """The text with a value drawn for each field; `known` goes before FIELDS."""

    def value(match: re.Match) -> str:
        name = match[1]
        if known and name in known:
            return known[name]
        if name in FIELDS:
            return FIELDS[name](dice)
        if "|" in name:
            return dice.pick(name.split("|"))
        low, high = name.split("-")
        return str(dice.between(int(low), int(high)))

    return _FIELD.sub(value, text)


def _named(stem: str, count: int) -> tuple[str, ...]:
    return tuple(f"{stem}-{number:02d}" for number in range(1, count + 1))


SERVICES = {
    "sync-gateway": Service("plain", _named("gw-gnt", 4), (
        (40, "I", "batch {10000-99999} accepted from box {box}: {1-400} changes in {18-900} ms"),
        (14, "I", "session opened for account {account}, client {desktop|mobile|box} {a|b|c|d}"),
        (10, "I", "session closed for account {account} after {30-7200} s"),
        (5, "W", "SYNC-305 phone {phone} throttled: {601-940} requests in the last minute"),
        (3, "W", "SYNC-303 protocol 1 refused, client desktop must update"),
        (3, "I", "SYNC-307 account {account} moved to zone singapore, device told to redial"),
        (2, "W", "SYNC-314 folder of tenant {harbourlight|ostmark|tallis-rowe} frozen by legal hold, write refused"),
        (1, "I", "token cache emptied, {2000-40000} entries, reason: restart"),
    )),
    "conflict-resolver": Service("plain", _named("cr-gnt", 2), (
        (30, "I", "conflict decided for account {account}: copy conflict copy {1-4} written, {900-9000000} bytes"),
        (2, "W", "ERR_4416 no name left for conflict copy in folder f-{1000-9999} of account {account}"),
    )),
    "chunk-store": Service("plain", ("cs-west-01", "cs-west-02", "cs-mid-01", "cs-mid-02"), (
        (6, "W", "ERR_4453 chunk {chunk} missing in zone {west|mid|north}, repair queued"),
        (5, "I", "compaction of zone {west|mid|north} started, {200-4000} segments"),
        (5, "I", "compaction of zone {west|mid|north} ended, {100-3000} segments rewritten"),
        (3, "I", "compaction of zone {west|mid|north} yields: disk use {71-78} %"),
        (5, "I", "repair ended: {3-480} chunks copied"),
    )),
    "restore-worker": Service("bracket", tuple(f"w{number:02d}" for number in range(1, 9)), (
        (14, "I", "job {job} planned: {1-90} folders, {1-2400} GB"),
        (16, "I", "job {job} started: {12-90000} files, {40-900000} MB"),
        (16, "I", "job {job} ended complete in {20-18000} s"),
        (4, "I", "attempt {1-2} of 3 failed for job {job}, next in {4-11}.{0-9} s"),
        (3, "W", "ERR_7115 target of job {job} keeps no file times (exFAT)"),
        (3, "W", "ERR_7105 job {job} needs {900-4000} GB and the target has {100-890} GB"),
        (1, "I", "ERR_7112 restore asked for erased account {account}"),
    )),
    "snapshot-index": Service("bracket", _named("si-gnt", 2), (
        (24, "I", "snapshot {snapshot} stored: {200-90000} entries"),
        (4, "W", "lookup of snapshot {snapshot} took {151-420} ms"),
        (1, "I", "index of account {account} rebuilt: {90000-95000} entries before, {95001-99000} after"),
    )),
    "relay": Service("syslog", _named("relay-yhz", 11), (
        (24, "I", "tunnel opened for box {box}, {4000-15000} on this host"),
        (22, "I", "tunnel closed for box {box} after {30-40000} s, {1-9000} MB"),
        (3, "I", "TLS-4411 session ticket of box {box} is from relay relay-gnt-{2-9}, full handshake"),
        (1, "I", "issuer list reloaded: 3 issuers"),
    )),
    "cert-issuer": Service("syslog", _named("ca-gnt", 2), (
        (20, "I", "certificate issued for {box}, valid until {valid_until}"),
        (2, "E", "TLS-4405 chain for {box} lacks its intermediate, not delivered"),
        (1, "W", "TLS-4422 certificate {hash} was revoked, no renewal for {box}"),
        (3, "I", "nightly run: {700-1200} certificates renewed"),
    )),
    "auth": Service("syslog", _named("auth-gnt", 3), (
        (30, "I", "token of device {device} confirmed in {2-90} ms"),
        (10, "I", "device {device} linked to account {account}"),
        (5, "I", "ERR_4433 device {device} was unlinked by its owner"),
        (3, "I", "ERR_4432 account {account} has 20 devices, no more on its plan"),
        (4, "W", "two-step code wrong for account {account}, {2-5} times"),
    )),
    "billing": Service("json", _named("bil", 2), (
        (22, "I", "account {account} renewed: {Grove|Canopy} {price}"),
        (6, "W", "PAY-601 card of account {account} declined by the bank, try {1-3} of 3"),
        (5, "I", "order FH-{180000-470000} refunded: {euros} EUR, reason {changed_mind|goodwill|late_delivery}"),
        (2, "I", "PAY-607 invoice of account {account} waits for a tax number"),
        (2, "W", "PAY-604 account {account} pays in EUR and its basket is in USD"),
        (2, "W", "PAY-609 refund of {320-400}.00 asked for order FH-{180000-470000}, and {90-310}.00 is left of the payment"),
        (1, "W", "PAY-623 refund of order FH-{180000-470000} came back from the bank, transfer asked for"),
    )),
    "checkout": Service("json", _named("shop-yhz", 3), (
        (24, "I", "order placed from basket {300000-899999}: {euros} EUR, region {EU|ND}"),
        (18, "I", "order placed from basket {300000-899999}: {euros} USD, region {AM|SG|AU}"),
        (5, "I", "PAY-602 second step of basket {300000-899999} was closed or blocked"),
        (2, "I", "PAY-621 gift card of basket {300000-899999} has no value left"),
        (2, "W", "{Kaaspay|Northlane Pay|Straitpay} did not answer basket {300000-899999} within 20 s"),
    )),
    "catalogue": Service("json", _named("cat-yhz", 2), (
        (16, "I", "stock of {SKU-77821|SKU-31418|SKU-52110|SKU-88105|SKU-44103} in {Gent|Turku|Halifax|Singapore|Wollongong}: {0-340}"),
        (6, "I", "price of {SKU-77822|SKU-31408|SKU-77128} read from the database: {119|149|519}.00 EUR"),
    )),
    "settlement-import": Service("logfmt", _named("si-sin", 2), (
        (8, "I", "file kaaspay-{EU|ND}-{10000-99999}.csv of Kaaspay read: {1-4} rows"),
        (5, "I", "file northlane-pay-AM-{10000-99999}.csv of Northlane Pay read: {1-3} rows"),
        (6, "I", "file straitpay-{SG|AU}-{10000-99999}.csv of Straitpay read: {1-3} rows"),
        (3, "I", "feed of {Kaaspay|Northlane Pay|Straitpay} not there yet, {2-70} minutes"),
        (1, "E", "PAY-625 file northlane-pay-AM-{10000-99999}.csv has unknown columns: memo"),
    )),
    "notifier": Service("logfmt", _named("ntf-gnt", 2), (
        (24, "I", "{40-9000} messages sent, {0-60} duplicates dropped, {0-700} waiting"),
        (2, "W", "message m-{100000-999999} to account {account} given up"),
        (1, "I", "weekly digest queued for {8000-41000} accounts"),
    )),
    "update-server": Service("logfmt", _named("upd-trk", 2), (
        (20, "I", "build {build} offered to box {box}, model {Fernbox Nook|Fernbox Home 2|Fernbox Studio|Fernbox Office}"),
        (6, "I", "ring {1|10|40|100} of {build}: {200-30000} boxes updated, {0-9} silent"),
        (2, "W", "ERR_7133 box {box} missed updates for {731-1100} days, signature too old"),
    )),
    "gmv-pipeline": Service("columns", ("data-sin-01",), ()),
    "telemetry": Service("columns", ("tel-gnt-01",), (
        (24, "I", "report of box {box} taken: {1-8} drives, {12-60} counters"),
        (4, "I", "report of box {box} dropped: no consent"),
        (3, "W", "DRV-206 {51-400} sectors remapped this week: box {box}, drive {drive}"),
        (3, "W", "DRV-207 drive at {59-66} degrees: box {box}, bay {1-4}"),
        (2, "W", "DRV-216 rated writes used up: box {box}, drive {drive}"),
        (1, "I", "{40-900} boxes silent for more than a day"),
    )),
}  # fmt: skip
