"""The orders: who bought what, when, with which code, and what became of the parcel."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from itertools import accumulate
from zoneinfo import ZoneInfo

from lab_utils.collections.generate import promotions
from lab_utils.collections.generate.customers import Buyers, Customer
from lab_utils.collections.generate.demand import cumulated_hours, expected_orders
from lab_utils.collections.generate.dice import Dice
from lab_utils.collections.generate.incident import deal_evenings
from lab_utils.collections.generate.shelf import Product, quantity, weights_on
from lab_utils.collections.generate.world import LAST_DAY, Region, after_working_days, days, percent_of

FIRST_NUMBER = 180_000  # FH-180000: the first order of 2024
NUMBERS_BETWEEN = 39  # other customers' orders stand between two of the extract: 0 to 39, so one in twenty is seen
CANCELLED_SHARE = 0.043
NO_CHANNEL_SHARE = 0.03
CHANNELS = {False: {"web": 58, "app": 25, "phone": 7, "partner": 10}, True: {"web": 40, "app": 3, "phone": 20, "partner": 37}}
PARCEL_CUT_OFF = 14  # o'clock; later orders leave a working day later (policy on delivery, 1.2)


@dataclass(slots=True)
class Order:
    customer: Customer
    region: Region
    day: date
    """by the region's clock"""
    product: Product
    quantity: int
    promo_code: str
    discount: int
    """cents"""
    channel: str
    cancelled: bool
    at: datetime | None = None
    """UTC"""
    id: str = ""
    shipped: date | None = None
    paid_back: int = 0
    """cents; filled in by the refunds"""

    @property
    def unit_price(self) -> int:
        return self.product.price[self.region.currency]

    @property
    def total(self) -> int:
        return self.quantity * self.unit_price - self.discount

    @property
    def local_hour(self) -> int:
        return self.at.astimezone(ZoneInfo(self.region.time_zone)).hour

    @property
    def status(self) -> str:
        if self.cancelled:
            return "cancelled"
        if self.shipped is None:
            return "open"
        if self.paid_back == 0:
            return "completed"
        return "refunded" if self.paid_back == self.total else "partially_refunded"


def orders(everybody: list[Customer], shelf: list[Product], regions: tuple[Region, ...], dice: Dice) -> list[Order]:
    """All orders by time. Their hours are drawn last, when the amounts are known."""
    buyers = {region.code: Buyers(everybody, region.code) for region in regions}
    codes = promotions.Codes()
    found = []
    for day in days():
        chances = {business: list(accumulate(weights_on(day, shelf, business))) for business in (False, True)}
        for region in regions:
            for _ in range(dice.poisson(expected_orders(region.code, day))):
                customer = buyers[region.code].pick(day, dice)
                found.append(_order(customer, region, day, shelf, chances, codes, dice))
            if promotions.doubled_on(region.code, day):
                for _ in range(promotions.DOUBLED_ORDERS):
                    customer = buyers[region.code].pick(day, dice)
                    found.append(_order(customer, region, day, shelf, chances, codes, dice, doubled=True))
    _set_times(found, dice)
    found.sort(key=lambda order: (order.at, order.customer.id, order.product.sku))
    _number_and_ship(found, dice)
    return found


def _order(customer, region, day, shelf, chances, codes, dice, doubled=False) -> Order:
    while True:
        product = dice.at(shelf, chances[customer.business])
        if not (doubled and product.family == "spare-parts"):  # codes are no good for spare parts
            break
    pieces = quantity(product, customer.business, dice)
    price = pieces * product.price[region.currency]
    code, percent = codes.doubled() if doubled else codes.choose(customer, region.code, product, day, dice)
    channel = "" if dice.chance(NO_CHANNEL_SHARE) else dice.weighted(CHANNELS[customer.business])
    cancelled = not doubled and dice.chance(CANCELLED_SHARE)
    return Order(customer, region, day, product, pieces, code, percent_of(price, percent), channel, cancelled)


def _set_times(found: list[Order], dice: Dice) -> None:
    evenings = deal_evenings(found)
    for number, order in enumerate(found):
        if promotions.is_doubled(order):
            order.at = promotions.moment_of_doubling(dice)
            continue
        first, last = evenings.get(number, (0, 23))
        order.at = _moment(order, dice.at(range(24), cumulated_hours(order.region.code, first, last)), dice)
        while order.promo_code and promotions.while_doubled(order):  # that morning every use of the code was doubled
            order.at = _moment(order, dice.between(17, 23), dice)


def _moment(order: Order, hour: int, dice: Dice) -> datetime:
    local = datetime.combine(order.day, time(hour, dice.between(0, 59), dice.between(0, 59)), ZoneInfo(order.region.time_zone))
    return local.astimezone(UTC)


def _number_and_ship(found: list[Order], dice: Dice) -> None:
    number = FIRST_NUMBER
    for order in found:
        number += 1 + dice.between(0, NUMBERS_BETWEEN - 1)
        order.id = f"FH-{number}"
        wait = dice.weighted({0: 30, 1: 52, 2: 18}) if order.local_hour < PARCEL_CUT_OFF else dice.weighted({1: 62, 2: 38})
        shipped = after_working_days(order.day, wait)
        if not order.cancelled and shipped <= LAST_DAY:
            order.shipped = shipped
