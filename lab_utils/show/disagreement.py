"""The disagreement map: which queries does one retriever find and the other miss? Those are the case for fusing them.

Each pattern has a row of cells, one a query, first those that both find, then what only one finds, then
what neither does. What only the second finds is the most that the first can gain from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from lab_utils.evaluation.bakeoff import BakeOff
from lab_utils.show.picture import Picture
from lab_utils.show.style import INK, PAPER, house_style, looks

PARTS = ("both", "first only", "second only", "neither")
BOTH = "#8C8C8C"
EDGE = "#4D4D4D"  # of a cell: seen on white and between hatches, and fainter than the frame of a part
NARROW = 0.04  # share of the widest row


def disagreement(result: BakeOff, first: str = "keyword", second: str = "dense", k: int = 5) -> dict[str, list[str]]:
    """{"both", "first only", "second only", "neither"} -> ids of the queries with a gold, in the order of the alphabet.

    A strategy finds a query when any gold stands in its top `k`.
    """
    parts: dict[str, list[str]] = {name: [] for name in PARTS}
    for query in sorted(result.collection.queries, key=lambda query: query.id):
        if result.collection.has_gold(query.id):
            golds = frozenset().union(*result.collection.golds[query.id])
            found = [any(hit.id in golds for hit in result.runs[name][query.id][:k]) for name in (first, second)]
            parts[_part(*found)].append(query.id)
    return parts


def disagreement_counts(parts: Mapping[str, Sequence[str]], pattern_of: Mapping[str, str], names: tuple[str, str] = ("keyword", "dense")) -> pd.DataFrame:
    """The map in numbers: a row per pattern with n and the four counts."""
    titles = dict(zip(PARTS, ("both", f"{names[0]} only", f"{names[1]} only", "neither"), strict=True))
    rows = []
    for pattern in sorted({pattern_of[query_id] for ids in parts.values() for query_id in ids}):
        counts = {titles[part]: sum(pattern_of[query_id] == pattern for query_id in parts.get(part, ())) for part in PARTS}
        rows.append({"pattern": pattern, "n": sum(counts.values()), **counts})
    return pd.DataFrame(rows, columns=["pattern", "n", *titles.values()])


def disagreement_map(
    parts: Mapping[str, Sequence[str]],
    pattern_of: Mapping[str, str],
    names: tuple[str, str] = ("keyword", "dense"),
    k: int = 5,
) -> Picture:
    """Draw `parts` (as `disagreement` gives them); `pattern_of` maps query id to pattern, `names` are the two retrievers."""
    counts = disagreement_counts(parts, pattern_of, names)
    titles = list(counts.columns[2:])
    look = looks(names)
    fills = {"both": (BOTH, None), "first only": (look[names[0]].colour, "///"), "second only": (look[names[1]].colour, "..."), "neither": (PAPER, None)}
    widest = max(counts["n"], default=1)
    with house_style():
        figure = Figure(figsize=(8, 1.5 + 0.7 * len(counts)), layout="constrained")
        axes = figure.subplots()
        for y, row in enumerate(counts.itertuples(index=False)):
            x = 0
            for part, count in zip(PARTS, row[2:], strict=True):
                colour, hatch = fills[part]
                # A patch has one colour for its hatch and its edge, so the edges of the cells are drawn apart.
                if count:
                    axes.add_patch(Rectangle((x, y - 0.32), count, 0.64, facecolor=colour, hatch=hatch, edgecolor="white", linewidth=0))
                    axes.vlines([x + cell for cell in range(1, count)], y - 0.32, y + 0.32, color=EDGE, linewidth=0.7)
                    axes.add_patch(Rectangle((x, y - 0.32), count, 0.64, facecolor="none", edgecolor=INK, linewidth=1.1))
                    # In a narrow part the number would hide its cells: there it stands above them.
                    inside = count > NARROW * widest
                    boxed = {"fontsize": 12, "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 1.5}} if inside else {"fontsize": 10}
                    place = (x + count / 2, y if inside else y - 0.43)
                    axes.text(*place, str(count), ha="center", va="center", color=INK, fontweight="bold", **boxed)
                x += count
        axes.set_yticks(range(len(counts)), [f"{row.pattern}\n(n = {row.n})" for row in counts.itertuples()])
        axes.set_ylim(len(counts) - 0.55, -0.6)
        axes.set_xlim(0, widest * 1.005)
        axes.set_xlabel(f"queries, one cell each; found means: a gold in the top {k}")
        axes.tick_params(axis="y", length=0)
        axes.grid(visible=False)
        axes.spines[["left"]].set_visible(False)
        handles = [
            Patch(facecolor=fills[part][0], hatch=fills[part][1], edgecolor="white" if fills[part][1] else INK, label=title)
            for part, title in zip(PARTS, titles, strict=True)
        ]
        figure.legend(handles=handles, loc="outside upper left", ncols=4)
    sentences = [f"{row[0].capitalize()} (n = {row[1]}): {', '.join(f'{c} {t}' for c, t in zip(row[2:], titles, strict=True))}." for row in counts.values]
    return Picture(figure, " ".join(sentences), f"Which queries {names[0]} and {names[1]} find in their top {k}, by pattern; a cell is a query.")


def _part(first: bool, second: bool) -> str:
    if first and second:
        return "both"
    return "first only" if first else "second only" if second else "neither"
