"""Records brought from DuckDB piece by piece, where little of each is to stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import polars as pl

from discret.data.engine import Frame, collected, quietly
from discret.data.held import TALL, Held, enumerated

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


def fetched_narrowly(frame: Frame, records: int) -> Held | None:
    """Bring a tall table out of DuckDB in narrow columns, texts as numbers piece by piece.

    Whole, its texts would be held twice: as the engine gives them, and as they are kept. Nothing of
    small tables, of other engines, and where there are enumerations.
    """
    if records < TALL or not frame.implementation.is_duckdb():
        return None
    kinds = collected(frame.head(0)).schema
    if any(isinstance(kind, pl.Categorical | pl.Enum) for kind in kinds.values()):
        return None
    texts = [name for name, kind in kinds.items() if kind == pl.String]
    coded = [pl.col(name).cast(pl.Categorical) for name in texts]
    parts = [piece.with_columns(coded) for piece in pieces(frame)]
    columns = (pl.concat([part[name] for part in parts], rechunk=True) for name in kinds)
    narrow = [enumerated(own) if own.name in texts else own for own in columns]
    return Held.beside(narrow, kinds)


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
