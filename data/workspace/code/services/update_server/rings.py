"""Offers firmware builds to boxes in rings of 1, 10, 40 and 100 %.

A box's ring is a hash of its serial number, so that it is in the same place for each build. A ring is halted by hand
or when too many of its boxes fall silent.
"""

import hashlib

from common.logs import set_up

log = set_up("update-server")

RINGS = (1, 10, 40, 100)
SILENT_LIMIT = 0.005
OLD_SIGNATURE_DAYS = 730


def ring_of(serial):
    place = int.from_bytes(hashlib.sha256(serial.encode()).digest()[:4], "big") % 100
    return next(ring for ring in RINGS if place < ring)


class Rings:
    def __init__(self, builds):
        self.builds = builds
        self.halted = set()

    def offer(self, box):
        build = self.builds.newest_for(box.model)
        if build.version in self.halted or ring_of(box.serial) > build.ring:
            return None
        if not build.fits(box.recovery_partition_mb):  # since v2.4.1; a Nook's partition is the smallest (INC-2041)
            return None
        if box.days_since_update > OLD_SIGNATURE_DAYS:
            log.warning("ERR_7133 box %s missed updates for %d days, signature too old", box.id, box.days_since_update)
            return None
        log.info("build %s offered to box %s, model %s", build.version, box.id, box.model)
        return build

    def restarted(self, box, times, version):
        """A box counts its own restarts and tells us when it is up long enough to."""
        if times > 2:
            log.error("ERR_7131 box %s of model %s restarted %d times after %s", box.id, box.model, times, version)

    def check(self, build, silent, updated):
        log.info("ring %d of %s: %d boxes updated, %d silent", build.ring, build.version, updated, silent)
        if updated and silent / updated > SILENT_LIMIT:
            self.halt(build.version, build.ring, by="silence check")

    def halt(self, version, ring, by):
        self.halted.add(version)
        log.warning("ring %d of %s halted by %s", ring, version, by)
