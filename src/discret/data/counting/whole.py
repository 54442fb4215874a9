"""A column in the whole file, and in the file as it came."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

import polars as pl

from discret.data.counting.tallies import Histogram, Tally, tallied_whole
from discret.data.roles import Role

if TYPE_CHECKING:
    from discret.data.dataset import Dataset
    from discret.data.keytable import KeyTable


def counted(data: Dataset, column: str) -> Histogram:
    """Count the people of the whole file that have each value of a column.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> found = counted(Dataset.of(dishes(), key="Sexe"), "Âge")
    >>> found.values.to_list(), found.counts.toarray().tolist()
    (['+50', '-25', '25-50'], [[3, 3, 3]])
    """
    if data.column(Role.INDIVIDUAL) is None:
        return tallied_whole(data.frame, column)
    keys = data.keys_over([column])
    return Histogram.of_whole(keys.whole(column), keys.histogram(column, "category").values)


def in_first(first: Dataset | None, keys: KeyTable) -> Tally:
    """Return what counts a column in the file as it came: that of these keys, if there is no other.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> keys = Dataset.of(dishes(), key="Sexe").keys
    >>> in_first(None, keys)("Âge").counts.toarray().tolist()
    [[3, 3, 3]]
    """
    return cache(partial(_in_all, keys) if first is None else partial(counted, first))


def _in_all(keys: KeyTable, column: str) -> Histogram:
    own = keys.around.tally if keys.around.holders is None else keys.around.holders
    return Histogram.of_whole(keys.whole(column), own(column).values)


def same_before(data: Dataset, column: str) -> bool:
    """Whether a column was of the same kind in the file as it came."""
    kinds = [file.frame.collect_schema().get(column) for file in (data, data.original)]
    return kinds[0] == kinds[1]


def values_before(data: Dataset, column: str) -> pl.Series | None:
    """Return the distinct values of a column in the file as it came, if they were of its kind.

    Examples
    --------
    >>> from discret import Dataset
    >>> data = Dataset.of(pl.DataFrame({"age": [41, 43]}), key="age")
    >>> values_before(data.with_frame(data.frame.head(1)), "age").to_list()
    [41, 43]
    """
    if data.first is None or not same_before(data, column):
        return None
    return data.original.values(column)
