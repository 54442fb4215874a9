"""Sums of weights that are the same in whatever order an engine adds them.

Floats are not: a sum by several threads differs in its last digits from one run to the next, and
what is made of it, a calibrated weight or a choice between two nearly equal ones, differs with it.
Whole numbers are. So a weight is written in whole units, of three sizes, which are summed apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import frexp

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.engine import Frame, collected, number

FEW = 32  # values of one number that are sorted in a row
BITS, SIZES = 31, 3  # of 31 bits each: sums of 2³² records fit, and 93 bits are more than a float's


@dataclass(frozen=True)
class ExactSum:
    """A sum of numbers from 0 to `largest`, asked of an engine and put together.

    Parameters
    ----------
    name
        What the columns of the sum are called.
    largest
        The largest number; those above it are left out, and so are those below 0.

    Examples
    --------
    >>> table = pl.DataFrame({"w": [0.1, 1e9, 0.2, -3.0, 0.3]})
    >>> one = ExactSum("w", 1e9)
    >>> beside = one.beside(nw.from_native(table.lazy()), number("w"))
    >>> one.found(collected(beside.select(*one.asked()))).tolist()
    [1000000000.6]
    """

    name: str
    largest: float

    @classmethod
    def of(cls, frame: Frame, weight: str, name: str, within: tuple[float, float]) -> ExactSum:
        """Look up the largest weight of a table, of those between two bounds.

        Near the smallest float of all there would be no units to write it in.
        """
        value, (least, most) = number(weight), within
        fit = nw.when((value > least) & (value < most)).then(value).max()
        return cls(name, float(collected(frame.select(fit.alias("most")))["most"][0] or 1.0))

    @classmethod
    def among(cls, values: NDArray[np.float64], name: str, within: tuple[float, float]) -> ExactSum:
        """Do so for numbers at hand; what is missing is NaN."""
        fit = values[(values > within[0]) & (values < within[1])]
        return cls(name, float(fit.max(initial=0.0)) or 1.0)

    def whole(self, values: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        """Write numbers at hand in whole units of the three sizes, which are to be summed.

        Examples
        --------
        >>> ExactSum("w", 4.0).whole(np.array([1.0, 3.0]))["w0"].tolist()
        [268435456.0, 805306368.0]
        """
        fits = (values > 0) & (values <= self.largest)
        left = values.copy() if fits.all() else np.where(fits, values, 0.0)
        parts: dict[str, NDArray[np.float64]] = {}
        for unit, column in zip(self.units, self.columns, strict=True):
            if parts and not left.any():  # as mostly, of the smallest units
                parts[column] = left
                continue
            whole = left / unit  # in place from here on: there may be millions
            parts[column] = np.floor(whole, out=whole)
            left -= whole * unit
        return parts

    @property
    def units(self) -> list[float]:
        """The three sizes, powers of two: dividing by them is exact."""
        return [2.0 ** (frexp(self.largest)[1] - BITS * size) for size in range(1, SIZES + 1)]

    @property
    def columns(self) -> list[str]:
        """The columns that are asked for."""
        return [f"{self.name}{size}" for size in range(SIZES)]

    def beside(self, frame: Frame, value: nw.Expr) -> Frame:
        """Put the numbers that are summed beside the others, in a column called as the sum is."""
        fits = (value > 0) & (value <= self.largest)
        return frame.with_columns(nw.when(fits).then(value).otherwise(nw.lit(0.0)).alias(self.name))

    def asked(self) -> list[nw.Expr]:
        """Return the sums of units to ask for, of the numbers `beside`."""
        left = nw.col(self.name)
        sums = []
        for unit, column in zip(self.units, self.columns, strict=True):
            whole = (left / unit).floor()
            left = left - whole * unit
            sums.append(whole.cast(nw.Int64).sum().alias(column))
        return sums

    def found(self, table: pl.DataFrame) -> NDArray[np.float64]:
        """Put the sums together."""
        parts = [
            table[column].cast(pl.Int64).cast(pl.Float64).to_numpy() for column in self.columns
        ]
        small_first = zip(self.units[::-1], parts[::-1], strict=True)

        return np.asarray(sum(unit * part for unit, part in small_first), dtype=np.float64)


def summed_in_order(
    ids: NDArray[np.int64], values: NDArray[np.float64], size: int
) -> NDArray[np.float64]:
    """Sum values by number, smaller ones first: the same whatever the order they come in.

    Examples
    --------
    >>> summed_in_order(np.array([1, 0, 1]), np.array([0.3, 5.0, 0.1]), 2).tolist()
    [5.0, 0.4]
    """
    if len(ids) and values.min() >= 0 and (np.diff(ids) >= 0).all():
        number = np.bincount(ids, minlength=size)
        if int(number.max()) <= FEW:
            return _summed_in_rows(ids, values, number)
    order = np.lexsort((values, ids))
    return np.bincount(ids[order], values[order], size).astype(np.float64)


def _summed_in_rows(
    ids: NDArray[np.int64], values: NDArray[np.float64], number: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Do so where numbers are in order and few have the same: a row for each, sorted by itself."""
    starts = np.cumsum(number) - number
    rows = np.zeros((len(number), int(number.max())))
    rows[ids, np.arange(len(ids)) - starts[ids]] = values
    rows.sort(axis=1)  # noughts first, which add nothing
    found = rows[:, 0].copy()
    for column in rows.T[1:]:
        found += column
    return found
