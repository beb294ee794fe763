"""A bake-off as one table: a row per pattern, a column per strategy, each value with its interval and the row's n.

The star is the best of the *row*; the equals sign marks what these queries cannot tell from it (paired bootstrap).
"""

from __future__ import annotations

from collections.abc import Sequence

from lab_utils.evaluation.bakeoff import ALL, BakeOff
from lab_utils.evaluation.intervals import interval
from lab_utils.show.measures import opening
from lab_utils.show.tables import BEST, NOTHING, Table, between
from lab_utils.show.verdicts import best_and_level

MEANS = "* best of its row, = too close to it to tell. In brackets: 95 % interval."


def sliced(
    result: BakeOff,
    metric: str = "recall@5",
    strategies: Sequence[str] | None = None,
    patterns: Sequence[str] | None = None,
    split: str = ALL,
    caption: str = "",
) -> Table:
    """`metric` by pattern and strategy, over the queries of `split` that have a gold."""
    chosen = list(strategies or result.strategies)
    rows = []
    for pattern in patterns or result.patterns:
        values = {name: result.values(name, metric, pattern, split) for name in chosen}
        best, level = best_and_level(result, metric, chosen, pattern, split)
        marks = {best: f" {BEST}"} | dict.fromkeys(level, " =") if len(chosen) > 1 else {}
        cells = [f"{found.mean():.3f} ({between(*interval(found), 2)}){marks.get(name, '')}" if len(found) else NOTHING for name, found in values.items()]
        rows.append(("all queries" if pattern == ALL else pattern, str(max(map(len, values.values()))), *cells))
    where = "" if split == ALL else f", {split} queries"
    return Table(caption or f"{opening(metric)} by pattern{where}", ("pattern", "n", *chosen), tuple(rows), frozenset({1}), MEANS if len(chosen) > 1 else "")
