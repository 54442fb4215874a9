"""Records of the original beside what became of them in the release."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.codes import named
from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected
from discret.data.entering.column_names import LINK
from discret.data.real_records import real
from discret.data.record_places import Places, places
from discret.data.refusals import without_numbers
from discret.maths.counted_order import DENSE


def followed(
    who: str,
    before: Dataset,
    old: Sequence[nw.Expr],
    after: Dataset,
    new: Sequence[nw.Expr],
    *,
    how: Literal["inner", "left"] = "inner",
) -> Frame:
    """Join columns of the original to columns of the release, record by record, in the engine.

    Parameters
    ----------
    who
        Who asks, for messages.
    before, old
        The original file, and what is wanted of it.
    after, new
        The release, and what is wanted of it, under other names.
    how
        ``"left"`` keeps the records that the release has no more.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"a": ["x", "y"]}))
    >>> old, new = nw.col("a").alias("old"), nw.col("a").alias("new")
    >>> beside = collected(followed("test", data, [old], data, [new]))
    >>> sorted(beside.select("old", "new").rows())
    [('x', 'x'), ('y', 'y')]
    """
    if not (before.numbered and after.numbered):
        raise without_numbers(who)
    after = real(after)
    one, other = before.frame.select(LINK, *old), after.frame.select(LINK, *new)
    found = places(before, after)
    if found is not None:
        return _side_by_side(found, collected(one), collected(other).drop(LINK), how)
    if one.implementation != other.implementation or before.kind(LINK) != after.kind(LINK):
        one, other = (with_text_numbers(frame) for frame in (one, other))
    return one.join(other, on=LINK, how=how)


def pairs_at_hand(
    before: Dataset, column: str, after: Dataset, shown: str, names: Sequence[str]
) -> pl.DataFrame | None:
    """Count the records of the original by their value there and in the release, by numbers.

    Those that are gone show nothing. Nothing is returned of tables that must be joined, or of
    columns with many values.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"a": ["x", "y", "x"]}))
    >>> left = data.with_rows(data.row_numbers("test")[:2])
    >>> pairs_at_hand(data, "a", left, "a", ["old", "new", "n"]).rows()
    [('x', None, 1), ('x', 'x', 1), ('y', 'y', 1)]
    """
    after = real(after)
    found = places(before, after)
    if found is None or before.numbers is None or after.numbers is None:
        return None
    one, other = before.numbers.of(column), after.numbers.of(shown)
    if one is None or other is None:
        return None
    olds, news = len(one.values) + 1, len(other.values) + 1
    if olds * news > DENSE:
        return None
    left = one.codes if found.at is None else one.codes[found.at]
    counts = np.bincount(left * np.int64(news) + other.codes, minlength=olds * news)
    counts = counts.reshape(olds, news)
    counts[:, 0] += np.bincount(one.codes, minlength=olds) - np.bincount(left, minlength=olds)
    old, new = np.nonzero(counts)
    values = named(one.values, old - 1), named(other.values, new - 1), pl.Series(counts[old, new])
    return pl.DataFrame([own.alias(name) for own, name in zip(values, names, strict=True)])


def _side_by_side(found: Places, old: pl.DataFrame, new: pl.DataFrame, how: str) -> Frame:
    """Put tables at hand beside each other, where it is known which records are the same."""
    left = how == "left"
    pair = (old, found.spread(new)) if left else (found.fetched(old), new)
    beside: Frame = nw.from_native(pl.concat(pair, how="horizontal").lazy())
    return beside


def with_text_numbers(frame: Frame) -> Frame:
    """Bring a table into polars, its row numbers as text: two engines may number differently."""
    return nw.from_native(collected(frame).lazy()).with_columns(nw.col(LINK).cast(nw.String))
