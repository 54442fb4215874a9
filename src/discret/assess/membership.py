"""Membership: whether who was used can be told by how near the release comes to them."""

from __future__ import annotations

from math import sqrt
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.held_out import HELD_OUT, NO_HELD_OUT, ComparedColumns, some_of
from discret.data.beside.held_out import HeldOut, compared
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths import identity
from discret.maths.arrays import Floats
from discret.maths.identity.points import CLOSE
from discret.parts import Counted, Criterion, RiskMeasure, Tier, Together, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestShare
from discret.words import Words


class Membership(RiskMeasure):
    r"""Advantage over chance of who takes people near to a released record for members of the file.

    Notes
    -----
    The attacker knows people, some of whom were in the file that the release was made from (a
    register of patients), and says *in* of whoever has a released record within a distance. The
    value is the advantage of Yeom et al. (2018): the share of the records used of which that is
    said, less the share of those held out; 0 is chance, 1 a sure guess. The distance is Gower's, as
    for `ClosestRecord`, which says what is held out; without `within` it is the one that serves the
    attacker best, who does not know it: the value is then the largest advantage there is.

    The largest of many advantages is above 0 by chance too: ``by_chance`` has what is to be
    expected where those held out are like the others (Smirnov's one-sided distance), and
    ``standard_error`` that of the advantage at the distance used. Columns that stay as they were
    give members away: judge partly synthetic files by `columns` that were drawn.

    On a large file the work is bounded: original records are compared, evenly spread, until some
    500 million pairs are looked at. Records are counted, not people.

    Examples
    --------
    >>> import polars as pl
    >>> people = pl.DataFrame({"age": [20, 31, 44, 58, 63, 71], "n": range(6)})
    >>> copied = people.filter(pl.col("n") < 3).with_columns(pl.col("age") + 1)
    >>> data = Dataset.of(copied, key="age", row="n", original=people)
    >>> Membership(most=0.2).assess(data)
    Finding(membership: 1, target 0.2 MISSED)
    """

    name: ClassVar[str] = "membership"
    title: ClassVar[Words] = Words("membership", fr="appartenance au fichier")
    purpose: ClassVar[Words] = Words(
        "gives the advantage of who takes people near to a released record for members",
        fr="donne l’avantage de qui tient pour membres les personnes proches d’un enregistrement"
        " diffusé",
    )
    attacker: ClassVar[Words] = Words(
        "knows people, and takes those near to a released record for members of the file",
        fr="connaît des personnes, et tient celles proches d’un enregistrement diffusé pour membres"
        " du fichier",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("linkability", "inference")
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    together: ClassVar[Together] = "union"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Yeom S., Giacomelli I., Fredrikson M., Jha S. (2018). Privacy risk in machine"
            " learning: analyzing the connection to overfitting. IEEE CSF."
        ),
        (
            "Hilprecht B., Härterich M., Bernau D. (2019). Monte Carlo and reconstruction"
            " membership inference attacks against generative models. PoPETs 2019(4)."
        ),
    )
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **HELD_OUT,
        "within": Fact.number("distance used", "distance utilisée"),
        "found": Fact.share("records used taken for members", "utilisés tenus pour membres"),
        "wrongly": Fact.share("records held out taken for members", "réservés tenus pour membres"),
        "by_chance": Fact.share("expected by chance", "attendu par hasard"),
        "standard_error": Fact.share("standard error", "erreur type"),
    }

    columns: ComparedColumns = None
    within: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "distance within which people are taken for members. By default the one that serves"
            " the attacker best",
            fr="distance à laquelle on est tenu pour membre. Par défaut celle qui sert le mieux"
            " l’attaquant",
        ),
    )
    most: HighestShare = Field(default=None)

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns that are compared with the original."""
        return compared(data) if self.columns is None else self.columns

    @property
    def chooses(self) -> tuple[Role, ...]:
        """None: names alone say which columns are compared."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure how well members of the file are told from others."""
        held = HeldOut.of(self.name, data, self.columns)
        members, others = _distances(held)
        if not len(members) or not len(others):
            return Finding.at_most(
                self.name, None, self.most, reads=NO_HELD_OUT,
                details={"used": int(held.inside.sum()), "held_out": held.held_out},
            )  # fmt: skip
        details = self._told(members, others, held)
        value = details["found"] - details["wrongly"]
        reads = _SENTENCE.filled(value=value, **{n: details[n] for n in _SAID})
        return Finding.at_most(self.name, value, self.most, reads=reads, details=details)

    def _told(self, members: Floats, others: Floats, held: HeldOut) -> dict[str, Any]:
        best = identity.closest.best_reach(members, others)[1]
        reach = best if self.within is None else self.within
        found, wrongly = (float((own <= reach + CLOSE).mean()) for own in (members, others))
        errors = found * (1 - found) / len(members) + wrongly * (1 - wrongly) / len(others)
        size = len(members), len(others)
        least = identity.closest.largest_by_chance(*size)
        chance = least if self.within is None else 0.0
        return {
            "used": len(members),
            "held_out": len(others),
            "within": reach,
            "found": found,
            "wrongly": wrongly,
            "by_chance": min(chance, 1.0),
            "standard_error": sqrt(errors),
            "columns": list(held.columns),
        }


def _distances(held: HeldOut) -> tuple[Floats, Floats]:
    """Return how far from the release the records used are, and those held out."""
    places = np.unique(held.released)
    chosen = some_of(np.arange(len(held.original)), len(places))
    points, back = np.unique(held.original[chosen], return_inverse=True)
    nothing = np.zeros(len(places))
    far = identity.closest.nearest(held.points, points, places, nothing, nothing).distance[back]
    inside = held.inside[chosen]
    return far[inside], far[~inside]


_SAID = ("found", "wrongly", "by_chance")
_SENTENCE = Words(
    "Who takes people near to a released record for members of the file finds {found:%} of those"
    " used, and is wrong about {wrongly:%} of those held out: an advantage of {value:%}, where"
    " {by_chance:%} is to be expected by chance alone.",
    fr="Qui tient pour membres du fichier les personnes proches d’un enregistrement diffusé trouve"
    " {found:%} de celles dont l’enregistrement a été utilisé et se trompe sur {wrongly:%} de"
    " celles dont il a été réservé : un avantage de {value:%}, quand {by_chance:%} est à attendre"
    " du seul hasard.",
)
