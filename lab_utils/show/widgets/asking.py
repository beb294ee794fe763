"""Controls that ask the reader: a prediction, the next hint, a quiz.

They keep nothing themselves. What is to be kept goes to a function of the caller; what it raises is shown in place.
Their static equal shows the question alone, never what somebody answered, so that a re-run gives the same page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ipywidgets as widgets

from lab_utils.errors import BakeoffError
from lab_utils.show.block import Block, Quoted, block
from lab_utils.show.questions import LETTERS, Question, hints_text, prediction_text, quiz_text, reasons
from lab_utils.show.widgets.base import FULL, WIDE, Control, heading

MOST_BUTTONS, LONGEST_BUTTON = 6, 24  # more or longer options are easier to read in a list
ROOMY = widgets.Layout(width="max-content", max_width="100%")


class PredictionForm(Control):
    """Say first what you expect. `record(id, answer)` keeps it."""

    def __init__(self, prediction_id: str, question: str, options: Sequence[str], record: Callable[[str, str], object], how: str = "", given: str = ""):
        if not options:
            raise BakeoffError(f"prediction {prediction_id!r} has no options. Give at least two.")
        self.id, self.question, self.options, self.how = prediction_id, question, tuple(options), how
        self._record = record
        short = len(options) <= MOST_BUTTONS and max(map(len, options)) <= LONGEST_BUTTON
        start = given if given in options else None
        kind = widgets.ToggleButtons if short else widgets.Dropdown
        self.choice = kind(options=list(options), value=start, description="you expect", style=WIDE, layout=FULL)
        self.keep = widgets.Button(description="Keep it", button_style="primary", tooltip="Keep this prediction")
        super().__init__(heading(question), self.choice, self.keep)
        self.keep.on_click(lambda _button: self.attempt(self._kept))
        if start:
            self.say(block(f"You said: {start}."))

    def static(self) -> Block:
        return prediction_text(self.question, self.options, self.how)

    def _kept(self) -> Block:
        if self.choice.value is None:
            return block("Choose one first.")
        self._record(self.id, self.choice.value)
        return block(f"You said: {self.choice.value}.")


class HintLadder(Control):
    """One hint a press. `hints` are texts, or a function from level (from 1) to a text, which may keep that it was asked."""

    def __init__(
        self, title: str, hints: Sequence[str] | Callable[[int], object], levels: int = 3, how: str = "", record: Callable[[int], object] | None = None
    ):
        self.title, self.how = title, how
        self._hint = hints if callable(hints) else lambda level: hints[level - 1]
        self.levels = levels if callable(hints) else len(hints)
        self._record, self._shown = record, []
        self.next = widgets.Button(description=f"Hint 1 of {self.levels}", tooltip="Show the next hint", disabled=not self.levels)
        super().__init__(heading(title), self.next)
        self.next.on_click(lambda _button: self.attempt(self._one_more))

    def static(self) -> Block:
        return hints_text(self.title, self.levels, self.how)

    def _one_more(self) -> Block:
        level = len(self._shown) + 1
        if level <= self.levels:
            text = str(self._hint(level))
            if self._record is not None:
                self._record(level)
            self._shown.append(text)
        left = len(self._shown) < self.levels
        self.next.disabled = not left
        self.next.description = f"Hint {len(self._shown) + 1} of {self.levels}" if left else "No more hints"
        parts = [part for number, hint in enumerate(self._shown, start=1) for part in (f"Hint {number} of {self.levels}", Quoted(hint))]
        return block(*parts)


class Quiz(Control):
    """One question. After answering, every option has its reason. `record(question id, letter, right)` may keep it."""

    def __init__(self, question: Question, record: Callable[[str, str, bool], object] | None = None):
        self.question = question
        self._record = record
        options = [(f"{LETTERS[place]}. {option.text}", place) for place, option in enumerate(question.options)]
        self.choice = widgets.RadioButtons(options=options, value=None, layout=ROOMY)
        self.submit = widgets.Button(description="Answer", button_style="primary", tooltip="Check the chosen option and read the reasons")
        super().__init__(heading(question.text), self.choice, self.submit)
        self.submit.on_click(lambda _button: self.attempt(self._answered))

    def static(self) -> Block:
        return quiz_text(self.question)

    def _answered(self) -> Block:
        chosen = self.choice.value
        if chosen is None:
            return block("Choose an option first.")
        right = self.question.options[chosen].right
        if self._record is not None:
            self._record(self.question.id, LETTERS[chosen], right)
        verdict = f"{LETTERS[chosen]} is right." if right else f"{LETTERS[chosen]} is wrong; {LETTERS[self.question.answer]} is right."
        return block(verdict, reasons(self.question, chosen))
