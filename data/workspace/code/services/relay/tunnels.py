"""Carries traffic to boxes that cannot be reached directly: one tunnel a box, 18,000 tunnels a host at most."""

import datetime

from common.logs import set_up

log = set_up("relay")

MOST_TUNNELS = 18_000


class Refused(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Relay:
    def __init__(self, name, certificate, issuers):
        self.name, self.certificate, self.issuers = name, certificate, issuers
        self.tunnels = {}

    def dial(self, box, today: datetime.date):
        if self.certificate.not_after <= today:
            log.error("TLS-4402 certificate of %s expired on %s, tunnel refused for box %s", self.name, self.certificate.not_after, box.id)
            raise Refused("TLS-4402")
        if box.certificate.issuer not in self.issuers:
            log.error("TLS-4420 client certificate of box %s refused: issuer %s not in list", box.id, box.certificate.issuer)
            raise Refused("TLS-4420")
        if box.ticket and box.ticket.relay != self.name:
            log.info("TLS-4411 session ticket of box %s is from relay %s, full handshake", box.id, box.ticket.relay)
        if len(self.tunnels) >= MOST_TUNNELS:
            log.warning("%s is full: %d tunnels, box %s sent to the neighbour", self.name, len(self.tunnels), box.id)
            raise Refused("full")
        self.tunnels[box.id] = box
        log.info("tunnel opened for box %s, %d on this host", box.id, len(self.tunnels))

    def hang_up(self, box, seconds, megabytes):
        self.tunnels.pop(box.id, None)
        log.info("tunnel closed for box %s after %d s, %d MB", box.id, seconds, megabytes)

    def reload_issuers(self, issuers):
        self.issuers = set(issuers)
        log.info("issuer list reloaded: %d issuers", len(self.issuers))
