"""The edge with the disk: files are written whole or not at all, and no error quotes the data."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from discret.errors import DiscretError, FileError


@contextmanager
def atomic(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`: it takes its place on success, and goes on failure.

    Whoever reads `path` meanwhile sees the old file or the new one, never a part of one. The
    temporary file has the suffix of `path` and, where `path` exists, its access rights. A link
    is followed.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> target = Path(mkdtemp()) / "report.json"
    >>> with atomic(target) as part:
    ...     _ = part.write_text("{}", encoding="utf-8")
    >>> target.read_text(encoding="utf-8"), len(list(target.parent.iterdir()))
    ('{}', 1)
    """
    target = Path(os.path.realpath(path))
    part = target.with_name(f".{secrets.token_hex(6)}-{target.name[-40:]}")
    try:
        _create(part, target)
        yield part
        _replace(part, target)
    finally:
        part.unlink(missing_ok=True)


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
        raise FileError(f"{failed}: {error.encoding} lacks some letters", hint=hint) from None
    except (Exception, pl.exceptions.PanicException) as error:  # noqa: BLE001 (that is the point)
        reason = getattr(error, "strerror", None)  # from the operating system: a full disk...
        raise FileError(f"{failed} ({reason})" if reason else failed, hint=hint) from None


def check_readable(path: Path) -> None:
    """Refuse a path where there is no file, or one that is empty or closed to us.

    Examples
    --------
    >>> check_readable(Path("nowhere.csv"))
    Traceback (most recent call last):
    discret.errors.FileError: nowhere.csv: cannot be opened (No such file or directory). Hint: ...
    """
    if path.is_dir():
        raise FileError(f"{path.name}: is a folder", hint="give the name of a file in it")
    try:
        with path.open("rb") as stream:
            empty = not stream.read(1)
    except OSError as error:
        hint = "check the path, and that you may read the file"
        raise FileError(f"{path.name}: cannot be opened ({error.strerror})", hint=hint) from None
    if empty:
        raise FileError(f"{path.name}: is empty", hint="check how it was made")


def _create(part: Path, target: Path) -> None:
    """Make the temporary file, never more open to others than the file it will replace."""
    if target.is_dir():
        raise FileError(f"{target.name}: is a folder", hint="give the name of a file in it")
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
    except OSError as error:
        raise _refused(target, error) from None


def _replace(part: Path, target: Path) -> None:
    try:
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.replace(target)
    except OSError as error:
        raise _refused(target, error) from None


def _refused(target: Path, error: OSError) -> FileError:
    return FileError(
        f"{target.name}: cannot be written in its folder ({error.strerror or 'unknown reason'})",
        hint="give the path of an existing folder where you may write",
    )
