"""Columns that tell people apart by themselves, as names and free text do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import narwhals as nw

from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected
from discret.data.roles import Role

MANY = 10  # people, each alone with what a column says in words: fewer may be chance
_NUMBER = r"^\s*[-+]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][-+]?[0-9]+)?\s*$"
_TEXT = (nw.String, nw.Categorical, nw.Enum)
_VALUE, _WHO, _PEOPLE = "__value__", "__who__", "__people__"
_ALONE, _WORDS = "__alone__", "__words__"


class Alone(NamedTuple):
    """How many people show a value in a column, how many are alone with it, and so in words."""

    people: int
    alone: int
    words: int

    @property
    def many(self) -> bool:
        """Whether most people, or many, are alone with their value."""
        return 2 * self.alone > self.people or self.alone >= MANY

    @property
    def names(self) -> bool:
        """Whether it may as well be their name: most people, and many, are alone with words."""
        return 2 * self.words > self.people and self.words >= MANY


def alone(data: Dataset, columns: Iterable[str]) -> dict[str, Alone]:
    """Count, of each column, the people whom nobody shares the value with.

    Notes
    -----
    A measure of what is sensitive asks that the people of a group have many values, which nothing
    has more of than a column of names; those of keys may believe that a name is shared with others
    in the population. A value is in words if it is written otherwise than a number, dates included:
    what a column has, not its type, which a value that is gone may have decided. Amounts are often
    all different too, and are counted, not stopped.

    Examples
    --------
    >>> import polars as pl
    >>> people = pl.DataFrame({"name": ["Ann", "Bob", "Bob"], "age": [30, 40, 40]})
    >>> alone(Dataset.of(people), ["name", "age"])
    {'name': Alone(people=3, alone=1, words=1), 'age': Alone(people=3, alone=1, words=0)}
    """
    return {name: _alone(data, name) for name in columns}


def _alone(data: Dataset, column: str) -> Alone:
    held = _held(data.frame, nw.col(column).alias(_VALUE), data.column(Role.INDIVIDUAL))
    lone = (nw.col(_PEOPLE) == 1).cast(nw.Int64)
    words = lone * _in_words(data.kind(column))
    each = held.select(_PEOPLE, lone.alias(_ALONE), words.alias(_WORDS))
    return Alone(*(int(one or 0) for one in collected(each.select(nw.all().sum())).row(0)))


def _in_words(kind: nw.dtypes.DType) -> nw.Expr:
    """Mark what is written otherwise than a number: of texts those that are none, days, moments."""
    if kind.is_numeric() or not isinstance(kind, _TEXT):
        return nw.lit(0 if kind.is_numeric() else 1)
    return (~nw.col(_VALUE).cast(nw.String).str.contains(_NUMBER)).cast(nw.Int64)


def _held(frame: Frame, value: nw.Expr, who: str | None) -> Frame:
    """Count the people of each value: those whose number is missing may all be the same."""
    if who is None:
        known = frame.select(value).filter(~nw.col(_VALUE).is_null())
        return known.group_by(_VALUE).agg(nw.len().cast(nw.Int64).alias(_PEOPLE))
    known = frame.select(value, nw.col(who).alias(_WHO)).filter(~nw.col(_VALUE).is_null()).unique()
    numbered = (~nw.col(_WHO).is_null()).cast(nw.Int64).alias(_PEOPLE)
    held = known.with_columns(numbered).group_by(_VALUE).agg(nw.col(_PEOPLE).sum())
    return held.with_columns(
        nw.when(nw.col(_PEOPLE) == 0).then(nw.lit(1)).otherwise(nw.col(_PEOPLE)).alias(_PEOPLE)
    )
