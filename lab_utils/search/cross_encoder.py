"""The scores of a cross-encoder: query and passage read together by one model, one number a pair.

The number is a logit (about +8 for a passage that answers, -11 for one that does not), good for ordering the
candidates of one query, not a probability. The pair is cut at 512 word pieces, the longer text first.

The int8 file must score *one pair at a time*: its activations are scaled over the whole batch, so a pair's score
would depend on its batch mates. One at a time is exact, and on a CPU it is also the fastest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lab_utils.search.cache import Cache, text_hash
from lab_utils.search.models import RERANKER, model_folder, model_key


class CrossEncoder:
    """`scores(query, texts)`: one float per text, going to the cache first."""

    def __init__(self, model: str = RERANKER, cache: Cache | None = None):
        self.name = model
        self.folder = model_folder(model)
        self.cache = cache or Cache(None)
        self.scored = 0
        """pairs that really went through the model since this object was made"""

    @property
    def key(self) -> str:
        return model_key(self.folder)

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        query_hash = text_hash(query)
        hashes = [text_hash(text) for text in texts]
        found = self.cache.scores(self.key, query_hash, hashes)
        missing = {digest: text for digest, text in zip(hashes, texts, strict=True) if digest not in found}
        fresh: list[tuple[bytes, float]] = []
        try:
            for digest, text in missing.items():
                fresh.append((digest, float(self._model.run(query, text)[0, 0])))
                self.scored += 1
        finally:  # an interrupt keeps what was scored
            self.cache.add_scores(self.key, query_hash, fresh)
        found.update(fresh)
        return [found[digest] for digest in hashes]

    @cached_property
    def _model(self):
        from lab_utils.search.onnx import OnnxFile

        return OnnxFile(self.folder)
