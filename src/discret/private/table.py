"""Counts, sums, means and quantiles by categories, under a stated guarantee."""

from __future__ import annotations

from importlib.metadata import version
from math import inf
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

import narwhals as nw
import polars as pl
from pydantic import Field, model_validator

from discret.arguments.declared import Declared
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.hierarchies.forms import Text
from discret.data.ledger.account import Charge
from discret.data.ledger.costs import Cost, not_above
from discret.data.ledger.neighbours import USUAL, Neighbours, Protected, Unit
from discret.errors import ColumnError, ParameterError, listed
from discret.maths.privacy.composition import epsilon_of_rho
from discret.parts import Columns
from discret.parts.pairs import Pairs
from discret.private.cells import as_held, in_all
from discret.private.contributions import STEPS, Scale
from discret.private.mechanisms import Distance, Guarantee, deviation, passing
from discret.private.plain_cells import Records, as_written
from discret.private.refusals import (
    ABOVE,
    AMOUNT,
    AS_WRITTEN,
    BOUNDS,
    CATEGORIES,
    ERROR,
    HELD,
    NAMED,
    ODD,
    OPEN,
    SHARES,
    TOO_MANY,
    TOTALS,
    TWICE,
    WRITTEN,
)
from discret.private.telling import BINS, told_by
from discret.private.units import counted
from discret.words import Words

