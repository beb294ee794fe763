"""Basket, promotion codes, hand-over to the payment partner.

The discount is computed here and nowhere else, once a basket. The check in `total` looks silly for that reason; it is
the contract test of INC-2045 in running form and stays.
"""

from decimal import ROUND_HALF_UP, Decimal

from common.logs import set_up

log = set_up("checkout")

CENT = Decimal("0.01")
BASKET_LIVES_H = 24
NO_CODES_FOR = {"plans", "gift-cards", "spare-parts"}


class CannotPay(Exception):
    def __init__(self, code, text):
        super().__init__(f"{code} {text}")
        self.code = code


class Basket:
    def __init__(self, number, region, currency, lines, code=None):
        self.number, self.region, self.currency, self.lines, self.code = number, region, currency, lines, code

    def list_total(self, prices):
        return sum(prices.price(line.sku, self.currency) * line.pieces for line in self.lines)

    def total(self, prices, codes):
        full = self.list_total(prices)
        if self.code is None:
            return full
        promotion = codes.find(self.code, self.region)
        fit = [line for line in self.lines if line.family not in NO_CODES_FOR]
        off = sum(prices.price(line.sku, self.currency) * line.pieces for line in fit) * promotion.share
        paid = (full - off).quantize(CENT, ROUND_HALF_UP)
        if full - paid > full * promotion.share + CENT:
            log.error("PAY-618 promotion %s applied twice to basket %d: %s of %s %s", self.code, self.number, paid, full, self.currency)
        return paid


def pay(basket, prices, codes, partner, gift_card=None):
    due = basket.total(prices, codes)
    if gift_card is not None and gift_card.balance == 0:
        log.info("PAY-621 gift card of basket %d has no value left", basket.number)
        raise CannotPay("PAY-621", "no value left")
    answer = partner.take(due, basket.currency, timeout_s=20)
    if answer.second_step_closed:
        log.info("PAY-602 second step of basket %d was closed or blocked", basket.number)
        raise CannotPay("PAY-602", "confirm with your bank")
    if answer.timed_out:
        log.warning("%s did not answer basket %d within %d s", partner.name, basket.number, 20)
        raise CannotPay("timeout", partner.name)
    log.info("order placed from basket %d: %s %s, region %s", basket.number, due, basket.currency, basket.region)
    return answer
