"""Reading a BEIR directory: what is accepted, and the word on everything that is not."""

from __future__ import annotations

import gzip
import json

import pytest

from lab_utils.collections import load
from lab_utils.errors import BakeoffError, DataError
from tests.conftest import write_beir


def problems(folder) -> list[str]:
    with pytest.raises(DataError) as caught:
        load(folder)
    return str(caught.value).splitlines()


def test_a_plain_directory(beir):
    collection = load(beir)
    assert [document.id for document in collection.documents] == ["d1", "d2", "d3", "d4"]
    assert collection.golds["q1"] == (frozenset(["d2"]),)
    assert collection.splits == ["all"]


def test_title_and_text_are_joined_by_a_space(tmp_path):
    folder = write_beir(tmp_path, documents='{"_id": "d1", "title": "A title", "text": "A text."}\n', qrels="q1\td1\t1\n")
    assert load(folder).documents[0].text == "A title A text."


def test_gzip_is_read_like_plain_text(beir):
    plain = load(beir)
    for name in ("corpus", "queries"):
        path = beir / f"{name}.jsonl"
        path.with_suffix(".jsonl.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    assert load(beir) == plain


def test_a_damaged_gzip_is_named(beir):
    (beir / "corpus.jsonl").unlink()
    (beir / "corpus.jsonl.gz").write_bytes(gzip.compress(b"{}" * 1000)[:-9])
    with pytest.raises(BakeoffError, match=r"corpus.jsonl.gz: cannot be decompressed .* copy it again"):
        load(beir)


def test_splits_come_from_the_names_in_qrels(beir):
    (beir / "qrels").mkdir()
    (beir / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td2\t1\n")
    (beir / "qrels" / "dev.tsv").write_text("query-id\tcorpus-id\tscore\nq2\td4\t1\n")
    splits = {query.id: query.split for query in load(beir).queries}
    assert splits == {"q1": "test", "q2": "dev", "q3": "all"}


@pytest.mark.parametrize("place", ["top", "metadata"])
def test_pattern_and_history_at_either_place(tmp_path, place):
    extra = {"pattern": "follow-up", "history": ["How long is the notice period?"]}
    row = {"_id": "q1", "text": "and for contractors?"} | (extra if place == "top" else {"metadata": extra})
    query = load(write_beir(tmp_path, queries=json.dumps(row) + "\n", qrels="q1\td1\t1\n")).queries[0]
    assert (query.pattern, query.history) == ("follow-up", ("How long is the notice period?",))


def test_bom_and_crlf_are_accepted(tmp_path, beir):
    for name in ("corpus.jsonl", "queries.jsonl", "qrels.tsv"):
        path = beir / name
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert load(beir).golds == load(write_beir(tmp_path / "plain")).golds


def test_long_and_foreign_texts(tmp_path):
    documents = {"long": "word " * 20_000, "zh": "退款政策在十四天内有效", "de": "Rückerstattung über Nacht", "emoji": "🙂 sync", "separator": "one\u2028two"}
    collection = load(write_beir(tmp_path, documents=documents, qrels="q1\tzh\t1\n"))
    assert {document.id: document.text for document in collection.documents} == {key: text.strip() for key, text in documents.items()}


def test_every_malformed_row_is_reported_at_once(tmp_path):
    rows = ['{"_id": "d1", "text": "one"}', "not json", '{"_id": "d1", "text": "again"}', '{"text": "no id"}', '{"_id": "d5", "text": 7}', "[1]"]
    documents = "".join(f"{row}\n" for row in [*rows, '{"_id": "a b", "text": "x"}'])
    found = problems(write_beir(tmp_path, documents=documents, qrels="q1\td1\t1\nq9\td1\t1\nq1\tzzz\t1\nq1\td1\tmaybe\nq1 d1 1\n"))
    expected = [
        r"corpus.jsonl, line 2: not JSON",
        "corpus.jsonl, line 3, field '_id': document id 'd1' stands already at corpus.jsonl, line 1",
        "corpus.jsonl, line 4, field '_id': is missing",
        "corpus.jsonl, line 5, field 'text': is 7, not text",
        "corpus.jsonl, line 6: a JSON list, not an object",
        "corpus.jsonl, line 7, field '_id': 'a b' is blank or holds white space",
        "qrels.tsv, line 2, field 'query-id': 'q9' is no query",
        "qrels.tsv, line 3, field 'corpus-id': 'zzz' is no document",
        "qrels.tsv, line 4, field 'score': 'maybe' is not a whole number",
        "qrels.tsv, line 5: 1 column(s) instead of 3",
    ]
    assert len(found) == len(expected)
    for line, start in zip(found, expected, strict=True):
        assert line.startswith(start)
        assert line.count(". ") >= 1, "each fault ends with a cure"


def test_a_truncated_last_line(beir):
    path = beir / "corpus.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    assert problems(beir)[0].startswith("corpus.jsonl, line 4: the JSON stops in the middle (file cut short?)")


def test_wrong_encodings(tmp_path, beir):
    (beir / "queries.jsonl").write_bytes('{"_id": "q1", "text": "für"}\n'.encode("latin-1"))
    assert problems(beir)[0].startswith("queries.jsonl, line 1: byte 25 (0xfc) is not UTF-8")
    utf16 = write_beir(tmp_path / "utf16", queries='{"_id": "q1", "text": "a"}\n'.encode("utf-16"))
    assert "the file is UTF-16, not UTF-8. Save it again as UTF-8" in problems(utf16)[0]


@pytest.mark.parametrize(("text", "what"), [("", "is empty"), ("  ", "is empty"), ("?!", "has no letter or digit")])
def test_a_query_without_anything_to_search_for(tmp_path, text, what):
    assert what in problems(write_beir(tmp_path, queries={"q1": text}, qrels="q1\td1\t1\n"))[0]


def test_missing_golds_can_be_counted_instead_of_refused(beir):
    path = beir / "qrels.tsv"
    path.write_text(path.read_text() + "q1\tgone\t1\n")
    collection = load(beir, allow_missing_golds=True)
    assert collection.golds["q1"] == (frozenset(["d2"]), frozenset(["gone"]))
    assert "1 gold(s) are not in the corpus" in collection.notes[0]


def test_grades_below_one_make_no_gold(tmp_path):
    collection = load(write_beir(tmp_path, qrels="q1\td1\t0\nq1\td2\t2\nq2\td3\t-1\n"))
    assert collection.golds["q1"] == (frozenset(["d2"]),)
    assert not collection.has_gold("q2")


@pytest.mark.parametrize(
    ("documents", "message"), [("", "the corpus is empty"), ({"d1": "", "d2": " \n"}, "all 2 documents are blank")], ids=["empty", "blank"]
)
def test_nothing_to_search(tmp_path, documents, message):
    with pytest.raises(BakeoffError, match=message):
        load(write_beir(tmp_path, documents=documents, qrels=""))


def test_some_blank_documents_are_noted(tmp_path):
    collection = load(write_beir(tmp_path, documents={"d1": "text", "d2": " "}, qrels="q1\td1\t1\n"))
    assert "1 document(s) are blank" in collection.notes[0]


@pytest.mark.parametrize("name", ["queries.jsonl", "qrels.tsv"])
def test_a_missing_file_is_named(beir, name):
    (beir / name).unlink()
    with pytest.raises(BakeoffError, match=r"queries.jsonl .* is missing|no qrels found"):
        load(beir)


def test_a_missing_folder_and_a_file_in_its_place(tmp_path):
    with pytest.raises(BakeoffError, match="no such folder"):
        load(tmp_path / "nowhere")
    (tmp_path / "file").write_text("x")
    with pytest.raises(BakeoffError, match="is a file, not a folder"):
        load(tmp_path / "file")
    with pytest.raises(BakeoffError, match="holds neither"):
        load(tmp_path)
