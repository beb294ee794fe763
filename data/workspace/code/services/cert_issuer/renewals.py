"""Issues 90-day certificates and renews them on day 60.

Renewal goes by inventory id. Until February 2024 it went by host name: eleven relays whose names had changed from
hfx to yhz were skipped night after night, and all of them expired at once (INC-2019).
"""

import datetime

from common.logs import set_up

log = set_up("cert-issuer")

LIFE = datetime.timedelta(days=90)
RENEW_AFTER = datetime.timedelta(days=60)
ALARM_BEFORE = datetime.timedelta(days=14)
MOST_AN_HOUR = 1200


class Renewals:
    def __init__(self, inventory, authority, revoked):
        self.inventory, self.authority, self.revoked = inventory, authority, revoked

    def nightly(self, today):
        renewed = 0
        for item in self.inventory.all():
            if item.certificate.serial in self.revoked:
                log.warning("TLS-4422 certificate %s was revoked, no renewal for %s", item.certificate.serial, item.name)
                continue
            if today - item.certificate.not_before < RENEW_AFTER:
                continue
            if not self.inventory.has(item.id):
                log.warning("renewal of %s skipped: not in inventory", item.name)
                continue
            if item.certificate.not_after - today < ALARM_BEFORE:
                log.error("certificate of %s ends in %d days and is not renewed", item.name, (item.certificate.not_after - today).days)
            renewed += self.issue(item, today)
            if renewed >= MOST_AN_HOUR:
                break
        log.info("nightly run: %d certificates renewed", renewed)
        return renewed

    def issue(self, item, today, by_hand=False):
        chain = self.authority.sign(item.key, today, today + LIFE)
        if not chain.has_intermediate:
            log.error("TLS-4405 chain for %s lacks its intermediate, not delivered", item.name)
            return 0
        item.deliver(chain)
        if by_hand:
            log.warning("certificate issued by hand for %s, valid until %s", item.name, today + LIFE)
        else:
            log.info("certificate issued for %s, valid until %s", item.name, today + LIFE)
        return 1
