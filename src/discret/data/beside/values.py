"""The values of a release beside those of its original, record by record, as states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import polars as pl

from discret.data.beside.numbers import places_of, rows_of
from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.draws import joined
from discret.maths.arrays import Ints


@dataclass(frozen=True)
class Tables:
    """Columns of a release and of its original, in the order of their numbers.

    Parameters
    ----------
    released, original
        The records, with their numbers.
    place
        For each record of the release, the place of the one it was made from in `original`.
    """

    released: pl.DataFrame = field(repr=False)
    original: pl.DataFrame = field(repr=False)
    place: Ints = field(repr=False)

    @classmethod
    def of(cls, who: str, data: Dataset, columns: Sequence[str]) -> Tables:
        """Collect columns of a release, and of its original."""
        for table in (data, data.original):
            table.check_columns(who, columns)
        released = rows_of(who, data, columns)
        original = released if data.original is data else rows_of(who, data.original, columns)
        return cls(released, original, places_of(who, released[LINK], original[LINK]))


@dataclass(frozen=True)
class States:
    """What a column, or several at once, shows and was: the states of all records.

    Parameters
    ----------
    names
        The columns.
    labels
        The names of the states, before and after.
    released, original
        The state of each record, −1 where a value is missing.

    Examples
    --------
    >>> both = [pl.DataFrame({LINK: [0, 1], "a": some}) for some in (["y", "y"], ["x", "y"])]
    >>> states = States.of(Tables(*both, pl.Series([0, 1]).to_numpy()), ["a"])
    >>> states.labels, states.original.tolist(), states.released.tolist()
    (('x', 'y'), [0, 1], [1, 1])
    """

    names: tuple[str, ...]
    labels: tuple[str, ...] = field(repr=False)
    released: Ints = field(repr=False)
    original: Ints = field(repr=False)

    @classmethod
    def of(cls, tables: Tables, names: Sequence[str]) -> States:
        """Read the states of columns."""
        texts = [
            joined([table[name] for name in names]) for table in (tables.released, tables.original)
        ]
        distinct, codes = numbered(pl.concat([text.alias("") for text in texts]))
        many = len(texts[0])
        return cls(tuple(names), tuple(distinct), codes[:many], codes[many:])
