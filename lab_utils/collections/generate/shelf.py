"""The 56 products as they sell: how often each is chosen, when it could be bought, and in what quantity."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from lab_utils.collections.generate.dice import Dice
from lab_utils.collections.generate.world import LAST_DAY, as_day, facts

# How often a household and a business choose each product, against one another.
POPULARITY = {
    "SKU-77821": (60, 12), "SKU-77812": (34, 4), "SKU-77281": (30, 6), "SKU-77822": (46, 14), "SKU-77823": (24, 12),
    "SKU-77128": (44, 4), "SKU-77182": (34, 4), "SKU-77183": (14, 3), "SKU-78401": (14, 18), "SKU-78410": (6, 12),
    "SKU-78041": (9, 10), "SKU-78014": (3, 6), "SKU-79306": (1, 20), "SKU-79360": (0, 7), "SKU-79603": (0, 5),
    "SKU-79630": (0, 2), "SKU-52110": (46, 8), "SKU-52101": (20, 4), "SKU-52210": (34, 5), "SKU-52201": (16, 4),
    "SKU-31406": (18, 3), "SKU-31408": (62, 26), "SKU-31418": (44, 36), "SKU-31428": (10, 40), "SKU-31506": (28, 6),
    "SKU-31516": (20, 14), "SKU-31526": (4, 8), "SKU-31560": (48, 14), "SKU-88101": (10, 1), "SKU-88105": (14, 4),
    "SKU-88102": (16, 1), "SKU-88107": (5, 6), "SKU-88108": (2, 3), "SKU-88120": (0, 5), "SKU-88131": (0, 4),
    "SKU-88104": (12, 2), "SKU-44310": (14, 3), "SKU-44301": (30, 10), "SKU-44130": (26, 6), "SKU-44103": (30, 30),
    "SKU-45117": (26, 6), "SKU-45171": (14, 4), "SKU-46220": (26, 12), "SKU-46202": (3, 18), "SKU-46250": (6, 5),
    "SKU-66204": (4, 6), "SKU-66240": (0, 3), "SKU-66231": (0, 3), "SKU-66213": (8, 3), "SKU-66132": (7, 1),
    "SKU-66312": (6, 9), "SKU-66410": (0, 5), "SKU-90115": (22, 3), "SKU-90151": (18, 1), "SKU-90511": (0, 4),
    "SKU-90155": (3, 5),
}  # fmt: skip

# The two that were discontinued, with their last day in the shop.
LAST_SALE = {"SKU-77281": date(2024, 8, 31), "SKU-31406": date(2024, 5, 31)}

# Deliveries of the 4 TB drive were held for five weeks while batch K24-07 was recalled (INC-2034).
RECALLED = "SKU-31408"
HELD = (date(2024, 9, 6), date(2024, 10, 10))

# A new product is asked for twice as often in its first weeks.
NEW_FOR = timedelta(days=28)

# (at least, at most) pieces for a household and for a business; everything else is bought one at a time.
QUANTITIES = {"drives": ((1, 2), (2, 6)), "spare-parts": ((1, 2), (1, 4))}
CABLES = ("SKU-44310", "SKU-44301", "SKU-44130", "SKU-44103")


@dataclass(frozen=True, slots=True)
class Product:
    sku: str
    name: str
    family: str
    part_number: str
    price: dict[str, int]
    """cents by currency"""
    launched: date
    status: str
    warranty_months: int
    weight_g: int

    def sold_on(self, day: date) -> bool:
        held = self.sku == RECALLED and HELD[0] <= day <= HELD[1]
        return self.launched <= day <= LAST_SALE.get(self.sku, LAST_DAY) and not held


def products() -> list[Product]:
    return [
        Product(
            s["sku"], s["name"], s["family"], s["part_number"], {currency: round(price * 100) for currency, price in s["price"].items()},
            as_day(s["launched"]), s["status"], s["warranty_months"], s["weight_g"],
        )
        for s in facts("devices")["skus"]
    ]  # fmt: skip


def weights_on(day: date, shelf: list[Product], business: bool) -> list[int]:
    """How likely each product is on that day, in the order of the shelf."""
    return [POPULARITY[product.sku][business] * (2 if day < product.launched + NEW_FOR else 1) if product.sold_on(day) else 0 for product in shelf]


def quantity(product: Product, business: bool, dice: Dice) -> int:
    if product.sku in CABLES:
        return dice.between(1, 6 if business else 2)
    low, high = QUANTITIES.get(product.family, ((1, 1), (1, 1)))[business]
    if low == high:
        return 2 if business and dice.chance(0.12) else 1
    return dice.between(low, high)
