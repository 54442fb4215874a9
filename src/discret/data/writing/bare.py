"""Tables whose memory holds what they show, and nothing else.

A column in memory may keep what it no longer shows: the value below a blank, the texts of records
that were dropped. Formats that are written as memory is (Arrow, Feather) would carry it along.
"""

from __future__ import annotations

import polars as pl


def bare(table: pl.DataFrame) -> pl.DataFrame:
    """Return the table with its columns laid anew, of what they show alone.

    Examples
    --------
    >>> import io
    >>> towns = pl.Series("town", ["a town of a long name", "another one of a long name"])
    >>> table = pl.select(pl.when(pl.Series([True, False])).then(towns).alias("town"))
    >>> files = io.BytesIO(), io.BytesIO()
    >>> _ = table.write_ipc(files[0]), bare(table).write_ipc(files[1])
    >>> [b"another one" in file.getvalue() for file in files], bare(table).equals(table)
    ([True, False], True)
    """
    return pl.DataFrame([_bare(column) for column in table.iter_columns()])


def _bare(values: pl.Series) -> pl.Series:
    if values.dtype.is_nested() or values.dtype in (pl.Null, pl.Object):
        return values
    shown = values.is_not_null()
    kept = _fresh(values.filter(shown) if values.null_count() else values)
    if not values.null_count():
        return kept
    places = shown.cast(pl.Int64).cum_sum() - 1
    blank = pl.Series([None], dtype=pl.Int64)
    return kept.gather(places.zip_with(shown, blank)).alias(values.name)


def _fresh(kept: pl.Series) -> pl.Series:
    """Copy texts: else they lie among those that they were chosen from."""
    if kept.dtype == pl.String:
        return (kept.alias("") + "").alias(kept.name)
    if kept.dtype == pl.Binary:
        return kept.bin.encode("hex").str.decode("hex")
    return kept
