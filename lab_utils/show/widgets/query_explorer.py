"""The query explorer: pick a query and see what each strategy makes of it, and read any passage that came back."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as widgets

from lab_utils.evaluation.bakeoff import BakeOff
from lab_utils.evaluation.runs import ids
from lab_utils.show.block import Block, Quoted, block
from lab_utils.show.side_by_side import GOLD, golds_of, side_by_side
from lab_utils.show.widgets.base import FULL, WIDE, Control, QueryPicker

MOST = 4  # columns that fit beside each other on a projector
NONE = "(no passage)"
APART = widgets.Layout(width="auto", margin="2px 20px 2px 2px")  # so that no tick is read with its neighbour's name


class QueryExplorer(Control):
    """Rankings side by side. Its equal without a control: `side_by_side(result, query_id, strategies, k)`."""

    def __init__(self, result: BakeOff, strategies: Sequence[str] | None = None, k: int = 10, query_id: str | None = None):
        self.result, self.k = result, k
        self._texts = result.collection.by_id
        queries = [query for query in result.collection.queries if any(result.runs[name][query.id] for name in result.strategies)]
        self.picker = QueryPicker(queries, self.refresh)
        chosen = list(strategies or result.strategies[:MOST])
        self.strategies = [widgets.Checkbox(value=name in chosen, description=name, indent=False, layout=APART) for name in result.strategies]
        self.passage = widgets.Dropdown(options=[(NONE, "")], description="read", style=WIDE, layout=FULL)
        self.text = widgets.HTML()
        boxes = widgets.HBox(self.strategies, layout={"flex_flow": "row wrap"})
        super().__init__(*self.picker.inputs, widgets.Label("Strategies; the first one ticked is the yardstick:"), boxes)
        self.children = (*self.children, self.passage, self.text)
        for box in self.strategies:
            box.observe(lambda _change: self.refresh(), names="value")
        self.passage.observe(lambda _change: self._read(), names="value")
        if query_id:
            self.picker.choose(query_id)
        self.refresh()

    @property
    def chosen(self) -> list[str]:
        return [box.description for box in self.strategies if box.value]

    def refresh(self) -> None:
        if not self.chosen:
            self.say(block("Tick at least one strategy."))
            return
        self.attempt(self.static)
        golds = golds_of(self.result, self.picker.query_id)
        shown = dict.fromkeys(doc_id for name in self.chosen for doc_id in ids(self.result.runs[name][self.picker.query_id])[: self.k])
        order = [*sorted(golds), *(doc_id for doc_id in shown if doc_id not in golds)]
        self.passage.options = [(NONE, ""), *((f"{GOLD} {doc_id}" if doc_id in golds else doc_id, doc_id) for doc_id in order)]
        self._read()

    def static(self) -> Block:
        return side_by_side(self.result, self.picker.query_id, self.chosen or self.result.strategies[:MOST], self.k)

    def _read(self) -> None:
        document = self._texts.get(self.passage.value or "")
        self.text.value = block(Quoted(document.text))._repr_html_() if document else ""
