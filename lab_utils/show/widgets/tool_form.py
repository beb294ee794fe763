"""The tool form: choose a named question, fill in its parameters, and see rows or a refusal, and what the log keeps.

Text fields take anything, on purpose: the guards are in the tool, not in the form, and may be attacked from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ipywidgets as widgets

from lab_utils.search.shop_tools import TOOLS
from lab_utils.search.sql import ReadOnlyDatabase
from lab_utils.search.tools import Parameter, Tool
from lab_utils.show.block import Block, block
from lab_utils.show.tool_call import tool_call
from lab_utils.show.widgets.base import FULL, WIDE, Control

LEFT_OUT = "(left out)"
PRESS = "Press Run."
GROUPS = ("staff", "finance", "customer")
EXAMPLES = {"quarter": "2025Q3", "start": "2025-07-01", "end": "2025-09-30", "n": "5"}
"""what a required field holds at first, so that the first press of the button gives an answer"""


class ToolForm(Control):
    """A form for the tools. Its equal without a control: `tool_call(database, name, arguments, user=..., group=...)`.

    A parameter that several tools share is one field: what stands in it stays there when the tool changes. All fields are
    made at once and those of other tools hidden, since a browser takes long to make a dozen of them.
    """

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
        self._fields = {parameter: _field(parameter) for parameter in _distinct(tools.values())}
        self.fields = widgets.VBox(list(self._fields.values()))
        self.run = widgets.Button(description="Run", button_style="primary", tooltip="Call the tool with these parameters")
        super().__init__(self.tool, self.group, self.meaning, self.fields, self.run)
        self.tool.observe(lambda _change: self._lay_out(), names="value")
        for each in (self.group, *self._fields.values()):
            each.observe(lambda _change: self.say(block(PRESS)), names="value")  # an answer to other parameters must not stay
        self.run.on_click(lambda _button: self.refresh())
        self._lay_out()

    @property
    def arguments(self) -> dict[str, Any]:
        """What the fields hold; blank ones are left out. A count is a number where it looks like one."""
        given = {}
        for parameter in self.tools[self.tool.value].parameters:
            value = self._fields[parameter].value
            if parameter.kind == "count" and isinstance(value, str) and value.strip().lstrip("-").isdecimal():
                value = int(value)
            if value not in ("", None):
                given[parameter.name] = value
        return given

    def field(self, name: str) -> widgets.Widget:
        """The field of a parameter of the chosen tool."""
        return next(self._fields[parameter] for parameter in self.tools[self.tool.value].parameters if parameter.name == name)

    def refresh(self) -> None:
        self.attempt(self.static)

    def static(self) -> Block:
        return tool_call(self.database, self.tool.value, self.arguments, user=self.user, group=self.group.value, tools=self.tools)

    def _lay_out(self) -> None:
        tool = self.tools[self.tool.value]
        self.meaning.value = block(tool.meaning)._repr_html_()
        for parameter, field in self._fields.items():
            field.layout.display = None if parameter in tool.parameters else "none"
        self.say(block(f"Fill in the parameters. {PRESS}"))


def _distinct(tools: Iterable[Tool]) -> list[Parameter]:
    """Every parameter once, though many tools have it, in an order that agrees with nearly all tools' own."""
    tools = list(tools)
    last = {parameter.name: 0 for tool in tools for parameter in tool.parameters}
    for tool in tools:
        for place, parameter in enumerate(tool.parameters):
            last[parameter.name] = max(last[parameter.name], place)
    return sorted(dict.fromkeys(parameter for tool in tools for parameter in tool.parameters), key=lambda parameter: last[parameter.name])


def _field(parameter: Parameter) -> widgets.Widget:
    layout = widgets.Layout(width=FULL.width)  # one of its own, since each is hidden for itself
    look = {"description": parameter.name, "style": WIDE, "layout": layout, "tooltip": parameter.meaning}
    if parameter.choices:
        # None would mean "nothing chosen" to the list, and show it blank.
        options = [*([] if parameter.required else [(LEFT_OUT, "")]), *((choice, choice) for choice in parameter.choices)]
        return widgets.Dropdown(options=options, value=options[0][1], **look)
    return widgets.Text(value=EXAMPLES.get(parameter.name, "") if parameter.required else "", placeholder=parameter.meaning, continuous_update=False, **look)
