"""The recall ceiling, and what reranking makes of it: before and after, per pattern, under the line nobody can pass.

A reranker orders the candidates. Recall among the candidates is therefore the ceiling of recall@k after reranking,
and the golds among them are the ceiling of precision@k: with one gold it ends at 1/k, however good the model is.

An interval says what other questions would give, and they would have another ceiling too. So with few questions it may
pass the ceiling of these: it is drawn up to the ceiling, and the words name those that were cut.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import ALL, FOUND_AT, BakeOff
from lab_utils.evaluation.intervals import interval
from lab_utils.evaluation.metrics import precision, recall
from lab_utils.evaluation.runs import ids
from lab_utils.show.picture import Picture
from lab_utils.show.style import INK, PALE, house_style, looks


def ceiling_table(
    result: BakeOff,
    before: str = "hybrid",
    after: str = "hybrid+rerank",
    k: int = FOUND_AT,
    depth: int | None = None,
    patterns: Sequence[str] | None = None,
) -> pd.DataFrame:
    """A row per pattern: n, candidates, then recall and precision@k, each with its ceiling, its value before and after reranking.

    depth: candidates that were reranked; left out: those of the bake-off.
    """
    for name in (before, after):
        if name not in result.runs:
            raise BakeoffError(f"the bake-off has no run of {name!r}. It has: {', '.join(result.strategies)}.")
    depth = result.parts.settings.depth if depth is None else depth
    rows = []
    # With a single pattern its row would repeat the one over all queries.
    for pattern in patterns or (result.patterns if len(result.patterns) > 2 else [ALL]):
        asked = [query for query in result.collection.queries if pattern in (ALL, query.pattern) and result.collection.has_gold(query.id)]
        values: dict[str, list[float]] = {}
        for query in asked:
            golds = result.collection.golds[query.id]
            candidates = ids(result.runs[before][query.id])[:depth]
            reachable = len(frozenset().union(*golds) & set(candidates))
            values.setdefault("recall ceiling", []).append(min(recall(candidates, golds, depth), k / len(golds)))
            values.setdefault("precision ceiling", []).append(min(k, reachable) / k)
            for when, run in (("before", result.runs[before]), ("after", result.runs[after])):
                values.setdefault(f"recall {when}", []).append(recall(ids(run[query.id]), golds, k))
                values.setdefault(f"precision {when}", []).append(precision(ids(run[query.id]), golds, k))
        row: dict[str, object] = {"pattern": pattern, "n": len(asked), "candidates": depth}
        for measure in ("recall", "precision"):
            for column in ("ceiling", "before", "after"):
                found = np.array(values.get(f"{measure} {column}", []))
                row[f"{measure} {column}"] = float(found.mean()) if len(found) else math.nan
            row[f"{measure} after low"], row[f"{measure} after high"] = interval(np.array(values.get(f"{measure} after", [])))
        rows.append(row)
    return pd.DataFrame(rows)


def reranked_ceiling(rows: pd.DataFrame, k: int = FOUND_AT, after: str = "hybrid+rerank") -> Picture:
    """Draw what `ceiling_table` gives: recall on the left, precision on the right, each under its ceiling."""
    look, depth = looks([after])[after], int(rows["candidates"].iloc[0])
    places, cut = np.arange(len(rows)), []
    with house_style():
        figure = Figure(figsize=(8, 1.9 + 0.62 * len(rows)), layout="constrained")
        figure.get_layout_engine().set(wspace=0.05)
        panels = figure.subplots(1, 2, sharey=True)
        for axes, measure in zip(panels, ("recall", "precision"), strict=True):
            ceilings = rows[f"{measure} ceiling"].to_numpy(dtype=float)
            axes.barh(places, np.nan_to_num(ceilings), height=0.66, color=PALE, linewidth=0)
            axes.vlines(ceilings, places - 0.38, places + 0.38, color=INK, linewidth=3, label=f"ceiling, {depth} candidates")
            after_values = rows[f"{measure} after"].to_numpy(dtype=float)
            highs = rows[f"{measure} after high"].to_numpy(dtype=float)
            cut += [pattern for pattern, high, top in zip(rows["pattern"], highs, ceilings, strict=True) if high > top + 1e-9]
            axes.hlines(places + 0.15, rows[f"{measure} after low"], np.minimum(highs, ceilings), color=look.colour, linewidth=2)
            hollow = {"markerfacecolor": "white", "markeredgecolor": INK, "markersize": 8, "markeredgewidth": 1.6}
            axes.plot(rows[f"{measure} before"], places - 0.15, "o", label="before", **hollow)
            axes.plot(after_values, places + 0.15, look.marker, color=look.colour, markersize=10, markeredgecolor="white", label="after, 95 % interval")
            axes.tick_params(axis="y", length=0)
            axes.set_xlabel(f"{measure}@{k}")
            # Recall may be anything up to 1; precision with few golds lives far below, and would be squeezed to nothing there.
            axes.set_xlim(0, 1.02 if measure == "recall" else max(1.5 / k, 1.1 * np.nanmax(ceilings, initial=0)))
            axes.grid(axis="y", visible=False)
        panels[0].set_yticks(places, [f"{_named(row.pattern)}\n(n = {row.n})" for row in rows.itertuples()])
        panels[0].set_ylim(len(rows) - 0.5, -0.5)
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper left", ncols=3)
    sentences = []
    for _, row in rows.iterrows():
        found = {measure: [row[f"{measure} {column}"] for column in ("before", "after", "ceiling")] for measure in ("recall", "precision")}
        moved = [f"{measure} {before:.2f} to {now:.2f}, ceiling {top:.2f}" for measure, (before, now, top) in found.items()]
        sentences.append(f"{_named(row['pattern']).capitalize()}: {'; '.join(moved)}.")
    if cut:
        named = ", ".join(_named(pattern) for pattern in dict.fromkeys(cut))
        sentences.append(f"The interval of {named} is drawn up to the ceiling: these queries cannot pass it, only other queries could.")
    alt = f"Recall@{k} and precision@{k} before and after reranking, by pattern, each under the ceiling that {depth} candidates set."
    return Picture(figure, " ".join(sentences), alt)


def _named(pattern: str) -> str:
    return "all queries" if pattern == ALL else pattern
