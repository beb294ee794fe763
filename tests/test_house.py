"""The house: imports go down the floors only, versions stand in one place, and the project speaks of itself alone."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from lab_utils.classroom.doctor import pins

ROOT = Path(__file__).resolve().parents[1]
FLOORS = {"errors": 0, "files": 0, "places": 0, "progress": 0}
FLOORS |= {"collections": 1, "search": 2, "evaluation": 3, "show": 4, "exercises": 5, "classroom": 6, "cli": 7}
FILES = sorted((ROOT / "lab_utils").rglob("*.py"))


def name(requirement: str) -> str:
    return re.split(r"[\s=<>!~\[;#]", requirement.strip(), maxsplit=1)[0].lower().replace("_", "-")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "lab_utils")))
def test_imports_go_down(path):
    parts = path.relative_to(ROOT / "lab_utils").with_suffix("").parts
    if parts == ("__init__",):
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        for module in modules:
            if module.startswith("lab_utils."):
                assert FLOORS[module.split(".")[1]] <= FLOORS[parts[0]], f"{path.name} imports {module}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT / "lab_utils")))
def test_a_file_is_one_idea(path):
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), "a file says its idea first"
    assert len(text.splitlines()) <= 260


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_dependency_is_pinned_and_only_in_constraints():
    wanted = project()["dependencies"] + project()["optional-dependencies"]["test"]
    assert not [line for line in wanted if re.search(r"[=<>~]", line)], "versions stand in constraints.txt only"
    assert not {name(line) for line in wanted} - set(pins())


def test_the_conda_file_names_the_same_packages():
    conda = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    pip = next(entry["pip"] for entry in conda if isinstance(entry, dict))
    names = {name(entry) for entry in conda if isinstance(entry, str)} | {name(entry) for entry in pip}
    conda_names = {"matplotlib-base": "matplotlib", "pytorch-cpu": "torch", "rank_bm25": "rank-bm25"}
    named = {conda_names.get(entry, entry) for entry in names} - {"python", "pip", "-e"}
    assert named == {name(line) for line in project()["dependencies"]}
    for entry in pip:
        package, pinned, version = entry.partition("==")
        if pinned:
            assert pins()[name(package)] == version


def test_constraints_record_no_addresses():
    for path in ("constraints.txt", "pyproject.toml", "environment.yml", "Makefile"):
        assert not re.search(r"https?://|file:", (ROOT / path).read_text(encoding="utf-8")), path


def test_ci_calls_the_test_command_of_the_readme():
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("what", [["check"], ["format", "--check"]], ids=["rules", "format"])
def test_style(what):
    done = subprocess.run([sys.executable, "-m", "ruff", *what, "--quiet", str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
