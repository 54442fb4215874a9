"""What the ways to protect two zonings lose and leave, side by side: a table in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from discret.document.words.texts_zonings import PROTECTION
from discret.document.words.voice import Voice
from discret.words import Language

Told = Mapping[str, Any]


class Table(NamedTuple):
    """Heads of the columns, rows of a label with a text for each way, and what to add."""

    heads: list[str]
    rows: list[tuple[str, list[str]]]
    notes: list[str]


def protection_table(
    ways: Sequence[Told], language: Language = "en", *, short: bool = False
) -> Table:
    """Put ways to protect side by side.

    Parameters
    ----------
    ways
        The facts of each way, as `reduce.protections.told` gives them.
    language
        ``"en"`` or ``"fr"``.
    short
        Whether there is little room for the heads.

    Examples
    --------
    >>> way = {"way": "merge", "squares_lost": 1, "squares_lost_share": 0.25}
    >>> table = protection_table([way])
    >>> table.heads, table.rows[1]
    (['merge squares'], ('share of the squares', ['25%']))
    """
    voice = Voice(language)
    rows = [
        (voice.said(PROTECTION[name]), [_written(way.get(name), name, voice) for way in ways])
        for name in _ROWS
    ]
    heads = [named(way, voice, short=short) for way in ways]
    return Table(heads, rows, _notes(ways, voice))


def named(way: Told, voice: Voice, *, short: bool = False) -> str:
    """Return how a way is called; in short where there is little room."""
    return voice.said(PROTECTION[str(way["way"]) + ("_short" if short else "")])


def _written(value: Any, name: str, voice: Voice) -> str:
    if isinstance(value, bool):
        return voice.plain(value)
    return voice.level(value, share=name in _SHARES)


def _notes(ways: Sequence[Told], voice: Voice) -> list[str]:
    notes = [voice.said(way["why"]) for way in ways if way.get("why")]
    if any(way.get("zones_unprotected") for way in ways):
        notes.append(voice.said(PROTECTION["unprotected_note"]))
    if any(way.get("squares_below_after") for way in ways):
        notes.append(voice.said(PROTECTION["below_note"]))
    if any(way.get("way") == "merge" and not way.get("why") for way in ways):
        notes.append(voice.said(PROTECTION["merge_note"]))
    if any(way.get("levels") for way in ways):
        notes.append(voice.said(PROTECTION["levels_note"]))
    best = next((way for way in ways if way.get("cheaper")), None)
    if best is not None:
        notes.append(voice.said(PROTECTION[f"{best['way']}_cheaper"]))
    return notes


_SHARES = {"squares_lost_share", "observations_lost_share", "gap"}
_ROWS = (
    "squares_lost", "squares_lost_share", "squares_touched", "squares_below", "observations_lost",
    "observations_lost_share", "at_risk_before", "at_risk_after", "zones_unprotected", "least",
    "gap", "optimal", "seconds",
)  # fmt: skip
