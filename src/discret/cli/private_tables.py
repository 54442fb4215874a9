"""Private tables on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from rich.markup import escape

from discret.cli.terminal.output import console, level, table
from discret.words import Language, Words

SHOWN = 40  # rows on a terminal, at most


def show_tables(tables: Sequence[tuple[str, pl.DataFrame]], language: Language) -> None:
    """Print tables, each under its title."""
    for title, told in tables:
        show_table(title, told, language)


def show_table(title: str, told: pl.DataFrame, language: Language) -> None:
    """Print a table, its first rows at least; what is told of all has a word of its own."""
    shown = told.head(SHOWN)
    lines = [[_written(value, language) for value in row] for row in shown.rows()]
    kinds = "".join("R" if kind.is_numeric() else "L" for kind in shown.dtypes)
    table(escape(title), [escape(name) for name in shown.columns], lines, kinds)
    if told.height > SHOWN:
        console.print(_MORE.filled(n=told.height - SHOWN).within(language))


def _written(value: Any, language: Language) -> str:
    if value is None:
        return f"[dim]{_ALL.within(language)}[/dim]"
    return level(value, language) if isinstance(value, int | float) else escape(str(value))


_ALL = Words("all", fr="ensemble")
_MORE = Words("{n} more: --out writes all.", fr="{n} de plus : --out les écrit toutes.")
