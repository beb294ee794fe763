"""Loads orders and settlements into gmv_daily: one partition a region and local day.

A partition is opened when its day begins, takes rows as settlement files come in, and is closed some hours after its
day has ended. A closed partition is what finance sees; it changes only through a restatement.
"""

import datetime
import tomllib
from decimal import Decimal

from common.logs import set_up
from pipelines.gmv_daily.days import day_end_utc, local_day

log = set_up("gmv-pipeline")

POLICY = "pipelines/gmv_daily/partitions.toml"


class Partition:
    def __init__(self, region, day, currency):
        self.region, self.day, self.currency = region, day, currency
        self.rows, self.closed = {}, False

    @property
    def gmv(self):
        return sum((Decimal(row["amount"]) for row in self.rows.values()), Decimal("0.00"))


class Loader:
    def __init__(self, warehouse, policy_path=POLICY):
        self.warehouse, self.policy_path = warehouse, policy_path
        self.policy = self._read_policy()

    def _read_policy(self):
        with open(self.policy_path, "rb") as file:
            return tomllib.load(file)["region"]

    def reload_policy(self):
        before, self.policy = self.policy, self._read_policy()
        for region, rule in self.policy.items():
            if rule["open_h"] != before[region]["open_h"]:
                log.warning("partition policy reloaded: %s stays open %d h after its day", region, rule["open_h"])

    def load(self, rows):
        """Put settlement rows into the partitions of their local days."""
        late = {}
        for row in rows:
            if row["kind"] != "sale":  # refunds are negative rows a day later and no part of GMV
                continue
            region = row["region"]
            day = local_day(region, datetime.datetime.fromisoformat(row["placed_at"]))
            partition = self.warehouse.partition(region, day)
            if partition.closed:
                late.setdefault((region, day), []).append(row["order"])
                continue
            partition.rows[row["order"]] = row
        for (region, day), orders in late.items():
            # TODO: should be loud. A partner's file holds all of a day by midnight, so this cannot be many.
            log.warning("ERR_4488 %d rows discarded for closed partition %s/%s", len(orders), region, day)

    def close_due(self, now):
        for partition in self.warehouse.open_partitions():
            open_h = self.policy[partition.region]["open_h"]
            if now >= day_end_utc(partition.region, partition.day) + datetime.timedelta(hours=open_h):
                self._close(partition)

    def _close(self, partition):
        partition.closed = True
        self.warehouse.write("gmv_daily", partition.region, partition.day, partition.currency, len(partition.rows), partition.gmv)
        log.info("partition %s/%s closed: %d orders, gmv %s %s", partition.region, partition.day, len(partition.rows), partition.gmv, partition.currency)

    def reopen(self, region, day, by):
        """For a backfill. Finance Operations signs the restatement that follows."""
        partition = self.warehouse.partition(region, day)
        partition.closed = False
        log.warning("partition %s/%s reopened by %s", region, day, by)
        return partition
