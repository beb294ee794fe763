"""JupyterLab starts and ends whatever is in its way: a taken port, a second call, a dead server's traces, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from urllib.parse import unquote

import pytest

from lab_utils import cli
from lab_utils.classroom import lab, lab_server
from lab_utils.errors import BakeoffError
from tests.classroom.test_lab import edition


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "Мой курс, Übung 5"
    edition(root, "00_start", "hello")
    edition(root, "01_next", "x = 1")
    return root


def test_a_browser_of_the_terminal_does_not_count(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not lab_server.has_browser()
    assert "--no-browser" in lab_server.command(lab.ROOT, "00_start.ipynb", 8888, browser=False)


@contextmanager
def taken_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


@pytest.fixture
def environment(tmp_path):
    """Jupyter keeps what it knows of running servers in a folder of the test."""
    return {**os.environ, "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"), "JUPYTER_CONFIG_DIR": str(tmp_path / "config"), "BROWSER": ""}


def start(root, port, environment) -> subprocess.Popen:
    words = [sys.executable, "-m", "lab_utils.cli", "lab", "--no-browser", "--port", str(port), "--root", str(root)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment | {"PYTHONUTF8": "1"})


def address_of(process) -> str:
    line = process.stdout.readline()
    assert "http" in line, line + process.stderr.read()
    return line.split(": ", 1)[1].strip()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
def test_it_starts_on_a_taken_port_answers_twice_and_ends_cleanly(root, environment):
    with taken_port() as port:
        process = start(root, port, environment)
        try:
            address = address_of(process)
            server, _, token = address.partition("/lab/tree/00_start.ipynb?token=")
            assert token
            assert token not in (root / "work" / lab_server.LOG).read_text(encoding="utf-8")
            assert not server.endswith(f":{port}")
            assert status(address) == 200
            files = json.loads(fetch(f"{server}/api/contents?token={token}"))["content"]
            assert {"00_start.ipynb", "01_next.ipynb"} <= {file["name"] for file in files}
            kernel = json.loads(fetch(f"{server}/api/kernels?token={token}", data=b'{"name": "python3"}'))
            assert kernel["execution_state"]

            second = start(root, port, environment)
            assert second.wait(60) == cli.OK
            assert second.stdout.read() == f"JupyterLab is running already: {address}\n"
        finally:
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == cli.OK, err
    assert "Traceback" not in out + err
    assert f"Port {port} is taken; this is {server.rpartition(':')[2]}." in err
    assert "Your answers are kept" in err
    with pytest.raises(OSError, match="refused|reset"):
        fetch(server)
    assert not kernels_of(environment)


def fetch(address: str, data: bytes | None = None) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(address, data=data), timeout=30) as reply:
        return reply.read()


def status(address: str) -> int:
    with urllib.request.urlopen(address, timeout=30) as reply:
        assert "00_start.ipynb" in unquote(reply.url)
        return reply.status


def kernels_of(environment) -> list[str]:
    """Kernel processes of this test that are still there."""
    runtime = environment["JUPYTER_RUNTIME_DIR"]
    deadline = time.monotonic() + 20
    while True:
        found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout.splitlines()
        left = [line for line in found if "ipykernel" in line and runtime in line]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.2)


def test_a_server_that_cannot_start_is_explained(root, environment, monkeypatch, tmp_path):
    lab.copy_lessons(root)
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setattr(lab_server, "command", lambda *words: [sys.executable, "-c", "raise SystemExit('no such luck')"])
    with pytest.raises(BakeoffError, match="JupyterLab did not start: no such luck"), lab_server.started(root / "work", "00_start.ipynb"):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="processes are listed another way there")
def test_without_signals_the_server_is_asked_to_end_and_takes_its_kernels_along(root, environment, monkeypatch):
    lab.copy_lessons(root)
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, environment[name])
    monkeypatch.setattr(lab_server, "WINDOWS", True)
    monkeypatch.setattr(lab_server, "_cut_off", lambda process: process.terminate())
    with taken_port() as port, lab_server.started(root / "work", "00_start.ipynb", port) as (process, server):
        fetch(f"{server['url']}api/kernels?token={server['token']}", data=b'{"name": "python3"}')
    assert process.returncode == 0
    assert "/api/shutdown request" in (root / "work" / lab_server.LOG).read_text(encoding="utf-8"), "it did not end by itself"
    assert not kernels_of(environment)


def test_without_signals_a_server_that_never_answered_is_cut_off_with_its_launcher(root, monkeypatch, tmp_path):
    lab.copy_lessons(root)
    called, began = [], time.monotonic()
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setattr(lab_server, "WINDOWS", True)
    monkeypatch.setattr(lab_server, "START_SECONDS", 0.3)
    monkeypatch.setattr(lab_server, "command", lambda *words: [sys.executable, "-c", "import time; time.sleep(60)"])
    monkeypatch.setattr(lab_server.subprocess, "run", lambda words, **options: called.append(words))
    with pytest.raises(BakeoffError, match="did not answer within"), lab_server.started(root / "work", "00_start.ipynb"):
        pass
    ((*words, pid),) = called
    assert words == ["taskkill", "/T", "/F", "/PID"]
    assert int(pid) > 0
    assert time.monotonic() - began < lab_server.STOP_SECONDS, "there is nothing to wait for"


def test_a_server_that_died_without_a_word_is_not_taken_for_a_running_one(root, monkeypatch, tmp_path):
    lab.copy_lessons(root)
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    with taken_port() as port:
        dead = {"root_dir": str(root / "work"), "url": f"http://localhost:{port}/", "token": "x", "port": port}
    (tmp_path / "jpserver-1.json").write_text(json.dumps(dead))
    (tmp_path / "jpserver-2.json").write_text("half a fi")
    (tmp_path / "jpserver-3.json").write_text("[" * 200_000)
    assert lab_server.running(root / "work") is None
