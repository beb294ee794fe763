"""The tool form: choose a named question, fill in its parameters, and see rows or a refusal, and what the log keeps.

Text fields take anything, on purpose: the guards are in the tool, not in the form, and may be attacked from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets as widgets

from lab_utils.search.shop_tools import TOOLS
from lab_utils.search.sql import ReadOnlyDatabase
from lab_utils.search.tools import Parameter, Tool
from lab_utils.show.block import Block, block
from lab_utils.show.tool_call import tool_call
from lab_utils.show.widgets.base import FULL, WIDE, Control

LEFT_OUT = "(left out)"
GROUPS = ("staff", "finance", "customer")
EXAMPLES = {"quarter": "2025Q3", "start": "2025-07-01", "end": "2025-09-30", "n": "5"}
"""what a required field holds at first, so that the first press of the button gives an answer"""


class ToolForm(Control):
    """A form for the tools. Its equal without a control: `tool_call(database, name, arguments, user=..., group=...)`."""

    def __init__(
        self,
        database: ReadOnlyDatabase,
        tools: Mapping[str, Tool] = TOOLS,
        *,
        tool: str | None = None,
        user: str = "you",
        groups: Sequence[str] = GROUPS,
    ):
        self.database, self.tools, self.user = database, tools, user
        self.tool = widgets.Dropdown(options=sorted(tools), value=tool or min(tools), description="tool", style=WIDE, layout=FULL)
        self.group = widgets.Dropdown(options=list(groups), description="asked by", style=WIDE, layout=FULL)
        self.meaning = widgets.HTML()
        self.fields = widgets.VBox()
        self.run = widgets.Button(description="Run", button_style="primary", tooltip="Call the tool with these parameters")
        super().__init__(self.tool, self.group, self.meaning, self.fields, self.run)
        self.tool.observe(lambda _change: self._lay_out(), names="value")
        self.run.on_click(lambda _button: self.refresh())
        self._lay_out()

    @property
    def arguments(self) -> dict[str, Any]:
        """What the fields hold; blank ones are left out. A count is a number where it looks like one."""
        given = {}
        for parameter, field in zip(self.tools[self.tool.value].parameters, self.fields.children, strict=True):
            value = field.value
            if parameter.kind == "count" and isinstance(value, str) and value.strip().lstrip("-").isdecimal():
                value = int(value)
            if value not in ("", None):
                given[parameter.name] = value
        return given

    def refresh(self) -> None:
        self.attempt(self.static)

    def static(self) -> Block:
        return tool_call(self.database, self.tool.value, self.arguments, user=self.user, group=self.group.value, tools=self.tools)

    def _lay_out(self) -> None:
        tool = self.tools[self.tool.value]
        self.meaning.value = block(tool.meaning)._repr_html_()
        self.fields.children = tuple(_field(parameter) for parameter in tool.parameters)
        self.say(block("Fill in the parameters and press Run."))


def _field(parameter: Parameter) -> widgets.Widget:
    look = {"description": parameter.name, "style": WIDE, "layout": FULL, "tooltip": parameter.meaning}
    if parameter.choices:
        options = [*([] if parameter.required else [(LEFT_OUT, None)]), *((choice, choice) for choice in parameter.choices)]
        return widgets.Dropdown(options=options, value=options[0][1], **look)
    return widgets.Text(value=EXAMPLES.get(parameter.name, "") if parameter.required else "", placeholder=parameter.meaning, continuous_update=False, **look)
