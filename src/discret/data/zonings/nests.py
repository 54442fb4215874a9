"""A grid of several levels, one inside the other, with which of its squares are published."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.maths.arrays import Bools, Ints


@dataclass(frozen=True)
class Nest:
    """The rows of a crossing before the levels of its grid became one zoning.

    Parameters
    ----------
    columns
        The columns of the levels, from the coarsest.
    labels
        The squares of each level, as text.
    zone, count
        Of each row, its zone and its observations.
    squares, published
        Rows × levels: the place of the square in the labels, and whether it is published.

    Examples
    --------
    >>> names = pl.Series(["K"]), pl.Series(["s", "t"])
    >>> squares, shown = np.array([[0, 0], [0, 1]]), np.array([[1, 1], [1, 0]], dtype=bool)
    >>> nest = Nest(("km", "m"), names, np.zeros(2, int), np.array([5, 6]), squares, shown)
    >>> nest.totals(0).tolist(), nest.shown(1).tolist()
    ([11], [True, False])
    """

    columns: tuple[str, ...]
    labels: tuple[pl.Series, ...] = field(repr=False)
    zone: Ints = field(repr=False)
    count: Ints = field(repr=False)
    squares: Ints = field(repr=False)
    published: Bools = field(repr=False)

    def totals(self, level: int) -> Ints:
        """Return the observations of each square of a level."""
        size = len(self.labels[level])
        return np.bincount(self.squares[:, level], self.count, size).astype(np.int64)

    def shown(self, level: int) -> Bools:
        """Return whether each square of a level is published."""
        found = np.zeros(len(self.labels[level]), dtype=np.bool_)
        found[self.squares[:, level]] = self.published[:, level]
        return found

    @property
    def blank(self) -> bool:
        """Whether squares are left blank: they cannot be told apart."""
        return any(label.null_count() for label in self.labels)
