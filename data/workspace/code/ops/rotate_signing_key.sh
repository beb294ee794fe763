#!/usr/bin/env bash
# Rotate the key that signs device tokens. Two steps, a day apart. Run from the breaking-glass host, with a second person.
#
#   rotate_signing_key.sh begin k-2025-09     add the new key, sign with it, keep the old one
#   rotate_signing_key.sh end   k-2025-06     24 hours later: drop the old one
#
# `end` before the overlap is over signs people out. On 2024-11-27 it signed out 41 % of all devices (INC-2038).
set -euo pipefail

OVERLAP_HOURS=24
STATE=/var/lib/auth/rotation.started

die() { echo "rotate_signing_key: $*" >&2; exit 1; }

today=$(date -u +%m%d)
if [[ "$today" > "1114" || "$today" < "0106" ]]; then
    die "no rotation from 15 November to 5 January"
fi

case "${1:-}" in
begin)
    [[ -n "${2:-}" ]] || die "name the new key"
    auth-admin keys add "$2" --sign
    date -u +%s >"$STATE"
    # Gateways keep tokens for ten minutes; empty them now so that a fault shows at once.
    gateway-admin each --run "cache forget --reason rotation"
    ;;
end)
    [[ -n "${2:-}" ]] || die "name the old key"
    [[ -f "$STATE" ]] || die "no rotation has begun"
    hours=$((($(date -u +%s) - $(cat "$STATE")) / 3600))
    ((hours >= OVERLAP_HOURS)) || die "begun $hours hours ago, wait until $OVERLAP_HOURS"
    auth-admin keys retire "$2"
    rm "$STATE"
    ;;
*)
    die "say begin or end"
    ;;
esac
