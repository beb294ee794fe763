"""The failure ladder: what each stage of a pipeline takes off the top-20 failure rate, ours beside the published one.

    failure rate = 1 - recall@20, as in the source

Published: Anthropic, "Introducing Contextual Retrieval", 2024: embeddings 5.7 %, contextual embeddings 3.7 %, with
contextual BM25 2.9 %, with a reranker over 150 candidates 1.9 %. Other texts, other questions, other models: the two
sides cannot be compared digit by digit. What can be compared is whether each step still takes something off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from lab_utils.evaluation.intervals import interval
from lab_utils.show.picture import Picture
from lab_utils.show.style import INK, colour, house_style
from lab_utils.show.tables import between

PUBLISHED = {"embeddings": 5.7, "+ contextual prefix": 3.7, "+ BM25": 2.9, "+ reranker": 1.9}
"""percent; each rung keeps what is on the rungs before it"""
SOURCE = "Anthropic, Introducing Contextual Retrieval, 2024"


def ladder_table(ours: Mapping[str, Sequence[float]], published: Mapping[str, float] = PUBLISHED) -> pd.DataFrame:
    """A row per rung: our failure rate in percent with n and interval, the published one, and what each step takes off.

    ours: rung -> recall@20 of every query that has a gold. A rung that was not measured may be missing.
    """
    rows, before = [], {"ours": None, "published": None}
    for rung in [*published, *(name for name in ours if name not in published)]:
        recalls = np.asarray(ours.get(rung, ()), dtype=float)
        low, high = interval(recalls)
        rates = {"ours": float(100 * (1 - recalls.mean())) if len(recalls) else None, "published": published.get(rung)}
        steps = {side: _step(before[side], rate) for side, rate in rates.items()}
        rows.append((rung, len(recalls), rates["ours"], 100 * (1 - high), 100 * (1 - low), steps["ours"], rates["published"], steps["published"]))
        before = {side: before[side] if rate is None else rate for side, rate in rates.items()}
    return pd.DataFrame(rows, columns=["rung", "n", "ours, %", "ours low", "ours high", "step of ours", "published, %", "step of published"])


def failure_ladder(ours: Mapping[str, Sequence[float]], published: Mapping[str, float] = PUBLISHED, name: str = "ours") -> Picture:
    """Two ladders side by side, each on its own scale."""
    rows = ladder_table(ours, published)
    places = np.arange(len(rows))
    with house_style():
        figure = Figure(figsize=(8, 1.9 + 0.62 * len(rows)), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        measured = rows["ours, %"].to_numpy(dtype=float)
        whiskers = np.array([measured - rows["ours low"], rows["ours high"] - measured], dtype=float)
        left.barh(places, np.nan_to_num(measured), xerr=np.nan_to_num(whiskers), height=0.62, color=colour("dense"), capsize=4, error_kw={"linewidth": 1.5})
        right.barh(places, rows["published, %"].fillna(0), height=0.62, color="#BFBFBF", hatch="///", edgecolor="white")
        for axes, rates, steps, ends in (
            (left, rows["ours, %"], rows["step of ours"], rows["ours high"]),
            (right, rows["published, %"], rows["step of published"], rows["published, %"]),
        ):
            widest = float(np.nanmax([*ends, 1.0]))
            for place, (rate, step, end) in enumerate(zip(rates, steps, ends, strict=True)):
                said = "not measured" if pd.isna(rate) else f"{rate:.1f} %" + ("" if pd.isna(step) else f"\n{_compared(step)}")
                axes.text((0 if pd.isna(rate) else end) + widest * 0.03, place, said, va="center", color=INK)
            axes.set_xlim(0, widest * 1.42)
            axes.grid(axis="y", visible=False)
            axes.tick_params(axis="y", length=0)
            axes.set_xlabel("failure rate (1 - recall@20), %")
        left.set_yticks(places, rows["rung"])
        left.set_ylim(len(rows) - 0.5, -0.5)
        left.set_title(name)
        right.set_title("published (another scale)")
    alt = "The top-20 failure rate after each stage, a bar each, ours with 95 % intervals beside the published ones; fewer or more: against the rung above."
    return Picture(figure, _said(rows, name), alt)


def _step(before: float | None, now: float | None) -> str | None:
    """What a rung takes off the one before, as a share of it."""
    return None if not before or now is None else f"{100 * (now - before) / before:+.0f} %"


def _compared(step: str) -> str:
    """The same in words: a share of the failures before, and no difference of two rates."""
    return f"{step[1:]} {'fewer' if step.startswith('-') else 'more'}"


def _said(rows: pd.DataFrame, name: str) -> str:
    known = rows[rows["n"] > 0]
    own = "; ".join(f"{row.rung} {row[3]:.1f} % ({between(row[4], row[5], 1)}, n = {row.n})" for row in known.itertuples())
    theirs = "; ".join(f"{row.rung} {row[7]:g} %" for row in rows.itertuples() if not pd.isna(row[7]))
    missing = [rung for rung, n in zip(rows["rung"], rows["n"], strict=True) if not n]
    gap = f" Not measured here: {', '.join(missing)}." if missing else ""
    return f"{name[:1].upper()}{name[1:]}: {own or 'nothing measured'}.{gap} Published by {SOURCE}: {theirs}."
