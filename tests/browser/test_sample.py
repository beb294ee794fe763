"""The helpers prove themselves on the sample lesson: what they report is what a learner sees."""

from __future__ import annotations

import pytest

from lab_utils.exercises.registry import exercise
from tests.notebooks.lessons import built_sample

RANKS_FROM_ZERO = """
scores = {}
for ranking in rankings:
    for rank, document in enumerate(dict.fromkeys(ranking)):
        scores[document] = scores.get(document, 0) + 1 / (k + rank)
return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
"""


@pytest.fixture
def lesson(open_lesson, tmp_path_factory):
    return open_lesson(built_sample(tmp_path_factory) / "notebooks" / "03_sample.ipynb")


def test_run_all_then_a_wrong_answer_then_the_solution_then_the_slider(lesson):
    lesson.run_all()
    assert lesson.errors() == []
    assert "not started" in lesson.shown(lesson.place("rrf"))
    lesson.picture("sample-run-all")

    told = lesson.answer("rrf", RANKS_FROM_ZERO)
    assert "Reciprocal rank fusion: wrong" in told
    assert next(mistake.message for mistake in exercise("rrf").mistakes if mistake.function.__name__ == "ranks_from_zero") in told
    lesson.picture("sample-wrong", lesson.cell("rrf"))

    assert "Reciprocal rank fusion: passed (9 of 9 cases right)" in lesson.solve("rrf")
    lesson.picture("sample-passed", lesson.cell("rrf"))

    cell = lesson.cell(containing="slider = ")
    before, after = lesson.changed(cell.locator("table"), lambda: lesson.move_slider(cell, "k", -2))
    assert "k = 60" in before
    assert "k = 60" not in after
    lesson.changed(cell.locator("table caption"), lambda: lesson.move_slider(cell, "k", 30))
    lesson.picture("sample-slider", cell)
    assert lesson.errors() == []


def test_an_error_in_a_cell_is_reported(lesson):
    place = lesson.place(containing="time.perf_counter()")
    lesson.type_into(place, "1 / 0")
    lesson.run_cell(place)
    assert lesson.errors() == ["ZeroDivisionError: division by zero"]
