"""The controls that ask the reader, tied to the progress file: what is answered is kept, and there again the next time."""

from __future__ import annotations

from collections.abc import Sequence

from lab_utils.exercises.predicting import given, predict
from lab_utils.show.questions import Question
from lab_utils.show.widgets.asking import PredictionForm, Quiz


def ask(prediction_id: str, question: str, options: Sequence[str]) -> PredictionForm:
    """Buttons for a prediction. Without buttons, the line of code that it names does the same."""
    how = f'predict("{prediction_id}", "{options[0]}")'
    return PredictionForm(prediction_id, question, options, predict, how, (given(prediction_id) or [""])[-1])


def quiz(question: Question) -> Quiz:
    """One question with its options; the first answer is kept beside the predictions."""
    return Quiz(question, lambda question_id, letter, right: predict(question_id, letter))
