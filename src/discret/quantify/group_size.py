"""How large the groups of records with the same keys have become."""

from __future__ import annotations

from typing import ClassVar

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.recoding.table_losses import average_group
from discret.parts import LossMeasure, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import LargestShare
from discret.parts.shared_facts import DROPPED
from discret.quantify.both_files import tidy
from discret.quantify.gone import gone, had, said
from discret.quantify.groups import NO_KEY, groups_of
from discret.words import Words


class GroupSize(LossMeasure):
    r"""How far the average group of records with the same keys has grown, towards the whole file.

    Notes
    -----
    With n records of the original and g groups of records that share their keys, the average group
    has :math:`A = n / g` records; all that are dropped are one group more (as in ARX). The value is
    :math:`(A' - A) / (n - A)`, from that of the original to a single group; `details` has A before
    and after. LeFevre, DeWitt and Ramakrishnan divide A by the k that was asked for: near 1, groups
    are hardly larger than need be. It is the loss that `Generalise` makes least with
    ``loss = "group_size"``.

    Groups count alike, large or small, so that few large ones are hardly seen: see
    `Discernibility`. It does not see whether values are true: exchanged ones that make more groups
    make it negative, see `Distances`. Missing is a value like another; it is not weighted.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.parts import Context
    >>> from discret.reduce import Recode
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> after = Recode(column="Sexe", mapping={"Femme": "*", "Homme": "*"}).apply(data, Context())
    >>> found = GroupSize().compare(data, after.data)
    >>> found.details["average_before"], found.details["average_after"], found.value
    (1.5, 3.0, 0.2)
    """

    name: ClassVar[str] = "group_size"
    title: ClassVar[Words] = Words("growth of groups", fr="croissance des groupes")
    purpose: ClassVar[Words] = Words(
        "compares the average size of groups with the same keys: whether values are still true is"
        " not seen here, see distances of values",
        fr="compare la taille moyenne des groupes de mêmes clés : que les valeurs soient encore"
        " vraies ne se voit pas ici, voir distances aux valeurs d’origine",
    )
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        (
            "LeFevre K., DeWitt D. J., Ramakrishnan R. (2006). Mondrian multidimensional"
            " k-anonymity. ICDE."
        ),
    )
    tells: ClassVar[Facts] = {
        **DROPPED,
        "average_before": Fact.number("average group before", "groupe moyen avant"),
        "average_after": Fact.number("average group after", "groupe moyen après"),
        "groups_before": Fact.count("groups before", "groupes avant"),
        "groups_after": Fact.count("groups after", "groupes après"),
    }

    most: LargestShare = None

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the groups of `before` and `after`."""
        groups = groups_of(before, after)
        if groups is None:
            return Finding.at_most(self.name, None, self.most, reads=NO_KEY)
        old, new = (average_group(*own) for own in groups)
        room = len(before) - old
        value = tidy((new - old) / room) if room > 0 else 0.0
        lost = gone(after, had(before, after, Role.KEY))
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=said(_sentence(old, new, len(before) - len(after)), lost),
            details={
                "average_before": old,
                "average_after": new,
                "groups_before": groups[0].number,
                "groups_after": groups[1].number,
                "records": len(before),
                "records_dropped": len(before) - len(after),
                "columns_dropped": lost,
            },
        )


def _sentence(old: float, new: float, dropped: int) -> Words:
    return (_DROPPED if dropped else _READS).filled(old=old, new=new)


_READS = Words(
    "The average group of records with the same keys had {old} and has {new}.",
    fr="Le groupe moyen d’enregistrements de mêmes clés en comptait {old} et en compte {new}.",
)
_DROPPED = Words(
    "The average group of records with the same keys had {old} and has {new}, those dropped being"
    " one group.",
    fr="Le groupe moyen d’enregistrements de mêmes clés en comptait {old} et en compte {new}, ceux"
    " qui sont retirés formant un groupe.",
)
