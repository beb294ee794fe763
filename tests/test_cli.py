"""The command as a person meets it: outputs, one-line errors, exit codes, and the same bytes every time."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from lab_utils import cli
from lab_utils.collections.load import DATA, SCIFACT
from tests.conftest import DOCUMENTS, write_beir

QUICK = ["--strategies", "keyword"]


def run(*arguments) -> int:
    return cli.main([str(argument) for argument in arguments])


def command(*arguments, env=None, **options) -> subprocess.CompletedProcess:
    """The command in its own process."""
    program = [sys.executable, "-m", "lab_utils.cli", *map(str, arguments)]
    return subprocess.run(program, capture_output=True, text=True, env={**os.environ, **(env or {})}, timeout=300, **options)


def test_a_run_writes_every_file(beir, tmp_path, capsys):
    out = tmp_path / "out"
    assert run("run", "--data", beir, *QUICK, "--out", out) == 0
    assert {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()} == {
        "results.csv", "per_query.csv", "differences.csv", "report.html", "runs/keyword.trec",
    }  # fmt: skip
    results = pd.read_csv(out / "results.csv")
    assert list(results.columns) == ["strategy", "pattern", "split", "metric", "value", "low", "high", "n"]
    assert {"recall@5", "recall@20", "recall@50", "p@5", "hit@5", "mrr@10", "ndcg@10"} == set(results["metric"])
    assert "all" in set(results["pattern"])
    assert "all queries (n = 3)" in capsys.readouterr().out


def test_quiet_prints_nothing(beir, tmp_path, capsys):
    assert run("run", "--data", beir, *QUICK, "--out", tmp_path / "out", "--quiet") == 0
    assert capsys.readouterr() == ("", "")


def test_a_split_may_be_test_where_there_is_none(beir, tmp_path):
    for split in ("test", "all"):
        assert run("run", "--data", beir, *QUICK, "--split", split, "--out", tmp_path / split, "--quiet") == 0
    assert (tmp_path / "test" / "results.csv").read_bytes() == (tmp_path / "all" / "results.csv").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--data", "nowhere"], "nowhere: no such folder"),
        (["--strategies", "keyword,telepathy"], "strategy 'telepathy' is unknown. Choose among: keyword"),
        (["--strategies", ","], "no strategy was named"),
        (["--depth", "0"], "depth is 0"),
        (["--depth", "many"], "argument --depth: invalid int value: 'many'"),
        (["--rrf-k", "-1"], "rrf k is -1"),
        (["--max-queries", "-2"], "max-queries is -2"),
        (["--split", "exam"], "no query is in split 'exam'"),
        (["--pattern", "riddle"], "has pattern 'riddle'"),
        (["--latency", "0"], "latency is 0"),
        (["--model", "no-such-model"], "model no-such-model: no such folder"),
        (["--colour"], "unrecognized arguments: --colour. See: bakeoff"),
    ],
)
def test_bad_arguments_get_one_line(beir, tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    default = [] if "--data" in arguments else ["--data", beir]
    strategies = [] if {"--strategies", "--model"} & set(arguments) else QUICK
    assert run("run", *default, *strategies, *arguments) == cli.USAGE_ERROR
    out, err = capsys.readouterr()
    assert message in err
    assert err.startswith("bakeoff: ")
    assert (out, err.count("\n"), "Traceback" in err) == ("", 1, False)


def test_debug_shows_where(beir):
    done = command("run", "--data", "nowhere", "--debug")
    assert done.returncode != 0
    assert "Traceback" in done.stderr


def test_an_out_that_is_a_file(beir, tmp_path, capsys):
    (tmp_path / "file").write_text("precious")
    assert run("run", "--data", beir, *QUICK, "--out", tmp_path / "file") == cli.USAGE_ERROR
    assert "is a file, not a folder" in capsys.readouterr().err
    assert (tmp_path / "file").read_text() == "precious"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the device that is always full is Linux's")
def test_a_full_disk_leaves_the_old_results(beir, tmp_path, capsys, monkeypatch):
    out = tmp_path / "out"
    assert run("run", "--data", beir, *QUICK, "--out", out, "--quiet") == 0
    before = (out / "results.csv").read_bytes()
    (out / f".results.csv.{os.getpid()}.part").symlink_to("/dev/full")
    assert run("run", "--data", beir, *QUICK, "--out", out, "--quiet") == cli.USAGE_ERROR
    assert "results.csv: cannot be written (No space left on device)" in capsys.readouterr().err
    assert (out / "results.csv").read_bytes() == before


def test_faults_of_the_data_come_all_at_once(beir, tmp_path, capsys):
    (beir / "queries.jsonl").write_text('{"_id": "q1", "text": ""}\n{"_id": "q2"}\n')
    assert run("run", "--data", beir, *QUICK, "--out", tmp_path / "out") == cli.USAGE_ERROR
    assert capsys.readouterr().err.count("bakeoff: queries.jsonl, line") == 2


VARIED = [
    {},
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "4242", "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 AVX512F"},
]


def test_the_same_bytes_every_time_and_no_torch(tmp_path):
    """On SciFact, every strategy: twice, with other hash seeds and without the processor's wide instructions."""
    contents = []
    for number, env in enumerate(VARIED):
        out = tmp_path / str(number)
        code = (
            "import sys; from lab_utils.cli import main; code = main(sys.argv[1:]); "
            "heavy = {'torch', 'transformers', 'sentence_transformers', 'onnxruntime'} & set(sys.modules); sys.exit(code or bool(heavy) * 9)"
        )
        arguments = ["run", "--data", str(SCIFACT), "--out", str(out), "--quiet", "--max-queries", "120"]
        done = subprocess.run([sys.executable, "-c", code, *arguments], env={**os.environ, **env}, capture_output=True, text=True, timeout=300, cwd=tmp_path)
        if "NPY_DISABLE_CPU_FEATURES" in env and "During parsing" in done.stderr:
            continue  # this numpy was built for such processors only and says so
        assert done.returncode == 0, done.stderr
        contents.append({path.name: path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()})
    assert len(contents) >= 2
    assert all(content == contents[0] for content in contents[1:])


