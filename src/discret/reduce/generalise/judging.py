"""Judge the groups of a recoding by arrays alone, with what never changes prepared once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np

from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.recoding.yardsticks import File, Standard, Table, added, totals_of
from discret.model import Conjunction, Measured

CELLS = 40_000_000  # of a full table: past these, groups are judged as sparse ones


class Judging:
    """What a conjunction of models asks of groups, as full tables of counts can tell.

    Parameters
    ----------
    size
        The records that every group needs.
    measured
        What is asked of the values of columns.
    tables
        For each of these, the values (columns) in the groups of the key table (rows).
    allowed
        The records that may be lost.
    """

    def __init__(
        self, size: int, measured: Sequence[Measured], tables: Sequence[Table], allowed: float
    ) -> None:
        self.size, self.measured, self.tables = size, measured, tuple(tables)
        self.files = [
            _file(own, table, allowed) for own, table in zip(measured, tables, strict=True)
        ]
        self._standards = [
            None if own.moving else _standard(own, file.totals)
            for own, file in zip(measured, self.files, strict=True)
        ]
        self.moving = any(own.moving for own in measured)
        self.of_population = any(own.counts is None for own in measured)
        self.complete = any(own.complete for own in measured)
        self.apart = not self.moving and not self.of_population  # no group hangs on others

    @classmethod
    def of(cls, keys: KeyTable, models: Conjunction, allowed: float) -> Self | None:
        """Prepare all that does not change with the recoding; ``None`` where it takes more."""
        asked = models.measured(keys)
        if asked is None or keys.around.individual is not None:
            return None
        if not all(own.counts is None or np.prod(own.counts.shape) <= CELLS for own in asked):
            return None
        tables = [_table(keys, own) for own in asked]
        return cls(max(model.least.alone or 1 for model in models), asked, tables, allowed)

    def beside(self, people: Ints) -> None:
        """Put groups of the population below those of the file: nobody of them is in it."""
        self.tables = tuple(
            np.concatenate([table, _people(own, people, table.shape[1])])
            for own, table in zip(self.measured, self.tables, strict=True)
        )

    def people(self, tables: Sequence[Table]) -> Ints:
        """Return the people of the population in each group, one of whose tables counts them."""
        pairs = zip(self.measured, tables, strict=True)
        return next(table[:, 1].astype(np.int64) for own, table in pairs if own.counts is None)

    def rolled(self, tables: Sequence[Table], ids: Ints, groups: int) -> tuple[Table, ...]:
        """Add up the rows of groups that become one."""
        return tuple(added(table, ids, groups) for table in tables)

    @property
    def width(self) -> int:
        """Number of values in the first table."""
        return self.tables[0].shape[1] if self.tables else 0

    def failing(self, count: Ints, tables: Sequence[Table]) -> Bools:
        """Mark the groups that fail, or that come to fail when others are dropped."""
        small = count < self.size
        if not self.moving:  # no group hangs on others
            return self._failing(tables, ~small) | small
        keep = np.ones(len(count), dtype=np.bool_)
        while keep.any():
            failing = (self._failing(tables, keep) | small) & keep
            if not failing.any():
                break
            keep &= ~failing
        return ~keep

    def lost_below(
        self, count: Ints, tables: Sequence[Table], failing: Bools, same: Bools
    ) -> Floats:
        """Bound from below the records of each group that every finer recoding loses.

        Unless it loses too many: see docs/theory/recoding_bounds.md. Groups that are the `same` in
        all of these are judged alike there, where no group hangs on others.
        """
        lost = np.where(count < self.size, count, 0).astype(np.float64)
        for measured, table, file in zip(self.measured, tables, self.files, strict=True):
            if file.room > 0 or measured.yardstick.of_people:
                lost = np.maximum(
                    lost, measured.yardstick.least_lost(table, failing, measured.target, file)
                )
        return np.where(failing & same, count, lost) if self.apart else lost

    def _failing(self, tables: Sequence[Table], keep: Bools) -> Bools:
        failing = np.zeros(len(keep), dtype=np.bool_)
        for own, table, fixed in zip(self.measured, tables, self._standards, strict=True):
            standard = fixed or _standard(own, totals_of(table, keep))
            failing |= own.yardstick.failing(table, keep, standard, own.fails)
        return failing


def _standard(measured: Measured, totals: Ints) -> Standard:
    fixed = measured.reference is not None
    return measured.yardstick.standard(totals, measured.target, fixed=fixed)


def _table(keys: KeyTable, measured: Measured) -> Table:
    if measured.counts is None:
        return np.column_stack([keys.count, np.zeros_like(keys.count)]).astype(np.int32)
    return np.ascontiguousarray(measured.counts.astype(np.int32).toarray())


def _people(measured: Measured, people: Ints, width: int) -> Table:
    rows = np.zeros((len(people), width), dtype=np.int32)
    if measured.counts is None:
        rows[:, 1] = people
    return rows


def _file(measured: Measured, table: Table, allowed: float) -> File:
    """Return what groups are compared with, and how much of it is kept at the least."""
    if measured.counts is None:
        return File(np.zeros(0, dtype=np.int64), 0.0)
    if measured.reference is not None:
        return File(measured.reference, float(measured.reference.sum()))
    totals = totals_of(table, np.ones(len(table), dtype=np.bool_))
    return File(totals, float(totals.sum()) - allowed)
