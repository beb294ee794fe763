"""The report: self-contained, escaped, described in words, the same bytes twice."""

from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser

import pytest

from lab_utils.collections import Query
from lab_utils.evaluation import bake_off
from lab_utils.search.strategies import Parts
from lab_utils.show.report import write_report


@pytest.fixture
def result(tiny):
    hostile = dataclasses.replace(tiny, name="<script>alert(1)</script>", notes=("a & b <i>",))
    hostile = hostile.with_queries([*tiny.queries[:2], Query("q3", "slow sync", "<b>bold</b>")])
    return bake_off(hostile, ["keyword"], Parts(hostile))


@pytest.fixture
def page(result, tmp_path):
    return write_report(result, tmp_path / "report.html").read_text(encoding="utf-8")


def test_nothing_comes_from_elsewhere(page):
    assert not re.search(r'(?:src|href)\s*=\s*["\'](?!#)', page)
    assert "@import" not in page
    assert "<script" not in page


def test_texts_of_the_data_are_escaped(page):
    assert "&lt;script&gt;" in page
    assert "<b>bold</b>" not in page


def test_every_figure_has_a_text_alternative(page):
    labels = re.findall(r'<svg role="img" aria-label="([^"]+)"', page)
    assert len(labels) == page.count("<svg") == 3
    assert all(len(label) > 40 for label in labels)


def test_headings_are_in_order_and_tables_have_header_cells(page):
    class Outline(HTMLParser):
        def __init__(self):
            super().__init__()
            self.levels, self.open = [], []

        def handle_starttag(self, tag, attributes):
            if re.fullmatch(r"h[1-6]", tag):
                self.levels.append(int(tag[1]))

    outline = Outline()
    outline.feed(page)
    assert outline.levels[0] == 1
    assert outline.levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(outline.levels, outline.levels[1:], strict=False))
    assert page.count("<table") == page.count('<thead><tr><th scope="col">')


def test_the_same_bytes_twice(result, tmp_path, page):
    assert write_report(result, tmp_path / "again.html").read_text(encoding="utf-8") == page
