"""`data/SHA256SUMS`: what the shipped data must be, to the byte. The form is that of the `sha256sum` tool."""

from __future__ import annotations

from pathlib import Path

from lab_utils.collections.load import DATA
from lab_utils.search.models import file_checksum

SUMS = DATA / "SHA256SUMS"
# Made on this machine, by running the kit; not shipped.
_LOCAL = ("fernhollow.sqlite", "local.sqlite", "rebuild.sqlite", ".unusable", ".part", "-journal", "-wal", "-shm", "SHA256SUMS")


def shipped_files() -> list[Path]:
    """Every file below data/ that is shipped, in a fixed order."""
    return sorted(
        path
        for path in DATA.rglob("*")
        if path.is_file() and not path.name.endswith(_LOCAL) and not any(part.startswith((".", "__")) for part in path.relative_to(DATA).parts)
    )


def write() -> Path:
    """Record the files as they are now."""
    lines = [f"{file_checksum(path)}  {path.relative_to(DATA).as_posix()}\n" for path in shipped_files()]
    SUMS.write_text("".join(lines), encoding="utf-8", newline="\n")
    return SUMS


def faults() -> list[str]:
    """What differs from the record: changed, missing and unrecorded files, one line each."""
    if not SUMS.is_file():
        return [f"{SUMS} is missing"]
    recorded = {}
    for line in SUMS.read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        recorded[name] = digest
    found = {path.relative_to(DATA).as_posix(): path for path in shipped_files()}
    lines = [f"data/{name} is missing" for name in sorted(recorded.keys() - found.keys())]
    lines += [f"data/{name} is not in SHA256SUMS" for name in sorted(found.keys() - recorded.keys())]
    lines += [f"data/{name} has changed" for name, path in found.items() if name in recorded and file_checksum(path) != recorded[name]]
    return lines
