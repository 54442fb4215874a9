"""Move points by chance, some distance away: geographic masks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import numpy as np
import polars as pl
from pydantic import model_validator

from discret.assess.people_between import PeopleBetween
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.maths.arrays import Floats
from discret.maths.places.displacement import in_a_ring
from discret.parts import FRESH, Change, Context, Method, RiskMeasure, Tier
from discret.parts.facts import Fact, Facts, filled
from discret.reduce.places import Beyond, Within, X, Y, beyond_within, check_points
from discret.reduce.rows_in_order import rows_in_order
from discret.words import Words


class Displace(Method):
    r"""Move every point in a random direction, to a random place in a ring around it.

    Notes
    -----
    The donut mask (Hampton et al. 2010), of which the random perturbation of Armstrong et al.
    (1999) is the one with no hole: a point goes to a place that is uniform, by area, between
    `beyond` and `within` metres away: :math:`r = \sqrt{r_0^2 + u (r_1^2 - r_0^2)}`. So nobody is
    shown nearer than `beyond` to where they are.

    All records of one place move together: moved each by itself, their mean would tell it. One
    place that comes in several files, moved in each anew, is told by their mean all the same:
    release it once.

    How far is far enough hangs on how many people live there: `PeopleBetween` counts them, and a
    run asks it unasked. What else tells a place (an area, a distance to town) stays as it is.
    Points may come to lie in a lake or abroad. Coordinates must be projected, in metres.

    Examples
    --------
    >>> homes = pl.DataFrame({"x": [652_000.0, 652_400.0], "y": [6_862_000.0, 6_861_700.0]})
    >>> change = Displace(beyond=100, within=300).apply(Dataset.of(homes), Context())
    >>> 100 <= change.facts["least"] <= change.facts["farthest"] <= 300
    True
    """

    name: ClassVar[str] = "displace"
    title: ClassVar[Words] = Words("points moved at random", fr="points déplacés au hasard")
    purpose: ClassVar[Words] = Words(
        "moves points in random directions by random distances",
        fr="déplace les points dans des directions et à des distances aléatoires",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Armstrong M. P., Rushton G., Zimmerman D. L. (1999). Geographically masking health"
            " data to preserve confidentiality. Statistics in Medicine 18(5)."
        ),
        (
            "Hampton K. H. et al. (2010). Mapping health data: improved privacy protection with"
            " donut method geomasking. American Journal of Epidemiology 172(9)."
        ),
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    numbers: ClassVar[tuple[str, ...]] = ("x", "y")
    tells: ClassVar[Facts] = {
        "points": Fact.count("points", "points"),
        "least": Fact.number("metres moved, at least", "déplacement en mètres, au moins"),
        "distance": Fact.number("metres moved, in the mean", "déplacement en mètres, en moyenne"),
        "farthest": Fact.number("metres moved, at most", "déplacement en mètres, au plus"),
    }

    x: X = "x"
    y: Y = "y"
    beyond: Beyond = 0.0
    within: Within

    @model_validator(mode="after")
    def _check(self) -> Self:
        beyond_within(self.beyond, self.within)
        return self

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Whoever takes those near the shown place for the right ones."""
        return (PeopleBetween(x=self.x, y=self.y),)

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say how far points moved."""
        return filled(
            "{points} {points:point|points} moved, by {distance:.0f} metres in the mean.",
            "{points} {points:point déplacé|points déplacés}, de {distance:.0f} mètres en moyenne.",
            facts,
        )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with its points moved."""
        check_points(self.name, data, self.x, self.y, metres=True)
        table = rows_in_order(self.name, data, [self.x, self.y], weighted=False)
        places = table.select(pl.col(self.x, self.y).cast(pl.Float64)).to_numpy()
        spots, which = np.unique(places, axis=0, return_inverse=True)
        moves = in_a_ring(len(spots), self.beyond, self.within, context.rng)
        new = (spots + moves)[which.ravel()]
        after = data.with_rows(table[LINK].to_numpy(), **{self.x: new[:, 0], self.y: new[:, 1]})
        steps = {self.x: Exchanged(), self.y: Exchanged()}
        return Change(data=after.went(steps), facts=_facts(moves))


def _facts(moves: Floats) -> dict[str, Any]:
    far = np.hypot(*moves.T)
    return {
        "points": len(moves),
        "least": float(far.min(initial=np.inf)) if len(far) else 0.0,
        "distance": float(far.mean()) if len(far) else 0.0,
        "farthest": float(far.max(initial=0.0)),
    }
