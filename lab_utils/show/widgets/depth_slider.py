"""The depth slider: how many candidates the reranker sees, what enters with each step, and what the top becomes."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as widgets

from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import FOUND_AT
from lab_utils.show.at_depth import at_depth
from lab_utils.show.block import Block
from lab_utils.show.depths import Scored
from lab_utils.show.widgets.base import FULL, WIDE, Control, QueryPicker


class DepthSlider(Control):
    """One slider over stored scores. Its equal without a control: `at_depth(scored, query_id, depth, before, pattern)`.

    Raises BakeoffError when no scores are stored: then there is nothing to move.
    """

    def __init__(self, scored: Scored, depths: Sequence[int] | None = None, query_id: str | None = None, k: int = FOUND_AT):
        if not scored.queries:
            raise BakeoffError("no reranker scores are stored for these queries. Compute them once with: bakeoff run --strategies hybrid+rerank")
        self.scored, self.top = scored, k
        options = list(depths or scored.depths())
        self._before = 0
        self.picker = QueryPicker(scored.queries, self.refresh)
        self.depth = widgets.SelectionSlider(options=options, value=options[min(1, len(options) - 1)], description="depth", style=WIDE, layout=FULL)
        super().__init__(*self.picker.inputs, self.depth)
        self.depth.observe(self._moved, names="value")
        if query_id:
            self.picker.choose(query_id)
        self.refresh()

    def refresh(self) -> None:
        self.attempt(self.static)

    def static(self) -> Block:
        return at_depth(self.scored, self.picker.query_id, self.depth.value, self._before, self.picker.pattern.value, self.top)

    def _moved(self, change: dict) -> None:
        self._before = change["old"]
        self.refresh()
