"""The cost of depth: what each further candidate adds, above, and what it is paid with, below.

Recall among the candidates keeps rising; what a reranker brings into the top k rises with it for a while and then
stays. The price goes on rising in a straight line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import StrMethodFormatter

from lab_utils.errors import BakeoffError
from lab_utils.show.picture import Picture
from lab_utils.show.style import INK, house_style, looks


def cost_of_depth(
    rows: pd.DataFrame | Sequence[Mapping[str, float]],
    value: str = "recall@5 after",
    cost: str = "tokens",
    ceiling: str = "recall of candidates",
    strategy: str = "hybrid+rerank",
    measured_here: bool = False,
) -> Picture:
    """Draw rows with `depth`, a `value` (with `low` and `high` where there are any) and a `cost`, each named by its column.

    `depths.curve_of` gives such rows, and so does any list of dicts. ceiling: column of what could be found at that
    depth, drawn where it is there. measured_here: the cost is a time taken on this computer, so the words do not
    quote it: they would differ on the next one.
    """
    frame = pd.DataFrame(rows)
    missing = [name for name in ("depth", value, cost) if name not in frame.columns]
    if missing or frame.empty:
        raise BakeoffError(f"the rows have no {missing[0]!r}. They have: {', '.join(map(str, frame.columns))}." if missing else "there are no rows to draw.")
    frame = frame.sort_values("depth")
    look, places = looks([strategy])[strategy], np.arange(len(frame))
    with house_style():
        figure = Figure(figsize=(8, 5.4), layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
        if ceiling in frame.columns:
            above.plot(places, frame[ceiling], color=INK, linestyle="--", marker="_", markersize=12, label=f"{ceiling}: the ceiling")
        if {"low", "high"} <= set(frame.columns):
            above.fill_between(places, frame["low"], frame["high"], color=look.colour, alpha=0.18, linewidth=0, label="95 % interval")
        above.plot(places, frame[value], color=look.colour, marker=look.marker, markersize=9, linewidth=2, label=value)
        above.set_ylim(0, 1.02)
        above.set_ylabel(value.split()[0])
        bars = below.bar(places, frame[cost], width=0.6, color="#BFBFBF", hatch="//", edgecolor="white")
        below.bar_label(bars, labels=[f"{amount:,.0f}" for amount in frame[cost]], padding=2, fontsize=11)
        below.set_ylim(0, 1.2 * max(float(frame[cost].max()), 1e-9))
        below.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        below.set_ylabel(cost)
        below.set_xticks(places, [f"{depth:g}" for depth in frame["depth"]])
        below.set_xlabel("depth: candidates looked at")
        below.grid(axis="x", visible=False)
        figure.legend(*above.get_legend_handles_labels(), loc="outside upper left", ncols=3)
    text = _said(frame, value, cost, measured_here)
    return Picture(figure, text, f"Above, {value} by depth; below, the {cost} that each depth takes.")


def _said(frame: pd.DataFrame, value: str, cost: str, measured_here: bool) -> str:
    first, last = frame.iloc[0], frame.iloc[-1]
    best = frame.iloc[int(np.argmax(frame[value].to_numpy(dtype=float).round(9)))]
    span = f"From depth {first['depth']:g} to {last['depth']:g}, {value} goes from {first[value]:.3f} to {last[value]:.3f}"
    said = f"{span}; it is highest at {best['depth']:g} with {best[value]:.3f}."
    if measured_here:
        return f"{said} The {cost} were measured on this computer: read them off the bars."
    return f"{said} The {cost} go from {first[cost]:,.0f} to {last[cost]:,.0f}."
