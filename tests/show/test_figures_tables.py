"""Tables beside the figures: header cells, one way to write numbers, the best marked, plain text that says the same."""

from __future__ import annotations

import re
from html import unescape

import numpy as np
import pandas as pd
import pytest

from lab_utils.errors import BakeoffError
from lab_utils.exercises.plain_table import PlainTable
from lab_utils.show.block import Drawing, Folded, Quoted, block
from lab_utils.show.sliced import sliced
from lab_utils.show.tables import MOST_ROWS, table, written
from tests.show.test_figures import HOSTILE, small  # noqa: F401 (a fixture)


def frame() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "strategy": ["keyword", HOSTILE, "hybrid"],
            "n": [64, 64, 12_000],
            "recall@5": [0.97656, 0.5, 0.97651],
            "low": [0.9, 0.4, np.nan],
            "high": [1.0, 0.6, np.nan],
            "leaks": [3.0, 0.0, 1.0],
        }
    )


def cells_of(markup: str) -> list[str]:
    return [unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", markup)]


def test_plain_text_and_html_say_the_same():
    made = table(frame(), "A caption", best=["recall@5"], best_low=["leaks"])
    markup = made._repr_html_()
    assert cells_of(markup) == [*made.columns, *(cell for row in made.rows for cell in row)]
    for cell in cells_of(markup):
        assert cell in repr(made)
    assert repr(made).startswith("A caption\n")
    assert "A caption" in markup


def test_header_cells_have_a_scope_and_nothing_is_unescaped():
    markup = table(frame())._repr_html_()
    assert markup.count('scope="col"') == 5
    assert markup.count('scope="row"') == 3
    assert "<script>" not in markup
    assert "mathjax_ignore" in markup, "two dollar signs would be set as a formula"


def test_intervals_are_put_together_and_the_best_is_marked():
    made = table(frame(), best=["recall@5"], best_low=["leaks"])
    assert made.columns == ("strategy", "n", "recall@5", "95 % interval", "leaks")
    assert made.rows[0] == ("keyword", "64", "0.977 *", "0.900 to 1.000", "3.000")
    assert made.rows[2] == ("hybrid", "12,000", "0.977 *", "-", "1.000"), "what is written alike is equally good"
    assert made.rows[1][4] == "0.000 *"
    assert "best of its column" in made.foot


def test_an_index_with_a_name_is_the_first_column_and_the_frame_stays():
    named = frame().set_index("strategy")
    before = named.copy()
    assert table(named).columns[0] == "strategy"
    pd.testing.assert_frame_equal(named, before)


def test_two_renders_are_equal_and_hold_no_random_id():
    first, second = table(frame(), "x")._repr_html_(), table(frame(), "x")._repr_html_()
    assert first == second
    assert "id=" not in first


def test_a_long_frame_is_cut_and_says_so():
    made = table(pd.DataFrame({"query": range(100), "value": 0.5}))
    assert len(made.rows) == MOST_ROWS
    assert made.foot == f"The first {MOST_ROWS} of 100 rows."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1234, "0.123"),
        (np.float32(0.5), "0.500"),
        (1, "1"),
        (np.int64(12345), "12345"),
        (1234.5, "1,234.50"),
        (pd.NaT, "-"),
        (None, "-"),
        (np.nan, "-"),
        (pd.NA, "-"),
        ("", "-"),
        ("a\nb", "a b"),
        (True, "yes"),
        (np.bool_(False), "no"),
    ],
)
def test_values_are_written_one_way(value, text):
    assert written(value) == text


def test_a_large_float_keeps_cents_and_no_tenths():
    assert written(8962.05) == "8,962.05"
    assert written(206172.7, 1) == "206,173"
    assert written(999.94, 1) == "999.9"


def test_mistakes_are_named():
    with pytest.raises(BakeoffError, match="recal"):
        table(frame(), best=["recal"])
    with pytest.raises(BakeoffError, match="two columns are called 'a'"):
        table(pd.DataFrame([[1, 2]], columns=["a", "a"]))
    with pytest.raises(BakeoffError, match="DataFrame"):
        table([1, 2])
    assert "strategy" in repr(table(frame().iloc[:0], best=["leaks"]))


def test_the_sliced_table_holds_the_means(small):  # noqa: F811
    made = sliced(small, "recall@5", ["keyword", "dense"])
    assert made.columns == ("pattern", "n", "keyword", "dense")
    by_name = {row[0]: row for row in made.rows}
    assert by_name["identifier"][1] == "21"
    assert by_name["identifier"][2].startswith(f"{small.values('keyword', 'recall@5', 'identifier').mean():.3f} (")
    assert all("*" in f"{row[2]}{row[3]}" for row in made.rows)
    assert sliced(small, split="dev").rows[-1][1] == "14"


def test_a_block_escapes_everything_and_folds():
    made = block("", HOSTILE, Quoted(HOSTILE), Drawing("<svg></svg>"), Folded(HOSTILE, block(HOSTILE)), table(frame(), HOSTILE))
    assert "<script>" not in made._repr_html_()
    assert "<details>" in made._repr_html_()
    assert "<svg>" not in repr(made)
    assert repr(made).count("alert(1)") >= 5


def test_thousands_stand_apart_in_a_whole_column_or_not_at_all():
    made = table(pd.DataFrame({"depth": [5, 50], "tokens": [947, 1193], "year": [2024, 2025], "sold in year": [1999, 2001], "years of use": [1200, 3]}))
    assert made.rows == (("5", "947", "2024", "1999", "1200"), ("50", "1,193", "2025", "2001", "3"))
    assert table(pd.DataFrame({"yearly": [1200], "n": [1200], "b": [999]})).rows == (("1,200", "1,200", "999"),)


def test_a_caption_does_not_break_to_the_width_of_its_table():
    caption = f"A caption that is longer than its columns {HOSTILE}"
    here = re.search(r"<caption.*</caption>", table(pd.DataFrame({"a": [1], "b": [2]}), caption)._repr_html_())[0]
    there = re.search(r"<caption.*</caption>", PlainTable(caption, ("a",), [("b",)])._repr_html_())[0]
    assert here == there, "one look for every table"
    assert "width:0" in here
    assert "<script>" not in here
    assert "<caption" not in table(frame())._repr_html_()
