"""Blanks that weights give away, held against what was blanked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.data.history.blanked import Blanked
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.identity.weight_marks import shared, told

Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Blanks:
    """Records by what they show, with what was blanked in them.

    Parameters
    ----------
    cell
        The cell (keys and weight) of these records.
    blank
        Keys × rows: what is blank.
    true
        Keys × rows: what it was; ``None`` where that is not known, and whatever is read counts.
    count
        Number of records.
    """

    cell: Ints = field(repr=False)
    blank: Bools = field(repr=False)
    true: Codes | None = field(repr=False)
    count: Ints = field(repr=False)

    @classmethod
    def of(cls, found: Blanked) -> Blanks:
        """Take the blanks of a release; its groups are the cells."""
        blank = found.codes[:, found.first : found.last].T < 0
        if found.truth is None:
            return cls(np.arange(len(found.codes)), blank, None, found.count)
        group, true = found.truth.group, found.truth.codes[:, found.first : found.last].T
        return cls(group, blank[:, group], true, found.truth.count)

    @classmethod
    def shown(cls, codes: Codes, count: Ints) -> Blanks:
        """Take all that a file lacks for blank (keys × cells, −1 where it lacks a value)."""
        return cls(np.arange(len(count)), codes < 0, None, count)

    def at(self, cell: Ints) -> Blanks:
        """Return the same with other cells, each given by the one before."""
        return replace(self, cell=cell[self.cell])

    @property
    def records(self) -> list[int]:
        """Number of blanks of each key."""
        return self.counted(self.blank)

    def counted(self, marked: Bools) -> list[int]:
        """Count what is marked (keys × rows) of each key."""
        return [int(self.count[own].sum()) for own in marked]

    def read(self, marks: Ints, values: Codes, count: Ints) -> tuple[Bools, Bools]:
        """Mark the blanks (keys × rows) that a mark gives away, and those that it gets wrong.

        Parameters
        ----------
        marks
            The mark of each cell: the same for weights that are the same.
        values
            Keys × cells: what they show, −1 for nothing.
        count
            Number of records of each cell.

        Examples
        --------
        >>> codes, marks = np.array([[0, -1, 1, 2]]), np.array([0, 0, 1, 1])
        >>> blanks = Blanks(np.array([1]), np.array([[True]]), np.array([[1]]), np.array([1]))
        >>> right, wrong = blanks.read(marks, codes, np.ones(4, dtype=np.int64))
        >>> right.tolist(), wrong.tolist()
        ([[False]], [[True]])
        """
        value = np.full(self.blank.shape, -1, dtype=np.int64)
        among = shared(marks, count)
        for key, (own, gaps) in enumerate(zip(values, self.blank, strict=True)):
            rows = np.flatnonzero(gaps)
            if len(rows):
                value[key, rows] = told(marks, own, count, among)[0][marks[self.cell[rows]]]
        read = self.blank & (value >= 0)
        right = read if self.true is None else read & (value == self.true)
        return right, read & ~right


def without_gaps(found: Blanked) -> Codes:
    """Return what groups show of their keys (keys × groups), −1 for what they lack."""
    codes = found.codes[:, found.first : found.last].T
    gaps = np.array([shelf.gap for shelf in found.shelves[found.first : found.last]])
    return np.where(codes == gaps[:, None], -1, codes)


def numbers_of(found: Blanked, column: str) -> Floats:
    """Return the number that the records of each group have in a column."""
    place = found.columns.index(column)
    return found.shelves[place].values.cast(pl.Float64).to_numpy()[found.codes[:, place]]
