"""Does a lesson say this? The words of a source, without comment marks and line breaks, to look a claim up in."""

from __future__ import annotations

import re
from functools import cache

from lab_utils.classroom.build_percent import read_pieces
from lab_utils.classroom.doctor import ROOT


@cache
def words_of(lesson: str) -> str:
    """The text cells of solutions/<lesson>.py as one line, without the marks of Markdown."""
    (path,) = (ROOT / "solutions").glob(f"{lesson}*.py")
    text = " ".join(piece.source for piece in read_pieces(path) if piece.kind == "markdown")
    return re.sub(r"\s+", " ", re.sub(r"[*`>#]", "", text))


def stated(lesson: str, text: str) -> bool:
    """Whether the lesson's prose holds `text`; line breaks and emphasis do not matter."""
    return re.sub(r"\s+", " ", re.sub(r"[*`>#]", "", text)) in words_of(lesson)
