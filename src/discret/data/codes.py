"""Values as whole numbers in their order, and back."""

from __future__ import annotations

from math import inf

import numpy as np
import polars as pl
from numpy.typing import NDArray

from discret.maths.arrays import Ints

CLOSE = 2**16  # whole numbers that span no more are counted, not sorted,
FIRST = 10_000  # texts that mostly have all different ones
FEW = 500  # texts that are soon looked up one by one: a query takes as long, whatever it is asked
OFTEN = 4  # and so are those that span not much more than there are of them
FAR = 2**62  # from nought, beyond which they are not added up
WHOLE = 2.0**52  # below which floats are whole numbers exactly
POWERS = (1, 10, 100, 1000)  # by which amounts are mostly whole numbers
_WIDEST = (pl.Int128, pl.UInt128)  # that numpy has not


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
    if values.dtype == pl.Float64 and (near := numbered_near(values)) is not None:
        return near
    if values.dtype == pl.Float64 and (few := _few_floats(values)) is not None:
        return few
    if values.dtype == pl.String:
        return _numbered_few(values) if len(values) <= FEW else _numbered_texts(values)
    name, distinct = values.name, _distinct(values)
    known = pl.DataFrame({name: distinct}).with_row_index("__code__")
    joined = values.to_frame().join(known, on=name, how="left", maintain_order="left")
    return distinct, _places(joined["__code__"])


def places_in(values: pl.Series, shelf: pl.Series) -> Ints:
    """Return the place of each value on a shelf, the first of those that have it; −1 if none has.

    Both have the same type; a missing value is on no shelf.

    Examples
    --------
    >>> places_in(pl.Series(["b", "c", None]), pl.Series(["a", "b", "b"])).tolist()
    [1, -1, -1]
    """
    plain = values.dtype == shelf.dtype and (shelf.dtype.is_integer() or shelf.dtype == pl.String)
    if plain and len(values) + len(shelf) <= FEW:
        place = {own: at for at, own in reversed([*enumerate(shelf.to_list())])} | {None: -1}
        return np.array([place.get(own, -1) for own in values.to_list()], dtype=np.int64)
    known = pl.DataFrame({"value": shelf}).with_row_index("place").unique("value", keep="first")
    asked = pl.DataFrame({"value": values})
    return _places(asked.join(known, on="value", how="left", maintain_order="left")["place"])


def numbered_texts(table: pl.DataFrame) -> list[tuple[pl.Series, Ints]]:
    """Do so for columns of texts, all at once: queries are few, however many there are.

    Examples
    --------
    >>> [(a, b)] = numbered_texts(pl.DataFrame({"a": ["y", "x", None]}))
    >>> a.to_list(), b.tolist()
    (['x', 'y'], [1, 0, -1])
    """
    if len(table) <= FEW:
        return [_numbered_few(column) for column in table.iter_columns()]
    names = [str(place) for place in range(table.width)]  # no name is read as a pattern
    columns = [own.alias(name) for name, own in zip(names, table.iter_columns(), strict=True)]
    plain = pl.DataFrame(columns)
    each = plain.select(pl.all().drop_nulls().unique().sort().implode())
    known = [own.item() for own in each.iter_columns()]
    places = plain.select(
        pl.col(name).cast(pl.Enum(own)).to_physical()
        for name, own in zip(names, known, strict=True)
    )
    found = zip(table.columns, known, places.iter_columns(), strict=True)
    return [(own.alias(name), _places(place)) for name, own, place in found]


def _numbered_few(values: pl.Series) -> tuple[pl.Series, Ints]:
    """Do so for few texts, without a query."""
    texts = values.to_list()
    known = sorted({text for text in texts if text is not None})
    places = {None: -1, **{text: place for place, text in enumerate(known)}}
    distinct = pl.Series(values.name, known, dtype=pl.String)
    return distinct, np.array([places[text] for text in texts], dtype=np.int64)


def _numbered_texts(values: pl.Series) -> tuple[pl.Series, Ints]:
    distinct, codes = _looked_up(values)
    return distinct, _places(codes)


