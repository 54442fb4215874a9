"""What the commands print: tables for people, JSON for programs, progress for the patient."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import Any

import typer
from rich import _wrap
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.markup import escape, render
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from discret.cli.reading_ahead import taken
from discret.cli.terminal.letters import legible
from discret.cli.terminal.waiting import WAITING
from discret.data.files.tables import HowToRead, Opened, kind_of, read
from discret.data.files.tables import Table as DataTable
from discret.data.writing.left import Left
from discret.errors import InputError
from discret.finding import Finding
from discret.parts import Part, Unit, silent
from discret.parts import Progress as Report
from discret.plan.plan import Plan
from discret.words import Language, Words, number, say


class _Console(Console):
    """A terminal from which the bar goes before anything is printed, and that no text commands."""

    def print(self, *objects: Any, **options: Any) -> None:
        WAITING.pause()
        super().print(*objects, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(legible(text), **options)


# Lines are broken neither at no-break spaces ("12\u202f901" is one number), nor before a sign that
# French sets apart, nor after «. What is printed stays as it is, for whoever copies it.
_wrap.re_word = re.compile(r"[ \t\n]*(?:« )?[^ \t\n]+(?: [;:!?%»]+(?![^ \t\n,.)]))*[ \t\n]*")
console = _Console()
WIDE = 110
PROSE, GAP, EDGE = 24, 3, 1  # least width of prose; between two columns, and beside them all
NAME = 34  # letters of a measure in a line, so that its verdict stands beside it
LONG = 1000  # rows up to which a table is laid out for the terminal
ONE_LINE = console.options.update(max_width=10_000)


def loaded(file: Path, how: HowToRead) -> DataTable:
    """Read a file that has records."""
    WAITING.report(0.0, _READING)
    source = read(file, how=how)
    _check_records(file, len(source.frame))
    return source


def opened(plan: Plan) -> Opened:
    """Open what a plan is about, which has records; a large file is not brought into memory."""
    WAITING.report(0.0, _READING)
    ahead = None if plan.star is not None else taken(plan.path, plan.how_to_read)
    source = plan.opened() if ahead is None else ahead
    _check_records(plan.source or plan.path, source.records)
    return source


def loaded_for(plan: Plan) -> DataTable | Opened:
    """Read the file that a plan is about; of a star, the tables as they are."""
    return loaded(plan.path, plan.how_to_read) if plan.star is None else opened(plan)


def in_place(plan: Plan, file: Path | None, how: HowToRead) -> Plan:
    """Return a plan for another file than it names, and with what was said of how to read it.

    What the plan says of its own file is kept, as far as it applies to the other.
    """
    own = plan.how_to_read if file is None else plan.how_to_read.fitting(kind_of(file))
    if plan.star is not None:
        facts = {} if file is None else {"facts": file.absolute()}
        star = plan.star.model_copy(update=facts)
        return replace(plan, star=star, how_to_read=how.over(own))
    return replace(plan, file=file or plan.file, how_to_read=how.over(own))


def show_notes(notes: Sequence[Words], language: Language, *, json: bool = False) -> None:
    """Print what is to be known of how a file was read; beside JSON, for people only."""
    out = _Console(stderr=True) if json else console
    for note in notes:
        out.print("[yellow]![/yellow]", escape(note.within(language)), soft_wrap=True)


def _check_records(file: Path, records: int) -> None:
    if not records:
        raise InputError(
            say(
                "{file}: it has no records", "{file} : il n’a pas d’enregistrement", file=file.name
            ),
            hint=Words("check the file", fr="vérifier le fichier"),
        )


def print_json(value: Any) -> None:
    """Print plain data; letters that the terminal lacks are escaped, none is replaced."""
    WAITING.pause()
    plain = not (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    typer.echo(json.dumps(value, ensure_ascii=plain, indent=2, default=str))


def tell(left: Left, language: Language) -> None:
    """Say what a killed run had left, beside what is asked for."""
    if left.words is not None:
        WAITING.pause()
        typer.echo(f"discret{colon(language)} {left.words.within(language)}.", err=True)


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> None:
    """Print a table; `right` has an R for each column to align right.

    Columns that the terminal has no room for follow below, beside the first column again: none is
    cut or left out.
    """
    if len(rows) > LONG:
        _print_plain(title, heads, rows, right)
        return
    widths = _widths(heads, rows, right)
    for band in _bands(widths, console.width):
        fits = sum(widths[place] for place in band) <= console.width
        view = Table(title=escape(title) if band[1:2] in ([1], []) else None, title_justify="left",
                     header_style="bold", box=SIMPLE_HEAD, show_header=any(heads))  # fmt: skip
        for place in band:
            side: JustifyMethod = "right" if right[place : place + 1] == "R" else "left"
            firm = fits and (side == "right" or place < len(heads) - 1)
            view.add_column(escape(heads[place]), justify=side, no_wrap=firm, overflow="fold")
        for row in rows:
            view.add_row(*(row[place] for place in band))
        console.print(view)


def _print_plain(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: str
) -> None:
    """Print a table of very many rows in one piece, as text: laying it out would take minutes."""
    texts = [list(heads), *([render(cell).plain for cell in row] for row in rows)]
    widths = [max(map(cell_len, column)) for column in zip(*texts, strict=True)]
    sides = [right[place : place + 1] == "R" for place in range(len(heads))]
    WAITING.pause()
    typer.echo(title)
    for row in texts:
        cells = zip(row, widths, sides, strict=True)
        laid = (_laid(text, width, to_the_right) for text, width, to_the_right in cells)
        typer.echo(("  " + (" " * GAP).join(laid)).rstrip())


def _laid(text: str, width: int, to_the_right: bool) -> str:
    room = " " * (width - cell_len(text))
    return room + text if to_the_right else text + room


def _widths(heads: Sequence[str], rows: Sequence[Sequence[str]], right: str) -> list[int]:
    """Return the room that each column needs; prose in the last one can be broken into lines."""
    columns = zip(map(escape, heads), *rows, strict=True)
    needs = [
        max(Measurement.get(console, ONE_LINE, item).maximum for item in own) for own in columns
    ]
    if needs and right[len(heads) - 1 : len(heads)] != "R":
        needs[-1] = min(needs[-1], PROSE)
    return [need + GAP + (0 if place else EDGE) for place, need in enumerate(needs)]


def _bands(widths: Sequence[int], room: int) -> list[list[int]]:
    """Share columns out over tables that fit, each with the first column.

    Examples
    --------
    >>> _bands([30, 20, 20, 20], 80), _bands([30, 90], 80)
    ([[0, 1, 2], [0, 3]], [[0, 1]])
    """
    bands = [[0]]
    for place in range(1, len(widths)):
        used = sum(widths[column] for column in bands[-1]) + widths[place]
        bands = [*bands, [0, place]] if used > room and len(bands[-1]) > 1 else [
            *bands[:-1], [*bands[-1], place]
        ]  # fmt: skip
    return bands


def colon(language: Language) -> str:
    """Return the colon as a language sets it."""
    return "\u202f:" if language == "fr" else ":"


def verdict(met: bool | None, language: Language) -> str:
    """Write whether a target is met, with its colour."""
    if met is None:
        return "–"
    words = (_MET if met else _MISSED).within(language)
    return f"[green]{words}[/green]" if met else f"[bold red]{words}[/bold red]"


def level(value: float | None, language: Language, unit: Unit = "number") -> str:
    """Write a value that may be absent."""
    return "–" if value is None else number(value, language, "%" if unit == "share" else "")


def findings(
    title: Words,
    parts: Sequence[Part],
    after: Sequence[Finding],
    before: Sequence[Finding] = (),
    *,
    language: Language,
) -> None:
    """Print one table of findings: value (and value before), target, verdict, meaning."""
    wide = console.width >= WIDE
    heads = [
        _HEADS[0],
        *([_BEFORE, _AFTER] if before else [_VALUE]),
        *_HEADS[1 : None if wide else -1],
    ]
    rows = []
    for place, finding in enumerate(after):
        values = [*([before[place].value] if before else []), finding.value, finding.target]
        numbers = [level(value, language, parts[place].unit) for value in values]
        meaning = [escape(finding.reads.within(language))] if wide else []
        name = parts[place].title.within(language)
        shown = name if wide else fill(name, NAME)
        rows.append([escape(shown), *numbers, verdict(finding.met, language), *meaning])
    right = "LRRRL" if before else "LRRL"
    table(title.within(language), [head.within(language) for head in heads], rows, right)
    if not wide:
        for place, finding in enumerate(after):
            said = finding.reads.within(language)
            name = escape(parts[place].title.within(language))
            console.print(f"[bold]{name}[/bold]{colon(language)} {escape(said)}")
        console.print()


@contextmanager
def progress(wanted: bool) -> Iterator[Report]:
    """Show a bar while work goes on for long, on a terminal only."""
    yield WAITING.report if wanted else silent


_READING = Words("reading the file", fr="lecture du fichier")
WRITING = Words("writing, and reading back what was written", fr="écriture, puis relecture")
DRAWING = Words("drawing the report", fr="mise en page du rapport")
_MET = Words("met", fr="atteint")
_MISSED = Words("missed", fr="non atteint")
_BEFORE = Words("before", fr="avant")
_AFTER = Words("after", fr="après")
_VALUE = Words("value", fr="valeur")
_HEADS = [
    Words("measure", fr="mesure"),
    Words("target", fr="objectif"),
    Words("verdict", fr="verdict"),
    Words("what it means", fr="ce que cela veut dire"),
]
