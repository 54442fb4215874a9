"""Columns of all records in the order of their numbers: what perturbation draws for, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.entering.column_names import LINK
from discret.data.entering.settled import check_rows
from discret.data.keytable import LARGEST, LEAST, check_weights
from discret.data.refusals import not_drawn
from discret.data.roles import Role
from discret.maths.arrays import Ints
from discret.maths.matching import group_ids

WEIGHT, PERSON, HOME = "__weight__", "__person__", "__home__"


def rows_in_order(
    who: str, data: Dataset, columns: Iterable[str], *, weighted: bool = True
) -> pl.DataFrame:
    """Return columns with the number of each record, its weight (1 without any), person and home.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"age": [41, 17], "w": [2, 3]}), weight="w")
    >>> rows_in_order("test", data, ["age", "age"]).rows()
    [(0, 41, 2.0), (1, 17, 3.0)]
    """
    if not data.numbered:
        raise not_drawn(who)
    names = list(dict.fromkeys(columns))
    data.check_columns(who, names)
    weight = data.column(Role.WEIGHT) if weighted else None
    asked = [(nw.lit(1.0) if weight is None else number(weight)).alias(WEIGHT)]
    for role, name in ((Role.INDIVIDUAL, PERSON), (Role.HOUSEHOLD, HOME)):
        column = data.column(role)
        asked += [] if column is None else [nw.col(column).alias(name)]
    table = collected(data.frame.select(LINK, *names, *asked)).sort(LINK)
    check_rows(who, table[LINK])
    if weight is not None:
        own = table[WEIGHT].to_numpy()
        check_weights(int((~((own > LEAST) & (own < LARGEST))).sum()))
    return table


def drawn_once(table: pl.DataFrame, columns: Sequence[str], part: Ints | None = None) -> Ints:
    """Return for each record the one whose draw it shares: the first of its person like it.

    The truth of a person that is drawn anew for each of their records is told by all of them
    together: their mean, or the value shown most often. So records of one person with the same
    values of some columns, in one part of the file, share a draw; where these values are those of
    whole households, alike for all members of each, so do their records.

    Examples
    --------
    >>> table = pl.DataFrame({"pay": [9, 9, 8, 9], PERSON: ["a", "a", "a", "b"]})
    >>> drawn_once(table, ["pay"]).tolist()
    [0, 0, 2, 3]
    """
    own = np.arange(len(table))
    if not {HOME, PERSON} & {*table.columns}:
        return own
    whole = np.zeros(len(table), dtype=np.int64) if part is None else part
    codes = [whole, *(numbered(table[name])[1] for name in columns)]
    for unit in (HOME, PERSON):
        known = numbered(table[unit])[1] if unit in table.columns else None
        if known is None:
            continue
        apart = np.where(known >= 0, known, known.max(initial=-1) + 1 + own)
        group = group_ids(np.stack([apart, *codes], axis=1))[0]
        if unit == PERSON or _shared(apart, codes[1:]):
            first = np.full(int(group.max(initial=-1)) + 1, len(own))
            np.minimum.at(first, group, own)
            return np.asarray(first[group])
    return own


def _shared(unit: Ints, codes: Sequence[Ints]) -> bool:
    """Whether all records of each unit have the same values."""
    return group_ids(np.stack([unit, *codes], axis=1))[1] == len(np.unique(unit))


def parts_of(table: pl.DataFrame, by: Sequence[str]) -> Ints:
    """Return the part of each record: those with the same values of some columns are one.

    Examples
    --------
    >>> parts_of(pl.DataFrame({"sex": ["m", "f", "m"]}), ["sex"]).tolist()
    [1, 0, 1]
    """
    codes = [numbered(table[name])[1] for name in by]
    whole = np.zeros(len(table), dtype=np.int64)
    return group_ids(np.stack([whole, *codes], axis=1))[0]