@pytest.mark.models
def test_ctrl_c_keeps_what_was_encoded(tmp_path):
    documents = {f"d{number}": f"{text} Note {number}. " + "The relay waits. " * 60 for number in range(100) for text in DOCUMENTS.values()}
    folder = write_beir(tmp_path / "big", documents=documents, qrels="q1\td1\t1\n")
    program = [sys.executable, "-m", "lab_utils.cli", "run", "--data", str(folder), "--strategies", "dense", "--out", str(tmp_path / "out")]
    flags = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if sys.platform == "win32" else {}
    process = subprocess.Popen(program, stderr=subprocess.PIPE, text=True, **flags)
    deadline = time.monotonic() + 120
    while stored_vectors(folder) < 32 and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.CTRL_BREAK_EVENT if sys.platform == "win32" else signal.SIGINT)
    _, err = process.communicate(timeout=60)
    kept = stored_vectors(folder)
    assert process.returncode == cli.INTERRUPTED, err
    assert "interrupted" in err
    assert "Traceback" not in err
    assert 32 <= kept < 100
    done = command("run", "--data", folder, "--strategies", "dense", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert f"{103 - kept} texts encoded" in done.stdout


def stored_vectors(folder: Path) -> int:
    path = folder / "cache" / "local.sqlite"
    if not path.exists():
        return 0
    try:
        connection = sqlite3.connect(path)
        try:
            return connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.OperationalError:  # the table is about to be made
        return 0


@pytest.mark.models
def test_without_the_cache_everything_is_computed_and_nothing_stored(beir, tmp_path, capsys):
    assert run("run", "--data", beir, "--no-cache", "--out", tmp_path / "live") == 0
    assert "7 texts encoded and" in capsys.readouterr().out
    assert not (beir / "cache").exists()
    assert run("run", "--data", beir, "--out", tmp_path / "stored", "--quiet") == 0
    assert (tmp_path / "live" / "results.csv").read_bytes() == (tmp_path / "stored" / "results.csv").read_bytes()


@pytest.mark.models
def test_latency_is_measured_live(beir, tmp_path):
    assert run("run", "--data", beir, "--latency", "2", "--out", tmp_path / "out", "--quiet") == 0
    latency = pd.read_csv(tmp_path / "out" / "latency.csv")
    assert list(latency["stage"]) == ["keyword search", "encode query", "dense search", "fuse", "rerank"]
    assert (latency["median_ms"] > 0).all()


def test_every_command_and_option_explains_itself(capsys):
    for words in ([], ["run"], ["doctor"], ["cache"], ["data"], ["build"], ["lab"]):
        with pytest.raises(SystemExit) as caught:
            cli.main([*words, "--help"])
        assert caught.value.code == 0
        assert len(capsys.readouterr().out) > 200


def test_doctor_passes_here(capsys):
    assert cli.main(["doctor"]) == 0, capsys.readouterr().out
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert all(line.startswith("[ OK ]") for line in lines)


@pytest.mark.models
@pytest.mark.parametrize("data", [DATA, SCIFACT], ids=["fernhollow", "scifact"])
def test_the_bundled_cache_is_what_the_models_say(data, capsys):
    assert cli.main(["cache", "--verify", "--data", str(data)]) == 0, capsys.readouterr().out
