"""BM25: the formula, two engines with one order, and the corners where the libraries fail."""

from __future__ import annotations

import math
import random

import pytest

from lab_utils.errors import BakeoffError
from lab_utils.search import Keyword
from lab_utils.search.keyword import K1, B


def by_hand(query: list[str], document: list[str], corpus: list[list[str]]) -> float:
    average = sum(map(len, corpus)) / len(corpus)
    total = 0.0
    for term in query:
        df = sum(term in other for other in corpus)
        tf = document.count(term)
        if tf:
            idf = math.log(1 + (len(corpus) - df + 0.5) / (df + 0.5))
            total += idf * tf * (K1 + 1) / (tf + K1 * (1 - B + B * len(document) / average))
    return total


@pytest.mark.parametrize("engine", ["rank-bm25", "bm25s"])
def test_scores_are_the_formula(engine):
    texts = ["red box red", "red cable", "blue box with cable", "green"]
    hits = Keyword("abcd", texts, engine=engine).search("red box box", 4)
    corpus = [text.replace("with ", "").split() for text in texts]
    expected = {doc_id: by_hand("red box box".split(), document, corpus) for doc_id, document in zip("abcd", corpus, strict=True)}
    assert {hit.id: hit.score for hit in hits} == {doc_id: round(score, 6) for doc_id, score in expected.items() if score}


def random_texts(size: int, seed: int = 3) -> list[str]:
    draw = random.Random(seed)
    words = [f"w{number}" for number in range(400)] + ["ERR_4471", "SKU-77821", "sync", "relay"]
    weights = [1 / (rank + 1) for rank in range(len(words))]
    return [" ".join(draw.choices(words, weights, k=draw.randint(0, 40))) for _ in range(size)]


def test_both_engines_rank_alike():
    texts = random_texts(2_500)
    ids = [f"d{number}" for number in range(len(texts))]
    slow, fast = Keyword(ids, texts, engine="rank-bm25"), Keyword(ids, texts, engine="bm25s")
    for query in random_texts(40, seed=9):
        if query:
            assert slow.search(query, 100) == fast.search(query, 100)


def test_the_fast_engine_takes_over_at_its_size():
    texts = random_texts(2_000)
    ids = [str(number) for number in range(len(texts))]
    assert type(Keyword(ids, texts)._engine).__name__ == "_Bm25s"
    assert type(Keyword(ids[1:], texts[1:])._engine).__name__ == "_RankBm25"


@pytest.mark.parametrize("engine", ["rank-bm25", "bm25s"])
def test_a_term_in_half_of_the_documents_still_scores(engine):
    hits = Keyword(["a", "b"], ["relay certificate", "relay timeout"], engine=engine).search("certificate", 2)
    assert [hit.id for hit in hits] == ["a"]
    assert hits[0].score > 0


def test_a_common_word_never_outranks_a_rare_one():
    texts = ["shop red", "shop blue", "shop green", "shop"]
    hits = Keyword("abcd", texts).search("red shop", 4)
    assert hits[0].id == "a"
    assert all(hit.score > 0 for hit in hits)


def test_one_document():
    assert Keyword(["a"], ["only this"]).search("only", 5)[0].score > 0


@pytest.mark.parametrize("texts", [[], ["", " "], ["the", "!?"]], ids=["empty", "blank", "no terms"])
def test_nothing_to_find(texts):
    assert Keyword([str(n) for n in range(len(texts))], texts).search("relay", 5) == []


@pytest.mark.parametrize("engine", ["rank-bm25", "bm25s"])
def test_a_nonsense_query_finds_nothing(engine):
    assert Keyword("ab", ["one box", "two boxes"], engine=engine).search("jgosntih", 5) == []


def test_ties_are_ordered_by_id():
    hits = Keyword(["b", "c", "a"], ["relay"] * 3).search("relay", 2)
    assert [(hit.id, hit.rank) for hit in hits] == [("a", 1), ("b", 2)]


@pytest.mark.parametrize("k", [0, -1, 1.5, True, None])
def test_k_must_count_documents(k):
    with pytest.raises(BakeoffError, match="k is"):
        Keyword(["a"], ["relay"]).search("relay", k)


def test_k_larger_than_the_corpus():
    assert len(Keyword(["a", "b"], ["relay", "relay box"]).search("relay", 50)) == 2


@pytest.mark.parametrize("query", ["", "  ", "?!"])
def test_a_query_without_anything_to_search_for(query):
    with pytest.raises(BakeoffError, match="nothing to search for"):
        Keyword(["a"], ["relay"]).search(query, 5)


@pytest.mark.parametrize("code", ["ERR_4471", "TLS-4402", "12.3(b)", "SKU-77821", "v2.4.1"])
def test_an_identifier_is_found_among_its_neighbours(code):
    neighbours = {code: "", "ERR_4472": "", "TLS-4403": "", "12.3(c)": "", "SKU-77812": "", "v2.4.2": ""}
    texts = [f"The entry for {name} says what to do." for name in neighbours]
    assert Keyword(list(neighbours), texts).search(f"what does {code.lower()} mean", 1)[0].id == code
