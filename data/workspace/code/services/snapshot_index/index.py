"""Remembers which chunks make up each snapshot. Append-only, one segment a day and account."""

from common.logs import set_up

log = set_up("snapshot-index")

SLOW_MS = 150  # the objective at p95
LONGEST_PATH = 4096


class Index:
    def __init__(self, segments, timer):
        self.segments, self.timer = segments, timer

    def add(self, snapshot):
        too_long = [path for path in snapshot.paths if len(path.encode()) > LONGEST_PATH]
        for path in too_long:
            # Since INC-2031 a path that no worker can write never gets into the index.
            log.warning("path of %d bytes left out of snapshot %s", len(path.encode()), snapshot.id)
            snapshot.paths.remove(path)
        self.segments.append(snapshot)
        log.info("snapshot %s stored: %d entries", snapshot.id, len(snapshot.paths))

    def lookup(self, snapshot_id):
        with self.timer as took:
            found = self.segments.find(snapshot_id)
        if took.ms > SLOW_MS:
            log.warning("lookup of snapshot %s took %d ms", snapshot_id, took.ms)
        return found

    def rebuild(self, account):
        """Read-only for the account meanwhile; about forty minutes for a million chunks."""
        self.segments.freeze(account)
        try:
            before, after = self.segments.count(account), self.segments.rewrite(account)
        finally:
            self.segments.thaw(account)
        log.info("index of account %s rebuilt: %d entries before, %d after", account, before, after)
        return after - before
