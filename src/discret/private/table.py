"""Counts, sums, means and quantiles by categories, under a stated guarantee."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.arguments.declared import Declared
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.data.text import as_text
from discret.maths.arrays import Floats, Ints
from discret.parts import Columns
from discret.parts.pairs import Pairs
from discret.private.after import consistent, quantiles
from discret.private.contributions import COUNT, VALUE, few_cells, per_cell, whole
from discret.private.mechanisms import Distance, Guarantee, above, deviation, noisy
from discret.words import Words

Statistic = Literal["count", "sum", "mean", "quantile"]
Neighbours = Literal["add_remove", "replace"]
Share = Annotated[float, Field(ge=0, le=1)]
STEPS = 1 << 20  # whole units between 0 and the larger bound
BINS = 64  # between the bounds, for quantiles
CELL = "__cell__"


class Told(NamedTuple):
    """A table of statistics, and what may be told beside it."""

    table: pl.DataFrame
    facts: dict[str, Any]


class PrivateTable(Declared):
    r"""Tell counts, sums, means or quantiles by categories, under differential privacy.

    Notes
    -----
    With ε alone noise is Laplace's; with ε and δ, or with ρ, it is Gaussian and counted in
    zero-concentrated terms. Mechanisms, and the proof of what they cost, are OpenDP's. What a
    person adds is bounded here: they count once in a cell, in `cells` cells at most, with a number
    between `low` and `high` (the sum of their records in the cell, or for means and quantiles their
    mean). The person is the individual, else each record is one.

    Cells are the combinations of public `categories`, told whether anybody is there or not;
    without categories only cells whose noisy count passes a threshold are told, which takes a δ.

    A mean is a noisy sum around the middle of the bounds divided by a noisy count, a quantile is
    read from noisy counts between the bounds; the guarantee is shared out between them. Counts
    become whole numbers from 0 on that keep their total, at no cost.

    References
    ----------
    .. [1] Dwork C., Roth A. (2014). The algorithmic foundations of differential privacy.
    .. [2] OpenDP (2025). The OpenDP library, proofs of make_laplace, make_gaussian and
       make_laplace_threshold.

    Examples
    --------
    >>> people = Dataset.of(pl.DataFrame({"sex": ["f", "m"] * 500}), key="sex")
    >>> table = PrivateTable(by=["sex"], epsilon=1.0, categories={"sex": ["f", "m"]})
    >>> table.preview()["deviation"] < 2
    True
    >>> abs(table.tell(people).table["count"].sum() - 1000) < 60
    True
    """

    name: ClassVar[str] = "private_table"

    by: Columns = Field(
        default=(), description=Words("columns that make the cells", fr="colonnes des cellules")
    )
    statistic: Statistic = Field(
        default="count",
        description=Words("what is told of each cell", fr="ce qui est dit de chaque cellule"),
    )
    column: str | None = Field(
        default=None,
        description=Words(
            "the numbers, for sums, means and quantiles",
            fr="les nombres, pour sommes, moyennes et quantiles",
        ),
    )
    epsilon: float = Field(
        default=0.0, ge=0, description=Words("ε of the table", fr="ε de la table")
    )
    delta: float = Field(default=0.0, ge=0, lt=1, description=Words("δ beside it", fr="δ à côté"))
    rho: float = Field(default=0.0, ge=0, description=Words("or ρ, zero-concentrated", fr="ou ρ"))
    low: float | None = Field(
        default=None,
        description=Words("least number that counts", fr="plus petit nombre compté"),
    )
    high: float | None = Field(
        default=None,
        description=Words("largest number that counts", fr="plus grand nombre compté"),
    )
    shares: tuple[Share, ...] = Field(
        default=(0.5,), description=Words("which quantiles", fr="quels quantiles")
    )
    categories: Pairs[tuple[str, ...]] = Field(
        default=(),
        description=Words(
            "for each column the values that there can be, known to all",
            fr="pour chaque colonne les valeurs possibles, connues de tous",
        ),
        repr=False,
    )
    cells: int = Field(
        default=1,
        ge=1,
        description=Words(
            "cells that one person counts in, at most",
            fr="cellules où une personne compte, au plus",
        ),
    )
    neighbours: Neighbours = Field(
        default="add_remove",
        description=Words(
            "which tables nobody may tell apart: with a person more or less, or with one replaced",
            fr="quelles tables personne ne doit distinguer : à une personne près, ou une remplacée",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (
            not (self.epsilon or self.rho)
            or (self.epsilon and self.rho)
            or (self.rho and self.delta)
        ):
            raise ValueError(_AMOUNT)
        if self.statistic != "count" and (
            self.column is None or self.low is None or self.high is None or self.low >= self.high
        ):
            raise ValueError(_BOUNDS)
        if {name for name, _ in self.categories} not in (set(self.by), set()):
            raise ValueError(_CATEGORIES)
        if self._open and (not self.delta or self.statistic != "count"):
            raise ValueError(_OPEN)
        return self

    @property
    def guarantee(self) -> Guarantee:
        """What the whole table costs."""
        return Guarantee(self.epsilon, self.delta, self.rho)

    @property
    def _open(self) -> bool:
        """Whether which cells there are is told by a threshold."""
        return bool(self.by) and not self.categories

    @property
    def _distance(self) -> Distance:
        ways = 2 if self.neighbours == "replace" else 1
        return Distance(ways * self.cells, 1)

    @property
    def _middle(self) -> float:
        """Where numbers are counted from: 0 for sums, the middle of the bounds for means."""
        assert self.low is not None  # noqa: S101 (checked)
        assert self.high is not None  # noqa: S101 (checked)
        return 0.0 if self.statistic == "sum" else (self.low + self.high) / 2

    @property
    def _reach(self) -> float:
        """How far a number may be from there."""
        assert self.low is not None  # noqa: S101 (checked)
        assert self.high is not None  # noqa: S101 (checked)
        return max(abs(self.low - self._middle), abs(self.high - self._middle))

    @property
    def _unit(self) -> float:
        return self._reach / STEPS

    def preview(self) -> dict[str, float]:
        """Return what noise there will be, before anything is read: standard deviation, and 95%.

        For means, the deviation of the sum and of the count that they are made of.
        """
        if self.statistic in ("count", "quantile"):
            noise = Guarantee(self.epsilon) if self._open else self.guarantee
            own = deviation(self._distance, noise)
            return {"deviation": own, "within_95": _within(own, noise)}
        each = Distance(self._distance.cells, STEPS)
        part = self.guarantee.shared(2) if self.statistic == "mean" else self.guarantee
        own = deviation(each, part) * self._unit
        more = {"count_deviation": deviation(self._distance, part)}
        told = {"deviation": own, "within_95": _within(own, part)}
        return {**told, **(more if self.statistic == "mean" else {})}

    def least_epsilon(self, error: float) -> float:
        """Return the smallest ε for which the noise deviates by at most this much (Laplace)."""
        one = self.model_copy(update={"epsilon": 1.0, "delta": 0.0, "rho": 0.0})
        return one.preview()["deviation"] / error

    def check(self, data: Dataset) -> None:
        """Refuse data that lacks the columns, before anything is paid."""
        data.check_columns(self.name, self.by)
        if self.column is not None:
            data.check_numeric(self.name, [self.column])

    def tell(self, data: Dataset) -> Told:
        """Read the data, and tell the statistics with their noise."""
        self.check(data)
        unit = data.column(Role.INDIVIDUAL)
        adding: Literal["sum", "mean"] = "sum" if self.statistic == "sum" else "mean"
        wanted = None if self.statistic == "count" else self.column
        rows = few_cells(per_cell(data, self.by, unit, wanted, adding), self.cells)
        table = self._thresholded(rows) if self._open else self._in_cells(rows)
        return Told(table, {**self.preview(), "unit": "record" if unit is None else "individual"})

    def _thresholded(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Tell the cells whose noisy counts pass the threshold."""
        every = rows if COUNT in rows.columns else rows.with_columns(pl.lit(1).alias(COUNT))
        counted = every.group_by(self.by).agg(pl.col(COUNT).sum()).with_row_index(CELL)
        counts = dict(zip(counted[CELL].to_list(), counted[COUNT].to_list(), strict=True))
        told, _ = above(counts, self._distance, self.guarantee)
        kept = pl.DataFrame(
            {CELL: list(told), "count": list(told.values())},
            schema={CELL: pl.UInt32, "count": pl.Int64},
        )
        cells = counted.select(CELL, *self.by).join(kept, on=CELL).drop(CELL)
        return cells.sort(self.by)

    def _in_cells(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Tell every cell of the categories."""
        given = dict(self.categories)
        names = [given[name] for name in self.by]
        size = prod(map(len, names))
        cell = pl.lit(0, dtype=pl.Int64)
        for name, values in zip(self.by, names, strict=True):
            place = {value: number for number, value in enumerate(values)}
            coded = as_text(rows[name]).replace_strict(place, default=None, return_dtype=pl.Int64)
            rows = rows.with_columns(coded.alias(name))
            cell = cell * len(values) + pl.col(name)
        rows = rows.with_columns(cell.alias(CELL)).filter(pl.col(CELL).is_not_null())
        found = self._statistics(rows, size)
        if not self.by:
            return found
        return pl.DataFrame(list(product(*names)), schema=list(self.by), orient="row").hstack(found)

    def _statistics(self, rows: pl.DataFrame, size: int) -> pl.DataFrame:
        match self.statistic:
            case "count":
                counts = noisy(_counts(rows, size), self._distance, self.guarantee)
                return pl.DataFrame({"count": consistent(counts)})
            case "sum":
                return pl.DataFrame({"sum": self._sums(rows, size, self.guarantee)})
            case "mean":
                part = self.guarantee.shared(2)
                number = np.maximum(noisy(_counts(rows, size), self._distance, part), 1)
                means = self._middle + self._sums(rows, size, part) / number
                return pl.DataFrame({"mean": np.clip(means, self.low, self.high)})
            case "quantile":
                return self._quantiles(rows, size)

    def _sums(self, rows: pl.DataFrame, size: int, part: Guarantee) -> Floats:
        assert self.low is not None  # noqa: S101 (checked)
        assert self.high is not None  # noqa: S101 (checked)
        units = whole(rows, self.low, self.high, self._middle, self._unit)
        summed = units.group_by(CELL).agg(pl.col(VALUE).sum())
        totals = np.zeros(size, dtype=np.int64)
        totals[summed[CELL].to_numpy()] = summed[VALUE].to_numpy()
        each = Distance(self._distance.cells, STEPS)
        return np.asarray(noisy(totals, each, part) * self._unit)

    def _quantiles(self, rows: pl.DataFrame, size: int) -> pl.DataFrame:
        assert self.low is not None  # noqa: S101 (checked)
        assert self.high is not None  # noqa: S101 (checked)
        edges = np.linspace(self.low, self.high, BINS + 1)
        inside = rows[VALUE].clip(self.low, self.high).to_numpy()
        place = np.clip(np.searchsorted(edges, inside, side="right") - 1, 0, BINS - 1)
        counts = np.bincount(rows[CELL].to_numpy() * BINS + place, minlength=size * BINS)
        drawn = noisy(counts.astype(np.int64), self._distance, self.guarantee)
        shares = np.array(self.shares)
        found = [quantiles(own, edges, shares) for own in drawn.reshape(size, BINS)]
        columns = np.array(found).reshape(size, len(shares)).T
        return pl.DataFrame(
            {
                f"quantile_{share:g}": column
                for share, column in zip(self.shares, columns, strict=True)
            }
        )


def _counts(rows: pl.DataFrame, size: int) -> Ints:
    """Count people in each cell; records may be counted already."""
    counts = rows[COUNT].to_numpy() if COUNT in rows.columns else np.ones(len(rows))
    return np.bincount(rows[CELL].to_numpy(), counts, minlength=size).astype(np.int64)


def _within(own: float, guarantee: Guarantee) -> float:
    """Return how far noise goes in 95 of 100 cases."""
    normal, laplace = 1.959964, 2.118253  # quantiles, in standard deviations
    return own * (normal if guarantee.concentrated else laplace)


_AMOUNT = Words(
    "epsilon: above 0, with a delta or without, or else rho above 0",
    fr="epsilon : au-dessus de 0, avec ou sans delta, sinon rho au-dessus de 0",
)
_BOUNDS = Words(
    "low, high: sums, means and quantiles need a column and bounds, whatever the file holds",
    fr="low, high : sommes, moyennes et quantiles demandent une colonne et des bornes, quoi que"
    " contienne le fichier",
)
_CATEGORIES = Words(
    "categories: all columns that make the cells, or none",
    fr="categories : toutes les colonnes des cellules, ou aucune",
)
_OPEN = Words(
    "categories: without them only counts are told, and a delta is needed",
    fr="categories : sans elles on ne dit que des effectifs, et il faut un delta",
)
