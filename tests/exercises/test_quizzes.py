"""The questions of the lessons: found by id, and nowhere in a lesson to be read before they are answered."""

from __future__ import annotations

import pytest

from lab_utils.classroom.doctor import ROOT
from lab_utils.errors import BakeoffError
from lab_utils.exercises.forms import quiz
from lab_utils.exercises.quizzes import QUIZZES, question_of


def test_an_unknown_quiz_is_named_with_those_there_are():
    for ask in (question_of, quiz):
        with pytest.raises(BakeoffError, match="there is no quiz '3'. Choose among: 03-quiz, 04-quiz, 05-quiz."):
            ask("3")


@pytest.mark.parametrize("quiz_id", QUIZZES)
def test_a_lesson_asks_its_quiz_and_gives_nothing_away(quiz_id):
    (lesson,) = (ROOT / "solutions").glob(f"{quiz_id[:2]}_*.py")
    source = lesson.read_text(encoding="utf-8")
    assert f'quiz("{quiz_id}")' in source
    for option in QUIZZES[quiz_id].options:
        assert option.text not in source
        assert option.reason not in source


@pytest.mark.parametrize("quiz_id", QUIZZES)
def test_the_static_equal_shows_the_options_and_folds_the_answer_away(quiz_id):
    question, html = QUIZZES[quiz_id], quiz(quiz_id).static()._repr_html_().replace("&#x27;", "'")
    open_part, folded = html.split("<details>")
    for option in question.options:
        assert option.text in open_part
        assert option.reason not in open_part
        assert option.reason in folded
