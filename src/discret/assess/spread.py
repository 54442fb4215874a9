"""How sensitive values are spread in each group, and the level that a measure gives it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

from discret.assess.refusals import not_before
from discret.data.codes import numbered
from discret.data.counting.tallies import Histogram
from discret.data.keytable import KeyTable
from discret.data.text import is_text
from discret.errors import ColumnError
from discret.finding import Better
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import Rule

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from discret.data.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True)
class Levels:
    """A number for each group and column, and which direction is better.

    Parameters
    ----------
    by_column
        For each column, the level of every group.
    better
        Whether high or low levels are better: the worst column of a group counts.

    Examples
    --------
    >>> levels = Levels({"s": np.array([0.1, 0.4]), "t": np.array([0.2, np.inf])}, "lower")
    >>> levels.worst.tolist(), levels.value, levels.summary()
    ([0.2, inf], None, {'s': 0.4, 't': None})
    """

    by_column: Mapping[str, Floats]
    better: Better

    @property
    def worst(self) -> Floats:
        """The level of each group in its worst column."""
        worst, columns = np.min if self.better == "higher" else np.max, [*self.by_column.values()]
        found = columns[0] if len(columns) == 1 else worst(columns, axis=0)  # at every node
        return np.asarray(found, dtype=np.float64)

    @property
    def value(self) -> float | None:
        """The worst level of all, ``None`` where it is infinite."""
        return self._worst(self.worst)

    def summary(self) -> dict[str, float | None]:
        """Return the worst level of each column, ``None`` where it is infinite."""
        return {name: self._worst(levels) for name, levels in self.by_column.items()}

    def _worst(self, levels: Floats) -> float | None:
        worst = float(levels.min() if self.better == "higher" else levels.max())
        return worst if np.isfinite(worst) else None


class Spread(NamedTuple):
    """How the known values of a column are spread, in each group and in the whole table.

    `counts` is groups × values under a rule for missing keys; `totals` and `values` are those of
    what groups are compared with, each person counted once. Values that nobody has are left out.
    `hierarchy` is that of the column, if it has one.
    """

    counts: csr_array
    totals: Ints
    values: pl.Series
    hierarchy: Hierarchy | None = None

    @classmethod
    def of(cls, keys: KeyTable, column: str, rule: Rule) -> Spread:
        """Count a column in the groups and in the table."""
        totals = keys.whole(column)
        held = keys.histogram(column, rule)
        whole = cls(held.counts, totals, held.values, keys.around.hierarchies.get(column))
        return whole.taken(np.flatnonzero(totals))

    @classmethod
    def from_before(cls, keys: KeyTable, column: str, rule: Rule) -> Spread:
        """Count a column in the groups, beside what it was in the file as it came."""
        held = keys.histogram(column, rule)
        before = _before(keys, column)
        values, own, earlier = _numbered(column, held.values, before.values)
        counts = laid_out(held.counts, own, len(values))
        totals = laid_out(before.counts, earlier, len(values)).toarray()[0].astype(np.int64)
        whole = cls(counts, totals, values, keys.around.hierarchies.get(column))
        shown = np.bincount(counts.indices, counts.data, len(values))
        return whole.taken(np.flatnonzero(totals + shown))

    @classmethod
    def of_groups(cls, keys: KeyTable, column: str, rule: Rule) -> Spread:
        """Count a column in the groups alone, for those who compare them with nothing."""
        held = keys.histogram(column, rule)
        return cls(held.counts, np.zeros(0, dtype=np.int64), held.values)

    def taken(self, places: Ints) -> Spread:
        """Return the values at these places, in this order."""
        size = len(self.totals)
        if np.array_equal(places, np.arange(size)):
            counts, values = self.counts, self.values
        else:
            counts, values = self.counts[:, places], self.values[places]
        counts = counts if counts.has_sorted_indices else counts.sorted_indices()
        return Spread(counts, self.totals[places], values, self.hierarchy)

    def counts_in(self, order: Ints) -> csr_array:
        """Return the table of counts with all values in another order, for whoever lays it out.

        Examples
        --------
        >>> from scipy.sparse import csr_array
        >>> spread = Spread(csr_array([[1, 0, 2]]), np.array([1, 0, 2]), pl.Series(["a", "b", "c"]))
        >>> spread.counts_in(np.array([2, 0, 1])).toarray().tolist()
        [[2, 1, 0]]
        """
        if np.array_equal(order, np.arange(len(order))):
            return self.counts
        from scipy.sparse import csr_array

        own, places = self.counts, np.argsort(order).astype(self.counts.indices.dtype)
        return csr_array((own.data, places[own.indices], own.indptr), own.shape)

    @property
    def arrays(self) -> tuple[Any, Any, Any, Ints]:
        """The table of counts as arrays, and the totals: what the mathematics takes."""
        return self.counts.indptr, self.counts.indices, self.counts.data, self.totals

    @property
    def known(self) -> Bools:
        """Mark the groups in which a value is known."""
        return np.asarray(np.diff(self.counts.indptr) > 0)

    @property
    def silent(self) -> int:
        """Number of groups in which no value is known."""
        return int((~self.known).sum())


def _before(keys: KeyTable, column: str) -> Histogram:
    assert keys.around.before is not None  # noqa: S101 (every table of a dataset has it)
    try:
        return keys.around.before(column)
    except ColumnError:
        raise not_before(column) from None


def _numbered(column: str, values: pl.Series, before: pl.Series) -> tuple[pl.Series, Ints, Ints]:
    """Return the values of both, in order, and the places of those of each."""
    if values.equals(before, check_dtypes=True):
        every, own = numbered(values)
        return every, own, own
    every, places = numbered(_together(column, values, before))
    own, earlier = np.split(places, [len(values)])
    return every, own, earlier


def _together(column: str, values: pl.Series, before: pl.Series) -> pl.Series:
    kinds = values.dtype, before.dtype
    if kinds[0] != kinds[1] and all(is_text(kind) for kind in kinds):
        values, before = values.cast(pl.String), before.cast(pl.String)
    elif kinds[0] != kinds[1] and not all(kind.is_numeric() for kind in kinds):
        raise not_before(column)
    tables = [values.alias("value").to_frame(), before.alias("value").to_frame()]
    return pl.concat(tables, how="vertical_relaxed")["value"]


def laid_out(counts: csr_array, places: Ints, size: int) -> csr_array:
    """Return a table of counts over more values: those it has come to stand at these places.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> laid_out(csr_array([[1, 2]]), np.array([2, 0]), 3).toarray().tolist()
    [[2, 0, 1]]
    """
    if counts.shape[1] == size and np.array_equal(places, np.arange(size)):
        return counts
    from scipy.sparse import csr_array

    wide = csr_array((counts.data, places[counts.indices], counts.indptr), (counts.shape[0], size))
    return wide.sorted_indices()
