"""Takes drive health and error counters from boxes whose owners agreed.

A gap is not health: a box that sends nothing is listed as silent, never as sound.
"""

from common.logs import set_up

log = set_up("telemetry")

HOT = 58  # degrees
SECTORS_A_WEEK = 50
WEAR_PLAN = 1.0  # share of the head wear planned for a drive of that age


class Intake:
    def __init__(self, consents, drives, counters):
        self.consents, self.drives, self.counters = consents, drives, counters

    def take(self, report):
        if not self.consents.given(report.box):
            log.info("report of box %s dropped: no consent", report.box)
            return
        log.info("report of box %s taken: %d drives, %d counters", report.box, len(report.drives), len(report.counters))
        for drive in report.drives:
            self._judge(report.box, drive)

    def _judge(self, box, drive):
        if drive.failed:
            log.error("DRV-209 drive failed: box %s, drive %s, batch %s, %d days old", box, drive.serial, drive.batch, drive.age_days)
        elif drive.head_wear > WEAR_PLAN:
            log.warning("DRV-214 head wear %d %% of plan: box %s, drive %s, batch %s", round(drive.head_wear * 100), box, drive.serial, drive.batch)
        if drive.new_sectors > SECTORS_A_WEEK:
            log.warning("DRV-206 %d sectors remapped this week: box %s, drive %s", drive.new_sectors, box, drive.serial)
        if drive.degrees > HOT:
            log.warning("DRV-207 drive at %d degrees: box %s, bay %d", drive.degrees, box, drive.bay)
        if drive.rated_writes and drive.written > drive.rated_writes:
            log.warning("DRV-216 rated writes used up: box %s, drive %s", box, drive.serial)
        self.counters.add(drive.batch, "seen")

    def silent(self, boxes):
        log.info("%d boxes silent for more than a day", len(boxes))
