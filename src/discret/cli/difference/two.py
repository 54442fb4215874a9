"""The command that subtracts: what two publications give away together."""

from __future__ import annotations

import json as plain
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl
from rich.markup import escape

from discret.assess.differencing import Differencing
from discret.assess.differencing.deduced import Deduced
from discret.assess.differencing.facts import TABLES
from discret.cli.difference import protect as protecting
from discret.cli.difference.doing import READING, SEARCHING, VERIFYING, WRITING, WRITTEN
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import (
    console,
    loaded,
    print_json,
    progress,
    show_notes,
    table,
    tell,
)
from discret.data.dataset import Dataset
from discret.data.files.tables import HowToRead
from discret.data.writing.claim import claimed
from discret.data.writing.targets import GROUP, PRIVATE
from discret.data.writing.together import all_or_nothing, check_free
from discret.data.zonings.crossing import Crossing
from discret.data.zonings.outlines import Outlines, around_points, read_outlines
from discret.document.differencing import PAGE, RECORD
from discret.document.folder import language_of, translated
from discret.document.pieces.zoning_tables import zoning_tables
from discret.errors import InputError
from discret.finding import Finding
from discret.reduce.protections import Protection, told
from discret.words import Language, Words, number, say

WHO = "difference"
SHOWN = 20
MOST_NAMES = 4
FILES = ("at_risk.csv", "groups.csv", RECORD, PAGE)
TOLD = ("observations_at_risk", "intersections_at_risk", "by_size")


@dataclass(frozen=True)
class Options:
    """What the command is asked besides what the measure takes."""

    out: Path | None = None
    outlines: Sequence[Path] = field(default=())
    x: str | None = None
    y: str | None = None
    protect: bool = False
    seconds: float = 150.0
    how: HowToRead = field(default_factory=HowToRead)
    force: bool = False
    group: bool = False

    @property
    def files(self) -> tuple[str, ...]:
        """The names of what may be written."""
        return (*FILES, *(protecting.FILES if self.protect else ()))

    @contextmanager
    def claimed(self, table: Path, files: Sequence[str], language: Language) -> Iterator[None]:
        """Hold the folder to write into, if there is one, and refuse it where it is not free."""
        if self.out is None:
            yield
            return
        with claimed(self.out, WHO) as left:
            tell(left, language)
            paths = [self.out / name for name in files]
            check_free(self.out, paths, [table, *self.outlines], WHO, force=self.force)
            yield

    def write(self, table: Path, texts: Mapping[str, str]) -> list[str]:
        """Write files into the folder, if there is one: all or none; those before them go."""
        if self.out is None:
            return []
        earlier = language_of(self.out / PAGE) is not None
        gone = [word for word in (*FILES, *protecting.FILES) if earlier and word not in texts]
        gone += translated(self.out, [PAGE])
        most = GROUP if self.group else PRIVATE
        sources = [table, *self.outlines]
        with all_or_nothing(self.out, WHO, sources=sources, most=most, gone=gone) as folder:
            for name, text in texts.items():
                (folder / name).write_text(text, encoding="utf-8", newline="")
        return [str(self.out / name) for name in texts]

    def drawn(self, data: Dataset, crossing: Crossing) -> Outlines | None:
        """Read where zones and squares lie, if anything says so."""
        points = None
        if self.x is not None and self.y is not None:
            points = around_points("difference", data, crossing, self.x, self.y)
        if not self.outlines:
            return points
        drawn = read_outlines(self.outlines, crossing, data.codebook)
        return Outlines(drawn.zones, drawn.squares, None if points is None else points.points)


@dataclass(frozen=True)
class Answer:
    """What was found, and what the ways to protect it lose, where they were asked for."""

    found: Deduced
    finding: Finding
    ways: Sequence[Protection]

    @property
    def protections(self) -> list[dict[str, Any]]:
        """The ways to protect, as plain data."""
        return told(self.ways) if self.ways else []

    def plain(self) -> dict[str, Any]:
        """Return the answer for programs."""
        return {
            **{name: self.finding.details[name] for name in TOLD},
            "groups": self.found.group_table().drop("squares").to_dicts(),
            "details": self.finding.details,
            **({"protections": self.protections} if self.ways else {}),
        }


def difference(
    file: Path, values: Mapping[str, Any], options: Options, *, language: str, json: bool
) -> None:
    """Find what subtraction gives away, show it, and write it where a folder is given."""
    tongue = checked_language(language)
    if (options.x is None) != (options.y is None):
        raise InputError(
            Words(
                "difference: coordinates are two columns",
                fr="difference : les coordonnées sont deux colonnes",
            ),
            hint=Words("give both --x and --y", fr="donner --x et --y"),
        )
    measure = Differencing(**{name: value for name, value in values.items() if value is not None})
    with options.claimed(file, options.files, tongue), progress(not json) as report:
        report(0.0, READING.within(tongue))
        source = loaded(file, options.how)
        zonings = [values["zone"], values["square"], *(values["coarser"] or ())]
        data = Dataset.of(source.frame, labels=source.labels.restricted(zonings))
        crossing = measure.crossing(data)
        if options.protect:
            protecting.checked(crossing, options.seconds)
        outlines = options.drawn(data, crossing) if options.out is not None else None
        report(0.2, SEARCHING.within(tongue))
        found = Deduced.of(crossing, measure.least)
        report(0.3, VERIFYING.within(tongue))
        finding = measure.finding(found)
        ways = (
            protecting.protected(found, options.seconds, report, tongue) if options.protect else []
        )
        report(0.9, WRITING.within(tongue))
        answer = Answer(found, finding, ways)
        texts = {} if options.out is None else _texts(answer, outlines, tongue)
        written = options.write(file, texts)
    show_notes(source.notes, tongue, json=json)
    if json:
        print_json({**answer.plain(), "files": written})
    else:
        _show(answer, written, tongue)
    sys.exit(1 if finding.met is False else 0)


