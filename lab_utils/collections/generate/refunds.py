"""Refunds: why, when and how much, by the shop's own policy.

Most come within the thirty days of policy 3.1. Warranty cases and chargebacks come later, and fall into a later
quarter than their order: that is why a refund rate must be quoted with a date.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from lab_utils.collections.generate.dice import Dice
from lab_utils.collections.generate.orders import Order
from lab_utils.collections.generate.shelf import RECALLED
from lab_utils.collections.generate.world import LAST_DAY, after_working_days, percent_of


@dataclass(frozen=True, slots=True)
class Reason:
    code: str
    weight: int
    first: int
    """days after shipping, at the earliest and at the latest"""
    last: int
    part: str
    """whole order, one piece of it, a share, or a fixed sum of goodwill"""


REASONS = (
    Reason("changed_mind", 26, 4, 32, "whole"),
    Reason("changed_mind", 7, 34, 62, "credit"),  # day 31 to 60: store credit of 90 % (policy 4.2)
    Reason("does_not_fit", 15, 3, 30, "piece"),
    Reason("wrong_item", 6, 3, 20, "piece"),
    Reason("dead_on_arrival", 8, 3, 30, "piece"),
    Reason("damaged_in_transit", 8, 2, 12, "whole"),
    Reason("lost_parcel", 5, 8, 20, "whole"),
    Reason("late_delivery", 14, 5, 25, "share"),
    Reason("goodwill", 24, 5, 80, "goodwill"),
    Reason("warranty", 9, 61, 240, "piece"),
    Reason("chargeback", 4, 61, 115, "whole"),
)
RECALL = Reason("recall", 0, 0, 0, "piece")
SMALL = ("late_delivery", "goodwill")
# (total below, in cents; how often the larger reasons come up, against an order of small value)
RARITY = ((15_000, 1.0), (60_000, 0.3), (150_000, 0.12), (10**9, 0.08))

BASE_CHANCE = {"drives": 0.14, "accessories": 0.15, "spare-parts": 0.11, "bundles": 0.12}
OTHER_CHANCE = 0.135
RECALL_ORDERS = (date(2024, 6, 10), date(2024, 9, 5))
RECALL_ASKED = (date(2024, 9, 5), date(2024, 11, 29))
RECALL_CHANCE = 0.22  # most owners took the free exchange
OPENED_DRIVE_PERCENT = 85  # policy 3.2
CREDIT_PERCENT = 90
SUPPORT_LIMIT = {"EUR": 7500, "USD": 8000}  # policy 4.4
HEAD_LIMIT = 50_000
DIRECTOR_ABOVE = 200_000  # policy 4.5
REJECTED_SHARE = 0.035
NO_REASON_SHARE = 0.025
RETURNED_BY_BANK_SHARE = 0.02  # the card that paid has been closed: a transfer follows (PAY-623)
SECOND_SHARE = 0.05


@dataclass(slots=True)
class Refund:
    order: Order
    requested: date
    paid: date | None
    amount: int
    """cents"""
    reason: str
    status: str
    method: str
    approved_by: str
    id: str = ""


def refunds(orders: list[Order], dice: Dice) -> list[Refund]:
    """All refunds by the day they were asked for; writes into each order what was paid back."""
    found: list[Refund] = []
    for order in orders:
        if order.shipped is None:
            continue
        recalled = order.product.sku == RECALLED and RECALL_ORDERS[0] <= order.day <= RECALL_ORDERS[1]
        if recalled and dice.chance(RECALL_CHANCE):
            first = max(RECALL_ASKED[0], order.shipped)
            found += _refund(order, RECALL, first + timedelta(days=dice.between(0, (RECALL_ASKED[1] - first).days)), dice)
            continue
        for _ in range(2):
            if not dice.chance(BASE_CHANCE.get(order.product.family, OTHER_CHANCE)):
                break
            reason = _reason(order, dice)
            found += _refund(order, reason, order.shipped + timedelta(days=dice.between(reason.first, reason.last)), dice)
            if not dice.chance(SECOND_SHARE):
                break
    found.sort(key=lambda refund: (refund.requested, refund.order.id))
    for number, refund in enumerate(found, start=1):
        refund.id = f"RF-{number:05d}"
    return found


def _reason(order: Order, dice: Dice) -> Reason:
    """The dearer an order, the rarer is the wish to give it back: small sums for late or dented parcels prevail."""
    rarity = next(factor for limit, factor in RARITY if order.total < limit)
    weights = {reason: reason.weight * (1.0 if reason.code in SMALL else rarity) for reason in REASONS}
    return dice.weighted(weights)


def _refund(order: Order, reason: Reason, requested: date, dice: Dice) -> list[Refund]:
    """One refund, or none where the day is still to come or nothing is left to give back."""
    amount = min(_amount(order, reason, dice), order.total - order.paid_back)
    if requested > LAST_DAY or amount <= 0:
        return []
    method = "store_credit" if reason.part == "credit" else "bank_transfer" if dice.chance(RETURNED_BY_BANK_SHARE) else "original_payment"
    status, paid = "paid", after_working_days(requested + timedelta(days=dice.between(1, 7)), dice.between(1, 5))
    if method == "bank_transfer":
        paid = after_working_days(paid, 5)
    if dice.chance(REJECTED_SHARE):
        status, paid = "rejected", None
    elif paid > LAST_DAY:
        status, paid = "pending", None
    else:
        order.paid_back += amount
    name = "" if dice.chance(NO_REASON_SHARE) else reason.code
    return [Refund(order, requested, paid, amount, name, status, method, _approval(amount, reason.code, order.region.currency))]


def _amount(order: Order, reason: Reason, dice: Dice) -> int:
    piece = order.total // order.quantity
    if reason.part == "goodwill":
        limit = HEAD_LIMIT if dice.chance(0.06) else SUPPORT_LIMIT[order.region.currency]
        return min(dice.between(2, limit // 500) * 500, percent_of(order.total, 40) // 100 * 100)
    if reason.part == "share":
        return percent_of(order.total, dice.pick((5, 5, 8, 10)))
    if reason.part == "credit":
        return percent_of(order.total, CREDIT_PERCENT)
    if reason.part == "piece":
        return piece * (order.quantity if order.quantity > 1 and dice.chance(0.25) else 1)
    opened = reason.code == "changed_mind" and order.product.family == "drives" and dice.chance(0.5)
    return percent_of(order.total, OPENED_DRIVE_PERCENT) if opened else order.total


def _approval(amount: int, reason: str, currency: str) -> str:
    if amount > DIRECTOR_ABOVE:
        return "finance-director"
    if reason == "goodwill":
        return "support" if amount <= SUPPORT_LIMIT[currency] else "support-head"
    return "support" if reason in ("warranty", "chargeback") else ""
