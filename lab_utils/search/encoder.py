"""From text to vectors, by a sentence-transformers model or an ONNX file, each text at most once.

Vectors have unit length, so that the dot product is the cosine. Texts longer than the model's window (256 word
pieces for all-MiniLM-L6-v2, 512 for bge-small) are cut by the model, silently: what stands behind the cut cannot
change the vector.

torch and onnxruntime are imported when the first text must really be encoded, which on cached data is never.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from lab_utils.progress import note, track
from lab_utils.search.cache import Cache, text_hash
from lab_utils.search.models import BUNDLED, DENSE, model_folder, model_key

BATCH = 32  # texts between two writes to the cache: some three seconds of work lost at most
QUERY_PREFIX = {"bge-small-en-v1.5": "Represent this sentence for searching relevant passages: "}  # from the model's card


class _Model(Protocol):
    def encode(self, texts: Sequence[str]) -> np.ndarray: ...


class Encoder:
    """Encodes texts with a model, going to the cache first.

    `encode(texts) -> float32 array of shape (len(texts), dims)`, rows of unit length, in the order of `texts`.
    """

    def __init__(self, model: str = DENSE, cache: Cache | None = None):
        self.name = model
        self.folder = model_folder(model)
        self.cache = cache or Cache(None)
        self.encoded = 0
        """texts that really went through the model since this encoder was made"""

    @property
    def key(self) -> str:
        return model_key(self.folder)

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        """Like `encode`; some models want an instruction before a query."""
        prefix = QUERY_PREFIX.get(self.name, "")
        return self.encode([prefix + text for text in texts], "encoding queries")

    def encode(self, texts: Sequence[str], what: str = "encoding passages") -> np.ndarray:
        hashes = [text_hash(text) for text in texts]
        found = self.cache.vectors(self.key, list(dict.fromkeys(hashes)))
        missing = {digest: text for digest, text in zip(hashes, texts, strict=True) if digest not in found}
        # Long texts together: a batch is padded to its longest text.
        order = sorted(missing, key=lambda digest: (len(missing[digest]), digest))
        parts = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
        for part in track(parts, len(parts), what, f"batches of {BATCH}"):
            vectors = self._model.encode([missing[digest] for digest in part])
            self.cache.add_vectors(self.key, zip(part, vectors, strict=True))
            found.update(zip(part, vectors, strict=True))
            self.encoded += len(part)
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        return np.stack([found[digest] for digest in hashes])

    @cached_property
    def _model(self) -> _Model:
        bundled = BUNDLED.get(self.name)
        if bundled is not None and bundled.runtime == "onnx":
            return _OnnxModel(self.folder)
        return _TorchModel(self.folder)


class _TorchModel:
    def __init__(self, folder: Path):
        note(f"Loading {folder.name} to encode new texts. Once, ten to twenty seconds.")
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # its bar for a second of loading would stand in every notebook
        self._model = SentenceTransformer(str(folder), device="cpu")

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return self._model.encode(list(texts), batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)


class _OnnxModel:
    """A BERT-like encoder as int8 ONNX: the first token's vector (CLS pooling), normalised.

    One text at a time: int8 activations are scaled over the whole batch, so a text's vector would depend on the
    other texts beside it.
    """

    def __init__(self, folder: Path):
        from lab_utils.search.onnx import OnnxFile

        self._file = OnnxFile(folder)

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.stack([self._file.run(text)[0, 0] for text in texts])
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
