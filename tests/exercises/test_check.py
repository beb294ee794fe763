"""What a learner sees and gets back from `check`."""

from __future__ import annotations

import functools
import inspect
import json
import re
import signal
import sys
import types

import pytest

from lab_utils.errors import BakeoffError
from lab_utils.exercises import Case, Checked, Exercise, Mistake, State, check, checking, registry
from lab_utils.exercises.checking import examine
from lab_utils.exercises.child.bakeoff_child.wire import decode, encode
from lab_utils.exercises.compare import ranking, rows, same, unordered
from lab_utils.exercises.outcomes import UNREADABLE
from lab_utils.exercises.records import CheckResult
from lab_utils.exercises.render import as_html, as_text
from lab_utils.exercises.runner import CROWD, Limits, Report, Stage
from lab_utils.exercises.sources import Listing, is_stub
from lab_utils.exercises.verdict import judge
from lab_utils.exercises.wording import show

RRF = registry.exercise("rrf")


def stub(rankings, k=60):
    """Fuse."""
    ...


def right(rankings, k=60):
    return RRF.reference(rankings, k)


def from_zero(rankings, k=60):
    scores = {}
    for listed in rankings:
        for position, doc_id in enumerate(listed):
            scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + position)
    return sorted(scores.items(), key=lambda pair: -pair[1])


def test_four_states_and_which_function_goes_on(capsys):
    expected = {stub: State.NOT_STARTED, right: State.PASSED, from_zero: State.WRONG, (lambda rankings, k=60: 1 / 0): State.ERROR}
    for function, state in expected.items():
        checked = check("rrf", function)
        shown = capsys.readouterr().out
        assert checked.result.state is state
        assert checked.learner is function
        assert checked.function is (function if state is State.PASSED else RRF.reference)
        assert ("goes on with your function" in shown) == checked.passed
        assert ("goes on with the reference until yours passes" in shown) != checked.passed
        assert checked([["a"]])[0][0] == "a"
        assert "\n" not in repr(checked)


def test_the_wrapper_reads_like_the_function():
    checked = check("rrf", stub)
    assert checked.__name__ == "rrf"
    assert str(inspect.signature(checked)) == str(inspect.signature(RRF.reference))
    assert checked.__doc__ == RRF.reference.__doc__


def test_a_wrapper_is_judged_by_the_learners_function():
    once = check("rrf", from_zero)
    assert once([["a"]])[0][1] == 1 / 61, "the reference works meanwhile"
    twice = check("rrf", once)
    assert twice.learner is from_zero
    assert twice.result == once.result
    assert twice.result.state is State.WRONG


def test_a_function_that_calls_itself_meets_itself():
    """The cell with the definition ran once, the cell with the check twice: the name holds the wrapper by then."""
    namespace = {"__name__": "__main__"}
    exec("def rrf(rankings, k=60):\n    return rrf(rankings[1:], k) if rankings else [('made up', 1.0)]\n", namespace)
    namespace["rrf"] = check("rrf", namespace["rrf"])
    namespace["rrf"] = check("rrf", namespace["rrf"])
    assert "made up" in namespace["rrf"].result.found


def test_another_exercises_wrapper_works_as_the_lesson_does():
    recall_at_k = check("recall-at-k", lambda ranking, golds, k: None)
    namespace = {"__name__": "__main__", "recall_at_k": recall_at_k}
    source = "def ceiling(candidates, golds, depth, k):\n    return min(k / len(golds), recall_at_k(candidates, golds, depth))\n"
    exec(source, namespace)
    assert check("reranker-ceiling", namespace["ceiling"]).passed


@pytest.mark.parametrize("nothing", [None, 3, "rrf", [right]])
def test_no_function_at_all(nothing):
    checked = check("rrf", nothing)
    assert checked.result.state is State.ERROR
    assert "instead of a function" in checked.result.why
    assert checked([["a"]])


def test_an_id_that_there_is_not():
    with pytest.raises(BakeoffError, match="there is no exercise 'rff'. Did you mean rrf"):
        check("rff", right)
    assert check("recall_at_k", None).exercise == "recall-at-k", "underscores will do"


@pytest.mark.parametrize("asked", [" RRF ", right, "Rrf"])
def test_an_id_as_people_write_it(asked):
    named = types.FunctionType(right.__code__, globals(), "rrf", right.__defaults__)
    assert check(named if callable(asked) else asked, right).exercise == "rrf"


def test_an_id_that_looks_like_none_gets_three_names():
    with pytest.raises(BakeoffError) as caught:
        check("banana", right)
    assert str(caught.value).count(" or ") == 2
    with pytest.raises(BakeoffError, match="no exercise 'right'"):
        check(right)


