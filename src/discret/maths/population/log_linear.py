"""Log-linear models of counts: main effects of the key columns, and all two-way interactions."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, reduce
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.population.two_way import ENOUGH, fit_margins, projected

Numbers = NDArray[Any]
Kind = Literal["main", "two_way"]


@dataclass(frozen=True)
class Crossing:
    """Where each group lies in the crossing of all categories of the key columns.

    Parameters
    ----------
    codes
        The categories of each group, numbered from 0 in each column, none left out.
    shape
        Number of categories of each column, smallest first (sums over a table are faster so).

    Examples
    --------
    >>> crossing = Crossing.of(np.array([[5, 0], [7, 0], [7, -1], [9, 0]]))
    >>> crossing.shape, crossing.codes.tolist(), crossing.cells
    ((2, 3), [[1, 0], [1, 1], [0, 1], [1, 2]], 6)
    """

    codes: Ints = field(repr=False)
    shape: tuple[int, ...]

    @classmethod
    def of(cls, codes: Ints) -> Crossing:
        """Read the codes of a key table: missing (−1) is a category as any other.

        A column that never varies tells nothing, and is left out.
        """
        columns = [np.unique(column, return_inverse=True)[1] for column in codes.T]
        columns.sort(key=lambda column: int(column.max()))
        columns = [column for column in columns if column.max() > 0] or columns[:1]
        shape = tuple(int(column.max()) + 1 for column in columns)
        return cls(np.stack(columns, axis=1).astype(np.int64), shape)

    @property
    def cells(self) -> int:
        """Number of cells of the crossing."""
        return prod(self.shape)

    def table(self, values: Numbers) -> Floats:
        """Return the values of the groups in a table with an axis for each column."""
        table = np.zeros(self.cells)
        table[self._places] = values
        return table.reshape(self.shape)

    def at(self, table: Floats) -> Floats:
        """Return what a table has at each group."""
        return np.asarray(table.reshape(-1)[self._places])

    @cached_property
    def _places(self) -> Ints:
        return np.asarray(np.ravel_multi_index(tuple(self.codes.T), self.shape))

    def margin(self, column: int, values: Numbers) -> Floats:
        """Return the sum of the values of the groups by category of one column."""
        found = np.bincount(self.codes[:, column], values, self.shape[column])
        return found.astype(np.float64)

    def parameters(self, kind: Kind) -> int:
        """Return the number of free parameters of a model.

        Examples
        --------
        >>> crossing = Crossing(np.zeros((1, 3), dtype=np.int64), (2, 3, 4))
        >>> crossing.parameters("main"), crossing.parameters("two_way")
        (7, 18)
        """
        free = [size - 1 for size in self.shape]
        pairs = (sum(free) ** 2 - sum(number**2 for number in free)) // 2
        return 1 + sum(free) + (pairs if kind == "two_way" else 0)


@dataclass(frozen=True)
class Fit:
    """What a model expects, given the values of the groups (counts, or sums of weights).

    Parameters
    ----------
    crossing, values, kind
        What was fitted, and how.
    expected
        What is expected in each group.
    table
        The same for every cell, ``None`` where they were not asked for.
    gap
        Largest difference between margins wanted and fitted, in records.
    rounds
        Number of iterations; 0 where there is a closed form.
    """

    crossing: Crossing
    values: Floats = field(repr=False)
    kind: Kind
    expected: Floats = field(repr=False)
    table: Floats | None = field(repr=False)
    gap: float = 0.0
    rounds: int = 0

    @property
    def converged(self) -> bool:
        """Whether the margins are met."""
        return self.gap <= ENOUGH

    def influence(self, pull: Floats) -> Floats | None:
        r"""Return :math:`x_c' (X' W X)^{-1} X' s` in each group, for a pull s on the groups.

        The effect on :math:`∑ s_c \log \hat λ_c` of one more record (or unit of weight) in the
        group. With main effects it has a closed form, as :math:`\log \hat λ_c = ∑_j \log n_{jc} -
        (J - 1) \log n`. ``None`` where the system could not be solved.
        """
        if self.kind == "two_way" and len(self.crossing.shape) > 1 and self.table is not None:
            whole = projected(self.table, self.crossing.table(pull))
            return None if whole is None else self.crossing.at(whole)
        columns = range(len(self.crossing.shape))
        total = (1 - len(columns)) * pull.sum() / self.values.sum()
        return np.asarray(total + sum(self._ratio(column, pull) for column in columns))

    def log_variance(self) -> Floats:
        r"""Return the variance of :math:`\log \hat μ_c` in each group, n being given.

        For main effects it is :math:`∑_j 1/n_{jc} - J/n`, of the margins that the estimate is made
        of. For two-way interactions the sum of the inverses of all two-way margins stands in for
        it: it is no less where the fit has a closed form, and it needs no matrix of all groups.

        Examples
        --------
        >>> crossing = Crossing.of(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]))
        >>> fit_main(crossing, np.array([10, 30, 20, 40])).log_variance().round(4).tolist()
        [0.0383, 0.0193, 0.03, 0.011]
        """
        columns = range(len(self.crossing.shape))
        if self.kind == "main" or len(columns) == 1:
            margins = [self.crossing.margin(number, self.values) for number in columns]
            codes = self.crossing.codes.T
            parts = sum(1.0 / have[own] for have, own in zip(margins, codes, strict=True))
            return np.asarray(np.maximum(parts - len(columns) / self.values.sum(), 0.0))
        pairs = [(column, other) for column in columns for other in range(column)]
        return np.asarray(sum(1.0 / self._crossed(*pair) for pair in pairs), dtype=np.float64)

    def _crossed(self, one: int, other: int) -> Floats:
        codes, shape = self.crossing.codes, self.crossing.shape
        cell = codes[:, one] * shape[other] + codes[:, other]
        return np.asarray(np.bincount(cell, self.values)[cell])

    def _ratio(self, column: int, pull: Floats) -> Floats:
        have = self.crossing.margin(column, self.values)
        return np.asarray(
            (self.crossing.margin(column, pull) / have)[self.crossing.codes[:, column]]
        )


def fit_main(crossing: Crossing, values: Numbers, *, tabulate: bool = True) -> Fit:
    r"""Fit main effects: the columns are independent, :math:`\hat μ = n ∏_j n_j / n`.

    Examples
    --------
    >>> crossing = Crossing.of(np.array([[0, 0], [0, 1], [1, 0]]))
    >>> fit = fit_main(crossing, np.array([4, 2, 2]))
    >>> fit.expected.tolist(), fit.table.tolist()
    ([4.5, 1.5, 1.5], [[4.5, 1.5], [1.5, 0.5]])
    """
    given = values.astype(np.float64)
    total = given.sum()
    shares = [crossing.margin(column, given) / total for column in range(len(crossing.shape))]
    factors = [share[codes] for share, codes in zip(shares, crossing.codes.T, strict=True)]
    table = total * reduce(np.multiply.outer, shares) if tabulate else None
    return Fit(crossing, given, "main", total * np.prod(factors, axis=0), table)


def fit_two_way(crossing: Crossing, values: Numbers) -> Fit:
    """Fit all two-way interactions; with one column there are none, and it is `fit_main`.

    Examples
    --------
    >>> crossing = Crossing.of(np.array([[0, 0], [0, 1], [1, 0]]))
    >>> fit_two_way(crossing, np.array([4, 2, 2])).expected.round(6).tolist()
    [4.0, 2.0, 2.0]
    """
    start = fit_main(crossing, values)
    if len(crossing.shape) == 1 or start.table is None:
        return Fit(crossing, start.values, "two_way", start.expected, start.table)
    found = fit_margins(crossing.table(values), start.table)
    expected = crossing.at(found.expected)
    return Fit(crossing, start.values, "two_way", expected, found.expected, found.gap, found.rounds)


def deviance(count: Numbers, expected: Floats) -> float:
    r"""Return :math:`2 ∑ f \ln(f / \hat μ)` over the groups; empty cells add nothing.

    Examples
    --------
    >>> round(deviance(np.array([4, 2, 2]), np.array([4.5, 1.5, 1.5])), 6)
    1.359192
    """
    return float(2.0 * (count @ np.log(count / expected)))
