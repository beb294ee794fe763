"""Figures of a bake-off. Each function returns a matplotlib Figure and the sentence that says what is to be seen.

The sentence is computed from the same numbers; it is the text alternative, and it stands under the figure too.
"""

from __future__ import annotations

import io
from html import escape
from typing import NamedTuple

from matplotlib.figure import Figure

from lab_utils.evaluation import ladder
from lab_utils.evaluation.bakeoff import ALL, FOUND_AT, BakeOff
from lab_utils.show.style import colour, house_style, marker


class Picture(NamedTuple):
    figure: Figure
    text: str
    """what the figure shows, in words"""


def by_pattern(result: BakeOff, metric: str = "ndcg@10") -> Picture:
    """A dot with its 95 % interval for each strategy, one row of dots per pattern."""
    patterns = result.patterns if len(result.patterns) > 2 else [ALL]
    rows = result.summary[result.summary["metric"] == metric]
    strategies = result.strategies
    with house_style():
        figure = Figure(figsize=(8, 1.2 + 0.26 * len(strategies) * len(patterns)), layout="constrained")
        axes = figure.subplots()
        for place, pattern in enumerate(patterns):
            for shift, strategy in enumerate(strategies):
                row = rows[(rows["pattern"] == pattern) & (rows["strategy"] == strategy)].iloc[-1]
                y = place + (shift - (len(strategies) - 1) / 2) * 0.8 / len(strategies)
                axes.plot([row["low"], row["high"]], [y, y], color=colour(strategy), linewidth=2, zorder=2)
                label = strategy if place == 0 else None
                axes.plot(row["value"], y, marker(strategy), color=colour(strategy), markersize=7, zorder=3, label=label)
        axes.set_yticks(range(len(patterns)), [f"{p} (n={_n(rows, p)})" for p in patterns])
        axes.set_ylim(len(patterns) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.set_xlabel(f"{metric}, with 95 % interval")
        axes.grid(axis="y", visible=False)
        figure.legend(loc="outside upper left", ncols=min(6, len(strategies)), fontsize=10)
    return Picture(figure, " ".join(_best_of(result, metric, pattern) for pattern in patterns))


def ceiling(result: BakeOff) -> Picture:
    """Recall over all queries at 5, 20 and 50: how much of the answer is there to be ranked."""
    cuts = (5, 20, 50)
    with house_style():
        figure = Figure(figsize=(8, 3.4), layout="constrained")
        axes = figure.subplots()
        for strategy in result.strategies:
            values = [result.values(strategy, f"recall@{k}").mean() for k in cuts]
            axes.plot(cuts, values, marker=marker(strategy), color=colour(strategy), label=strategy)
        axes.set_xticks(cuts)
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("k, how many documents are looked at")
        axes.set_ylabel("recall@k")
        axes.legend(loc="lower right", fontsize=10)
    parts = [f"{name} {result.values(name, 'recall@5').mean():.3f} at 5 and {result.values(name, 'recall@50').mean():.3f} at 50" for name in result.strategies]
    return Picture(figure, f"Recall: {'; '.join(parts)}. A reranker can move documents from the right end to the left, and never above it.")


def failures(result: BakeOff) -> Picture:
    """Where the queries that failed were lost, as stacked bars."""
    shades = ("#000000", "#7f7f7f", "#56B4E9", "#D55E00", "#F0E442")
    hatches = ("", "", "//", "xx", "..")
    lost = ladder.STAGES[:-1]
    with house_style():
        figure = Figure(figsize=(8, 0.9 + 0.45 * len(result.strategies)), layout="constrained")
        axes = figure.subplots()
        left = dict.fromkeys(result.strategies, 0)
        for stage, shade, hatch in zip(lost, shades, hatches, strict=True):
            counts = [int(result.stages(strategy)[stage]) for strategy in result.strategies]
            if any(counts):
                axes.barh(result.strategies, counts, left=list(left.values()), color=shade, hatch=hatch, edgecolor="white", label=stage)
            for strategy, count in zip(result.strategies, counts, strict=True):
                left[strategy] += count
        axes.invert_yaxis()
        axes.set_xlabel(f"queries whose gold is not in the top {FOUND_AT}")
        axes.grid(axis="y", visible=False)
        if any(left.values()):
            figure.legend(loc="outside upper left", ncols=3, fontsize=10)
    parts = []
    for strategy in result.strategies:
        counts = result.stages(strategy)
        named = ", ".join(f"{counts[stage]} {stage}" for stage in lost if counts[stage]) or "none"
        parts.append(f"{strategy}: {named}")
    return Picture(figure, f"Queries lost by stage. {'; '.join(parts)}.")


def svg(picture: Picture, title: str) -> str:
    """The figure as an inline SVG with a text alternative, without date and other changing parts."""
    buffer = io.StringIO()
    with house_style():
        picture.figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    body = buffer.getvalue()
    body = body[body.index("<svg") :]
    label = f'<svg role="img" aria-label="{escape(f"{title}. {picture.text}", quote=True)}" '
    return body.replace("<svg ", label, 1)


def _n(rows, pattern: str) -> int:
    return int(rows[rows["pattern"] == pattern].iloc[-1]["n"])


def _best_of(result: BakeOff, metric: str, pattern: str) -> str:
    best, others = result.against_best(metric, pattern)
    level = [name for name, (_, low, _) in others.items() if low <= 0]
    name = "All queries" if pattern == ALL else pattern.capitalize()
    tail = f", too close to tell from {', '.join(level)}" if level else ""
    return f"{name}: {best} is best with {result.values(best, metric, pattern).mean():.3f}{tail}."
