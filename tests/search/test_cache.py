"""The cache: never stale, safe with two writers, and no damage of a file is fatal."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys

import numpy as np
import pytest

from lab_utils.places import user_cache
from lab_utils.search.cache import BUNDLED_NAME, LOCAL_NAME, Cache, text_hash

A, B = text_hash("a"), text_hash("b")
VECTOR = np.array([0.6, 0.8], dtype=np.float32)


def stored(folder, model="m", texts=(A, B)):
    return Cache(folder).vectors(model, list(texts))


def test_what_was_stored_comes_back_bit_for_bit(tmp_path):
    cache = Cache(tmp_path)
    cache.add_vectors("m", [(A, VECTOR)])
    cache.add_scores("m", A, [(B, -3.25)])
    again = Cache(tmp_path)
    assert again.vectors("m", [A, B])[A].tobytes() == VECTOR.tobytes()
    assert again.scores("m", A, [A, B]) == {B: -3.25}


def test_another_model_or_text_misses(tmp_path):
    Cache(tmp_path).add_vectors("m", [(A, VECTOR)])
    assert stored(tmp_path, "other model") == {}
    assert stored(tmp_path, texts=[text_hash("a ")]) == {}


def test_more_texts_than_one_statement_takes(tmp_path):
    texts = [text_hash(str(number)) for number in range(1_700)]
    Cache(tmp_path).add_vectors("m", [(text, VECTOR) for text in texts])
    assert len(stored(tmp_path, texts=texts)) == 1_700


@pytest.mark.parametrize("content", [b"", b"not a database at all, but long enough to be looked at" * 50], ids=["zero bytes", "not a cache"])
def test_a_damaged_bundled_file_is_said_and_passed_over(tmp_path, content, capsys):
    (tmp_path / BUNDLED_NAME).write_bytes(content)
    cache = Cache(tmp_path)
    cache.add_vectors("m", [(A, VECTOR)])
    assert A in cache.vectors("m", [A])
    assert "bundled.sqlite is not used" in capsys.readouterr().err
    assert (tmp_path / BUNDLED_NAME).read_bytes() == content


def test_a_local_file_of_zero_bytes_is_filled(tmp_path):
    (tmp_path / LOCAL_NAME).touch()
    Cache(tmp_path).add_vectors("m", [(A, VECTOR)])
    assert A in stored(tmp_path)


def test_a_local_file_that_is_no_cache_is_moved_aside(tmp_path, capsys):
    (tmp_path / LOCAL_NAME).write_bytes(b"scribble" * 1000)
    Cache(tmp_path).add_vectors("m", [(A, VECTOR)])
    assert A in stored(tmp_path)
    assert (tmp_path / f"{LOCAL_NAME}.unusable").read_bytes() == b"scribble" * 1000
    assert "moved to local.sqlite.unusable" in capsys.readouterr().err


@pytest.mark.parametrize("name", [BUNDLED_NAME, LOCAL_NAME])
def test_a_file_of_another_version_is_not_used(tmp_path, name, capsys):
    cache = Cache(tmp_path)
    cache.add_vectors("m", [(A, VECTOR)])
    cache.close()
    (tmp_path / LOCAL_NAME).rename(tmp_path / name)
    connection = sqlite3.connect(tmp_path / name)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert stored(tmp_path) == {}
    assert "it has version 99" in capsys.readouterr().err


def test_a_file_damaged_inside_is_given_up_not_fatal(tmp_path, capsys):
    cache = Cache(tmp_path)
    cache.add_vectors("m", [(text_hash(str(n)), np.ones(384, dtype=np.float32)) for n in range(200)])
    cache.close()
    (tmp_path / LOCAL_NAME).rename(tmp_path / BUNDLED_NAME)
    data = bytearray((tmp_path / BUNDLED_NAME).read_bytes())
    data[32_768:] = b"\xff" * (len(data) - 32_768)  # the first pages (header, schema) stay whole
    (tmp_path / BUNDLED_NAME).write_bytes(data)
    cache = Cache(tmp_path)
    cache.vectors("m", [text_hash(str(n)) for n in range(200)])
    cache.add_vectors("m", [(A, VECTOR)])
    assert A in cache.vectors("m", [A])
    assert "cannot be read" in capsys.readouterr().err


def test_a_full_disk_stops_the_storing_not_the_work(tmp_path, capsys):
    cache = Cache(tmp_path)
    cache.add_vectors("m", [(A, VECTOR)])
    cache._local.execute("PRAGMA max_page_count = 4")  # SQLite then fails as on a full disk, with the same error
    cache.add_vectors("m", [(text_hash(str(n)), np.ones(4_000, dtype=np.float32)) for n in range(50)])
    assert "database or disk is full" in capsys.readouterr().err
    cache.add_vectors("m", [(B, VECTOR)])  # said once, then silently dropped
    assert capsys.readouterr().err == ""
    assert set(stored(tmp_path)) == {A}


def test_no_cache_keeps_nothing():
    cache = Cache(None)
    cache.add_vectors("m", [(A, VECTOR)])
    assert cache.vectors("m", [A]) == {}


WRITER = """
import sys, numpy as np
from pathlib import Path
from lab_utils.search.cache import Cache, text_hash
cache = Cache(Path(sys.argv[1]))
for n in range(150):
    cache.add_vectors("m", [(text_hash(f"{n % 100}-{part}"), np.full(64, n % 100, dtype=np.float32)) for part in range(4)])
assert not cache.notes, cache.notes
"""


def test_two_processes_write_at_once(tmp_path):
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)]) for _ in range(2)]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    texts = {text_hash(f"{n}-{part}"): n for n in range(100) for part in range(4)}
    found = stored(tmp_path, texts=texts)
    assert {text: vector[0] for text, vector in found.items()} == texts


READ_ONLY = """
import sys, numpy as np
from pathlib import Path
from lab_utils.search.cache import Cache, text_hash
cache = Cache(Path(sys.argv[1]))
cache.add_vectors("m", [(text_hash("a"), np.ones(2, dtype=np.float32))])
again = Cache(Path(sys.argv[1]))
assert text_hash("a") in again.vectors("m", [text_hash("a")])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits work otherwise there")
def test_a_read_only_folder_sends_the_cache_to_the_user_s_directory(tmp_path):
    folder, home = tmp_path / "data" / "cache", tmp_path / "home"
    folder.mkdir(parents=True)
    home.mkdir()
    folder.chmod(0o555)
    # root may write anywhere unless that right is dropped first
    drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"]
    prefix = drop if shutil.which("setpriv") and hasattr(__import__("os"), "geteuid") and __import__("os").geteuid() == 0 else []
    done = subprocess.run(
        [*prefix, sys.executable, "-c", READ_ONLY, str(folder)],
        env={"HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    folder.chmod(0o755)
    assert done.returncode == 0, done.stderr
    assert "cannot be written; cache goes to" in done.stderr
    assert str(home) in done.stderr
    assert not any(folder.iterdir())


def test_the_user_s_cache_differs_by_folder(tmp_path):
    assert user_cache(tmp_path / "a") != user_cache(tmp_path / "b")
