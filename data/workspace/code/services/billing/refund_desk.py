"""Gives money back. An amount is never taken from the catalogue: a discount may have lowered what was paid."""

from common.logs import set_up
from common.retry import GaveUp, retry

log = set_up("billing")

DIRECTOR_ABOVE = 2000  # EUR or USD, policy on refunds 4.5
ROWS_A_FILE = 500  # limit of all three partners


class Refused(Exception):
    def __init__(self, code, text):
        super().__init__(f"{code} {text}")
        self.code = code


class RefundDesk:
    def __init__(self, payments, partners, approvals):
        self.payments, self.partners, self.approvals = payments, partners, approvals

    def refund(self, order, amount, reason):
        paid = self.payments.paid(order) - self.payments.paid_back(order)
        if amount > paid:
            log.warning("PAY-609 refund of %s asked for order %s, and %s is left of the payment", amount, order.id, paid)
            raise Refused("PAY-609", "more than was paid")
        if amount > DIRECTOR_ABOVE and not self.approvals.has(order, "finance-director"):
            log.info("refund of order %s waits for the finance director", order.id)
            return "pending"
        partner = self.partners.of(order.region)
        try:
            result = retry(log, f"refund of order {order.id}", lambda: partner.refund(order, amount), attempts=4, first_s=30, on=(ConnectionError,))
        except GaveUp:
            return "pending"
        if result.account_closed:
            log.warning("PAY-623 refund of order %s came back from the bank, transfer asked for", order.id)
            return "pending"
        log.info("order %s refunded: %s %s, reason %s", order.id, amount, order.currency, reason)
        return "paid"

    def batch(self, orders, amounts):
        """For many orders of one incident; files of at most 500 rows, one currency a file."""
        for currency in ("EUR", "USD"):
            rows = [(order, amount) for order, amount in zip(orders, amounts) if order.currency == currency]
            for start in range(0, len(rows), ROWS_A_FILE):
                part = rows[start : start + ROWS_A_FILE]
                self.partners.post_file(currency, part)
                log.info("refund file posted: %d rows in %s", len(part), currency)
