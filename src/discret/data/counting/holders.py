"""Who has which value: people counted once with each value, however groups are put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.maths.arrays import Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True)
class Holders:
    """The combinations of a value and a person that occur in each group.

    Parameters
    ----------
    counts
        Sparse matrix, groups × combinations: how many records.
    value
        The place of the value of each combination.
    person
        The number of the person of each combination, −1 where it is not known who.
    values
        The values.
    """

    counts: csr_array = field(repr=False)
    value: Ints = field(repr=False)
    person: Ints = field(repr=False)
    values: pl.Series = field(repr=False)

    @classmethod
    def of(
        cls, groups: Ints, size: int, values: pl.Series, people: pl.Series, count: Ints
    ) -> Holders:
        """Lay out cells, each of a group, a value and a person; missing values are left out."""
        from scipy.sparse import csr_array

        (names, value), (_, person) = numbered(values), numbered(people)
        held = value >= 0
        pair = value[held] * (int(person.max(initial=-1)) + 2) + person[held] + 1
        pairs, first, place = np.unique(pair, return_index=True, return_inverse=True)
        where = groups[held].astype(np.int32), place.astype(np.int32)
        counts = csr_array((count[held], where), shape=(size, len(pairs)))
        return cls(counts, value[held][first], person[held][first], names)

    def people(self, added: Callable[[csr_array], csr_array] = lambda own: own) -> csr_array:
        """Return groups × values: how many people, where groups are `added` to each other.

        Records of unknown people may all be of one, and of one who is counted already.
        """
        from scipy.sparse import csr_array

        held = _in_order(added(self.counts))
        group = np.repeat(np.arange(held.shape[0]), np.diff(held.indptr))
        value = self.value[held.indices]
        # combinations stand in the order of their values: those of one value are side by side
        first = np.flatnonzero(np.diff(group * len(self.values) + value, prepend=-1))
        sure = (self.person[held.indices] >= 0).astype(np.int64)
        people = np.maximum(np.add.reduceat(sure, first), 1) if len(first) else sure
        ends = np.searchsorted(first, held.indptr)
        return csr_array((people, value[first], ends), (held.shape[0], len(self.values)))

    def telling(self, added: Callable[[csr_array], csr_array] = lambda own: own) -> Ints:
        """Return how many people have a known value in each group, one at least where any has."""
        from scipy.sparse import csr_array

        held = _in_order(added(self.counts))
        person = self.person[held.indices]
        sure = np.concatenate([[0], np.cumsum(person >= 0)])
        known = person[person >= 0]
        shape = (held.shape[0], int(self.person.max(initial=-1)) + 1)
        whose = csr_array((np.ones_like(known), known, sure[held.indptr]), shape)
        whose.sum_duplicates()
        return np.asarray(np.maximum(np.diff(whose.indptr), np.diff(held.indptr) > 0))


def _in_order(table: Any) -> Any:
    rows = table.tocsr()
    return rows if rows.has_sorted_indices else rows.sorted_indices()
