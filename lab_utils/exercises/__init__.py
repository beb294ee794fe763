"""Floor 5: the exercises. One file holds everything about one; the files beside this one check, hint and keep progress.

In a notebook: `rrf = check("rrf", rrf)`, `hint("rrf")`, `reference("rrf")`, `progress()`, `reset("rrf")`,
`predict("who-wins", "keyword")`, `predictions()`.

A new exercise is a new file in `lesson_NN/`, with an EXERCISE in it; records.py says what that holds. Its tests are
there already: they go through every file.
"""

from lab_utils.exercises.checking import Checked, check
from lab_utils.exercises.helping import hint, reference
from lab_utils.exercises.predicting import predict, predictions
from lab_utils.exercises.records import Case, CheckResult, Exercise, Mistake, State
from lab_utils.exercises.standing import progress, reset

__all__ = [
    "Case",
    "CheckResult",
    "Checked",
    "Exercise",
    "Mistake",
    "State",
    "check",
    "hint",
    "predict",
    "predictions",
    "progress",
    "reference",
    "reset",
]
