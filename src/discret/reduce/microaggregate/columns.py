"""Columns as places in a space, and what stands for a group of their values."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.history.trail import has_order
from discret.maths.arrays import Bools, Floats, Ints

HALF = 0.5


@dataclass(frozen=True)
class Measured:
    """A column of the records, as what its values can be compared by.

    Parameters
    ----------
    values
        The values.
    distinct, codes
        The distinct values in order, and the place of each among them; −1 where it is missing.
    """

    values: pl.Series = field(repr=False)
    distinct: pl.Series = field(repr=False)
    codes: Ints = field(repr=False)

    @classmethod
    def of(cls, values: pl.Series) -> Measured:
        """Read a column."""
        return cls(values, *numbered(values))

    @property
    def numeric(self) -> bool:
        """Whether it holds numbers."""
        return self.values.dtype.is_numeric()

    @property
    def ordered(self) -> bool:
        """Whether its values have an order."""
        return has_order(self.values.dtype)

    @property
    def known(self) -> Bools:
        """Which values are not missing."""
        return np.asarray(self.codes >= 0)

    @property
    def numbers(self) -> Floats:
        """The values as numbers: themselves, or their places in order; 0 where missing."""
        if not self.numeric:
            return np.maximum(self.codes, 0).astype(np.float64)
        return self.values.cast(pl.Float64).fill_null(0.0).to_numpy()

    def standardised(self) -> Floats:
        """Return the column centred, and divided by its standard deviation."""
        known = self.known
        own = self.numbers - (self.numbers[known].mean() if known.any() else 0.0)
        farthest = float(np.abs(own[known]).max(initial=0.0))
        own = own / farthest if farthest > 0 else own  # squares of tiny numbers would be nought
        spread = float(np.sqrt((own[known] ** 2).mean())) if known.any() else 0.0
        return np.where(known, own / spread if spread > 0 else 0.0, 0.0)[:, None]

    def compared(self) -> Floats:
        """Return coordinates whose squared distances are the squares of Gower's.

        Numbers and places in order are divided by their range; two categories differ by 1.

        Examples
        --------
        >>> Measured.of(pl.Series(["a", "b"])).compared().round(3).tolist()
        [[0.707, 0.0], [0.0, 0.707]]
        """
        known = self.known
        if self.ordered:
            own = self.numbers
            low = own[known].min(initial=np.inf)
            width = own[known].max(initial=-np.inf) - low
            return np.where(known, (own - low) / width if width > 0 else 0.0, 0.0)[:, None]
        marks = np.zeros((len(known), max(len(self.distinct), 1)))
        marks[np.flatnonzero(known), self.codes[known]] = np.sqrt(HALF)
        return marks

    def mean(self, of: Ints, weights: Floats) -> pl.Series:
        """Return, for each record, the weighted mean of its group; those of no group keep theirs.

        Examples
        --------
        >>> incomes = Measured.of(pl.Series([10, 20, 60]))
        >>> incomes.mean(np.array([0, 0, -1]), np.array([1.0, 3.0, 1.0])).to_list()
        [17.5, 17.5, 60.0]
        """
        inside = of >= 0
        least = float(self.numbers[inside].min(initial=np.inf)) if inside.any() else 0.0
        above = np.bincount(of[inside], ((self.numbers - least) * weights)[inside])
        new = least + above / np.bincount(of[inside], weights[inside]).clip(1e-300)
        shown = np.where(inside, new[np.maximum(of, 0)] if len(new) else 0.0, self.numbers)
        return pl.Series(self.values.name, shown).set(pl.Series(~self.known), None)

    def middle(self, of: Ints, weights: Floats) -> pl.Series:
        """Return, for each record, the (lower, weighted) median of its group.

        Examples
        --------
        >>> ages = Measured.of(pl.Series([1, 5, 9, 7]))
        >>> ages.middle(np.array([0, 0, 0, -1]), np.ones(4)).to_list()
        [5, 5, 5, 7]
        """
        order = np.lexsort((self.codes, of))
        order = order[of[order] >= 0]
        sums = np.cumsum(weights[order])
        first = np.flatnonzero(np.diff(of[order], prepend=-1))
        before = np.concatenate([[0.0], sums])[first]
        last = np.append(first[1:], len(order)) - 1
        half = before + HALF * (sums[last] - before) if len(first) else before
        place = np.clip(np.searchsorted(sums, half * (1 - 1e-12)), first, last)
        return self._shown(of, of[order][first], self.codes[order][place])

    def commonest(self, of: Ints, weights: Floats) -> pl.Series:
        """Return, for each record, the commonest value of its group, the first among equals.

        Examples
        --------
        >>> letters = Measured.of(pl.Series(["b", "a", "b"]))
        >>> letters.commonest(np.zeros(3, int), np.ones(3)).to_list()
        ['b', 'b', 'b']
        """
        inside = np.flatnonzero(of >= 0)
        pair, back = np.unique(
            np.stack([of[inside], self.codes[inside]]), axis=1, return_inverse=True
        )
        weight = np.bincount(back.ravel(), weights[inside], minlength=pair.shape[1])
        order = np.lexsort((pair[1], -weight, pair[0]))
        first = order[np.flatnonzero(np.diff(pair[0][order], prepend=-1))]
        return self._shown(of, pair[0][first], pair[1][first])

    def covered(self, of: Ints) -> Ints:
        """Return, for each record, how many values its group stands for; 1 where it has none.

        They are those of the group, and where values have an order all between the ends.

        Examples
        --------
        >>> ages = Measured.of(pl.Series([1, 5, 9, 7]))
        >>> ages.covered(np.array([0, 1, 0, 1])).tolist()  # 1 to 9, 5 to 7
        [4, 2, 4, 2]
        >>> Measured.of(pl.Series(["b", "a", "b"])).covered(np.zeros(3, int)).tolist()
        [2, 2, 2]
        """
        inside = np.flatnonzero((of >= 0) & self.known)
        pair = np.unique(np.stack([of[inside], self.codes[inside]]), axis=1)
        number = np.bincount(pair[0], minlength=int(of.max(initial=0)) + 1)
        if self.ordered:
            low, high = np.full(len(number), len(self.distinct)), np.full(len(number), -1)
            np.minimum.at(low, pair[0], pair[1])
            np.maximum.at(high, pair[0], pair[1])
            number = high - low + 1
        grouped = np.zeros(len(of), dtype=np.bool_)
        grouped[inside] = True
        return np.where(grouped, number[np.maximum(of, 0)], 1)

    def _shown(self, of: Ints, groups: Ints, code: Ints) -> pl.Series:
        """Return, for each record, the value that its group shows."""
        shown = np.full(int(of.max(initial=0)) + 1, -1)
        shown[groups] = code
        codes = np.where(of >= 0, shown[np.maximum(of, 0)], self.codes)
        places = pl.Series(codes).set(pl.Series(codes < 0), None).cast(pl.UInt32)
        return self.distinct.gather(places).alias(self.values.name)


def first_axis(points: Floats) -> Floats:
    """Return points as places on the axis along which they differ most.

    Examples
    --------
    >>> first_axis(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])).round(3).tolist()
    [-1.414, 0.0, 1.414]
    """
    centred = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    axis = axes[:, -1]
    return np.asarray(centred @ (axis * np.sign(axis[np.argmax(np.abs(axis))])))


def lost(points: Floats, of: Ints) -> tuple[float, float]:
    """Return the squares within groups, and all squares, of the records that are in groups.

    Examples
    --------
    >>> lost(np.array([[0.0], [2.0], [10.0]]), np.array([0, 0, -1]))
    (2.0, 2.0)
    """
    inside = of >= 0
    own, group = points[inside], of[inside]
    if not len(own):
        return 0.0, 0.0
    size = np.bincount(group).clip(1)
    means = np.stack([np.bincount(group, column) / size for column in own.T], axis=1)
    within = float(((own - means[group]) ** 2).sum())
    return within, float(((own - own.mean(axis=0)) ** 2).sum())
