"""Tokens that auth has confirmed, remembered for a while so that auth is not asked for every batch.

The cache used to live as long as the process. After a rotation of the signing key it went on handing out tokens that
auth no longer knew, and 41 % of all devices were signed out (INC-2038). Ten minutes is the agreed life now; change it
only together with the rotation checklist.
"""

import time

from common.logs import set_up

log = set_up("sync-gateway")

LIVES_S = 10 * 60


class Unknown(Exception):
    """auth does not accept the token."""


class TokenCache:
    def __init__(self, auth, now=time.monotonic):
        self._auth, self._now = auth, now
        self._known = {}

    def account_of(self, token):
        account, until = self._known.get(token.id, (None, 0.0))
        if self._now() < until:
            return account
        account = self._auth.confirm(token)
        if account is None:
            self._known.pop(token.id, None)
            raise Unknown(token.id)
        self._known[token.id] = (account, self._now() + LIVES_S)
        return account

    def forget_all(self, why):
        """Called by the rotation script, and by nobody else."""
        count = len(self._known)
        self._known.clear()
        log.info("token cache emptied, %d entries, reason: %s", count, why)
