"""How long a learner waits: each untouched lesson run from top to bottom, and its first result.

    python benchmarks/lessons.py            # all, a table on the screen

Counted from the kernel's start to the last cell, as JupyterLab's Run All does with a new kernel; `jupyter execute`
adds some three seconds for starting itself. The first result is the kernel's start and the first cell of code.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

LESSONS = Path(__file__).resolve().parents[1] / "notebooks"
LIMIT, FIRST_LIMIT = 15.0, 3.0  # seconds, on two idle cores


def timed(path: Path) -> tuple[float, float]:
    """Seconds to the last cell, and to the first result."""
    first = []
    started = time.perf_counter()
    client = NotebookClient(
        nbformat.read(path, as_version=4),
        on_cell_executed=lambda **_given: first.append(time.perf_counter() - started),
    )
    client.execute()
    return time.perf_counter() - started, first[0]


def main() -> None:
    os.environ["BAKEOFF_PROGRESS"] = "off"
    print("lesson                       whole, s   first result, s")
    for path in sorted(LESSONS.glob("[0-9][0-9]_*.ipynb")):
        whole, first = timed(path)
        over = "   over the limit" if whole > LIMIT or first > FIRST_LIMIT else ""
        print(f"{path.stem:<28} {whole:8.1f}   {first:8.1f}{over}", flush=True)


if __name__ == "__main__":
    main()
