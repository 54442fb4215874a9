"""Entries that nobody changes: a file of SQLite, each entry with the seal of the one before.

A write is one transaction that others wait for; SQLite has it on the disk before it is told. What
was written is refused to be changed or removed, and whoever changes it by other means breaks the
seals: SHA-256 over the seal before and the entry. Entries cut off at the end leave a shorter chain
that is whole: the last seal, which is told beside every release, shows it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from discret.data.ledger.refusals import (
    already_there,
    broken,
    in_use,
    no_ledger,
    not_to_be_written,
)
from discret.errors import FileError

Entry = Mapping[str, Any]
PATIENCE = 120.0  # seconds that one waits for others
FORMAT = 1
_OF_THE_DISK = ("READONLY", "CANTOPEN", "FULL", "IOERR", "PERM")
_TABLE = """
create table entries (number integer primary key, body text not null, seal text not null);
create trigger kept_unchanged before update on entries
begin select raise(abort, 'an entry is never changed'); end;
create trigger kept before delete on entries
begin select raise(abort, 'an entry is never removed'); end;
"""


def begin(path: Path, entry: Entry) -> None:
    """Make a chain with its first entry; refuse where there is a file.

    It is made aside and gets its name whole: nobody ever finds half of one.
    """
    aside = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with _connected(aside) as base, _alone(base):
            for statement in _statements(_TABLE):
                base.execute(statement)
            base.execute(f"pragma user_version = {FORMAT}")
            _append(base, [], entry)
        os.link(aside, path)  # unlike renaming, it never takes the place of another
    except FileExistsError:
        raise already_there(path) from None
    except (OSError, FileError) as error:
        raise not_to_be_written(path) from error
    finally:
        aside.unlink(missing_ok=True)


def sealed(path: Path) -> list[tuple[Entry, str]]:
    """Return all entries with their seals, of a chain that is whole."""
    with _connected(_there(path)) as base:
        return [(_read(body, path), own) for body, own in _rows(base, path)]


def entries(path: Path) -> list[Entry]:
    """Return all entries, of a chain that is whole."""
    return [entry for entry, _ in sealed(path)]


def add(path: Path, decide: Callable[[Sequence[Entry]], Sequence[Entry]]) -> None:
    """Add what is decided in view of all entries, all or nothing, while nobody else writes."""
    with _connected(_there(path)) as base, _alone(base):
        for entry in decide([_read(body, path) for body, _ in _rows(base, path)]):
            _append(base, _rows(base, path), entry)


def _there(path: Path) -> Path:
    if not path.is_file():
        raise no_ledger(path)
    return path


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as base:
            base.execute("pragma synchronous = extra")
            yield base
    except sqlite3.DatabaseError as error:
        raise _refused(path, error) from error
    except UnicodeDecodeError as error:  # of what the engine says about a damaged file
        raise broken(path) from error


def _refused(path: Path, error: sqlite3.DatabaseError) -> FileError:
    """Say why the engine refuses a file: the disk, others who write, or what it holds."""
    kind = getattr(error, "sqlite_errorname", "").split("_")[1:2]
    if kind in (["BUSY"], ["LOCKED"]):
        return in_use(path)
    if kind and kind[0] in _OF_THE_DISK:
        return not_to_be_written(path)
    return broken(path)


@contextmanager
def _alone(base: sqlite3.Connection) -> Iterator[None]:
    """Write alone, all or nothing."""
    base.execute("begin immediate")
    try:
        yield
    except BaseException:
        base.execute("rollback")
        raise
    base.execute("commit")


def _statements(script: str) -> Iterator[str]:
    """Split a script where statements are complete: the engine's own would end the transaction."""
    text = ""
    for line in script.splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            yield text
            text = ""


def _rows(base: sqlite3.Connection, path: Path) -> list[tuple[str, str]]:
    """Return entries with their seals; refuse a chain that is not whole."""
    found = base.execute("select number, body, seal from entries order by number").fetchall()
    before = ""
    for place, (number, body, own) in enumerate(found):
        if number != place or own != _sealed(before, body):
            raise broken(path)
        before = own
    if not found:
        raise broken(path)
    return [(body, own) for _, body, own in found]


def _read(body: str, path: Path) -> Entry:
    """Return an entry; what is none was sealed by others than discret."""
    try:
        read = json.loads(body)
    except ValueError:
        raise broken(path) from None
    if not isinstance(read, dict):
        raise broken(path)
    return read


def _append(base: sqlite3.Connection, rows: Sequence[tuple[str, str]], entry: Entry) -> None:
    body = json.dumps(entry, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    before = rows[-1][1] if rows else ""
    row = (len(rows), body, _sealed(before, body))
    base.execute("insert into entries (number, body, seal) values (?, ?, ?)", row)


def _sealed(before: str, body: str) -> str:
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()
