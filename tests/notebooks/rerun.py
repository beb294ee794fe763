"""Run notebooks again with nbval, in a folder that is not the kit's, each with an empty progress file of its own."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from lab_utils.classroom.build_run import CELL_SECONDS, machine_rules, private
from lab_utils.exercises.progress_file import SETTING

WORKERS = 2  # kernels at a time; each notebook is run by one of them, since its cells belong together
SECONDS = 900
# Each notebook starts as on a new laptop. The kernel takes its environment from the process that starts it.
CONFTEST = f"""\
import os
import pathlib

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    os.environ["{SETTING}"] = str(pathlib.Path(__file__).parent / "progress" / item.path.stem / "progress.json")
"""


@dataclass(frozen=True, slots=True)
class Rerun:
    """How one notebook fared."""

    cells: int
    seconds: float
    faults: tuple[str, ...]


def rerun(notebooks: Sequence[Path], folder: Path, lax: bool = False) -> dict[str, Rerun]:
    """Run each notebook and compare its outputs; lax: only see that nothing raises. {name: how it fared}."""
    shares = [notebooks[start::WORKERS] for start in range(min(WORKERS, len(notebooks)))]
    folders = [folder / f"away from the kit {number}" for number in range(len(shares))]
    with ThreadPoolExecutor(WORKERS) as workers:
        return {name: fared for share in workers.map(_run_share, shares, folders, [lax] * len(shares)) for name, fared in share.items()}


def _run_share(notebooks: Sequence[Path], folder: Path, lax: bool) -> dict[str, Rerun]:
    folder.mkdir(parents=True)
    for path in notebooks:
        shutil.copy(path, folder)
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "sanitize.cfg").write_text(sanitize_rules(folder), encoding="utf-8")
    report = folder / "report.xml"
    words = [
        *("-p", "nbval.plugin", "--nbval-lax" if lax else "--nbval", "--nbval-current-env", "--nbval-cell-timeout", str(CELL_SECONDS)),
        *("--sanitize-with", "sanitize.cfg", "-q", "--tb=short", "-p", "no:cacheprovider", "-c", "pytest.ini", "--junitxml", str(report)),
        *(path.name for path in notebooks),
    ]
    env = private(folder) | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONUTF8": "1", "PY_COLORS": "0"}
    done = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=folder, env=env, capture_output=True, text=True, timeout=SECONDS)
    assert report.is_file(), f"nbval did not run:\n{done.stdout}\n{done.stderr}"
    cases = list(ElementTree.parse(report).iter("testcase"))
    return {path.stem: _fared([case for case in cases if path.stem in case.get("classname", "") + case.get("name", "")]) for path in notebooks}


def _fared(cases: list[ElementTree.Element]) -> Rerun:
    bad = [(case, outcome) for case in cases for outcome in case if outcome.tag in ("failure", "error")]
    faults = tuple(f"{case.get('name')}: {_plain(outcome.text or outcome.get('message', ''))}" for case, outcome in bad)
    return Rerun(len(cases), sum(float(case.get("time", 0)) for case in cases), faults)


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m|#x1B\[[0-9;]*m", "", text)[:2000]


def sanitize_rules(folder: Path) -> str:
    """nbval's form of the rules by which a build drops what differs between machines. A figure's words are compared, its pixels are not."""
    rules = [*machine_rules(folder), ("styled table", r"\bT_[0-9a-f]{5}", "T_id"), ("pixels", r'data:image/png;base64,[^"]+', "pixels")]
    return "".join(f"[{name}]\nregex: {pattern}\nreplace: {text}\n\n" for name, pattern, text in rules)