def test_arguments_that_are_missing_or_swapped(capsys):
    assert check(right, "rrf").passed
    checked = check("rrf")
    assert (checked.result.state, checked.result.next) == (State.ERROR, 'Write: rrf = check("rrf", rrf)')
    assert checked([["a"]])
    with pytest.raises(BakeoffError, match='as in: rrf = check\\("rrf", rrf\\)'):
        check()


def test_the_function_of_another_exercise_is_named():
    def tokenize(text):
        return text.split()

    why = examine(RRF, tokenize).why
    assert why.startswith("The exercise is rrf, the function that check was given is tokenize. ")
    assert "tokenize" not in examine(registry.exercise("tokenize"), tokenize).why


class Odd:
    """Whatever it is asked for, it fails or gives itself."""

    def __init__(self, answer=None):
        object.__setattr__(self, "answer", answer)

    def __getattr__(self, name):
        if self.answer is not None or name.startswith("__reduce") or name == "__getstate__":
            raise ValueError(name)
        return self

    def __call__(self, rankings, k=60):
        return []


def test_odd_callables_are_judged(capsys):
    def itself(rankings, k=60):
        return RRF.reference(rankings, k)

    itself.__wrapped__ = itself
    assert check("rrf", itself).passed
    itself.__module__ = ["no text"]
    assert check("rrf", itself).result.state is State.ERROR
    assert not check("rrf", Odd()).passed
    assert not check("rrf", Odd("fails")).passed


def test_of_two_mistakes_at_once_the_first_is_a_guess():
    result = examine(RRF, from_zero)
    assert result.mistake == "ranks_from_zero"

    def only_unsorted(rankings, k=60):
        scores = {}
        for listed in rankings:
            for rank, doc_id in enumerate(listed, start=1):
                scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
        return sorted(scores.items(), key=lambda pair: -pair[1])

    result = examine(RRF, only_unsorted)
    (named,) = (mistake.message for mistake in RRF.mistakes if mistake.function.__name__ == "ties_as_they_come")
    assert result.mistake == ""
    assert result.why.endswith(f" Perhaps it is this: {named}")


def test_an_unknown_mistake_gets_the_first_difference():
    result = examine(RRF, lambda rankings, k=60: [("a", 0.5)])
    assert (result.mistake, result.tried) == ("", "rrf([['a', 'b', 'c']])")
    assert result.why == "The ranking: yours lacks 'b', 'c'."


def test_an_error_says_its_line_and_the_call():
    def broken(rankings, k=60):
        total = 0
        return total / len(rankings[5])

    result = examine(RRF, broken)
    assert result.state is State.ERROR
    assert result.found == "IndexError: list index out of range"
    assert re.fullmatch(r"line \d+: return total / len\(rankings\[5\]\)", result.place)


def test_general_slips_are_named():
    def prints(rankings, k=60):
        print("the answer")

    def changes(rankings, k=60):
        answer = RRF.reference(rankings, k)
        rankings.append(["x"])
        return answer

    def lost_name(rankings, k=60):
        return fused_before  # noqa: F821

    assert "prints its answer, but returns nothing" in examine(RRF, prints).why
    assert "prints its answer, but returns nothing" in examine(RRF, lambda rankings, k=60: print("the answer", end="")).why
    assert examine(RRF, prints).printed == "the answer"
    assert "no return" in examine(RRF, lambda rankings, k=60: None).why
    changed = examine(RRF, changes)
    assert changed.state is State.WRONG
    assert changed.right == changed.cases
    assert "changes what it was given ('rankings')" in changed.why
    assert "generator object" in examine(RRF, lambda rankings, k=60: (pair for pair in [])).why
    assert "run that cell" in examine(RRF, lost_name).why
    lists = functools.lru_cache(RRF.reference)
    assert examine(RRF, lists).why.startswith("A list, a set or a dict cannot be a key")
    assert examine(RRF, int).why.startswith("Two kinds of value")
    assert examine(RRF, lambda rankings, k=60: sys.exit("bye")).why.startswith("sys.exit() and exit() end the whole program")
    assert examine(RRF, lambda: None).why == "The lesson calls it as rrf(rankings) here. Do the parameters fit?"


def test_what_does_not_end_is_told_with_its_loop():
    def rrf(rankings, k=60):
        print("got here")
        place = 0
        while place < len(rankings):
            place = max(place, 0)
        return []

    result = examine(RRF, rrf, Limits(seconds=0.4))
    assert result.state is State.ERROR
    assert "still running after 0.4 seconds" in result.why
    assert result.place.endswith("while place < len(rankings):")
    assert result.printed == "got here"


