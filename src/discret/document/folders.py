"""Where the releases of variants are written: a folder each, and their comparison beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from discret.data.files.labels import Labels
from discret.data.files.tables import Format
from discret.data.star.star import Star
from discret.data.writing.targets import PRIVATE
from discret.data.writing.together import all_or_nothing, check_free
from discret.document.comparison import compare
from discret.document.folder import PUBLIC, RECORD, Place
from discret.document.pages.comparison import render_comparison
from discret.document.pages.render import read_record
from discret.plan.release import Release
from discret.words import Language

COMPARISON = ("comparison.json", "comparison.html")


@dataclass(frozen=True)
class Places:
    """A folder that holds one folder for each variant, and the format of the protected files.

    Examples
    --------
    >>> places = Places(Path("out"), Format("csv"), ("1-blanks", "2-drops"))
    >>> [str(file.parent) for file in places.files][::4]
    ['out/1-blanks', 'out/2-drops', 'out']
    """

    out: Path
    format: Format
    folders: Sequence[str]
    who: str = "write"  # who asks, for messages
    star: Star | None = None
    tables: int = 0  # private ones, told once and written beside each release
    in_series: bool = False

    @property
    def files(self) -> list[Path]:
        """The four files of each release, then those of the comparison."""
        each = [file for place in self._within(self.out) for file in place.files]
        return [*each, *(self.out / name for name in COMPARISON)]

    def check(self, *sources: Path, force: bool = False) -> None:
        """Refuse a place where something is in the way, before any work is done."""
        files = [self.out / name for name in COMPARISON]
        check_free(self.out, files, sources, self.who, force=force)
        for place in self._within(self.out):
            place.check(*sources, force=force)

    def write(
        self,
        releases: Mapping[str, Release],
        labels: Labels | None = None,
        *,
        language: Language = "en",
        sources: Sequence[Path] = (),
        most: int = PRIVATE,
    ) -> list[Path]:
        """Write all releases and their comparison, or nothing."""
        gone = [
            f"{place.out.name}/{name}"
            for place in self._within(self.out)
            for name in place.translated
        ]
        with all_or_nothing(
            self.out, self.who, sources=sources, most=most, public=PUBLIC, gone=gone
        ) as folder:
            places = self._within(folder)
            for place, (title, release) in zip(places, releases.items(), strict=True):
                place.write(release, labels, language=language, variant=title)
            records = [read_record(place.out / RECORD) for place in places]
            told = json.dumps(compare(records), ensure_ascii=False, indent=1)
            html = render_comparison(records, language=language)
            for name, text in zip(COMPARISON, (told, html), strict=True):
                (folder / name).write_text(text, encoding="utf-8")
        return self.files

    def _within(self, folder: Path) -> list[Place]:
        places = [Place(folder / name, self.format, self.who) for name in self.folders]
        return [place.beside(self.star, self.tables, in_series=self.in_series) for place in places]
