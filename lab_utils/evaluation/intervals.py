"""How far a mean over n queries may be trusted: 95 % intervals, the same on every machine.

Two kinds. Where the per-query values are only 0 and one other value (a hit or no hit), the Wilson interval: with 12
of 12 a bootstrap would say [1, 1], which nobody should believe. Everywhere else the percentile bootstrap over
queries: draw n queries with replacement, 2,000 times, with a fixed seed.

Strategies are compared *paired*: the same drawn queries for both, the difference of their means, its interval. When
that interval holds 0, the difference is too small to tell with these queries.
Sources: Wilson, "Probable Inference", 1927; Efron and Tibshirani, "An Introduction to the Bootstrap", 1993; paired
bootstrap for retrieval: Sakai, "Evaluating evaluation metrics based on the bootstrap", 2006.

Fails when: n is small (below about 10 the bootstrap is too narrow), or queries are near-copies of each other.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

SEED = 20_251_117
DRAWS = 2_000
Z = 1.959963984540054  # the normal quantile of 95 %


def interval(values: np.ndarray) -> tuple[float, float]:
    """(low, high) of the mean of `values`, shape (n,). NaN for no values."""
    if not len(values):
        return math.nan, math.nan
    kinds = np.unique(values)
    if len(kinds) <= 2 and (kinds[0] == 0 or len(kinds) == 1):
        step = float(kinds[-1]) or 1.0
        low, high = wilson(int(np.count_nonzero(values)), len(values))
        return low * step, high * step
    return bootstrap(values)


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The score interval of a proportion of `hits` in `n` trials."""
    share = hits / n
    middle = share + Z * Z / (2 * n)
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def bootstrap(values: np.ndarray) -> tuple[float, float]:
    """The percentile interval of the mean; on differences of two strategies' values, the paired one."""
    means = _counts(len(values)) @ np.asarray(values, dtype=np.float64) / len(values)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


@lru_cache(maxsize=8)
def _counts(n: int) -> np.ndarray:
    """How often each of n queries is drawn, in each of the draws: shape (DRAWS, n). Depends on n alone, so that two
    strategies over the same queries meet the same draws."""
    generator = np.random.default_rng([SEED, n])
    counts = np.zeros((DRAWS, n), dtype=np.float32)  # small whole numbers: exact
    for row in counts:
        np.add.at(row, generator.integers(0, n, n), 1)
    return counts
