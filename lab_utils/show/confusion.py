"""The router's confusion matrix: what a question is, against where it was sent.

Judged apart from the answers: a right answer by the wrong route is luck. The numbers stand in the cells; shade and
frames only repeat them. Patterns without a route of their own (a question may be restricted, or have no answer,
whatever its words) stand below the line and count neither as right nor as wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from lab_utils.search.router import ROUTES
from lab_utils.show.picture import Picture
from lab_utils.show.style import INK, house_style, readable_on

DARKEST = 0.85  # of the colour scale: the darkest ends swallow the frame


def confusion_counts(matrix: Mapping[str, Mapping[str, int]], routes: Sequence[str] = ROUTES) -> pd.DataFrame:
    """{pattern: {route: count}} as a table: a row per pattern, those with a route first, then n and a column per route."""
    used = [route for route in routes if route in matrix or any(row.get(route) for row in matrix.values())]
    used += sorted({route for row in matrix.values() for route in row} - set(used))
    patterns = [route for route in used if route in matrix] + sorted(set(matrix) - set(used))
    rows = [{"pattern": pattern, "n": sum(matrix[pattern].values()), **{route: matrix[pattern].get(route, 0) for route in used}} for pattern in patterns]
    return pd.DataFrame(rows, columns=["pattern", "n", *used])


def router_confusion(matrix: Mapping[str, Mapping[str, int]], routes: Sequence[str] = ROUTES, name: str = "the router") -> Picture:
    """Draw {pattern: {route: count}}, as `lab_utils.search.router.confusion` gives it."""
    counts = confusion_counts(matrix, routes)
    used = list(counts.columns[2:])
    cells = counts[used].to_numpy(dtype=int)
    shares = cells / np.maximum(cells.sum(axis=1, keepdims=True), 1)
    judged = [pattern for pattern in counts["pattern"] if pattern in used]
    with house_style():
        figure = Figure(figsize=(8, 1.7 + 0.52 * len(counts)), layout="constrained")
        axes = figure.subplots()
        scale = colormaps["Blues"]
        for (y, x), count in np.ndenumerate(cells):
            shade = scale(shares[y, x] * DARKEST)
            axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=shade, edgecolor="white", linewidth=1.5))
            weight = "bold" if counts["pattern"][y] == used[x] else "normal"
            axes.text(x, y, str(count) if count else "·", ha="center", va="center", color=readable_on(shade), fontsize=14, fontweight=weight)
        for place, pattern in enumerate(judged):
            axes.add_patch(Rectangle((used.index(pattern) - 0.47, place - 0.47), 0.94, 0.94, facecolor="none", edgecolor=INK, linewidth=2.2))
        if judged and len(judged) < len(counts):
            axes.axhline(len(judged) - 0.5, color=INK, linewidth=1.2, linestyle="--")
        axes.set_yticks(range(len(counts)), [f"{row.pattern} (n = {row.n})" for row in counts.itertuples()])
        axes.set_xticks(range(len(used)), used, fontsize=10.5)  # level and over its own column; 12 pt would run into the next
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.set_xlabel(f"sent by {name} to")
        axes.set_ylabel("what the question is")
        axes.set_xlim(-0.5, len(used) - 0.5)
        axes.set_ylim(len(counts) - 0.5, -0.5)
        axes.tick_params(length=0)
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
    alt = f"Confusion matrix of {name}: rows are patterns, columns are routes, framed cells are right, darker means a larger share of the row."
    return Picture(figure, _said(counts, used, judged), alt)


def _said(counts: pd.DataFrame, used: Sequence[str], judged: Sequence[str]) -> str:
    rows = counts[counts["pattern"].isin(judged)]
    if not len(rows):
        return "No pattern has a route of its own."
    right = sum(int(row[row["pattern"]]) for _, row in rows.iterrows())
    wrong = [(int(row[route]), row["pattern"], route) for _, row in rows.iterrows() for route in used if route != row["pattern"] and row[route]]
    said = f"Right for {right} of {int(rows['n'].sum())} questions."
    if not wrong:
        return said
    worst = sorted(wrong, key=lambda each: (-each[0], each[1], each[2]))[:3]
    return f"{said} Most often wrong: {'; '.join(f'{count} {pattern} sent to {route}' for count, pattern, route in worst)}."
