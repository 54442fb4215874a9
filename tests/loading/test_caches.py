"""Compiled kernels, where neither the package nor a home can be written into."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import discret
from discret.loading import caches
from where import needs_system

NOWHERE = Path("/dev/null/package")


@pytest.fixture(name="homeless")
def no_place_is_usual(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Nothing can be written but the folder for temporary things that is returned."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "")  # and back to what it was after the test
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.setattr(caches, "gettempdir", lambda: str(temporary))
    monkeypatch.setattr(caches, "SHARED_MEMORY", Path("/dev/null"))
    return temporary


def test_kernels_go_to_a_folder_of_ones_own(homeless: Path) -> None:
    assert caches.for_kernels(NOWHERE)
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    assert folder.parent.parent == homeless
    assert folder.parent.stat().st_mode & 0o777 == 0o700


def test_a_place_that_can_be_written_is_left_alone(homeless: Path, tmp_path: Path) -> None:
    assert caches.for_kernels(tmp_path / "package")
    assert os.environ["NUMBA_CACHE_DIR"] == ""
    assert list(homeless.iterdir()) == []


def test_a_folder_that_others_can_write_into_is_not_used(homeless: Path) -> None:
    trap = homeless / f"discret-{caches._user()}"
    trap.mkdir()
    trap.chmod(0o777)
    assert caches.for_kernels(NOWHERE)
    assert trap not in Path(os.environ["NUMBA_CACHE_DIR"]).parents
    assert list(trap.iterdir()) == []


def test_a_link_put_in_its_place_is_not_followed(homeless: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (homeless / f"discret-{caches._user()}").symlink_to(tmp_path / "elsewhere")
    assert caches.for_kernels(NOWHERE)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_nowhere_at_all_is_told(homeless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "gettempdir", lambda: "/dev/null")
    assert not caches.for_kernels(NOWHERE)


CALL = """
import os, sys
from pathlib import Path
from discret.loading import caches
caches.SHARED_MEMORY = Path("/nowhere")
if sys.argv[1] == "none":
    caches.gettempdir = lambda: "/nowhere"
from discret.maths.kernels import Kernel
from discret.maths.recoding import chains
kernels = [kernel.compiled for kernel in vars(chains).values() if isinstance(kernel, Kernel)]
print(len(kernels), "NUMBA_CACHE_DIR" in os.environ)
"""


@needs_system(sys.platform == "linux", "root is bound by rights on Linux only")
@pytest.mark.parametrize(("place", "found"), [("temporary", "True"), ("none", "False")])
def test_kernels_stand_in_packages_that_cannot_be_written(
    tmp_path: Path, place: str, found: str
) -> None:
    source, copy = Path(discret.__file__).parent, tmp_path / "discret"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    rooms = [copy / "maths", *(path for path in (copy / "maths").iterdir() if path.is_dir())]
    for room in rooms:
        room.chmod(0o555)
    environment = {"PYTHONPATH": str(tmp_path), "TMPDIR": str(tmp_path), "HOME": "/dev/null"}
    told = subprocess.run(
        [sys.executable, "-B", "-c", CALL, place], env=environment, cwd="/",
        capture_output=True, text=True, check=False, preexec_fn=bound_by_rights,
    )  # fmt: skip
    for room in rooms:
        room.chmod(0o755)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.split() == ["4", found]


def bound_by_rights() -> None:
    """Take from what is run next what lets root write where rights forbid it."""
    drop, override = 24, 1  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
    ctypes.CDLL(None).prctl(drop, override, 0, 0, 0)
