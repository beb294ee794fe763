"""The doctor finds what is broken and says how to mend it; the bundled cache can be made again after an interruption."""

from __future__ import annotations

import pytest

from lab_utils.classroom import bundle, checksums, doctor
from lab_utils.errors import BakeoffError
from lab_utils.search.cache import BUNDLED_NAME, Cache
from lab_utils.search.strategies import Settings


def test_a_failed_check_names_its_cure():
    text = str(doctor.Check("disk", False, "3 MB free", "free some space"))
    assert text.startswith("[FAIL] disk: 3 MB free")
    assert "mend it with: free some space" in text


def test_a_wrong_version_is_found(monkeypatch):
    monkeypatch.setattr(doctor, "pins", lambda: {"numpy": "0.0.1"})
    (check,) = doctor._packages()
    assert not check.ok
    assert "numpy is" in check.found
    assert "pinned 0.0.1" in check.found


def test_a_missing_model_package_is_found(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert all(not check.ok and "is not installed" in check.found for check in doctor._models())


def test_changed_missing_and_unknown_data_are_found(tmp_path, monkeypatch):
    for name in ("a", "b", "c"):
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(checksums, "DATA", tmp_path)
    monkeypatch.setattr(checksums, "SUMS", tmp_path / "SHA256SUMS")
    checksums.write()
    assert checksums.faults() == []
    (tmp_path / "a").write_text("changed")
    (tmp_path / "b").unlink()
    (tmp_path / "d").write_text("new")
    (tmp_path / "local.sqlite").write_text("made here")
    assert checksums.faults() == ["data/b is missing", "data/d is not in SHA256SUMS", "data/a has changed"]


@pytest.mark.models
def test_a_rebuild_goes_on_where_it_stopped_and_then_verifies(beir):
    settings = Settings(depth=3)
    working = Cache(beir / "cache", bundled_name=None, local_name=bundle.REBUILD_NAME)
    first = bundle.Encoder(cache=working)
    first.encode(["ERR_4471 means that the relay refused the certificate."])
    working.close()
    path = bundle.rebuild(beir, settings)
    assert path.name == BUNDLED_NAME
    assert not (beir / "cache" / bundle.REBUILD_NAME).exists()
    before = path.read_bytes()
    verdict = bundle.verify(beir, settings)
    assert (verdict.vectors, verdict.missing, verdict.faults) == (4, 0, ())
    assert verdict.scores > 0
    assert bundle.rebuild(beir, settings).read_bytes() == before, "the same entries give the same bytes"


@pytest.mark.models
def test_a_foreign_vector_under_the_right_key_is_found(beir):
    bundle.rebuild(beir, Settings(depth=3))
    import sqlite3

    connection = sqlite3.connect(beir / "cache" / BUNDLED_NAME)
    with connection:
        connection.execute("UPDATE vectors SET vector = zeroblob(length(vector))")
        connection.execute("UPDATE scores SET score = score + 3")
    connection.close()
    verdict = bundle.verify(beir, Settings(depth=3))
    assert len(verdict.faults) == verdict.vectors + verdict.scores


def test_a_rebuild_where_nothing_can_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr(Cache, "_try_local", lambda self, path: None)
    with pytest.raises(BakeoffError, match="cannot be written"):
        Cache(tmp_path, bundled_name=None, may_move=False)
