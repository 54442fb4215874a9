"""No test is left out in CI but for a reason that is listed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from where import JAVA, ROOT, SYSTEM, TABLES

LISTED = [TABLES, JAVA, SYSTEM + "it has no pipes"]
TESTS = """
import pytest

@pytest.mark.parametrize("reason", {listed!r})
def test_listed(reason):
    pytest.skip(reason)

@pytest.mark.skipif(True, reason="no time today")
def test_marked():
    pass

def test_without_a_library():
    pytest.importorskip("no_such_library")

@pytest.mark.xfail(strict=True)
def test_known():
    assert False
"""


def ended(folder: Path, **more: str) -> str:
    """How pytest ends with what is set for these tests, told in its last line."""
    room = {name: value for name, value in os.environ.items() if name != "CI"}
    words = ["-p", "conftest", "-p", "no:cacheprovider", "-q", "-c", os.devnull, str(folder)]
    told = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        env={**room, "PYTHONPATH": str(ROOT / "tests"), **more},
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.splitlines()[-1].partition(" in ")[0]


@pytest.mark.slow
def test_ci_fails_where_a_test_is_skipped_for_another_reason(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS.format(listed=LISTED))
    assert ended(tmp_path) == "5 skipped, 1 xfailed"
    assert ended(tmp_path, CI="true") == "1 failed, 3 skipped, 1 xfailed, 1 error"
    (tmp_path / "test_whole.py").write_text("import pytest\npytest.importorskip('no_such_library')")
    assert "1 error" in ended(tmp_path, CI="true")
