"""How wide words are: the letters are those of the reader, so each counts as a wide one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from unicodedata import category, combining, east_asian_width

USUAL, DIGIT, CAPITAL, WHOLE = 60, 64, 72, 100  # hundredths of their height
_OTHERS = {95: "mwMWŒœÆæ@%…", 42: "rtf()[]-/*", 34: " \u00a0\u202fijlI.,:;!|'’"}
_WIDTHS = {sign: wide for wide, signs in _OTHERS.items() for sign in signs}


def width(words: str) -> int:
    """Return the room that words take, in hundredths of the height of letters.

    Examples
    --------
    >>> width("minute"), width("MINUTE"), width("漢字")
    (351, 417, 200)
    """
    return sum(map(_of, words))


def _of(sign: str) -> int:
    kind = category(sign)
    if combining(sign) or kind.startswith("C"):
        return 0
    if kind == "So" or east_asian_width(sign) in "WF":
        return WHOLE
    return _WIDTHS.get(sign, {"Lu": CAPITAL, "Nd": DIGIT}.get(kind, USUAL))


def shortened(words: str, most: int) -> str:
    """Return words that take no more room than this, cut where they would.

    Examples
    --------
    >>> shortened("departments", 700), shortened("DEPARTMENTS", 700)
    ('departments', 'DEPARTME…')
    """
    if width(words) <= most:
        return words
    kept = words[: _letters(words, most - width("…"))].rstrip()
    return f"{kept}…"


def lines(words: str, most: int, number: int) -> list[str]:
    """Return words on so many lines at most, broken between words where they can be.

    Examples
    --------
    >>> lines("soft wheat, durum wheat and beet", 960, 2)
    ['soft wheat, durum', 'wheat and beet']
    """
    if number == 1 or width(words) <= most:
        return [shortened(words, most)]
    end = _letters(words, most)
    space = words.rfind(" ", 0, end + 1)
    first = words[: space if space > 0 else end]
    return [first, *lines(words[len(first) :].lstrip(), most, number - 1)]


def _letters(words: str, most: int) -> int:
    """Return how many letters there is room for, one at least."""
    taken = 0
    for place, sign in enumerate(words):
        taken += _of(sign)
        if taken > most:
            return max(place, 1)
    return len(words)


def every(names: Sequence[str], places: Sequence[float], size: float) -> int:
    """Return that every so many names can be written side by side, letters of this height.

    Examples
    --------
    >>> every(["0", "50", "100"], [0, 30, 60], 8), every(["1,000,000"] * 3, [0, 30, 60], 8)
    (1, 2)
    """
    reach = [size / 200 * (width(name) + USUAL) for name in names]
    for step in range(1, len(names)):
        shown = range(0, len(names), step)
        pairs = pairwise(shown)
        if all(abs(places[b] - places[a]) >= reach[a] + reach[b] for a, b in pairs):
            return step
    return max(len(names), 1)
