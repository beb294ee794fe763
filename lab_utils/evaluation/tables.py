"""The bake-off on a terminal: one table per pattern and one over all queries.

`*` marks the best value of a column; `=` marks one whose paired difference to the best is too small to tell.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from rich import box
from rich.console import Console
from rich.table import Table

from lab_utils.evaluation.bakeoff import ALL, BakeOff
from lab_utils.evaluation.metrics import METRICS

HEADLINE = "ndcg@10"
PIPE_WIDTH = 110  # columns, where the output is not a terminal and has no width of its own


def console() -> Console:
    plain = Console()
    return plain if plain.is_terminal else Console(width=PIPE_WIDTH)


def print_tables(result: BakeOff, out: Console) -> None:
    patterns = result.patterns
    # With a single pattern its table would repeat the one over all queries.
    for pattern in patterns if len(patterns) > 2 else [ALL]:
        out.print(pattern_table(result, pattern))
    special_table = other_measures(result)
    if special_table is not None:
        out.print(special_table)
    out.print("[dim]* best   = difference to the best too small to tell (paired bootstrap, 95 %)[/dim]")
    for name, why in result.left_out.items():
        out.print(f"[dim]{name} was left out: {why}.[/dim]")
    if result.without_gold:
        out.print(f"[dim]{result.without_gold} queries without a gold document are counted apart, not in these tables.[/dim]")


def pattern_table(result: BakeOff, pattern: str) -> Table:
    marks = {metric: _marks(result, metric, pattern) for metric in METRICS}
    n = len(result.values(result.strategies[0], HEADLINE, pattern))
    title = "all queries" if pattern == ALL else pattern
    table = Table(title=f"{title} (n = {n})", title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.add_column("strategy", no_wrap=True)
    for metric in METRICS:
        table.add_column(metric, justify="right", no_wrap=True)
    table.add_column(f"{HEADLINE}, 95 %", justify="right", no_wrap=True)
    # Where several splits were run together, the interval is that of all of them.
    rows = result.summary[(result.summary["pattern"] == pattern) & (result.summary["metric"] == HEADLINE)]
    for strategy in result.strategies:
        last = rows[rows["strategy"] == strategy].iloc[-1]
        cells = [f"{result.values(strategy, metric, pattern).mean():.3f}{marks[metric][strategy]}" for metric in METRICS]
        table.add_row(strategy, *cells, f"{last['low']:.3f} to {last['high']:.3f}")
    return table


SPECIAL_COLUMNS = {
    "answer@5": ("aggregate", "aggregate: number in top 5"),
    "exact": ("aggregate", "aggregate: exact"),
    "exact_answered": ("aggregate", "exact, where answered"),
    "leak@5": ("restricted", "restricted: leaks"),
    "false_answer": ("no-answer", "no-answer: false answers"),
}


def special_values(result: BakeOff) -> dict[str, dict[str, np.ndarray]]:
    """Special measure -> strategy -> its per-query values; only measures that some strategy has."""
    values = {metric: {name: result.values(name, metric, pattern) for name in result.strategies} for metric, (pattern, _) in SPECIAL_COLUMNS.items()}
    return {metric: by_name for metric, by_name in values.items() if any(len(found) for found in by_name.values())}


def other_measures(result: BakeOff) -> Table | None:
    """One row a strategy, for the patterns that a ranking's golds cannot judge; None where there are none."""
    values = special_values(result)
    if not values:
        return None
    table = Table(title="what ranks cannot say", title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.add_column("strategy", no_wrap=True)
    for metric in values:
        table.add_column(SPECIAL_COLUMNS[metric][1], justify="right")
    for name in result.strategies:
        cells = [f"{found.mean():.2f} (n={len(found)})" if len(found := values[metric][name]) else "" for metric in values]
        table.add_row(name, *cells)
    return table


def print_latency(latency: pd.DataFrame, out: Console) -> None:
    table = Table(title=f"time per query, live (n = {latency['n'].iloc[0]})", title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    table.add_column("stage")
    table.add_column("median, ms", justify="right")
    table.add_column("95th percentile, ms", justify="right")
    for row in latency.itertuples():
        table.add_row(row.stage, f"{row.median_ms:.1f}", f"{row.p95_ms:.1f}")
    out.print(table)


def _marks(result: BakeOff, metric: str, pattern: str) -> dict[str, str]:
    best, others = result.against_best(metric, pattern)
    return {best: "*"} | {name: "=" if low <= 0 else " " for name, (_, low, _) in others.items()}
