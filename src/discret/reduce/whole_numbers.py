"""Whole numbers that stay whole: the ends of a column, and the type that holds a range."""

from __future__ import annotations

from decimal import Decimal

import narwhals as nw
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.keytable import LARGEST
from discret.errors import ColumnError
from discret.words import Words, say

EXACT = 2**53  # whole numbers up to here are all floats
_SIGNED = {f"Int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64, 128)}
_UNSIGNED = {f"UInt{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64, 128)}
_HOLDS = _SIGNED | _UNSIGNED


def ends(data: Dataset, column: str) -> tuple[int, int] | None:
    """Return the smallest and the largest number of a column, exactly; ``None`` if it has none."""
    own = nw.col(column)
    low, high = collected(data.frame.select(own.min().alias("low"), own.max().alias("high"))).row(0)
    return None if low is None else (int(low), int(high))


def plain(values: pl.Series) -> bool:
    """Whether squares of numbers can be summed, and floats hold the whole ones exactly.

    Examples
    --------
    >>> plain(pl.Series([1, None])), plain(pl.Series([2**60])), plain(pl.Series([1e200]))
    (True, False, False)
    """
    most = EXACT if values.dtype.is_integer() else LARGEST
    ends = [Decimal(str(end)) for end in (values.min(), values.max()) if end is not None]
    return all(abs(end) <= most for end in ends)


def holder(
    who: str, column: str, numbers: tuple[int, ...], kinds: tuple[nw.dtypes.DType, ...]
) -> nw.dtypes.DType:
    """Return the first type that holds all of these numbers: one given, or one of 64 bits.

    Examples
    --------
    >>> small = (nw.UInt8(),)
    >>> holder("round", "age", (0, 200), small), holder("round", "age", (-1,), small)
    (UInt8, Int64)
    """
    for kind in (*kinds, nw.Int64(), nw.UInt64()):
        low, high = _HOLDS[str(kind)]
        if low <= min(numbers) and max(numbers) <= high:
            return kind
    raise ColumnError(
        say(
            "{who}: what {column!r} would hold is beyond whole numbers of 64 bits",
            "{who} : ce que {column!r} contiendrait dépasse les entiers de 64 bits",
            who=who,
            column=column,
        ),
        hint=Words(
            "choose another base or limit, or leave the column out",
            fr="choisir une autre base ou limite, ou retirer la colonne",
        ),
    )
