"""The key table, as walks over the subsets of its columns take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from discret.data.keytable import KeyTable
from discret.errors import ParameterError
from discret.maths.arrays import Ints
from discret.maths.identity.subsets import largest_size, number_of_subsets, walk_seconds
from discret.words import Words, say

MOST = 2**15
Missing = Literal["known", "category"]


@dataclass(frozen=True)
class Walked:
    """What a walk needs: codes, counts, and the lowest and highest person of each group."""

    codes: Ints
    count: Ints
    people: tuple[Ints, Ints] | None


def walked(keys: KeyTable, missing: Missing) -> Walked:
    """Prepare the groups of a key table for a walk over its columns.

    Under ``"known"`` a combination with a missing value does not exist; under ``"category"``
    missing is a value. With an individual column, whoever is alone is a person, not a record.

    Examples
    --------
    >>> import polars as pl
    >>> from discret import Dataset
    >>> keys = Dataset.of(pl.DataFrame({"a": ["x", None]}), key="a").keys
    >>> walked(keys, "known").codes.tolist(), walked(keys, "category").codes.tolist()
    ([[-1], [0]], [[0], [1]])
    """
    codes = keys.codes if missing == "known" else keys.codes + 1
    return Walked(codes, keys.count, _people(keys))


def checked_size(who: str, columns: int, size: int | None) -> int:
    """Return the largest number of columns to look at, or refuse where subsets are too many.

    Examples
    --------
    >>> checked_size("suda", 9, None), checked_size("suda", 9, 3), checked_size("suda", 2, 3)
    (9, 3, 2)
    """
    wanted = columns if size is None else min(size, columns)
    number = number_of_subsets(columns, wanted)
    if number > MOST:
        fits = largest_size(columns, MOST)
        hint = (
            say(
                "say size={fits}, or fewer columns",
                "écrire size={fits}, ou moins de colonnes",
                fits=fits,
            )
            if fits
            else Words("name fewer columns", fr="nommer moins de colonnes")
        )
        fault = say(
            "size: {columns} {columns:column has|columns have} {number} subsets to count, at most"
            " {MOST} can be",
            "size : {columns} {columns:colonne a|colonnes ont} {number} sous-ensembles à compter,"
            " {MOST} au plus peuvent l’être",
            columns=columns,
            number=number,
            MOST=MOST,
        )
        raise ParameterError(who, [fault], hint=hint)
    return wanted


def seconds(keys: KeyTable, size: int | None) -> float:
    """Guess the seconds that a walk takes.

    Examples
    --------
    >>> import polars as pl
    >>> from discret import Dataset
    >>> seconds(Dataset.of(pl.DataFrame({"a": ["x", None]}), key="a").keys, None) < 0.1
    True
    """
    return walk_seconds(len(keys), len(keys.columns), size or len(keys.columns))


def _people(keys: KeyTable) -> tuple[Ints, Ints] | None:
    """Return the lowest and the highest person of each group, crossed where nobody is known."""
    if keys.around.individual is None:
        return None
    held = keys.around.tally(keys.around.individual).counts
    filled = np.diff(held.indptr) > 0
    low = np.full(len(keys), np.iinfo(np.int64).max)
    high = np.full(len(keys), np.iinfo(np.int64).min)
    if filled.any():
        starts = held.indptr[:-1][filled]
        low[filled] = np.minimum.reduceat(held.indices, starts)
        high[filled] = np.maximum.reduceat(held.indices, starts)
    return low, high
