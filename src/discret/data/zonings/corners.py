"""Squares of a grid, by the names that INSPIRE gives them."""

from __future__ import annotations

import polars as pl

from discret.maths.arrays import Ints

SQUARE = r"^(?<crs>CRS\d+)RES(?<side>\d+)mN(?<north>-?\d+)E(?<east>-?\d+)$"


def corners(squares: pl.Series) -> Ints | None:
    """Return the lower corner and the side of squares named as INSPIRE does, `None` for others.

    Examples
    --------
    >>> corners(pl.Series(["CRS3035RES200mN2029800E4252400"])).tolist()
    [[4252400, 2029800, 200]]
    """
    if squares.dtype != pl.String:
        return None
    parts = squares.str.extract_groups(SQUARE).struct.unnest()
    if parts["crs"].null_count() or parts["crs"].n_unique() > 1:
        return None
    return parts.select(pl.col("east", "north", "side").cast(pl.Int64)).to_numpy()
