"""A question while rules read it: what it says, and which words no rule has used yet.

A rule that recognises something crosses it out. Whatever is still there at the end must be filler; a word that is not
makes the planner (aggregate.py) refuse. A rule that sees more than a tool can do puts such a word back on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lab_utils.search import aggregate_words as words

_GONE = " / "  # stands where something was crossed out, so that the words around it do not run together


class Question:
    """The text in lower case with its spelling mended, and what of it is left."""

    def __init__(self, text: str):
        self.left = words.corrected(text)

    def has(self, pattern: str) -> bool:
        """Whether `pattern` stands among what is left; nothing is crossed out."""
        return re.search(pattern, self.left) is not None

    def take(self, pattern: str) -> re.Match[str] | None:
        """The first match of `pattern` as whole words, crossed out everywhere; None where there is none."""
        whole = rf"\b(?:{pattern})(?!\w)"
        match = re.search(whole, self.left)
        if match:
            self.left = re.sub(whole, _GONE, self.left)
        return match

    def take_all(self, choices: Mapping[str, str]) -> list[str]:
        """The names of all choices whose pattern is found, each crossed out."""
        return [name for name, pattern in choices.items() if self.take(pattern)]

    def put_back(self, word: str) -> None:
        """Add a word that no rule and no filler knows: the question asks for more than a tool can do, and will be refused."""
        self.left += f" {word}"

    def leftover(self) -> list[str]:
        """The words that no rule used and that are no filler."""
        return [word for word in dict.fromkeys(re.findall(r"[a-z][a-z'-]+|\d+", self.left)) if word not in words.FILLER]
