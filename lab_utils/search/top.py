"""The k best of many scores, exactly as a full sort by (-rounded score, id) would give them, without the full sort."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lab_utils.search.base import DIGITS, Hit


class TopK:
    """Made once for a list of document ids; `best(scores, k)` then ranks one row of scores, aligned with the ids."""

    def __init__(self, ids: Sequence[str]):
        self.ids = list(ids)
        self._place = np.empty(len(ids), dtype=np.int64)  # where each id stands in id order: breaks ties
        self._place[sorted(range(len(ids)), key=self.ids.__getitem__)] = np.arange(len(ids))

    def best(self, scores: np.ndarray, k: int, above: float = -np.inf, allowed: np.ndarray | None = None) -> list[Hit]:
        """Hits with a rounded score greater than `above`, among the `allowed` (a mask) if given.

        Scores and mask have shape (number of ids,). What is not allowed is gone before anything is ranked.
        """
        if allowed is not None:
            scores = np.where(allowed, scores, -np.inf)
        k = min(k, len(self.ids))
        if k == 0:
            return []
        # Half a rounding step below the k-th score: nothing that could tie with it is left out.
        floor = np.partition(scores, -k)[-k] - 10.0**-DIGITS
        chosen = np.flatnonzero(scores >= floor)
        rounded = np.round(scores[chosen].astype(np.float64), DIGITS)
        order = np.lexsort((self._place[chosen], -rounded))[:k]
        order = order[(rounded[order] > above) & np.isfinite(rounded[order])]
        best = zip(chosen[order].tolist(), rounded[order].tolist(), strict=True)
        return [Hit(self.ids[at], score, rank) for rank, (at, score) in enumerate(best, start=1)]
