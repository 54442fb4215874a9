"""The groups to keep, where dropping all that fail, in rounds, would drop more than need be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Ints
from discret.maths.recoding.fewest_groups import LOOKS, fewest
from discret.maths.recoding.yardsticks import File, Table
from discret.model import Conjunction, Measured

CELLS = 40_000_000  # of a full table: past these, groups are judged as sparse ones
EFFORT = 1_000_000_000  # cells that are looked at in all, whatever their number...
SLOW = 1000  # ...or times that models are asked themselves


def fewest_dropped(keys: KeyTable, models: Conjunction) -> tuple[Bools, bool]:
    """Return the groups to keep, and whether it is proven that no more records can be kept.

    Examples
    --------
    Both groups are far from the file, and in rounds both go. Once one went, the other is the file.

    >>> import polars as pl
    >>> from discret import Dataset
    >>> from discret.assess import TCloseness
    >>> table = pl.DataFrame({"sex": ["f"] * 4 + ["m"] * 4, "ill": list("yyyn") + list("ynnn")})
    >>> data = Dataset.of(table, key="sex", sensitive="ill")
    >>> keep, least = fewest_dropped(data.keys, Conjunction((TCloseness(t=0.1),)))
    >>> int(data.keys.count[keep].sum()), least
    (4, True)
    """
    asked = None if keys.around.individual is not None else models.measured(keys)
    if asked is None or not all(_small(own) for own in asked):
        found = fewest(_by_models(keys, models), keys.count, _nothing(keys), looks=SLOW)
        return found.keep, found.least
    size = max(model.least.alone or 1 for model in models)
    tables = [_table(own) for own in asked]
    judge = _Tables(keys.count < size, asked, tables)
    cells = len(keys) * sum(table.shape[1] for table in tables)
    looks = min(LOOKS, EFFORT // (cells + 1))
    found = fewest(judge.failing, keys.count, judge.hopeless, looks=looks)
    return found.keep, found.least


def _small(measured: Measured) -> bool:
    return measured.counts is not None and bool(np.prod(measured.counts.shape) <= CELLS)


def _table(measured: Measured) -> Table:
    assert measured.counts is not None  # noqa: S101 (asked before)
    return np.ascontiguousarray(measured.counts.toarray(), dtype=np.int32)


def _by_models(keys: KeyTable, models: Conjunction) -> Callable[[Bools], Bools]:
    """Ask the models themselves."""

    def failing(keep: Bools) -> Bools:
        found = np.zeros(len(keys), dtype=np.bool_)
        found[keep] = models.failing(keys if keep.all() else keys.subset(keep))
        return found

    return failing


def _nothing(keys: KeyTable) -> Callable[[int], Bools]:
    return lambda _fewer: np.zeros(len(keys), dtype=np.bool_)


class _Tables:
    """Groups judged by full tables of the values in them."""

    def __init__(self, small: Bools, asked: Sequence[Measured], tables: Sequence[Table]) -> None:
        self.small, self.asked = small, list(zip(asked, tables, strict=True))

    def failing(self, keep: Bools) -> Bools:
        """Mark the groups that fail, of those that are kept."""
        found = self.small.copy()
        for measured, table in self.asked:
            found |= measured.fails(measured.yardstick.levels(table, keep, measured.reference))
        return found & keep

    def hopeless(self, fewer: int) -> Bools:
        """Mark groups that fail wherever fewer than so many records are dropped."""
        found, every = self.small.copy(), np.ones(len(self.small), dtype=np.bool_)
        for measured, table in self.asked:
            if not measured.moving:
                levels = measured.yardstick.levels(table, every, measured.reference)
                found |= measured.fails(levels)
                continue
            totals: Ints = table.sum(axis=0, dtype=np.int64)
            file = File(totals, float(totals.sum()) - (fewer - 1))
            if file.room > 0:
                size = table.sum(axis=1)
                kept = measured.yardstick.most_kept(table, every, measured.target, file)
                found |= kept < size * (1 - 1e-6) - 1e-6
        return found
