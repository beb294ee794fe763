"""Functions that nobody should have to fear: endless, loud, dying, greedy, or using what is not there."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from lab_utils.exercises import processes
from lab_utils.exercises.child.bakeoff_child.play import play
from lab_utils.exercises.child.bakeoff_child.wire import Foreign
from lab_utils.exercises.names_used import values_used
from lab_utils.exercises.outcomes import UNREADABLE
from lab_utils.exercises.programs import CannotTravel, Program, from_function
from lab_utils.exercises.runner import CHILD, CROWD, Limits, Place, Report, Stage, run

QUICK = Limits(seconds=0.5)


def outcomes(function, *cases, limits=None):
    report = run(from_function(function), [{"x": case} for case in cases or (1,)], limits=limits)
    assert not report.fault, report
    return report.outcomes


def test_values_come_back_as_they_were():
    values = [1, 1.5, True, None, "é\n\ud800", [1, [2]], (1, "a"), {"a", 1}, {1: {"x": (2, 3)}, ("a", 1): None}, float("inf"), -(10**40)]
    assert [outcome.value for outcome in outcomes(lambda x: x, *values)] == values
    (nan,) = outcomes(lambda x: x, float("nan"))
    assert nan.value != nan.value


def test_what_cannot_come_back_says_what_it_is():
    generator, thing, large = outcomes(lambda x: [(n for n in "ab"), object(), "a" * 10**7][x], 0, 1, 2)
    assert isinstance(generator.value, Foreign)
    assert generator.value.type == "generator"
    assert repr(thing.value) == "<object>", "no address: it differs on every run"
    assert "too large" in repr(large.value)


def test_library_values_become_plain_ones():
    np, pd = pytest.importorskip("numpy"), pytest.importorskip("pandas")

    def function(x):
        return [np.float32(0.5), np.array([1, 2]), pd.DataFrame({"a": [1]}), pd.Series({"k": 2})][x]

    assert [outcome.value for outcome in outcomes(function, 0, 1, 2, 3)] == [0.5, [1, 2], [{"a": 1}], {"k": 2}]


def endless_loop(x):
    total = 0
    while True:
        total += x


def endless_pattern(x):
    for _ in range(3):
        re.match(r"(a+)+$", "a" * 60 + "b")


def ignores_interrupts(x):
    while True:
        try:
            time.sleep(60)
        except BaseException:
            continue


@pytest.mark.parametrize("function", [endless_loop, endless_pattern, ignores_interrupts])
def test_what_does_not_end_is_ended(function):
    started = time.monotonic()
    report = run(from_function(function), [{"x": 1}, {"x": 2}], limits=QUICK)
    assert report.fault == "timeout"
    assert time.monotonic() - started < 3
    file, line = report.place
    first = function.__code__.co_firstlineno
    assert file == __file__
    assert first < line <= first + 6


def test_the_parents_clock_does_when_the_childs_was_stopped():
    def function(x):
        import faulthandler

        faulthandler.cancel_dump_traceback_later()
        while True:
            pass

    report = run(from_function(function), [{"x": 1}], limits=Limits(seconds=0.2, load_seconds=0.5))
    assert report.fault == "timeout"


def test_cases_before_the_endless_one_are_kept_and_what_it_printed():
    def function(x):
        print("got", x)
        print("here")
        while x == 3:
            pass
        return x

    report = run(from_function(function), [{"x": 1}, {"x": 2}, {"x": 3}], limits=QUICK)
    assert [outcome.value for outcome in report.outcomes] == [1, 2]
    assert [outcome.printed for outcome in report.outcomes] == ["got 1\nhere\n", "got 2\nhere\n"]
    assert report.printed == "got 3\nhere\n"


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows cannot fork")


@needs_fork
def test_what_the_function_started_is_not_waited_for():
    """It holds the other end of the line, which stays open when the process itself is gone."""

    def ends(x):
        if os.fork() == 0:
            time.sleep(60)
        os._exit(1)

    def loops(x):
        if os.fork() == 0:
            time.sleep(60)
        while True:
            pass

    for function, limits, fault, detail in ((ends, Limits(seconds=10), "died", "exit code 1"), (loops, QUICK, "timeout", "")):
        started = time.monotonic()
        report = run(from_function(function), [{"x": 1}], limits=limits)
        assert (report.fault, report.detail) == (fault, detail)
        assert time.monotonic() - started < 5


@needs_fork
def test_the_parents_clock_begins_when_all_is_loaded():
    started = time.monotonic()
    report = run(from_function(lambda x: os.kill(os.getpid(), signal.SIGSTOP)), [{"x": 1}], limits=Limits(seconds=0.2))
    assert report.fault == "timeout"
    assert time.monotonic() - started < 6, "and not the 30 seconds for loading"


@needs_fork
def test_two_processes_that_answer_are_told():
    def function(x):
        if os.fork():
            time.sleep(0.1)
        return x

    report = run(from_function(function), [{"x": 1}, {"x": 2}])
    assert (report.fault, report.detail) == ("died", CROWD)


def test_an_import_that_takes_its_time_is_no_loop(tmp_path):
    (tmp_path / "takes_its_time.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")

    def function(x):
        import takes_its_time

        return takes_its_time

    report = run(from_function(function), [{"x": 1}], limits=QUICK, place=Place(path=(str(tmp_path), *sys.path)))
    assert (report.fault, report.stage) == ("timeout", Stage.IMPORTING)
    assert report.place == (__file__, function.__code__.co_firstlineno + 1)
    above = Program("f", "submission.py", source="import takes_its_time\ndef f(x): return 1\n")
    report = run(above, [{"x": 1}], limits=Limits(load_seconds=0.5), place=Place(path=(str(tmp_path), *sys.path)))
    assert (report.fault, report.stage, report.place) == ("timeout", Stage.LOADING, ("submission.py", 1))


@pytest.mark.parametrize("alone", [False, True], ids=["in the group", "in a group of its own"])
def test_nothing_stays_behind_when_the_function_starts_other_processes(alone):
    if sys.platform == "win32":
        pytest.skip("no such command")

    def function(x):
        return subprocess.Popen(["sleep", "60"], start_new_session=alone).pid

    pid = outcomes(function)[0].value
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and _runs(pid):
        time.sleep(0.05)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_threads_left_behind_are_not_waited_for():
    def function(x):
        threading.Thread(target=time.sleep, args=(60,)).start()
        return x

    started = time.monotonic()
    assert outcomes(function)[0].value == 1
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("ending", [lambda x: os._exit(3), lambda x: os.kill(os.getpid(), 11), lambda x: os.close(3)], ids=["exit", "crash", "cuts the line"])
def test_a_function_that_ends_its_process(ending):
    report = run(from_function(ending), [{"x": 1}])
    assert report.fault == "died"
    assert report.detail


def test_a_process_that_is_ending_may_say_how():
    def function(x):
        os.closerange(3, 20)
        time.sleep(0.2)
        os._exit(7)

    assert run(from_function(function), [{"x": 1}]).detail == "exit code 7"


def test_sys_exit_and_errors_are_outcomes():
    def function(x):
        if x == 1:
            sys.exit(1)
        if x == 2:
            return undefined  # noqa: F821
        return function(x)

    left, unknown, deep = outcomes(function, 1, 2, 3)
    assert left.raised[0] == "SystemExit"
    assert unknown.raised[:2] == ("NameError", "Exception")
    assert unknown.places[-1] == (__file__, function.__code__.co_firstlineno + 4)
    assert deep.raised[0] == "RecursionError"


def test_whatever_is_raised_is_an_outcome_with_its_line():
    class Silent(Exception):
        def __str__(self):
            raise KeyboardInterrupt

    class Odd:
        def __repr__(self):
            raise GeneratorExit

    def function(x):
        x.append(Odd())
        raise [KeyboardInterrupt, GeneratorExit, BaseException("plain"), BaseExceptionGroup("both", [KeyboardInterrupt()]), Silent][x[0]]

    found = outcomes(function, *([number] for number in range(5)))
    assert [outcome.raised[0] for outcome in found] == ["KeyboardInterrupt", "GeneratorExit", "BaseException", "BaseExceptionGroup", "Silent"]
    assert {outcome.places[-1] for outcome in found} == {(__file__, function.__code__.co_firstlineno + 2)}
    assert {outcome.changed for outcome in found} == {("x",)}
    (odd,) = outcomes(lambda x: Odd())
    assert odd.raised[0] == "GeneratorExit"


def test_a_stop_button_is_not_taken_for_an_error_of_the_function():
    """The parent plays functions, too: the reference."""

    def function(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(function, {"x": 1})


def test_printed_text_says_when_it_is_cut_and_takes_bytes():
    def function(x):
        if x == 1:
            print("no end of line", end="")
        elif x == 2:
            print("x" * 5000)
        else:
            sys.stdout.buffer.write("é\n".encode())
            print("then", file=sys.stdout)

    unfinished, long, written = outcomes(function, 1, 2, 3)
    assert (unfinished.printed, unfinished.lines) == ("no end of line", 1)
    assert (len(long.printed), long.printed[-5:], long.lines) == (2000, "x ...", 1)
    assert (written.printed, written.lines) == ("é\nthen\n", 2)


def test_printing_is_kept_in_bounds_and_reading_finds_nothing():
    def function(x):
        for number in range(100_000):
            print("line", number)
        print("error", file=sys.stderr)
        os.write(1, b'{"done": true}\n')
        return input()

    (outcome,) = outcomes(function)
    assert outcome.raised[0] == "EOFError"
    assert outcome.lines == 100_001
    assert len(outcome.printed) <= 2000
    assert outcome.printed.startswith("line 0\nline 1\n")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no timer that interrupts")
def test_an_interrupt_ends_the_process_too():
    """The stop button of the notebook while a check runs."""

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            run(from_function(endless_loop), [{"x": 1}], limits=Limits(seconds=10))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not [thread for thread in threading.enumerate() if "_listen" in thread.name]


def test_memory_has_a_limit():
    if sys.platform != "linux":
        pytest.skip("only Linux limits a process's memory")
    (outcome,) = outcomes(lambda x: len([0] * 10**10))
    assert outcome.raised[0] == "MemoryError"


def test_changed_arguments_are_told():
    def function(x):
        x.append(1)
        return len(x)

    changed, unchanged = run(from_function(function), [{"x": [1]}]).outcomes[0], outcomes(sorted, [2, 1])[0]
    assert changed.changed == ("x",)
    assert unchanged.changed == ()


def test_one_run_knows_nothing_of_the_one_before():
    def function(x):
        import builtins

        before = getattr(builtins, "leftover", 0)
        builtins.leftover = before + 1
        return before

    assert [outcomes(function)[0].value for _ in range(2)] == [0, 0]


WEIGHT = 3


@functools.cache
def helper(n):
    return n if n < 2 else helper(n - 1) + helper(n - 2)


class Counter:
    def __init__(self, start):
        self.start = start


def test_helpers_constants_classes_closures_and_decorators_come_along():
    offset = 10

    def function(x):
        return helper(x) + WEIGHT + Counter(offset).start

    assert outcomes(function, 5)[0].value == 5 + 3 + 10


CONNECTION = sqlite3.connect(":memory:")


def test_what_lives_in_the_notebook_alone_is_named():
    def function(x):
        return CONNECTION.execute("SELECT 1").fetchall()

    with pytest.raises(CannotTravel, match="'CONNECTION' from the notebook, a Connection that lives in this process alone. Take it as an argument"):
        from_function(function)


def opens(x):
    return CONNECTION.execute("SELECT 1").fetchall()


def test_what_a_helper_reads_is_named_too():
    with pytest.raises(CannotTravel, match="'opens', which your function uses, reads 'CONNECTION' from the notebook"):
        from_function(lambda x: opens(x))


def test_what_the_notebook_alone_has_is_named():
    namespace = {"__name__": "__main__", "exit": CONNECTION}
    exec("def leaves(x):\n    exit()\n", namespace)
    with pytest.raises(CannotTravel, match="your function calls 'exit', which the notebook alone has. Leave it out: a function ends with return"):
        from_function(namespace["leaves"])


@pytest.mark.parametrize("content", ["", "1 / 0"])
def test_a_file_with_the_librarys_name_is_told(tmp_path, monkeypatch, content):
    (tmp_path / "cloudpickle.py").write_text(content, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for module in [name for name in sys.modules if name.partition(".")[0] == "cloudpickle"]:
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(CannotTravel, match="a file called cloudpickle.py is found before the library of that name"):
        from_function(len)
    sys.modules.pop("cloudpickle", None)


def test_attributes_are_not_taken_for_globals():
    def function(query):
        return query.WEIGHT + WEIGHT + [Counter for helper in query]

    assert values_used(function) == {"WEIGHT": 3}


def test_a_program_may_be_source_text():
    good = Program("twice", "submission.py", source="import math\nBASE = math.floor(2.5)\ndef twice(x):\n    return BASE * x\n")
    assert run(good, [{"x": 4}]).outcomes[0].value == 8
    broken = Program("twice", "submission.py", source="import nowhere\ndef twice(x): return 1\n")
    report = run(broken, [{"x": 4}])
    assert (report.fault, report.error.raised[0], report.error.places[-1]) == ("load", "ModuleNotFoundError", ("submission.py", 1))
    endless = Program("twice", "submission.py", source="while True: pass\n")
    assert run(endless, [{"x": 4}], limits=Limits(load_seconds=0.5)).fault == "timeout"


def test_a_place_has_its_own_folder_environment_and_command(tmp_path):
    def function(x):
        return [os.getcwd(), os.environ.get("SECRET"), os.environ.get("WRAPPED")]

    environment = {key: value for key, value in os.environ.items() if key != "SECRET"}
    prefix = () if sys.platform == "win32" else ("env", "WRAPPED=yes")
    folder = tmp_path / "with space, é"
    folder.mkdir()
    report = run(from_function(function), [{"x": 1}], place=Place(prefix, folder, environment))
    assert report.outcomes[0].value == [str(folder), None, "yes" if prefix else None]


def test_a_process_that_cannot_start_is_a_report_too(monkeypatch):
    report = run(from_function(len), [{"x": []}], place=Place(prefix=("no-such-command-here",)))
    assert report.fault == "start"

    def no_more(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", no_more)
    assert run(from_function(len), [{"x": []}]) == Report((), "start", detail="can't start new thread")


def test_odd_entries_of_the_search_path_are_passed_over(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "path", [*sys.path, tmp_path])
    assert outcomes(len, [])[0].value == 0


def test_a_request_that_cannot_be_written_leaves_no_process(monkeypatch):
    monkeypatch.setattr(processes, "_start", lambda place: pytest.fail("too early"))
    with pytest.raises(TypeError):
        run(Program("f", "f.py", source="def f(x): pass"), [{"x": 1}], place=Place(path=(Path("odd"),)))


def test_a_home_of_another_python_is_left_behind(monkeypatch):
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    assert outcomes(len, [])[0].value == 0


def test_memory_is_at_most_half_of_the_machines(monkeypatch):
    for installed, limit in ((2**12, 4096), (3 * 2**12, 6144), (2**16, 8192)):
        monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 2**20, "SC_PHYS_PAGES": installed}.get, raising=False)
        assert Limits().memory_mb == limit


@pytest.mark.parametrize(
    "lie",
    [
        b'{"value": {"set": 3}}\n{"value": 1, "error": 5}\n{"broken\n[1]\n',
        b'{"done": true}\n',
        b'{"value": 1}\n{"value": 1}\n{"done": true}\n',
    ],
)
def test_a_liar_on_the_line_gains_nothing(lie):
    """The function finds the way to the parent and writes on it: too many or too few results are no results."""

    def function(x):
        for fd in range(3, 10):
            with contextlib.suppress(OSError):
                os.write(fd, lie)
        return 1

    report = run(from_function(function), [{"x": 1}])
    assert (report.fault, report.outcomes) == ("died", ())


def test_nonsense_on_the_line_is_an_outcome_like_no_other():
    def function(x):
        for fd in range(3, 10):
            with contextlib.suppress(OSError):
                os.write(fd, b'{"value": ' + b"[" * 20_000 + b'\n{"value": {"foreign": []}, "lines": Infinity}\n{"done": true}\n')
        return 1

    assert run(from_function(function), [{"x": 1}]) == Report((UNREADABLE,))


def test_the_child_needs_nothing_of_the_kit():
    for path in CHILD.rglob("*.py"):
        assert "lab_utils" not in path.read_text(encoding="utf-8").replace("nothing here imports lab_utils", "")


def test_a_check_is_quick():
    """Well under a second; half of one here, since the machine may be busy."""
    program = from_function(len)
    times = []
    for _ in range(3):
        started = time.perf_counter()
        run(program, [{"x": []}])
        times.append(time.perf_counter() - started)
    assert min(times) < 0.5
