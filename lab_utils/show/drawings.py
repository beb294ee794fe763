"""Two small drawings for controls, as SVG text: lines between rankings, and a curve with a mark on it.

A control redraws while a slider moves; writing a few hundred bytes of SVG takes microseconds, a matplotlib figure
takes a tenth of a second. Lines have the colour of the page's text, so they show on light and on dark pages.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

from lab_utils.show.block import Drawing

STEP, GAP, TOP = 22, 190, 34  # pixels: from rank to rank, from column to column, above the first rank


def rank_lines(rankings: Mapping[str, Sequence[str]], golds: Collection[str], k: int) -> Drawing:
    """A column per ranking; a line joins the places of one passage. Golds have stars and thick lines."""
    names = list(rankings)
    tops = [list(rankings[name][:k]) for name in names]
    height = TOP + STEP * (k + 1)
    width = GAP * (len(names) - 1) + 120
    marks = []
    for column, name in enumerate(names):
        marks.append(f'<text x="{60 + GAP * column}" y="16" text-anchor="middle" font-weight="bold">{escape(name)}</text>')
        for rank, doc_id in enumerate(tops[column], start=1):
            x, y, is_gold = 60 + GAP * column, TOP + STEP * (rank - 1), doc_id in golds
            after = tops[column + 1] if column + 1 < len(names) else []
            if doc_id in after:
                end, stroke = TOP + STEP * after.index(doc_id), 'stroke-width="3"' if is_gold else 'stroke-width="1" opacity="0.45"'
                marks.append(f'<line x1="{x + 24}" y1="{y}" x2="{x + GAP - 24}" y2="{end}" stroke="currentColor" {stroke}/>')
            elif column + 1 < len(names) and is_gold:  # it falls out of the next top k: a short line that ends in nothing
                marks.append(f'<line x1="{x + 24}" y1="{y}" x2="{x + 54}" y2="{y + 16}" stroke="currentColor" stroke-width="3" stroke-dasharray="4 3"/>')
                marks.append(f'<text x="{x + 58}" y="{y + 22}">out</text>')
            label = f"★ {rank}" if is_gold else str(rank)
            weight = ' font-weight="bold"' if is_gold else ""
            marks.append(f'<text x="{x}" y="{y + 5}" text-anchor="middle"{weight}>{label}</text>')
    label = f"Lines between the top {k} of {', '.join(names)}; the table says the same."
    return _drawing(width, height, label, marks)


def curve(values: Sequence[float], names: Sequence[str], at: int, label: str) -> Drawing:
    """A line through `values`, with a dot and its number at place `at`, from the lowest to the highest of them."""
    width, height, left, right, top, bottom = 420, 130, 56, 20, 24, 26
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    xs = [left + (width - left - right) * place / max(len(values) - 1, 1) for place in range(len(values))]
    ys = [top + (height - top - bottom) * (1 - (value - low) / span) for value in values]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
    anchor = "start" if at == 0 else "end" if at == len(values) - 1 else "middle"
    marks = [
        f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="2"/>',
        f'<circle cx="{xs[at]:.1f}" cy="{ys[at]:.1f}" r="6" fill="currentColor"/>',
        f'<text x="{xs[at]:.1f}" y="{ys[at] - 10:.1f}" text-anchor="{anchor}" font-weight="bold">{values[at]:.3f}</text>',
    ]
    for value, y in ((low, height - bottom), (high, top + 8)):
        marks.append(f'<text x="{left - 10}" y="{y}" text-anchor="end">{value:.2f}</text>')
    marks += [f'<text x="{x:.1f}" y="{height - 6}" text-anchor="middle">{escape(name)}</text>' for x, name in zip(xs, names, strict=True)]
    return _drawing(width, height, label, marks)


def _drawing(width: float, height: float, label: str, marks: Sequence[str]) -> Drawing:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label, quote=True)}" width="{width:g}" height="{height:g}"'
    return Drawing(f'{head} viewBox="0 0 {width:g} {height:g}" font-size="13" font-family="sans-serif" fill="currentColor">{"".join(marks)}</svg>')
