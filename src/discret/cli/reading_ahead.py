"""The file of a plan, read while most of discret is loaded: the one is the engine's, the other not.

What comes of it is taken by who opens that file in that way, and by nobody else.
"""

from __future__ import annotations

from concurrent.futures import Future
from contextvars import copy_context
from pathlib import Path
from threading import Thread

from discret.cli.terminal.ending import UNAWAITED
from discret.data.files import tables
from discret.data.files.given_files import given_text
from discret.data.files.how_to_read import HowToRead
from discret.data.files.memory import limit
from discret.data.files.plain_data import from_toml
from discret.data.files.tables import Opened
from discret.errors import DiscretError

LARGE = 2**22  # bytes

_Told = tuple[Path, HowToRead]
_BEGUN: dict[_Told, Future[Opened]] = {}


def read_ahead(plan: Path, how: HowToRead) -> None:
    """Begin to read the file that a plan names, if it is large; of a faulty plan, nothing is said.

    Examples
    --------
    >>> read_ahead(Path("nowhere.toml"), HowToRead())
    """
    told = None if limit() is not None else _told(plan, how)
    if told is None:
        return
    found: Future[Opened] = Future()
    reader = Thread(target=copy_context().run, args=(_read, *told, found), daemon=True)
    try:
        reader.start()
    except RuntimeError:  # memory is short: no thread can be started
        return
    UNAWAITED.append(reader)
    _BEGUN[told] = found


def taken(file: Path, how: HowToRead) -> Opened | None:
    """Return what was read ahead of a file in this way, or raise what it was refused for.

    Examples
    --------
    >>> taken(Path("nowhere.csv"), HowToRead()) is None
    True
    """
    found = _BEGUN.pop((file, how), None)
    return None if found is None else found.result()


def _told(plan: Path, how: HowToRead) -> _Told | None:
    """Return the large file that a plan names, and how to read it."""
    try:
        tables = from_toml(given_text(plan))
        if "private" in tables:  # nothing is read before it can be paid
            return None
        data = dict(tables["data"])
        file = plan.absolute().parent / str(data.pop("file"))  # as whoever opens it calls it
        own = HowToRead(**{name: data[name] for name in data if name in HowToRead.model_fields})
        return (file, how.over(own)) if is_large(file) else None
    except (DiscretError, OSError, ValueError, TypeError, LookupError):
        return None


def is_large(file: Path) -> bool:
    """Say whether a file takes as long to read as what is loaded meanwhile.

    Examples
    --------
    >>> is_large(Path("nowhere.csv"))
    False
    """
    return file.is_file() and file.stat().st_size >= LARGE


def _read(file: Path, how: HowToRead, found: Future[Opened]) -> None:
    try:
        found.set_result(tables.opened(file, how=how))
    except BaseException as error:  # noqa: BLE001 (whoever asks for the file is told)
        found.set_exception(error)
