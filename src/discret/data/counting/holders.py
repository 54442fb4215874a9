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
        held = _ones(added(self.counts))
        which = self._of_values(np.ones(len(self.value), dtype=np.int64))
        sure = self._of_values((self.person >= 0).astype(np.int64))
        found = (held @ sure).maximum(_ones(held @ which)).tocsr()
        found.eliminate_zeros()
        return found

    def telling(self, added: Callable[[csr_array], csr_array] = lambda own: own) -> Ints:
        """Return how many people have a known value in each group, one at least where any has."""
        held = _ones(added(self.counts))
        whose = self._whose()
        sure = np.diff(_ones(held @ whose).indptr)
        return np.asarray(np.maximum(sure, np.diff(held.indptr) > 0), dtype=np.int64)

    def _whose(self) -> csr_array:
        """Return combinations × people; who is not known is nobody."""
        from scipy.sparse import csr_array

        sure = np.flatnonzero(self.person >= 0)
        shape = (len(self.person), int(self.person.max(initial=-1)) + 1)
        return csr_array((np.ones(len(sure), dtype=np.int64), (sure, self.person[sure])), shape)

    def _of_values(self, entries: Ints) -> csr_array:
        from scipy.sparse import csr_array

        places = np.arange(len(self.value)), self.value
        return csr_array((entries, places), shape=(len(self.value), len(self.values)))


def _ones(table: Any) -> Any:
    ones = table.tocsr(copy=True)
    ones.data = np.ones_like(ones.data)
    return ones
