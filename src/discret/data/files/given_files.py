"""Files that are handed in: regular ones only, within limits, and no library speaks for us."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from discret.data.files.limits import check_size
from discret.data.files.memory import scarce
from discret.data.writing.targets import shown
from discret.errors import DiscretError, FileError, system_fault
from discret.words import Words, say

MOST = 10**9  # bytes read at once; outlines of zones, the largest, have some 10**8


def check_readable(path: Path) -> None:
    """Refuse a path where there is no regular file, or one that is empty or closed to us.

    What is no regular file is never opened: a pipe would be waited for, a device has no end.

    Examples
    --------
    >>> check_readable(Path("nowhere.csv"))
    Traceback (most recent call last):
    discret.errors.FileError: nowhere.csv: cannot be read (No such file or directory). Hint: ...
    """
    try:
        found = path.stat()
        _check_kind(path, found.st_mode)
        with path.open("rb") as stream:
            empty = not stream.read(1)
    except (OSError, ValueError) as error:  # of a name that holds NUL, ValueError
        raise _unopened(path, error) from None
    if empty:
        hint = Words("check how it was made", fr="vérifier comment il a été produit")
        raise FileError(say("{who}: is empty", "{who} : est vide", who=shown(path)), hint=hint)
    check_size(shown(path), found.st_size)


def given_bytes(path: Path, *, who: str = "", most: int = MOST) -> bytes:
    """Read a regular file that is not too large.

    Parameters
    ----------
    path
        The file.
    who
        What messages call it; by default, by its name.
    most
        How many bytes it may have.

    Examples
    --------
    >>> given_bytes(Path("nowhere.toml"), who="plan: nowhere.toml")
    Traceback (most recent call last):
    discret.errors.FileError: plan: nowhere.toml cannot be read (No such file or directory). ...
    """
    try:
        _check_kind(path, path.stat().st_mode)
        with path.open("rb") as stream:
            raw = stream.read(most + 1)
    except (OSError, ValueError) as error:
        raise _unopened(path, error, who) from None
    if len(raw) > most:
        name = who or _NAMED.filled(file=shown(path))
        raise FileError(_LONG.filled(who=name, most=most // 10**6), hint=_OTHER)
    return raw


def given_text(path: Path, *, who: str = "", most: int = MOST) -> str:
    """Read a text in UTF-8, marked or not: see `given_bytes`."""
    raw = given_bytes(path, who=who, most=most)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(
            _LETTERS.filled(who=who or _NAMED.filled(file=shown(path))), hint=_UTF8
        ) from None


@contextmanager
def border(failed: str, *, hint: str) -> Iterator[None]:
    """Let no message of a library through, for it may quote the data: say `failed` instead.

    Libraries in Rust end in panics, which are no `Exception` and which each calls its own; they
    tell them on the terminal before anybody can catch them, so that is kept silent meanwhile.

    Examples
    --------
    >>> with border("small.csv: cannot be read", hint="save it again"):
    ...     int("a value")
    Traceback (most recent call last):
    discret.errors.FileError: small.csv: cannot be read. Hint: save it again.
    """
    try:
        with hushed():
            yield
    except (DiscretError, MemoryError):
        raise
    except UnicodeEncodeError as error:
        coding = error.encoding
        raise FileError(_LACKS.filled(failed=failed, coding=coding), hint=hint) from None
    except BaseException as error:
        if not (isinstance(error, Exception) or type(error).__name__ == "PanicException"):
            raise
        if not isinstance(error, OSError) and scarce():  # a panic, for want of a thread
            raise MemoryError from None
        reason = system_fault(error)  # a full disk...
        told = say("{failed} ({reason})", "{failed} ({reason})", failed=failed, reason=reason)
        raise FileError(told if reason else failed, hint=hint) from None


@contextmanager
def hushed() -> Iterator[None]:
    """Send what libraries write to the terminal nowhere; what Python writes, such as a bar, stays.

    Examples
    --------
    >>> with hushed():
    ...     _ = os.write(2, b"a panic that might quote the data")
    """
    with _HUSHING:
        if not _HUSHED:
            _silence()
        _HUSHED.append(True)
    try:
        yield
    finally:
        with _HUSHING:
            _HUSHED.pop()
            while not _HUSHED and _UNDO:
                _UNDO.pop()()


def _silence() -> None:
    """Turn the terminal off for all but Python, and note how to turn it on again."""
    try:
        kept = os.dup(_TERMINAL)
    except OSError:  # it is closed: nobody would hear
        return
    _UNDO.append(lambda: os.close(kept))
    if sys.stderr is sys.__stderr__ and sys.stderr is not None:
        before = sys.stderr
        before.flush()
        sys.stderr = os.fdopen(os.dup(kept), "w", 1, before.encoding, "backslashreplace")
        _UNDO.append(lambda: setattr(sys, "stderr", before))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _TERMINAL)
    os.close(nowhere)
    _UNDO.append(lambda: _heard(kept))


def _heard(kept: int) -> None:
    sys.stderr.flush()
    os.dup2(kept, _TERMINAL)


def _check_kind(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        what = say("{who}: is a folder", "{who} : est un dossier", who=shown(path))
        raise FileError(what, hint=_INSIDE)
    if not stat.S_ISREG(mode):
        raise FileError(_ODD.filled(who=shown(path)), hint=_SAVE)


def _unopened(path: Path, error: Exception, who: str = "") -> FileError:
    reason = system_fault(error) or _NO_PATH
    name = who or _NAMED.filled(file=shown(path))
    return FileError(_UNOPENED.filled(who=name, reason=reason), hint=_PATH)


_TERMINAL = 2
_HUSHING = Lock()
_HUSHED: list[bool] = []  # one for each border that is being crossed, in any thread
_UNDO: list[Callable[[], object]] = []
_UNOPENED = Words("{who} cannot be read ({reason})", fr="{who} ne peut pas être lu ({reason})")
_PATH = Words(
    "check the path, and that you may read the file",
    fr="vérifier le chemin, et que vous pouvez lire le fichier",
)
_INSIDE = Words("give the name of a file in it", fr="donner le nom d’un fichier qu’il contient")
_NO_PATH = Words("it is no path", fr="ce n’est pas un chemin")
_ODD = Words(
    "{who}: only a regular file is read, this is a pipe, a socket or a device",
    fr="{who} : seul un fichier ordinaire est lu, ceci est un tube, un socket ou un périphérique",
)
_SAVE = Words("save what it gives as a file, first", fr="enregistrer d’abord ce qu’il donne")
_NAMED = Words("{file}:", fr="{file} :")
_LONG = Words("{who} has more than {most} MB", fr="{who} a plus de {most} Mo")
_OTHER = Words("is it the right file?", fr="est-ce le bon fichier ?")
_LETTERS = Words("{who} is not UTF-8 text", fr="{who} n’est pas un texte en UTF-8")
_UTF8 = Words("save it as UTF-8", fr="l’enregistrer en UTF-8")
_LACKS = Words(
    "{failed}: {coding} lacks some letters", fr="{failed} : certaines lettres manquent en {coding}"
)
