"""Database connections of the gateway: one for each worker, taken at its start and kept.

v7.4.0 took one for each batch. With protocol 3 a box sends four batches at a time, the 400 connections were gone
within minutes and every batch waited for a free one (INC-2046). Since v7.4.1 a worker that is busy simply does not
take the next batch, and the queue shows it.
"""

import threading
from contextlib import contextmanager

from common.logs import set_up

log = set_up("sync-gateway")

SIZE = 400
ALARM_AT = 0.8


class PoolDry(Exception):
    def __init__(self, used, size, queued):
        super().__init__(f"{used} of {size}, {queued} queued")
        self.used, self.size, self.queued = used, size, queued


class Pool:
    def __init__(self, connect, size=SIZE):
        self._connect = connect
        self._free = threading.Semaphore(size)
        self._mine = threading.local()
        self._lock = threading.Lock()
        self.size, self.used, self.queued = size, 0, 0

    @contextmanager
    def connection(self, wait_s):
        held = getattr(self._mine, "connection", None)
        if held is None:
            held = self._mine.connection = self._take(wait_s)
        yield held

    def _take(self, wait_s):
        with self._lock:
            self.queued += 1
        try:
            if not self._free.acquire(timeout=wait_s):
                raise PoolDry(self.used, self.size, self.queued)
        finally:
            with self._lock:
                self.queued -= 1
        with self._lock:
            self.used += 1
            if self.used == int(self.size * ALARM_AT):
                log.warning("pool alarm: %d of %d connections in use", self.used, self.size)
        return self._connect()


def deployed(release, host):
    log.info("release %s started on %s", release, host)


def rolled_back(release, earlier):
    log.warning("release %s rolled back to %s", release, earlier)
