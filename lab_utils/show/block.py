"""Sentences, tables and small drawings one under the other: what a control shows, and what stands there without it.

A drawing only repeats what a sentence or a table says, so plain text leaves it out. Every text is escaped here.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from lab_utils.show.picture import NO_MATH
from lab_utils.show.tables import Table


@dataclass(frozen=True, slots=True)
class Drawing:
    """Markup made in this package from numbers and escaped texts alone."""

    markup: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """A text whose line breaks count: code, a line of a log, a passage."""

    text: str


@dataclass(frozen=True, slots=True)
class Folded:
    """What a reader may want to open only after thinking. Plain text puts it at the end, under its heading."""

    heading: str
    inside: Block


@dataclass(frozen=True, slots=True)
class Block:
    parts: tuple[str | Table | Drawing | Quoted | Folded, ...]

    def __repr__(self) -> str:
        return "\n".join(text for part in self.parts if (text := _plain(part)))

    def _repr_html_(self) -> str:
        return f'<div class="{NO_MATH}">{"".join(map(_html, self.parts))}</div>'


def block(*parts: str | Table | Drawing | Quoted | Folded) -> Block:
    """A block of `parts`; empty texts are left out."""
    return Block(tuple(part for part in parts if part != ""))


def shortened(text: str, longest: int) -> str:
    """The text on one line, cut where it has more than `longest` characters."""
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def _plain(part: object) -> str:
    if isinstance(part, Drawing):
        return ""
    if isinstance(part, Quoted):
        return "\n".join(f"    {line}".rstrip() for line in part.text.splitlines())
    return f"{part.heading}\n{part.inside!r}" if isinstance(part, Folded) else str(part)


def _html(part: object) -> str:
    if isinstance(part, Drawing):
        return part.markup
    if isinstance(part, Quoted):
        # A notebook breaks a line of <pre> anywhere; words are to stay whole, and only a code longer than a line may break.
        return f'<pre style="white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere">{escape(part.text)}</pre>'
    if isinstance(part, Folded):
        return f"<details><summary>{escape(part.heading)}</summary>{part.inside._repr_html_()}</details>"
    return part._repr_html_() if isinstance(part, Table) else f"<p>{escape(str(part))}</p>"
