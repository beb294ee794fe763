"""What a learner sees and gets back from `check`."""

from __future__ import annotations

import inspect
import re

import pytest

from lab_utils.errors import BakeoffError
from lab_utils.exercises import Case, Checked, Exercise, Mistake, State, check, checking, registry
from lab_utils.exercises.checking import examine
from lab_utils.exercises.compare import ranking, rows, same, unordered
from lab_utils.exercises.records import CheckResult
from lab_utils.exercises.render import as_html, as_text
from lab_utils.exercises.runner import Limits
from lab_utils.exercises.sources import is_stub
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


def test_two_mistakes_at_once_are_pointed_at_one_by_one():
    result = examine(RRF, from_zero)
    assert result.mistake == "ranks_from_zero"

    def only_unsorted(rankings, k=60):
        scores = {}
        for listed in rankings:
            for rank, doc_id in enumerate(listed, start=1):
                scores[doc_id] = scores.get(doc_id, 0) + 1 / (k + rank)
        return sorted(scores.items(), key=lambda pair: -pair[1])

    assert examine(RRF, only_unsorted).mistake == "ties_as_they_come"


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
    assert examine(RRF, prints).printed == "the answer"
    assert "no return" in examine(RRF, lambda rankings, k=60: None).why
    changed = examine(RRF, changes)
    assert changed.state is State.WRONG
    assert changed.right == changed.cases
    assert "changes what it was given ('rankings')" in changed.why
    assert "generator object" in examine(RRF, lambda rankings, k=60: (pair for pair in [])).why
    assert "run that cell" in examine(RRF, lost_name).why
    assert examine(RRF, lambda: None).why == "The lesson calls it as rrf(rankings) here. Do the parameters fit?"


def test_what_does_not_end_is_told_with_its_loop():
    def rrf(rankings, k=60):
        place = 0
        while place < len(rankings):
            place = max(place, 0)
        return []

    result = examine(RRF, rrf, Limits(seconds=0.4))
    assert result.state is State.ERROR
    assert "still running after 0.4 seconds" in result.why
    assert result.place.endswith("while place < len(rankings):")


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
        (same, [1], [1, 2], "result should have 1 entries, yours has 2."),
        (same, None, 0, "result should be None, yours is 0."),
        (same, float("nan"), float("nan"), ""),
        (unordered, [("a", "x"), ("b", "y")], [["b", "y"], ["a", "x"]], ""),
        (unordered, [1], [1, 1], "result: yours holds 1 more than once."),
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
