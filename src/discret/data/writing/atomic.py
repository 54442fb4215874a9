"""The edge with the disk: files are written whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from discret.data.writing.targets import check_target, refused, rights_of

OURS = re.compile(
    r"\.discret-[0-9a-z_]{8,12}(-.*)?"
)  # what stands beside files until they are whole


@contextmanager
def atomic(
    path: str | Path, *, sources: Iterable[Path] = (), most: int | None = None
) -> Iterator[Path]:
    """Yield a temporary path beside `path`: it takes its place on success, and goes on failure.

    Whoever reads `path` meanwhile sees the old file or the new one, never a part of one. The
    temporary file has the suffix of `path` and, where `path` exists, its access rights. A link
    is followed.

    Parameters
    ----------
    path
        The file.
    sources
        The files that were read, none of which may be replaced.
    most
        The rights of a file that is not for all: `PRIVATE` or `GROUP`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> target = Path(mkdtemp()) / "report.json"
    >>> with atomic(target) as part:
    ...     _ = part.write_text("{}", encoding="utf-8")
    >>> target.read_text(encoding="utf-8"), len(list(target.parent.iterdir()))
    ('{}', 1)
    """
    check_target(Path(path), sources)
    target = Path(os.path.realpath(path))
    part = beside(target)
    lock: int | None = None
    try:
        with on_disk(target):
            lock, rights = _create(part, target, most), rights_of(target, most)
            yield part
            _replace(part, target, rights)
    finally:
        part.unlink(missing_ok=True)
        if lock is not None:
            os.close(lock)


def beside(target: Path) -> Path:
    """Return a name for a file until it is whole, in the folder of the one it will replace."""
    return target.with_name(f".discret-{secrets.token_hex(6)}-{target.name[-40:]}")


@contextmanager
def on_disk(target: Path) -> Iterator[None]:
    """Tell a full disk, and all else that the operating system has against a file, as one does."""
    try:
        yield
    except OSError as error:
        raise refused(target, error) from None


def _create(part: Path, target: Path, most: int | None) -> int | None:
    """Make the temporary file, never more open to others than the file it will replace.

    It is held with a lock, where there are some, so that nobody takes it for one left behind.
    """
    rights = rights_of(target, most)
    made = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666 if rights is None else rights)
    if held(made):
        return made
    os.close(made)
    return None


def held(descriptor: int) -> bool:
    """Lock an open file or folder until it is closed; say whether it could be."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def _replace(part: Path, target: Path, rights: int | None) -> None:
    if rights is not None:
        part.chmod(rights)
    synced(part)
    part.replace(target)


def synced(path: Path) -> None:
    """Wait until a file, or what a folder lists, is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
