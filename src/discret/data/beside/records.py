"""Records of the original beside what became of them in the release."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import narwhals as nw
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import Frame, collected
from discret.data.entering.column_names import LINK
from discret.data.record_places import Places, places
from discret.data.refusals import without_numbers


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
    one, other = before.frame.select(LINK, *old), after.frame.select(LINK, *new)
    found = places(before, after)
    if found is not None:
        return _side_by_side(found, collected(one), collected(other).drop(LINK), how)
    if one.implementation != other.implementation or before.kind(LINK) != after.kind(LINK):
        one, other = (with_text_numbers(frame) for frame in (one, other))
    return one.join(other, on=LINK, how=how)


def _side_by_side(found: Places, old: pl.DataFrame, new: pl.DataFrame, how: str) -> Frame:
    """Put tables at hand beside each other, where it is known which records are the same."""
    left = how == "left"
    pair = (old, found.spread(new)) if left else (found.fetched(old), new)
    beside: Frame = nw.from_native(pl.concat(pair, how="horizontal").lazy())
    return beside


def with_text_numbers(frame: Frame) -> Frame:
    """Bring a table into polars, its row numbers as text: two engines may number differently."""
    return nw.from_native(collected(frame).lazy()).with_columns(nw.col(LINK).cast(nw.String))
