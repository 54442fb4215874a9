"""The command profile: a first look at a file, and a plan to start from."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.markup import escape

from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import (
    colon,
    console,
    loaded,
    print_json,
    progress,
    show_notes,
    table,
    tell,
)
from discret.data.codebook import Codebook
from discret.data.files.tables import HowToRead, kind_of
from discret.data.profiling import ColumnProfile
from discret.data.profiling import profile as look_at
from discret.data.writing.atomic import atomic
from discret.data.writing.left import swept
from discret.data.writing.targets import check_target
from discret.document.words.roles_and_months import ROLES
from discret.plan.start import starting_plan
from discret.plan.start.text import commented
from discret.words import Language, Words, number


def profile(
    file: Path, *, how: HowToRead, plan: Path | None, force: bool, language: str, json: bool
) -> None:
    """Show a first look at a file and write a starting plan."""
    tongue = checked_language(language)
    target = plan or Path(f"{file.name.split('.')[0]}.plan.toml")
    kind_of(file)  # what is no data file is told so first
    check_target(target, [file])
    with progress(not json) as report:
        source = loaded(file, how)
        frame, book = Codebook.told(source.frame, source.labels)
        report(0.5, _LOOKING)
        columns = look_at(frame, book.columns)
    path = Path(os.path.relpath(os.path.realpath(file), Path(os.path.realpath(target)).parent))
    tell(swept(target.absolute().parent), tongue)
    start = starting_plan(columns, file=path, table=frame)
    text = commented(replace(start, how_to_read=how), tongue)
    written = _write_plan(text, target, [file], force=force)
    if json:
        shown = [column.to_dict() for column in columns]
        print_json(
            {
                "records": len(frame),
                "columns": shown,
                "plan": str(target),
                "written": written,
                "notices": [note.to_dict() for note in source.notes],
            }
        )
        return
    _show_profile(file, len(frame), columns, tongue)
    show_notes(source.notes, tongue)
    words = (_WRITTEN if written else _KEPT).within(tongue)
    console.print(words, escape(str(target)), soft_wrap=True)
    console.print(_MEND.within(tongue))


def _write_plan(text: str, target: Path, sources: Sequence[Path], *, force: bool) -> bool:
    if target.exists() and not force:
        return False
    with atomic(target, sources=sources) as path:
        path.write_text(text, encoding="utf-8")
    return True


def _show_profile(
    file: Path, records: int, columns: Sequence[ColumnProfile], language: Language
) -> None:
    rows = [
        [
            escape(column.name),
            ROLES[column.role].fr if language == "fr" else str(column.role),
            column.kind.within(language),
            number(column.distinct, language),
            number(column.missing, language, "%"),
            number(column.uniques, language),
            column.why.within(language),
        ]
        for column in columns
    ]
    title = f"{file.name}{colon(language)} {number(records, language)} {_RECORDS.within(language)}"
    table(title, [head.within(language) for head in _HEADS], rows, "LLLRRRL")


_LOOKING = Words("looking at the columns", fr="examen des colonnes")
_RECORDS = Words("records", fr="enregistrements")
_WRITTEN = Words("Starting plan written to", fr="Plan de départ écrit dans")
_MEND = Words(
    "The roles are guesses: mend them before you trust a verdict.",
    fr="Les rôles sont des suppositions : les corriger avant de se fier à un verdict.",
)
_KEPT = Words(
    "A plan is already there (--force overwrites it):",
    fr="Un plan existe déjà (--force le remplace) :",
)
_HEADS = [
    Words("column", fr="colonne"),
    Words("role?", fr="rôle ?"),
    Words("type", fr="type"),
    Words("values", fr="valeurs"),
    Words("missing", fr="manquants"),
    Words("uniques", fr="uniques"),
    Words("because", fr="car"),
]