def test_an_import_inside_the_function_is_told_apart_from_a_loop(tmp_path, monkeypatch):
    (tmp_path / "takes_its_time.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def rrf(rankings, k=60):
        import takes_its_time

        return takes_its_time.fuse(rankings)

    result = examine(RRF, rrf, Limits(seconds=0.4))
    assert result.why.endswith("Put the import above the function: then it does not count.")
    assert result.place.endswith(": import takes_its_time")


def test_what_befell_the_process_is_told():
    exam = checking.sit(RRF, checking.SEED)

    def why(**report):
        return judge(exam, Report((), **report), Listing(""), Limits()).why

    assert why(fault="died", detail=CROWD).startswith("More processes than one answered the check.")
    assert "(exit code 1)" in why(fault="died", detail="exit code 1")
    assert "was not there after 30 seconds" in why(fault="timeout", stage=Stage.LOADING)
    assert "plain numbers, texts" in judge(exam, Report((UNREADABLE,) * len(exam.cases)), Listing(""), Limits()).why


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no timer that interrupts")
def test_the_stop_button_leaves_a_function_to_go_on_with(capsys, progress_path):
    def rrf(rankings, k=60):
        while True:
            pass

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.4)
    try:
        checked = check("rrf", rrf)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert checked([["a"]])[0][0] == "a"
    assert (checked.result.state, checked.learner) == (State.ERROR, rrf)
    assert "You stopped the check" in capsys.readouterr().out
    assert not progress_path.exists(), "it was not judged"


LARGE = [("a", 0.1)] * 10**6
HOLDS_ITSELF: list = []
HOLDS_ITSELF.append(HOLDS_ITSELF)
HOLDS_ITSELF_TOO = {"n": HOLDS_ITSELF}


@pytest.mark.parametrize(
    "odd",
    [LARGE, HOLDS_ITSELF, HOLDS_ITSELF_TOO, {"pattern": HOLDS_ITSELF}, set(range(10**5)), 10**400, "a" * 10**6, type("number", (), {})()],
    ids=lambda odd: type(odd).__name__,
)
def test_a_result_too_large_to_be_looked_at_gets_a_sentence(odd):
    found = decode(json.loads(json.dumps(encode(odd))))
    for exercise in registry.exercises():
        for expected in checking.sit(exercise, checking.SEED).expected:
            for result in (found, [found]):
                assert exercise.compare(expected.value, result)


def test_a_large_result_is_judged_in_the_other_process_too():
    result = examine(RRF, lambda rankings, k=60: [("a", 0.1)] * 10**6)
    assert result.state is State.WRONG
    assert "too large or too deep to be looked at" in result.why


def test_a_passing_function_that_prints_or_carries_much_is_remarked(monkeypatch):
    monkeypatch.setattr(checking, "HEAVY", 1000)

    def loud(rankings, k=60):
        print("and", len(LOAD))
        return RRF.reference(rankings, k)

    result = examine(RRF, loud)
    assert result.passed
    assert result.remark.startswith("It prints. ")
    assert result.remark.endswith(" It takes 1 MB from the notebook along, which every check has to copy.")


LOAD = "x" * 1_000_000


LOST_K = 7
k_of_another_cell = 7


def test_reading_the_notebook_is_remarked():
    def reads(rankings, k=60):
        return right(rankings, k + 0 * k_of_another_cell + 0 * LOST_K)

    result = examine(RRF, reads)
    assert result.passed
    assert "It reads 'k_of_another_cell' from the notebook" in result.remark


HOSTILE = "<script>alert(1)</script> \x1b[31m \ud800 &amp; <b>"


def test_nothing_a_learner_writes_is_html():
    def rrf(rankings, k=60):
        print(HOSTILE)
        raise RuntimeError(HOSTILE)

    result = examine(RRF, rrf)
    for text in (as_html(result), as_text(result)):
        text.encode("utf-8")
        assert "\x1b" not in text
    html = as_html(result)
    assert "<script" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html
    tags = set(re.findall(r"</?([a-z]+)", html))
    assert tags <= {"div", "strong", "table", "tr", "th", "td", "code"}


def test_a_result_reads_the_same_every_time():
    def rrf(rankings, k=60):
        return [object(), lambda: None, {"b", "a", "c"}]

    texts = {as_text(examine(RRF, rrf)) for _ in range(3)}
    assert len(texts) == 1
    assert "0x" not in texts.pop()


def test_plain_text_has_the_words_in_line():
    result = CheckResult("x", "A title", State.WRONG, 1, 3, "a case", "f(1)", "2", "3", why="w " * 80, next="n")
    lines = as_text(result).splitlines()
    assert lines[0] == "A title: wrong (1 of 3 cases right)"
    assert all(len(line) <= 100 for line in lines)
    assert "  expected  2" in lines


