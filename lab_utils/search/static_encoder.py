"""The smallest kind of embedding model: a table with one vector a word piece, and the mean of what is looked up.

    E(text) = mean of the table's rows of its word pieces, made one long

No layer reads the words together, so the order of the words and their neighbours say nothing: "the box lost the
phone" and "the phone lost the box" have one and the same vector. In return it is a look-up, thousands of texts a second.

The table is that of wordllama (32,000 pieces, 256 numbers each, 16 MB), read straight from the package's files: the
package's own loader looks for its tokenizer in another folder and would go online for it. The package is wanted for
texts that have no stored vector, and only for those.

Fails when: the meaning hangs on word order, on negation or on a rare exact token, which it cuts into single digits.
Source: wordllama 0.4.0 (MIT); the idea is older, see Wieting et al., "Towards Universal Paraphrastic Sentence
Embeddings", 2016, where such averages were hard to beat.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from lab_utils.errors import BakeoffError
from lab_utils.search.cache import Cache
from lab_utils.search.encoder import Encoder
from lab_utils.search.models import file_checksum

STATIC = "wordllama-256"
PACKAGE = "wordllama"
# The files by their checksums; together they make the key of every stored vector, so that it is found without them.
WEIGHTS = ("weights/l2_supercat_256.safetensors", "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5")
TOKENIZER = ("tokenizers/l2_supercat_tokenizer_config.json", "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68")


class StaticEncoder(Encoder):
    """An `Encoder` whose model is a table; stored vectors are used without the package being there."""

    def __init__(self, cache: Cache | None = None):
        self.name = STATIC
        self.cache = cache or Cache(None)
        self.encoded = 0

    @property
    def key(self) -> str:
        return hashlib.sha256("".join(checksum for _, checksum in (WEIGHTS, TOKENIZER)).encode()).hexdigest()[:16]

    @cached_property
    def _model(self) -> _Table:
        return _Table(*(_file(name, checksum) for name, checksum in (WEIGHTS, TOKENIZER)))


class _Table:
    def __init__(self, weights: Path, tokenizer: Path):
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        self._rows = load_file(weights)["embedding.weight"].astype(np.float32)
        self._tokenizer = Tokenizer.from_file(str(tokenizer))

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        means = np.stack([self._rows[self._tokenizer.encode(text, add_special_tokens=False).ids].mean(axis=0) for text in texts])
        return (means / np.linalg.norm(means, axis=1, keepdims=True)).astype(np.float32)


def _file(name: str, checksum: str) -> Path:
    spec = importlib.util.find_spec(PACKAGE)  # finds the folder without running the package
    if spec is None or not spec.submodule_search_locations:
        raise BakeoffError(f"model {STATIC}: package {PACKAGE} is not installed. Run: pip install -c constraints.txt {PACKAGE}")
    path = Path(next(iter(spec.submodule_search_locations)), name)
    if not path.is_file() or file_checksum(path) != checksum:
        mend = f"pip install --force-reinstall --no-deps -c constraints.txt {PACKAGE}"
        raise BakeoffError(f"model {STATIC}: {path} is missing or is another version. Run: {mend}")
    return path
