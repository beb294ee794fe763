"""What a perfect adder reports when it is shown the first rows of a ranking, against the sum over the table.

The adder makes no slip. It can only add what it was shown, so its total grows with the depth, whatever the question
was, and meets the right one somewhere by crossing it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

import pandas as pd
from matplotlib.figure import Figure

from lab_utils.show.picture import Picture
from lab_utils.show.style import INK, house_style, looks, size

DEPTHS = (5, 10, 20, 50, 100, 200)
NEAR = 0.005  # a cent is the smallest difference that counts


def shown_table(amounts: Mapping[str, Sequence[float]], truth: float, depths: Sequence[int] = DEPTHS) -> pd.DataFrame:
    """A row for each depth: the total of the first rows of each ranking, and that total / the right one."""
    totals = {name: list(accumulate(values)) for name, values in amounts.items()}
    rows = []
    for depth in depths:
        row = {"rows shown": depth}
        for name, sums in totals.items():
            total = sums[min(depth, len(sums)) - 1]
            row |= {f"{name} total": round(total, 2), f"{name} / right": total / truth}
        rows.append(row)
    return pd.DataFrame(rows)


def exact_depths(values: Sequence[float], truth: float) -> list[int]:
    """The depths at which the total of the first rows is the right one, to the cent."""
    return [depth for depth, total in enumerate(accumulate(values), start=1) if abs(total - truth) < NEAR]


def shown_sums(amounts: Mapping[str, Sequence[float]], truth: float, unit: str, matching: int) -> Picture:
    """Draw the total by depth for each ranking (its rows' amounts, best first). `matching`: rows that belong to the answer."""
    look = looks(amounts)
    with house_style():
        figure = Figure(figsize=(8, 4.2), layout="constrained")
        axes = figure.subplots()
        for name, values in amounts.items():
            totals = list(accumulate(values))
            marked = [depth - 1 for depth in (*DEPTHS, len(totals)) if depth <= len(totals)]
            line = {"color": look[name].colour, "linestyle": look[name].line, "linewidth": 2}
            axes.plot(range(1, len(totals) + 1), totals, marker=look[name].marker, markersize=size(look[name], 7), markevery=marked, label=name, **line)
        axes.axhline(truth, color=INK, linewidth=1.5)
        axes.annotate("the database's own sum", (1.1, truth), xytext=(0, 5), textcoords="offset points", color=INK)
        axes.axvline(matching, color=INK, linewidth=1, linestyle=":")
        axes.annotate(f"{matching} rows\nbelong to it", (matching, truth * 2.6), xytext=(-6, 0), textcoords="offset points", ha="right", color=INK)
        axes.set_xscale("log")
        axes.set_xticks(ticks := [1, 10, 100, matching, max(map(len, amounts.values()))], [str(tick) if tick != matching else "" for tick in ticks])
        axes.minorticks_off()
        axes.yaxis.set_major_formatter(lambda value, _place: f"{value:,.0f}")
        axes.set_ylim(bottom=0)
        axes.set_xlabel("rows shown to the adder (log scale)")
        axes.set_ylabel(f"total it reports, {unit}")
        axes.legend(loc="upper left")
    alt = "A line for each ranking: the sum of its first rows, against how many are shown. A level line: the right sum."
    return Picture(figure, _said(amounts, truth, unit), alt)


def _said(amounts: Mapping[str, Sequence[float]], truth: float, unit: str) -> str:
    parts = []
    for name, values in amounts.items():
        totals = list(accumulate(values))
        crossed = next((depth for depth, total in enumerate(totals, start=1) if total > truth), None)
        exact = exact_depths(values, truth)
        meets = f"it is right at {len(exact)} depth(s)" if exact else "it is right at no depth"
        passes = f", and passes the right total at {crossed} rows" if crossed else ""
        parts.append(f"{name}: {totals[min(10, len(totals)) - 1]:,.2f} {unit} from 10 rows, {totals[-1]:,.2f} from all {len(totals)}; {meets}{passes}")
    return f"Right is {truth:,.2f} {unit}. {'. '.join(part[:1].upper() + part[1:] for part in parts)}."
