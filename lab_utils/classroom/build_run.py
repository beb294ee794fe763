"""Run a notebook as a stranger's laptop would, and keep of its outputs what is the same on every machine.

The kernel is this Python's own, works in a new empty folder, and has new empty folders for progress and for IPython's
settings: nothing that a learner did here gets into a lesson.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lab_utils.classroom.build_file import Notebook
from lab_utils.classroom.build_rules import WIDGET, broken_outputs
from lab_utils.classroom.build_source import VARIES, Lesson
from lab_utils.classroom.doctor import ROOT
from lab_utils.errors import BakeoffError, DataError, Problem
from lab_utils.exercises.progress_file import SETTING
from lab_utils.exercises.records import State
from lab_utils.progress import track

CELL_SECONDS = 120  # the same limit as when the lessons are run again by the tests
CONTROL = "[a control: run this cell to use it]"
STATIC = ("text/plain", "text/html")

Rule = tuple[str, str, str]


def run(lesson: Lesson, notebook: Notebook) -> None:
    """Run every code cell of the solved edition and keep the outputs in it. BakeoffError says which cell failed, and where."""
    cells = notebook["cells"]
    with tempfile.TemporaryDirectory(prefix="lesson-", ignore_cleanup_errors=True) as folder:
        _execute(lesson, notebook, Path(folder))
        rules = [(re.compile(pattern), text) for _, pattern, text in machine_rules(Path(folder))]
    styles: dict[str, str] = {}
    for cell in cells:
        for output in cell.get("outputs", ()):
            _clean(output, lambda text: _neutral(text, rules, styles))
    faults = [Problem(lesson.path.name, lesson.cells[place].line, "", what, cure) for place, what, cure in broken_outputs(cells, VARIES)]
    faults += _unsolved(lesson, cells)
    if faults:
        raise DataError(faults)
    for cell in cells:
        if "outputs" in cell:
            cell["outputs"] = _without_controls(cell["outputs"])


def private(folder: Path) -> dict[str, str]:
    """The environment of a run that nobody's progress or settings get into."""
    return {**os.environ, SETTING: str(folder / "progress" / "progress.json"), "IPYTHONDIR": str(folder / "ipython"), "HF_HUB_OFFLINE": "1"}


def machine_rules(folder: Path) -> list[Rule]:
    """(name, pattern, text instead) for what differs between machines and runs. A re-run compares by the same rules."""
    own = {"kit": (ROOT, "bakeoff"), "folder": (folder.resolve(), "."), "folder as named": (folder, "."), "home": (Path.home(), "~")}
    # Not behind a letter or digit: a picture's base64 may hold the few letters of a short home by chance.
    paths = [(name, rf"(?<![A-Za-z0-9+]){re.escape(str(path))}", text) for name, (path, text) in own.items() if path != Path(path.anchor)]
    return [*paths, ("address", r"\bat 0x[0-9a-fA-F]{6,}", "at 0x0"), ("cell file", r"(?<![^\s\"'])[^\s\"']*ipykernel_\d+[/\\]\d+\.py", "cell.py")]


def _execute(lesson: Lesson, notebook: Notebook, folder: Path) -> None:
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    place = folder / "here"
    place.mkdir()
    live = nbformat.from_dict(notebook)
    client = NotebookClient(
        live, km=_kernel(), timeout=CELL_SECONDS, resources={"metadata": {"path": str(place)}},
        record_timing=False, shutdown_kernel="immediate", extra_arguments=["--log-level=CRITICAL"],
    )  # fmt: skip
    with client.setup_kernel(env=private(folder), cleanup_kc=True):
        for index, cell in _shown(lesson, live):
            where = f"{lesson.path.name}, line {lesson.cells[index].line} (code cell {_number(live, index)})"
            try:
                client.execute_cell(cell, index)
            except CellExecutionError as error:
                raise BakeoffError(f"{where}: {error.ename}: {_one_line(error.evalue)}{_line_of(error.traceback, cell.source)}. Mend the cell.") from error
            except CellTimeoutError as error:
                raise BakeoffError(f"{where}: it did not end within {CELL_SECONDS} seconds. Let it do less.") from error
            except DeadKernelError as error:
                raise BakeoffError(f"{where}: the kernel died, perhaps for want of memory. Let it do less.") from error
    for cell, ran in zip(notebook["cells"], live.cells, strict=True):
        if cell["cell_type"] == "code":
            cell["execution_count"], cell["outputs"] = ran.execution_count, merged(json.loads(json.dumps(ran.outputs)))


