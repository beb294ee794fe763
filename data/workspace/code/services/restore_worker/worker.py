"""Rebuilds folders and whole boxes from snapshots.

A job belongs to one queue partition and partitions are worked off in order, so one job that cannot end stops all
behind it. That happened (INC-2031): hence the limit of three attempts and the dead-letter queue.
"""

from common.logs import set_up
from common.retry import GaveUp, retry

log = set_up("restore-worker")

ATTEMPTS = 3
LONGEST_PATH = 4096  # bytes, what ext4 and our own index take
TIME_LIMIT_S = 6 * 3600


class PathTooLong(Exception):
    def __init__(self, size):
        super().__init__(f"{size} bytes")
        self.size = size


class Worker:
    def __init__(self, index, chunks, dead_letters, clock):
        self.index, self.chunks, self.dead_letters, self.clock = index, chunks, dead_letters, clock

    def run(self, job):
        """Returns True when the job ended complete. Never raises for a job's own fault: the partition must go on."""
        started = self.clock.now()
        log.info("job %s started: %d files, %d MB", job.id, job.files, job.megabytes)
        for folder in self.index.folders(job.snapshot):
            try:
                retry(log, f"job {job.id}", lambda folder=folder: self._restore(job, folder), attempts=ATTEMPTS, first_s=5, on=(PathTooLong, OSError))
            except GaveUp as gave_up:
                self._park(job, gave_up.__cause__)
                return False
            if self.clock.now() - started > TIME_LIMIT_S:
                log.error("ERR_7104 job %s timed out while fetching: %d of %d chunks", job.id, job.fetched, job.chunks)
                return False
        log.info("job %s ended complete in %d s", job.id, self.clock.now() - started)
        return True

    def _restore(self, job, folder):
        for entry in self.index.entries(job.snapshot, folder):
            if len(entry.path.encode()) > LONGEST_PATH:
                raise PathTooLong(len(entry.path.encode()))
            data = b"".join(self.chunks.read(chunk, near=job.zone) for chunk in entry.chunks)
            if job.target.write(entry.path, data, entry.changed_at) == "time refused":
                log.warning("ERR_7115 target of job %s keeps no file times (%s)", job.id, job.target.file_system)
            job.fetched += len(entry.chunks)

    def _park(self, job, cause):
        if isinstance(cause, PathTooLong):
            log.error("ERR_7113 job %s halted: path of %d bytes in partition %d", job.id, cause.size, job.partition)
        self.dead_letters.add(job)
        log.warning("job %s parked by %s", job.id, "worker")


def waiting(log_every, partition, oldest_s):
    """Said once a minute for a partition whose oldest job waits too long."""
    if oldest_s > log_every:
        log.warning("partition %d waits: oldest job is %d s old", partition, oldest_s)
