"""The columns of a file as models of them see them, and drawn codes as values again."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.codes import named, numbered
from discret.data.history.trail import has_order
from discret.maths.arrays import Floats, Ints
from discret.maths.perturbation.columns import Column


@dataclass(frozen=True)
class Laid:
    """A column of the records, with the places of its values among the distinct ones.

    Parameters
    ----------
    values
        The values.
    distinct, column
        The distinct values in order, and the places of the values.
    """

    values: pl.Series = field(repr=False)
    distinct: pl.Series = field(repr=False)
    column: Column = field(repr=False)

    @classmethod
    def of(cls, values: pl.Series, people: Ints | None = None) -> Laid:
        """Read a column, and whose values they are where that is told.

        Examples
        --------
        >>> Laid.of(pl.Series("age", [41, None, 17])).column.codes.tolist()
        [1, -1, 0]
        """
        distinct, codes = numbered(values)
        ordered = has_order(values.dtype)
        return cls(values, distinct, Column(codes, len(distinct), ordered, people))

    @property
    def measured(self) -> bool:
        """Whether it holds numbers or dates, which lie so far from one another."""
        return self.values.dtype.is_numeric() or self.values.dtype.is_temporal()

    @property
    def numbers(self) -> Floats:
        """The distinct values as numbers; dates as whole ones."""
        plain = self.distinct.to_physical() if self.values.dtype.is_temporal() else self.distinct
        return plain.cast(pl.Float64).to_numpy()

    def shown(self, codes: Ints) -> pl.Series:
        """Return the values that have these places."""
        return named(self.distinct, codes).alias(self.values.name)

    def smoothed(self, codes: Ints, rng: np.random.Generator) -> pl.Series:
        """Return numbers or dates drawn evenly around those that have these places.

        Each lies no farther than halfway to the next value below and above, and within the least
        and the largest.

        Examples
        --------
        >>> ages = Laid.of(pl.Series("age", [10.0, 20.0, 60.0]))
        >>> drawn = ages.smoothed(np.array([1, 1, -1]), np.random.default_rng(1))
        >>> drawn[:2].is_between(15, 40).all(), drawn[2]
        (True, None)
        """
        chance, at = rng.random(len(codes)), np.maximum(codes, 0)
        numbers = self.numbers
        if not len(numbers):
            return self.shown(codes)
        middles = numbers[:-1] / 2 + numbers[1:] / 2
        low = np.concatenate([numbers[:1], middles])[at]
        high = np.concatenate([middles, numbers[-1:]])[at]
        found = pl.Series(self.values.name, low + chance * (high - low))
        kind = self.values.dtype
        if not kind.is_float() and not kind.is_decimal():
            found = found.round().cast(pl.Int64)
        return found.cast(kind).set(pl.Series(codes < 0), None)
