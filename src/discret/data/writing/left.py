"""What a run that was killed left in a folder: completed or removed, and told."""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from discret.data.writing.atomic import OURS, held
from discret.data.writing.journal import JOURNAL, settle
from discret.words import Words


@dataclass(frozen=True)
class Left:
    """What a killed run had left in a folder: changes that were completed, and what was removed.

    Examples
    --------
    >>> Left().words is None, Left(completed=1).words
    (True, 'a run was killed here while it wrote: its files are now all in place')
    """

    completed: int = 0
    removed: int = 0

    @property
    def words(self) -> Words | None:
        """What to tell about it, if there is something."""
        if self.completed:
            return _COMPLETED
        return _REMOVED if self.removed else None


def cleaned(folder: Path) -> Left:
    """Complete or remove what killed runs left in a folder that is held."""
    completed, removed = 0, swept(folder).removed
    for path in _ours(folder):
        if not path.is_dir():
            continue
        if (path / JOURNAL).exists():
            settle(path)
            completed += 1
        else:
            removed += 1
        shutil.rmtree(path, ignore_errors=True)
    return Left(completed, removed)


def swept(folder: Path) -> Left:
    """Remove single files that were not whole when the run that wrote them was killed."""
    try:
        files = [path for path in _ours(folder) if path.is_file()]
        return Left(removed=sum(map(_abandoned, files)))
    except OSError:  # it may not be ours to tidy
        return Left()


def _ours(folder: Path) -> list[Path]:
    found = sorted(folder.glob(".discret-*"))
    return [path for path in found if OURS.fullmatch(path.name) and _own(path)]


def _own(path: Path) -> bool:
    """Say whether a path is no link, ours, and, if a folder, closed to everybody else."""
    found = path.lstat()
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    if stat.S_ISDIR(found.st_mode):
        return mine and not stat.S_IMODE(found.st_mode) & 0o077
    return mine and stat.S_ISREG(found.st_mode)


def _abandoned(path: Path) -> bool:
    """Remove a file that nobody is writing."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        if free := held(descriptor):
            path.unlink(missing_ok=True)
        return free
    finally:
        os.close(descriptor)


_COMPLETED = Words(
    "a run was killed here while it wrote: its files are now all in place",
    fr="un traitement a été tué ici pendant qu’il écrivait : ses fichiers sont désormais tous en"
    " place",
)
_REMOVED = Words(
    "a run was killed here before its files were whole: what it left was removed",
    fr="un traitement a été tué ici avant que ses fichiers soient complets : ce qu’il avait laissé"
    " a été supprimé",
)
