"""A notebook as plain dicts with whole texts, and as the bytes of a file; without the notebook packages, whose import takes seconds."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

Notebook = dict[str, Any]

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def new(cells: list[dict[str, Any]]) -> Notebook:
    """A notebook that tells neither when nor where nor with which versions it was made."""
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": deepcopy(METADATA), "cells": cells}


def read(path: Path) -> Notebook | None:
    """The notebook in a file, its texts joined; None when there is none that can be read."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        if notebook["nbformat"] < 4:  # has cells in another place; what says 3 and has them here is opened by nothing
            return None
        for cell in notebook["cells"]:
            _change_texts(cell, "".join)
            if not isinstance(cell["cell_type"], str) or not isinstance(cell["source"], str):
                return None
        return notebook
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):  # not there, no JSON, or JSON of another kind
        return None


def as_text(notebook: Notebook) -> str:
    """The text of the file, in the form in which Jupyter writes: texts as lists of lines, keys in order."""
    notebook = deepcopy(notebook)
    for cell in notebook["cells"]:
        _change_texts(cell, lambda text: text.splitlines(keepends=True))
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _change_texts(cell: dict[str, Any], change) -> None:
    cell["source"] = change(cell["source"])
    for output in cell.get("outputs", ()):
        if "text" in output:
            output["text"] = change(output["text"])
        for kind, value in output.get("data", {}).items():
            if kind.startswith(("text/", "image/")):
                output["data"][kind] = change(value)
