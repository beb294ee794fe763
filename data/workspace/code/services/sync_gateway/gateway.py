"""Accepts changes from boxes and apps, checks them against the chunk index and fans them out.

A session carries one device. A batch is a list of changes of one account. Nothing is acknowledged before the chunk
store has it in two zones.
"""

from common.logs import set_up
from services.sync_gateway.pool import Pool, PoolDry
from services.sync_gateway.tokens import TokenCache, Unknown

log = set_up("sync-gateway")

MOST_FILES = 5000  # in one batch; protocol 3 splits by itself
OLDEST_PROTOCOL = 2  # protocol 1 was switched off on 2024-11-01
THROTTLE = 600  # requests a minute from one phone


class Refused(Exception):
    def __init__(self, code, text):
        super().__init__(f"{code} {text}")
        self.code = code


class Gateway:
    def __init__(self, pool: Pool, tokens: TokenCache, chunks, holds, zones):
        self.pool, self.tokens, self.chunks, self.holds, self.zones = pool, tokens, chunks, holds, zones

    def open_session(self, device, client):
        if client.protocol < OLDEST_PROTOCOL:
            log.warning("SYNC-303 protocol %d refused, client %s must update", client.protocol, client.name)
            raise Refused("SYNC-303", "update the app")
        try:
            account = self.tokens.account_of(device.token)
        except Unknown:
            log.error("SYNC-301 session refused for device %s: cached token rejected by auth", device.id)
            raise Refused("SYNC-301", "sign in again") from None
        zone = self.zones.of(account)
        if zone != device.zone:
            log.info("SYNC-307 account %s moved to zone %s, device told to redial", account, zone)
            raise Refused("SYNC-307", zone)
        log.info("session opened for account %s, client %s", account, client.name)
        return account

    def close_session(self, account, seconds):
        log.info("session closed for account %s after %d s", account, seconds)

    def check_rate(self, phone, requests):
        if requests > THROTTLE:
            log.warning("SYNC-305 phone %s throttled: %d requests in the last minute", phone.id, requests)
            raise Refused("SYNC-305", "wait a minute")

    def accept(self, batch, client, timer):
        if len(batch.files) > MOST_FILES:
            log.warning("SYNC-302 batch of %d files refused, client %s must split it", len(batch.files), client.name)
            raise Refused("SYNC-302", "split the batch")
        if batch.tenant and self.holds.frozen(batch.tenant, batch.folder):
            log.warning("SYNC-314 folder of tenant %s frozen by legal hold, write refused", batch.tenant)
            raise Refused("SYNC-314", "legal hold")
        try:
            with self.pool.connection(wait_s=2.0) as connection:
                for change in batch.files:
                    if change.is_picture and self.chunks.has(change.content_hash):
                        # Same content, so nothing is stored twice; the phone is told to tick it off.
                        log.warning("SYNC-311 picture sent again by phone %s: content hash %s already stored", batch.device, change.content_hash[:8])
                        continue
                    self.chunks.put(connection, change)
        except PoolDry as dry:
            log.error("SYNC-304 batch waits: pool %d of %d connections in use, %d batches queued", dry.used, dry.size, dry.queued)
            raise Refused("SYNC-304", "try again later") from dry
        log.info("batch %d accepted from box %s: %d changes in %d ms", batch.number, batch.box, len(batch.files), timer.ms())
