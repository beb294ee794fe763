"""A small table of texts: columns in line as plain text, a real table with header cells as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from lab_utils.show.caption import caption_html


@dataclass(frozen=True, slots=True)
class PlainTable:
    caption: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[object]]
    """the first cell of a row names it"""
    foot: str = ""
    """a sentence under the table"""

    def __repr__(self) -> str:
        cells = [self.columns, *([str(cell) for cell in row] for row in self.rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(self.columns))]
        lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in cells]
        return "\n".join([self.caption, *lines, *([self.foot] if self.foot else [])])

    def _repr_html_(self) -> str:
        left = "text-align:left"
        head = "".join(f'<th scope="col" style="{left}">{escape(column)}</th>' for column in self.columns)
        body = "".join(
            f'<tr><th scope="row" style="{left}">{escape(str(first))}</th>' + "".join(f'<td style="{left}">{escape(str(cell))}</td>' for cell in rest) + "</tr>"
            for first, *rest in self.rows
        )
        foot = f"<p>{escape(self.foot)}</p>" if self.foot else ""
        head = f"{caption_html(self.caption)}<thead><tr>{head}</tr></thead>"
        return f'<table style="margin-left:0">{head}<tbody>{body}</tbody></table>{foot}'
