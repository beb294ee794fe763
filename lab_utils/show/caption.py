"""The caption of a table: bold, at the left, and as long as it needs, however narrow the table is.

It stays a real <caption>, so that a screen reader names the table by it. A browser sets a caption to the table's width,
which breaks a sentence over two short columns into four lines. So the caption claims no width, and what stands in it
may reach past the table's right edge. Only styles are used that a notebook keeps where it trusts nobody.
"""

from __future__ import annotations

from html import escape

LONGEST = 80  # characters in one line, less than half of a page
WIDTH = "46em"  # of what is longer, and breaks


def caption_html(text: str) -> str:
    """The caption as markup; nothing for no text."""
    if not text:
        return ""
    room = "white-space:nowrap" if len(text) <= LONGEST else f"width:{WIDTH};white-space:normal"
    return f'<caption style="text-align:left;width:0"><strong style="display:block;{room}">{escape(text)}</strong></caption>'
