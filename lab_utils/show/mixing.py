"""Rank fusion of one query at one setting: the fused top ten, where each passage came from, and what it does overall.

What a setting does overall is shown on the dev queries where there are any: who turns a knob while looking at the
test queries has tuned on them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lab_utils.evaluation.bakeoff import ALL
from lab_utils.evaluation.runs import ids
from lab_utils.search.fusion import LIST_DEPTH, RRF_K, rrf
from lab_utils.show.block import Block, block
from lab_utils.show.drawings import curve
from lab_utils.show.fused_measure import FusedMeasure
from lab_utils.show.measures import opening, spelt
from lab_utils.show.side_by_side import GOLD, asked, golds_of, query_of
from lab_utils.show.sweep import KS, WEIGHTS
from lab_utils.show.tables import NOTHING, Table


def mixed(
    measure: FusedMeasure,
    query_id: str,
    k: float = RRF_K,
    weight: float = 0.5,
    pattern: str = ALL,
    ks: Sequence[float] = KS,
    weights: Sequence[float] = WEIGHTS,
    top: int = 10,
) -> Block:
    """The fused top of a query with `weight` for the first list, and the measure over a pattern at every weight."""
    query = query_of(measure.result, query_id)
    return block(*asked(query), fused_table(measure, query_id, k, weight, top), *effect(measure, k, weight, pattern, ks, weights))


def fused_table(measure: FusedMeasure, query_id: str, k: float, weight: float, top: int = 10) -> Table:
    """Rank, passage, its rank in both lists, where it came from, its score."""
    lists = [ids(measure.result.runs[name][query_id])[:LIST_DEPTH] for name in (measure.first, measure.second)]
    golds, ranks = golds_of(measure.result, query_id), [{doc_id: rank for rank, doc_id in enumerate(each, start=1)} for each in lists]
    rows = []
    for hit in rrf(lists, k, (weight, 1 - weight))[:top]:
        first, second = (where.get(hit.id) for where in ranks)
        source = "both" if first and second else f"{measure.first} only" if first else f"{measure.second} only"
        name = f"{GOLD} {hit.id}" if hit.id in golds else hit.id
        rows.append((str(hit.rank), name, str(first or NOTHING), str(second or NOTHING), source, f"{hit.score:.5f}"))
    title = f"Fused with k = {k:g}, weight {weight:g} for {measure.first} and {1 - weight:.3g} for {measure.second}"
    columns = ("rank", "passage", f"rank in {measure.first}", f"rank in {measure.second}", "from", "score")
    return Table(title, columns, tuple(rows), frozenset({2, 3, 5}), f"{GOLD} a gold." if rows else "Neither list has anything.")


def effect(measure: FusedMeasure, k: float, weight: float, pattern: str, ks: Sequence[float] = KS, weights: Sequence[float] = WEIGHTS) -> list:
    """The measure over a pattern at each weight with this k: a table, a curve, and a sentence."""
    split = tuning_split(measure, pattern)
    n = len(measure.query_ids(pattern, split))
    if not n:
        return [f"No {'' if pattern == ALL else f'{pattern} '}query has a gold, so there is nothing to measure on."]
    which = f"{n} {'' if split == ALL else f'{split} '}{'' if pattern == ALL else f'{pattern} '}queries"
    ks, weights = sorted({*ks, k}), sorted({0.0, *weights, weight, 1.0})
    grid = measure.means(ks, weights, pattern, split)
    row, place = ks.index(k), weights.index(weight)
    best = np.unravel_index(int(np.argmax(grid.round(9))), grid.shape)
    names = [f"{each:g}" for each in weights]
    columns = (f"weight of {measure.first}", *(f"{name} (here)" if at == place else name for at, name in enumerate(names)))
    title = f"{opening(measure.metric)} over {which}, k = {k:g}"
    said = (
        f"{opening(measure.metric)} over {which}: {grid[row, place]:.3f} here; {measure.second} alone {grid[row, 0]:.3f}, "
        f"{measure.first} alone {grid[row, -1]:.3f}. Highest of all settings: {grid[best]:.3f} at k = {ks[best[0]]:g} and weight {weights[best[1]]:g}."
    )
    table = Table(title, columns, ((spelt(measure.metric), *(f"{value:.3f}" for value in grid[row])),), frozenset(range(1, len(columns))))
    label = f"{title}: a line over the weights, a dot at {weight:g}; the table says the same."
    return [said, curve(list(grid[row]), names, place, label, f"weight of {measure.first}", spelt(measure.metric)), table]


def tuning_split(measure: FusedMeasure, pattern: str) -> str:
    return "dev" if measure.query_ids(pattern, "dev") else ALL
