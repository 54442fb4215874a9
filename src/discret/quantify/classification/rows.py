"""The records to learn from and to be tried on: as they were, as they were recoded, as released."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.beside.records import followed
from discret.data.compare import has_weights
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.entering.column_names import LINK
from discret.data.keytable import LARGEST, LEAST, check_weights
from discret.data.roles import Role
from discret.data.text import as_text
from discret.maths.arrays import Bools, Floats
from discret.quantify.common_classes import alike
from discret.quantify.refusals import not_numbered_once

MOST = 50_000  # records that are drawn of a large file
SEED = 1  # they, and their folds, are always the same: nobody is protected by chance here
THERE, WEIGHT = "__there__", "__weight__"


@dataclass(frozen=True)
class Rows:
    """Records of both files beside each other, in an order that was drawn once for all.

    Parameters
    ----------
    original, recoded, released
        The columns to learn from: as they were, at the level of detail of the release, and as
        released. Only the first has what the release lacks.
    truth, taught
        The column to predict, as text: as it was, at the detail of the release; and as released.
    there
        Which records the release still has.
    weight
        Their weights in the original; 1 where it has none.
    """

    original: pl.DataFrame = field(repr=False)
    recoded: pl.DataFrame = field(repr=False)
    released: pl.DataFrame = field(repr=False)
    truth: pl.Series = field(repr=False)
    taught: pl.Series = field(repr=False)
    there: Bools = field(repr=False)
    weight: Floats = field(repr=False)


def rows_of(who: str, before: Dataset, after: Dataset, target: str, names: Sequence[str]) -> Rows:
    """Put the records of both files beside each other.

    Examples
    --------
    >>> data = Dataset.of(pl.DataFrame({"a": [1, 2], "b": ["x", "y"]}), key="a", sensitive="b")
    >>> rows = rows_of("test", data, data, "b", ["a"])
    >>> sorted(zip(rows.released["a"], rows.taught, rows.truth))
    [(1, 'x', 'x'), (2, 'y', 'y')]
    """
    left = [name for name in (target, *names) if name in after.roles]
    same, now = alike(who, before, after, left)
    own = [nw.col(name).alias(f"old {name}") for name in names]
    own += [number(str(before.column(Role.WEIGHT))).alias(WEIGHT)] if has_weights(before) else []
    first = collected(
        followed(who, before, own or [nw.lit(1).alias(WEIGHT)], same,
                 [nw.col(name).alias(f"as {name}") for name in dict.fromkeys((target, *names))])
    )  # fmt: skip
    new = [nw.lit(1).alias(THERE), *(nw.col(name).alias(f"new {name}") for name in left)]
    second = collected(followed(who, before, [], now, new, how="left"))
    if first.schema[LINK] != second.schema[LINK]:  # two engines may number differently
        first, second = (own.with_columns(pl.col(LINK).cast(pl.String)) for own in (first, second))
    table = first.join(second, on=LINK, how="left")
    if (len(table), table[THERE].count()) != (len(before), len(after)):
        raise not_numbered_once(who)
    return _laid(_some(table.sort(LINK)), target, [name for name in names if name in left], names)


def _some(table: pl.DataFrame) -> pl.DataFrame:
    order = np.random.default_rng(SEED).permutation(len(table))[:MOST]
    return table[order]


def _laid(table: pl.DataFrame, target: str, left: Sequence[str], names: Sequence[str]) -> Rows:
    truth = as_text(table[f"as {target}"]).alias(target)
    new = f"new {target}"
    taught = as_text(table[new]) if new in table.columns else truth.clear(len(truth))
    return Rows(
        original=_named(table, "old", names),
        recoded=_named(table, "as", left),
        released=_named(table, "new", left),
        truth=truth,
        taught=taught.alias(target),
        there=table[THERE].is_not_null().to_numpy(),
        weight=_weights(table),
    )


def _named(table: pl.DataFrame, kind: str, names: Sequence[str]) -> pl.DataFrame:
    return table.select(pl.col(f"{kind} {name}").alias(name) for name in names)


def _weights(table: pl.DataFrame) -> Floats:
    if WEIGHT not in table.columns:
        return np.ones(len(table))
    weights = table[WEIGHT].cast(pl.Float64).fill_null(np.nan).to_numpy()
    check_weights(int((~((weights > LEAST) & (weights < LARGEST))).sum()))
    return weights
