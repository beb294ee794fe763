"""Two small drawings for controls, as SVG text: lines between rankings, and a curve with a mark on it.

A control redraws while a slider moves; writing a few hundred bytes of SVG takes microseconds, a matplotlib figure
takes a tenth of a second. The SVG stands in an image, with its words as the alternative: from a page that was not run
here, a notebook takes out every <svg> and leaves its numbers in a heap. On a dark page it is a white sheet, as figures are.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Mapping, Sequence
from html import escape
from itertools import pairwise

from lab_utils.show.block import Drawing
from lab_utils.show.style import INK, PAPER

STEP, GAP, TOP, EDGE = 22, 190, 34, 60  # pixels: from rank to rank, from column to column, above the first rank, beside the columns
REACH = 32  # from the middle of a column to where its lines end: half of the widest label
STAR, NOWHERE = "★", "none"


def rank_lines(rankings: Mapping[str, Sequence[str]], golds: Collection[str], k: int) -> Drawing | None:
    """A column per ranking; a line joins the places of one passage. Golds have stars and thick lines. None if no line is to be drawn.

    A gold that comes into a top k from below it, or falls out of one, stands under that top with its rank there, so
    that its line has two ends.
    """
    names = list(rankings)
    tops = [list(rankings[name][:k]) for name in names]
    below = [_below(list(rankings[names[at]]), tops, at, golds) for at in range(len(names))]
    gap = 0.6 * STEP if any(below) else 0  # between the top and what stands under it
    heights = [
        {doc_id: TOP + STEP * place + (gap if place >= k else 0) for place, doc_id in [*enumerate(top), *enumerate(under, start=k)]}
        for top, under in zip(tops, below, strict=True)
    ]
    marks, dashed = [], False
    for at, (left, right) in enumerate(pairwise(heights)):
        for doc_id in left:
            inside = (doc_id in tops[at]) + (doc_id in tops[at + 1])
            if doc_id in right and inside:
                is_gold = doc_id in golds
                dashed = dashed or inside == 1
                looks = 'stroke-width="3"' + (' stroke-dasharray="7 4"' if inside == 1 else "") if is_gold else 'stroke-width="1" opacity="0.6"'
                ends = f'x1="{EDGE + GAP * at + REACH}" y1="{left[doc_id]:g}" x2="{EDGE + GAP * (at + 1) - REACH}" y2="{right[doc_id]:g}"'
                marks.append(f'<line {ends} stroke="currentColor" {looks}/>')
    if not marks:
        return None
    for at, name in enumerate(names):
        x = EDGE + GAP * at
        marks.append(f'<text x="{x}" y="16" text-anchor="middle" font-weight="bold">{escape(name)}</text>')
        for doc_id, y in heights[at].items():
            is_gold, rank = doc_id in golds, _rank(rankings[name], doc_id)
            weight = ' font-weight="bold"' if is_gold else ""
            marks.append(f'<text x="{x}" y="{y + 5:g}" text-anchor="middle"{weight}>{f"{STAR} {rank}" if is_gold else rank}</text>')
    moves = [
        f" Gold {doc_id}: {', '.join(f'{_rank(rankings[name], doc_id)} in {name}' for name in names)}."
        for doc_id in dict.fromkeys(doc_id for each in heights for doc_id in each if doc_id in golds)
    ]
    words = "A line joins the places of one passage in two lists"
    words += f"; a thick one with a {STAR} is a gold's" if any(doc_id in golds for each in heights for doc_id in each) else ""
    words += f", and a dashed one leads from or to a place below the top {k}" if dashed else ""
    words += (
        f" ({NOWHERE}: not in that list)"
        if any(_rank(rankings[name], doc_id) == NOWHERE for name, each in zip(names, heights, strict=True) for doc_id in each)
        else ""
    )
    drawn = _drawing(
        GAP * (len(names) - 1) + 2 * EDGE,
        max(max(each.values(), default=TOP) for each in heights) + 12,
        f"Lines between the top {k} of {', '.join(names)}.{''.join(moves)}",
        marks,
    )
    return Drawing(f'<figure style="margin:0"><figcaption>{words}.</figcaption>{drawn.markup}</figure>')


def _below(ranking: Sequence[str], tops: Sequence[Sequence[str]], at: int, golds: Collection[str]) -> list[str]:
    """Golds that a neighbour has in its top and this column has not, the nearest first."""
    beside = [doc_id for near in (at - 1, at + 1) if 0 <= near < len(tops) for doc_id in tops[near]]
    found = [doc_id for doc_id in dict.fromkeys(beside) if doc_id in golds and doc_id not in tops[at]]
    return sorted(found, key=lambda doc_id: ranking.index(doc_id) if doc_id in ranking else len(ranking))


def _rank(ranking: Sequence[str], doc_id: str) -> int | str:
    return list(ranking).index(doc_id) + 1 if doc_id in ranking else NOWHERE


def curve(values: Sequence[float], names: Sequence[str], at: int, label: str, across: str, up: str) -> Drawing:
    """A line through `values`, with a dot and its number at place `at`, from the lowest to the highest of them.

    across, up: what the two axes stand for; `names` are the places along the first.
    """
    width, height, left, right, top, bottom = 440, 156, 78, 20, 26, 48
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    xs = [left + (width - left - right) * place / max(len(values) - 1, 1) for place in range(len(values))]
    ys = [top + (height - top - bottom) * (1 - (value - low) / span) for value in values]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
    anchor = "start" if at == 0 else "end" if at == len(values) - 1 else "middle"
    floor, middle = height - bottom + 8, (top + height - bottom) / 2
    marks = [
        f'<path d="M{left - 6} {top - 6} V{floor} H{width - right}" fill="none" stroke="currentColor" opacity="0.6"/>',
        f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="2"/>',
        f'<circle cx="{xs[at]:.1f}" cy="{ys[at]:.1f}" r="6" fill="currentColor"/>',
        f'<text x="{xs[at]:.1f}" y="{ys[at] - 10:.1f}" text-anchor="{anchor}" font-weight="bold">{values[at]:.3f}</text>',
        f'<text x="{(left + width - right) / 2:g}" y="{height - 6}" text-anchor="middle">{escape(across)}</text>',
        f'<text transform="translate(16 {middle:g}) rotate(-90)" text-anchor="middle">{escape(up)}</text>',
    ]
    for value, y in ((low, height - bottom), (high, top)):
        marks.append(f'<text x="{left - 12}" y="{y + 5}" text-anchor="end">{value:.2f}</text>')
    marks += [f'<text x="{x:.1f}" y="{floor + 16}" text-anchor="middle">{escape(name)}</text>' for x, name in zip(xs, names, strict=True)]
    return _drawing(width, height, label, marks)


def _drawing(width: float, height: float, label: str, marks: Sequence[str]) -> Drawing:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-size="13" font-family="sans-serif" fill="{INK}" color="{INK}">'
    data = base64.b64encode(f'{head}<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(marks)}</svg>'.encode()).decode()
    size = f'width="{width:g}" height="{height:g}" style="max-width:100%;height:auto"'
    return Drawing(f'<img alt="{escape(label, quote=True)}" {size} src="data:image/svg+xml;base64,{data}">')
