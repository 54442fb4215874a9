"""Whether numbers are written in a CSV file as the engine writes them, told by lengths alone.

Of all texts that are read as a whole number its own is the shortest, so that the lengths of all
cells together tell whether each is written so. Of other numbers that holds among the texts that
have one point, a digit before and after it, and no exponent:

- Let a number be that of a decimal of 15 digits at most. Two such decimals are two numbers (IEEE
  754-2019, 5.12.2), so that every other decimal that is read as the number has 16 digits or more,
  and is longer; and of the texts of the same decimal the shortest has no zero too many, no plus
  and no blank. That is how the engine writes it, from 1e-5 on and below 1e16.
- That each number has its point is told by counting: the engine reads no number that has two. So it
  is told that none has an exponent: there are as many letters e as other cells have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

_TEN = 10
_BLOCK = 2**18  # letters
_ROWS = 2**16  # numbers that are looked at together: they stay where they are quick to reach
_DECIMALS = 9
_LEAST, _WIDE = 1e-5, 1e15
_POINT, _NOUGHT, _NINE, _CASE = b".09 "  # a capital letter and this one make a small letter


def fit(frame: pl.DataFrame, text: bytes, separator: str, *, headed: bool) -> bool:
    r"""Whether the numbers of a frame, written again, are as long as they stand in a text.

    Examples
    --------
    >>> frame = pl.DataFrame({"a": [1, 22], "b": [0.5, 3.25]})
    >>> fit(frame, b"a,b\n1,0.5\n22,3.25\n", ",", headed=True)
    True
    >>> fit(frame, b"a,b\n1,0.50\n22,3.25\n", ",", headed=True)
    False
    """
    lines, last = frame.height + headed, not text.endswith(b"\n")
    codes = np.frombuffer(text, np.uint8)
    ends = [_count(codes, mark) for mark in (separator, "\n")]
    if ends != [lines * (frame.width - 1), lines - last]:
        return False
    texts = [_Texts.of(column) for column in frame if column.dtype in (pl.String, pl.Enum)]
    numbers = [_written(column) for column in frame if column.dtype not in (pl.String, pl.Enum)]
    names = text.index(b"\n") + 1 if headed else 0
    marks = frame.height * frame.width - last  # one after each cell
    own = sum(text.length for text in texts) + sum(found or 0 for found in numbers)
    if None in numbers or names + own + marks != len(text):
        return False
    floats = sum(column.count() for column in frame if column.dtype == pl.Float64)
    return not floats or _pointed(floats, texts, codes[names:])


class _Texts(NamedTuple):
    """The texts of a column, and how often each of them stands there."""

    values: pl.Series
    often: NDArray[np.int64] | None  # once each

    @classmethod
    def of(cls, column: pl.Series) -> _Texts:
        if not isinstance(column.dtype, pl.Enum):
            return cls(column, None)
        values = column.dtype.categories
        counts = (np.bincount(part, minlength=len(values)) for part in _parts(column))
        return cls(values, sum(counts, start=np.zeros(len(values), dtype=np.int64)))

    @property
    def length(self) -> int:
        return self._sum(self.values.str.len_bytes())

    def met(self, letters: str) -> int:
        """Count some letters of all cells."""
        return self._sum(self.values.str.count_matches(letters))

    def _sum(self, numbers: pl.Series) -> int:
        return int(numbers.sum() if self.often is None else numbers.to_numpy() @ self.often)


def _written(column: pl.Series) -> int | None:
    """Return how many letters numbers have together; nothing where that does not tell them."""
    parts = [_decimals(own) if own.dtype == np.float64 else _whole(own) for own in _parts(column)]
    return None if None in parts else sum(part or 0 for part in parts)


def _parts(column: pl.Series) -> Iterator[NDArray[Any]]:
    """Hand out the numbers of a column, some after the other: none is copied whole."""
    for chunk in column.to_physical().get_chunks():
        dense = (chunk.drop_nulls() if chunk.null_count() else chunk).to_numpy()
        yield from (dense[at : at + _ROWS] for at in range(0, len(dense), _ROWS))


def _whole(numbers: NDArray[np.signedinteger]) -> int:
    signs = int(np.count_nonzero(numbers < 0))
    sizes = np.abs(numbers.astype(np.int64)) if signs else numbers
    return len(numbers) + signs + _further_digits(sizes)


def _further_digits(sizes: NDArray[Any]) -> int:
    """Count the digits before the point, but the first of each number."""
    digits, power, most = 0, _TEN, int(sizes.max(initial=0))
    while most >= power:
        digits += int(np.count_nonzero(sizes >= power))
        power *= _TEN
    return digits


def _decimals(numbers: NDArray[np.float64]) -> int | None:
    """Do so for numbers with a point; nothing if one has more than 15 digits, or an exponent.

    The quotient of two whole numbers that are held exactly is the number that their decimal is
    read as, and so many times the number is near enough to the whole one to be rounded to it.
    """
    signs, sizes = int(np.count_nonzero(numbers < 0)), np.abs(numbers)
    tiny = (sizes < _LEAST) & (sizes != 0)
    minus = int(np.count_nonzero(np.signbit(numbers)))
    if not (sizes < _WIDE).all() or tiny.any() or minus != signs:
        return None
    letters = signs + 3 * len(sizes) + _further_digits(sizes)  # a point, and a digit on both sides
    for power in (10.0**decimals for decimals in range(1, _DECIMALS + 1)):
        times = np.rint(sizes * power)
        if not (times < _WIDE).all():
            return None
        sizes = sizes[times / power != sizes]
        if not len(sizes):
            return letters
        letters += len(sizes)
    return None


def _pointed(floats: int, texts: list[_Texts], codes: NDArray[np.uint8]) -> bool:
    """Whether so many numbers have a point each, between digits, and none has an exponent."""
    points = _points_between_digits(codes)
    if points != floats + sum(text.met(r"\.") for text in texts):
        return False
    return _count(codes, "e", _CASE) == sum(text.met("[eE]") for text in texts)


def _points_between_digits(codes: NDArray[np.uint8]) -> int | None:
    """Count the points of a text; nothing if one of them does not stand between two digits."""
    found = 0
    for at in range(0, len(codes), _BLOCK):
        points = np.flatnonzero(codes[at : at + _BLOCK] == _POINT) + at
        if len(points) and (points[0] == 0 or points[-1] == len(codes) - 1):
            return None
        for beside in (codes[points - 1], codes[points + 1]):
            if ((beside < _NOUGHT) | (beside > _NINE)).any():
                return None
        found += len(points)
    return found


def _count(codes: NDArray[np.uint8], mark: str, case: int = 0) -> int:
    """Count a letter of a text, a part of it after the other: none is copied whole."""
    parts = (codes[at : at + _BLOCK] for at in range(0, len(codes), _BLOCK))
    wanted = np.uint8(ord(mark))
    if case:
        return sum(int(np.count_nonzero((part | np.uint8(case)) == wanted)) for part in parts)
    return sum(int(np.count_nonzero(part == wanted)) for part in parts)
