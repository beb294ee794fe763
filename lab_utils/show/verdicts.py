"""Who is best among some strategies, and who cannot be told from the best with these queries: for tables and captions."""

from __future__ import annotations

from collections.abc import Sequence

from lab_utils.evaluation.bakeoff import ALL, BakeOff
from lab_utils.evaluation.intervals import bootstrap
from lab_utils.evaluation.special import LOWER_IS_BETTER


def best_and_level(result: BakeOff, metric: str, names: Sequence[str], pattern: str = ALL, split: str = ALL) -> tuple[str, list[str]]:
    """(the best of `names`, those whose paired difference to it is too small to tell). ("", []) where nothing was measured.

    Of equally good strategies the first named is best.
    """
    sign = -1 if metric in LOWER_IS_BETTER else 1
    values = {name: result.values(name, metric, pattern, split) for name in names}
    measured = {name: found for name, found in values.items() if len(found)}
    if not measured:
        return "", []
    best = max(measured, key=lambda name: sign * round(float(measured[name].mean()), 9))
    level = []
    for name, found in measured.items():
        if name != best and len(found) == len(measured[best]) and bootstrap(sign * (measured[best] - found))[0] <= 0:
            level.append(name)
    return best, level
