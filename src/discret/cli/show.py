"""What the commands print: tables for people, JSON for programs, progress for the patient."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, JustifyMethod
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from discret.data import files
from discret.data.files import Opened, read
from discret.data.files import Table as DataTable
from discret.errors import InputError
from discret.finding import Finding
from discret.parts import Part, Unit
from discret.parts import Progress as Report
from discret.words import LANGUAGES, Language, Words, number

console = Console()
WIDE = 110


def checked_language(given: str) -> Language:
    """Refuse a language that discret does not write."""
    for language in LANGUAGES:
        if given == language:
            return language
    raise InputError(f"language: {given!r} is not known", hint=f"choose {' or '.join(LANGUAGES)}")


def loaded(file: Path) -> DataTable:
    """Read a file that has records."""
    source = read(file)
    _check_records(file, len(source.frame))
    return source


def opened(file: Path) -> Opened:
    """Open a file that has records; a large one is not brought into memory."""
    source = files.opened(file)
    _check_records(file, source.records)
    return source


def _check_records(file: Path, records: int) -> None:
    if not records:
        raise InputError(f"{file.name}: it has no records", hint="check the file")


def print_json(value: Any) -> None:
    """Print plain data."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> None:
    """Print a table; `right` has an R for each column to align right."""
    view = Table(title=escape(title), title_justify="left", header_style="bold", box=SIMPLE_HEAD)
    for place, head in enumerate(heads):
        side: JustifyMethod = "right" if right[place : place + 1] == "R" else "left"
        view.add_column(escape(head), justify=side, no_wrap=place < len(heads) - 1)
    for row in rows:
        view.add_row(*row)
    console.print(view)


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
        name = escape(parts[place].title.within(language))
        rows.append([name, *numbers, verdict(finding.met, language), *meaning])
    right = "LRRRL" if before else "LRRL"
    table(title.within(language), [head.within(language) for head in heads], rows, right)
    if not wide:
        for place, finding in enumerate(after):
            said = finding.reads.within(language)
            console.print(
                f"[bold]{escape(parts[place].title.within(language))}[/bold]: {escape(said)}"
            )
        console.print()


@contextmanager
def progress(wanted: bool) -> Iterator[Report]:
    """Show a bar while work goes on, on a terminal only."""
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(),
        console=Console(stderr=True), transient=True, disable=not (wanted and sys.stderr.isatty()),
    )  # fmt: skip
    with bar:
        task = bar.add_task("", total=1.0)
        yield lambda share, doing: bar.update(task, completed=share, description=doing)


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
