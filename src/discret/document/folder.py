"""Where a release is written: the protected file, its record and two reports, all or nothing."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from discret.data.files.labels import Labels
from discret.data.files.tables import FORMATS, Format, suffix_of
from discret.data.star.star import Star
from discret.data.writing.targets import PRIVATE, same, shown
from discret.data.writing.together import all_or_nothing, check_free
from discret.document.pages.render import Audience, render
from discret.document.people import in_one_order, people_files, write_people
from discret.document.private_tables import TABLES, private_file, write_private
from discret.document.records import record
from discret.document.stored import stored
from discret.document.warehouse import FOLDER, warehouse_files, write_warehouse
from discret.errors import FileError, InputError
from discret.plan.release import Release
from discret.words import LANGUAGES, Language, Words, say

RECORD = "record.json"
REPORTS: dict[str, Audience] = {"report.html": "internal", "public.html": "public"}
PUBLIC = frozenset(name for name, audience in REPORTS.items() if audience == "public")


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
    who: str = "write"  # who asks, for messages
    more: tuple[str, ...] = ()  # the names of further files: a warehouse's, private tables
    alone: bool = False  # whether these are all that leaves: no record does

    @classmethod
    def of(cls, out: Path, source: Format, wanted: str | None = None, who: str = "write") -> Place:
        """Choose the format: that of the source, or one named by its kind or its suffix."""
        if wanted is None:
            return cls(out, source.writable, who)
        wanted = str(wanted).removeprefix(".")
        known = {suffix.removeprefix("."): form for suffix, form in FORMATS.items()}
        for form in FORMATS.values():
            known.setdefault(form.kind, form)
        if wanted not in known:
            hint = say(
                "choose one of {known}", "en choisir un parmi {known}", known=", ".join(known)
            )
            raise FileError(
                say(
                    "release: the format {wanted!r} is not known",
                    "diffusion : le format {wanted!r} n’est pas connu",
                    wanted=wanted,
                ),
                hint=hint,
            )
        return cls(out, known[wanted].writable, who)

    def beside(
        self, star: Star | None, tables: int = 0, *, in_series: bool = False, alone: bool = False
    ) -> Place:
        """Return the place with what stands beside the release: a warehouse, who is who, tables.

        Tables are private ones, so many; they may be all there is (`alone`).
        """
        told = [private_file(number) for number in range(1, tables + 1)]
        own = () if alone else (*warehouse_files(star, self.format), *people_files(in_series))
        return replace(self, more=(*own, *told), alone=alone)

    @property
    def files(self) -> list[Path]:
        """The four files, and further ones; without the first where no record leaves."""
        first = () if self.alone else (f"release{suffix_of(self.format)}",)
        return [self.out / name for name in (*first, RECORD, *REPORTS, *self.more)]

    def check(self, *sources: Path, force: bool = False) -> None:
        """Refuse a place where something is in the way, before any work is done.

        An earlier release is, unless force is used. A file of an earlier run in another format is
        in any case: it would stand beside a record that is not about it, and leave with it.
        """
        kinds = ("release.*", f"{FOLDER}/*", f"{TABLES}/table_*.csv")
        left = {path for kind in kinds for path in self.out.glob(kind)} - {*self.files}
        if any(not any(same(path, source) for source in sources) for path in left):
            raise FileError(_OTHER_FORMAT.filled(who=self.who, name=shown(self.out)), hint=_REMOVE)
        check_free(self.out, self.files, sources, self.who, force=force)

    @property
    def translated(self) -> list[str]:
        """The names of reports that were made again in another language from an earlier record."""
        return translated(self.out, REPORTS)

    def write(
        self,
        release: Release,
        labels: Labels | None = None,
        *,
        language: Language = "en",
        variant: str | None = None,
        sources: Sequence[Path] = (),
        most: int = PRIVATE,
    ) -> Release:
        """Write the four files beside their place, then move them there all together.

        The protected file is read back first, as others will read it: the release is returned as
        it was judged on what they find, and that is what record and reports tell. The public
        report is for all, the others for whom `most` says; no source is ever replaced.
        """
        if not self.alone:
            check_left(release)
        with all_or_nothing(
            self.out, self.who, sources=sources, most=most, public=PUBLIC, gone=self.translated
        ) as folder:
            path = None if self.alone else folder / self.files[0].name
            if path is not None:
                release = self._stored(release, path, labels or Labels())
            write_private(release, folder)
            told = record(release, released=path, variant=variant)
            text = json.dumps(told, ensure_ascii=False, indent=1)
            (folder / RECORD).write_text(text, encoding="utf-8")
            for name, audience in REPORTS.items():
                html = render(told, audience=audience, language=language)
                (folder / name).write_text(html, encoding="utf-8")
        return release

    def _stored(self, release: Release, path: Path, labels: Labels) -> Release:
        """Write the protected file and what stands beside it; return the release as it is read."""
        form, release = _form(release, self.format), in_one_order(release)
        release = release.as_written(stored(release, path, form, labels))
        write_warehouse(release, path.parent, form)
        write_people(release, path.parent)
        return release


def _form(release: Release, form: Format) -> Format:
    return replace(form, escape_formulas=release.plan.release.escape_formulas)


@contextmanager
def judged_as_written(form: Format, labels: Labels) -> Iterator[Callable[[Release], Release]]:
    """Give what judges releases as `Place.write` does, of which nothing stays.

    Each is written into a folder of this process that nobody else can read, is read back, and is
    taken away.
    """
    with TemporaryDirectory(prefix="discret-") as folder:

        def judged(release: Release) -> Release:
            check_left(release)
            path = Path(folder) / f"release{suffix_of(form)}"
            try:
                return release.as_written(stored(release, path, _form(release, form), labels))
            finally:
                path.unlink(missing_ok=True)

        yield judged


def translated(folder: Path, pages: Iterable[str]) -> list[str]:
    """Return the names of pages that were made again in another language than at first."""
    names = [f"{Path(name).stem}.{tongue}.html" for name in pages for tongue in LANGUAGES]
    return [name for name in names if language_of(folder / name) is not None]


def check_left(release: Release) -> None:
    """Refuse to write a file of which no column is left."""
    if not release.data.roles:
        message = Words(
            "release: no column is left, all are held back or dropped",
            fr="release : il ne reste aucune colonne, toutes sont retenues ou retirées",
        )
        raise InputError(
            message,
            hint=Words(
                "[release] link, keep: see docs/how_it_works.md",
                fr="[release] link, keep : voir docs/how_it_works.md",
            ),
        )


def report_path(record: Path, audience: Audience, language: Language) -> Path:
    """Return where a report is made again: beside its record, and beside that in another language.

    Examples
    --------
    >>> str(report_path(Path("out/record.json"), "public", "fr"))
    'out/public.html'
    """
    (name,) = (name for name, own in REPORTS.items() if own == audience)
    return page_path(record.parent / name, language)


def page_path(usual: Path, language: Language) -> Path:
    """Return where a page is made again: at its usual place, or beside one in another language."""
    for path in (usual, usual.with_name(f"{usual.stem}.{language}.html")):
        if not os.path.lexists(path) or language_of(path) == language:
            return path
    raise FileError(_NOT_A_REPORT.filled(name=usual.name), hint=_REMOVE)


def language_of(page: Path) -> Language | None:
    """Return the language of a page that discret wrote; nothing for any other file."""
    try:
        with page.open("rb") as stream:
            head = stream.read(_HEAD).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None
    found = re.search(
        r'<html lang="(\w\w)">.*<meta name="generator" content="discret">', head, re.DOTALL
    )
    return next((language for language in LANGUAGES if found and found[1] == language), None)


_HEAD = 1000
_OTHER_FORMAT = Words(
    "{who}: {name} holds a release in another format",
    fr="{who} : {name} contient une diffusion dans un autre format",
)
_NOT_A_REPORT = Words(
    "report: another file is in the way of {name}",
    fr="report : un autre fichier est à la place de {name}",
)
_REMOVE = Words(
    "remove it, or choose another folder (--out)",
    fr="l’enlever, ou choisir un autre dossier (--out)",
)
