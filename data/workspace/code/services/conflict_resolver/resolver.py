"""Decides which version of a file wins and writes the conflict copy.

Order of questions: same content? then there is no conflict. One version descends from the other? the younger wins.
Otherwise the later change wins and the other one becomes a copy beside it.
"""

from common.logs import set_up

log = set_up("conflict-resolver")

MOST_COPIES = 99
STORM = 200  # conflicts in ten minutes from one device


class Held(Exception):
    """The device may not write until somebody releases it."""


class Resolver:
    def __init__(self, store, counters):
        self.store, self.counters = store, counters

    def resolve(self, ours, theirs, device):
        if ours.content_hash == theirs.content_hash:
            if ours.changed_at != theirs.changed_at:
                # Desktop v5.2.0 rounded file times to whole seconds and asked about every file it saw (INC-2026).
                log.error("ERR_4417 unchanged file reported as conflict: account %s, device %s, client %s", device.account, device.id, device.client)
                self._count(device)
            return ours
        if theirs.parent == ours.version:
            return theirs
        if ours.parent == theirs.version:
            return ours
        self._count(device)
        winner, loser = sorted((ours, theirs), key=lambda version: (version.changed_at, version.device), reverse=True)
        name = self._copy_name(loser)
        self.store.write_copy(name, loser)
        log.info("conflict decided for account %s: copy %s written, %d bytes", device.account, name, loser.size)
        return winner

    def _copy_name(self, version):
        for number in range(1, MOST_COPIES + 1):
            name = version.name_with(f"conflict copy {number}")
            if not self.store.exists(version.folder, name):
                return name
        log.warning("ERR_4416 no name left for conflict copy in folder %s of account %s", version.folder, version.account)
        raise Held("ERR_4416")

    def _count(self, device):
        conflicts = self.counters.add(device.id, window_s=600)
        if conflicts == STORM + 1:
            log.error("SYNC-308 writes of device %s held: %d conflicts in ten minutes", device.id, conflicts)
            raise Held("SYNC-308")


def clean_up(store, account):
    """Remove copies that equal their original; used once after INC-2026, safe to run again."""
    removed = sum(store.remove(copy) for copy in store.copies(account) if copy.content_hash == copy.original.content_hash)
    log.info("clean-up of account %s: %d identical copies removed", account, removed)
    return removed
