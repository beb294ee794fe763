"""The fusion sweep: a setting is chosen on the dev queries, and reported on the test queries, once.

The line is what was looked at while choosing. The diamond is the one number that may be quoted. Where the band is
wider than the line is bent, the setting matters less than the choice of queries does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import ALL
from lab_utils.evaluation.intervals import interval
from lab_utils.search.fusion import RRF_K
from lab_utils.show.fused_measure import FusedMeasure
from lab_utils.show.measures import opening, spelt
from lab_utils.show.picture import Picture
from lab_utils.show.style import colour, house_style
from lab_utils.show.tables import between

KS = (0, 1, 2, 5, 10, 20, 40, 60, 100, 200)
WEIGHTS = tuple(tenth / 10 for tenth in range(11))

Measured = Mapping[float, Mapping[str, float]]
"""setting -> query id -> value, each setting measured on the same queries"""


class Tuned(NamedTuple):
    """What a sweep comes to."""

    setting: float
    dev: float
    dev_n: int
    test: float
    low: float
    high: float
    test_n: int


def measured_k(measure: FusedMeasure, ks: Sequence[float] = KS, weight: float = 0.5, pattern: str = ALL) -> dict[float, dict[str, float]]:
    """{k: {query id: value}} of rank fusion with this weight for its first list."""
    grid, chosen = measure.grid(ks, [weight]), measure.query_ids(pattern)
    return {k: {query_id: float(grid[query_id][place, 0]) for query_id in chosen} for place, k in enumerate(ks)}


def measured_weight(measure: FusedMeasure, weights: Sequence[float] = WEIGHTS, k: float = RRF_K, pattern: str = ALL) -> dict[float, dict[str, float]]:
    """{weight of the first list: {query id: value}} of rank fusion with this k."""
    grid, chosen = measure.grid([k], weights), measure.query_ids(pattern)
    return {weight: {query_id: float(grid[query_id][0, place]) for query_id in chosen} for place, weight in enumerate(weights)}


def tuned(measured: Measured, splits: Mapping[str, str]) -> Tuned:
    """The setting with the best dev mean (of equals the smallest), with its test mean and interval.

    Raises BakeoffError when there are no dev queries or no test queries: then nothing can be tuned honestly.
    """
    dev = {setting: _of(values, splits, "dev") for setting, values in measured.items()}
    best = min(dev, key=lambda setting: (-round(dev[setting].mean(), 9), setting))
    test = _of(measured[best], splits, "test")
    return Tuned(best, float(dev[best].mean()), len(dev[best]), float(test.mean()), *interval(test), len(test))


def sweep_table(sweeps: Mapping[str, Measured], splits: Mapping[str, str]) -> pd.DataFrame:
    """The figure in numbers: a row per sweep and setting with its dev mean; the chosen one has its test mean too."""
    rows = []
    for name, measured in sweeps.items():
        chosen = tuned(measured, splits)
        for setting, values in measured.items():
            dev, is_chosen = _of(values, splits, "dev"), setting == chosen.setting
            found = (chosen.test, chosen.low, chosen.high) if is_chosen else (None, np.nan, np.nan)
            rows.append((name, f"{setting:g}", len(dev), dev.mean(), "chosen" if is_chosen else None, *found))
    return pd.DataFrame(rows, columns=["swept", "setting", "n", "dev mean", "verdict", "test mean", "test low", "test high"])


def fusion_sweep(sweeps: Mapping[str, Measured], splits: Mapping[str, str], metric: str = "ndcg@10") -> Picture:
    """A panel per sweep, such as {"k": ..., "weight of keyword": ...}. `splits` maps query id to dev or test."""
    line, point = colour("hybrid"), colour("hybrid+rerank")
    sentences = []
    with house_style():
        figure = Figure(figsize=(8, 4.2), layout="constrained")
        panels = figure.subplots(1, len(sweeps), sharey=True, squeeze=False)[0]
        for axes, (name, measured) in zip(panels, sweeps.items(), strict=True):
            chosen = tuned(measured, splits)
            settings = sorted(measured)
            dev = [_of(measured[setting], splits, "dev") for setting in settings]
            bounds = np.array([interval(values) for values in dev])
            places = range(len(settings))
            band = axes.fill_between(places, bounds[:, 0], bounds[:, 1], color=line, alpha=0.18, linewidth=0)
            (means,) = axes.plot(places, [values.mean() for values in dev], marker="o", color=line, linewidth=2)
            at = settings.index(chosen.setting)
            whisker = [[chosen.test - chosen.low], [chosen.high - chosen.test]]
            diamond = axes.errorbar(at, chosen.test, yerr=whisker, fmt="D", color=point, markersize=9, capsize=5, linewidth=2, zorder=4)
            axes.set_xticks(places, [f"{setting:g}" for setting in settings], fontsize=10)
            steps = np.diff(settings)
            axes.set_xlabel(name if len(steps) < 2 or np.allclose(steps, steps[0]) else f"{name} (steps not to scale)")
            sentences.append(_said(name, chosen, dev))
        panels[0].set_ylabel(f"mean {spelt(metric)}")
        named = [f"dev (n = {chosen.dev_n}), 95 % interval", f"test (n = {chosen.test_n}), chosen setting only"]
        figure.legend([(band, means), diamond], named, loc="outside upper left", ncols=2)
    alt = f"{opening(metric)} of rank fusion over its settings: a line for the dev queries, a diamond for the chosen setting on test."
    return Picture(figure, " ".join(sentences), alt)


def _of(values: Mapping[str, float], splits: Mapping[str, str], split: str) -> np.ndarray:
    found = np.array([value for query_id, value in values.items() if splits.get(query_id) == split])
    if not len(found):
        raise BakeoffError(f"no measured query is in split {split!r}. A setting is chosen on dev and reported on test: run the bake-off with --split all.")
    return found


def _said(name: str, chosen: Tuned, dev: Sequence[np.ndarray]) -> str:
    means = [values.mean() for values in dev]
    test = f"{chosen.test:.3f} ({between(chosen.low, chosen.high)})"
    return f"Sweep of {name}: dev means go from {min(means):.3f} to {max(means):.3f}; best at {chosen.setting:g}, which gives {test} on test."
