"""`predict` and `predictions`: say first what you expect, and see it again beside what was measured.

All answers to a question are kept: the first one is the prediction, a later one is a change of mind.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from lab_utils.exercises import progress_file
from lab_utils.exercises.helping import Help
from lab_utils.exercises.plain_table import PlainTable
from lab_utils.exercises.wording import clean

_options: dict[str, tuple[str, ...]] = {}
"""of each question that was asked, so that a line of code is held to them as the buttons are"""
_questions: dict[str, str] = {}
"""in words, so that a table can say more than an id"""


def predict(prediction_id: str, answer: str | None = None, options: Sequence[str] = ()) -> Help:
    """Keep `answer`, one of `options` when there are any. Without an answer, show the question's state.

    Options that were given once, here or with buttons, hold for later calls too. Never raises for an answer: one that
    is no option is not kept, and the text says so.
    """
    prediction_id = clean(str(prediction_id))
    if options:
        offer(prediction_id, options)
    options = _options.get(prediction_id, ())
    heading = f"Prediction: {prediction_id}"
    choice = f"Choose one of: {', '.join(options)}." if options else "Write what you expect."
    example = options[0] if options else "..."
    how = f'Answer with: predict("{prediction_id}", "{example}")'
    if answer is None:
        given = progress_file.read()["predictions"].get(prediction_id, [])
        return Help(heading, f"You said: {given[-1]}." if given else f"None yet. {choice}", after="" if given else how)
    answer = clean(str(answer)).strip()
    if not answer or (options and answer not in options):
        return Help(heading, f"{answer!r} was not kept. {choice}", after=how)
    given = progress_file.record_prediction(prediction_id, answer)
    before = f" Your first answer was: {given[0]}." if given[0] != answer else ""
    return Help(heading, f"You said: {answer}.{before}", after=_about_id(prediction_id))


def _about_id(prediction_id: str) -> str:
    """A word where the id is not one that was asked, but nearly."""
    near = [] if prediction_id in _options else difflib.get_close_matches(prediction_id, _options, n=1, cutoff=0.85)
    return f"No question here has the id {prediction_id}. Did you mean {near[0]}? Then answer with that one." if near else ""


def offer(prediction_id: str, options: Sequence[str], question: str = "") -> None:
    """Hold answers to this question to `options` from now on, and name it by its words in tables."""
    _options[prediction_id] = tuple(clean(str(option)).strip() for option in options)
    if question:
        _questions[prediction_id] = question


def given(prediction_id: str) -> list[str]:
    """All answers given for a prediction, oldest first."""
    return list(progress_file.read()["predictions"].get(prediction_id, []))


def predictions(measured: Mapping[str, object] | None = None) -> PlainTable:
    """Every prediction that was made; with `measured` ({id: what came out}), those beside the outcome."""
    kept = progress_file.read()["predictions"]
    if measured is None:
        rows = [(_named(name), answers[0], answers[-1] if answers[-1] != answers[0] else "-") for name, answers in kept.items()]
        return PlainTable("Your predictions", ("prediction", "you said", "changed to"), rows, "" if rows else "None yet.")
    rows = [(_named(name), *_beside(kept.get(name, []), str(outcome))) for name, outcome in measured.items()]
    right = sum(row[-1] == "as predicted" for row in rows)
    made = sum(row[1] != "-" for row in rows)
    foot = f"{right} of {made} came out as predicted. The others are where there is something to learn." if made else "You made no prediction here."
    return PlainTable("Predicted and measured", ("prediction", "you said", "measured", "verdict"), rows, foot)


def _beside(answers: Sequence[str], outcome: str) -> tuple[str, str, str]:
    if not answers:
        return "-", outcome, "no prediction"
    return answers[0], outcome, "as predicted" if answers[0] == outcome else "otherwise"


def _named(prediction_id: str) -> str:
    question = _questions.get(prediction_id, "")
    return f"{prediction_id}: {question}" if question else prediction_id
