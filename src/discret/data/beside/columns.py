"""The columns of a release beside those of its original, record by record, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.compare import comparable, differing_at_hand
from discret.data.counting.coded_columns import CodedColumn, known_numbers
from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected, uploaded
from discret.data.entering.column_names import LINK
from discret.data.record_places import Places, places
from discret.data.refusals import not_followed
from discret.maths.arrays import Bools, Codes, Floats, Ints

TRIED = 50  # texts, to see whether they are numbers at all
EXACT = 2.0**52
FEW = 2**14  # values that numbers of 16 bits have room for


@dataclass(frozen=True)
class Coded:
    """A column as numbers in the order of its values, −1 where it is missing.

    Parameters
    ----------
    name
        The column.
    codes
        One number for each record, of 16 bits or 32: a search looks at many columns at once.
    size
        How many different values there are.
    measured
        Whether it holds numbers or dates, in which a step up or down has a meaning; numbers written
        as texts are numbers.
    whole
        The different values, where all are whole numbers.
    distinct
        The different values, where they are measured.
    """

    name: str
    codes: Codes = field(repr=False)
    size: int
    measured: bool
    whole: Ints | None = field(default=None, repr=False)
    distinct: pl.Series | None = field(default=None, repr=False)

    @property
    def numbers(self) -> Floats | None:
        """The values as numbers, dates too, not a number where they are missing; if they are any.

        Examples
        --------
        >>> Coded.of("age", pl.Series([31, None, 7])).numbers.tolist()
        [31.0, nan, 7.0]
        """
        if self.distinct is None:
            return None
        plain = self.distinct.to_physical() if self.distinct.dtype.is_temporal() else self.distinct
        return np.append(plain.cast(pl.Float64).to_numpy(), np.nan)[self.codes]

    @cached_property
    def apart(self) -> bool:
        """Whether no two records have the same value."""
        return self.size == int((self.codes >= 0).sum())

    @classmethod
    def of(cls, name: str, values: pl.Series) -> Coded:
        """Give the values of a column their numbers.

        Examples
        --------
        >>> Coded.of("age", pl.Series([31, None, 7])).codes.tolist()
        [1, -1, 0]
        """
        measured = _measured(values)
        return cls._of(name, *numbered(values if measured else values.cast(pl.String)), measured)

    @classmethod
    def taken(cls, name: str, known: CodedColumn, records: Ints | None) -> Coded | None:
        """Return a column that has numbers already, of some records; nothing where order differs.

        Examples
        --------
        >>> sex = CodedColumn.of(pl.Series(["m", "f", None]))
        >>> Coded.taken("sex", sex, np.array([2, 0])).codes.tolist()
        [-1, 0]
        """
        own = known if records is None else known.taken(records)
        measured = _measured(own.values)
        if not measured and own.values.dtype != pl.String:
            return None
        codes = own.codes.astype(_width(own.values))
        codes -= 1  # in place: there may be millions
        return cls._of(name, own.values, codes, measured)

    @classmethod
    def _of(cls, name: str, distinct: pl.Series, codes: Codes, measured: bool) -> Coded:
        if not measured and (numbers := _numbers(distinct)) is not None:
            order = numbers.arg_sort()
            places = np.append(order.arg_sort().to_numpy().astype(np.int32), -1)
            distinct, codes, measured = numbers[order], places[codes], True
        known = distinct if measured else None
        narrow = codes.astype(_width(distinct), copy=False)
        return cls(name, narrow, len(distinct), measured, _whole(distinct), known)


def _width(distinct: pl.Series) -> np.dtype[np.integer[Any]]:
    """Return numbers in which there is room for some values, and for twice as many."""
    return np.dtype(np.int16) if len(distinct) < FEW else np.dtype(np.int32)


def _measured(values: pl.Series) -> bool:
    return values.dtype.is_numeric() or values.dtype.is_temporal()


def _numbers(texts: pl.Series) -> pl.Series | None:
    """Return the numbers that all of some texts are, if they are."""
    if not len(texts) or texts[:TRIED].cast(pl.Float64, strict=False).null_count():
        return None
    numbers = texts.cast(pl.Float64, strict=False)
    return None if numbers.null_count() or numbers.is_nan().any() else numbers


def _whole(distinct: pl.Series) -> Ints | None:
    """Return values as whole numbers, where they are and can be added without error."""
    if not distinct.dtype.is_numeric() or not len(distinct):
        return None
    numbers = distinct.cast(pl.Float64).to_numpy()
    exact = np.isfinite(numbers).all() and (np.abs(numbers) < EXACT).all()
    if not exact or (numbers != np.floor(numbers)).any():
        return None
    return numbers.astype(np.int64)


@dataclass(frozen=True)
class SideBySide:
    """The records that a release has left, as they were and as they are.

    Parameters
    ----------
    original, released
        The columns as they were, and as they are.
    hidden
        For each column of the original, the records whose value the release has no more as it was.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"age": [30, 40]}), original=pl.DataFrame({"age": [30, 44]}))
    >>> SideBySide.of(data, ["age"], ["age"]).hidden["age"].tolist()
    [False, True]
    """

    original: dict[str, Coded]
    released: dict[str, Coded]
    hidden: dict[str, Bools] = field(repr=False)

    @classmethod
    def of(cls, data: Dataset, original: Sequence[str], released: Sequence[str]) -> SideBySide:
        """Collect some columns of the original of `data`, and some of those that it has now."""
        found = places(data.original, data)
        if found is not None:
            return cls._by_column(data, found, original, released)
        both = [name for name in original if name in data.roles]
        pairs = [comparable(data.original, data, name) for name in both]
        now = [new.alias(f"__{place}__") for place, (_, new) in enumerate(pairs)]
        then = [old.alias(f"__{place}__") for place, (old, _) in enumerate(pairs)]
        after = collected(data.frame.select(LINK, *released, *now))
        before = originals(data, after[LINK], *original, *then)
        at = {name: f"__{place}__" for place, name in enumerate(both)}
        coded = {name: Coded.of(name, before[name]) for name in original}
        same = {name for name in both if _untouched(before[name], after[name])}
        return cls(
            original=coded,
            released={n: coded[n] if n in same else Coded.of(n, after[n]) for n in released},
            hidden={name: _hidden(before, after, name, at.get(name)) for name in original},
        )

    @classmethod
    def _by_column(
        cls, data: Dataset, found: Places, original: Sequence[str], released: Sequence[str]
    ) -> SideBySide:
        """Do so for tables at hand, one column at a time, by the numbers that it has already."""
        before, coded = data.original, {n: _coded(data.original, n, found) for n in original}
        others = {n: _differing(before, data, n, found) for n in original if n in data.roles}
        same = {n for n, o in others.items() if before.kind(n) == data.kind(n) and not o.any()}
        here = Places(None, len(data))
        return cls(
            original=coded,
            released={n: coded[n] if n in same else _coded(data, n, here) for n in released},
            hidden={
                n: (coded[n].codes >= 0) & others[n] if n in others else coded[n].codes >= 0
                for n in original
            },
        )


def _coded(own: Dataset, name: str, found: Places) -> Coded:
    """Give the values of a column, of the records found, their numbers."""
    known = known_numbers(own.frame, name)
    coded = None if known is None else Coded.taken(name, known, found.at)
    if coded is not None:
        return coded
    return Coded.of(name, found.fetched(collected(own.frame.select(name)))[name])


def _differing(before: Dataset, after: Dataset, name: str, found: Places) -> Bools:
    """Mark the records whose value is another than it was, or missing where it was not."""
    marked = differing_at_hand(before, after, name, found)
    if marked is not None:
        return marked
    one, other = comparable(before, after, name)
    old = found.fetched(collected(before.frame.select(one.alias(name))))[name]
    return old.ne_missing(collected(after.frame.select(other.alias(name)))[name]).to_numpy()


def _untouched(before: pl.Series, after: pl.Series) -> bool:
    return before.dtype == after.dtype and before.equals(after)


def thinned(data: Dataset, most: int) -> Dataset:
    """Return a dataset of at most so many of the records, spread evenly.

    Examples
    --------
    >>> thinned(Dataset.of(pl.DataFrame({"age": range(10)})), 4).to_polars()["age"].to_list()
    [0, 3, 6, 9]
    """
    if len(data) <= most:
        return data
    return data.with_rows(data.row_numbers("compare")[:: -(-len(data) // most)])


def originals(data: Dataset, rows: pl.Series, *columns: str | nw.Expr) -> pl.DataFrame:
    """Return columns of the original, of the records that a release has and in its order."""
    held = data.original.frame.select(LINK, *columns)
    found = places(data.original, data)
    if found is not None and len(rows) == len(data):
        return found.fetched(collected(held))
    return _following(collected(_kept(held, rows, len(data.original))), rows)


def _kept(frame: Frame, rows: pl.Series, records: int) -> Frame:
    """Leave out the records that are not wanted before they are brought into memory."""
    if len(rows) == records:
        return frame
    return frame.join(uploaded(rows.to_frame(), frame), on=LINK, how="semi")


def _following(before: pl.DataFrame, rows: pl.Series) -> pl.DataFrame:
    """Return the records of the original that the release has, in its order."""
    if before[LINK].equals(rows):
        return before
    if before.schema[LINK] != rows.dtype:
        before, rows = before.with_columns(pl.col(LINK).cast(pl.String)), rows.cast(pl.String)
    places = pl.DataFrame({LINK: before[LINK]}).with_row_index("__at__")
    found = rows.to_frame().join(places, on=LINK, how="left", maintain_order="left")["__at__"]
    if found.null_count() or len(found) != len(rows):
        raise not_followed()
    return before[found]


def _hidden(before: pl.DataFrame, after: pl.DataFrame, name: str, place: str | None) -> Bools:
    known = before[name].is_not_null()
    if place is not None:
        known &= before[place].ne_missing(after[place])
    return known.to_numpy()