def merged(outputs: list[Any]) -> list[Any]:
    """One output for all that a cell prints, however the kernel cut it; of a line that was written over, what was last seen.

    nbclient can do this, too, but not in bearable time for a line of a million characters.
    """
    kept: list[Any] = []
    streams: dict[str, Any] = {}
    for output in outputs:
        stream = streams.get(output["name"]) if output["output_type"] == "stream" else None
        if stream is not None:
            stream["text"] += output["text"]
            continue
        kept.append(output)
        if output["output_type"] == "stream":
            streams[output["name"]] = output
    for output in streams.values():
        output["text"] = re.sub(r"^.*\r(?=[^\n])", "", output["text"], flags=re.MULTILINE)
    return kept


def _kernel():
    """A kernel of this Python, whatever kernel another project has put under the name python3."""
    from ipykernel.kernelspec import RESOURCES, get_kernel_dict
    from jupyter_client import AsyncKernelManager
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager

    class Own(KernelSpecManager):
        def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
            return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())

    return AsyncKernelManager(kernel_name="python3", kernel_spec_manager=Own())


def _shown(lesson: Lesson, notebook: Any) -> Iterator[tuple[int, Any]]:
    cells = [(index, cell) for index, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    return track(cells, len(cells), lesson.name, "cells")


def _number(notebook: Any, index: int) -> int:
    return sum(cell.cell_type == "code" for cell in notebook.cells[: index + 1])


def _line_of(traceback: str, source: str) -> str:
    """The line of the cell that the traceback ends in, as text."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", traceback)
    numbers = re.findall(r"(?:Cell )?In ?\[\d+\], line (\d+)", plain)
    lines = source.split("\n")
    number = int(numbers[-1]) if numbers else 0
    return f" in line {number} of the cell: {lines[number - 1].strip()}" if 0 < number <= len(lines) else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]


def _clean(output: Any, neutral: Callable[[str], str]) -> None:
    output.get("metadata", {}).pop("isolated", None)
    if "text" in output:
        output["text"] = neutral(output["text"])
    for kind, text in output.get("data", {}).items():
        if isinstance(text, str) and (kind.startswith("text/") or kind == "image/svg+xml"):
            output["data"][kind] = neutral(text)


def _neutral(text: str, rules: list[tuple[re.Pattern[str], str]], styles: dict[str, str]) -> str:
    for pattern, instead in rules:
        text = pattern.sub(instead.replace("\\", r"\\"), text)
    # pandas' Styler draws a random name for each table; two tables of a page must not share one.
    return re.sub(r"\bT_[0-9a-f]{5}(?=[_\"\s])", lambda found: styles.setdefault(found.group(), f"T_{len(styles) + 1:05x}"), text)


def _unsolved(lesson: Lesson, cells: list[Any]) -> Iterator[Problem]:
    for cell, made in zip(lesson.cells, cells, strict=True):
        if cell.exercise:
            texts = [output.get("data", {}).get("text/plain", "") or output.get("text", "") for output in made["outputs"]]
            if not any(text.startswith(f"{cell.exercise.title}: {State.PASSED.value}") for text in texts):
                what = f"the reference does not pass: {_one_line(' '.join(texts)) or 'the check showed nothing'}"
                yield Problem(lesson.path.name, cell.line, cell.exercise.id, what, "Mend the exercise's file.")


def _without_controls(outputs: list[Any]) -> list[Any]:
    """A stored control is dead and its number random. Its static equal stays; one line stands for all that have none."""
    kept, nameless = [], False
    for output in outputs:
        data = output.get("data", {})
        if WIDGET not in data:
            kept.append(output)
        elif "text/html" in data:  # a control of this package: plain ipywidgets bring no HTML
            kept.append({**output, "data": {kind: text for kind, text in data.items() if kind in STATIC}})
        else:
            nameless = True
    control = {"output_type": "display_data", "data": {"text/plain": CONTROL}, "metadata": {}}
    return [*kept, control] if nameless else kept
