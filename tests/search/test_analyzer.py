"""Terms: identifiers whole and by their parts, words stemmed, other scripts kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab_utils.search.analyzer import DEFAULT, PLAIN, Analyzer


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("ERR_4471", ["err_4471", "err", "4471"]),
        ("TLS-4402", ["tls-4402", "tls", "4402"]),
        ("clause 12.3(b)", ["claus", "12.3(b)", "12", "3", "b"]),
        ("12.3(a)", ["12.3(a)", "12", "3", "a"]),
        ("SKU-77821.", ["sku-77821", "sku", "77821"]),
        ("v2.4.1", ["v2.4.1", "v", "2", "4", "1"]),
        ("err4471", ["err4471", "err", "4471"]),
        ("gmv_daily", ["gmv_daily", "gmv", "daili"]),
        ("syncing synced sync", ["sync", "sync", "sync"]),
        ("state-of-the-art", ["state", "art"]),
        ("The 14 days", ["14", "day"]),
        ("退款政策 ok", ["退", "款", "政", "策", "ok"]),
        ("Größe", ["größe"]),
        ("ＥＲＲ＿４４７１", ["err_4471", "err", "4471"]),
        ("?! --- ()", []),
        ("", []),
    ],
)
def test_terms(text, terms):
    assert DEFAULT.analyze(text) == terms


@pytest.mark.parametrize("other", ["err_4471", "ERR-4471", "err 4471", "Err4471"])
def test_other_ways_to_write_a_code_share_its_parts(other):
    assert {"err", "4471"} <= set(DEFAULT.analyze(other)) & set(DEFAULT.analyze("ERR_4471"))


def test_plain_keeps_everything_as_written():
    assert PLAIN.analyze("The ERR_4471 syncing") == ["the", "err", "4471", "syncing"]


@given(st.text())
def test_any_text_can_be_analyzed_the_same_way_twice(text):
    assert Analyzer().analyze(text) == DEFAULT.analyze(text)
