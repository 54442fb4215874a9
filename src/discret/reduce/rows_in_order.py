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
from discret.data.keytable import check_weights, good_weights
from discret.data.roles import Role
from discret.maths.arrays import Ints
from discret.maths.matching import group_ids

WEIGHT, PERSON = "__weight__", "__person__"


def rows_in_order(
    who: str, data: Dataset, columns: Iterable[str], *, weighted: bool = True
) -> pl.DataFrame:
    """Return columns with the number of each record, its weight (1 without any) and its person.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"age": [41, 17], "w": [2, 3]}), weight="w")
    >>> rows_in_order("test", data, ["age", "age"]).rows()
    [(0, 41, 2.0), (1, 17, 3.0)]
    """
    data.row_numbers(who)
    names = list(dict.fromkeys(columns))
    data.check_columns(who, names)
    weight = data.column(Role.WEIGHT) if weighted else None
    person = data.column(Role.INDIVIDUAL)
    asked = [(nw.lit(1.0) if weight is None else number(weight)).alias(WEIGHT)]
    asked += [] if person is None else [nw.col(person).alias(PERSON)]
    table = collected(data.frame.select(LINK, *names, *asked)).sort(LINK)
    check_weights(len(table) - int(nw.from_native(table).select(good_weights(WEIGHT)).item()))
    return table


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
