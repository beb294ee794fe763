"""E-mail, push and in-app messages. Pushes leave at 600 a second at most: the vendor cuts us off above that."""

from common.logs import set_up
from common.retry import GaveUp, retry

log = set_up("notifier")

PUSHES_A_SECOND = 600
WARN_AT = 20_000  # waiting messages


class Outbox:
    def __init__(self, queue, vendor, ledger_reports):
        self.queue, self.vendor, self.ledger_reports = queue, vendor, ledger_reports

    def drain(self, seconds):
        sent = dropped = 0
        known = set()
        for message in self.queue.take(PUSHES_A_SECOND * seconds):
            if message.content_hash in known:  # the same text to the same person: one is enough
                dropped += 1
                continue
            known.add(message.content_hash)
            try:
                retry(log, f"message {message.id}", lambda message=message: self.vendor.send(message), attempts=3, first_s=1, on=(ConnectionError,))
                sent += 1
            except GaveUp:
                log.warning("message %s to account %s given up", message.id, message.account)
        log.info("%d messages sent, %d duplicates dropped, %d waiting", sent, dropped, len(self.queue))
        if len(self.queue) > WARN_AT:
            log.warning("queue grows: %d messages waiting, oldest %d s", len(self.queue), self.queue.oldest_s())

    def ledger_lost(self, phone):
        """A phone that was restored from its own backup reports that it no longer knows what it has sent."""
        log.warning("ERR_4463 phone %s reports no upload ledger, app %s", phone.id, phone.app_version)
        if self.ledger_reports.first(phone.id):
            self.queue.add(phone.account, "open-the-app-on-wifi")

    def digest(self, accounts):
        log.info("weekly digest queued for %d accounts", len(accounts))
        for account in accounts:
            self.queue.add(account, "weekly-digest", slow=True)
