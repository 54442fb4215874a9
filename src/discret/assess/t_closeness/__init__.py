"""t-closeness: what is sensitive is spread in every group as in the whole file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from discret.assess.sensitive import (
    by_people,
    check_known,
    check_sensitive,
    judged,
    records_in,
    spreads_of,
)
from discret.assess.spread import Levels, Spread, silent_groups
from discret.assess.t_closeness.ordering import check_ordered, kind_of_order, natural_order, tree
from discret.data.dataset import Dataset
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import InputError, listed
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Floats
from discret.maths.attributes.closeness import (
    equal_distance,
    hierarchical_distance,
    ordered_distance,
)
from discret.model import Merging, Model, Scope
from discret.parts import Counted, Criterion, Source
from discret.parts.parameters import Missing, SensitiveColumn
from discret.words import Words, say

Distance = Literal["equal", "ordered", "hierarchical"]


class TCloseness(Model):
    r"""Largest distance between the sensitive values of a group and those of the whole file.

    Parameters
    ----------
    t
        Largest distance allowed, from 0 (spread alike) to 1 (nothing in common). Without it the
        distance is measured and nothing is judged.
    distance
        How far two values are from each other: ``"equal"``, all the same; ``"ordered"``, by the
        steps between them in their order; ``"hierarchical"``, by the height at which the column's
        hierarchy joins them.
    column
        The sensitive column to judge; by default all of them, the worst counting.
    missing
        What a missing key value means, as for `KAnonymity`.

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

    Where individuals are declared, a group whose records are all of one person holds no target,
    however its values are spread: they are that person's, and `details` counts such groups. The
    shares themselves are those of records, in the group and in the file: whoever has many weighs
    as much. Judge k-anonymity or l-diversity beside it for a number of people.

    References
    ----------
    .. [1] Li N., Li T., Venkatasubramanian S. (2007). t-closeness: privacy beyond k-anonymity and
       l-diversity. ICDE, 106-115.
    .. [2] Nguyen B., Castelluccia C. (2020). Techniques d'anonymisation tabulaire. Definition 6.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    >>> finding = TCloseness(t=0.3, distance="ordered").assess(data)
    >>> round(finding.value, 4), finding.met, finding.details["records_failing"]
    (0.4167, False, 2)
    """

    name: ClassVar[str] = "t_closeness"
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
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    target: ClassVar[str] = "t"
    such_as: ClassVar[str] = "t=0.2"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Li et al. (2007), t-closeness: privacy beyond k-anonymity and l-diversity",
        "Nguyen & Castelluccia (2020), Techniques d’anonymisation tabulaire, definition 6",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.SENSITIVE)

    t: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words("largest distance allowed", fr="plus grande distance admise"),
    )
    distance: Distance = Field(
        default="equal",
        description=Words("how far two values are apart", fr="distance entre deux valeurs"),
    )
    column: SensitiveColumn = None
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Measure the level of t-closeness of `data`."""
        check_sensitive(self, data)
        keys = data.keys
        spreads = spreads_of(self, keys)
        check_known(self, spreads)
        if self.distance == "ordered":
            check_ordered(self.name, data, spreads)
        spans = self._levels(spreads, keys.hierarchies)
        levels, alone = by_people(self, keys, spreads, spans)
        bad = self._bad(levels.worst)
        orders = self._orders(spreads, keys.hierarchies)
        return judged(
            self,
            keys,
            levels,
            bad,
            alone=alone,
            target=self.t,
            reads=self._sentence(keys, bad, spans, orders),
            details={
                "distance": self.distance,
                "largest_distance": spans.value,
                "groups_without_value": silent_groups(spreads),
                **({"order": orders} if orders else {}),
            },
        )

    def scope(self, keys: KeyTable) -> Scope:
        """Say that a group is compared with the whole file."""
        return Scope.FILE

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that a file keeps it, as a mixture is no further from the whole than its parts.

        Li et al. (2007) prove it. Not so where groups overlap, as those do that share people.
        """
        apart = keys.individual is None and not keys.overlaps(self.missing)
        return Merging.WHOLE if apart else Merging.NOTHING

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups whose sensitive values are spread too differently."""
        spreads = spreads_of(self, keys)
        levels = self._levels(spreads, keys.hierarchies)
        return self._bad(by_people(self, keys, spreads, levels)[0].worst)

    def _bad(self, level: Floats) -> Bools:
        """Mark what is above the target by more than rounding."""
        return misses(level, self.t, "lower")

    def _levels(
        self, spreads: Mapping[str, Spread], hierarchies: Mapping[str, Hierarchy]
    ) -> Levels:
        if self.distance == "hierarchical":
            self._check_hierarchies(spreads, hierarchies)
        found = {
            name: self._level(spread, hierarchies.get(name)) for name, spread in spreads.items()
        }
        return Levels(found, "lower")

    def _level(self, spread: Spread, hierarchy: Hierarchy | None) -> Floats:
        if self.distance == "ordered":
            return ordered_distance(*spread.taken(natural_order(spread.values, hierarchy)).arrays)
        if self.distance == "hierarchical" and hierarchy is not None:
            order, nodes = tree(spread.values, hierarchy)
            return hierarchical_distance(*spread.taken(order).arrays, nodes)
        return equal_distance(*spread.arrays)

    def _check_hierarchies(
        self, spreads: Mapping[str, Spread], hierarchies: Mapping[str, Hierarchy]
    ) -> None:
        lost = [name for name in spreads if name not in hierarchies]
        if lost:
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

    def _orders(
        self, spreads: Mapping[str, Spread], hierarchies: Mapping[str, Hierarchy]
    ) -> dict[str, str]:
        if self.distance != "ordered":
            return {}
        return {
            name: kind_of_order(spread.values, hierarchies.get(name))
            for name, spread in spreads.items()
        }

    def _sentence(
        self, keys: KeyTable, bad: Bools, levels: Levels, orders: Mapping[str, str]
    ) -> Words:
        said: dict[str, Any] = {"value": levels.value, "note": _note(orders)}
        if bad.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:is|are} in groups whose sensitive"
                " values are spread too differently from those of the whole file; the largest"
                " distance is {value}.{note}",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:est|sont} dans des groupes où les valeurs sensibles sont réparties trop"
                " différemment de tout le fichier ; la plus grande distance est {value}.{note}",
                **records_in(keys, bad),
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
