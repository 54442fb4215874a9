"""What became of areas, and measures rolled up in them, for the internal report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from discret.document.reading import Compared, mapping, sequence
from discret.document.words.texts_areas import AREAS
from discret.document.words.voice import Voice

MOST = 200  # rows that a page shows
COUNTS = ("facts", "individuals", "shown", "lifted", "dropped")


def account(step: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Return the account of the areas of a step, with the reasons in words.

    Examples
    --------
    >>> row = {"level": "town", "area": "Bron", "facts": 2, "lifted": 2, "why": "individuals"}
    >>> told = account({"facts": {"account": [row]}}, Voice("en"))
    >>> told["rows"][0]["why"], told["rows"][0]["counts"]
    ('too few individuals', [2, None, None, 2, None])
    """
    rows = [mapping(row) for row in sequence(mapping(step.get("facts")).get("account"))]
    known = [row for row in rows if "area" in row and "level" in row]
    return {
        "rows": [
            {
                "level": row["level"],
                "area": row["area"],
                "counts": [row.get(name) for name in COUNTS],
                "why": _why(row.get("why"), voice),
                "classes": _classes(row),
            }
            for row in known[:MOST]
        ],
        "classes": any(_classes(row) for row in known),
        "more": max(len(known) - MOST, 0),
    }


def _classes(row: Mapping[str, Any]) -> str:
    """Write how many are in the combinations of an area, before and after they were made coarser.

    Examples
    --------
    >>> _classes({"came": [1, 1, 2, 2], "made": [2, 2, 2]})
    '1, 1, 2, 2 → 2, 2, 2'
    """
    both = [sequence(row.get("came")), sequence(row.get("made"))]
    told = [", ".join(map(str, own)) for own in both if own]
    return " → ".join(dict.fromkeys(told))


def rolled(losses: Iterable[Compared]) -> dict[str, Any]:
    """Return the measures of the areas shown, of the first loss that tells them.

    Examples
    --------
    >>> rolled([])
    {'rows': [], 'more': 0}
    """
    told = [sequence(loss.after["details"].get("areas")) for loss in losses]
    rows = [mapping(row) for row in next((rows for rows in told if rows), ())]
    flat = [
        {"level": row.get("level"), "area": row.get("area"), "measure": name, **mapping(own)}
        for row in rows
        for name, own in mapping(row.get("measures")).items()
    ]
    return {"rows": flat[:MOST], "more": max(len(flat) - MOST, 0)}


def _why(reason: Any, voice: Voice) -> str:
    return voice(f"why_{reason}") if f"why_{reason}" in AREAS else ""
