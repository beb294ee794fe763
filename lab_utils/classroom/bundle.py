"""Upkeep of the cache that comes with a collection: make it again, or recompute a sample and compare.

A rebuild computes into `rebuild.sqlite` and only at the end replaces `bundled.sqlite`. Interrupted, it goes on where
it stopped. Rows are copied in key order into a fresh file, so the same entries give the same bytes.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lab_utils.classroom import lesson_needs
from lab_utils.collections.database import beside
from lab_utils.collections.load import DATA, load
from lab_utils.errors import BakeoffError
from lab_utils.evaluation.bakeoff import bake_off
from lab_utils.files import move
from lab_utils.progress import note, track
from lab_utils.search.cache import BUNDLED_NAME, LOCAL_NAME, Cache, text_hash
from lab_utils.search.cross_encoder import CrossEncoder
from lab_utils.search.encoder import Encoder
from lab_utils.search.sql import ReadOnlyDatabase
from lab_utils.search.strategies import STRATEGIES, Parts, Settings

REBUILD_NAME = "rebuild.sqlite"
SAMPLE = 24  # of each kind: under half a minute to recompute
VECTOR_TOLERANCE = 1e-3  # largest difference of any dimension; float32 sums differ by about 1e-6 between processors
SCORE_TOLERANCE = 0.25  # logits of the int8 model, on a scale of about -11 to +8; integer kernels differ by processor
SEED = 7


def rebuild(folder: Path, settings: Settings) -> Path:
    """Compute every vector and score that the strategies need on the collection in `folder`; returns the new file."""
    collection = load(folder)
    target = folder / "cache" / BUNDLED_NAME
    working = folder / "cache" / REBUILD_NAME
    if working.exists():
        note(f"going on with {working}, which an earlier rebuild left")
    cache = Cache(folder / "cache", bundled_name=None, local_name=REBUILD_NAME, may_move=False)
    tables = beside(folder)
    parts = Parts(collection, settings, cache, None if tables is None else ReadOnlyDatabase(tables))
    bake_off(collection, list(STRATEGIES), parts)
    if folder.resolve() == DATA:
        lesson_needs.compute(collection, parts)
    if cache.notes:
        raise BakeoffError(f"the rebuild is not complete: {cache.notes[-1]} Make room and run it again; it goes on where it stopped.")
    cache.close()
    _compact(working, target)
    working.unlink()
    # What it held is now in the bundled file, or belongs to texts that are gone.
    (folder / "cache" / LOCAL_NAME).unlink(missing_ok=True)
    return target


def _compact(source: Path, target: Path) -> None:
    beside = target.with_name(f"{target.name}.part")
    beside.unlink(missing_ok=True)
    Cache.create(beside).close()
    connection = sqlite3.connect(beside)
    with connection:
        connection.execute("ATTACH ? AS source", (str(source),))
        connection.execute("INSERT INTO vectors SELECT * FROM source.vectors ORDER BY model, text")
        connection.execute("INSERT INTO scores SELECT * FROM source.scores ORDER BY model, query, text")
    connection.close()
    move(beside, target)


@dataclass(frozen=True, slots=True)
class Verdict:
    vectors: int
    scores: int
    """entries recomputed"""
    missing: int
    """vectors the collection needs and the cache lacks"""
    faults: tuple[str, ...]


def verify(folder: Path, settings: Settings, sample: int = SAMPLE) -> Verdict:
    """Recompute a fixed random sample of the cached vectors and scores and compare, within a tolerance."""
    collection = load(folder)
    cache = Cache(folder / "cache")
    stored, fresh = Parts(collection, settings, cache), Parts(collection, settings, Cache(None))
    texts = sorted({document.text for document in collection.documents if document.text.strip()})
    key = Encoder(settings.dense_model).key
    cached = cache.vectors(key, [text_hash(text) for text in texts])
    missing = len(texts) - len(cached)
    chosen = random.Random(SEED).sample(sorted(text for text in texts if text_hash(text) in cached), min(sample, len(cached)))
    faults = list(_vector_faults(chosen, stored.encoder, fresh.encoder)) if chosen else []
    pairs = _stored_pairs(stored, sample)
    faults += _score_faults(pairs, fresh.cross_encoder)
    return Verdict(len(chosen), len(pairs), missing, tuple(faults))


def _vector_faults(texts: Sequence[str], stored: Encoder, fresh: Encoder) -> list[str]:
    differences = np.abs(stored.encode(texts) - fresh.encode(texts)).max(axis=1)
    return [f"the vector of {text[:60]!r} is off by {off:.4f}" for text, off in zip(texts, differences, strict=True) if off > VECTOR_TOLERANCE]


def _stored_pairs(parts: Parts, sample: int) -> list[tuple[str, str, float]]:
    """(query, text, stored score) of a sample of queries' best candidates, where there is a stored score."""
    model = CrossEncoder(parts.settings.reranker).key
    queries = random.Random(SEED).sample(parts.collection.queries, min(sample, len(parts.collection.queries)))
    pairs = []
    for query in queries:
        texts = [parts.collection.by_id[hit.id].text for hit in parts.keyword.search(query, 3)]
        found = parts.cache.scores(model, text_hash(query.text), [text_hash(text) for text in texts])
        pairs += [(query.text, text, found[text_hash(text)]) for text in texts if text_hash(text) in found][:1]
    return pairs


def _score_faults(pairs: Sequence[tuple[str, str, float]], fresh: CrossEncoder) -> list[str]:
    faults = []
    for query, text, stored in track(pairs, len(pairs), "checking scores", "pairs"):
        score = fresh.scores(query, [text])[0]
        if abs(score - stored) > SCORE_TOLERANCE:
            faults.append(f"the score of {query[:40]!r} with {text[:40]!r} is {stored:.3f} in the cache and {score:.3f} here")
    return faults
