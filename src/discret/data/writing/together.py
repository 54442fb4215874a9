"""Several files at once: they take their places all together, or none does."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from discret.data.writing.claim import claimed, not_a_folder, unwritable
from discret.data.writing.journal import JOURNAL, NEW, OLD, commit, files_in
from discret.data.writing.targets import PRIVATE, check_target, rights_of, shown
from discret.errors import FileError, listed
from discret.words import Words


@contextmanager
def all_or_nothing(
    out: Path,
    who: str,
    *,
    sources: Sequence[Path] = (),
    most: int = PRIVATE,
    public: Collection[str] = (),
    gone: Sequence[str] = (),
) -> Iterator[Path]:
    """Give a folder to write into; move all files in it to `out`, in their folders, or none.

    A run that is killed meanwhile leaves the old files or a change that the next run completes;
    old files and new ones never stand side by side.

    Parameters
    ----------
    out
        Where the files go.
    who
        The command or the function that writes, for messages.
    sources
        The files that were read, none of which may be replaced.
    most
        Who may read what is written: `PRIVATE` or `GROUP`.
    public
        The names of files that everybody may read whom the user lets read files.
    gone
        The names of files that are taken away at the same moment.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> out = Path(mkdtemp()) / "out"
    >>> with all_or_nothing(out, "test") as folder:
    ...     _ = (folder / "a.txt").write_text("a")
    ...     list(out.glob("*.txt"))
    []
    >>> [path.name for path in out.iterdir()], oct((out / "a.txt").stat().st_mode & 0o777)
    (['a.txt'], '0o600')
    """
    with claimed(out, who):
        change = out / f".discret-{secrets.token_hex(6)}"
        try:
            _prepare(change)
            yield change / NEW
            _finish(change, sources, most, public)
            commit(change, [name for name in gone if (out / name).exists()])
        except OSError as error:
            raise unwritable(out, error, who) from None
        finally:
            if not (change / JOURNAL).exists():  # otherwise the next run completes it
                shutil.rmtree(change, ignore_errors=True)


def check_free(
    out: Path,
    files: Sequence[Path],
    sources: Sequence[Path],
    who: str,
    *,
    force: bool = False,
) -> None:
    """Refuse a folder where something is in the way of files, before any work is done.

    Files that are there already are only replaced by force, and some of them never.
    """
    if out.exists() and not out.is_dir():
        raise not_a_folder(out, who)
    for file in files:
        check_target(file, sources)
    there = [file.name for file in files if os.path.lexists(file)]
    if there and not force:
        message = _THERE.filled(who=who, name=shown(out), files=listed(dict.fromkeys(there)))
        raise FileError(message, hint=_FORCE)


def _prepare(change: Path) -> None:
    change.mkdir(mode=0o700)
    for name in (NEW, OLD):
        (change / name).mkdir(mode=0o700)


def _finish(change: Path, sources: Sequence[Path], most: int, public: Collection[str]) -> None:
    """Give all new files their rights; refuse what would replace what it must not."""
    for path in files_in(change / NEW):
        target = change.parent / path.relative_to(change / NEW)
        check_target(target, sources)
        rights = rights_of(target, None if path.name in public else most)
        if rights is not None:
            path.chmod(rights)


_THERE = Words(
    "{who}: {name} has such files already: {files}",
    fr="{who} : {name} a déjà de tels fichiers : {files}",
)
_FORCE = Words(
    "--force (in Python, force=True) replaces them; or choose another folder",
    fr="--force (en Python, force=True) les remplace ; ou choisir un autre dossier",
)
