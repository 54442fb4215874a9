"""What may be written where: which files give way to new ones, and who may read those."""

from __future__ import annotations

import stat
from collections.abc import Iterable
from pathlib import Path

from discret.errors import FileError, system_fault
from discret.words import Words, say

PRIVATE, GROUP = 0o600, 0o640  # who may read what is not for all


def check_target(path: Path, sources: Iterable[Path] = ()) -> None:
    """Refuse a place where no file may be written: this is the one rule of what is replaced.

    Only a regular file gives way to a new one, never a device, a pipe or a socket; and never one
    of the files that were read, under whatever name it is called.

    Examples
    --------
    >>> check_target(Path("/dev/null"))
    Traceback (most recent call last):
    discret.errors.FileError: null: only a regular file is replaced, this is a device, a pipe ...
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:  # a loop of links, a name too long, NUL
        raise refused(path, error) from None
    if stat.S_ISDIR(found.st_mode):
        message = say("{name}: is a folder", "{name} : est un dossier", name=shown(path))
        raise FileError(message, hint=_ANOTHER)
    if not stat.S_ISREG(found.st_mode):
        raise FileError(_ODD.filled(name=shown(path)), hint=_ANOTHER)
    if any(same(path, source) for source in sources):
        raise FileError(_READ.filled(name=shown(path)), hint=_ANOTHER)


def same(path: Path, other: Path) -> bool:
    """Say whether two names are of one file, by links of either kind too.

    Examples
    --------
    >>> same(Path("."), Path.cwd()), same(Path("nowhere"), Path("nowhere"))
    (True, False)
    """
    try:
        return path.samefile(other)
    except (OSError, ValueError):
        return False


def rights_of(target: Path, most: int | None) -> int | None:
    """Return the rights of a file that is written: those of the one it replaces, or the usual.

    Where `most` says that it is not for all, it is never more open than to the group.

    Examples
    --------
    >>> rights_of(Path("nowhere"), None), rights_of(Path("nowhere"), GROUP) == GROUP
    (None, True)
    """
    try:
        now = stat.S_IMODE(target.stat().st_mode)
    except OSError:
        return most
    if most is None:
        return now
    return most if now & 0o007 else now & GROUP | most


def shown(path: Path) -> str:
    """Return the name of a file for a message: printable, and not too long."""
    name = path.name or str(path)
    return "".join(text if text.isprintable() else "?" for text in name[-60:])


def refused(target: Path, error: Exception) -> FileError:
    """Return the error for a file that the operating system does not let us write."""
    reason = system_fault(error) or Words("unknown reason", fr="raison inconnue")
    return FileError(_REFUSED.filled(name=shown(target), reason=reason), hint=_WRITABLE)


_ANOTHER = Words(
    "choose another name, or another folder", fr="choisir un autre nom, ou un autre dossier"
)
_WRITABLE = Words(
    "give the path of an existing folder where you may write, with room on its disk",
    fr="donner le chemin d’un dossier existant où vous pouvez écrire, et dont le disque a de la"
    " place",
)
_REFUSED = Words(
    "{name}: cannot be written in its folder ({reason})",
    fr="{name} : ne peut pas être écrit dans son dossier ({reason})",
)
_ODD = Words(
    "{name}: only a regular file is replaced, this is a device, a pipe or a socket",
    fr="{name} : seul un fichier ordinaire est remplacé, pas un périphérique, un tube ou un socket",
)
_READ = Words(
    "{name}: it would overwrite a file that was read",
    fr="{name} : cela remplacerait un fichier qui a été lu",
)
