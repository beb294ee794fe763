"""For which mix of questions does a hybrid pay? The mean of each strategy as one pattern takes over from another.

    mean at a share s of the second pattern = (1 - s) * mean over the first + s * mean over the second

No query is asked anew: the two means of a strategy are weighted as the log of another house would weight them. At
both ends one retriever alone is in its element; only between them can a hybrid be worth its second index.

The highest line is not yet the better strategy. It is called ahead where a paired bootstrap, with queries drawn from
each pattern by itself, tells it from every other one; elsewhere these queries leave it open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from lab_utils.evaluation.bakeoff import BakeOff
from lab_utils.evaluation.intervals import DRAWS, SEED
from lab_utils.show.measures import spelt
from lab_utils.show.picture import Picture
from lab_utils.show.style import INK, house_style, looks, size

SHARES = (0, 25, 50, 75, 90, 100)
FINE = tuple(range(101))
STRATEGIES = ("keyword", "dense", "hybrid", "blend")
OPEN = "too close to tell"
ROOMY = {"": 12, OPEN: 20}  # percent of the axis that a name needs, and that the longer words do

Values = Mapping[str, tuple[np.ndarray, np.ndarray]]
"""strategy -> its values over the queries of the first pattern and over those of the second"""


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
    """A line per strategy over the share of `second`; under them, who is ahead of all others from where to where."""
    rows = mix_table(result, metric, first, second, strategies, FINE)
    values = {name: (result.values(name, metric, first), result.values(name, metric, second)) for name in strategies}
    counts = [len(found) for found in values[strategies[0]]]
    reigns = _reigns(_ahead(values, rows["best"].tolist()))
    look = looks(strategies)
    with house_style():
        figure = Figure(figsize=(8, 5), layout="constrained")
        axes, band = figure.subplots(2, 1, sharex=True, height_ratios=[9, 1])
        for name in strategies:
            drawn = {"color": look[name].colour, "marker": look[name].marker, "linestyle": look[name].line, "markersize": size(look[name])}
            axes.plot(FINE, rows[name], label=name, markevery=10, linewidth=2, clip_on=False, zorder=3, **drawn)
        for name, low, high in reigns:
            fill = {"color": look[name].colour, "hatch": look[name].hatch, "edgecolor": "white"} if name != OPEN else {"color": "white", "edgecolor": INK}
            band.barh(0, high - low, left=low, height=1, linewidth=0.8, **fill)
            if high - low > ROOMY.get(name, ROOMY[""]):
                band.text((low + high) / 2, 0, name, ha="center", va="center", fontsize=11, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5})
        axes.set_ylabel(f"mean {spelt(metric)}")
        axes.set_ylim(0, 1.02)
        axes.set_xlim(0, 100)
        band.set_yticks([0], ["ahead"])
        band.tick_params(axis="y", length=0)
        band.grid(visible=False)
        band.set_xlabel(f"share of {second} questions (n = {counts[1]}) in the log, %; the others are {first} (n = {counts[0]})")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=4)
    text = f"{_said(rows, reigns, second, strategies)} The band under the lines leaves out what is {OPEN} (paired bootstrap, 95 %)."
    alt = f"Mean {spelt(metric)} of {len(strategies)} strategies over the share of {second} questions: a line each, and a band for the one that is ahead."
    return Picture(figure, text, alt)


def _ahead(values: Values, best: Sequence[str]) -> list[str]:
    """For each share of FINE, the best strategy where it can be told from every other one, and OPEN where it cannot."""
    means = {name: [_drawn(found, side) for side, found in enumerate(both)] for name, both in values.items()}
    ahead = []
    for share, name in zip(FINE, best, strict=True):
        mixed = {other: (1 - share / 100) * first + share / 100 * second for other, (first, second) in means.items()}
        # All others at once: each has the interval of its own difference, as in a table of verdicts.
        told = all(np.quantile(mixed[name] - mixed[other], 0.025) > 1e-9 for other in mixed if other != name)
        ahead.append(name if told else OPEN)
    return ahead


def _drawn(values: np.ndarray, side: int) -> np.ndarray:
    """Means of DRAWS draws with replacement. The same queries are drawn for every strategy, and others for the other pattern."""
    picks = np.random.default_rng([SEED, len(values), side]).integers(0, len(values), (DRAWS, len(values)))
    return np.asarray(values, dtype=float)[picks].mean(axis=1)


def _reigns(names: Sequence[str]) -> list[tuple[str, int, int]]:
    """(name, first share, last share) for each stretch of one name; stretches touch."""
    starts = [0, *(place for place, (before, now) in enumerate(pairwise(names), start=1) if now != before)]
    ends = [*starts[1:], len(names) - 1]
    return [(names[start], start, end) for start, end in zip(starts, ends, strict=True)]


def _said(rows: pd.DataFrame, reigns: Sequence[tuple[str, int, int]], second: str, strategies: Sequence[str]) -> str:
    highest = "; ".join(f"{name} from {low} % to {high} % {second}" for name, low, high in _reigns(rows["best"].tolist()))
    told = "; ".join(f"{name} from {low} % to {high} %" for name, low, high in reigns if name != OPEN) or "nobody anywhere"
    ends = "; ".join(f"{name} {rows[name].iloc[0]:.3f} to {rows[name].iloc[-1]:.3f}" for name in strategies)
    return f"Highest: {highest}. Ahead of all others: {told}. From no {second} question to nothing else, the means go: {ends}."
