"""A small campaign of bad input, in processes of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from where import ROOT, needs_system

CASES = 25
SCRIPT = ROOT / "benchmarks" / "hostile.py"


@pytest.mark.slow
@needs_system(sys.platform == "linux", "the campaign forks, and looks into /proc")
def test_bad_input_ends_in_one_message() -> None:
    command = [sys.executable, str(SCRIPT), "--most", str(CASES), "--alike", "3", "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{CASES} of " in done.stdout
    assert ", 0 wrong" in done.stdout
