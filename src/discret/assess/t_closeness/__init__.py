"""t-closeness: what is sensitive is spread in every group as in the whole file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.compared import ComparedModel, Reference
from discret.assess.sensitive import Seen
from discret.assess.spread import Spread
from discret.assess.t_closeness.ordering import check_ordered, kind_of_order, natural_order, tree
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.errors import InputError, listed
from discret.maths.arrays import Floats, Ints
from discret.maths.attributes.closeness import (
    equal_distance,
    hierarchical_distance,
    ordered_distance,
)
from discret.maths.recoding.yardsticks import Ruler, Yardstick, parents_of
from discret.model import Merging
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import Missing, SensitiveColumn
from discret.words import Words, say

Distance = Literal["equal", "ordered", "hierarchical"]


class TCloseness(ComparedModel):
    r"""Largest distance between the sensitive values of a group and those of the whole file.

    Notes
    -----
    A group is t-close if the distance between the spread p of its sensitive values and the spread
    q of those of the whole table is at most t (Nguyen & Castelluccia 2020, definition 6). The
    distance is the earth mover's of Li et al.:

    - *equal* — :math:`\frac12 ∑ |p_i - q_i|`;
    - *ordered* — :math:`\frac1{m-1} ∑_i |∑_{j ≤ i} (p_j - q_j)|` over the m values that the table
      has: numbers and dates in their order, categories in the order of the column's hierarchy
      (`Hierarchy.from_order`) or of its type (an Enum). Other text is taken in alphabetical order,
      which seldom means anything: the finding then says so;
    - *hierarchical* — :math:`∑_N \frac{h(N)}H \min(pos_N, neg_N)` over the inner nodes N of the
      column's hierarchy, of height H. A root is put above a hierarchy that has several tops.

    q counts every record of the file once; p counts what a group is counted with under the rule
    for missing keys. Records whose sensitive value is missing are left out of both: a group with
    no known value tells nothing, its distance is 0, and `details` counts such groups. The model
    takes the spread in the whole file to be known to all: it bounds what a group adds to it, on
    average. A rare value may still become many times likelier (see `BetaLikeness`).

    Where individuals are declared, a group whose known values are all of one person holds no
    target, however they are spread: they are that person's, and `details` counts such groups. The
    shares are those of people, in the group and in the file, each counted once with each value that
    they have. Judge k-anonymity or l-diversity beside it for a number of people.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    >>> finding = TCloseness(t=0.3, distance="ordered").assess(data)
    >>> round(finding.value, 4), finding.met, finding.details["records_failing"]
    (0.4167, False, 2)
    """

    name: ClassVar[str] = "t_closeness"
    unmissable: ClassVar[Mapping[str, float]] = {"t": 1.0}
    title: ClassVar[Words] = Words("t-closeness", fr="t-proximité")
    purpose: ClassVar[Words] = Words(
        "compares how sensitive values are spread in each group and in the whole file",
        fr="compare la répartition des valeurs sensibles dans chaque groupe à celle du fichier",
    )
    attacker: ClassVar[Words] = Words(
        "knows how sensitive values are spread in the whole file, finds the group of a person"
        " through the keys and looks at what is different there",
        fr="connaît la répartition des valeurs sensibles dans tout le fichier, trouve le groupe"
        " d’une personne par ses clés et regarde ce qui y diffère",
    )
    target: ClassVar[str] = "t"
    such_as: ClassVar[str] = "t=0.2"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Li N., Li T., Venkatasubramanian S. (2007). t-closeness: privacy beyond"
            " k-anonymity and l-diversity. ICDE, 106-115."
        ),
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, définition 6.",
    )
    tells: ClassVar[Facts] = {
        **ComparedModel.tells,
        "distance": Fact.label(
            "distance",
            "distance",
            {
                "equal": Words(
                    "the same between all values", fr="la même entre toutes les valeurs"
                ),
                "ordered": Words("by the order of the values", fr="selon l’ordre des valeurs"),
                "hierarchical": Words("along the hierarchy", fr="le long de la hiérarchie"),
            },
        ),
        "largest_distance": Fact.number("largest distance", "plus grande distance"),
        "order": Fact.label("order", "ordre", by="column"),
    }

    t: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "largest distance allowed. From 0 (spread alike) to 1 (nothing in common). Without"
            " it the distance is measured and nothing is judged",
            fr="plus grande distance admise. De 0 (mêmes répartitions) à 1 (rien de commun)."
            " Sans elle, la distance est mesurée et rien n’est jugé",
        ),
    )
    distance: Distance = Field(
        default="equal",
        description=Words(
            "how far two values are apart. `equal`: all the same; `ordered`: by the steps"
            " between them in their order; `hierarchical`: by the height at which the column's"
            " hierarchy joins them",
            fr="distance entre deux valeurs. `equal` : toutes la même ; `ordered` : par les"
            " pas qui les séparent dans leur ordre ; `hierarchical` : par la hauteur où la"
            " hiérarchie de la colonne les réunit",
        ),
    )
    reference: Reference = "release"
    column: SensitiveColumn = None
    missing: Missing = "known"

    def check(self, data: Dataset, spreads: Mapping[str, Spread]) -> None:
        """Refuse columns without known values, and codes without an order where it matters."""
        super().check(data, spreads)
        if self.distance == "ordered":
            check_ordered(self.name, data, spreads)

    def level(self, spread: Spread) -> Floats:
        """Return how far the spread of each group is from that of the whole file."""
        if self.distance == "ordered":
            return ordered_distance(
                *spread.taken(natural_order(spread.values, spread.hierarchy)).arrays
            )
        if self.distance == "hierarchical" and spread.hierarchy is not None:
            order, nodes = tree(spread.values, spread.hierarchy)
            return hierarchical_distance(*spread.taken(order).arrays, nodes)
        return equal_distance(*spread.arrays)

    def yardstick(self, spread: Spread) -> tuple[Ints, Yardstick]:
        """Return what measures distances, along the order or the tree where there is one."""
        if self.distance == "ordered":
            return natural_order(spread.values, spread.hierarchy), Yardstick(Ruler.ORDERED)
        if self.distance == "hierarchical" and spread.hierarchy is not None:
            order, nodes = tree(spread.values, spread.hierarchy)
            return order, Yardstick(Ruler.HIERARCHICAL, parents=parents_of(nodes))
        return np.arange(len(spread.values)), Yardstick(Ruler.EQUAL)

    def more(self, seen: Seen) -> dict[str, Any]:
        """Return the largest distance, and what the order of the values rests on."""
        orders = self._orders(seen)
        return {
            "distance": self.distance,
            "largest_distance": seen.spans.value,
            **({"order": orders} if orders else {}),
            **self.told(seen),
        }

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that a file keeps it, as a mixture is no further from the whole than its parts.

        Li et al. (2007) prove it. Not so where groups overlap, as those do that share people.
        """
        return self.mixture(keys)

    def spreads(self, keys: KeyTable) -> dict[str, Spread]:
        """Return the spread of each column; all need a hierarchy where the distance does."""
        spreads = super().spreads(keys)
        lost = [name for name, spread in spreads.items() if spread.hierarchy is None]
        if lost and self.distance == "hierarchical":
            raise InputError(
                say(
                    "{who}: the hierarchical distance needs a hierarchy, {lost} has none",
                    "{who} : la distance hiérarchique demande une hiérarchie, {lost} n’en a pas",
                    who=self.name,
                    lost=listed(lost),
                ),
                hint=Words(
                    "give it one with hierarchies=..., name another column, or another distance",
                    fr="lui en donner une avec hierarchies=..., nommer une autre"
                    " colonne, ou une autre distance",
                ),
            )
        return spreads

    def _orders(self, seen: Seen) -> dict[str, str]:
        if self.distance != "ordered":
            return {}
        return {
            name: kind_of_order(spread.values, spread.hierarchy)
            for name, spread in seen.spreads.items()
        }

    def reads(self, seen: Seen) -> Words:
        """Say how far groups are from the whole file, at most."""
        said: dict[str, Any] = {"value": seen.spans.value, "note": _note(self._orders(seen))}
        if seen.failing.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:is|are} in groups whose sensitive"
                " values are spread too differently from those of the whole file; the largest"
                " distance is {value}.{note}",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:est|sont} dans des groupes où les valeurs sensibles sont réparties trop"
                " différemment de tout le fichier ; la plus grande distance est {value}.{note}",
                **seen.records,
                **said,
            )
        return say(
            "From a group to the whole file, the spread of the sensitive values is at a distance"
            " of at most {value} (0: alike, 1: nothing in common).{note}",
            "D’un groupe à tout le fichier, la répartition des valeurs sensibles est à une distance"
            " d’au plus {value} (0 : identique, 1 : rien en commun).{note}",
            **said,
        )


def _note(orders: Mapping[str, str]) -> Words:
    if "alphabetical" not in orders.values():
        return Words("", fr="")
    return Words(
        " Text was taken in alphabetical order: give the column an ordered hierarchy.",
        fr=" Le texte a été pris par ordre alphabétique : donnez à la colonne une hiérarchie"
        " ordonnée.",
    )
