"""Tables held in little memory, and shown as they are: texts as numbers, numbers in few bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

TALL = 50_000  # records from which on it is worth its while
FEW = 2**16 - 1  # texts that a column may have to be held as numbers


@dataclass(frozen=True, eq=False)
class Held:
    """A table in memory whose columns are narrower than those that it shows.

    Parameters
    ----------
    table
        The columns as they are held: texts as enumerations of the texts that there are, sorted;
        whole numbers in as few bytes as they need.
    kinds
        The types that such columns show.

    Examples
    --------
    >>> sex = pl.Series("sex", ["m", "f"], dtype=pl.Enum(["f", "m"]))
    >>> held = Held.of(pl.DataFrame([sex, pl.Series("age", [41, 43])]))
    >>> held.table.dtypes, held.frame.collect().dtypes
    ([Enum(categories=['f', 'm']), Int8], [String, Int64])
    """

    table: pl.DataFrame = field(repr=False)
    kinds: Mapping[str, pl.DataType] = field(default_factory=dict)

    @classmethod
    def of(cls, table: pl.DataFrame) -> Held:
        """Hold a table; its enumerations are of texts, those that there are, sorted."""
        kinds = {n: pl.String() if kind == pl.Enum else kind for n, kind in table.schema.items()}
        return cls.beside([narrow(column) for column in table.iter_columns()], kinds)

    @classmethod
    def beside(cls, columns: Sequence[pl.Series], kinds: Mapping[str, pl.DataType]) -> Held:
        """Hold columns that are narrow, or not, and are to be shown in these types."""
        narrower = {own.name: kinds[own.name] for own in columns if own.dtype != kinds[own.name]}
        return cls(pl.DataFrame(columns), narrower)

    @property
    def frame(self) -> pl.LazyFrame:
        """The table as it is shown, made of what is held by whoever asks."""
        places: dict[pl.DataType, list[int]] = {}
        for place, name in enumerate(self.table.columns):
            if name in self.kinds:
                places.setdefault(self.kinds[name], []).append(place)
        wide = [pl.nth(own).cast(kind) for kind, own in places.items()]
        return self.table.lazy().with_columns(wide) if wide else self.table.lazy()

    @cached_property
    def texts(self) -> dict[str, pl.Series]:
        """The columns of texts that are held as enumerations."""
        return {name: self.table[name] for name, kind in self.kinds.items() if kind == pl.String}


def listed(values: pl.Series, codes: NDArray[np.unsignedinteger]) -> pl.Series:
    """Return texts as an enumeration: of their distinct values, and numbers from 1 (0: missing).

    Examples
    --------
    >>> listed(pl.Series("sex", ["f", "m"]), np.array([2, 0, 1], dtype=np.uint16)).to_list()
    ['m', None, 'f']
    """
    kind = pl.Enum(values)
    known = pl.Series(values.name, [None, *values], dtype=kind)
    return known.gather(pl.Series(codes.astype(np.uint32)))


def with_texts(table: pl.DataFrame) -> pl.DataFrame:
    """Return a table with texts in place of its enumerations.

    Examples
    --------
    >>> with_texts(pl.DataFrame({"sex": pl.Series(["m", None], dtype=pl.Enum(["f", "m"]))})).rows()
    [('m',), (None,)]
    """
    columns = [own for own in table.iter_columns() if own.dtype == pl.Enum]
    return table.with_columns(map(texts_of, columns)) if columns else table


def texts_of(column: pl.Series) -> pl.Series:
    """Return an enumeration as texts: these are fetched, which takes a fifth of a cast."""
    return values_of(column).gather(column.to_physical()).alias(column.name)


def values_of(column: pl.Series) -> pl.Series:
    """Return the texts of an enumeration, sorted."""
    return pl.Series(column.name, getattr(column.dtype, "categories", ()), dtype=pl.String)


def enumerated(column: pl.Series) -> pl.Series:
    """Return a column of categories as an enumeration of its values, sorted; as texts if many.

    Examples
    --------
    >>> enumerated(pl.Series(["m", None, "f"], dtype=pl.Categorical)).to_physical().to_list()
    [1, None, 0]
    """
    shown = column.drop_nulls()
    if not len(shown):
        return column.cast(pl.String)
    numbers = shown.to_physical().to_numpy()
    record = np.full(int(numbers.max()) + 1, -1)
    record[numbers] = np.arange(len(numbers))  # one of each category; others may be of other tables
    there = record >= 0
    if np.count_nonzero(there) > FEW:
        return column.cast(pl.String)
    texts = shown.gather(record[there]).cast(pl.String)
    slots = texts.cast(pl.Enum(texts.sort())).gather(np.cumsum(there) - there)
    return slots.gather(column.to_physical()).alias(column.name)


def numbers_from_one(column: pl.Series) -> NDArray[np.uint16]:
    """Return the numbers of an enumeration, from 1, and 0 for missing: what `listed` is made of.

    Examples
    --------
    >>> numbers_from_one(pl.Series(["m", None], dtype=pl.Enum(["f", "m"]))).tolist()
    [2, 0]
    """
    numbers = column.to_physical().cast(pl.UInt16) + 1
    return (numbers.fill_null(0) if numbers.null_count() else numbers).to_numpy()


def narrow(column: pl.Series) -> pl.Series:
    """Return whole numbers in as few bytes as they need, and any other column as it is.

    Examples
    --------
    >>> narrow(pl.Series([1, 300])).dtype
    Int16
    """
    return column.shrink_dtype() if column.dtype == pl.Int64 else column
