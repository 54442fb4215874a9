"""Records brought from DuckDB piece by piece, where little of each is to stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import polars as pl

from discret.data.engine import Frame, collected, quietly

PIECE = 2**19  # records


def pieces(frame: Frame) -> Iterator[pl.DataFrame]:
    """Run a query in its engine, and bring what it finds in pieces, one after the other.

    Only DuckDB gives pieces, in the order of the query; of any other engine there is one. The
    connection of DuckDB answers nothing else until the last piece was taken.

    Examples
    --------
    >>> import narwhals as nw
    >>> [piece.height for piece in pieces(nw.from_native(pl.LazyFrame({"a": [1, 2]})))]
    [2]
    """
    if not frame.implementation.is_duckdb():
        yield collected(frame)
        return
    with quietly(frame.implementation):
        yield from _of_relation(frame.to_native())


def _of_relation(relation: Any) -> Iterator[pl.DataFrame]:
    """Return the pieces of a relation: at least one, which may have no record."""
    reader = relation.to_arrow_reader(PIECE)
    try:
        if any(hasattr(kind, "value_type") for kind in reader.schema.types):
            yield _in_polars(reader.read_all())  # each piece would list its own categories
            return
        yield _in_polars(reader.schema.empty_table())
        yield from map(_in_polars, reader)
    finally:
        reader.close()


def _in_polars(arrow: Any) -> pl.DataFrame:
    return cast("pl.DataFrame", pl.from_arrow(arrow))
