"""The benchmark of keyword search runs, and both sides agree; the figures themselves are for an idle machine."""

from __future__ import annotations

import subprocess
import sys

from lab_utils.classroom.doctor import ROOT


def test_both_sides_of_the_keyword_benchmark_rank_alike():
    done = subprocess.run([sys.executable, str(ROOT / "benchmarks/keyword_speed.py"), "--sizes", "3000"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "same top 10 for 66 of 66 queries" in done.stdout
