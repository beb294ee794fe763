"""`hint` and `reference`: help in small steps. What was asked for is recorded, so that progress stays honest."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from lab_utils.errors import BakeoffError
from lab_utils.exercises import progress_file
from lab_utils.exercises.registry import find
from lab_utils.exercises.sources import reference_source

LEVELS = ("a question", "the step", "pseudo-code")


@dataclass(frozen=True, slots=True)
class Help:
    """A heading, and a text or some code under it."""

    heading: str
    text: str
    is_code: bool = False
    after: str = ""
    """what to do next"""

    def __repr__(self) -> str:
        return "\n".join(part for part in (self.heading, self.text, self.after) if part)

    def _repr_html_(self) -> str:
        body = f"<pre><code>{escape(self.text)}</code></pre>" if self.is_code else f"<p>{escape(self.text)}</p>"
        after = f"<p>{escape(self.after)}</p>" if self.after else ""
        return f'<div style="border-left:4px solid #56B4E9;padding-left:12px"><strong>{escape(self.heading)}</strong>{body}{after}</div>'


def hint(exercise_id: str, level: int | None = None) -> Help:
    """The next hint for an exercise, or the one of this level (1 to 3) again. BakeoffError for a level there is not."""
    exercise = find(exercise_id)
    last = len(exercise.hints)
    entry = progress_file.entry_of(progress_file.read(), exercise.id)
    if level is None:
        level = min(entry["hints"] + 1, last)
    if level not in range(1, last + 1):
        raise BakeoffError(f"hint level {level!r}: there are levels 1 to {last}. Ask for the next one with: hint({exercise.id!r})")
    progress_file.record_hint(exercise.id, level)
    solution = f'reference("{exercise.id}")' if entry["passed"] else f'reference("{exercise.id}", anyway=True)'
    more = f'The next one: hint("{exercise.id}")' if level < last else f"Still stuck? {solution} shows a solution."
    return Help(f"{exercise.title}: hint {level} of {last}, {LEVELS[level - 1]}", exercise.hints[level - 1], level == last, more)


def reference(exercise_id: str, anyway: bool = False) -> Help:
    """The reference solution: after passing, or before that with `anyway=True`, which is recorded."""
    exercise = find(exercise_id)
    entry = progress_file.entry_of(progress_file.read(), exercise.id)
    if not (entry["passed"] or anyway):
        count = len(exercise.hints)
        left = count - entry["hints"]
        hints = f'{left} of {count} hints are left: hint("{exercise.id}").' if left else "You have had all the hints."
        anyway_text = f'To see the solution anyway (your progress will say so): reference("{exercise.id}", anyway=True)'
        return Help(f"{exercise.title}: reference", f"Your own function has not passed yet. {hints}", after=anyway_text)
    progress_file.record_reference(exercise.id)
    return Help(f"{exercise.title}: reference", reference_source(exercise).rstrip(), is_code=True)
