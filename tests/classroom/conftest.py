"""What the tests of the build share: a way to write a source."""

from __future__ import annotations

import pytest

from lab_utils.classroom.build_percent import HEADER

TITLE = "# %% [markdown]\n# # A title\n\n"


@pytest.fixture
def write(tmp_path):
    """Write a source, without its header, as lesson 03."""

    def write_source(text: str, name: str = "03_topic.py"):
        path = tmp_path / "solutions" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEADER + "\n" + text, encoding="utf-8")
        return path

    return write_source
