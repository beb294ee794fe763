"""Reading text files strictly: UTF-8 with or without a BOM, LF or CRLF, and a clear word on anything else."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from lab_utils.errors import BakeoffError, Problem

_UTF8_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


def read_bytes(path: Path) -> bytes:
    """The file's bytes, decompressed for `.gz`. BakeoffError when it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BakeoffError(f"{path}: cannot be read ({error.strerror}). Check the path and its permissions.") from error
    if path.suffix != ".gz":
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise BakeoffError(f"{path}: cannot be decompressed ({error}). The file is damaged or cut short; copy it again.") from error


def numbered_lines(path: Path, problems: list[Problem]) -> Iterator[tuple[int, str]]:
    """(line number from 1, text without its line end) for each line that is not blank.

    A line that is not UTF-8 becomes a problem and is left out. Only the newline character ends a line: JSON strings
    may hold other separators that `str.splitlines` would cut at.
    """
    data = read_bytes(path)
    if data.startswith(_UTF16_BOMS):
        problems.append(Problem(path.name, 1, "", "the file is UTF-16, not UTF-8", "Save it again as UTF-8"))
        return
    for number, raw in enumerate(data.removeprefix(_UTF8_BOM).split(b"\n"), start=1):
        line = decode(raw.removesuffix(b"\r"), path, number, problems)
        if line is not None and line.strip():
            yield number, line


def decode(raw: bytes, path: Path, number: int | None, problems: list[Problem]) -> str | None:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} (0x{raw[error.start]:02x}) is not UTF-8"
        problems.append(Problem(path.name, number, "", what, "Save the file as UTF-8 (in a spreadsheet: 'CSV UTF-8')"))
        return None


def read_text(path: Path, problems: list[Problem]) -> str | None:
    """A whole text file, with line ends as LF; None and a problem if it is not UTF-8."""
    data = read_bytes(path)
    if data.startswith(_UTF16_BOMS):
        problems.append(Problem(path.name, None, "", "the file is UTF-16, not UTF-8", "Save it again as UTF-8"))
        return None
    text = decode(data.removeprefix(_UTF8_BOM), path, None, problems)
    return None if text is None else text.replace("\r\n", "\n").replace("\r", "\n")
