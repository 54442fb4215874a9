"""Judge the groups of a recoding by arrays alone, with what never changes prepared once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Ints
from discret.maths.recoding.yardsticks import File, Table, added
from discret.model import Conjunction, Measured

if TYPE_CHECKING:
    from scipy.sparse import csr_array

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
        totals = [table.sum(axis=0, dtype=np.int64) for table in tables]
        self.files = [File(total, float(total.sum()) - allowed) for total in totals]

    @classmethod
    def of(cls, keys: KeyTable, models: Conjunction, allowed: float) -> Self | None:
        """Prepare all that does not change with the recoding; ``None`` where it takes more."""
        asked = models.measured(keys)
        if asked is None or keys.around.individual is not None:
            return None
        counted = [keys.around.tally(measured.column).counts for measured in asked]
        if not all(_full(counts) for counts in counted):
            return None
        tables = [
            np.ascontiguousarray(counts.toarray()[:, measured.order], dtype=np.int32)
            for counts, measured in zip(counted, asked, strict=True)
        ]
        return cls(max(model.least.alone or 1 for model in models), asked, tables, allowed)

    def rolled(self, tables: Sequence[Table], ids: Ints, groups: int) -> tuple[Table, ...]:
        """Add up the rows of groups that become one."""
        return tuple(added(table, ids, groups) for table in tables)

    def failing(self, count: Ints, tables: Sequence[Table]) -> Bools:
        """Mark the groups that fail, or that come to fail when others are dropped."""
        keep, small = np.ones(len(count), dtype=np.bool_), count < self.size
        while keep.any():
            failing = (self._failing(tables, keep) | small) & keep
            if not failing.any():
                break
            keep &= ~failing
        return ~keep

    def lost_below(self, count: Ints, tables: Sequence[Table], failing: Bools) -> float:
        """Bound from below the records that every finer recoding loses, unless it loses too many.

        See docs/theory/recoding_bounds.md.
        """
        lost = np.where(count < self.size, count, 0).astype(np.float64)
        for measured, table, file in zip(self.measured, tables, self.files, strict=True):
            if file.room > 0:
                kept = measured.yardstick.most_kept(table, failing, measured.target, file)
                lost = np.maximum(lost, np.where(failing, table.sum(axis=1) - kept, 0.0))
        return float(lost.sum())

    def _failing(self, tables: Sequence[Table], keep: Bools) -> Bools:
        failing = np.zeros(len(keep), dtype=np.bool_)
        for measured, table in zip(self.measured, tables, strict=True):
            failing |= measured.fails(measured.yardstick.levels(table, keep))
        return failing


def _full(counts: csr_array) -> bool:
    """Whether a table can be laid out in full, and some record has each of its values."""
    return counts.shape[0] * counts.shape[1] <= CELLS and bool(counts.sum(axis=0).all())
