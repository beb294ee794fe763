"""Vectors and cross-encoder scores on disk, so that nothing is computed twice.

An entry is keyed by the *model key* (a checksum over the model's files, see models.py) and a hash of the text, so
a changed text or another model simply misses: a stale entry cannot be used. Two SQLite files make a cache:

- `bundled.sqlite` comes with the data and is opened read-only;
- `local.sqlite` takes what is computed here. It is written in small transactions: two processes may write at the
  same time, and after Ctrl-C everything computed so far is kept.

Where the data folder cannot be written, `local.sqlite` moves to the user's cache directory, and a note says so.
A damaged or foreign file is never fatal: it is set aside, and the work is done again.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from lab_utils.errors import BakeoffError
from lab_utils.places import user_cache
from lab_utils.progress import note

VERSION = 1
BUNDLED_NAME = "bundled.sqlite"
LOCAL_NAME = "local.sqlite"
LOCK_SECONDS = 30.0  # another process holds the file only for one small transaction; longer means it hangs

# Pages of 16 kB hold ten vectors each; in SQLite's usual 4 kB a vector of 1.5 kB wastes a quarter of its page.
_SCHEMA = f"""
PRAGMA page_size = 16384;
CREATE TABLE IF NOT EXISTS vectors (model TEXT, text BLOB, vector BLOB NOT NULL, PRIMARY KEY (model, text));
CREATE TABLE IF NOT EXISTS scores (model TEXT, query BLOB, text BLOB, score REAL NOT NULL, PRIMARY KEY (model, query, text)) WITHOUT ROWID;
PRAGMA user_version = {VERSION};
"""


def text_hash(text: str) -> bytes:
    """16 bytes of SHA-256: for a million texts, a collision has a chance of about 10^-27."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


class Cache:
    """The two files of one collection. `Cache(None)` keeps nothing: every look-up misses, every write is dropped.

    `notes` gathers what a person should know (a damaged file, a full disk); each was printed when it happened.
    """

    def __init__(self, folder: Path | None, bundled_name: str | None = BUNDLED_NAME, local_name: str = LOCAL_NAME, may_move: bool = True):
        self.notes: list[str] = []
        self._bundled: sqlite3.Connection | None = None
        self._local: sqlite3.Connection | None = None
        if folder is None:
            return
        if bundled_name is not None:
            self._bundled = self._open_bundled(folder / bundled_name)
        self._local = self._open_local(folder, local_name, may_move)

    @staticmethod
    def create(path: Path) -> sqlite3.Connection:
        """Open `path`, making an empty cache file where there is none."""
        connection = sqlite3.connect(path, timeout=LOCK_SECONDS, check_same_thread=False)
        connection.executescript(_SCHEMA)
        return connection

    # --- look up ---------------------------------------------------------------------------------------------

    def vectors(self, model: str, texts: Sequence[bytes]) -> dict[bytes, np.ndarray]:
        """The stored vectors (float32, one dimension each) among `texts` (hashes)."""
        found: dict[bytes, np.ndarray] = {}
        for rows in self._rows("SELECT text, vector FROM vectors WHERE model = ? AND text IN ({})", (model,), texts):
            for text, vector in rows:
                found.setdefault(text, np.frombuffer(vector, dtype="<f4"))
        return found

    def scores(self, model: str, query: bytes, texts: Sequence[bytes]) -> dict[bytes, float]:
        """The stored scores of `query` (hash) against `texts` (hashes)."""
        found: dict[bytes, float] = {}
        sql = "SELECT text, score FROM scores WHERE model = ? AND query = ? AND text IN ({})"
        for rows in self._rows(sql, (model, query), texts):
            for text, score in rows:
                found.setdefault(text, score)
        return found

    def _rows(self, sql: str, key: tuple, texts: Sequence[bytes]) -> Iterable[list[tuple]]:
        for which in ("_bundled", "_local"):
            for start in range(0, len(texts), 500):
                connection = getattr(self, which)
                if connection is None:
                    break
                part = list(texts[start : start + 500])
                try:
                    rows = connection.execute(sql.format(",".join("?" * len(part))), (*key, *part)).fetchall()
                except sqlite3.DatabaseError as error:  # damaged inside: go on without that file
                    self._say(f"cache: a stored file cannot be read ({error}); its entries are computed again. Mend it with: bakeoff cache --rebuild")
                    setattr(self, which, None)
                    break
                yield rows

    # --- store -----------------------------------------------------------------------------------------------

    def add_vectors(self, model: str, rows: Iterable[tuple[bytes, np.ndarray]]) -> None:
        """Store in one transaction. A full disk or a lost folder stops the storing, never the work."""
        self._write(
            "INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)",
            [(model, text, np.asarray(vector, dtype="<f4").tobytes()) for text, vector in rows],
        )

    def add_scores(self, model: str, query: bytes, rows: Iterable[tuple[bytes, float]]) -> None:
        self._write("INSERT OR IGNORE INTO scores VALUES (?, ?, ?, ?)", [(model, query, text, score) for text, score in rows])

    def _write(self, sql: str, rows: list[tuple]) -> None:
        if self._local is None or not rows:
            return
        try:
            with self._local:
                self._local.executemany(sql, rows)
        except sqlite3.Error as error:
            self._say(f"cache: cannot store any more ({error}); going on without. What was stored before is kept.")
            self._local = None

    def close(self) -> None:
        for connection in (self._bundled, self._local):
            if connection is not None:
                connection.close()
        self._bundled = self._local = None

    # --- open ------------------------------------------------------------------------------------------------

    def _open_bundled(self, path: Path) -> sqlite3.Connection | None:
        if not path.is_file():
            return None
        problem = _fault(path)
        if problem:
            self._say(f"cache: {path} is not used: {problem}. Make it again with: bakeoff cache --rebuild")
            return None
        # immutable: no lock and no journal are needed, so it works from a read-only folder.
        return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)

    def _open_local(self, folder: Path, name: str, may_move: bool) -> sqlite3.Connection | None:
        connection = self._try_local(folder / name)
        if connection is None and not may_move:
            raise BakeoffError(f"{folder}: cannot be written. Make the folder writable, or copy the data to another place.")
        if connection is None:
            moved = user_cache(folder) / name
            connection = self._try_local(moved)
            where = f"cache goes to {moved}" if connection else "nothing is cached"
            self._say(f"cache: {folder} cannot be written; {where}.")
        return connection

    def _try_local(self, path: Path) -> sqlite3.Connection | None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_file() and path.stat().st_size and (problem := _fault(path)):
                aside = path.with_name(f"{path.name}.unusable")
                path.replace(aside)
                self._say(f"cache: {path} is not used: {problem}. It was moved to {aside.name}; its entries are computed again.")
            return self.create(path)
        except (OSError, sqlite3.Error):
            return None

    def _say(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)
            note(text)


def _fault(path: Path) -> str | None:
    """Why a cache file cannot be used, or None."""
    if path.stat().st_size == 0:
        return "it is empty (zero bytes)"
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=LOCK_SECONDS)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            connection.execute("SELECT 1 FROM vectors LIMIT 1")
            connection.execute("SELECT 1 FROM scores LIMIT 1")
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return f"it cannot be read as a cache ({error})"
    return None if version == VERSION else f"it has version {version}, and this kit reads version {VERSION}"