def pairs(given: Sequence[str]) -> dict[str, str]:
    """Read 'column=flag' words as a mapping.

    Examples
    --------
    >>> pairs(["carreau=masque"])
    {'carreau': 'masque'}
    """
    wrong = [text for text in given if not all(text.partition("="))]
    if wrong:
        raise InputError(
            say(
                "difference: --withheld takes a column and the one that flags it, got {wrong!r}",
                "difference : --withheld prend une colonne et celle qui la marque, et"
                " non {wrong!r}",
                wrong=wrong[0],
            ),
            hint=Words("write --withheld carreau=masque", fr="écrire --withheld carreau=masque"),
        )
    return {name.partition("=")[0]: name.partition("=")[2] for name in given}


def _texts(answer: Answer, outlines: Outlines | None, language: Language) -> dict[str, str]:
    """Return what is written: rows at risk, groups, the record, its page and the protections."""
    from discret.assess.differencing.record import differencing_record
    from discret.document.pages.differencing import differencing_page

    lists = pl.col(pl.List(pl.String)).list.join(" | ")
    found = answer.found
    told = differencing_record(
        found, answer.finding, outlines=outlines, protections=answer.protections
    )
    record = plain.dumps(told, ensure_ascii=False, separators=(",", ":"))
    texts = (
        found.rows_at_risk().write_csv(),
        found.group_table().with_columns(lists).write_csv(),
        record,
        differencing_page(plain.loads(record), language=language),
    )
    more = protecting.files(answer.ways) if answer.ways else {}
    return dict(zip(FILES, texts, strict=True)) | more


def _show(answer: Answer, written: list[str], language: Language) -> None:
    details = answer.finding.details
    console.print(escape(answer.finding.reads.within(language)), "\n")
    counts = [
        [words.within(language), number(details[name], language)] for name, words in _COUNTS.items()
    ]
    table(_TITLE.within(language), ["", ""], counts, "LR")
    for zoning_table in zoning_tables(details, TABLES, language, narrow=True):
        table(
            zoning_table.title,
            zoning_table.heads,
            zoning_table.rows,
            "L" + "R" * (len(zoning_table.heads) - 1),
        )
        if zoning_table.note:
            console.print(escape(zoning_table.note), "\n")
    if len(answer.found):
        _show_groups(answer.found, language)
    if answer.ways:
        protecting.show(answer.protections, language)
    if written:
        names = ", ".join(written)
        console.print(WRITTEN.within(language), escape(names), soft_wrap=True)


def _show_groups(found: Deduced, language: Language) -> None:
    rows = [_row(found, place, language) for place in range(1, min(len(found), SHOWN) + 1)]
    table(
        _GROUPS.within(language), [sentence.within(language) for sentence in _HEADS], rows, "RRLRL"
    )
    if len(found) > SHOWN:
        rest = number(len(found) - SHOWN, language)
        console.print(rest, _MORE.within(language))


def _row(found: Deduced, place: int, language: Language) -> list[str]:
    one = found.certificate(place)
    names = [found.names[0][int(zone)] for zone in one.zones[:MOST_NAMES]]
    more = "…" if len(one.zones) > MOST_NAMES else ""
    way = _EXTERNAL if one.external else _INTERNAL
    return [
        str(place),
        number(one.observations, language),
        way.within(language),
        number(len(one.zones), language),
        escape(", ".join(names) + more),
    ]


_TITLE = Words("Differencing", fr="Différenciation")
_GROUPS = Words("Groups", fr="Groupes")
_INTERNAL = Words("internal", fr="interne")
_EXTERNAL = Words("external", fr="externe")
_MORE = Words(
    "more groups: --out writes them all, with what to add up and what to subtract.",
    fr="groupes de plus : --out les écrit tous, avec ce qu’il faut additionner et soustraire.",
)
_HEADS = [
    Words("group", fr="groupe"),
    Words("left", fr="reste"),
    Words("how", fr="comment"),
    Words("zones", fr="zones"),
    Words("which", fr="lesquelles"),
]
_COUNTS = {
    "observations": Words("observations", fr="observations"),
    "observations_at_risk": Words("observations at risk", fr="observations à risque"),
    "intersections": Words("intersections", fr="intersections"),
    "intersections_at_risk": Words("intersections at risk", fr="intersections à risque"),
    "groups": Words("groups", fr="groupes"),
    "verified": Words("groups counted again", fr="groupes recomptés"),
    "zones_below": Words("zones below by themselves", fr="zones à elles seules sous le seuil"),
    "squares_below": Words("squares below by themselves", fr="carreaux à eux seuls sous le seuil"),
}