def test_check_survives_a_comparison_on_any_platform_text(capsys):
    check("tokenize", lambda text: [HOSTILE])
    assert "\\x1b" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(x): ...", True),
        ("def f(x):\n    '''doc'''", True),
        ("def f(x):\n    '''doc'''\n    pass  # todo", True),
        ("def f(x):\n    raise NotImplementedError('your code here')", True),
        ("def f(x):\n    return ...", True),
        ("def f(x):\n    return 'text'", False),
        ("def f(x):\n    return None", False),
        ("def f(x):\n    raise ValueError", False),
        ("def f(x):\n    x += 1\n    ...", False),
        ("def g(x):\n    return 1\ndef f(x): ...", True),
        ("not python at all (", False),
    ],
)
def test_what_counts_as_not_started(source, expected):
    assert is_stub(source, "f") is expected


@pytest.mark.parametrize(
    ("compare", "expected", "found", "words"),
    [
        (same, 0.3, 0.1 + 0.2, ""),
        (same, 1.0, 1, ""),
        (same, 1.0, True, "result should be a number, yours is a bool: True."),
        (same, [1, (2, 3)], ((1), [2, 3]), ""),
        (same, {"n": [1, 2]}, {"n": [1, 3]}, "result['n'][1] should be 2, yours is 3."),
        (same, {"a"}, {"b"}, "result: yours lacks 'a' and holds 'b', which should not be there."),
        (same, [1], [1, 2], "result should have 1 entries, yours has 2. It ends with too much: 2."),
        (same, [1, 2], [1], "result should have 2 entries, yours has 1. It lacks 2."),
        (same, {"n": 1}, (1, 2), "result should be a dict, yours is a tuple: (1, 2)."),
        (same, 0.25, 25, "result should be 0.25, yours is 25. That is a hundred times as much: percent, where a share is wanted?"),
        (same, 1.75, 1, "result should be 1.75, yours is 1. It looks cut to a whole number: // or int()?"),
        (same, 0.5, 0, "result should be 0.5, yours is 0."),
        (same, 2 / 3, 0.667, "result should be 0.666667, yours is 0.667. The right number, rounded: give it back as it is."),
        (same, None, 0, "result should be None, yours is 0."),
        (same, float("nan"), float("nan"), ""),
        (unordered, [("a", "x"), ("b", "y")], [["b", "y"], ["a", "x"]], ""),
        (unordered, [1], [1, 1], "result: yours holds 1 more than once."),
        (unordered, [("a", "x"), ("b", "y")], {("b", "y"), ("a", "x")}, ""),
        (ranking, [("a", 0.5), ("b", 0.5)], [("b", 0.5 + 1e-12), ("a", 0.5)], ""),
        (ranking, [("a", 0.5)], ["a"], "place 1 should be a pair of an id and its score, yours is 'a'."),
        (ranking, [("a", 0.5), ("b", 0.5)], [("b", 0.5), ("a", 0.5)], "the scores are right, the order is not: place 1 should be 'a', yours is 'b'."),
        (ranking, [("a", 0.5)], [("a", 0.5), ("a", 0.5)], "the ranking should hold 1 entries, yours has 2: an id stands in it more than once."),
        (rows("k"), [{"k": 1, "v": 2}], [{"k": 1, "v": 3}], "result[0]['v'] should be 2, yours is 3."),
        (rows("k"), [{"k": 1}], [{"v": 1}], "row 1 should be a dict with 'k' among its keys, yours is {'v': 1}."),
    ],
)
def test_differences_in_words(compare, expected, found, words):
    assert compare(expected, found) == words


def test_long_values_are_cut_in_the_middle():
    text = show(list(range(1000)))
    assert len(text) <= 400
    assert text.startswith("[0, 1, ")
    assert text.endswith("998, 999]")


def test_an_exercise_can_ask_for_an_exception():
    def half(x):
        if x % 2:
            raise ValueError("odd")
        return x // 2

    def silent(x):
        return x // 2

    exercise = Exercise(
        "half", "99", 1, "Half", 5, 1, 1, half, lambda rng: [Case("even", x=2), Case("odd", x=3)], (Mistake(silent, "It is silent."),), ("?", "step", "code")
    )
    assert examine(exercise, half).passed
    assert examine(exercise, silent).why == "It is silent."
    other = examine(exercise, lambda x: 1 if x == 2 else {}["missing"])
    assert (other.state, other.why) == (State.WRONG, "It should raise ValueError, yours raises KeyError.")

    class Odd(ValueError):
        pass

    def own_kind(x):
        if x % 2:
            raise Odd
        return x // 2

    assert examine(exercise, own_kind).passed, "a kind of ValueError is one"


def test_the_exam_is_the_same_for_everybody():
    assert checking.sit(RRF, checking.SEED) is checking.sit(RRF, checking.SEED)
    assert isinstance(check("rrf", right), Checked)
