"""Judge the groups of a recoding by arrays alone, with what never changes prepared once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Ints
from discret.model import Conjunction, Measured

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from discret.maths.recoding.yardsticks import Table

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
    """

    def __init__(self, size: int, measured: Sequence[Measured], tables: Sequence[Table]) -> None:
        self.size, self.measured, self.tables = size, measured, tuple(tables)

    @classmethod
    def of(cls, keys: KeyTable, models: Conjunction) -> Self | None:
        """Prepare all that does not change with the recoding; ``None`` where it takes more."""
        asked = models.measured(keys)
        if asked is None or keys.individual is not None:
            return None
        counted = [keys.tally(measured.column).counts for measured in asked]
        if not all(_full(counts) for counts in counted):
            return None
        tables = [
            np.ascontiguousarray(counts.toarray()[:, measured.order], dtype=np.int32)
            for counts, measured in zip(counted, asked, strict=True)
        ]
        return cls(max(model.least.alone or 1 for model in models), asked, tables)

    def rolled(self, tables: Sequence[Table], ids: Ints, groups: int) -> tuple[Table, ...]:
        """Add up the rows of groups that become one."""
        from discret.maths.recoding.yardsticks import added

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

    def _failing(self, tables: Sequence[Table], keep: Bools) -> Bools:
        failing = np.zeros(len(keep), dtype=np.bool_)
        for measured, table in zip(self.measured, tables, strict=True):
            failing |= measured.fails(measured.yardstick.levels(table, keep))
        return failing


def _full(counts: csr_array) -> bool:
    """Whether a table can be laid out in full, and some record has each of its values."""
    return counts.shape[0] * counts.shape[1] <= CELLS and bool(counts.sum(axis=0).all())
