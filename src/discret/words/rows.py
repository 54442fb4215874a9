"""Small tables for those who look at objects: as text in a terminal, as HTML in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from typing import Any

from discret.words import Language, Words, number

COLUMNS = (Words("column", fr="colonne"), Words("role", fr="rôle"), Words("type", fr="type"))
CELL = "text-align:{side};padding:2px 10px;vertical-align:bottom"


@dataclass(frozen=True, repr=False)
class Rows:
    """Rows under heads, the first column of words, the others of numbers; written in a language.

    Examples
    --------
    >>> Rows(heads=(Words("step", fr="étape"), Words("records left", fr="restants")),
    ...      rows=(("original", 1200), ("recode", None)))
    step      records
                 left
    original    1,200
    recode          –
    """

    heads: tuple[Words, ...]
    rows: tuple[tuple[Any, ...], ...]
    shares: tuple[bool, ...] = ()  # which columns are shares, written as percentages
    language: Language = "en"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as plain data, under the names of the columns.

        Examples
        --------
        >>> Rows((Words("step", fr="étape"),), (("recode",),), language="fr").to_dicts()
        [{'étape': 'recode'}]
        """
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    @property
    def columns(self) -> list[str]:
        """The names of the columns, all different."""
        names = [head.within(self.language) for head in self.heads]
        again = [names[:place].count(name) + 1 for place, name in enumerate(names)]
        return [name if n == 1 else f"{name} {n}" for name, n in zip(names, again, strict=True)]

    @property
    def texts(self) -> list[list[str]]:
        """The rows as they are read."""
        return [
            [
                _text(value, self.language, share=share)
                for value, share in zip_longest(row, self.shares)
            ]
            for row in self.rows
        ]

    def __repr__(self) -> str:
        heads = list(zip_longest(*(name.split() for name in self.columns), fillvalue=""))
        lines = [*heads, *map(tuple, self.texts)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(_line(line, widths) for line in lines)

    def _repr_html_(self) -> str:
        return html_table(self.columns, self.texts)


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> str:
    """Write a table as HTML, all that it holds escaped.

    Examples
    --------
    >>> "<th" in html_table(["a < b"], [["1"]]), "a &lt; b" in html_table(["a < b"], [["1"]])
    (True, True)
    """
    head = f"<thead>{_row('th', heads)}</thead>" if heads else ""
    body = "".join(_row("td", row) for row in rows)
    said = f"<div><b>{escape(title)}</b></div>" if title else ""
    return f"{said}<table>{head}<tbody>{body}</tbody></table>"


def sized(records: int | None) -> Words:
    """Say how many records a table has; nothing counts those of a lazy one for that.

    Examples
    --------
    >>> sized(9), sized(None)
    ('9 records', 'lazy')
    """
    return _LAZY if records is None else _SIZE.filled(n=records)


_LAZY = Words("lazy", fr="différée")
_SIZE = Words("{n} {n:record|records}", fr="{n} {n:enregistrement|enregistrements}")


def _row(tag: str, cells: Sequence[str]) -> str:
    sides = ["left", *["right"] * (len(cells) - 1)]
    shown = [
        f'<{tag} style="{CELL.format(side=side)}">{escape(cell)}</{tag}>'
        for side, cell in zip(sides, cells, strict=True)
    ]
    return f"<tr>{''.join(shown)}</tr>"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(cell.rjust(n) for cell, n in others)]).rstrip()


def _text(value: Any, language: Language, *, share: bool | None) -> str:
    return "–" if value is None else number(value, language, "%" if share else "")
