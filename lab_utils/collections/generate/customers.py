"""The customers: one in twenty of the shop's, households and businesses, some of them in hosted tenants."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate

from lab_utils.collections.generate.demand import GROWTH_A_YEAR, ORDERS_A_DAY
from lab_utils.collections.generate.dice import Dice
from lab_utils.collections.generate.world import FIRST_DAY, LAST_DAY, ONE_DAY, as_day, facts

CUSTOMERS = 3400
OPENED = date(2021, 9, 1)  # the oldest accounts
BUSINESS_SHARE = 0.13
GUEST_SHARE = 0.07
NEWCOMER_SHARE = 0.30  # orders placed by somebody who joined within the last NEWCOMER_DAYS
NEWCOMER_DAYS = timedelta(days=40)

PLANS = {False: {"Sprout": 46, "Grove": 34, "Canopy": 8, "": 12}, True: {"Sprout": 14, "Grove": 30, "Canopy": 40, "": 16}}
HEARD_FROM = {"friend": 30, "search": 26, "press": 12, "advert": 11, "reseller": 5, "": 16}

# (tenant, region, buyers): practices, studios and offices that order on their own.
TENANT_BUYERS = (("harbourlight", "AM", 14), ("ostmark", "EU", 5), ("tallis-rowe", "SG", 1), ("tallis-rowe", "AU", 1))


@dataclass(slots=True)
class Customer:
    id: str
    region: str
    plan: str
    active_from: date
    """first day on which the customer may order"""
    guest: bool
    """ordered without opening an account"""
    business: bool
    tenant: str
    heard_from: str
    activity: float
    """how often the customer orders, against the others"""


def customers(dice: Dice) -> list[Customer]:
    """All of them, numbered in the order in which they came."""
    hosted_since = {tenant["key"]: as_day(tenant["hosted_since"]) for tenant in facts("world")["tenants"]}
    found = [
        Customer("", region, "Canopy", hosted_since[tenant] + timedelta(days=dice.between(0, 60)), False, True, tenant, "", 3.0)
        for tenant, region, buyers in TENANT_BUYERS
        for _ in range(buyers)
    ]
    while len(found) < CUSTOMERS:
        found.append(_customer(dice))
    found.sort(key=lambda customer: customer.active_from)
    for number, customer in enumerate(found, start=1):
        customer.id = f"C-{number:05d}"
    return found


def _customer(dice: Dice) -> Customer:
    region = dice.weighted({code: per_day * (1 + GROWTH_A_YEAR[code]) for code, per_day in ORDERS_A_DAY.items()})
    business = dice.chance(BUSINESS_SHARE)
    guest = not business and dice.chance(GUEST_SHARE / (1 - BUSINESS_SHARE))
    activity = (3.2 if business else 1.0) * max(0.15, 1 + dice.scatter(0.5))
    return Customer(
        "", region, "" if guest else dice.weighted(PLANS[business]), _joined(dice, guest), guest, business, "",
        dice.weighted(HEARD_FROM), activity * (0.4 if guest else 1.0),
    )  # fmt: skip


def _joined(dice: Dice, guest: bool) -> date:
    """More than half came before the tables begin; guests are known from their first order only, so they came later."""
    first = FIRST_DAY if guest or dice.chance(0.45) else OPENED
    last = LAST_DAY if first == FIRST_DAY else FIRST_DAY - ONE_DAY
    return first + timedelta(days=dice.between(0, (last - first).days))


class Buyers:
    """Picks who orders: anybody of the region who is there by then, newcomers more often."""

    def __init__(self, everybody: list[Customer], region: str):
        self._there = [customer for customer in everybody if customer.region == region]
        self._since = [customer.active_from for customer in self._there]
        self._activity = list(accumulate(customer.activity for customer in self._there))

    def pick(self, day: date, dice: Dice) -> Customer:
        present = bisect_right(self._since, day)
        if dice.chance(NEWCOMER_SHARE):
            first = bisect_right(self._since, day - NEWCOMER_DAYS)
            if first < present:
                return self._there[dice.between(first, present - 1)]
        return dice.at(self._there, self._activity[:present])
