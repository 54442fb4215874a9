"""Values as whole numbers in their order, and back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.maths.arrays import Ints

CLOSE = 2**16  # whole numbers that span no more are counted, not sorted,
OFTEN = 4  # and so are those that span not much more than there are of them
FEW = 2000  # texts that are told apart one by one
BITS = 16  # of a hash, that texts are first told apart by
FAR = 2**62  # from nought, beyond which they are not added up


def numbered(values: pl.Series) -> tuple[pl.Series, Ints]:
    """Return the distinct values of a column, sorted, and the place of each value among them.

    A missing value has the place −1.

    Examples
    --------
    >>> distinct, places = numbered(pl.Series(["b", None, "a", "b"]))
    >>> distinct.to_list(), places.tolist()
    (['a', 'b'], [1, -1, 0, 1])
    """
    if values.dtype.is_integer() and (near := _near(values)) is not None:
        return near
    if values.dtype == pl.String:
        if len(values) <= FEW:
            return _by_name(values)
        if (alike := _by_hash(values, values.hash())) is not None:
            return alike
    name = values.name
    distinct = values.unique().sort()
    distinct = distinct.slice(distinct.null_count())  # what is missing comes first
    if values.dtype == pl.String:
        return distinct, _places(values.cast(pl.Enum(distinct)).to_physical())
    known = pl.DataFrame({name: distinct}).with_row_index("__code__")
    joined = values.to_frame().join(known, on=name, how="left", maintain_order="left")
    return distinct, _places(joined["__code__"])


def _places(codes: pl.Series) -> Ints:
    places = codes.cast(pl.Int64)
    return (places.fill_null(-1) if places.null_count() else places).to_numpy()


def _near(values: pl.Series) -> tuple[pl.Series, Ints] | None:
    """Give places to whole numbers that lie close together by counting them, without sorting."""
    least, most = values.min(), values.max()
    if not isinstance(least, int) or not isinstance(most, int):
        return None
    if most - least > max(CLOSE, OFTEN * len(values)) or max(-least, most) > FAR:
        return None
    holes = bool(values.null_count())
    away = (values.fill_null(least) if holes else values).cast(pl.Int64).to_numpy() - least
    known = values.is_not_null().to_numpy() if holes else np.ones(len(away), dtype=bool)
    there = np.zeros(most - least + 1, dtype=bool)
    there[away[known]] = True
    places = np.cumsum(there) - 1
    distinct = pl.Series(values.name, np.flatnonzero(there) + least)
    return distinct.cast(values.dtype), np.where(known, places[away], -1)


def numbered_texts(columns: Sequence[pl.Series]) -> list[tuple[pl.Series, Ints]]:
    """Do so for several columns of texts, in fewer steps than one by one.

    Examples
    --------
    >>> [places.tolist() for _, places in numbered_texts([pl.Series("a", ["y", "x"])])]
    [[1, 0]]
    """
    digests = pl.DataFrame(columns).select(pl.all().hash()).get_columns() if columns else []
    pairs = zip(columns, digests, strict=True)
    return [_by_hash(own, digest) or numbered(own) for own, digest in pairs]


def _by_name(values: pl.Series) -> tuple[pl.Series, Ints]:
    """Give places to a few texts: the order of their characters is that of their bytes."""
    texts = values.to_list()
    known = sorted({text for text in texts if text is not None})
    rank = {text: place for place, text in enumerate(known)}
    places = np.array([rank.get(text, -1) for text in texts], dtype=np.int64)
    return pl.Series(values.name, known, dtype=pl.String), places


def _by_hash(values: pl.Series, digest: pl.Series) -> tuple[pl.Series, Ints] | None:
    """Give places to texts, few of which differ, by their hashes; nothing where that is not exact.

    What the places stand for is compared with the texts: no two texts pass for one.
    """
    alike = _stand_ins(digest.to_numpy())
    if alike is None:
        return None
    first = np.flatnonzero(alike == np.arange(len(alike)))
    distinct, order = _by_name(gathered(values, first)) if len(first) <= FEW else (None, first)
    if distinct is None or len(distinct) + (order.min(initial=0) < 0) < len(first):
        return None
    rank = np.zeros(len(alike), dtype=np.int64)
    rank[first] = order
    places = rank[alike]
    return (distinct, places) if named(distinct, places).equals(values) else None


def _stand_ins(digest: NDArray[np.uint64]) -> Ints | None:
    """Return for each hash the place of one that equals it, one and the same for all that do.

    Nothing where many differ: they meet in a table of few places, by 16 bits and then by others.

    Examples
    --------
    >>> _stand_ins(np.array([7, 9, 7], dtype=np.uint64)).tolist()
    [2, 1, 2]
    """
    last = np.empty(2**BITS, dtype=np.int64)
    places, found = np.arange(len(digest)), _met(digest, 64 - BITS, last)
    for shift in range(64 - 2 * BITS, -1, -BITS):
        other = digest[found[places]] != digest[places]
        if not other.any():
            return found
        if other.sum() > len(other) / 2:
            break
        places = places[other]
        found[places] = places[_met(digest[places], shift, last)]
    return found if (digest[found] == digest).all() else None


def _met(digest: NDArray[np.uint64], shift: int, last: Ints) -> Ints:
    """Return for each hash the last one with the same bits; `last` has a place for all of these."""
    slot = (digest >> np.uint64(shift)).view(np.int64)
    slot = slot if shift == 64 - BITS else slot & (2**BITS - 1)
    last[slot] = np.arange(len(digest))
    return last[slot]


def named(distinct: pl.Series, places: Ints) -> pl.Series:
    """Return the values that have these places: what `numbered` takes apart, put together.

    Examples
    --------
    >>> named(pl.Series(["a", "b"]), np.array([1, -1, 0])).to_list()
    ['b', None, 'a']
    """
    if places.min(initial=0) < 0:
        return gathered(distinct.clear(1).append(distinct), places + 1)
    return gathered(distinct, places)


def gathered(values: pl.Series, places: Ints) -> pl.Series:
    """Return the values at these places: by the way that asks the engine for least.

    Examples
    --------
    >>> gathered(pl.Series(["a", "b"]), np.array([1, 1, 0])).to_list()
    ['b', 'b', 'a']
    """
    return values[pl.Series(places.astype(np.uint32))]


def numbered_table(table: pl.DataFrame) -> tuple[list[pl.Series], Ints]:
    """Do so for every column: the distinct values of each, and a matrix of places.

    Examples
    --------
    >>> numbered_table(pl.DataFrame({"a": ["x", "y"], "b": [7, 7]}))[1].tolist()
    [[0, 0], [1, 0]]
    """
    codes = np.empty((table.height, table.width), dtype=np.int64, order="F")  # used by column
    shelves = []
    for place, column in enumerate(table.iter_columns()):
        distinct, codes[:, place] = numbered(column)
        shelves.append(distinct)
    return shelves, codes


def named_table(shelves: list[pl.Series], codes: Ints) -> pl.DataFrame:
    """Put together what `numbered_table` takes apart, from a matrix of places.

    Values are fetched from the few distinct ones: much faster than from a table of millions.

    Examples
    --------
    >>> shelves, codes = numbered_table(pl.DataFrame({"a": ["x", None], "b": [7, 8]}))
    >>> named_table(shelves, codes[[1]]).rows()
    [(None, 8)]
    """
    return pl.DataFrame([named(shelf, codes[:, place]) for place, shelf in enumerate(shelves)])
