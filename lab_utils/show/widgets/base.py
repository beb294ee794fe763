"""What every control shares: its static equal, an area that it writes to, and a way to choose a query.

Where no control can be shown (a viewer without widgets, paper, a text terminal) its output holds the static equal
instead, so a page never has a hole. Re-run notebooks are compared by that text too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import ipywidgets as widgets

from lab_utils.collections.records import Query
from lab_utils.evaluation.bakeoff import ALL
from lab_utils.show.block import Block, block, shortened

WIDE = {"description_width": "9em"}
FULL = widgets.Layout(width="min(calc(100% - 8px), 62em)")  # less than all: a control has a margin, and its right edge would be cut
# On a narrow page sentences wrap and a wide table gets a scroll bar. Without the two widths it would widen all above it.
OUTPUT = "line-height:1.4;box-sizing:border-box;overflow-x:auto;width:0;min-width:100%"
LONGEST = 90  # characters of a question in a list to choose from


class Control(widgets.VBox):
    """A column of inputs over one area of output."""

    def __init__(self, *inputs: widgets.Widget):
        self.out = widgets.HTML()
        super().__init__([*inputs, self.out])

    def static(self) -> Block:
        """What stands there without the control."""
        raise NotImplementedError

    def say(self, content: Block) -> None:
        # The notebook's own class gives tables in a control the looks of tables in an output.
        self.out.value = f'<div class="jp-RenderedHTMLCommon" role="status" style="{OUTPUT}">{content._repr_html_()}</div>'

    def attempt(self, work: Callable[[], Block]) -> None:
        """Show what `work` gives. An error is shown too: in a control it would otherwise vanish in a log that nobody reads."""
        try:
            content = work()
        except Exception as error:
            content = block(f"That did not work. {type(error).__name__}: {error}")
        self.say(content)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        same = self.static()
        return (super()._repr_mimebundle_(**options) or {}) | {"text/plain": repr(same), "text/html": same._repr_html_()}


class QueryPicker:
    """A pattern and one of its queries. `changed` is called once a choice, with no arguments."""

    def __init__(self, queries: Sequence[Query], changed: Callable[[], None], pattern: str | None = None):
        self._by_pattern = {each: [query for query in queries if query.pattern == each] for each in sorted({query.pattern for query in queries})}
        names = [*self._by_pattern, ALL] if len(self._by_pattern) > 1 else list(self._by_pattern)
        self._by_pattern[ALL] = list(queries)
        self._changed, self._last = changed, None
        start = pattern if pattern in names else names[0]
        self.pattern = widgets.Dropdown(options=names, value=start, description="pattern", style=WIDE, layout=FULL)
        self.query = widgets.Dropdown(options=self._choices(start), description="query", style=WIDE, layout=FULL)
        self.pattern.observe(self._on_pattern, names="value")
        self.query.observe(self._on_query, names="value")

    @property
    def query_id(self) -> str:
        return self.query.value

    @property
    def inputs(self) -> tuple[widgets.Widget, ...]:
        return self.pattern, self.query

    def choose(self, query_id: str) -> None:
        """Show this query, with its own pattern chosen if it is not in the present one."""
        if all(query.id != query_id for query in self._by_pattern[self.pattern.value]):
            self.pattern.value = next(query.pattern for query in self._by_pattern[ALL] if query.id == query_id)
        self.query.value = query_id

    def _choices(self, pattern: str) -> list[tuple[str, str]]:
        return [(f"{query.id}: {shortened(query.text, LONGEST)}", query.id) for query in self._by_pattern[pattern]]

    def _on_pattern(self, _change: Any) -> None:
        self.query.options = self._choices(self.pattern.value)
        self._on_query(None)

    def _on_query(self, _change: Any) -> None:
        # Changing the list of options reports more than one change of value; only the last one is worth drawing.
        now = self.pattern.value, self.query.value
        if self.query.value is not None and now != self._last:
            self._last = now
            self._changed()


def heading(text: str) -> widgets.HTML:
    return widgets.HTML(f'<div style="line-height:1.4;margin:4px 0"><strong>{escape(text)}</strong></div>')
