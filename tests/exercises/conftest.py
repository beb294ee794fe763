"""Progress of the tests goes into a folder of the test, never into anybody's work."""

from __future__ import annotations

import pytest

from lab_utils.exercises import progress_file


@pytest.fixture(autouse=True)
def progress_path(tmp_path, monkeypatch):
    path = tmp_path / "a folder, Übung 5" / "progress.json"
    monkeypatch.setenv(progress_file.SETTING, str(path))
    progress_file._say_once.cache_clear()
    return path
