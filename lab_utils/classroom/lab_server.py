"""Open JupyterLab on a folder: find the one that runs already, else start one, say its address, and end it cleanly."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lab_utils.errors import BakeoffError

PORT = 8888
START_SECONDS = 90  # a laptop that scans every file for viruses needs long the first time
STOP_SECONDS = 15
WINDOWS = sys.platform == "win32"
OWN = ".jupyterlab"  # the folder, within work/, of what JupyterLab is told and of what it says
LOG = f"{OWN}/log"
# No question about news on the first screen, no web site asked, and no second kind of notebook among the file types.
PAGE = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True, "jupyterlab-jupytext": True}}
SERVER = {"ServerApp": {"jpserver_extensions": {"jupytext": False}}}


def running(folder: Path) -> dict[str, Any] | None:
    """What is known of a JupyterLab that serves this very folder and answers; None when there is none."""
    from jupyter_core.paths import jupyter_runtime_dir

    for path in sorted(Path(jupyter_runtime_dir()).glob("jpserver-*.json")):
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):  # being written, or removed, or left by another version
            server = json.loads(path.read_text(encoding="utf-8"))
            if Path(server["root_dir"]).resolve() == folder.resolve() and _answers(server):
                return server
    return None


def _answers(server: dict[str, Any], question: str = "status", method: str = "GET") -> bool:
    request = urllib.request.Request(f"{server['url']}api/{question}", method=method, headers={"Authorization": f"token {server['token']}"})
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=3) as answer:
            return answer.status == 200
    except (OSError, HTTPException):  # the latter: it went away in mid-answer
        return False


def address(server: dict[str, Any], notebook: str) -> str:
    """Where to open a notebook, with the token that lets one in."""
    token = f"?token={server['token']}" if server["token"] else ""
    return f"{server['url']}lab/tree/{quote(notebook)}{token}"


def has_browser() -> bool:
    """Whether a browser can show a window here. Browsers of the terminal cannot show JupyterLab."""
    import webbrowser

    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def command(folder: Path, notebook: str, port: int, browser: bool) -> list[str]:
    """How JupyterLab is called. Jupyter itself takes the next free port when this one is taken."""
    words = [
        f"--ServerApp.root_dir={folder}",
        f"--ServerApp.port={port}",
        f"--LabApp.default_url=/lab/tree/{quote(notebook)}",
        "--ServerApp.answer_yes=True",  # Ctrl-C means it
    ]
    if not browser:
        words.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        words.append("--allow-root")  # in containers there is nobody else; only this machine can reach it
    return [sys.executable, "-m", "jupyterlab", *words]


def settings(folder: Path) -> dict[str, str]:
    """Write what JupyterLab is told into `folder`; returns the setting by which it finds that. A user's own settings stay in force."""
    (folder / "labconfig").mkdir(parents=True, exist_ok=True)
    (folder / "labconfig" / "page_config.json").write_text(json.dumps(PAGE), encoding="utf-8")
    (folder / "jupyter_server_config.json").write_text(json.dumps(SERVER), encoding="utf-8")
    before = os.environ.get("JUPYTER_CONFIG_PATH", "")
    return {"JUPYTER_CONFIG_PATH": os.pathsep.join([str(folder), *([before] if before else [])])}


@contextmanager
def started(folder: Path, notebook: str, port: int = PORT, browser: bool = False) -> Iterator[tuple[subprocess.Popen, dict[str, Any]]]:
    """JupyterLab on `folder`: the process, and what is known of it once it answers. It is ended on the way out."""
    log = folder / LOG
    try:
        # A token that it is given is one that it does not write into its log: on Windows others may be able to read that.
        env = {"JUPYTER_TOKEN": secrets.token_hex(24)} | os.environ | settings(folder / OWN)
        log.touch()
        log.chmod(0o600)  # a learner's own settings may give another token, and say it there
        output = log.open("wb")
    except OSError as error:
        raise BakeoffError(f"{error.filename}: {error.strerror}. Let {folder} be a folder that you may write.") from error
    words = command(folder, notebook, port, browser)
    with output:
        process = subprocess.Popen(words, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
    server = None
    try:
        server = _wait_for(process, folder, log)
        yield process, server
    finally:
        stop(process, server)


def _wait_for(process: subprocess.Popen, folder: Path, log: Path) -> dict[str, Any]:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise BakeoffError(f"JupyterLab did not start: {_last_line(log)}. The whole story is in {log}. Check the set-up with: bakeoff doctor")
        server = running(folder)
        if server:
            return server
        time.sleep(0.2)
    raise BakeoffError(f"JupyterLab did not answer within {START_SECONDS} seconds. Its own words are in {log}. Check the set-up with: bakeoff doctor")


def _last_line(log: Path) -> str:
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


def stop(process: subprocess.Popen, server: dict[str, Any] | None = None) -> None:
    """End the server and its kernels. A second Ctrl-C while it does so is no reason to leave kernels behind."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        try:
            process.wait(STOP_SECONDS if _ask_to_end(process, server) else 0)
        except subprocess.TimeoutExpired:
            _cut_off(process)
            process.wait()
    finally:
        signal.signal(signal.SIGINT, before)


def _ask_to_end(process: subprocess.Popen, server: dict[str, Any] | None) -> bool:
    """Whether it makes sense to wait. On Windows there is no signal for this: the server, which has kernels only once it answers, is asked."""
    if not WINDOWS:
        process.terminate()
    elif server:
        _answers(server, "shutdown", "POST")  # no answer where Ctrl-C has reached it already
    return not WINDOWS or bool(server)


def _cut_off(process: subprocess.Popen) -> None:
    if WINDOWS:  # what we started may be a mere launcher of the real Python, and kernels would live on
        with suppress(OSError):
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True)
    process.kill()
