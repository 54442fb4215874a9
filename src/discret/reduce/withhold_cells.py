"""Withhold the fewest cells that keep small groups from being deduced."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.data.zonings import Crossing
from discret.maths.withholding import Withheld, withhold
from discret.parts import Change, Context, Method
from discret.reduce.zone_facts import facts
from discret.words import Words


class WithholdCells(Method):
    """Blank the fewest cells so that subtracting them from zones shows no small group.

    Parameters
    ----------
    zone
        The column of the first publication, communes for example; by default the area.
    cell
        The column of the second one, squares of a grid for example: the one to blank.
    threshold
        Totals of fewer observations than this must not be known.
    count
        Where the table is crossed already, the column with the number of observations.
    cost
        What is to be least: the cells withheld, or the observations in them.
    already
        The column that says, by 1 or 0, which cells are withheld as it is. They are blanked too.
    seconds
        Time to look for the best choice. What is found after it is safe, only dearer.

    Notes
    -----
    Totals are published by zone for all zones, and by cell for the cells not withheld. Cells below
    the threshold by themselves are withheld first (`cells_below`). The others are chosen by
    integer programming, with minimum cuts to say which sets of zones still give something away
    (`maths.withholding`). ``bound`` is a cost that no choice is below, ``gap`` the share by which a
    better one could be cheaper. The cuts are searched once more on what is left to be published:
    ``at_risk_after`` counts the observations that still come out. They are in zones that are below
    the threshold by themselves, which no withheld cell protects: attach these to others. `decide`
    and `zone_facts.at_risk` name them.

    Withheld cells become missing values; records keep their zone. What may be published from the
    result is totals by zone and totals by cell, apart from each other: a file that shows both
    columns side by side shows every intersection, whatever is withheld.

    References
    ----------
    .. [1] Costemalle V. (2019). Detecting geographical differencing problems in the context of
       spatial data dissemination. Statistical Journal of the IAOS 35(4).
    .. [2] Fischetti M., Salazar J.-J. (2001). Solving the cell suppression problem on tabular data
       with linear constraints. Management Science 47(7).

    Examples
    --------
    >>> table = pl.DataFrame({"zone": [0, 0, 1, 1], "cell": [0, 1, 1, 2], "n": [20, 2, 15, 30]})
    >>> method = WithholdCells(zone="zone", cell="cell", count="n", cost="observations")
    >>> change = method.apply(Dataset.of(table), Context())
    >>> change.data.to_polars()["cell"].to_list(), change.facts["at_risk_after"]
    ([None, None, None, 2], 0)
    """

    name: ClassVar[str] = "withhold_cells"
    title: ClassVar[Words] = Words("cells withheld", fr="carreaux retirés de la diffusion")
    purpose: ClassVar[Words] = Words(
        "withholds the fewest cells that keep subtraction of totals by zone and by cell from"
        " showing a small group",
        fr="retire de la diffusion le moins de carreaux possible pour que la soustraction des"
        " totaux par zone et par carreau ne montre aucun petit groupe",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Costemalle (2019), Detecting geographical differencing problems",
        "Fischetti & Salazar (2001), Solving the cell suppression problem",
    )

    zone: str | None = Field(
        default=None, description="column of the first publication, by default the area"
    )
    cell: str = Field(description="column of the second publication, to blank")
    threshold: int = Field(default=11, ge=2, description="totals of fewer must not be known")
    count: str | None = Field(
        default=None, description="number of observations, where the table is crossed already"
    )
    cost: Literal["cells", "observations"] = Field(
        default="cells", description="what is to be least"
    )
    already: str | None = Field(
        default=None, description="column that flags the cells that are withheld as it is"
    )
    seconds: float = Field(default=150.0, gt=0, description="time to look for the best choice")

    def apply(self, data: Dataset, context: Context) -> Change:
        """Return the dataset with the cells blanked."""
        context.progress(0.0, "searching cuts")
        crossing, found = self.decide(data)
        gone = crossing.withheld_cells | self._small(crossing) | found.cells
        values = data.values(self.cell)
        kept = ~values.is_in(crossing.cells.filter(pl.Series(gone)).implode())
        mapping = pl.DataFrame({"from": values, "to": values}).with_columns(
            pl.when(kept).then(pl.col("to")).alias("to")
        )
        changed = data.with_values(self.cell, mapping)
        return Change(data=changed, facts=self._facts(crossing, found))

    def decide(self, data: Dataset) -> tuple[Crossing, Withheld]:
        """Return the crossing, and the cells to withhold beside those that must be."""
        zone = data.need(self.name, Role.AREA)[0] if self.zone is None else self.zone
        flags = {} if self.already is None else {self.cell: self.already}
        crossing = Crossing.of(self.name, data, zone, self.cell, count=self.count, withheld=flags)
        found = withhold(
            crossing.zone,
            crossing.cell,
            crossing.count,
            self.threshold,
            crossing.withheld_cells | self._small(crossing),
            self.cost,
            self.seconds,
        )
        return crossing, found

    def _small(self, crossing: Crossing) -> Any:
        totals = np.bincount(crossing.cell, crossing.count, len(crossing.cells))
        return totals < self.threshold

    def _facts(self, crossing: Crossing, found: Withheld) -> dict[str, Any]:
        before = crossing.withheld_cells
        small = self._small(crossing) & ~before
        lost = found.cells | small
        return {
            **facts(crossing, found.size, self.threshold),
            "cells_withheld_before": int(before.sum()),
            "cells_lost": int(lost.sum()),
            "observations_lost": int(crossing.count[lost[crossing.cell]].sum()),
            "chosen_cells": int(found.cells.sum()),
            "chosen_observations": int(crossing.count[found.cells[crossing.cell]].sum()),
            "cost": int(found.cost),
            "bound": int(found.bound),
            "gap": found.gap,
            "rounds": found.rounds,
        }
