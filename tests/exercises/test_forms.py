"""Buttons for a prediction write where the line of code writes, and know what was said before."""

from __future__ import annotations

from lab_utils.exercises.forms import ask, hints, quiz
from lab_utils.exercises.helping import hint
from lab_utils.exercises.predicting import given, predict, predictions
from lab_utils.exercises.quizzes import QUIZZES
from lab_utils.show.questions import Option, Question

OPTIONS = ("keyword", "dense")


def test_a_button_and_a_line_of_code_are_the_same():
    form = ask("who-wins", "Who wins?", OPTIONS)
    assert form.choice.value is None
    form.choice.value = "dense"
    form.keep.click()
    assert given("who-wins") == ["dense"]
    predict("who-wins", "keyword", OPTIONS)
    assert ask("who-wins", "Who wins?", OPTIONS).choice.value == "keyword"


def test_a_line_of_code_is_held_to_the_options_of_the_buttons():
    ask("who-wins", "Who wins?", OPTIONS)
    assert "'kyword' was not kept. Choose one of: keyword, dense." in repr(predict("who-wins", "kyword"))
    assert given("who-wins") == []


def test_without_buttons_it_names_the_line_of_code():
    assert 'predict("who-wins", "keyword")' in repr(ask("who-wins", "Who wins?", OPTIONS).static())


def test_hints_by_button_and_by_code_are_the_same_ladder():
    hint("rrf")
    form = hints("rrf")
    first, second = hint("rrf", 1).text, hint("rrf", 2).text
    assert "hint 1 of" in hints("rrf").out.value.lower()
    form = hints("rrf")
    assert form.next.description == "Hint 3 of 3", "two were asked for by code"
    form.next.click()
    assert form.next.disabled
    assert "reference(&quot;rrf&quot;, anyway=True)" in form.out.value, "and then there is a solution"
    assert hint("rrf").heading.startswith("Reciprocal rank fusion: hint 3")
    assert first[:20] not in repr(form.static())
    assert second[:20] not in repr(form.static())


def test_a_quiz_keeps_the_answer():
    form = quiz(Question("trap", "Which?", (Option("this", True, "it is"), Option("that", False, "it is not"))))
    form.choice.value = 1
    form.submit.click()
    assert given("trap") == ["B"]
    form.choice.value = 0
    form.submit.click()
    assert given("trap")[0] == "B"
    assert "Your first answer is kept." in [getattr(child, "value", "") for child in form.children]


def test_a_quiz_is_asked_by_its_id_and_a_line_of_code_answers_it_too():
    form = quiz("03-quiz")
    assert form.question is QUIZZES["03-quiz"]
    assert "was not kept. Choose one of: A, B, C, D." in repr(predict("03-quiz", "E"))
    predict("03-quiz", "B")
    assert given("03-quiz") == ["B"]
    assert "Nine in ten questions of your log" in repr(predictions())
