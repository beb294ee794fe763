"""Dense search and reranking with the real models, on a few texts and on the bundled cache."""

from __future__ import annotations

import numpy as np
import pytest

from lab_utils.errors import BakeoffError
from lab_utils.search import Hit
from lab_utils.search.base import Retriever
from lab_utils.search.cache import Cache
from lab_utils.search.cross_encoder import CrossEncoder
from lab_utils.search.dense import Dense
from lab_utils.search.encoder import Encoder
from lab_utils.search.models import BUNDLED, file_checksum, model_folder, model_key
from lab_utils.search.rerank import Reranked
from lab_utils.search.top import TopK

TEXTS = ["Refunds are paid within 14 days.", "The box syncs slowly over wireless.", "", "ERR_4471: the relay refused the certificate."]
IDS = ["refund", "sync", "blank", "err"]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> Encoder:
    return Encoder(cache=Cache(tmp_path_factory.mktemp("cache")))


@pytest.mark.models
def test_dense_finds_a_paraphrase_and_never_a_blank_text(encoder):
    hits = Dense(IDS, TEXTS, encoder).search("can I get my money back?", 10)
    assert hits[0].id == "refund"
    assert {hit.id for hit in hits} == {"refund", "sync", "err"}
    assert all(-1 <= hit.score <= 1 for hit in hits)


@pytest.mark.models
def test_vectors_have_unit_length_and_are_encoded_once(encoder):
    vectors = encoder.encode([TEXTS[0], TEXTS[0], TEXTS[1]])
    before = encoder.encoded
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert np.array_equal(vectors[0], vectors[1])
    encoder.encode(TEXTS[:2])
    assert encoder.encoded == before


@pytest.mark.models
def test_text_behind_the_window_is_unseen(encoder):
    start = "relay " * 300
    first, second = encoder.encode([start, start + "refunds are paid in gold"])
    assert np.allclose(first, second, atol=1e-6)


@pytest.mark.models
def test_a_pair_s_score_does_not_depend_on_other_pairs():
    alone, together = CrossEncoder(), CrossEncoder()
    texts = [text for text in TEXTS if text]
    assert together.scores("refund", texts) == [alone.scores("refund", [text])[0] for text in texts]


@pytest.mark.models
def test_the_second_dense_model(tmp_path):
    encoder = Encoder("bge-small-en-v1.5", Cache(tmp_path))
    assert encoder.key != Encoder().key
    assert Dense(IDS, TEXTS, encoder).search("money back", 1)[0].id == "refund"


def test_nothing_to_encode():
    assert Dense([], [], Encoder()).search("relay", 3) == []


class Fixed(Retriever):
    name = "fixed"

    def __init__(self, order):
        self.order = order

    def _rank(self, queries, k):
        return [[Hit(doc_id, -float(rank), rank) for rank, doc_id in enumerate(self.order[:k], start=1)] for _ in queries]


class Scorer:
    """Scores by a table: the reranker's own logic is what is tested here."""

    def __init__(self, table):
        self.table = table
        self.asked = []

    def scores(self, query, texts):
        self.asked.append(list(texts))
        return [self.table[text] for text in texts]


def test_reranking_reorders_the_top_and_keeps_the_rest_below():
    scorer = Scorer({"a": 0.0, "b": 5.0, "c": 5.0})
    reranked = Reranked("r", Fixed("abcde"), dict(zip("abcde", "abcde", strict=True)), scorer, depth=3)
    hits = reranked.search("query", 5)
    assert [hit.id for hit in hits] == ["b", "c", "a", "d", "e"]
    assert scorer.asked == [["a", "b", "c"]]
    assert [hit.rank for hit in hits] == [1, 2, 3, 4, 5]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_reranking_cannot_add_a_document():
    reranked = Reranked("r", Fixed("ab"), {"a": "a", "b": "b", "gold": "gold"}, Scorer({"a": 0.0, "b": 1.0, "gold": 9.0}), depth=50)
    assert "gold" not in {hit.id for hit in reranked.search("query", 10)}


def test_a_first_stage_that_finds_nothing():
    assert Reranked("r", Fixed(""), {}, Scorer({}), depth=5).search("query", 5) == []


def test_the_default_models_are_the_published_files():
    for name, model in BUNDLED.items():
        assert file_checksum(model_folder(name) / model.weights) == model.sha256


def test_a_model_key_changes_with_any_file(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    before = model_key(tmp_path)
    other = tmp_path / "copy"
    other.mkdir()
    (other / "config.json").write_text('{"max_seq_length": 512}')
    assert model_key(other) != before


@pytest.mark.parametrize(("name", "message"), [("no-such-model", "no such folder"), ("", "no such folder")])
def test_an_unknown_model(name, message, tmp_path, monkeypatch):
    with pytest.raises(BakeoffError, match=message):
        model_folder(name or str(tmp_path / "x"))


def test_a_folder_without_a_model(tmp_path):
    with pytest.raises(BakeoffError, match="no config.json"):
        model_folder(str(tmp_path))


def test_top_k_is_the_full_sort():
    generator = np.random.default_rng(0)
    ids = [f"d{number}" for number in generator.permutation(500)]
    top = TopK(ids)
    for _ in range(20):
        scores = np.round(generator.random(500), 1) + generator.choice([0, 1e-9], 500)  # many ties, some within rounding
        expected = sorted(zip(ids, scores, strict=True), key=lambda pair: (-round(pair[1], 6), pair[0]))
        assert [hit.id for hit in top.best(scores, 60)] == [doc_id for doc_id, _ in expected[:60]]
