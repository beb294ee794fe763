"""Controls that ask the reader: a prediction, the next hint, a quiz.

They keep nothing themselves. What is to be kept goes to a function of the caller; what it raises is shown in place.
Their static equal shows the question alone, never what somebody answered, so that a re-run gives the same page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import ipywidgets as widgets

from lab_utils.errors import BakeoffError
from lab_utils.show.block import Block, Quoted, block
from lab_utils.show.questions import LETTERS, Question, hints_text, prediction_text, quiz_text, reasons
from lab_utils.show.widgets.base import FULL, WIDE, Control, heading

MOST_BUTTONS, LONGEST_BUTTON = 6, 24  # more or longer options are easier to read in a list
BELOW = widgets.Layout(margin="8px 2px 2px 2px")  # some room between what is chosen and the button
NARROWEST = 12  # characters: buttons of one width look calmer, and are easier to hit
NOTHING = "choose ..."
NOT_KEPT = "Not kept yet: press Keep it."
WHOLE_WIDTH = widgets.Layout(width="calc(100% - 8px)", height="auto")
WRAPS = "bakeoff-wraps"
# ipywidgets gives every option one line of a fixed height. A longer one would run into the button below.
WRAPPING = f"""<style>
.{WRAPS} .widget-radio-box {{ height: auto; }}
.{WRAPS} .widget-radio-box label {{
    display: flex; flex-direction: row-reverse; justify-content: flex-end; align-items: baseline;
    height: auto; line-height: 1.4; white-space: normal; overflow: visible; margin-bottom: 4px;
}}
.{WRAPS} .widget-radio-box input {{ flex: none; height: auto; line-height: inherit; align-self: flex-start; margin-top: 0.15em; }}
</style>"""


class PredictionForm(Control):
    """Say first what you expect. `record(id, answer)` keeps it."""

    def __init__(self, prediction_id: str, question: str, options: Sequence[str], record: Callable[[str, str], object], how: str = "", given: str = ""):
        if not options:
            raise BakeoffError(f"prediction {prediction_id!r} has no options. Give at least two.")
        self.id, self.question, self.options, self.how = prediction_id, question, tuple(options), how
        self._record = record
        short = len(options) <= MOST_BUTTONS and max(map(len, options)) <= LONGEST_BUTTON
        self._said = given if given in options else ""
        look = {"description": "you expect", "style": WIDE, "layout": FULL}
        if short:
            # As it comes, a button has one width whatever is on it, and cuts a longer text.
            style = WIDE | {"button_width": f"{max(NARROWEST, *map(len, options)) + 4}ch"}
            self.choice = widgets.ToggleButtons(options=list(options), value=self._said or None, **(look | {"style": style}))
        else:
            self.choice = widgets.Dropdown(options=[(NOTHING, ""), *((option, option) for option in options)], value=self._said, **look)
        self.keep = widgets.Button(description="Keep it", button_style="primary", tooltip="Keep this prediction", layout=BELOW)
        super().__init__(heading(question), self.choice, self.keep)
        self.keep.on_click(lambda _button: self.attempt(self._kept))
        self.choice.observe(lambda _change: self.say(self._state()), names="value")
        if self._said:
            self.say(self._state())

    def static(self) -> Block:
        return prediction_text(self.question, self.options, self.how)

    def _kept(self) -> Block:
        if self.choice.value:
            self._record(self.id, self.choice.value)
            self._said = self.choice.value
        return self._state()

    def _state(self) -> Block:
        """What was kept, and whether it is what is chosen now. Neither may be taken for the other."""
        if not self.choice.value:
            return block("Choose one first.")
        if self.choice.value == self._said:
            return block(f"You said: {self._said}.")
        return block(f"{NOT_KEPT} So far you said: {self._said}." if self._said else NOT_KEPT)


class HintLadder(Control):
    """One hint a press. `hints` are texts, or a function from level (from 1) to a text, which may keep that it was asked.

    seen: so many were asked for before, and stand there from the start. after: what to do when there are no more.
    """

    def __init__(
        self,
        title: str,
        hints: Sequence[str] | Callable[[int], object],
        levels: int = 3,
        how: str = "",
        record: Callable[[int], object] | None = None,
        seen: int = 0,
        after: str = "",
    ):
        self.title, self.how, self.after = title, how, after
        self._hint = hints if callable(hints) else lambda level: hints[level - 1]
        self.levels = levels if callable(hints) else len(hints)
        self._record = record
        self._shown = [str(self._hint(level)) for level in range(1, min(seen, self.levels) + 1)]
        self.next = widgets.Button(tooltip="Show the next hint")
        super().__init__(heading(f"{title}: hints"), self.next)
        self.next.on_click(lambda _button: self.attempt(self._one_more))
        self.say(self._so_far())

    def static(self) -> Block:
        return hints_text(self.title, self.levels, self.how)

    def _one_more(self) -> Block:
        level = len(self._shown) + 1
        if level <= self.levels:
            text = str(self._hint(level))
            if self._record is not None:
                self._record(level)
            self._shown.append(text)
        return self._so_far()

    def _so_far(self) -> Block:
        left = len(self._shown) < self.levels
        self.next.disabled = not left
        self.next.description = f"Hint {len(self._shown) + 1} of {self.levels}" if left else "No more hints"
        parts = [part for number, hint in enumerate(self._shown, start=1) for part in _hint_parts(f"Hint {number} of {self.levels}:", hint)]
        return block(*parts, "" if left else self.after)


def _hint_parts(label: str, hint: str) -> tuple[str | Quoted, ...]:
    """A hint of one line is a sentence; one of several is a sketch of code, whose indents count."""
    return (label, Quoted(hint)) if "\n" in hint else (f"{label} {hint}",)


class Quiz(Control):
    """One question. After answering, every option has its reason. `record(question id, letter, right)` may keep it.

    note: one line under the button, say what is kept.
    """

    def __init__(self, question: Question, record: Callable[[str, str, bool], object] | None = None, note: str = ""):
        self.question = question
        self._record = record
        options = [(f"{LETTERS[place]}. {option.text}", place) for place, option in enumerate(question.options)]
        self.choice = widgets.RadioButtons(options=options, value=None, layout=WHOLE_WIDTH)
        self.choice.add_class(WRAPS)
        self.submit = widgets.Button(description="Answer", button_style="primary", tooltip="Check the chosen option and read the reasons", layout=BELOW)
        self._is_answered = False
        title = heading(question.text)
        title.value += WRAPPING
        super().__init__(title, self.choice, self.submit, *([widgets.HTML(escape(note))] if note else []))
        self.submit.on_click(lambda _button: self.attempt(self._answered))
        self.choice.observe(lambda _change: self._chosen(), names="value")

    def static(self) -> Block:
        return quiz_text(self.question)

    def _chosen(self) -> None:
        # The reasons name the letter that they answer, so they may stay; a request to choose may not.
        if not self._is_answered:
            self.say(block("Press Answer."))

    def _answered(self) -> Block:
        chosen = self.choice.value
        if chosen is None:
            return block("Choose an option first.")
        self._is_answered = True
        right = self.question.options[chosen].right
        if self._record is not None:
            self._record(self.question.id, LETTERS[chosen], right)
        verdict = f"{LETTERS[chosen]} is right." if right else f"{LETTERS[chosen]} is wrong; {LETTERS[self.question.answer]} is right."
        return block(verdict, reasons(self.question, chosen))
