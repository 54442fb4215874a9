"""What a step drew by, value by value: small tables as they are, large ones by their size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discret.document.reading import mapping
from discret.document.words.voice import Voice, is_number

MOST = 12  # rows and columns of a table that a page shows


def matrices(step: Mapping[str, Any], voice: Voice) -> list[dict[str, Any]]:
    """Return the tables of value by value that a step tells of each column.

    Examples
    --------
    >>> told = {"matrix": {"en": "chances", "fr": "probabilités", "unit": "table"}}
    >>> facts = {"matrix": {"sex": {"f": {"f": 0.8, "m": 0.2}, "m": {"m": 1.0}}}, "parts": 1}
    >>> step = {"label": "pram", "method": {"tells": told}, "facts": facts}
    >>> [(one["title"], one["shown"], one["rows"]) for one in matrices(step, Voice("fr"))]
    [('Probabilités', ['f', 'm'], {'f': [0.8, 0.2], 'm': [0, 1.0]})]
    """
    tells = mapping(mapping(step.get("method")).get("tells"))
    found = []
    for fact, table in mapping(step.get("facts")).items():
        title = voice.title(voice.field(fact, tells))
        found += [_laid(fact, title, *own, voice) for own in _by_value(table)]
    return found


def _by_value(table: Any) -> Iterator[tuple[str, dict[str, Mapping[str, Any]]]]:
    """Yield the columns of which a fact has a row of numbers for each value."""
    for column, rows in mapping(table).items():
        own = {str(value): mapping(row) for value, row in mapping(rows).items()}
        cells = [cell for row in own.values() for cell in row.values()]
        if cells and all(own.values()) and all(map(is_number, cells)):
            yield str(column), own


def _laid(
    fact: str, title: str, column: str, rows: Mapping[str, Mapping[str, Any]], voice: Voice
) -> dict[str, Any]:
    shown = [str(value) for value in dict.fromkeys(value for row in rows.values() for value in row)]
    small = max(len(rows), len(shown)) <= MOST
    size = {"rows": voice.number(len(rows)), "columns": voice.number(len(shown))}
    return {
        "title": title,
        "column": column,
        "shown": shown,
        "rows": {value: [row.get(name, 0) for name in shown] for value, row in rows.items()}
        if small
        else {},
        "note": "" if small else voice("matrix_large", fact=fact, **size),
    }
