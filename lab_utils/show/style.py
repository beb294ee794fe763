"""The house style of every figure: colours safe for colour-blind readers, readable in print and on a projector.

Colours are those of Okabe and Ito, "Color Universal Design", 2008. Nothing rests on colour alone: each strategy keeps
its colour *and* its marker, its line and its hatch everywhere, so a grey print and a bad projector still tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Look(NamedTuple):
    """How one strategy is drawn, wherever it is drawn."""

    colour: str
    marker: str
    line: str
    hatch: str


LOOKS = {
    "keyword": Look("#E69F00", "s", "-", "///"),
    "dense": Look("#0072B2", "o", "--", "..."),
    "hybrid": Look("#009E73", "D", "-.", "\\\\\\"),
    "blend": Look("#56B4E9", "^", ":", "xxx"),
    "contextual": Look("#CC79A7", "v", (0, (5, 1)), "|||"),
    "hybrid+rerank": Look("#D55E00", "P", (0, (3, 1, 1, 1)), "+++"),
    "routed": Look("#000000", "*", (0, (1, 1)), "ooo"),
}
SPARE = (Look("#444444", "X", "-", "---"), Look("#8B4513", "<", "--", "OO"), Look("#777777", ">", "-.", "**"), Look("#5B2C83", "h", ":", "//"))
"""for strategies that a reader adds, in the order they are met; the fifth begins again"""

INK, PALE, PAPER = "#222222", "#D9D9D9", "#FFFFFF"


def looks(names: Iterable[str]) -> dict[str, Look]:
    """A look for each name: the known ones keep theirs, the others get spare ones in their order."""
    result: dict[str, Look] = {}
    for name in dict.fromkeys(names):
        spare = sum(each not in LOOKS for each in result)
        result[name] = LOOKS.get(name, SPARE[spare % len(SPARE)])
    return result


def colour(strategy: str) -> str:
    return LOOKS.get(strategy, SPARE[0]).colour


def marker(strategy: str) -> str:
    return LOOKS.get(strategy, SPARE[0]).marker


def size(look: Look, usual: float = 8) -> float:
    """Marker size: a star of the usual size is mostly points, and looks smaller than the rest."""
    return usual * 1.5 if look.marker == "*" else usual


def readable_on(shade: tuple[float, ...]) -> str:
    """Ink or paper, whichever stands out more on a colour given as RGB from 0 to 1."""
    red, green, blue = shade[:3]
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else PAPER


@contextmanager
def house_style() -> Iterator[None]:
    """Settings for the figures drawn inside the `with` block; the learner's own settings stay untouched."""
    import matplotlib as mpl

    settings = {
        "figure.dpi": 110,
        "font.family": ["DejaVu Sans"],  # comes with matplotlib, so that every computer draws the same letters
        "font.size": 12,
        "axes.titlesize": 13,
        "axes.titlelocation": "left",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#dddddd",
        "hatch.linewidth": 0.8,
        "legend.frameon": False,
        "text.parse_math": False,  # a dollar sign in a text is a dollar
        "svg.hashsalt": "bakeoff",  # without it every drawing has other ids, and no two reports are the same
    }
    with mpl.rc_context(settings):
        yield
