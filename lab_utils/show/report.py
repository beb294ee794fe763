"""The bake-off as one HTML file to show a team: tables with intervals, figures with text alternatives, settings.

Self-contained: no script, no style sheet, font or picture from elsewhere. Every text from the data is escaped.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from jinja2 import Environment, PackageLoader

from lab_utils.evaluation.bakeoff import ALL, BakeOff
from lab_utils.evaluation.metrics import METRICS
from lab_utils.evaluation.outputs import write_text
from lab_utils.evaluation.tables import SPECIAL_COLUMNS, special_values
from lab_utils.show import figures


def write_report(result: BakeOff, path: Path, latency: pd.DataFrame | None = None) -> Path:
    """Write report.html; the same bytes for the same results (latency, where measured, stands in it too)."""
    pages = Environment(loader=PackageLoader("lab_utils.show"), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    patterns = result.patterns if len(result.patterns) > 2 else [ALL]
    pictures = [
        ("Quality by query pattern", figures.by_pattern(result)),
        ("How much can be found at all", figures.ceiling(result)),
        ("Where the answer was lost", figures.failures(result)),
    ]
    text = pages.get_template("report.html.j2").render(
        collection=result.collection,
        settings=result.parts.settings,
        left_out=result.left_out,
        without_gold=result.without_gold,
        tables=[(pattern, _table(result, pattern)) for pattern in patterns],
        metrics=list(METRICS),
        special=_special(result),
        figures=[(title, figures.svg(picture, title), picture.text) for title, picture in pictures],
        latency=None if latency is None else latency.to_dict("records"),
    )
    return write_text(path, text)


def _special(result: BakeOff) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Column heads and rows of the measures that ranks cannot give; both empty where there are none."""
    values = special_values(result)
    rows = []
    for strategy in result.strategies:
        found = [values[metric][strategy] for metric in values]
        rows.append((strategy, [f"{cell.mean():.2f} (n = {len(cell)})" if len(cell) else "" for cell in found]))
    return [SPECIAL_COLUMNS[metric][1] for metric in values], rows if values else []


def _table(result: BakeOff, pattern: str) -> list[tuple[str, list[dict]]]:
    rows = result.summary[result.summary["pattern"] == pattern]
    verdicts = {metric: result.against_best(metric, pattern) for metric in METRICS}
    table = []
    for strategy in result.strategies:
        cells = []
        for metric in METRICS:
            best, others = verdicts[metric]
            row = rows[(rows["strategy"] == strategy) & (rows["metric"] == metric)].iloc[-1]
            mark = "best" if strategy == best else "level" if others[strategy][1] <= 0 else ""
            cells.append({"value": row["value"], "low": row["low"], "high": row["high"], "n": row["n"], "mark": mark})
        table.append((strategy, cells))
    return table
