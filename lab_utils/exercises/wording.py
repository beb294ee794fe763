"""How values and calls are written in messages: short, the same on every run, floats to six digits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WIDEST = 400  # characters of one value; the middle of a longer one is left out


def show(value: Any) -> str:
    """`value` as one would type it, cut in the middle when it is long."""
    text = _plain(value)
    if len(text) <= WIDEST:
        return text
    half = (WIDEST - 5) // 2
    return f"{text[:half]} ... {text[-half:]}"


def show_call(name: str, arguments: Mapping[str, Any]) -> str:
    return f"{name}({', '.join(show(value) for value in arguments.values())})"


def clean(text: str) -> str:
    """Text from a learner's function, with what would upset a terminal or a file replaced: escape codes, lone surrogates."""
    return "".join(character if character.isprintable() or character in "\n\t" else "\ufffd" for character in text)


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}" if value != int_or_none(value) else f"{value:.1f}"
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(_plain, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, (set, frozenset)):
        # Sorted: the order of a set differs from run to run.
        return f"{{{', '.join(sorted(map(_plain, value)))}}}" if value else "set()"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_plain(key)}: {_plain(item)}' for key, item in value.items())}}}"
    return repr(value)


def int_or_none(value: float) -> int | None:
    """The whole number that a float of moderate size is, if it is one."""
    return int(value) if abs(value) < 1e15 and value == int(value) else None
