"""Numbers as readers find them in a text, and the values of a record that they may stand for."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from math import floor, log10
from typing import Any, NamedTuple

from discret.words import LANGUAGES, Language

EXACT = 1e-9  # what arithmetic adds; nothing and all are written where they are
PLAIN, SHARE, TINY = 4, 3, 1e-6  # significant digits that are promised; three of what is tiny
NUMBER: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?<![\w.,])(?:(?P<bound>[<>]) )?(?P<digits>-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
        r"(?:e[+-]?\d+)?)(?P<share>%)?(?![\w])"
    ),
    "fr": re.compile(
        r"(?<![\w.,\u202f])(?:(?P<bound>[<>]) )?(?P<digits>-?(?:\d{1,3}(?:\u202f\d{3})+|\d+)"
        r"(?:,\d+)?(?:e[+-]?\d+)?)(?P<share>\u202f%)?(?![\w])"
    ),
}


class Told(NamedTuple):
    """A number of a text: as it is written, its value, and how it was rounded."""

    text: str
    value: float
    share: bool
    decimals: int
    bound: str = ""

    @property
    def slack(self) -> float:
        """How far what it stands for may be: half of its last digit that was promised."""
        size = abs(self.value)
        if not size or (self.share and abs(size - 100) <= EXACT):
            return EXACT
        digits = SHARE if self.share or size < TINY else PLAIN
        if self.share and self.decimals == 1:
            return 0.05 + EXACT  # tables of percentages have one decimal
        if size >= 10**digits:
            return 0.5 + EXACT
        if size >= 10 ** (digits - 1):
            return 0.05 + EXACT
        return float(0.5 * 10.0 ** (floor(log10(size)) - digits + 1)) + EXACT * size

    @property
    def reach(self) -> tuple[float, float]:
        """The lowest and the highest value that it can stand for; a share is one of a hundred."""
        ends = self.value - self.slack, self.value + self.slack
        if self.bound:
            ends = (EXACT, self.value) if self.bound == "<" else (self.value, 100 - EXACT)
        return (ends[0] / 100, ends[1] / 100) if self.share else ends

    def stands_for(self, value: float) -> bool:
        """Whether it is this value, as written."""
        return self.among([value])

    def among(self, values: Sequence[float]) -> bool:
        """Whether it is one of these values, which are in order."""
        low, high = self.reach
        place = bisect_left(values, low)
        return place < len(values) and values[place] <= high


def told_in(text: str, language: Language) -> list[Told]:
    """Return the numbers of a text.

    Examples
    --------
    >>> [(one.text, one.value) for one in told_in("9,952 of 12,000 (82.9%)", "en")]
    [('9,952', 9952.0), ('12,000', 12000.0), ('82.9%', 82.9)]
    >>> [one.value for one in told_in("9\u202f952 sur 12\u202f000 (82,9\u202f%)", "fr")]
    [9952.0, 12000.0, 82.9]
    """
    return [_told(match, language) for match in NUMBER[language].finditer(text)]


def _told(match: re.Match[str], language: Language) -> Told:
    between, point = (",", ".") if language == "en" else ("\u202f", ",")
    plain = match["digits"].replace(between, "").replace(point, ".")
    decimals = len(plain.partition("e")[0].partition(".")[2])
    return Told(match[0], float(plain), match["share"] is not None, decimals, match["bound"] or "")


def values_in(plain: Any) -> Iterator[float]:
    """Yield the numbers that plain data holds as values; those in sentences are none.

    Numbers in labels, such as the bounds of a class, are values: somebody named it so. A list has
    a length.

    Examples
    --------
    >>> sorted(values_in({"k": 3, "reads": {"en": "9 of 7", "fr": "9 sur 7"}, "ages": ["30-44"]}))
    [1, 3, 30.0, 44.0]
    """
    if isinstance(plain, bool) or plain is None:
        return
    if isinstance(plain, int | float):
        yield plain
    elif isinstance(plain, str):
        yield from _labelled(plain)
    elif isinstance(plain, Mapping):
        if {*plain} != {*LANGUAGES}:
            yield from (number for key in plain for number in _labelled(str(key)))
            yield from (number for entry in plain.values() for number in values_in(entry))
    else:
        yield len(plain)
        yield from (number for entry in plain for number in values_in(entry))


def _labelled(label: str) -> Iterator[float]:
    for digits, share in re.findall(r"((?:(?<!\d)-)?\d+(?:\.\d+)?(?:e-?\d+)?)(%)?", label):
        yield float(digits) / (100 if share else 1)


def unfounded(text: str, language: Language, known: Sequence[float]) -> list[str]:
    """Return the numbers of a text that stand for none of the known values, which are in order.

    Nor for the share that one count of the same text is of another.

    Examples
    --------
    >>> unfounded("3 of 9 records (33.3%)", "en", [3, 9])
    []
    >>> unfounded("3 of 9 records (33.4%)", "en", [3, 9])
    ['33.4%']
    """
    told = told_in(text, language)
    odd = [one for one in told if not one.among(known)]
    counts = [one.value for one in told if not one.share and one.value == int(one.value)]
    shares = sorted(some / every for some in counts for every in counts if 0 <= some <= every > 0)
    return [one.text for one in odd if not one.among(shares)]
