"""Figures of a whole bake-off: quality by pattern, what can be found at all, and where the rest was lost."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from lab_utils.evaluation import ladder
from lab_utils.evaluation.bakeoff import ALL, FOUND_AT, BakeOff
from lab_utils.evaluation.intervals import interval
from lab_utils.show.measures import opening, spelt
from lab_utils.show.picture import Picture
from lab_utils.show.style import PALE, house_style, looks, size
from lab_utils.show.verdicts import best_and_level

BAND = 0.8  # share of a pattern's row that its dots take up
CUTS = (5, 20, 50)
STAGE_COLOURS = ("#000000", "#7f7f7f", "#56B4E9", "#D55E00", "#F0E442")
STAGE_HATCHES = ("", "", "//", "xx", "..")


def by_pattern(
    result: BakeOff,
    metric: str = "ndcg@10",
    strategies: Sequence[str] | None = None,
    patterns: Sequence[str] | None = None,
    split: str = ALL,
) -> Picture:
    """A dot with its 95 % interval for each strategy, one row of dots per pattern."""
    names = list(strategies or result.strategies)
    rows = list(patterns or (result.patterns if len(result.patterns) > 2 else [ALL]))
    look = looks(names)
    counts = []
    with house_style():
        figure = Figure(figsize=(8, 1.3 + (0.18 * len(names) + 0.22) * len(rows)), layout="constrained")
        axes = figure.subplots()
        for place, pattern in enumerate(rows):
            if place % 2:
                axes.axhspan(place - 0.5, place + 0.5, color=PALE, alpha=0.35, linewidth=0, zorder=0)
            n = 0
            for shift, name in enumerate(names):
                values = result.values(name, metric, pattern, split)
                if len(values):
                    n, y = len(values), place + (shift - (len(names) - 1) / 2) * BAND / len(names)
                    axes.plot(interval(values), [y, y], color=look[name].colour, linewidth=2, zorder=2)
                    drawn = {"color": look[name].colour, "markersize": size(look[name]), "markeredgecolor": "white", "markeredgewidth": 0.6}
                    axes.plot(values.mean(), y, look[name].marker, zorder=3, **drawn)
            counts.append(n)
        for name in names:
            axes.plot([], [], look[name].marker, color=look[name].colour, markersize=size(look[name]), label=name)
        axes.set_yticks(range(len(rows)), [f"{_named(pattern)}\n(n = {n})" for pattern, n in zip(rows, counts, strict=True)])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(-0.01, 1.01)
        axes.set_xlabel(f"{spelt(metric)}, with 95 % interval")
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        figure.legend(loc="outside upper left", ncols=min(4, len(names)))
    text = " ".join(_best_of(result, metric, names, pattern, split) for pattern in rows)
    return Picture(figure, text, f"{opening(metric)} of {len(names)} strategies, by pattern: a dot for the mean, a line for its 95 % interval.")


def recall_by_pattern(result: BakeOff, k: int = 5, strategies: Sequence[str] | None = None, patterns: Sequence[str] | None = None) -> Picture:
    """`by_pattern` for recall@k, k being 5, 20 or 50."""
    return by_pattern(result, f"recall@{k}", strategies, patterns)


def ceiling(result: BakeOff) -> Picture:
    """Recall over all queries at 5, 20 and 50: how much of the answer is there to be ranked."""
    look = looks(result.strategies)
    with house_style():
        figure = Figure(figsize=(8, 4), layout="constrained")
        axes = figure.subplots()
        for name in result.strategies:
            values = [result.values(name, f"recall@{k}").mean() for k in CUTS]
            axes.plot(CUTS, values, marker=look[name].marker, linestyle=look[name].line, color=look[name].colour, markersize=size(look[name]), label=name)
        axes.set_xticks(CUTS)
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("k, how many documents are looked at")
        axes.set_ylabel("recall@k")
        figure.legend(loc="outside upper left", ncols=4)
    parts = [f"{name} {result.values(name, 'recall@5').mean():.3f} at 5 and {result.values(name, 'recall@50').mean():.3f} at 50" for name in result.strategies]
    text = f"Recall: {'; '.join(parts)}. A reranker can move documents from the right end to the left, and never above it."
    return Picture(figure, text, "Recall at 5, 20 and 50, a line for each strategy.")


def failures(result: BakeOff) -> Picture:
    """Where the queries that failed were lost, as stacked bars."""
    lost = ladder.STAGES[:-1]
    with house_style():
        figure = Figure(figsize=(8, 1.3 + 0.45 * len(result.strategies)), layout="constrained")
        axes = figure.subplots()
        left = dict.fromkeys(result.strategies, 0)
        for stage, shade, hatch in zip(lost, STAGE_COLOURS, STAGE_HATCHES, strict=True):
            counts = [int(result.stages(strategy)[stage]) for strategy in result.strategies]
            if any(counts):
                axes.barh(result.strategies, counts, left=list(left.values()), color=shade, hatch=hatch, edgecolor="white", label=stage)
            for strategy, count in zip(result.strategies, counts, strict=True):
                left[strategy] += count
        axes.invert_yaxis()
        axes.set_xlabel(f"queries whose gold is not in the top {FOUND_AT}")
        axes.grid(axis="y", visible=False)
        if any(left.values()):
            figure.legend(loc="outside upper left", ncols=3)
    parts = []
    for strategy in result.strategies:
        counts = result.stages(strategy)
        named = ", ".join(f"{counts[stage]} {stage}" for stage in lost if counts[stage]) or "none"
        parts.append(f"{strategy}: {named}")
    return Picture(figure, f"Queries lost by stage. {'; '.join(parts)}.", "A bar for each strategy, cut by the stage at which its queries were lost.")


def _named(pattern: str) -> str:
    return "all queries" if pattern == ALL else pattern


def _best_of(result: BakeOff, metric: str, names: Sequence[str], pattern: str, split: str) -> str:
    best, level = best_and_level(result, metric, names, pattern, split)
    if not best:
        return f"{_named(pattern).capitalize()}: not measured."
    tail = f", too close to tell from {', '.join(level)}" if level else ""
    return f"{_named(pattern).capitalize()}: {best} is best with {result.values(best, metric, pattern, split).mean():.3f}{tail}."
