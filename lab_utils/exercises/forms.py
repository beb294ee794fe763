"""The controls that ask the reader, tied to the progress file: what is answered is kept, and there again the next time."""

from __future__ import annotations

from collections.abc import Sequence

from lab_utils.exercises import progress_file
from lab_utils.exercises.helping import hint
from lab_utils.exercises.predicting import given, offer, predict
from lab_utils.exercises.quizzes import question_of
from lab_utils.exercises.registry import exercise as find
from lab_utils.show.questions import LETTERS, Question
from lab_utils.show.widgets.asking import HintLadder, PredictionForm, Quiz


def ask(prediction_id: str, question: str, options: Sequence[str]) -> PredictionForm:
    """Buttons for a prediction. Without buttons, the line of code that it names does the same."""
    offer(prediction_id, options, question)
    how = f'predict("{prediction_id}", "{options[0]}")'
    return PredictionForm(prediction_id, question, options, predict, how, (given(prediction_id) or [""])[-1])


def quiz(quiz_id: str | Question) -> Quiz:
    """One question with its options, by its id; the first answer is kept beside the predictions."""
    question = quiz_id if isinstance(quiz_id, Question) else question_of(quiz_id)
    offer(question.id, LETTERS[: len(question.options)], question.text)
    return Quiz(question, lambda question_id, letter, right: predict(question_id, letter), "Your first answer is kept.")


def hints(exercise_id: str) -> HintLadder:
    """A button for the next hint; those asked for before, here or with `hint`, stand there already."""
    exercise = find(exercise_id)
    seen = progress_file.entry_of(progress_file.read(), exercise.id)["hints"]
    how, last = f'hint("{exercise.id}")', f'Still stuck? Ask for a solution with: reference("{exercise.id}", anyway=True)'
    return HintLadder(exercise.title, lambda level: hint(exercise.id, level).text, len(exercise.hints), how, seen=seen, after=last)
