"""For which mix of questions does a hybrid pay? The mean of each strategy as one pattern takes over from another.

    mean at a share s of the second pattern = (1 - s) * mean over the first + s * mean over the second

No query is asked anew: the two means of a strategy are weighted as the log of another house would weight them. At
both ends one retriever alone is in its element; only between them can a hybrid be worth its second index.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pandas as pd
from matplotlib.figure import Figure

from lab_utils.evaluation.bakeoff import BakeOff
from lab_utils.show.picture import Picture
from lab_utils.show.style import house_style, looks, size

SHARES = (0, 25, 50, 75, 90, 100)
FINE = tuple(range(101))
STRATEGIES = ("keyword", "dense", "hybrid", "blend")


def mix_table(
    result: BakeOff,
    metric: str = "ndcg@10",
    first: str = "concept",
    second: str = "identifier",
    strategies: Sequence[str] = STRATEGIES,
    shares: Sequence[int] = SHARES,
) -> pd.DataFrame:
    """A row per share (percent of the `second` pattern), a column per strategy, and the best one. Of equals the first named is best."""
    ends = {name: [result.values(name, metric, pattern).mean() for pattern in (first, second)] for name in strategies}
    rows = []
    for share in shares:
        means = {name: float((1 - share / 100) * ends[name][0] + share / 100 * ends[name][1]) for name in strategies}
        rows.append({f"{second}, %": share, **means, "best": max(means, key=lambda name: round(means[name], 9))})
    return pd.DataFrame(rows)


def query_mix(
    result: BakeOff,
    metric: str = "ndcg@10",
    first: str = "concept",
    second: str = "identifier",
    strategies: Sequence[str] = STRATEGIES,
) -> Picture:
    """A line per strategy over the share of `second`; under them, who is best from where to where."""
    rows = mix_table(result, metric, first, second, strategies, FINE)
    reigns = _reigns(rows["best"].tolist())
    look = looks(strategies)
    with house_style():
        figure = Figure(figsize=(8, 5), layout="constrained")
        axes, band = figure.subplots(2, 1, sharex=True, height_ratios=[9, 1])
        for name in strategies:
            drawn = {"color": look[name].colour, "marker": look[name].marker, "linestyle": look[name].line, "markersize": size(look[name])}
            axes.plot(FINE, rows[name], label=name, markevery=10, linewidth=2, **drawn)
        for name, low, high in reigns:
            band.barh(0, high - low, left=low, height=1, color=look[name].colour, hatch=look[name].hatch, edgecolor="white")
            if high - low > 12:
                band.text((low + high) / 2, 0, name, ha="center", va="center", bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5})
        axes.set_ylabel(f"mean {metric}")
        axes.set_ylim(0, 1.02)
        axes.set_xlim(0, 100)
        band.set_yticks([0], ["best"])
        band.tick_params(axis="y", length=0)
        band.grid(visible=False)
        band.set_xlabel(f"share of {second} questions in the log, %; the others are {first}")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=4)
    said = "; ".join(f"{name} from {low} % to {high} % {second}" for name, low, high in reigns)
    ends = "; ".join(f"{name} {rows[name].iloc[0]:.3f} to {rows[name].iloc[-1]:.3f}" for name in strategies)
    text = f"Highest: {said}. From no {second} question to nothing else, the means go: {ends}."
    return Picture(figure, text, f"Mean {metric} of {len(strategies)} strategies over the share of {second} questions: a line each, and a band for the best.")


def _reigns(best: Sequence[str]) -> list[tuple[str, int, int]]:
    """(strategy, first share, last share) for each stretch in which the same strategy is best; stretches touch."""
    starts = [0, *(place for place, (before, now) in enumerate(pairwise(best), start=1) if now != before)]
    ends = [*starts[1:], len(best) - 1]
    return [(best[start], start, end) for start, end in zip(starts, ends, strict=True)]
