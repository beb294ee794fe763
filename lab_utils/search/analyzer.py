"""From text to index terms: what counts as "the same word" for keyword search.

Four steps, each of which can be switched off, so that its worth can be measured:

1. split into tokens and lower-case them (Unicode NFKC first; Chinese, Japanese and Korean runs are cut into
   single characters, since they are written without spaces);
2. keep an *identifier* whole and add its parts: `ERR_4471` gives `err_4471`, `err`, `4471`; `12.3(b)` gives
   `12.3(b)`, `12`, `3`, `b`. An identifier is a token that joins pieces with one of `_ - . / : ( )` and holds a
   digit or an underscore, or that mixes letters and digits (`err4471`). The whole finds the exact one among its
   neighbours, the parts survive another way of writing it (`err 4471`);
3. drop stop words (Lucene's list of 33);
4. stem with Snowball English: `syncing` and `synced` become `sync`.

Fails when: the words differ (no synonyms), the text is not English (stems and stop words do nothing useful), or
a code is written with its separators *and* pieces changed. Stop words take `not` and `no` along: negation is lost.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with".split()
)

# A token is a run of letters and digits, with single joiners inside, and an optional clause letter in brackets.
_TOKEN = re.compile(r"[^\W_]+(?:[_\-./:]+[^\W_]+)*(?:\([^\W_]{1,4}\))*")
_PIECE = re.compile(r"\d+|[^\W\d_]+")
_JOINED = re.compile(r"[_\-./:(]")
# Scripts without spaces between words: kana, CJK ideographs, Hangul is spaced but agglutinative.
_CJK = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿가-힯]")


@dataclass(frozen=True)
class Analyzer:
    """Turns text into terms. `analyze("ERR_4471 again") == ["err_4471", "err", "4471", "again"]`."""

    identifiers: bool = True
    stop_words: frozenset[str] = STOP_WORDS
    stem: bool = True
    # Most tokens of a collection repeat: each distinct one is taken apart once.
    _known: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    def analyze(self, text: str) -> list[str]:
        """Terms of `text`, in order, with repetitions. Empty for a text without letters or digits."""
        text = unicodedata.normalize("NFKC", text).replace("\u2011", "-").lower()
        terms: list[str] = []
        for token in _TOKEN.findall(text):
            found = self._known.get(token)
            if found is None:
                found = self._known[token] = tuple(self._terms(token))
            terms.extend(found)
        return terms

    def _terms(self, token: str) -> Iterator[str]:
        if self.identifiers and _is_identifier(token):
            yield token
            # A part is stemmed like any word, so that "daily" meets gmv_daily, but never dropped:
            # the (a) of 12.3(a) is no article.
            yield from (self._stemmed(piece) for piece in _PIECE.findall(token) if piece != token)
            return
        for word in _JOINED.split(token.replace(")", "")):
            if not word or word in self.stop_words:
                continue
            if _CJK.search(word):
                yield from _CJK.sub(r" \g<0> ", word).split()
            else:
                yield self._stemmed(word)

    def _stemmed(self, word: str) -> str:
        return _stemmer().stemWord(word) if self.stem else word


def _is_identifier(token: str) -> bool:
    """A digit or an underscore inside a joined token, or letters and digits in one run. Plain numbers are words."""
    if "_" in token:
        return True
    has_digit = any(character.isdigit() for character in token)
    has_letter = any(character.isalpha() for character in token)
    return has_digit and (has_letter or bool(_JOINED.search(token)))


@cache
def _stemmer():
    import Stemmer  # PyStemmer: the C library of Snowball itself

    return Stemmer.Stemmer("english")


DEFAULT = Analyzer()
PLAIN = Analyzer(identifiers=False, stop_words=frozenset(), stem=False)
