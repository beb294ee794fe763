"""Charges plans on their day, three tries over seven days.

Each charge carries an idempotency key made of account and period. The lock that keeps the job to one host lives in
the database since INC-2023; before, it lived on the host, failed over with it, and 1,904 customers paid twice.
"""

import datetime

from common.logs import set_up

log = set_up("billing")

TRIES = (0, 3, 7)  # days after the renewal was due
CURRENCIES = {"EU": "EUR", "ND": "EUR", "AM": "USD", "SG": "USD", "AU": "USD"}


def idempotency_key(account, due: datetime.date):
    return f"{account.id}:{due:%Y-%m}"


class Renewals:
    def __init__(self, accounts, partners, lock, charges):
        self.accounts, self.partners, self.lock, self.charges = accounts, partners, lock, charges

    def nightly(self, host, today):
        with self.lock.held("renewals", by=host) as held:
            if not held:
                log.info("renewal job not started: lock held by %s", self.lock.holder("renewals"))
                return
            due = self.accounts.due(today, TRIES)
            log.info("renewal job started: %d accounts due", len(due))
            failed = sum(not self.charge(account, today) for account in due)
            log.info("renewal job ended: %d charged, %d declined", len(due) - failed, failed)

    def charge(self, account, today):
        key = idempotency_key(account, account.due)
        earlier = self.charges.find(key)
        if earlier is not None:
            log.error("PAY-611 renewal of account %s charged twice, on %s and %s", account.id, earlier.host, self.lock.holder("renewals"))
            return True
        if account.currency != CURRENCIES[account.region]:
            log.warning("PAY-604 account %s pays in %s and its basket is in %s", account.id, account.currency, CURRENCIES[account.region])
            return False
        result = self.partners.of(account.region).charge(account.card, account.price, account.currency, key)
        if result.declined:
            log.warning("PAY-601 card of account %s declined by the bank, try %d of 3", account.id, account.tries + 1)
            return False
        self.charges.add(key, result, today)
        log.info("account %s renewed: %s %s %s", account.id, account.plan, account.price, account.currency)
        return True

    def invoice(self, account):
        if account.business and not account.vat_number:
            log.info("PAY-607 invoice of account %s waits for a tax number", account.id)
            return None
        return account.render_invoice(account.currency)
