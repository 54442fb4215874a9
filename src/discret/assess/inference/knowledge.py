"""What whoever holds a release learns from, and what they ask it about people they know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from discret.data.beside.values import Tables
from discret.data.codes import numbered
from discret.data.text import as_text
from discret.maths.arrays import Floats, Ints

FEW = 20  # different whole numbers up to which they are taken for categories
MARKED = 30  # categories up to which each has a column of its own


class Answers(NamedTuple):
    """The column that is guessed: what the release shows of it, and what is true.

    Parameters
    ----------
    shown, truth
        Of each released record: numbers, or the places of categories; NaN where it is missing.
    counted
        Whether they are numbers that are guessed as such.
    classes
        How many categories there are.
    """

    shown: Floats
    truth: Floats
    counted: bool
    classes: int


def answers(tables: Tables, name: str) -> Answers:
    """Read the column that is guessed."""
    released, original = _sides(tables, name)
    if _numeric(released, original) and original.n_unique() > FEW:
        return Answers(_floats(released), _floats(original), True, 0)
    both, codes = numbered(pl.concat(_alike(released, original)))
    shown, truth = np.split(np.where(codes < 0, np.nan, codes), 2)
    return Answers(shown, truth, False, len(both))


def questions(tables: Tables, names: Sequence[str]) -> tuple[Floats, Floats]:
    """Return what is learnt from, and what is known of the same people: records × features."""
    pairs = [_features(*_sides(tables, name)) for name in names]
    size = len(tables.released)
    taught, asked = zip(*pairs, strict=True) if pairs else ((), ())
    none = np.zeros((size, 1))
    return np.hstack([none, *taught]), np.hstack([none, *asked])


def _sides(tables: Tables, name: str) -> tuple[pl.Series, pl.Series]:
    return tables.released[name], tables.original[name].gather(tables.place)


def _numeric(*columns: pl.Series) -> bool:
    return all(column.dtype.is_numeric() for column in columns)


def _floats(values: pl.Series) -> Floats:
    numbers = values.cast(pl.Float64).fill_null(float("nan")).to_numpy()
    return np.asarray(numbers, dtype=np.float64)


def _alike(released: pl.Series, original: pl.Series) -> list[pl.Series]:
    """Return both columns in the terms of the release: labels of recoded values are theirs.

    What was exchanged is still what it is called; what was recoded is asked for by the label that
    the same value mostly has.

    Examples
    --------
    >>> ages = _alike(pl.Series(["young", "old", "old"]), pl.Series([20, 60, 70]))
    >>> [column.to_list() for column in ages]
    [['young', 'old', 'old'], ['young', 'old', 'old']]
    """
    shown, true = as_text(released).alias("shown"), as_text(original).alias("true")
    if shown.drop_nulls().is_in(true.drop_nulls().unique().implode()).all():
        return [shown.alias(""), true.alias("")]
    pairs = pl.DataFrame([shown, true]).drop_nulls().group_by("true", "shown").len()
    usual = pairs.sort("len", "shown", descending=[True, False]).unique("true", keep="first")
    named = true.to_frame().join(
        usual.select("true", "shown"), on="true", how="left", maintain_order="left"
    )
    return [shown.alias(""), named["shown"].alias("")]


def _features(released: pl.Series, original: pl.Series) -> tuple[Floats, Floats]:
    """Return a column as features, of the release and of the people: numbers, or marks."""
    if _numeric(released, original):
        return _ranked(_floats(released), _floats(original))
    both, codes = numbered(pl.concat(_alike(released, original)))
    laid = _marks(codes, len(both)) if len(both) <= MARKED else _places(codes)
    taught, asked = np.split(laid, 2)
    return taught, asked


def _ranked(released: Floats, original: Floats) -> tuple[Floats, Floats]:
    """Return places among all numbers in order: trees ask for no more, and hold 32 bits of each.

    Examples
    --------
    >>> [one.ravel().tolist() for one in _ranked(np.array([1e300, 2.0]), np.array([7.0, 2.0]))]
    [[2.0, 0.0], [1.0, 0.0]]
    """
    both = np.concatenate([released, original])
    place = np.unique(both, return_inverse=True)[1].astype(np.float64)
    one, other = np.split(np.where(np.isnan(both), np.nan, place)[:, None], 2)
    return one, other


def _marks(codes: Ints, size: int) -> Floats:
    return np.asarray(codes[:, None] == np.arange(size), dtype=np.float64)


def _places(codes: Ints) -> Floats:
    return np.asarray(np.where(codes < 0, np.nan, codes)[:, None], dtype=np.float64)
