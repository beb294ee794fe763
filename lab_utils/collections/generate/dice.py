"""Random draws that come out the same on every machine and Python version.

Python promises a fixed sequence for `random.Random(seed).random()` only; the methods built on it (choice, gauss,
shuffle) may change between versions. So every draw here is made from `random()` alone.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

Item = TypeVar("Item")


class Dice:
    """One stream of draws. Each table and each log has its own, so that a change to one leaves the others as they are."""

    def __init__(self, seed: int):
        self._random = random.Random(seed).random

    def share(self) -> float:
        """Uniform between 0 and 1."""
        return self._random()

    def chance(self, probability: float) -> bool:
        return self._random() < probability

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + int(self._random() * (high - low + 1))

    def pick(self, items: Sequence[Item]) -> Item:
        return items[int(self._random() * len(items))]

    def weighted(self, weights: dict[Item, float]) -> Item:
        return self.at(list(weights), list(accumulate(weights.values())))

    def at(self, items: Sequence[Item], cumulated: Sequence[float]) -> Item:
        """An item by running sums of the weights; only the first `len(cumulated)` items can come up."""
        return items[min(bisect_right(cumulated, self._random() * cumulated[-1]), len(cumulated) - 1)]

    def poisson(self, mean: float) -> int:
        """How many events happen where `mean` are expected: the inverse of the distribution at one uniform draw."""
        count, probability = 0, math.exp(-mean)
        left = self._random() - probability
        while left > 0 and count < 1000:
            count += 1
            probability *= mean / count
            left -= probability
        return count

    def scatter(self, spread: float) -> float:
        """Around 0, bell-shaped, with about `spread` as standard deviation: twelve uniform draws summed."""
        return (sum(self._random() for _ in range(12)) - 6) * spread
