#!/usr/bin/env bash
# Reopen a closed partition of gmv_daily, load the settlement rows of its day again, close it, show before and after.
#
#   backfill_partition.sh REGION DAY INCIDENT
#
# This changes figures that finance has seen. Without an incident number and a signed restatement, do not.
set -euo pipefail

region=${1:?region code: EU ND AM SG AU}
day=${2:?local day, such as 2025-03-14}
incident=${3:?incident number}

before=$(warehouse-sql -At "select orders || ' orders, ' || gmv from gmv_daily where region = '$region' and day = '$day'")

gmv-loader reopen --region "$region" --day "$day" --by "$incident"
# The rows of an evening may stand in the file of the next day, or of the one after.
for offset in 0 1 2; do
    file_day=$(date -u -d "$day + $offset day" +%F)
    settlement-import replay --region "$region" --file-day "$file_day" --only-day "$day"
done
gmv-loader close --region "$region" --day "$day"

after=$(warehouse-sql -At "select orders || ' orders, ' || gmv from gmv_daily where region = '$region' and day = '$day'")
echo "$region $day: $before -> $after ($incident)"
