"""Sign-in, and the tokens that devices carry afterwards: thirty days, signed with the present key.

Keys overlap. A retired key stays valid for 24 hours, because gateways and devices learn of the new one at different
times. `rotate` refuses to drop a key sooner; that refusal is what was missing on 2024-11-27 (INC-2038).
"""

import datetime

from common.logs import set_up

log = set_up("auth")

TOKEN_LIFE = datetime.timedelta(days=30)
OVERLAP = datetime.timedelta(hours=24)
MOST_DEVICES = 20
FREEZE = ((11, 15), (1, 5))  # no rotation from 15 November to 5 January


class Denied(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Auth:
    def __init__(self, keys, accounts):
        self.keys, self.accounts = keys, accounts

    def confirm(self, token):
        if token.key_id not in self.keys:
            log.error("ERR_4431 token of device %s signed with unknown key %s", token.device, token.key_id)
            return None
        account = self.accounts.of_device(token.device)
        if account is None:
            log.info("ERR_4433 device %s was unlinked by its owner", token.device)
            return None
        log.info("token of device %s confirmed in %d ms", token.device, token.age_ms)
        return account

    def link(self, account, device):
        if len(account.devices) >= MOST_DEVICES:
            log.info("ERR_4432 account %s has %d devices, no more on its plan", account.id, len(account.devices))
            raise Denied("ERR_4432")
        account.devices.append(device)
        log.info("device %s linked to account %s", device.id, account.id)

    def two_step_failed(self, account, times):
        log.warning("two-step code wrong for account %s, %d times", account, times)

    def rotate(self, new, now):
        month_day = (now.month, now.day)
        if month_day >= FREEZE[0] or month_day <= FREEZE[1]:
            raise Denied("freeze")
        self.keys.add(new, since=now)
        log.info("signing key %s in use", new)

    def retire(self, old, now):
        if now - self.keys.replaced_at(old) < OVERLAP:
            raise Denied("overlap")
        self.keys.drop(old)
        log.info("signing key %s retired", old)

    def put_back(self, old, now):
        self.keys.add(old, since=now)
        log.warning("signing key %s put back for 24 hours", old)
