"""Withhold the fewest squares that keep small groups from being deduced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import polars as pl
from pydantic import BeforeValidator, Field

from discret.data.dataset import Dataset
from discret.data.zonings.crossing import Crossing
from discret.maths.arrays import Bools
from discret.maths.zonings.withholding import Cost, Withheld, withhold
from discret.parts import FRESH, Change, Column, Context, MaybeColumn, Method
from discret.parts.facts import Fact, Facts, filled
from discret.parts.parameters import Counts, Threshold, Zone
from discret.parts.shared_facts import PROTECTED, ZONED
from discret.reduce.zonings import crossed, facts, left, small
from discret.words import Words


def _in_squares(given: Any) -> Any:
    return (
        "squares" if isinstance(given, str) and given == "cells" else given
    )  # what they were called


class WithholdSquares(Method):
    """Blank the fewest squares so that subtracting them from zones shows no small group.

    Notes
    -----
    Totals are published by zone for all zones, and by square for the squares not withheld. Squares
    below the threshold by themselves are withheld first (`squares_below`). The others are chosen by
    integer programming, with minimum cuts to say which sets of zones still give something away
    (`maths.withholding`). ``bound`` is a cost that no choice is below, ``gap`` the share by which a
    better one could be cheaper. The cuts are searched once more on what is left to be published:
    ``at_risk_after`` counts the observations that still come out. They are in zones that are below
    the threshold by themselves, which no withheld square protects: attach these to others. `decide`
    and `zone_facts.at_risk` name them.

    Withheld squares become missing values; records keep their zone. What may be published from the
    result is totals by zone and totals by square, apart from each other: a file that shows both
    columns side by side shows every intersection, whatever is withheld.

    Examples
    --------
    >>> table = pl.DataFrame({"zone": [0, 0, 1, 1], "square": [0, 1, 1, 2], "n": [20, 2, 15, 30]})
    >>> method = WithholdSquares(zone="zone", square="square", count="n", cost="observations")
    >>> change = method.apply(Dataset.of(table), Context())
    >>> change.data.to_polars()["square"].to_list(), change.facts["at_risk_after"]
    ([None, None, None, 2], 0)
    """

    name: ClassVar[str] = "withhold_squares"
    was: ClassVar[str] = "withhold_cells"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "least", "cell": "square"}
    title: ClassVar[Words] = Words("squares withheld", fr="carreaux masqués")
    purpose: ClassVar[Words] = Words("withholds squares", fr="masque des carreaux")
    references: ClassVar[tuple[str, ...]] = (
        (
            "Costemalle V. (2019). Detecting geographical differencing problems in the context"
            " of spatial data dissemination. Statistical Journal of the IAOS 35(4)."
        ),
        (
            "Fischetti M., Salazar J.-J. (2001). Solving the cell suppression problem on"
            " tabular data with linear constraints. Management Science 47(7)."
        ),
    )
    tells: ClassVar[Facts] = {
        **ZONED,
        **PROTECTED,
        "squares_withheld_before": Fact.count("squares withheld before", "carreaux déjà masqués"),
        "chosen_squares": Fact.count(
            "squares chosen beside those below", "carreaux choisis en plus"
        ),
        "chosen_observations": Fact.count("observations in these", "leurs observations"),
    }

    zone: Zone = None
    square: Column = Field(
        description=Words(
            "column of the second publication, to blank. Squares of a grid for example",
            fr="colonne de la seconde publication, à masquer. Les carreaux d’une grille par"
            " exemple",
        )
    )
    least: Threshold = 11
    count: Counts = None
    cost: Annotated[Cost, BeforeValidator(_in_squares)] = Field(
        default="squares",
        description=Words(
            "what is to be least. The squares withheld, or the observations in them",
            fr="ce qui est à minimiser. Les carreaux masqués, ou les observations qu’ils portent",
        ),
    )
    already: MaybeColumn = Field(
        default=None,
        description=Words(
            "column that flags the squares that are withheld as it is. It says so by 1 or 0; they"
            " are blanked too",
            fr="colonne qui marque les carreaux déjà masqués. Elle le dit par 1 ou 0 ; ils"
            " sont vidés aussi",
        ),
    )
    seconds: float = Field(
        default=150.0,
        gt=0,
        description=Words(
            "time to look for the best choice. What is found after it is safe, only dearer",
            fr="temps pour chercher le meilleur choix. Ce qui est trouvé ensuite est sûr,"
            " seulement plus coûteux",
        ),
    )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with the squares blanked."""
        context.progress(0.0, Words("searching cuts", fr="recherche de coupes"))
        crossing, found = self.decide(data)
        gone = crossing.withheld_squares | lost(crossing, found, self.least)
        values = data.values(self.square)
        kept = ~values.is_in(crossing.squares.filter(pl.Series(gone)).implode())
        mapping = pl.DataFrame({"from": values, "to": values}).with_columns(
            pl.when(kept).then(pl.col("to")).alias("to")
        )
        changed = data.with_values({self.square: mapping})
        return Change(data=changed, facts=withholding_facts(crossing, found, self.least))

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say what was withheld."""
        return [
            *filled(
                "{squares_lost} {squares_lost:square|squares} withheld, with {observations_lost}"
                " {observations_lost:observation|observations}.",
                "{squares_lost} {squares_lost:carreau masqué|carreaux masqués}, avec"
                " {observations_lost} {observations_lost:observation|observations}.",
                facts,
            ),
            *filled(
                "Beside the squares below the threshold the choice costs {cost}; none costs less"
                " than {bound} (gap of at most {gap:%}).",
                "Outre les carreaux sous le seuil, le choix coûte {cost} ; aucun ne coûte moins de"
                " {bound} (écart d’au plus {gap:%}).",
                facts,
            ),
            *left(facts),
        ]

    def decide(self, data: Dataset) -> tuple[Crossing, Withheld]:
        """Return the crossing, and the squares to withhold beside those that must be."""
        flags = {} if self.already is None else {self.square: self.already}
        crossing = crossed(self.name, data, self.zone, self.square, self.count, flags)
        return crossing, chosen(crossing, self.least, self.cost, self.seconds)


def chosen(crossing: Crossing, threshold: int, cost: Cost, seconds: float) -> Withheld:
    """Choose the squares to withhold beside those below the threshold, which must be."""
    return withhold(
        crossing.zone,
        crossing.square,
        crossing.count,
        threshold,
        crossing.withheld_squares | small(crossing, threshold),
        cost,
        seconds,
    )


def lost(crossing: Crossing, found: Withheld, threshold: int) -> Bools:
    """Mark the squares that are no longer published: those chosen, those below the threshold."""
    return found.squares | (small(crossing, threshold) & ~crossing.withheld_squares)


def withholding_facts(crossing: Crossing, found: Withheld, threshold: int) -> dict[str, Any]:
    """Return what withholding cost, and what it left."""
    gone = lost(crossing, found, threshold)
    return {
        **facts(crossing, found.size, threshold),
        "squares_withheld_before": int(crossing.withheld_squares.sum()),
        "squares_lost": int(gone.sum()),
        "observations_lost": int(crossing.count[gone[crossing.square]].sum()),
        "chosen_squares": int(found.squares.sum()),
        "chosen_observations": int(crossing.count[found.squares[crossing.square]].sum()),
        "cost": int(found.cost),
        "bound": int(found.bound),
        "gap": found.gap,
        "rounds": found.rounds,
    }
