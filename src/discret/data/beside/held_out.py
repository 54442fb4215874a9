"""A release beside the records that it was made from, and those of the original that it was not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.compare import aligned
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.entering.settled import check_rows
from discret.data.history.trail import Exchanged, has_order
from discret.data.refusals import no_records, without_numbers
from discret.data.roles import Role
from discret.data.text import comparable
from discret.errors import ColumnError, InputError, listed
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.identity.points import Points
from discret.maths.matching import group_ids
from discret.words import Words


@dataclass(frozen=True)
class HeldOut:
    """The distinct records of a release and of its original, and which are whose.

    Parameters
    ----------
    columns
        The columns that are compared.
    points
        The distinct records.
    released
        For each record of the release, its point.
    original, inside
        For each record of the original, its point, and whether the release was made from it.

    Examples
    --------
    >>> table = pl.DataFrame({"age": [41, 17, 30]})
    >>> data = Dataset.of(table, key="age")
    >>> left = data.with_rows(data.row_numbers("test")[:2])
    >>> HeldOut.of("test", left).inside.tolist()
    [True, True, False]
    """

    columns: tuple[str, ...]
    points: Points = field(repr=False)
    released: Ints = field(repr=False)
    original: Ints = field(repr=False)
    inside: Bools = field(repr=False)

    @classmethod
    def of(cls, who: str, data: Dataset, columns: Sequence[str] | None = None) -> HeldOut:
        """Collect some columns, by default keys, numbers and sensitive ones of both files."""
        names = compared(data) if columns is None else tuple(columns)
        for table in (data, data.original):
            _check(who, table, names)
        before = _collected(aligned(data.original, data, names), names)
        check_rows(who, before[LINK])
        after = _collected(data, names)
        points, of = _points(who, [_joined(before[name], after[name]) for name in names])
        inside = _inside(data, names, before[LINK], after[LINK])
        return cls(names, points, of[len(before) :], of[: len(before)], inside)

    @property
    def held_out(self) -> int:
        """How many records of the original the release was not made from."""
        return int((~self.inside).sum())


def compared(data: Dataset) -> tuple[str, ...]:
    """Return the keys, numbers and sensitive columns that a release and its original have."""
    roles = (Role.KEY, Role.NUMBER, Role.SENSITIVE)
    return tuple(name for name in data.columns(*roles) if name in data.original.roles)


def _check(who: str, data: Dataset, columns: Sequence[str]) -> None:
    data.check_columns(who, columns)
    if not columns:
        raise InputError(_NOTHING.filled(who=who), hint=_NAME)
    if len(data) == 0:
        raise no_records()
    if not data.numbered:
        raise without_numbers(who)


def _collected(data: Dataset, columns: Sequence[str]) -> pl.DataFrame:
    """Return records in the order of their numbers; those of copies by their values."""
    return collected(data.frame.select(LINK, *columns)).sort(LINK, *columns)


def _joined(before: pl.Series, after: pl.Series) -> pl.Series:
    """Return both as one column, in a type in which they can be compared."""
    if before.dtype == after.dtype:
        return pl.concat([before, after])
    if before.dtype.is_numeric() and after.dtype.is_numeric():
        return pl.concat([own.cast(pl.Float64) for own in (before, after)])
    return pl.concat(comparable(before, after))


def _points(who: str, columns: Sequence[pl.Series]) -> tuple[Points, Ints]:
    """Return the distinct records as points, and the point of each record."""
    coded = [numbered(own) for own in columns]
    codes = np.stack([places for _, places in coded], axis=1)
    of, size = group_ids(codes)
    first = np.zeros(size, dtype=np.int64)
    first[of[::-1]] = np.arange(len(of))[::-1]
    ordered = [place for place, own in enumerate(columns) if has_order(own.dtype)]
    others = [place for place in range(len(columns)) if place not in ordered]
    numbers = [np.empty((size, 0))] + [
        _scaled(who, columns[place].name, coded[place][0])[codes[first, place]][:, None]
        for place in ordered
    ]
    plain = np.ascontiguousarray(codes[first][:, others])
    return Points(np.ascontiguousarray(np.concatenate(numbers, axis=1)), plain), of


def _scaled(who: str, name: str, distinct: pl.Series) -> Floats:
    """Return values divided by their range, or their places in order; the last is for missing."""
    if distinct.dtype.is_numeric():
        plain = distinct
    elif distinct.dtype.is_temporal():
        plain = distinct.to_physical()
    else:
        plain = pl.Series(range(len(distinct)), dtype=pl.Int64)
    numbers = plain.cast(pl.Float64).to_numpy()
    if not np.isfinite(numbers).all():
        raise ColumnError(_ENDLESS.filled(who=who, names=listed([name])), hint=_CORRECT)
    half = numbers / 2  # the range of the largest numbers would be none
    width = float(half[-1] - half[0]) if len(half) else 0.0
    return np.append((half - half[:1]) / (width if width > 0 else 1.0), np.nan)


def _inside(data: Dataset, names: Sequence[str], before: pl.Series, after: pl.Series) -> Bools:
    """Mark the records of the original that the release was made from.

    A method that drew values says from which records; otherwise they are those that the release
    still has.
    """
    steps = [step for name in names for step in data.trail.steps.get(name, ())]
    drawn = [s.source for s in steps if isinstance(s, Exchanged) and s.source is not None]
    known = [own.cast(pl.String) for own in (*drawn, *([] if drawn else [after]))]
    used = pl.concat(known).drop_nulls().unique()
    return before.cast(pl.String).is_in(used.implode()).to_numpy()


_NOTHING = Words(
    "{who}: there is no key, number or sensitive column, before and after",
    fr="{who} : il n’y a ni clé, ni nombre, ni colonne sensible, avant et après",
)
_NAME = Words(
    "name the columns with columns=[...], or declare them key=..., number=... or sensitive=...",
    fr="nommer les colonnes avec columns=[...], ou les déclarer key=..., number=... ou"
    " sensitive=...",
)
_ENDLESS = Words(
    "{who}: numbers must be finite, {names} hold infinite ones",
    fr="{who} : les nombres doivent être finis, {names} en contiennent d’infinis",
)
_CORRECT = Words(
    "correct them, or leave the column out with columns=[...]",
    fr="les corriger, ou retirer la colonne avec columns=[...]",
)
