"""A file is replaced as a whole, also where somebody holds the old one for a moment."""

from __future__ import annotations

import os

import pytest

from lab_utils import files


def test_a_file_that_is_held_for_a_moment_is_replaced_all_the_same(tmp_path, monkeypatch):
    replace, calls, pauses = os.replace, [], []

    def held(source, target):
        calls.append(target)
        if len(calls) < files.TRIES:
            raise PermissionError(13, "held", str(source))
        replace(source, target)

    monkeypatch.setattr(files.os, "replace", held)
    monkeypatch.setattr(files.time, "sleep", pauses.append)
    (tmp_path / "file").write_text("old")
    files.write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert pauses == [files.PAUSE] * (files.TRIES - 1)
    assert os.listdir(tmp_path) == ["file"]


def test_one_that_is_held_for_good_stays_and_is_named(tmp_path, monkeypatch):
    def held(source, target):
        raise PermissionError(13, "held", str(source))

    monkeypatch.setattr(files.os, "replace", held)
    monkeypatch.setattr(files, "PAUSE", 0)
    (tmp_path / "file").write_text("old")
    with pytest.raises(PermissionError) as caught:
        files.write_whole(tmp_path / "file", b"new")
    assert caught.value.filename == str(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_folder_that_is_none_is_said_of_the_file(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(OSError, match="inner'"):
        files.write_whole(tmp_path / "file" / "inner", b"new")


def test_what_a_file_holds(tmp_path):
    (tmp_path / "file").write_bytes(b"\xff\n")
    assert files.holds(tmp_path / "file", b"\xff\n")
    assert not files.holds(tmp_path / "file", b"\xff\r\n")
    assert not files.holds(tmp_path, b"")
    assert not files.holds(tmp_path / "none", b"")
