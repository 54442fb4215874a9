"""The cells of a CSV file: texts, and whole numbers where that says as much."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from discret.data.files.csv_dialect import SAMPLE, Dialect, parse, sample_of
from discret.data.files.csv_types import plain_numbers

_TEN = 10


def cells(text: bytes, names: list[str], dialect: Dialect, *, headed: bool = True) -> pl.DataFrame:
    r"""Cut a text into cells, and read as whole numbers the columns that are written as such.

    So they are if writing the numbers gives the same text again. Nothing is shorter than that: no
    zero before them, no sign but minus, no blank. So it is enough to compare lengths: those of all
    whole numbers together, and what the file has beside separators, line ends and other cells.

    Examples
    --------
    >>> rows = "\n".join(f"{place},0{place}" for place in range(10, 40_000))
    >>> cells(f"n,code\n{rows}\n".encode(), ["n", "code"], Dialect()).dtypes
    [Int64, String]
    """
    whole = _whole(text, names, dialect, headed=headed)
    found = _read(text, names, dialect, whole, headed=headed) if whole else None
    if found is not None and _written_so(found, text, headed=headed):
        return found
    return parse(text, names, dialect, headed=headed)


def _whole(text: bytes, names: list[str], dialect: Dialect, *, headed: bool) -> list[str]:
    """Return the columns that seem to be whole numbers, of a long text whose cells are bare."""
    quoted = dialect.quote and dialect.quote.encode() in text
    if len(text) <= SAMPLE or len(names) == 1 or quoted or b"\r" in text:
        return []
    few = parse(sample_of(text), names, dialect, headed=headed)
    return [name for name in names if plain_numbers(few[name], pl.Int64) is not None]


def _read(
    text: bytes, names: list[str], dialect: Dialect, whole: Sequence[str], *, headed: bool
) -> pl.DataFrame | None:
    try:
        return parse(text, names, dialect, headed=headed, whole=whole)
    except pl.exceptions.PolarsError:  # another value stands further down
        return None


def _written_so(frame: pl.DataFrame, text: bytes, *, headed: bool) -> bool:
    """Whether the whole numbers of a frame, written again, are as long as they stand in a text."""
    own = sum(_length(column) for column in frame)
    marks = frame.height * frame.width - (not text.endswith(b"\n"))  # one after each cell
    names = text.index(b"\n") + 1 if headed else 0
    return names + own + marks == len(text)


def _length(column: pl.Series) -> int:
    """Return the length of the cells of a column, together."""
    if column.dtype == pl.String:
        return int(column.str.len_bytes().sum())
    numbers = column.drop_nulls().to_numpy()
    signs = int(np.count_nonzero(numbers < 0))
    sizes = np.abs(numbers) if signs else numbers
    digits, power, most = len(numbers), _TEN, int(sizes.max(initial=0))
    while most >= power:
        digits += int(np.count_nonzero(sizes >= power))
        power *= _TEN
    return digits + signs
