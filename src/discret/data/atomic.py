"""The edge with the disk: files are written whole or not at all, and no error quotes the data."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from discret.data.targets import check_target, refused, rights_of
from discret.errors import DiscretError, FileError
from discret.refused import system_fault
from discret.words import Words, say

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


@contextmanager
def border(failed: str, *, hint: str) -> Iterator[None]:
    """Let no message of a library through, for it may quote the data: say `failed` instead.

    Examples
    --------
    >>> with border("small.csv: cannot be read", hint="save it again"):
    ...     int("a value")
    Traceback (most recent call last):
    discret.errors.FileError: small.csv: cannot be read. Hint: save it again.
    """
    try:
        yield
    except (DiscretError, MemoryError):
        raise
    except UnicodeEncodeError as error:
        raise FileError(
            say(
                "{failed}: {encoding} lacks some letters",
                "{failed} : {encoding} n’a pas certaines lettres",
                failed=failed,
                encoding=error.encoding,
            ),
            hint=hint,
        ) from None
    except (Exception, pl.exceptions.PanicException) as error:  # noqa: BLE001 (that is the point)
        reason = system_fault(error)  # from the operating system: a full disk...
        told = say("{failed} ({reason})", "{failed} ({reason})", failed=failed, reason=reason)
        raise FileError(told if reason else failed, hint=hint) from None


def check_readable(path: Path) -> None:
    """Refuse a path where there is no file, or one that is empty or closed to us.

    Examples
    --------
    >>> check_readable(Path("nowhere.csv"))
    Traceback (most recent call last):
    discret.errors.FileError: nowhere.csv: cannot be opened (No such file or directory). Hint: ...
    """
    if path.is_dir():
        raise FileError(
            say("{file}: is a folder", "{file} : c’est un dossier", file=path.name),
            hint=Words(
                "give the name of a file in it", fr="donner le nom d’un fichier qui s’y trouve"
            ),
        )
    try:
        with path.open("rb") as stream:
            empty = not stream.read(1)
    except OSError as error:
        hint = Words(
            "check the path, and that you may read the file",
            fr="vérifier le chemin, et le droit de lire le fichier",
        )
        raise FileError(
            say(
                "{file}: cannot be opened ({why})",
                "{file} : ne peut être ouvert ({why})",
                file=path.name,
                why=system_fault(error),
            ),
            hint=hint,
        ) from None
    if empty:
        raise FileError(
            say("{file}: is empty", "{file} : il est vide", file=path.name),
            hint=Words("check how it was made", fr="voir comment il a été fait"),
        )


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
