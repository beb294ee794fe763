"""A check's result as plain text and as HTML. Both say the same, and the HTML holds no script and nothing unescaped.

The state is a word first and a colour second, so that nothing rests on colour.
"""

from __future__ import annotations

import textwrap
from html import escape

from lab_utils.exercises.records import CheckResult, State
from lab_utils.exercises.wording import clean

WIDTH = 100
INDENT = 12

# Okabe and Ito's colours, as in the figures. Only a border has them: text keeps the notebook's own colours, light or dark.
COLOURS = {State.PASSED: "#009E73", State.WRONG: "#D55E00", State.ERROR: "#D55E00", State.NOT_STARTED: "#0072B2"}

YOURS = "The lesson goes on with your function."
REFERENCE = "The lesson goes on with the reference until yours passes."


def headline(result: CheckResult) -> str:
    counted = f" ({result.right} of {result.cases} cases right)" if result.cases and result.state is not State.NOT_STARTED else ""
    return f"{result.title}: {result.state.value}{counted}"


def entries(result: CheckResult) -> list[tuple[str, str, bool]]:
    """(label, text, whether the text is code), without the empty ones."""
    every = [
        ("case", result.about, False),
        ("tried", result.tried, True),
        ("expected", result.expected, True),
        ("yours", result.found, True),
        ("where", result.place, True),
        ("printed", result.printed, True),
        ("why", result.why, False),
        ("note", result.remark, False),
        ("next", result.next, False),
        ("from here", YOURS if result.passed else REFERENCE, False),
    ]
    return [(label, clean(text), is_code) for label, text, is_code in every if text]


def as_text(result: CheckResult) -> str:
    lines = [headline(result)]
    for label, text, _ in entries(result):
        wrapped = [piece for line in text.splitlines() for piece in textwrap.wrap(line, WIDTH - INDENT, break_on_hyphens=False) or [""]]
        lines.append(f"  {label:<{INDENT - 2}}{wrapped[0]}")
        lines.extend(" " * INDENT + line for line in wrapped[1:])
    return "\n".join(lines)


def as_html(result: CheckResult) -> str:
    cell = "text-align:left;vertical-align:top;padding:2px 12px 2px 0"
    head, body = f"{cell};white-space:nowrap", f"{cell};white-space:pre-wrap;overflow-wrap:anywhere"
    rows = "".join(
        f'<tr><th scope="row" style="{head}">{label}</th><td style="{body}">{_marked(text, is_code)}</td></tr>' for label, text, is_code in entries(result)
    )
    return (
        f'<div style="border-left:4px solid {COLOURS[result.state]};padding-left:12px">'
        f'<strong>{escape(headline(result))}</strong><table style="border:0;margin:4px 0">{rows}</table></div>'
    )


def _marked(text: str, is_code: bool) -> str:
    return f"<code>{escape(text)}</code>" if is_code else escape(text)


def show_in_notebook(thing: object) -> None:
    """Show it at once: as rich output in a notebook, as text elsewhere."""
    if _in_notebook():
        from IPython.display import display

        display(thing)
    else:
        print(thing)


def _in_notebook() -> bool:
    import sys

    ipython = sys.modules.get("IPython")  # not imported, then nobody is in a notebook
    return ipython is not None and ipython.get_ipython() is not None