Statistic = Literal["count", "sum", "mean", "quantile"]
Share = Annotated[float, Field(ge=0, le=1)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
MANY = 10_000_000  # numbers with noise in a table
ROUNDED_UP = 1 + 1e-9  # so that the error is met, and not hardly missed
Bound = Annotated[float, Field(allow_inf_nan=False)]


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
    *unit* adds is bounded here: it counts at most `records` times in a cell, in `cells` cells at
    most, with a number between `low` and `high` (the sum of its records in the cell, or for means
    and quantiles their mean). The unit is the household where a column has this role, else the
    person, else each record is one. Records without a unit or a number count nowhere, and weights
    are not used.

    Cells are the combinations of public `categories`, told whether anybody is there or not;
    without categories only cells whose noisy count passes a threshold are told, which takes a δ.

    A mean is a noisy sum around the middle of the bounds divided by a noisy count, a quantile is
    read from noisy counts between the bounds; the guarantee is shared out between them. Counts
    become whole numbers from 0 on that keep their total, at no cost; with `totals` the margins are
    told too, as sums of what is told of the cells.

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
    epsilon: Amount = Field(default=0.0, description=Words("ε of the table", fr="ε de la table"))
    delta: Amount = Field(default=0.0, lt=1, description=Words("δ beside it", fr="δ à côté"))
    rho: Amount = Field(
        default=0.0, description=Words("or ρ, zero-concentrated", fr="ou ρ, zéro-concentré")
    )
    low: Bound | None = Field(
        default=None,
        description=Words("least number that counts", fr="plus petit nombre compté"),
    )
    high: Bound | None = Field(
        default=None,
        description=Words("largest number that counts", fr="plus grand nombre compté"),
    )
    shares: tuple[Share, ...] = Field(
        default=(0.5,), description=Words("which quantiles", fr="quels quantiles")
    )
    categories: Pairs[tuple[Text, ...]] = Field(
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
            "cells that one unit counts in, at most", fr="cellules où une unité compte, au plus"
        ),
    )
    records: int = Field(
        default=1,
        ge=1,
        le=STEPS,
        description=Words(
            "records of a unit that count in a cell, at most; for counts",
            fr="enregistrements d’une unité comptés dans une cellule, au plus ; pour les effectifs",
        ),
    )
    unit: Unit | None = Field(
        default=None,
        description=Words(
            "what neighbouring tables differ by; by default the largest that roles declare",
            fr="ce par quoi diffèrent les tables voisines ; par défaut la plus grande que déclarent"
            " les rôles",
        ),
    )
    neighbours: Neighbours = Field(
        default=USUAL,
        description=Words(
            "which tables nobody may tell apart: with a unit more or less, or with one replaced",
            fr="quelles tables personne ne doit distinguer : à une unité près, ou une remplacée",
        ),
    )
    totals: bool = Field(
        default=False,
        description=Words(
            "whether margins are told too; counts and sums of public categories",
            fr="si les marges sont dites aussi ; effectifs et sommes de modalités publiques",
        ),
    )
    title: str = Field(
        default="",
        description=Words(
            "what reports and the account call it", fr="comment rapports et compte la nomment"
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (
            not (self.epsilon or self.rho)
            or (self.epsilon and self.rho)
            or (self.rho and self.delta)
        ):
            raise ValueError(AMOUNT)
        if self.statistic != "count" and (self.column is None or not self._bounded):
            raise ValueError(BOUNDS)
        if {name for name, _ in self.categories} not in (set(self.by), set()):
            raise ValueError(CATEGORIES)
        if any(len(set(values)) < len(values) or not values for _, values in self.categories):
            raise ValueError(TWICE)
        if self.open and (not self.delta or self.statistic != "count"):
            raise ValueError(OPEN)
        if self.totals and (self.open or self.statistic not in ("count", "sum")):
            raise ValueError(TOTALS)
        if len(set(self.tells)) < len(self.tells) or not self.tells:
            raise ValueError(SHARES)
        if named := {*self.by} & {*self.tells}:
            raise ValueError(NAMED.filled(names=listed(sorted(named))))
        if self.numbers > MANY:
            raise ValueError(TOO_MANY.filled(n=self.numbers, most=MANY))
        return self

    @property
    def tells(self) -> list[str]:
        """The columns of what is told, beside those that make the cells."""
        if self.statistic == "quantile":
            return [f"quantile_{share:g}" for share in self.shares]
        return [self.statistic]

    @property
    def numbers(self) -> int:
        """How many numbers get noise where categories are public: in cells, and bins of them."""
        bins = BINS if self.statistic == "quantile" else 1
        return bins * in_all([values for _, values in self.categories])

    @property
    def _bounded(self) -> bool:
        return self.low is not None and self.high is not None and self.scale.sound

    @property
    def guarantee(self) -> Guarantee:
        """What noise is drawn for: what the whole table costs, and not a rounding more."""
        return Guarantee(not_above(self.epsilon), not_above(self.delta), not_above(self.rho))

    def charge(self, name: str = "") -> Charge:
        """Return what is paid for it; sums are of fine steps, so that their noise is Laplace's."""
        cost = Cost.of(epsilon=self.epsilon, delta=self.delta, rho=self.rho)
        fine = self.statistic == "sum" and not self.guarantee.concentrated
        about = Protected(self.neighbours, self.unit)
        return Charge(cost, name or self.title, "laplace" if fine else "pure", protected=about)

    def charged(self, data: Dataset) -> Charge:
        """Return what is paid for it, about the units that the data has: no value of it is read."""
        unit, column = counted(data, self.unit, self.name)
        return self.charge()._replace(protected=Protected(self.neighbours, unit, column))

    @property
    def open(self) -> bool:
        """Whether which cells there are is told by a threshold."""
        return bool(self.by) and not self.categories

    @property
    def distance(self) -> Distance:
        """How far the counts of neighbouring tables are apart."""
        ways = 2 if self.neighbours == "replace" else 1
        each = self.records if self.statistic == "count" else 1
        return Distance(ways * self.cells, each)

    @property
    def sums_distance(self) -> Distance:
        """How far the sums of neighbouring tables are apart, in steps.

        Who replaces another may stand in the same cells with numbers of the other sign: then a sum
        moves by twice the reach, which is farther, by its length, than once in twice the cells.
        """
        both = self.scale.least < 0 < self.scale.most
        if self.neighbours == "replace" and both:
            return Distance(self.cells, 2 * STEPS)
        return Distance(self.distance.cells, STEPS)

    @property
    def scale(self) -> Scale:
        """The steps of its numbers: from 0 for sums, from the middle of the bounds otherwise."""
        low, high = self.low or 0.0, self.high or 0.0
        return Scale(low, high, 0.0 if self.statistic == "sum" else low + (high - low) / 2)

    def preview(self) -> dict[str, float]:
        """Return what noise there will be, before anything is read: standard deviation, and 95%.

        For means, the deviation of the sum and of the count that they are made of.
        """
        if self.statistic in ("count", "quantile"):
            noise = Guarantee(self.epsilon) if self.open else self.guarantee
            own = deviation(self.distance, noise)
            told = {"deviation": own, "within_95": _within(own, noise)}
            return {**told, **self._passed()}
        part = self.guarantee.shared(2) if self.statistic == "mean" else self.guarantee
        own = deviation(self.sums_distance, part) * self.scale.step
        more = {"count_deviation": deviation(self.distance, part)}
        told = {"deviation": own, "within_95": _within(own, part)}
        return {**told, **(more if self.statistic == "mean" else {})}

    def _passed(self) -> dict[str, float]:
        """Tell from which noisy count on a cell is told, where cells are not public."""
        return {"threshold": passing(self.distance, self.guarantee)[1]} if self.open else {}

    def least_epsilon(self, error: float) -> float:
        """Return the smallest ε for which the noise deviates by at most this much.

        With the δ of the table, if it has one; one of ρ is asked for the ε of Laplace's noise.
        """
        if not 0 < error < inf:
            raise ParameterError(self.name, [ERROR], hint=ABOVE)
        alone = self.model_copy(update={"epsilon": 1.0, "rho": 0.0})
        times = alone.preview()["deviation"] / error * ROUNDED_UP
        rho = 0.0 if self.open else alone.guarantee.concentrated  # a threshold takes its δ
        return epsilon_of_rho(rho * times**2, self.delta) if rho else times

    def check(self, data: Dataset) -> None:
        """Refuse data that lacks the columns or the unit, before anything is paid."""
        if data.origin.written is not None:
            data.origin.written.check()
        data.check_columns(self.name, self.by)
        if odd := [name for name in self.by if data.kind(name) in (nw.Binary, nw.Duration)]:
            raise ColumnError(ODD.filled(who=self.name, names=listed(odd)), hint=WRITTEN)
        if self.column is not None:
            data.check_numeric(self.name, [self.column])
        counted(data, self.unit, self.name)
        self._check_categories(data)

    def _check_categories(self, data: Dataset) -> None:
        """Refuse categories that a column of its type cannot hold, whatever it holds."""
        if not self.categories:
            return
        kinds = collected(data.frame.select(*self.by).head(0)).schema
        texts = data.origin.written is not None
        for name, values in self.categories:
            known = as_held(values, pl.String() if texts else kinds[name])
            if wrong := known.count(None):
                fault = HELD.filled(n=wrong, names=listed([name]))
                raise ParameterError(self.name, [fault], hint=AS_WRITTEN)
            if len(set(known)) < len(known):
                raise ParameterError(self.name, [TWICE], hint=AS_WRITTEN)

    def tell(self, data: Dataset) -> Told:
        """Read the data, and tell the statistics with their noise."""
        self.check(data)
        unit, column = counted(data, self.unit, self.name)
        facts = {
            **self.preview(),
            "unit": unit,
            "law": "gaussian" if self.guarantee.concentrated and not self.open else "laplace",
            "opendp": version("opendp"),
        }
        records = as_written(Records(data, column, self.column), self.by, dict(self.categories))
        return Told(told_by(self, records), facts)


def _within(own: float, guarantee: Guarantee) -> float:
    """Return how far noise goes in 95 of 100 cases."""
    normal, laplace = 1.959964, 2.118253  # quantiles, in standard deviations
    return own * (normal if guarantee.concentrated else laplace)
