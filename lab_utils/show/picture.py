"""A figure together with its words, and how both get onto a page.

JupyterLab and nbconvert drop the alternative text of an image output, but keep that of an image in HTML: so a figure is
HTML, with its words under it where everybody can read them. Notebooks are re-run and compared: the words are compared,
the pixels are not, since another version of a drawing library may shade an edge differently.
"""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from html import escape

from matplotlib.figure import Figure
from PIL import Image  # comes with matplotlib

from lab_utils.show.style import house_style

NO_MATH = "tex2jax_ignore mathjax_ignore"
"""class of what holds texts of the data: between two dollar signs a notebook would else see a formula"""
SHARP = 1.5  # pixels drawn for each pixel shown, so that letters stay sharp on a fine screen and on a projector
SHADES = 64  # colours kept in an image file: a third of the bytes, and a notebook has many figures


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """As the last line of a cell it shows itself: the image, and the words under it."""

    figure: Figure
    text: str
    """what is to be seen, computed from the numbers that were drawn"""
    alt: str = ""
    """what is drawn and how, in a sentence: it opens the caption, and stands for the image where that cannot be seen"""

    def __repr__(self) -> str:
        return " ".join(part for part in (self.alt, self.text) if part)

    def _repr_html_(self) -> str:
        return html(self)


def png(picture: Picture) -> bytes:
    """The image file; the same bytes for the same figure."""
    drawn, small = io.BytesIO(), io.BytesIO()
    with house_style():
        picture.figure.savefig(drawn, format="png", dpi=picture.figure.dpi * SHARP)
    image = Image.open(drawn).convert("RGB")
    image.quantize(SHADES, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


def html(picture: Picture) -> str:
    """The image inside the page itself, with its alternative text and its words as a caption."""
    width = round(picture.figure.get_size_inches()[0] * picture.figure.dpi)
    data = base64.b64encode(png(picture)).decode()
    alt = escape(picture.alt or picture.text, quote=True)
    image = f'<img alt="{alt}" width="{width}" style="max-width:100%;height:auto" src="data:image/png;base64,{data}">'
    return f'<figure style="margin:0">{image}<figcaption class="{NO_MATH}">{escape(repr(picture))}</figcaption></figure>'


def svg(picture: Picture, title: str) -> str:
    """The figure as an inline SVG with a text alternative, without date and other changing parts."""
    buffer = io.StringIO()
    with house_style():
        picture.figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    body = buffer.getvalue()
    body = body[body.index("<svg") :]
    label = f'<svg role="img" aria-label="{escape(f"{title}. {picture.text}", quote=True)}" '
    return body.replace("<svg ", label, 1)


def show(*things: object) -> None:
    """Show pictures, tables and controls, one under the other; outside a notebook, print their words."""
    import sys

    ipython = sys.modules.get("IPython")  # not imported, then nobody is in a notebook
    if ipython is not None and ipython.get_ipython() is not None:
        for thing in things:
            ipython.display.display(thing)
    else:
        print(*things, sep="\n")
