"""The cells of two files over the same columns, where nothing is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from discret.data.compare import WEIGHT, crossed, has_weights
from discret.data.dataset import Dataset
from discret.data.text import as_text
from discret.maths.arrays import Ints
from discret.quantify.common_classes import alike


class KnownCells(NamedTuple):
    """Cross tables of the same columns before and after, at the level of detail of the release.

    Parameters
    ----------
    before, after
        One row for each combination that is present, as text, with its weight; sorted.
    levels
        The categories of each column: those of the original in their order, then new ones.
    weighted
        Whether the weights of the files were summed; else records were counted.
    """

    before: pl.DataFrame
    after: pl.DataFrame
    levels: dict[str, list[str]]
    weighted: bool

    def known(self, columns: Sequence[str]) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Roll both tables up to some columns, and leave out where one of them is missing."""
        return rolled(self.before, columns), rolled(self.after, columns)

    def left_out(self, columns: Sequence[str]) -> dict[str, float]:
        """Return the shares of the weight that are left out so."""
        whole = (float(table[WEIGHT].sum()) for table in (self.before, self.after))
        kept = (float(table[WEIGHT].sum()) for table in self.known(columns))
        shares = [
            round(1 - own / all_, 12) if all_ else 0.0
            for own, all_ in zip(kept, whole, strict=True)
        ]
        return {"left_out_before": shares[0] + 0.0, "left_out_after": shares[1] + 0.0}


def known_cells(who: str, before: Dataset, after: Dataset, columns: Sequence[str]) -> KnownCells:
    """Cross columns of both files, in one pass of the engine for each.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), weight="Poids")
    >>> cells = known_cells("test", data, data, ["Sexe"])
    >>> cells.before[WEIGHT].to_list(), cells.levels["Sexe"]
    ([7000.0, 5000.0], ['Femme', 'Homme'])
    """
    for data in (after, before):
        data.check_columns(who, columns)
    weighted = has_weights(before)
    pair = alike(who, before, after, columns)
    old, new = (crossed(data, columns, weighted=weighted) for data in pair)
    return KnownCells(
        _as_text(old, columns),
        _as_text(new, columns),
        {name: levels(old[name], new[name]) for name in columns},
        weighted,
    )


def levels(old: pl.Series, new: pl.Series) -> list[str]:
    """Return the categories of two columns: those of the first in their order, then new ones.

    Examples
    --------
    >>> levels(pl.Series([10, 9, None]), pl.Series(["9", "9 or 10"]))
    ['9', '10', '9 or 10']
    """
    texts = [as_text(series.drop_nulls().unique().sort()) for series in (old, new)]
    return pl.concat(texts).unique(maintain_order=True).to_list()


def _as_text(table: pl.DataFrame, columns: Sequence[str]) -> pl.DataFrame:
    texts = table.with_columns(as_text(table[name]).alias(name) for name in columns)
    return texts.group_by(columns).agg(pl.col(WEIGHT).sum()).sort(columns)


def rolled(table: pl.DataFrame, columns: Sequence[str]) -> pl.DataFrame:
    """Roll one of the tables up to some columns, and leave out where one of them is missing."""
    cells = table.select(*columns, WEIGHT).drop_nulls(list(columns))
    return cells.group_by(columns).agg(pl.col(WEIGHT).sum()).sort(columns)


def places(values: pl.Series, known: Sequence[str]) -> Ints:
    """Return the place of each value in a list that has them all.

    Examples
    --------
    >>> places(pl.Series(["b", "a"]), ["a", "b"]).tolist()
    [1, 0]
    """
    if not len(values):
        return np.empty(0, dtype=np.int64)
    names, numbers = pl.Series(known, dtype=pl.String), pl.Series(range(len(known)), dtype=pl.Int64)
    return values.cast(pl.String).replace_strict(names, numbers).to_numpy()
