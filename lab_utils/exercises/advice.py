"""What to say of a function that came to no answer: for each kind of error, and for each way in which its process ended."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lab_utils.exercises.outcomes import Outcome
from lab_utils.exercises.runner import CROWD, Limits, Report, Stage

# How Python writes that a call and the parameters do not fit; other TypeErrors at the call are about the values.
_MISFIT = re.compile(r"\(\) (takes|missing|got)|expected .*\bargument")

_STOPS = {
    "ZeroDivisionError": "It divides by something that is 0 in this case. What is empty here, and what should the answer be then?",
    "KeyError": "A dict is asked for a key that it does not hold. What are its keys, and may one be missing?",
    "IndexError": "A place is asked for that the list does not have. How long is it in this case?",
    "AttributeError": "This kind of value has no such attribute. What kind is it here? The fields of a dict are reached with brackets, not with a dot.",
    "ValueError": "A value was not what that call needs. Is something empty here, or of another form than you expect?",
    "TypeError": "Two kinds of value do not go together there. What kind is each of them in this case?",
    "RecursionError": "Your function calls itself and never stops doing so.",
    "MemoryError": "Your function asks for more memory than a check may use. Does a list grow in a loop?",
    "EOFError": "Nobody is there to answer input(): everything the function needs comes in its arguments.",
    "SystemExit": "sys.exit() and exit() end the whole program. A function ends with return, and gives its answer back with it.",
    "KeyboardInterrupt": "This is what the stop button raises. It ends a program; a function ends with return.",
    "UnreadableResult": "What your function gave back could not be read. Build it of plain numbers, texts, lists, tuples, sets and dicts.",
}


def about_error(outcome: Outcome, place: str, call: str) -> str:
    """Of an exception in a case. `place` is the line of the learner's code, `call` how the lesson calls the function; empty where that is not told."""
    kind = outcome.raised[0]
    if kind in ("NameError", "UnboundLocalError"):
        return (
            "A name is used that does not exist there. If it is a module, import it in this cell, above the function. "
            "If it comes from another cell, run that cell; if that cell is gone, take the value as an argument."
        )
    if kind == "TypeError" and outcome.message.startswith("unhashable"):
        return "A list, a set or a dict cannot be a key or stand in a set, nor be given to a function with a cache. A tuple can, if it holds none of them."
    if kind == "TypeError" and call and not place and _MISFIT.search(outcome.message):  # raised at the call, before its first line
        return f"The lesson calls it as {call} here. Do the parameters fit?"
    return _STOPS.get(kind, "Python stopped there.")


def about_loading(raised: Sequence[str]) -> str:
    if raised[0] in ("ModuleNotFoundError", "ImportError"):
        return "A module that your function uses cannot be imported outside this notebook."
    return "Your function could not be taken over into the process where checks run. Restart the kernel, and run the cells again from the top."


def about_timeout(stage: Stage, limits: Limits) -> str:
    if stage is Stage.LOADING:
        return (
            f"What your function uses was not there after {limits.load_seconds:g} seconds, so it was not judged. Does it import something that takes so long?"
        )
    if stage is Stage.IMPORTING:
        return (
            f"Your function was still importing a module after {limits.seconds:g} seconds and was stopped. "
            "Put the import above the function: then it does not count."
        )
    return f"Your function was still running after {limits.seconds:g} seconds and was stopped. Which loop never ends, or which pattern never gives up?"


def about_death(report: Report) -> str:
    if report.detail == CROWD:
        return "More processes than one answered the check. Does your function start others, with os.fork or multiprocessing? It has to do without."
    return f"Your function ended the process it ran in ({report.detail}). A function gives its answer back with return."
