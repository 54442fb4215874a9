"""Sums of measures and of their products with weights: what adds up whatever is put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import narwhals as nw
import polars as pl

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.star.measures import FACTS, Measure
from discret.data.zonings.crossing import free

_LEN = "number of records"


@dataclass(frozen=True)
class Sums:
    """What is added up: sums of measures, and of their products with weights.

    Parameters
    ----------
    sums
        Measures that are summed.
    means
        Measures that are means, each with its weight.
    """

    sums: tuple[str, ...]
    means: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, measures: Mapping[str, Measure]) -> Sums:
        """Return what measures declare; those that do not add up are left out."""
        weights = {name: own.weight for name, own in measures.items() if own.adds == "mean"}
        return cls(
            tuple(name for name, own in measures.items() if own.adds == "sum"),
            tuple((name, weight) for name, weight in weights.items() if weight is not None),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The measures, the number of facts first."""
        return (self.count, *self.sums, *(name for name, _ in self.means))

    @property
    def count(self) -> str:
        """The name of the number of facts, which no measure has."""
        return free(FACTS, [*self.sums, *(name for name, _ in self.means)])

    @property
    def parts(self) -> list[str]:
        """The columns that add up whatever areas are put together."""
        places = range(len(self.means))
        above, below = [f"above {n}" for n in places], [f"below {n}" for n in places]
        return [_LEN, *(f"sum {n}" for n in range(len(self.sums))), *above, *below]

    def counted(self, data: Dataset, by: Sequence[str]) -> pl.DataFrame:
        """Add up the parts for each combination of columns, in the engine."""
        wide = data.frame.select(*by, *self._addends())
        asked = [nw.len().alias(_LEN), *(nw.col(name).sum() for name in self.parts[1:])]
        found = collected(wide.group_by(*by).agg(*asked))
        return found.with_columns(pl.col(_LEN).cast(pl.Int64))

    def values(self, parts: pl.DataFrame, suffix: str = "") -> list[pl.Series]:
        """Return the value of each measure from its parts; a mean of no weight has none."""
        sums = [parts[f"sum {n}"] for n in range(len(self.sums))]
        means = [_mean(parts[f"above {n}"], parts[f"below {n}"]) for n in range(len(self.means))]
        found = [parts[_LEN], *sums, *means]
        return [own.alias(f"{n}{suffix}") for n, own in zip(self.names, found, strict=True)]

    def _addends(self) -> list[nw.Expr]:
        sums = [number(name).alias(f"sum {n}") for n, name in enumerate(self.sums)]
        above = [(number(name) * _weight(name, weight)).alias(f"above {n}")
                 for n, (name, weight) in enumerate(self.means)]  # fmt: skip
        below = [_weight(name, weight).alias(f"below {n}")
                 for n, (name, weight) in enumerate(self.means)]  # fmt: skip
        return [*sums, *above, *below]


def _weight(name: str, weight: str) -> nw.Expr:
    """Return the weight of a fact in a mean, where there is something to weigh."""
    own = nw.lit(1.0) if weight == FACTS else number(weight)
    return nw.when(~nw.col(name).is_null()).then(own)


def _mean(above: pl.Series, below: pl.Series) -> pl.Series:
    return pl.DataFrame({"a": above, "b": below}).select(
        pl.when(pl.col("b") > 0).then(pl.col("a") / pl.col("b"))
    ).to_series()  # fmt: skip
