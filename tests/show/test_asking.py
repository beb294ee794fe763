"""Controls that ask: what is kept goes to the callback, what is shown is true of what is chosen now, and nothing is given away."""

from __future__ import annotations

import pytest

from lab_utils.errors import BakeoffError
from lab_utils.show.questions import Option, Question, quiz_text
from lab_utils.show.widgets import HintLadder, PredictionForm, Quiz
from tests.show.test_widgets import QUESTION


def test_a_prediction_goes_to_the_callback():
    kept = []
    control = PredictionForm("p1", "Which one?", ["keyword", "dense"], lambda *answer: kept.append(answer))
    control.keep.click()
    assert not kept
    assert "Choose one first" in control.out.value
    before = repr(control.static())
    control.choice.value = "dense"
    control.keep.click()
    assert kept == [("p1", "dense")]
    assert "You said: dense." in control.out.value
    assert repr(control.static()) == before, "what somebody answered is no part of the page"
    many = PredictionForm("p2", "Which one?", [f"option {number}" for number in range(9)], lambda *answer: None, given="option 3")
    assert many.choice.value == "option 3"
    with pytest.raises(BakeoffError, match="no options"):
        PredictionForm("p3", "Which one?", [], lambda *answer: None)


def test_an_error_in_a_callback_is_shown():
    def full(*_answer):
        raise OSError("the disk is full")

    control = PredictionForm("p1", "Which one?", ["keyword", "dense"], full)
    control.choice.value = "dense"
    control.keep.click()
    assert "OSError: the disk is full" in control.out.value


def test_hints_come_one_by_one():
    asked = []
    control = HintLadder("RRF", lambda level: f"hint {level} <b>", record=asked.append)
    for level in (1, 2, 3):
        control.next.click()
        assert f"hint {level} &lt;b&gt;" in control.out.value
        assert f"hint {level + 1}" not in control.out.value
    assert asked == [1, 2, 3]
    assert control.next.disabled
    control.next.click()
    assert asked == [1, 2, 3]
    assert "hint 1" not in repr(control.static()), "the page gives nothing away"


def test_a_quiz_gives_a_reason_for_every_option():
    kept = []
    control = Quiz(QUESTION, lambda *answer: kept.append(answer))
    control.submit.click()
    assert "Choose an option first" in control.out.value
    assert "larger scale" not in control.out.value
    control.choice.value = 1
    control.submit.click()
    assert "B is wrong; A is right." in control.out.value
    assert "wrong,\N{NO-BREAK SPACE}yours" in control.out.value
    assert "larger scale" in control.out.value
    assert "Adding is free" in control.out.value
    control.choice.value = 0
    control.submit.click()
    assert kept == [("add-scores", "B", False), ("add-scores", "A", True)]
    static = quiz_text(QUESTION)._repr_html_()
    assert static.index("<details>") < static.index("larger scale"), "the reasons are folded away"


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ((Option("a", True, "r"),), "1 options"),
        ((Option("a", True, "r"), Option("b", True, "r")), "exactly one"),
        ((Option("a", True, "r"), Option("b", False, " ")), "reason"),
    ],
)
def test_a_quiz_that_cannot_be_answered_is_refused(options, what):
    with pytest.raises(BakeoffError, match=what):
        Question("q", "?", options)


def test_a_prediction_says_what_is_kept_and_what_is_not_yet():
    control = PredictionForm("p1", "Which one?", ["keyword", "dense"], lambda *answer: None)
    control.keep.click()
    control.choice.value = "keyword"
    assert "Choose one first" not in control.out.value
    assert "Not kept yet: press Keep it." in control.out.value
    control.keep.click()
    assert "Not kept" not in control.out.value
    control.choice.value = "dense"
    assert "Not kept yet: press Keep it. So far you said: keyword." in control.out.value
    control.choice.value = "keyword"
    assert "Not kept" not in control.out.value
    assert "You said: keyword." in control.out.value


def test_a_list_to_choose_from_says_so():
    kept = []
    control = PredictionForm("p1", "Which one?", [f"option {number}" for number in range(9)], lambda *answer: kept.append(answer))
    assert control.choice.label == "choose ..."
    control.keep.click()
    assert not kept
    assert "Choose one first." in control.out.value


def test_a_button_is_wide_enough_for_the_longest_option():
    control = PredictionForm("p1", "Which one?", ["no", "as many as there are here"[:24]], lambda *answer: None)
    assert control.choice.style.button_width == "28ch"


def test_a_sentence_is_a_paragraph_and_a_sketch_of_code_keeps_its_lines():
    control = HintLadder("RRF", ["Which numbers?", "for each list:\n    add up"], seen=2, after="Still stuck?")
    assert "<p>Hint 1 of 2: Which numbers?</p>" in control.out.value
    assert "for each list:\n    add up</pre>" in control.out.value
    assert "Still stuck?" in control.out.value
    assert "Still stuck?" not in HintLadder("RRF", ["Which numbers?", "Add up."], seen=1, after="Still stuck?").out.value


def test_a_quiz_asks_for_the_answer_until_there_is_one():
    control = Quiz(QUESTION)
    control.submit.click()
    control.choice.value = 1
    assert "Choose an option first" not in control.out.value
    assert "Press Answer." in control.out.value
    control.submit.click()
    control.choice.value = 0
    assert "B is wrong; A is right." in control.out.value, "it names the letter that it is about"


def test_a_long_option_of_a_quiz_may_take_two_lines():
    control = Quiz(QUESTION)
    (style,) = [child.value for child in control.children if "<style>" in str(getattr(child, "value", ""))]
    (name,) = control.choice._dom_classes
    assert f".{name} .widget-radio-box label" in style
    assert "white-space: normal" in style
    assert [label for label, _ in control.choice._options_full] == [f"{letter}. {option.text}" for letter, option in zip("AB", QUESTION.options, strict=True)]
