"""Buttons for a prediction write where the line of code writes, and know what was said before."""

from __future__ import annotations

from lab_utils.exercises.forms import ask, quiz
from lab_utils.exercises.predicting import given, predict
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


def test_without_buttons_it_names_the_line_of_code():
    assert 'predict("who-wins", "keyword")' in repr(ask("who-wins", "Who wins?", OPTIONS).static())


def test_a_quiz_keeps_the_answer():
    form = quiz(Question("trap", "Which?", (Option("this", True, "it is"), Option("that", False, "it is not"))))
    form.choice.value = 1
    form.submit.click()
    assert given("trap") == ["B"]
