"""Peak memory of keyword and dense search over 100,000 passages with vectors of 384 dimensions, in one process.

Vectors are random: what they say does not change what they weigh. They go through the cache, as real ones do.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from pathlib import Path

import numpy as np

from lab_utils.search import Keyword
from lab_utils.search.cache import Cache, text_hash
from lab_utils.search.dense import Dense
from lab_utils.search.encoder import Encoder
from lab_utils.search.fusion import Fused, by_rank


def fill(cache: Cache, key: str, texts: list[str], dims: int = 384) -> None:
    generator = np.random.default_rng(0)
    for start in range(0, len(texts), 5_000):
        part = texts[start : start + 5_000]
        vectors = generator.normal(size=(len(part), dims)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        cache.add_vectors(key, [(text_hash(text), vector) for text, vector in zip(part, vectors, strict=True)])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--passages", type=int, default=100_000)
    size = options.parse_args().passages
    generator = np.random.default_rng(1)
    ids = [f"d{number}" for number in range(size)]
    texts = [" ".join(f"w{number}" for number in np.minimum(generator.zipf(1.2, 100), 50_000)) + f" {doc_id}" for doc_id in ids]
    with tempfile.TemporaryDirectory() as folder:
        cache = Cache(Path(folder))
        encoder = Encoder(cache=cache)
        queries = [f"w{number} w{number + 7} w3" for number in range(50)]
        fill(cache, encoder.key, texts + queries)
        hybrid = Fused("hybrid", [Keyword(ids, texts), Dense(ids, texts, encoder)], by_rank())
        rankings = hybrid.search_batch(queries, 100)
        cache.close()
    unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss counts bytes on macOS, kibibytes elsewhere
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e9
    print(f"{size:,} passages, {len(queries)} hybrid queries, {sum(map(len, rankings))} hits: peak memory {peak:.2f} GB")


if __name__ == "__main__":
    main()
