"""Round the weights, and keep totals."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.assess.weight_disclosure import WeightDisclosure
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.roles import Role
from discret.errors import TargetError
from discret.maths import calibration
from discret.parts import FRESH, Change, Context, Method, RiskMeasure, Tier
from discret.parts.facts import Fact, Facts
from discret.reduce.margins import Margin, cells, design, totals_of
from discret.words import Words, say


class RoundWeights(Method):
    """Round the weights to multiples of a number such that totals stay what they were.

    Notes
    -----
    Weights with many digits link files and tell calibration cells apart. Each is rounded up or
    down to the next multiple. How many go up in a cell of the margins is drawn by the cube method,
    so that totals are off by a few multiples at most; in a cell, the weights with the largest
    fractions go up. `facts` tell the largest gap.

    Examples
    --------
    >>> from discret.data.examples.generated_survey import survey
    >>> data = Dataset.of(survey(1000), weight="poids")
    >>> method = RoundWeights(base=100, margins=["sexe"])
    >>> change = method.apply(data, Context(rng=np.random.default_rng(1)))
    >>> change.data.to_polars()["poids"][0] % 100, change.facts["largest_gap"] < 1e-5
    (0.0, True)
    """

    name: ClassVar[str] = "round_weights"
    title: ClassVar[Words] = Words("weights rounded", fr="poids arrondis")
    purpose: ClassVar[Words] = Words(
        "rounds the weights to multiples of a number, and keeps totals as nearly as can be",
        fr="arrondit les poids à des multiples d’un nombre, en gardant des totaux au plus près",
    )
    touches: ClassVar[tuple[Role, ...]] = (Role.WEIGHT,)
    references: ClassVar[tuple[str, ...]] = (
        "Deville J.-C., Tillé Y. (2004). Efficient balanced sampling: the cube method.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.WEIGHT,)
    random: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        "totals": Fact.count("totals", "totaux"),
        "largest_gap": Fact.number("largest gap", "plus grand écart"),
    }

    base: float = Field(
        gt=0,
        description=Words(
            "multiple that weights are rounded to", fr="multiple auquel les poids sont arrondis"
        ),
    )
    margins: tuple[str, ...] = Field(
        default=("1",),
        min_length=1,
        description=Words(
            "totals to keep. As formulas: those of the calibration before",
            fr="totaux à garder. En formules : ceux du calage qui précède",
        ),
    )

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """What rounded weights still give away."""
        return (WeightDisclosure(),)

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with rounded weights."""
        (column,) = data.need(self.name, Role.WEIGHT)
        data.row_numbers(self.name)  # refuses a table without an order
        margins = [Margin.read(self.name, text, data) for text in self.margins]
        names = list(dict.fromkeys(name for margin in margins for name in margin.columns))
        units = cells(self.name, data, names, column)
        laid = design(self.name, margins, units, {m.text: totals_of(m, units) for m in margins})
        table = collected(data.frame.select(LINK, column, *names)).sort(LINK)
        weights = table[column].cast(pl.Float64).to_numpy()
        if small := int((weights < self.base).sum()):
            raise TargetError(
                say(
                    "{who}: {small} {small:weight is|weights are} below the base that weights are"
                    " to be multiples of",
                    "{who} : {small} poids {small:est inférieur|sont inférieurs} à la base dont"
                    " les poids doivent être des multiples",
                    who=self.name,
                    small=small,
                ),
                hint=Words("choose a smaller base", fr="choisir une base plus petite"),
            )
        place = _cells(table, units, names)
        new = calibration.rounding.rounded(weights, place, laid.units, self.base, context.rng)
        moved = laid.units.T @ np.bincount(place, new - weights, len(units))
        size = np.maximum(np.abs(laid.totals), np.finfo(float).tiny)
        facts = {
            "totals": len(laid.totals),
            "largest_gap": float(np.max(np.abs(moved) / size)),
        }
        return Change(data=data.with_rows(table[LINK].to_numpy(), **{column: new}), facts=facts)


def _cells(
    table: pl.DataFrame, units: pl.DataFrame, names: list[str]
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the cell of each record."""
    if not names:
        return np.zeros(len(table), dtype=np.int64)
    places = units.select(names).with_row_index("__cell__")
    joined = table.select(names).join(places, on=names, how="left", maintain_order="left")
    return joined["__cell__"].cast(pl.Int64).to_numpy()
