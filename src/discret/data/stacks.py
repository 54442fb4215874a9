"""Several copies of a file one below the other, with a column that numbers them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import narwhals as nw

from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK, PLACE, check_names, check_reserved
from discret.data.roles import HELD, Role
from discret.errors import ColumnError
from discret.words import Words

_KNOWN = "_copies"


def stacked(copies: Sequence[Dataset], into: str) -> Dataset:
    """Put copies of one file below one another; the column `into` has the number of each.

    That column is a key: whoever counts all records counts within a copy, and nobody hides among
    their own copies. A record of a copy has the number of the record in whose place it stands.

    Examples
    --------
    >>> import polars as pl
    >>> data = Dataset.of(pl.DataFrame({"age": [41, 17]}), key="age")
    >>> both = stacked([data, data], "copy")
    >>> both.to_polars().rows(), both.columns(Role.KEY), len(data.keys), len(both.keys)
    ([(41, 1), (17, 1), (41, 2), (17, 2)], ('age', 'copy'), 2, 4)
    """
    first = copies[0]
    frames = [
        copy.frame.with_columns(nw.lit(place).cast(nw.Int64).alias(into), *_moved(copy, place - 1))
        for place, copy in enumerate(copies, 1)
    ]
    made = first.with_frame(nw.concat(frames, how="vertical"), made={into: ()})
    roles, trail = {**first.roles, into: Role.KEY}, replace(made.trail, copies=into)
    return replace(made, roles=roles, trail=trail)


def _moved(data: Dataset, before: int) -> list[nw.Expr]:
    """Return the place of each record, so many files farther down, where records have places."""
    if PLACE not in data.frame.collect_schema().names():
        return []
    return [(nw.col(PLACE) + before * len(data)).alias(PLACE)]


def each_copy(data: Dataset) -> tuple[Dataset, ...]:
    """Return the copies that a file is made of, each as a file of its own; itself where it is one.

    Examples
    --------
    >>> import polars as pl
    >>> data = Dataset.of(pl.DataFrame({"age": [41, 17]}), key="age")
    >>> [copy.to_polars().rows() for copy in each_copy(stacked([data, data], "copy"))]
    [[(41,), (17,)], [(41,), (17,)]]
    """
    into = data.trail.copies
    if not into or into not in data.roles:
        return (data,)
    known: tuple[Dataset, ...] | None = vars(data).get(_KNOWN)
    if known is None:  # kept: what is counted of a copy is not counted again
        numbers = data.values(into).to_list()
        known = vars(data)[_KNOWN] = tuple(_copy(data, into, number) for number in numbers)
    return known


def together(data: Dataset, how: str) -> Dataset | None:
    """Return copies as whoever holds all of them uses them: the union, or the means of numbers.

    A record of one copy stands in the place of the same record as one of each other copy, and often
    in the same order: what is drawn for it several times is told by the mean.

    Examples
    --------
    >>> import polars as pl
    >>> data = Dataset.of(pl.DataFrame({"age": [40, 20]}), key="age")
    >>> more = data.with_frame(data.frame.with_columns(nw.col("age") + 10))
    >>> both = stacked([data, more], "copy")
    >>> len(together(both, "union")), together(both, "means").to_polars()["age"].to_list()
    (4, [45.0, 25.0])
    """
    if not how or len(each_copy(data)) == 1:
        return None
    return data if how == "union" else _means(data)


def _means(data: Dataset) -> Dataset:
    first = each_copy(data)[0]
    numbers = [n for n, role in data.roles.items() if role not in HELD and _numeric(data, n)]
    numbers = [name for name in numbers if name != data.trail.copies]
    if not numbers:
        return first
    means = [nw.col(name).cast(nw.Float64).mean().alias(name) for name in numbers]
    found = data.frame.group_by(LINK).agg(*means)
    joined = first.frame.drop(*numbers).join(found, on=LINK, how="left")
    return first.with_frame(joined)


def _numeric(data: Dataset, name: str) -> bool:
    return data.kind(name).is_numeric()


def _copy(data: Dataset, into: str, number: object) -> Dataset:
    own = data.with_frame(data.frame.filter(nw.col(into) == number).drop(into))
    return replace(own, trail=replace(own.trail, copies=""))


def check_new(who: str, data: Dataset, into: str) -> None:
    """Refuse a name that a column has already, or may not have."""
    if into in data.roles:
        raise ColumnError(_THERE.filled(who=who, into=into), hint=_OTHER)
    check_names(who, [*data.roles, into])
    check_reserved(who, [into])


_THERE = Words(
    "{who}: the table has a column {into!r} already",
    fr="{who} : la table a déjà une colonne {into!r}",
)
_OTHER = Words("choose another name with into=", fr="choisir un autre nom avec into=")
