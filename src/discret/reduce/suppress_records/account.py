"""What was dropped, by category: the account that weights are corrected with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.hierarchies.declared_orders import declared_order
from discret.data.keytable import KeyTable
from discret.data.reading_order import order_of
from discret.data.roles import Role
from discret.data.text import as_text
from discret.maths.arrays import Bools, Floats, Ints


def dropped_by_category(
    before: Dataset, after: Dataset, columns: Sequence[str] = ()
) -> pl.DataFrame:
    """Count what each category lost between two datasets: records, and their weight.

    Parameters
    ----------
    before, after
        The dataset, and the same without some records.
    columns
        The columns to look at; the keys where none is given.

    Returns
    -------
    polars.DataFrame
        ``column``, ``category`` (as text), ``records`` and ``dropped``, with a weight column
        ``weight`` and ``weight_dropped`` too. It shows values of the data: it is for the producer
        of the file, to choose margins and regroup categories, and no part of a report.

    Examples
    --------
    >>> from discret import Context
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> from discret.reduce import SuppressRecords
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> left = SuppressRecords(models=[KAnonymity(k=2)], drop=0.4).apply(data, Context()).data
    >>> lost = dropped_by_category(data, left, ["Plat préféré"])
    >>> lost.filter(pl.col("dropped") == pl.col("records"))["category"].to_list()
    ['Choucroute']
    """
    names = tuple(columns) or before.need("dropped_by_category", Role.KEY)
    before.check_columns("dropped_by_category", names)
    after.check_columns("dropped_by_category", names)
    return pl.concat([_in_order(before, _account(before, after, name), name) for name in names])


def _in_order(data: Dataset, table: pl.DataFrame, name: str) -> pl.DataFrame:
    return table[order_of(table["category"].to_list(), declared_order(data, name))]


def _account(before: Dataset, after: Dataset, name: str) -> pl.DataFrame:
    had, kept = _counted(before, name), _counted(after, name)
    table = had.join(kept, on="category", how="left", nulls_equal=True, suffix="_kept")
    columns = [pl.lit(name).alias("column"), as_text(table["category"]).alias("category")]
    for whole, gone in (("records", "dropped"), ("weight", "weight_dropped")):
        if whole in had.columns:
            lost = pl.col(whole) - pl.col(f"{whole}_kept").fill_null(0)
            columns += [pl.col(whole), lost.alias(gone)]
    return table.select(columns)


def _counted(data: Dataset, name: str) -> pl.DataFrame:
    weight = data.column(Role.WEIGHT)
    wanted = [nw.len().cast(nw.Int64).alias("records")]
    if weight is not None:
        wanted.append(nw.col("__weight__").sum().alias("weight"))
    own = [nw.col(name).alias("category")]
    own += [] if weight is None else [number(weight).alias("__weight__")]
    return collected(data.frame.select(*own).group_by("category").agg(*wanted))


def dropped_by_column(keys: KeyTable, keep: Bools) -> dict[str, dict[str, Any]]:
    """Say how the categories of each key were hit, without naming them: plain data for a record.

    ``categories`` is their number (missing is none), ``touched`` those that lost a record,
    ``emptied`` those that lost all; ``largest_share`` is the largest share of its records that a
    category lost, ``largest_weight_share`` the same of its weight, where there are weights.
    """
    told = {}
    for place, name in enumerate(keys.columns):
        code = keys.codes[:, place].astype(np.int64)
        had, lost = _sums(code, keys.count, keep)
        told[name] = {
            "categories": int((had > 0).sum()),
            "touched": int((lost > 0).sum()),
            "emptied": int(((lost == had) & (had > 0)).sum()),
            "largest_share": _largest(had, lost),
        }
        if keys.total_weight is not None and not keys.bad_weights:
            told[name]["largest_weight_share"] = _largest(*_sums(code, keys.total_weight, keep))
    return told


def _sums(code: Ints, values: Any, keep: Bools) -> tuple[Floats, Floats]:
    known = code >= 0
    had = np.bincount(code[known], values[known])
    lost = np.bincount(code[known & ~keep], values[known & ~keep], minlength=len(had))
    return had.astype(np.float64), lost.astype(np.float64)


def _largest(had: Floats, lost: Floats) -> float:
    return float((lost[had > 0] / had[had > 0]).max(initial=0.0))
