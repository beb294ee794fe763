"""Looks at a restore before it starts: does it fit, may it run, in which order do folders come."""

from common.logs import set_up

log = set_up("restore-worker")

ROOM = 1.05  # the target needs five percent more than the data, for the index


class NotPossible(Exception):
    def __init__(self, code, text):
        super().__init__(f"{code} {text}")
        self.code = code


def plan(job, snapshot, target, account):
    """The folders of the job in the order in which people want them back: small and young first."""
    if account.erased:
        log.info("ERR_7112 restore asked for erased account %s", account.id)
        raise NotPossible("ERR_7112", "the account was erased")
    needed, room = int(snapshot.bytes * ROOM), target.free_bytes
    if needed > room:
        log.warning("ERR_7105 job %s needs %d GB and the target has %d GB", job.id, needed >> 30, room >> 30)
        raise NotPossible("ERR_7105", "the target is smaller than the snapshot")
    folders = sorted(snapshot.folders, key=lambda folder: (folder.bytes > 10 << 30, -folder.last_opened))
    for folder in folders:
        # A single folder restored by an administrator belongs to its owner, not to the administrator (fixed in v2.2.0).
        folder.restore_to = folder.owner or job.asked_by
    log.info("job %s planned: %d folders, %d GB", job.id, len(folders), needed >> 30)
    return folders
