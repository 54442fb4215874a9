"""A folder that is written into: by one run at a time, and rid of what a killed one left there."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from discret.data.writing.left import Left, cleaned
from discret.data.writing.targets import shown
from discret.errors import FileError, system_fault
from discret.words import Words

_CLAIMED: set[tuple[int, int, int]] = set()  # thread, device and number of the folders held


@contextmanager
def claimed(out: Path, who: str) -> Iterator[Left]:
    """Hold a folder, made if need be, against other runs; say what a killed one had left there.

    The lock is the kernel's and ends with the process: none is ever left behind. It can be taken
    again within itself. A folder made in vain is gone at the end.
    """
    made = _made(out, who)
    key = _key(out)
    if key in _CLAIMED:
        yield Left()
        return
    descriptor = _locked(out, who)
    _CLAIMED.add(key)
    try:
        yield Left() if descriptor is None else _cleaned(out, who)
    finally:
        _CLAIMED.discard(key)
        for folder in reversed(made):
            with suppress(OSError):  # something is in it
                folder.rmdir()
        if descriptor is not None:
            os.close(descriptor)


def _cleaned(out: Path, who: str) -> Left:
    try:
        return cleaned(out)
    except OSError as error:
        raise unwritable(out, error, who) from None


def _made(out: Path, who: str) -> list[Path]:
    """Make a folder and those above it that lack; return them, highest first."""
    lacking: list[Path] = []
    try:
        if out.exists() and not out.is_dir():
            raise not_a_folder(out, who)
        for folder in (out, *out.parents):
            if folder.exists():
                break
            lacking.insert(0, folder)
        out.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise unwritable(out, error, who) from None
    return lacking


def _key(out: Path) -> tuple[int, int, int]:
    found = out.stat()
    return threading.get_ident(), found.st_dev, found.st_ino


def _locked(out: Path, who: str) -> int | None:
    """Return the open folder, locked; nothing where the system has no such locks."""
    try:
        import fcntl

        descriptor = os.open(out, os.O_RDONLY)
    except (ImportError, OSError):
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise FileError(_BUSY.filled(who=who, name=shown(out)), hint=_WAIT) from None
    except OSError:  # a file system over a network, say
        os.close(descriptor)
        return None
    return descriptor


def not_a_folder(out: Path, who: str) -> FileError:
    """Return the error for a file that stands where a folder is needed."""
    return FileError(_FILE.filled(who=who, name=shown(out)), hint=_ELSEWHERE)


def unwritable(out: Path, error: Exception, who: str) -> FileError:
    """Return the error for a folder that the operating system does not let us write into."""
    reason = system_fault(error) or Words("unknown reason", fr="raison inconnue")
    return FileError(_UNWRITABLE.filled(who=who, name=shown(out), reason=reason), hint=_ELSEWHERE)


_BUSY = Words(
    "{who}: another run is writing into {name}", fr="{who} : un autre traitement écrit dans {name}"
)
_WAIT = Words(
    "wait for its end, or choose another folder (--out)",
    fr="attendre sa fin, ou choisir un autre dossier (--out)",
)
_FILE = Words(
    "{who}: {name} is a file, a folder is needed",
    fr="{who} : {name} est un fichier, il faut un dossier",
)
_UNWRITABLE = Words(
    "{who}: cannot write into {name} ({reason})",
    fr="{who} : impossible d’écrire dans {name} ({reason})",
)
_ELSEWHERE = Words("choose another folder (--out)", fr="choisir un autre dossier (--out)")
