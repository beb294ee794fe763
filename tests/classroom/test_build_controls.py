"""What a built page keeps of a control: its static equal, and neither its random number nor anybody's answer."""

from __future__ import annotations

import ipywidgets

from lab_utils.classroom.build_rules import WIDGET
from lab_utils.classroom.build_run import CONTROL, _without_controls
from lab_utils.exercises.forms import quiz
from lab_utils.show.widgets import HintLadder, PredictionForm


def output_of(control) -> dict:
    return {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": control._repr_mimebundle_()}


def asked() -> PredictionForm:
    return PredictionForm("p1", "Who wins?", ["keyword", "dense"], lambda *kept: None, how='predict("p1", "keyword")', given="dense")


def test_the_static_equal_of_a_control_is_kept():
    (kept,) = _without_controls([output_of(asked())])
    assert kept["output_type"] == "execute_result"
    assert kept["data"] == {"text/plain": repr(asked().static()), "text/html": asked().static()._repr_html_()}
    assert 'Without buttons: predict("p1", "keyword")' in kept["data"]["text/plain"]


def test_nobody_s_answer_and_no_number_is_kept():
    ladder = HintLadder("RRF", ["Which numbers?"], seen=1, how='hint("rrf")')
    for make in (asked, lambda: ladder, lambda: quiz("03-quiz")):
        first, second = _without_controls([output_of(make())]), _without_controls([output_of(make())])
        assert first == second
        assert WIDGET not in first[0]["data"]
        assert "You said" not in str(first)
        assert "Which numbers?" not in str(first)


def test_one_line_stands_for_all_that_have_no_static_equal():
    told = {"output_type": "stream", "name": "stdout", "text": "done"}
    sliders = [output_of(ipywidgets.IntSlider()), output_of(ipywidgets.Output())]
    kept = _without_controls([sliders[0], output_of(asked()), told, sliders[1]])
    assert [each["output_type"] for each in kept] == ["execute_result", "stream", "display_data"]
    assert kept[-1]["data"] == {"text/plain": CONTROL}
    assert _without_controls([told]) == [told]
