"""Promotion codes: when each was valid, where, how much it took off; and the morning when one counted twice (INC-2045)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from lab_utils.collections.generate.dice import Dice
from lab_utils.collections.generate.world import facts

STUDENT, STUDENT_PERCENT, STUDENT_SHARE = "STUDENT12", 12, 0.03  # with proof, once a year (policy on promotions, 6.5)
DOUBLED_CODE, DOUBLED_PERCENT = "FERN20", 36  # 20 % off, and 20 % off the rest
DOUBLED_ORDERS = 17  # a twentieth of the incident's 346


@dataclass(frozen=True, slots=True)
class Campaign:
    code: str
    percent: int
    first: date
    last: date
    regions: tuple[str, ...]
    share: float
    """how many of the orders use it"""


EVERYWHERE = ("EU", "ND", "AM", "SG", "AU")
CAMPAIGNS = (
    Campaign("HELLO5", 5, date(2024, 1, 1), date(2024, 6, 30), EVERYWHERE, 0.05),
    Campaign("HOME2", 10, date(2024, 4, 16), date(2024, 5, 14), EVERYWHERE, 0.22),
    Campaign("EOFY8", 8, date(2024, 6, 10), date(2024, 6, 30), ("AU",), 0.30),
    Campaign("SINGLES11", 11, date(2024, 11, 9), date(2024, 11, 11), ("SG",), 0.45),
    Campaign("BLACK15", 15, date(2024, 11, 25), date(2024, 12, 2), EVERYWHERE, 0.52),
    Campaign("BACKUP10", 10, date(2025, 3, 28), date(2025, 3, 31), EVERYWHERE, 0.40),
    Campaign("EOFY8", 8, date(2025, 6, 9), date(2025, 6, 30), ("AU",), 0.32),
    Campaign(DOUBLED_CODE, 20, date(2025, 8, 4), date(2025, 8, 17), ("EU",), 0.34),
    Campaign("SINGLES11", 11, date(2025, 11, 9), date(2025, 11, 11), ("SG",), 0.45),
)


@dataclass(slots=True)
class Codes:
    """One code an order; remembers which students have had theirs this year."""

    _students: set[tuple[str, int]] = field(default_factory=set)

    def choose(self, customer, region: str, product, day: date, dice: Dice) -> tuple[str, int]:
        """(code, percent), or no code and 0. Codes are no good for spare parts (policy on promotions, 6.2)."""
        if product.family == "spare-parts":
            return "", 0
        for campaign in CAMPAIGNS:
            if campaign.first <= day <= campaign.last and region in campaign.regions and dice.chance(campaign.share):
                return campaign.code, campaign.percent
        if not customer.business and (customer.id, day.year) not in self._students and dice.chance(STUDENT_SHARE):
            self._students.add((customer.id, day.year))
            return STUDENT, STUDENT_PERCENT
        return "", 0

    def doubled(self) -> tuple[str, int]:
        return DOUBLED_CODE, DOUBLED_PERCENT


def _incident() -> tuple[datetime, datetime]:
    incident = next(i for i in facts("incidents")["incidents"] if i["number"] == "INC-2045")
    return tuple(datetime.fromisoformat(f"{incident[end]}+00:00").astimezone(UTC) for end in ("start", "end"))


def doubled_on(region: str, day: date) -> bool:
    return region == "EU" and day == _incident()[0].date()


def is_doubled(order) -> bool:
    """Whether this order's discount was taken twice."""
    return order.promo_code == DOUBLED_CODE and order.discount * 100 > order.quantity * order.unit_price * 30


def while_doubled(order) -> bool:
    start, end = _incident()
    return order.promo_code == DOUBLED_CODE and start <= order.at <= end


def moment_of_doubling(dice: Dice) -> datetime:
    start, end = _incident()
    return start + timedelta(seconds=dice.between(0, int((end - start).total_seconds())))
