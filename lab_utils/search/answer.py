"""What a route that is not a ranking gives back: a value or hits, the steps taken to get there, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lab_utils.search.base import Hit
from lab_utils.search.sql import Rows


@dataclass(frozen=True, slots=True)
class Answer:
    """Exactly one of `table` and `hits` carries the answer; with neither, `refusal` says why there is none."""

    table: Rows | None = None
    hits: tuple[Hit, ...] = ()
    steps: tuple[str, ...] = ()
    """what was decided and called, in order, in words"""
    refusal: str = ""
    cost: Mapping[str, Any] = field(default_factory=dict)
    """calls, rows, tokens: whatever the route spends"""
