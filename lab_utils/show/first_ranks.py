"""Where the first answering passage stands: a row a question, a mark a retriever, the ranks on a log scale.

A reader sees the shaded places. What stands far to the right was found and will never be read; at the right end
are the questions for which no passage with the answer came back at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from matplotlib.figure import Figure

from lab_utils.collections.records import Query, TestSet
from lab_utils.search.base import Retriever
from lab_utils.show.picture import Picture
from lab_utils.show.style import INK, PALE, house_style, looks

SEEN = 5  # places that a reader looks at, or a prompt holds


def first_rank(retriever: Retriever, query: Query, collection: TestSet, depth: int) -> int | None:
    """The rank of the first gold among `depth` hits, from 1; None where there is none."""
    golds = frozenset().union(*collection.golds.get(query.id, ()))
    return next((hit.rank for hit in retriever.search(query, depth) if hit.id in golds), None)


def first_ranks(collection: TestSet, queries: Sequence[Query], retrievers: Sequence[Retriever], depth: int = 100) -> Picture:
    """The first gold's rank for each of `queries` in each of `retrievers`, which are asked for `depth` passages."""
    look = looks(retriever.name for retriever in retrievers)
    nowhere = 2.2 * depth
    sentences = []
    with house_style():
        figure = Figure(figsize=(8, 1.5 + 0.9 * len(queries)), layout="constrained")
        axes = figure.subplots()
        axes.axvspan(0.8, SEEN + 0.5, color=PALE, alpha=0.6, linewidth=0, label=f"the first {SEEN} places")
        axes.axvline(1.35 * depth, color=INK, linewidth=1)
        for row, query in enumerate(queries):
            ranks = {retriever.name: first_rank(retriever, query, collection, depth) for retriever in retrievers}
            if row:
                axes.axhline(row - 0.5, color=PALE, linewidth=1)
            for lane, (name, rank) in enumerate(ranks.items()):
                height = row + 0.36 * (lane / max(1, len(ranks) - 1) - 0.5)  # side by side, so that equal ranks do not hide each other
                axes.plot(rank or nowhere, height, look[name].marker, color=look[name].colour, markeredgecolor=INK, markersize=11)
                axes.annotate(str(rank or "not found"), (rank or nowhere, height), (10, 0), textcoords="offset points", va="center", fontsize=11)
            said = ", ".join(f"{name} {rank or f'not among {depth}'}" for name, rank in ranks.items())
            sentences.append(f"{query.text!r}: {said}.")
        for name in look:
            axes.plot([], [], look[name].marker, color=look[name].colour, markeredgecolor=INK, markersize=11, label=name)
        axes.set_xscale("log")
        axes.set_xlim(0.8, 7 * depth)
        ticks = [rank for rank in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if rank <= depth]
        axes.set_xticks(ticks, [str(rank) for rank in ticks])
        axes.minorticks_off()
        axes.set_xlabel("rank of the first passage that answers")
        axes.set_yticks(range(len(queries)), [fill(query.text, 34) for query in queries])
        axes.set_ylim(len(queries) - 0.5, -0.5)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncols=len(look) + 1)
    alt = f"A row a question, a mark for each of {', '.join(look)}: the rank of the first passage that answers it, first place on the left."
    return Picture(figure, " ".join(sentences), alt)
