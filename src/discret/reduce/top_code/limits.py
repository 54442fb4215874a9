"""Numbers beyond limits, and what is put in their place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, floor

import narwhals as nw
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.history.trail import Moved
from discret.errors import ColumnError
from discret.reduce.whole_numbers import EXACT, ends, holder
from discret.words import Words, say

WHO = "top_code"


@dataclass(frozen=True)
class Limited:
    """A column with its limits: `top`, `bottom`, or both."""

    column: str
    limits: Mapping[str, float] = field(repr=False)

    def sides(self, data: Dataset, whole: tuple[int, int] | None) -> list[tuple[str, nw.Expr]]:
        """Return, for each limit, which records are beyond it; of whole numbers, exactly."""
        if whole is None:
            value = number(self.column)
            return [
                (side, value > float(level) if side == "top" else value < float(level))
                for side, level in self.limits.items()
            ]
        kind = data.kind(self.column)
        return [
            (side, _beyond(self.column, kind, side, level, whole))
            for side, level in self.limits.items()
        ]

    def limit(self, data: Dataset, side: str) -> float:
        """Return a limit as the column holds it: whole among whole numbers, if it is whole."""
        limit = self.limits[side]
        whole = data.kind(self.column).is_integer() and float(limit).is_integer()
        return int(limit) if whole else float(limit)

    def brought(
        self, data: Dataset, whole: tuple[int, int] | None, new: Mapping[str, float]
    ) -> Dataset:
        """Put the new values in the place of those beyond the limits."""
        kind = self._kind(data, whole, list(new.values()))
        result = nw.col(self.column).cast(kind)
        for side, beyond in self.sides(data, whole):
            if side in new:
                result = nw.when(beyond).then(nw.lit(new[side], dtype=kind)).otherwise(result)
        return data.with_frame(data.frame.with_columns(result.alias(self.column)))

    def step(self, new: Mapping[str, float]) -> Moved:
        """Return what values by themselves become, as their column did."""

        def function(values: pl.Series) -> pl.Series:
            alone = Dataset.of(pl.DataFrame({self.column: values}))
            alone.check_numeric(WHO, [self.column])
            whole = ends(alone, self.column) if values.dtype.is_integer() else None
            known = values.dtype.is_float() or whole is not None
            changed = self.brought(alone, whole, new) if known else alone
            return collected(changed.frame.select(self.column))[self.column]

        return Moved(function)

    def _kind(
        self, data: Dataset, whole: tuple[int, int] | None, new: list[float]
    ) -> nw.dtypes.DType:
        """Return the type that holds what is left and what replaces the rest."""
        if whole is None:
            return nw.Float64()
        if all(isinstance(level, int) for level in new):
            numbers = (*whole, *(int(level) for level in new))
            return holder(WHO, self.column, numbers, (data.kind(self.column),))
        if max(map(abs, whole)) > EXACT:
            raise ColumnError(
                say(
                    "{who}: whole numbers of {column!r} past 2^53 go with no decimal limit",
                    "{who} : les entiers de {column!r} au-delà de 2^53 ne vont pas avec"
                    " une limite décimale",
                    who=WHO,
                    column=self.column,
                ),
                hint=Words("give a whole limit", fr="donner une limite entière"),
            )
        return nw.Float64()


def _beyond(
    column: str, kind: nw.dtypes.DType, side: str, limit: float, whole: tuple[int, int]
) -> nw.Expr:
    """Mark the whole numbers beyond a limit: none, all, or those that compare with one like them.

    A limit between the ends of the column is held by its type; as floats, 10¹⁸ + 5 and 10¹⁸ are
    the same number.
    """
    low, high = whole
    last = floor(limit) if side == "top" else ceil(limit)
    known = ~nw.col(column).is_null()
    if (high <= last) if side == "top" else (low >= last):
        return known & nw.lit(value=False)
    if (low > last) if side == "top" else (high < last):
        return known
    own, mark = nw.col(column), nw.lit(last, dtype=kind)
    return own > mark if side == "top" else own < mark
