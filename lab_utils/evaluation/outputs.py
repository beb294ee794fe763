"""The files of a bake-off: results.csv, per_query.csv, differences.csv, runs/<strategy>.trec, latency.csv.

All but latency.csv are the same bytes for the same data and settings. Each file is written beside its place and
moved there, so that an interrupted run leaves the old file whole.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import BakeOff
from lab_utils.evaluation.metrics import METRICS
from lab_utils.evaluation.runs import trec_lines
from lab_utils.files import write_whole


def write_all(result: BakeOff, folder: Path, latency: pd.DataFrame | None = None) -> list[Path]:
    """Write every file; returns their paths. Raises BakeoffError when the folder cannot be written."""
    written = [
        write_text(folder / "results.csv", _csv(result.summary)),
        write_text(folder / "per_query.csv", _csv(result.per_query.astype({"first_rank": "Int64"}))),
        write_text(folder / "differences.csv", _csv(differences(result))),
    ]
    for name, run in result.runs.items():
        written.append(write_text(folder / "runs" / f"{name}.trec", trec_lines(name, run)))
    if latency is not None:
        written.append(write_text(folder / "latency.csv", _csv(latency)))
    return written


def differences(result: BakeOff) -> pd.DataFrame:
    """The best strategy of each pattern and metric against each other one, paired, with the verdict in words."""
    rows = []
    for pattern in result.patterns:
        for metric in METRICS:
            best, others = result.against_best(metric, pattern)
            for other, (mean, low, high) in others.items():
                verdict = "too small to tell" if low <= 0 else f"{best} better"
                rows.append((pattern, metric, best, other, mean, low, high, len(result.values(best, metric, pattern)), verdict))
    return pd.DataFrame(rows, columns=["pattern", "metric", "best", "other", "difference", "low", "high", "n", "verdict"])


def check_folder(folder: Path) -> None:
    """Refuse, before the work begins, a folder that cannot be written: a file in its place, or no permission."""
    if folder.exists() and not folder.is_dir():
        raise BakeoffError(f"{folder}: is a file, not a folder. Choose another folder with --out.")
    write_text(folder / ".writable", "").unlink()


def write_text(path: Path, text: str) -> Path:
    """Write through a neighbouring file and one move. Raises BakeoffError with the reason and the cure."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError as error:
        raise BakeoffError(f"{path}: cannot be written ({error.strerror}). Make room, or choose another folder with --out.") from error
    return path


def _csv(table: pd.DataFrame) -> str:
    return table.to_csv(index=False, float_format="%.6f", lineterminator="\n")
