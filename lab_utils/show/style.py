"""The house style of every figure: colours safe for colour-blind readers, readable in print and on a projector.

Colours are those of Okabe and Ito, "Color Universal Design", 2008; each strategy keeps its colour *and* its marker
everywhere, so that nothing rests on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

COLOURS = {
    "keyword": "#E69F00",
    "dense": "#0072B2",
    "hybrid": "#009E73",
    "blend": "#56B4E9",
    "contextual": "#CC79A7",
    "hybrid+rerank": "#D55E00",
    "routed": "#000000",
}
MARKERS = {"keyword": "s", "dense": "o", "hybrid": "D", "blend": "^", "contextual": "v", "hybrid+rerank": "P", "routed": "*"}
OTHER_COLOUR, OTHER_MARKER = "#444444", "X"


def colour(strategy: str) -> str:
    return COLOURS.get(strategy, OTHER_COLOUR)


def marker(strategy: str) -> str:
    return MARKERS.get(strategy, OTHER_MARKER)


@contextmanager
def house_style() -> Iterator[None]:
    """Settings for the figures drawn inside the `with` block; the learner's own settings stay untouched."""
    import matplotlib as mpl

    settings = {
        "figure.dpi": 110,
        "font.size": 11,
        "axes.titlesize": 12,
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#dddddd",
        "legend.frameon": False,
        "svg.hashsalt": "bakeoff",  # without it every drawing has other ids, and no two reports are the same
    }
    with mpl.rc_context(settings):
        yield
