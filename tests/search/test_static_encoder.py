"""The table of vectors: order does not count, stored vectors need no package, and another file is never used."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from lab_utils.errors import BakeoffError
from lab_utils.search import static_encoder
from lab_utils.search.cache import Cache, text_hash
from lab_utils.search.static_encoder import PACKAGE, StaticEncoder

needs_the_package = pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason=f"{PACKAGE} is an extra")


@needs_the_package
def test_vectors_are_long_one_and_blind_to_order():
    vectors = StaticEncoder().encode(["the box lost the phone", "the phone lost the box", "refunds are paid"])
    assert vectors.shape == (3, 256)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert vectors[0] @ vectors[1] == pytest.approx(1, abs=1e-5)
    assert vectors[0] @ vectors[2] < 0.6


def test_stored_vectors_need_no_package(tmp_path, monkeypatch):
    cache = Cache(tmp_path)
    encoder = StaticEncoder(cache)
    cache.add_vectors(encoder.key, [(text_hash("a box"), np.ones(256) / 16)])
    monkeypatch.setattr(static_encoder, "PACKAGE", "no_such_package_anywhere")
    assert encoder.encode(["a box"]).shape == (1, 256)
    assert encoder.encoded == 0
    with pytest.raises(BakeoffError, match="is not installed. Run: pip install -c constraints.txt"):
        encoder.encode(["another box"])


@needs_the_package
def test_another_file_is_refused(monkeypatch):
    monkeypatch.setattr(static_encoder, "WEIGHTS", (static_encoder.WEIGHTS[0], "0" * 64))
    with pytest.raises(BakeoffError, match="is missing or is another version"):
        StaticEncoder().encode(["a box"])


def test_the_key_is_that_of_the_files(monkeypatch):
    before = StaticEncoder().key
    monkeypatch.setattr(static_encoder, "TOKENIZER", (static_encoder.TOKENIZER[0], "0" * 64))
    assert StaticEncoder().key != before