def _looked_up(values: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Do so for texts: mostly the first ones have all, and the others are looked up among them."""
    distinct = _distinct(values.head(FIRST))
    codes = values.cast(pl.Enum(distinct), strict=False)
    if codes.null_count() > values.null_count():
        others = _distinct(values.filter(codes.is_null()))
        distinct = pl.concat([distinct, others]).sort()
        codes = values.cast(pl.Enum(distinct))
    return distinct, codes.to_physical()


def numbered_codes(values: pl.Series, most: int) -> tuple[pl.Series, NDArray[np.uint16] | None]:
    """Return the distinct texts of a column, sorted, and their numbers from 1, 0 for missing.

    There are no numbers where there are more texts than `most`, which 16 bits must hold.

    Examples
    --------
    >>> numbered_codes(pl.Series(["b", None, "a"]), 9)[1].tolist()
    [2, 0, 1]
    """
    distinct, codes = _looked_up(values)
    if len(distinct) > most:
        return distinct, None
    small = codes.cast(pl.UInt16) + 1
    return distinct, (small.fill_null(0) if small.null_count() else small).to_numpy()


def _distinct(values: pl.Series) -> pl.Series:
    distinct = values.unique()
    distinct = distinct.sort(multithreaded=len(distinct) > FIRST)  # a few are sorted right here
    return distinct.slice(distinct.null_count())  # what is missing comes first


def _places(codes: pl.Series) -> Ints:
    places = codes.cast(pl.Int64)
    if not places.null_count() or len(places) > FIRST:
        return (places.fill_null(-1) if places.null_count() else places).to_numpy()
    few = places.to_numpy()  # with nan for what is missing
    return np.where(np.isnan(few), -1, few).astype(np.int64)


def _near(values: pl.Series) -> tuple[pl.Series, Ints] | None:
    """Give places to whole numbers that lie close together by counting them, without sorting."""
    least, most = values.min(), values.max()
    if not isinstance(least, int) or not isinstance(most, int):
        return None
    if most - least > max(CLOSE, OFTEN * len(values)) or max(-least, most) > FAR:
        return None
    known = values.is_not_null().to_numpy() if values.null_count() else None
    whole = values if known is None else values.fill_null(least)
    whole = whole.cast(pl.Int64) if whole.dtype in _WIDEST else whole  # the rest is cast on the way
    away = np.subtract(whole.to_numpy(), least, dtype=np.int64)
    there = np.zeros(most - least + 1, dtype=bool)
    there[away if known is None else away[known]] = True
    places = (np.cumsum(there) - 1)[away]
    distinct = pl.Series(values.name, np.flatnonzero(there) + least).cast(values.dtype)
    return distinct, places if known is None else np.where(known, places, -1)


def numbered_near(values: pl.Series) -> tuple[pl.Series, Ints] | None:
    """Do so for floats that are whole numbers, or so many tenths, hundredths, thousandths.

    Amounts often are; −0.0 is another text than 0.0. The quotient of the whole number is the float
    itself: that is looked at. Of others nothing is said.

    Examples
    --------
    >>> distinct, places = numbered_near(pl.Series([0.25, None, 0.1, 0.25]))
    >>> distinct.to_list(), places.tolist()
    ([0.1, 0.25], [1, -1, 0, 1])
    """
    few, known = values.head(FIRST).drop_nulls(), values.drop_nulls()
    power = next((power for power in POWERS if _are_whole(few, power)), None)
    if power is None or _span(known) * power > max(CLOSE, OFTEN * len(values)):
        return None
    if not _are_whole(known, power):
        return None
    whole = values if power == 1 else (values * power).round()
    found = _near(whole.cast(pl.Int64))
    if found is None:
        return None
    quotients = found[0].to_numpy() / power  # not of polars, which multiplies by a tenth
    return pl.Series(values.name, quotients), found[1]


def _few_floats(values: pl.Series) -> tuple[pl.Series, Ints] | None:
    """Do so for few floats, without a query; not where there is a nan or a −0.0."""
    numbers = values.to_numpy()  # with nan for what is missing
    missing = np.isnan(numbers)
    odd = len(numbers) > FEW or np.count_nonzero(missing) != values.null_count()
    if odd or (np.signbit(numbers) & (numbers == 0)).any():
        return None
    distinct, places = np.unique(numbers[~missing], return_inverse=True)
    every = np.full(len(numbers), -1, dtype=np.int64)
    every[~missing] = places
    return pl.Series(values.name, distinct), every


def _span(known: pl.Series) -> float:
    least, most = known.min(), known.max()
    return most - least if isinstance(least, float) and isinstance(most, float) else inf


def _are_whole(known: pl.Series, power: int) -> bool:
    """Whether floats are whole numbers divided by a power of ten, and none is −0.0."""
    numbers = known.to_numpy()
    if not len(numbers) or not (np.abs(numbers) < WHOLE / power).all():  # nor is any nan
        return False
    whole = np.floor(numbers) if power == 1 else np.rint(numbers * power) / power
    return not ((whole != numbers) | (np.signbit(numbers) & (numbers == 0))).any()


def named(distinct: pl.Series, places: Ints) -> pl.Series:
    """Return the values that have these places: what `numbered` takes apart, put together.

    Examples
    --------
    >>> named(pl.Series(["a", "b"]), np.array([1, -1, 0])).to_list()
    ['b', None, 'a']
    """
    if places.min(initial=0) >= 0:
        return distinct[pl.Series(places.astype(np.uint32))]
    missing = pl.Series(distinct.name, [None], dtype=distinct.dtype)
    return pl.concat([missing, distinct])[pl.Series((places + 1).astype(np.uint32))]


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
