"""Put a whole new file in an old one's place: whoever reads it sees the old or the new one, never half of one."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

TRIES = 6
PAUSE = 0.05  # seconds; on Windows a virus scanner or a cloud folder holds a file that long, and it cannot be replaced meanwhile


def move(source: Path, target: Path) -> None:
    """Move a file into another's place, with patience for whoever holds it just now."""
    for _ in range(TRIES - 1):
        try:
            os.replace(source, target)
            return
        except PermissionError:
            time.sleep(PAUSE)
    os.replace(source, target)


def write_whole(path: Path, content: bytes) -> None:
    """Write through a neighbouring file and one move. An OSError names the file itself, not the neighbour, which is removed."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        move(part, path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        with suppress(OSError):  # moved, or never made
            part.unlink()


def holds(path: Path, content: bytes) -> bool:
    """Whether the file has these very bytes. One that is not there or cannot be read has not."""
    try:
        return path.read_bytes() == content
    except OSError:
        return False
