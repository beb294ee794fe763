"""The real lessons in a real browser: every cell runs, and lesson 03 is worked through as a learner does."""

from __future__ import annotations

import pytest

from lab_utils.exercises.quizzes import QUIZZES
from lab_utils.exercises.registry import exercise
from tests.browser.test_sample import RANKS_FROM_ZERO
from tests.notebooks.lessons import LEARNER


@pytest.mark.parametrize("path", LEARNER, ids=lambda path: path.stem)
def test_an_untouched_lesson_runs_without_an_error(open_lesson, path):
    lesson = open_lesson(path)
    lesson.run_all()
    assert lesson.errors() == []
    lesson.picture(path.stem)


def test_lesson_03_as_a_learner_does(open_lesson):
    (path,) = (path for path in LEARNER if path.stem.startswith("03"))
    lesson = open_lesson(path)
    lesson.run_all()

    told = lesson.answer("rrf", RANKS_FROM_ZERO)
    assert "Reciprocal rank fusion: wrong" in told
    assert next(mistake.message for mistake in exercise("rrf").mistakes if mistake.function.__name__ == "ranks_from_zero") in told
    assert "Reciprocal rank fusion: passed" in lesson.solve("rrf")

    hints = lesson.cell(containing='hints("rrf")')
    lesson.press(hints, "Hint 1 of 3")
    hints.get_by_text(exercise("rrf").hints[0]).wait_for()

    mixer = lesson.cell(containing="RrfMixer(")
    table = mixer.locator("table").first
    before, after = lesson.changed(table, lambda: lesson.move_slider(mixer, "k", -3))
    assert before != after
    lesson.picture("03-mixer", mixer)

    quiz, question = lesson.cell(containing='quiz("03-quiz")'), QUIZZES["03-quiz"]
    for place, said in ((0, "A is wrong; B is right."), (question.answer, "B is right.")):
        quiz.get_by_role("radio").nth(place).check()
        lesson.press(quiz, "Answer")
        quiz.get_by_text(said, exact=True).wait_for()
    lesson.picture("03-quiz", quiz)
    assert lesson.errors() == []
