"""The values of the original beside what the release shows in their place, counted."""

from __future__ import annotations

from collections.abc import Sequence

import narwhals as nw
import polars as pl

from discret.data.beside.records import followed, pairs_at_hand
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.real_records import real
from discret.quantify.refusals import not_numbered_once

OLD, NEW, COUNT, THERE = "__old__", "__new__", "__count__", "__there__"


def value_pairs(
    who: str, before: Dataset, after: Dataset, column: str, shown: Sequence[str]
) -> pl.DataFrame:
    """Count the combinations of an original and a released value, in the engine if need be.

    What is gone shows nothing; a value that several columns show is the combination of theirs.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"a": ["x", "y", "x"]}))
    >>> value_pairs("test", data, data, "a", ["a"]).rows()
    [('x', 'x', 2), ('y', 'y', 1)]
    """
    if len(shown) == 1:
        found = pairs_at_hand(before, column, after, shown[0], [OLD, NEW, COUNT])
        if found is not None:
            return found
    new = {f"{NEW}{place}": nw.col(name) for place, name in enumerate(shown)}
    both = followed(
        who,
        before,
        [nw.col(column).alias(OLD)],
        after,
        [nw.lit(1).alias(THERE), *(expression.alias(name) for name, expression in new.items())],
        how="left",
    )
    counts = [nw.len().alias(COUNT), nw.col(THERE).count().alias(THERE)]
    pairs = collected(both.group_by(OLD, *new).agg(*counts))
    if (pairs[COUNT].sum(), pairs[THERE].sum()) != (len(before), len(real(after))):
        raise not_numbered_once(who)
    return pairs.select(OLD, _as_one(list(new)).alias(NEW), COUNT)


def _as_one(shown: Sequence[str]) -> pl.Expr:
    """Return columns as one: itself, or the number of each combination; none shows nothing."""
    if len(shown) < 2:  # noqa: PLR2004 (none, or one)
        return pl.col(shown[0]) if shown else pl.lit(None, dtype=pl.String)
    blank = pl.all_horizontal(pl.col(shown).is_null())
    return pl.when(~blank).then(pl.struct(shown).rank("dense")).cast(pl.String)
