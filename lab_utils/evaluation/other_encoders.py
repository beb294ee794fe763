"""Would another embedding model do better on codes? Three to try, and pairs of texts that show what a vector sees.

The three differ in depth, from a table without any layer to twelve. Vectors of all of them come with the data, so
that trying them costs nothing. `store_vectors` makes them again; a rebuild of the cache calls it.

Blind spot: none of the three has more than 384 dimensions. Nothing here says what a model of another size class does.
"""

from __future__ import annotations

from collections.abc import Callable

from lab_utils.collections.records import TestSet
from lab_utils.search.cache import Cache
from lab_utils.search.encoder import Encoder
from lab_utils.search.models import DENSE
from lab_utils.search.static_encoder import STATIC, StaticEncoder

DEEPER = "bge-small-en-v1.5"
ENCODERS: dict[str, Callable[[Cache], Encoder]] = {
    STATIC: StaticEncoder,
    DENSE: lambda cache: Encoder(DENSE, cache),
    DEEPER: lambda cache: Encoder(DEEPER, cache),
}
"""from no layers to the most"""
LAYERS = {STATIC: 0, DENSE: 6, DEEPER: 12}

PAIRS = (
    ("negated", "boxes that need the new firmware", "boxes that do not need the new firmware"),
    ("negated", "the warranty covers the drive", "the warranty does not cover the drive"),
    ("another number", "refunds are paid within 14 days", "refunds are paid within 40 days"),
    ("another number", "the box holds two drives", "the box holds eight drives"),
    ("another code", "what does ERR_4471 mean", "what does ERR_4472 mean"),
    ("same meaning", "can i get my money back", "the refund policy"),
    ("same meaning", "someone stole the box", "the device was taken by burglars"),
)
"""(what differs, a text, the other one): the first five pairs mean different things, the last two the same"""

CODES = ("ERR_4471", "ERR_4417", "ERR_4472")
"""a code, its digits in another order, and its neighbour"""


def store_vectors(collection: TestSet, cache: Cache) -> int:
    """Encode with every model what the lessons look up, as far as it is not stored. How many texts went through a model."""
    encoded = 0
    for make in ENCODERS.values():
        encoder = make(cache)
        encoder.encode([document.text for document in collection.documents])
        encoder.encode_queries([query.text for query in collection.queries])
        encoded += encoder.encoded
    encoder = ENCODERS[DENSE](cache)
    encoder.encode_queries([text for _, *texts in PAIRS for text in texts])
    static = StaticEncoder(cache)
    static.encode_queries(CODES)
    return encoded + encoder.encoded + static.encoded
