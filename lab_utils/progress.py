"""Progress bars for work that may take more than two seconds; silent when nobody watches a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

PATIENCE = 2.0  # seconds a person waits without asking what is going on

_quiet = False


def set_quiet(quiet: bool) -> None:
    """Turn all bars and notes off (the command's `--quiet`)."""
    global _quiet
    _quiet = quiet


def note(text: str) -> None:
    """One line on stderr about what is happening, unless quiet."""
    if not _quiet:
        print(text, file=sys.stderr, flush=True)


def track(items: Iterable[Item], total: int, what: str, unit: str = "") -> Iterator[Item]:
    """Yield `items`; after two seconds a bar appears, if stderr is a terminal.

    `total` counts items. The bar is drawn with rich, which is imported only when it is needed.
    """
    if _quiet or not sys.stderr.isatty():
        yield from items
        return
    started = time.monotonic()
    advance: Callable[[int], None] | None = None
    bar = None
    try:
        for done, item in enumerate(items, start=1):
            yield item
            if advance is None and time.monotonic() - started > PATIENCE and done < total:
                bar, advance = _open_bar(total, what, unit)
            if advance is not None:
                advance(done)
    finally:
        if bar is not None:
            bar.stop()


def _open_bar(total: int, what: str, unit: str):
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(what, total=total)
    bar.start()
    return bar, lambda done: bar.update(task, completed=done)
