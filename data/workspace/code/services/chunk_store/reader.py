"""Reads of encrypted 4 MB chunks. There are three zones; the nearest one is asked first."""

from concurrent.futures import TimeoutError as Slow

from common.logs import set_up

log = set_up("chunk-store")

ZONE_TIMEOUT_S = 4  # was 20 until v7.4.0: with a slow zone, every read cost its customer twenty seconds
REPAIR_BATCH = 500


class Missing(Exception):
    """No zone holds the chunk."""


class Reader:
    def __init__(self, zones, repairs):
        self.zones, self.repairs = zones, repairs

    def read(self, chunk, near):
        """The chunk's bytes, from the nearest zone that answers in time."""
        for zone in sorted(self.zones, key=lambda z: z.distance(near)):
            try:
                data = zone.get(chunk, timeout_s=ZONE_TIMEOUT_S)
            except Slow:
                log.error("ERR_4452 read of chunk %s from zone %s timed out after %d s", chunk[:10], zone.name, ZONE_TIMEOUT_S)
                continue
            if data is None:
                log.warning("ERR_4453 chunk %s missing in zone %s, repair queued", chunk[:10], zone.name)
                self.repairs.add(chunk, zone.name)
                continue
            return data
        raise Missing(chunk)


class Compaction:
    """Rewrites half-empty segments. Yields to readers, because it once did not (INC-2043)."""

    def __init__(self, zone, schedule):
        self.zone, self.schedule = zone, schedule

    def run(self, now_utc):
        if not self.schedule.covers(now_utc):  # the schedule is in UTC, like every clock of ours
            return 0
        log.info("compaction of zone %s started, %d segments", self.zone.name, len(self.zone.segments))
        done = 0
        for segment in self.zone.segments:
            if self.zone.disk_use() > 0.70:
                log.info("compaction of zone %s yields: disk use %d %%", self.zone.name, round(100 * self.zone.disk_use()))
                break
            done += segment.rewrite()
        log.info("compaction of zone %s ended, %d segments rewritten", self.zone.name, done)
        return done


def nightly_repair(repairs, zones):
    """Copy missing chunks from the zones that have them."""
    mended = 0
    for chunk, zone in repairs.take(REPAIR_BATCH):
        source = next(other for other in zones if other.name != zone and other.has(chunk))
        zones.named(zone).put(chunk, source.get(chunk, timeout_s=60))
        mended += 1
    log.info("repair ended: %d chunks copied", mended)
