"""Where compiled kernels are kept: the usual place, or a temporary one.

numba fails where it can keep its compiled code neither beside the package nor in the home of the
user, which is usual in containers. It is then sent to a temporary folder that nobody else can write
into, since what numba finds there it runs.
"""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import sys
from pathlib import Path
from tempfile import TemporaryFile, gettempdir, mkdtemp

SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 (the folder made there is our own, or not used)


def for_kernels(package: Path) -> bool:
    """Let numba keep what it compiles of a package where it may write; say if there is a place.

    It is called before numba chooses, that is before the first kernel is declared.
    """
    if any(map(writable, [*_named("NUMBA_CACHE_DIR"), package / "__pycache__", *_home("numba")])):
        return True
    folder = _own("kernels")
    if folder is None:
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:  # it has read the environment already
        sys.modules["numba"].config.CACHE_DIR = str(folder)
    return True


def _named(variable: str) -> list[Path]:
    given = os.environ.get(variable)
    return [Path(given)] if given else []


def _home(library: str) -> list[Path]:
    """Return where a library keeps things in the home of the user, if there is one."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path("~", ".cache"))
    path = Path(os.path.expanduser(base), library)  # noqa: PTH111 (that one raises without home)
    return [path] if path.is_absolute() else []


def writable(folder: Path) -> bool:
    """Say whether files can be made in a folder, which is made if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _own(name: str) -> Path | None:
    """Return a folder of this user for temporary things, the same one at every call if it can be.

    Examples
    --------
    >>> oct(_own("examples").parent.stat().st_mode & 0o777)
    '0o700'
    """
    for base in _bases():
        folder = base / f"discret-{_user()}"
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            if not _ours(folder):
                folder = Path(mkdtemp(prefix="discret-", dir=base))
                atexit.register(shutil.rmtree, folder, ignore_errors=True)
        except OSError:
            continue
        if writable(folder / name):
            return folder / name
    return None


def _bases() -> list[Path]:
    """Return the folders for temporary things; never the one where the user happens to be."""
    try:
        usual = Path(gettempdir())
    except FileNotFoundError:
        return [SHARED_MEMORY]
    return [path for path in (usual, SHARED_MEMORY) if path != Path.cwd()]


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0


def _ours(folder: Path) -> bool:
    """Say whether a folder is no link, belongs to this user, and is closed to all others."""
    found = folder.lstat()
    closed = os.name != "posix" or not stat.S_IMODE(found.st_mode) & 0o077
    return stat.S_ISDIR(found.st_mode) and closed and found.st_uid == _user()
