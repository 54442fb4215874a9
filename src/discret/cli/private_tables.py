"""Private tables on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.markup import escape

from discret.cli.terminal.output import console, level, table
from discret.plan.tables import ToldTable
from discret.words import Language, Words

SHOWN = 40  # rows on a terminal, at most


def show_tables(tables: Sequence[ToldTable], language: Language) -> None:
    """Print tables, each under its title."""
    for own in tables:
        show_table(own.asked.title, own, language)


def show_table(title: str, own: ToldTable, language: Language) -> None:
    """Print a table, its first rows at least; what is told of all has a word of its own.

    Where cells are not public there are no margins: what is empty there is a value that is missing.
    """
    told, empty = own.table, _MISSING if own.asked.open else _ALL
    shown = told.head(SHOWN)
    lines = [[_written(value, language, empty) for value in row] for row in shown.rows()]
    kinds = "".join("R" if kind.is_numeric() else "L" for kind in shown.dtypes)
    table(escape(title), [escape(name) for name in shown.columns], lines, kinds)
    if told.height > SHOWN:
        console.print(_MORE.filled(n=told.height - SHOWN).within(language))


def _written(value: Any, language: Language, empty: Words) -> str:
    if value is None:
        return f"[dim]{empty.within(language)}[/dim]"
    return level(value, language) if isinstance(value, int | float) else escape(str(value))


_ALL = Words("all", fr="ensemble")
_MISSING = Words("missing", fr="manquant")
_MORE = Words("{n} more: --out writes all.", fr="{n} de plus : --out les écrit toutes.")
