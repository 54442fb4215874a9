"""Where the records of one table stand in another: found once, and without a join."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.maths.arrays import Ints

if TYPE_CHECKING:
    from discret.data.dataset import Dataset

WIDE = 8  # numbers of records may lie that many times further apart than if all were there
_KNOWN = "_places"


@dataclass(frozen=True, eq=False)
class Places:
    """Where each record of a table stands in an earlier one.

    Parameters
    ----------
    at
        The place of each record, or nothing where both have the same records in the same order.
    before
        How many records the earlier table has.
    """

    at: Ints | None = field(repr=False)
    before: int

    def fetched(self, earlier: pl.DataFrame) -> pl.DataFrame:
        """Return the records of the earlier table that are left, in the order of the later one."""
        return earlier if self.at is None else earlier[self._index]

    @cached_property
    def _index(self) -> pl.Series:
        """The places as the engine takes them: none is checked or cast each time they are used."""
        return pl.Series(self.at).cast(pl.get_index_type())

    def spread(self, later: pl.DataFrame) -> pl.DataFrame:
        """Return the later table in the order of the earlier, blank where a record is gone."""
        if self.at is None:
            return later
        place = np.zeros(self.before, dtype=np.int64)
        place[self.at] = np.arange(1, len(self.at) + 1)
        return pl.concat([later.clear(1), later])[pl.Series(place)]


def places(before: Dataset, after: Dataset) -> Places | None:
    """Find the records of `after` in `before`; nothing where they must be joined to be found.

    That is so of tables that are not at hand, and of numbers that are texts or lie far apart.

    Examples
    --------
    >>> from discret import Dataset
    >>> data = Dataset.of(pl.DataFrame({"age": [41, 43, 45]}))
    >>> places(data, data.with_rows(data.row_numbers("test")[1:])).at.tolist()
    [1, 2]
    """
    if before.numbers is None or after.numbers is None or not after.follows(before):
        return None
    if before.frame is after.frame:
        return Places(None, len(before))
    known = vars(after).get(_KNOWN)
    if known is None or known[0] is not before.frame:
        one, other = (collected(data.frame.select(LINK))[LINK] for data in (before, after))
        known = vars(after)[_KNOWN] = before.frame, _found(one, other)
    found: Places | None = known[1]
    return found


def _found(one: pl.Series, other: pl.Series) -> Places | None:
    if one.dtype != other.dtype or not one.dtype.is_integer() or one.null_count():
        return None
    if one.equals(other):
        return Places(None, len(one))
    numbers, wanted = one.to_numpy(), other.to_numpy()
    if not len(numbers) or not len(wanted):
        return None
    least, most = int(numbers.min()), int(numbers.max())
    inside = least <= int(wanted.min()) and int(wanted.max()) <= most
    if not inside or most - least >= WIDE * len(numbers):
        return None
    at = _from(least, wanted)
    if not _in_a_row(numbers):
        shelf = np.full(most - least + 1, -1, dtype=np.int64)
        shelf[_from(least, numbers)] = np.arange(len(numbers))
        at = shelf[at]
        if int((shelf >= 0).sum()) < len(numbers) or (at < 0).any():
            return None
    met = np.zeros(len(numbers), dtype=np.bool_)
    met[at] = True
    return Places(at, len(numbers)) if int(met.sum()) == len(at) else None


def _from(least: int, numbers: Ints) -> Ints:
    """Return how far numbers are from the least of them, copied once: there may be millions."""
    found = numbers.astype(np.int64)
    found -= least
    return found


def _in_a_row(numbers: Ints) -> bool:
    """Whether each number is the one before it and one more, as those of records are that came."""
    whole = int(numbers[-1]) - int(numbers[0]) == len(numbers) - 1
    return whole and bool((numbers[1:] > numbers[:-1]).all())
