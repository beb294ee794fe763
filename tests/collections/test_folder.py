"""Reading a folder of Markdown and text files with queries.csv."""

from __future__ import annotations

import pytest

from lab_utils.collections import contextual_text, load
from lab_utils.errors import DataError

NOTICE = """---
id: notice
title: Notice periods
kind: policy
---
What applies to whom.

## Employees
Three months.

```
# no heading
```
## Contractors
Ten days.
"""
QUERIES = """id,text,pattern,history,gold
q1,notice for contractors,concept,,notice#contractors
q2,and in writing?,follow-up,first||second,notice
q3,both,concept,,notice#employees|notice#top;plain#top
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "notice.md").write_text(NOTICE, encoding="utf-8")
    (tmp_path / "plain.txt").write_text("Just text.", encoding="utf-8")
    (tmp_path / "README.md").write_text("not part of the collection", encoding="utf-8")
    (tmp_path / "queries.csv").write_text(QUERIES, encoding="utf-8")
    return tmp_path


def test_passages_are_cut_at_headings(folder):
    documents = {document.id: document for document in load(folder).documents}
    assert list(documents) == ["plain#top", "notice#top", "notice#employees", "notice#contractors"]
    assert documents["notice#top"].text == "Notice periods\nWhat applies to whom."
    assert documents["notice#employees"].text == "Employees\nThree months.\n\n```\n# no heading\n```"
    assert documents["notice#contractors"].metadata == {"kind": "policy"}


def test_the_contextual_text_says_what_the_passage_is_of(folder):
    documents = {document.id: document for document in load(folder).documents}
    assert contextual_text(documents["notice#contractors"]) == "Notice periods. Contractors\nTen days."
    assert contextual_text(documents["notice#top"]) == documents["notice#top"].text


def test_golds_are_groups_of_passages(folder):
    golds = load(folder).golds
    assert golds["q1"] == (frozenset(["notice#contractors"]),)
    assert golds["q2"] == (frozenset(["notice#top", "notice#employees", "notice#contractors"]),)
    assert golds["q3"] == (frozenset(["notice#employees", "notice#top"]), frozenset(["plain#top"]))


def test_history(folder):
    assert load(folder).queries[1].history == ("first", "second")


def test_the_same_heading_twice_gets_a_number(folder):
    (folder / "plain.txt").write_text("## A\none\n## A\ntwo", encoding="utf-8")
    assert {"plain#a", "plain#a-2"} <= {document.id for document in load(folder, allow_missing_golds=True).documents}


@pytest.mark.parametrize(
    ("queries", "message"),
    [
        ("id;text;gold\nq1;a;notice\n", "queries.csv, line 1, field 'id': no such column; found: id;text;gold. Save it with commas"),
        ("id,text\nq1,a\n", "queries.csv, line 1, field 'gold': no such column; found: id, text. Add it to the first line"),
        ("id,text,gold\nq1,a,b,c\n", "queries.csv, line 2: 1 value(s) more than columns"),
        ("id,text,gold\nq1,a,nowhere\n", "queries.csv, line 2, field 'gold': 'nowhere' is no document"),
        ("id,text,gold\nq1,,notice\n", "queries.csv, line 2, field 'text': is empty"),
        ('id,text,gold\nq1,"a,notice\n', "queries.csv, line 2: not CSV"),
    ],
)
def test_malformed_queries(folder, queries, message):
    (folder / "queries.csv").write_text(queries, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(folder)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("head", "message"), [("---\nid: [\n---\n", "not YAML"), ("---\nid: x\n", "not closed"), ("---\njust text\n---\n", "no list of 'name: value'")]
)
def test_malformed_front_matter(folder, head, message):
    (folder / "bad.md").write_text(head + "Text", encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load(folder)
