"""A small campaign of bad input, in processes of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CASES = 25
SCRIPT = Path(__file__).parents[2] / "benchmarks" / "hostile.py"


@pytest.mark.skipif(sys.platform == "win32", reason="the campaign forks")
def test_bad_input_ends_in_one_message() -> None:
    command = [sys.executable, str(SCRIPT), "--most", str(CASES), "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{CASES} cases, 0 wrong" in done.stdout
