"""Where a release is written: the protected file, its record and two reports, all or nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import mkdtemp

from discret.data.files import FORMATS, Format, suffix_of, write
from discret.data.labels import Labels
from discret.data.passage import passage
from discret.document.record import record
from discret.document.render import Audience, render
from discret.errors import FileError, InputError, listed
from discret.plan.run import Release
from discret.words import Language

RECORD = "record.json"
REPORTS: dict[str, Audience] = {"report.html": "internal", "public.html": "public"}


@dataclass(frozen=True)
class Place:
    """A folder, and the format of the protected file that goes there.

    Examples
    --------
    >>> place = Place.of(Path("out"), Format("sas"))
    >>> [path.name for path in place.files]
    ['release.xpt', 'record.json', 'report.html', 'public.html']
    """

    out: Path
    format: Format

    @classmethod
    def of(cls, out: Path, source: Format, wanted: str | None = None) -> Place:
        """Choose the format: that of the source, or one named by its kind or its suffix."""
        if wanted is None:
            return cls(out, source.writable)
        known = {suffix.removeprefix("."): form for suffix, form in FORMATS.items()}
        for form in FORMATS.values():
            known.setdefault(form.kind, form)
        if wanted not in known:
            hint = f"choose one of {', '.join(known)}"
            raise FileError(f"run: the format {wanted!r} is not known", hint=hint)
        return cls(out, known[wanted].writable)

    @property
    def files(self) -> list[Path]:
        """The four files."""
        names = (f"release{suffix_of(self.format)}", RECORD, *REPORTS)
        return [self.out / name for name in names]

    def check(self, source: Path) -> None:
        """Refuse a place where something is in the way, before any work is done.

        A file of an earlier run in another format is: it would stand beside a record that is not
        about it, and leave with it.
        """
        check_free(self.out, self.files, source)
        left = {*self.out.glob("release.*")} - {*self.files}
        if any(one.resolve() != source.resolve() for one in left):
            message = f"run: {self.out.name} holds a release in another format"
            raise FileError(message, hint="remove it, or choose another --out")

    def write(
        self,
        release: Release,
        labels: Labels | None = None,
        *,
        language: Language = "en",
        variant: str | None = None,
    ) -> Release:
        """Write the four files beside their place, then move them there all together.

        The protected file is read back first, as others will read it: the release is returned as
        it was judged on what they find, and that is what record and reports tell.
        """
        check_left(release)
        kept = (labels or Labels()).restricted(release.data.columns())
        with all_or_nothing(self.out) as folder:
            data, path = release.data.to_polars(), folder / self.files[0].name
            kept = kept.without_values(_changed(release)).present(data)
            escape = release.plan.release.escape_formulas
            form = replace(self.format, escape_formulas=escape)
            write(data, path, format=form, labels=kept)
            release = release.as_written(passage(data, path, form))
            told = record(release, released=path, variant=variant)
            text = json.dumps(told, ensure_ascii=False, indent=1)
            (folder / RECORD).write_text(text, encoding="utf-8")
            for name, audience in REPORTS.items():
                html = render(told, audience=audience, language=language)
                (folder / name).write_text(html, encoding="utf-8")
        return release


def check_left(release: Release) -> None:
    """Refuse to write a file of which no column is left."""
    if not release.data.roles:
        message = "release: no column is left, all are held back or dropped"
        raise InputError(message, hint="[release] link, keep: see docs/how_it_works.md")


def _changed(release: Release) -> list[str]:
    """Return the columns whose values are no longer those that the labels of the source name."""
    cells = [step.difference.cells for step in release.steps]
    if any(one is None for one in cells):
        return list(release.data.columns())
    return [name for one in cells for name, count in (one or {}).items() if count]


def check_free(out: Path, files: Sequence[Path], source: Path, who: str = "run") -> None:
    """Refuse a folder where something is in the way of files, or where one is the source."""
    if out.exists() and not out.is_dir():
        message = f"{who}: {out.name} is a file, a folder is needed"
        raise FileError(message, hint="choose another --out")
    blocked = [file.name for file in files if file.is_dir()]
    if blocked:
        message = f"{who}: a folder is in the way of {listed(blocked)}"
        raise FileError(message, hint="choose another --out")
    if any(file.resolve() == source.resolve() for file in files):
        message = f"{who}: it would overwrite the file it reads"
        raise FileError(message, hint="choose another --out")


@contextmanager
def all_or_nothing(out: Path, who: str = "run") -> Iterator[Path]:
    """Give a folder to write into; move all files in it to `out`, in their folders, or none.

    Parameters
    ----------
    out
        Where the files go.
    who
        The command that writes, for messages.
    """
    new = not out.exists()
    try:
        out.mkdir(parents=True, exist_ok=True)
        folder = Path(mkdtemp(prefix=".discret-", dir=out))
    except OSError as error:
        raise _unwritable(out, error, who) from None
    try:
        yield folder
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        try:
            _moved(files, out, folder)
        except OSError as error:
            raise _unwritable(out, error, who) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if new and not any(out.iterdir()):
            out.rmdir()


def _moved(files: Sequence[Path], out: Path, folder: Path) -> None:
    done: list[tuple[Path, Path | None]] = []
    made: list[Path] = []
    try:
        for number, file in enumerate(files):
            target, kept = out / file.relative_to(folder), None
            if not target.parent.exists():
                target.parent.mkdir(parents=True)
                made.append(target.parent)
            if target.exists():
                kept = target.replace(folder / f"{number}.before")
            done.append((target, kept))
            file.replace(target)
    except OSError:
        for target, kept in reversed(done):
            target.unlink(missing_ok=True)
            if kept is not None:
                kept.replace(target)
        for one in reversed(made):
            one.rmdir()
        raise


def _unwritable(out: Path, error: OSError, who: str) -> FileError:
    message = f"{who}: cannot write into {out.name} ({error.strerror})"
    return FileError(message, hint="choose another --out")
