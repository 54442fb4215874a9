"""What several draws of a plan are shown as in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from rich.markup import escape

from discret.cli.terminal.output import NAME, console, level, table
from discret.parts import Part
from discret.plan.draws import Dispersion, Draws
from discret.plan.plan import Plan
from discret.words import Language, Words


def show_draws(plan: Plan, draws: Draws, language: Language) -> None:
    """Print how the risk and the loss of a plan vary over its draws."""
    rows = [
        *_rows(plan.assess, draws.risk, language),
        *_rows(plan.quantify, draws.loss, language),
    ]
    heads = [head.within(language) for head in _HEADS]
    title = _TITLE.filled(n=draws.number).within(language)
    table(title, heads, rows, "L" + "R" * (len(heads) - 1))
    console.print(escape(draws.reads.within(language)))
    console.print()


def _rows(
    parts: Sequence[Part], found: Sequence[Dispersion], language: Language
) -> list[list[str]]:
    return [_row(part, spread, language) for part, spread in zip(parts, found, strict=True)]


def _row(part: Part, found: Dispersion, language: Language) -> list[str]:
    own = (found.least, found.median, found.most, found.deviation)
    numbers = [level(value, language, part.unit) for value in own]
    met = level(found.met, language, "share")
    return [escape(fill(part.title.within(language), NAME)), *numbers, met]


_TITLE = Words("Over {n} draws", fr="Sur {n} tirages")
_HEADS = [
    Words("measure", fr="mesure"),
    Words("least", fr="minimum"),
    Words("median", fr="médiane"),
    Words("most", fr="maximum"),
    Words("std. dev.", fr="écart type"),
    Words("met", fr="atteint"),
]
