"""The RRF mixer: turn k and the weights, and watch one query's fused list and the measure over its pattern."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as widgets

from lab_utils.evaluation.bakeoff import BakeOff
from lab_utils.search.fusion import RRF_K
from lab_utils.show.block import Block
from lab_utils.show.fused_measure import FusedMeasure
from lab_utils.show.mixing import mixed
from lab_utils.show.sweep import KS, WEIGHTS
from lab_utils.show.widgets.base import FULL, WIDE, Control, QueryPicker


class RrfMixer(Control):
    """Two sliders. Its equal without a control: `mixed(FusedMeasure(result), query_id, k, weight, pattern)`."""

    def __init__(
        self,
        result: BakeOff,
        first: str = "keyword",
        second: str = "dense",
        metric: str = "ndcg@10",
        ks: Sequence[float] = KS,
        query_id: str | None = None,
    ):
        self.measure = FusedMeasure(result, first, second, metric)
        self.ks = tuple(sorted({*ks, RRF_K}))
        self.measure.grid(self.ks, WEIGHTS)  # every setting at once, here, so that no move has to wait for it
        judged = set(self.measure.query_ids())
        self.picker = QueryPicker([query for query in result.collection.queries if query.id in judged], self.refresh)
        self.k = widgets.SelectionSlider(options=[(f"{k:g}", k) for k in self.ks], value=RRF_K, description="k", style=WIDE, layout=FULL)
        shares = [(f"{weight:g} : {1 - weight:.2g}", weight) for weight in WEIGHTS]
        self.weight = widgets.SelectionSlider(options=shares, value=0.5, description=f"{first} : {second}", style=WIDE, layout=FULL)
        super().__init__(*self.picker.inputs, self.k, self.weight)
        for slider in (self.k, self.weight):
            slider.observe(lambda _change: self.refresh(), names="value")
        if query_id:
            self.picker.choose(query_id)
        self.refresh()

    def refresh(self) -> None:
        self.attempt(self.static)

    def static(self) -> Block:
        return mixed(self.measure, self.picker.query_id, self.k.value, self.weight.value, self.picker.pattern.value, self.ks)
