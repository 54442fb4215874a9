"""How several files change at once: a journal says what is to move where, until all has moved.

A change stands in a folder of its own beside the files it will replace: `new` has the new files,
`old` takes the old ones, and the journal lists them. Old files go first, then new ones come: at no
moment does an old file stand beside a new one. Nothing is deleted before the end, so that whatever
happens in between, the next run can complete the change.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from discret.data.writing.atomic import synced
from discret.data.writing.undisturbed import undisturbed
from discret.errors import FileError
from discret.words import Words, say

JOURNAL, NEW, OLD = "journal.json", "new", "old"


@dataclass(frozen=True)
class Moves:
    """What a change consists of, by names relative to the folder that changes."""

    come: Sequence[str]
    go: Sequence[str]
    folders: Sequence[str]


def commit(change: Path, gone: Sequence[str] = ()) -> None:
    """Put all files of a change in their places, and take away those that are gone; or neither.

    What interrupts it is heard when all is done. Where the operating system refuses a move, all
    goes back to what it was.
    """
    names = [path.relative_to(change / NEW).as_posix() for path in files_in(change / NEW)]
    above = {str(parent) for name in names for parent in PurePosixPath(name).parents if parent.name}
    made = sorted(text for text in above if not (change.parent / text).exists())
    with undisturbed():
        try:
            _write(change, Moves(names, gone, made))
            settle(change)
        except BaseException:
            if (change / JOURNAL).exists():
                _take_back(change)
            raise
        (change / JOURNAL).unlink()


def settle(change: Path) -> None:
    """Make the moves of a journal that were not made yet; whole changes stay as they are."""
    moves, out = _read(change), change.parent
    for name in (*moves.come, *moves.go):
        waits = name in moves.go or (change / NEW / name).exists()
        if waits and os.path.lexists(out / name):
            _move(out / name, change / OLD / name)
    for name in moves.come:
        if (change / NEW / name).exists():
            _move(change / NEW / name, out / name)
    with suppress(OSError):  # not every system can
        synced(out)


def _take_back(change: Path) -> None:
    """Undo the moves of a journal that were made."""
    moves, out = _read(change), change.parent
    for name in moves.come:
        if not (change / NEW / name).exists() and (out / name).exists():
            _move(out / name, change / NEW / name)
    for name in (*moves.come, *moves.go):
        if os.path.lexists(change / OLD / name):
            _move(change / OLD / name, out / name)
    for name in reversed(moves.folders):
        with suppress(OSError):  # it was not made yet
            (out / name).rmdir()
    (change / JOURNAL).unlink()


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(source, target)  # noqa: PTH105 (the one place where names change)


def files_in(folder: Path) -> list[Path]:
    """List the files in a folder and in those within it."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _write(change: Path, moves: Moves) -> None:
    part = change / f"{JOURNAL}.part"
    part.write_text(json.dumps(asdict(moves)), encoding="utf-8")
    for path in (*files_in(change / NEW), part):
        synced(path)
    os.replace(part, change / JOURNAL)  # noqa: PTH105 (from here on the change is decided)


def _read(change: Path) -> Moves:
    """Read a journal; one that points out of its folder is none of ours."""
    try:
        found = json.loads((change / JOURNAL).read_text(encoding="utf-8"))
        moves = Moves(found["come"], found["go"], found["folders"])
        paths = [PurePosixPath(name) for names in asdict(moves).values() for name in names]
    except (OSError, ValueError, KeyError, TypeError):
        raise _damaged(change) from None
    if any(path.is_absolute() or ".." in path.parts for path in paths):
        raise _damaged(change)
    return moves


def _damaged(change: Path) -> FileError:
    message = say(
        "{name}: the journal of a run that was killed cannot be read",
        "{name} : le journal d’un traitement qui a été tué est illisible",
        name=change.name,
    )
    return FileError(message, hint=_LOOK)


_LOOK = Words(
    "look into that hidden folder: it holds the files before (old) and after (new); then remove it",
    fr="regarder dans ce dossier caché : il contient les fichiers d’avant (old) et d’après (new) ;"
    " puis le supprimer",
)
