"""The lessons that there are, and a sample lesson, built once a session, on which the machinery is proved."""

from __future__ import annotations

import shutil
from pathlib import Path

from lab_utils.classroom import build
from lab_utils.classroom.doctor import ROOT

SAMPLE = Path(__file__).parent / "sample"
SOURCES = build.sources()
NAMES = [path.stem for path in SOURCES]
LEARNER = [ROOT / build.LEARNERS / f"{name}.ipynb" for name in NAMES]
SOLVED = [ROOT / build.SOURCES / f"{name}.ipynb" for name in NAMES]


def built_sample(tmp_path_factory) -> Path:
    """A folder with the sample lesson, built. It is everybody's: copy it before changing it."""
    root = tmp_path_factory.getbasetemp() / "sample lesson"
    if not root.exists():
        shutil.copytree(SAMPLE, root)
        build.build(root=root)
    return root
