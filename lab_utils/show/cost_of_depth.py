"""The cost of depth: what each further candidate adds, above, and what it is paid with, below.

Recall among the candidates keeps rising; what a reranker brings into the top k rises with it for a while and then
stays. The price goes on rising in a straight line: depths stand where they belong on a scale from 0, so it looks like one.
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

COSTS = {"tokens": "tokens per question", "estimated ms": "estimated ms per question", "ms": "ms per question"}
"""what a column of costs is called on its axis"""
LABEL_WIDTH, TICK_WIDTH = 0.09, 0.035  # of the axis: numbers over bars, and depths under them, closer than this would touch


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
    look, places = looks([strategy])[strategy], frame["depth"].to_numpy(dtype=float)
    widest = float(np.diff(places).min()) if len(places) > 1 else float(places[0])
    named, price = f"{value} reranking" if value.endswith(" after") else value, COSTS.get(cost, cost)
    counts = sorted(set(frame["n"])) if "n" in frame.columns else []
    asked = f" (n = {counts[0]})" if len(counts) == 1 else ""
    has_ceiling, legend = ceiling in frame.columns, {}
    with house_style():
        figure = Figure(figsize=(8, 5.4), layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
        if has_ceiling:
            (line,) = above.plot(places, frame[ceiling], color=INK, linestyle="--", marker="_", markersize=12)
            legend[f"{ceiling}: the ceiling"] = line
        (line,) = above.plot(places, frame[value], color=look.colour, marker=look.marker, markersize=9, linewidth=2)
        legend[named] = line
        if {"low", "high"} <= set(frame.columns):
            legend[f"{named}, 95 % interval"] = (above.fill_between(places, frame["low"], frame["high"], color=look.colour, alpha=0.18, linewidth=0), line)
            del legend[named]
        above.set_ylim(0, 1.02)
        measure = value.split()[0]
        # With a ceiling there are two curves, and only one of them is cut at k.
        above.set_ylabel((measure.partition("@")[0] if has_ceiling else measure) + asked)
        bars = below.bar(places, frame[cost], width=0.8 * widest, color="#BFBFBF", hatch="//", edgecolor="white")
        end = float(places[-1]) + widest
        labelled = _apart(places, LABEL_WIDTH * end)
        below.bar_label(bars, labels=[f"{amount:,.0f}" if at in labelled else "" for at, amount in enumerate(frame[cost])], padding=2, fontsize=11)
        below.set_xlim(0, end)
        below.set_ylim(0, 1.2 * max(float(frame[cost].max()), 1e-9))
        below.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        below.set_ylabel(price.replace(" per ", "\nper "))
        below.set_xticks(places, [f"{depth:g}" if at in _apart(places, TICK_WIDTH * end) else "" for at, depth in enumerate(places)])
        below.set_xlabel("depth: candidates looked at")
        below.grid(axis="x", visible=False)
        figure.legend(legend.values(), legend.keys(), loc="outside upper left", ncols=2)
    text = _said(frame, value, cost, named, price, measured_here)
    return Picture(figure, text, f"Above, {named} by depth{asked}; below, a bar for the {price} that each depth takes.")


def _apart(places: np.ndarray, gap: float) -> set[int]:
    """Which places may be labelled: from the left those that have `gap` to the one before, and the last in any case."""
    chosen = [0]
    for at in range(1, len(places)):
        if places[at] - places[chosen[-1]] >= gap:
            chosen.append(at)
    if chosen[-1] != len(places) - 1:
        chosen[-1 if len(chosen) > 1 else len(chosen) :] = [len(places) - 1]
    return set(chosen)


def _said(frame: pd.DataFrame, value: str, cost: str, named: str, price: str, measured_here: bool) -> str:
    first, last = frame.iloc[0], frame.iloc[-1]
    best = frame.iloc[int(np.argmax(frame[value].to_numpy(dtype=float).round(9)))]
    span = f"From depth {first['depth']:g} to {last['depth']:g}, {named} goes from {first[value]:.3f} to {last[value]:.3f}"
    said = f"{span}; it is highest at {best['depth']:g} with {best[value]:.3f}."
    if measured_here:
        return f"{said} The {price} were measured on this computer: read them off the bars."
    times = last["depth"] / first["depth"], last[cost] / max(first[cost], 1e-9)
    grown = f" ({times[1]:.1f} times as much for {times[0]:.1f} times the depth)" if len(frame) > 1 else ""
    return f"{said} The {price} go from {first[cost]:,.0f} to {last[cost]:,.0f}{grown}."
