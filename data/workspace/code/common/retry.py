"""Try again, a little later each time, and then stop.

Every caller states its own limit. There is no default on purpose: the restore worker once had an endless one
(INC-2031), and a path that could not be written held a whole queue for seven hours.
"""

import random
import time


class GaveUp(Exception):
    """All attempts failed; `__cause__` is the last failure."""


def waits(attempts, first_s, factor=2.0, most_s=300.0, spread=0.2):
    """Seconds to wait after each failed attempt but the last, a little off so that a fleet does not move in step."""
    pause = first_s
    for _ in range(attempts - 1):
        yield min(pause, most_s) * random.uniform(1 - spread, 1 + spread)
        pause *= factor


def retry(log, what, call, *, attempts, first_s, on):
    """Return `call()`; on an exception of the kinds in `on`, wait and try again, `attempts` times in all."""
    pauses = waits(attempts, first_s)
    for attempt in range(1, attempts + 1):
        try:
            return call()
        except on as error:
            pause = next(pauses, None)
            if pause is None:
                raise GaveUp(f"{what}: {attempts} attempts") from error
            log.info("attempt %d of %d failed for %s, next in %.1f s", attempt, attempts, what, pause)
            time.sleep(pause)
