"""Does sharing words with the answer decide whether a query is found? A dot a query, at its lexical overlap.

Dots with nearly the same overlap stand on top of each other, closer together in a high pile. Filled: found; hollow:
missed. A tall bar marks the median.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from lab_utils.show.picture import Picture
from lab_utils.show.style import INK, PALE, house_style, looks

BIN = 0.04  # dots closer than this are stacked
BANDS = ((0.0, 1 / 3, "less than a third"), (1 / 3, 2 / 3, "a third to two thirds"), (2 / 3, 1.01, "two thirds and more"))


def overlap_table(overlaps: Mapping[str, float], values: Mapping[str, Mapping[str, float]]) -> pd.DataFrame:
    """A row per band of overlap: n, and the mean of each strategy's values ({strategy: {query id: value}}) in it."""
    rows = []
    for low, high, words in BANDS:
        chosen = [query_id for query_id, overlap in overlaps.items() if low <= overlap < high]
        means = {name: float(np.mean([of_query[query_id] for query_id in chosen])) if chosen else np.nan for name, of_query in values.items()}
        rows.append({"of the query's words, the gold has": words, "n": len(chosen), **means})
    return pd.DataFrame(rows)


def overlap_dots(overlaps: Mapping[str, float], pattern_of: Mapping[str, str], found: Mapping[str, bool], strategy: str = "keyword", k: int = 5) -> Picture:
    """`overlaps`, `pattern_of` and `found` have the query ids as keys; `found` says whether `strategy` has a gold in its top `k`."""
    patterns = sorted({pattern_of[query_id] for query_id in overlaps})
    look = looks([strategy])[strategy]
    # In front of the marks, with a white rim, so that a pile does not hide it.
    bar = {"color": INK, "linewidth": 2, "path_effects": [withStroke(linewidth=4, foreground="white")]}
    sentences, ticks = [], []
    with house_style():
        figure = Figure(figsize=(8, 1.2 + 0.95 * len(patterns)), layout="constrained")
        axes = figure.subplots()
        for place, pattern in enumerate(patterns):
            if place % 2:
                axes.axhspan(place - 0.5, place + 0.5, color=PALE, alpha=0.35, linewidth=0, zorder=0)
            members = [query_id for query_id in overlaps if pattern_of[query_id] == pattern]
            # Found ones first, so that each pile has them at the bottom.
            members.sort(key=lambda query_id: (not found[query_id], overlaps[query_id], query_id))
            step = min(0.085, 0.75 / max(Counter(round(overlaps[query_id] / BIN) for query_id in members).values()))
            height: Counter[int] = Counter()
            for query_id in members:
                pile = round(overlaps[query_id] / BIN)
                y = place + 0.36 - step * height[pile]
                height[pile] += 1
                face = look.colour if found[query_id] else "white"
                axes.plot(pile * BIN, y, look.marker, markersize=5.5, markerfacecolor=face, markeredgecolor=INK, markeredgewidth=0.7, zorder=3)
            median = float(np.median([overlaps[query_id] for query_id in members]))
            axes.plot([median, median], [place - 0.45, place + 0.45], zorder=4, **bar)
            ticks.append(f"{pattern}\n(n = {len(members)})")
            hits = sum(found[query_id] for query_id in members)
            sentences.append(f"{pattern.capitalize()} (n = {len(members)}): median overlap {median:.2f}, {hits} found.")
        axes.plot([], [], look.marker, markerfacecolor=look.colour, markeredgecolor=INK, linestyle="", label=f"{strategy} finds it in its top {k}")
        axes.plot([], [], look.marker, markerfacecolor="white", markeredgecolor=INK, linestyle="", label="misses it")
        axes.plot([], [], color=INK, linewidth=2, label="median")
        axes.set_yticks(range(len(patterns)), ticks)
        axes.set_ylim(len(patterns) - 0.5, -0.5)
        axes.set_xlim(-0.03, 1.03)
        axes.set_xlabel(f"share of the query's words that stand in its gold passage (rounded to {BIN:g})")
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        figure.legend(loc="outside upper left", ncols=3)
    alt = f"Lexical overlap by pattern, a mark per query: filled where {strategy} has a gold in its top {k}, hollow where not; a bar at the median."
    sentences.append(f"Marks are rounded to steps of {BIN:g} and piled up; in a high pile they overlap, so read the counts here.")
    return Picture(figure, " ".join(sentences), alt)
