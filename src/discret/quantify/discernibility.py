"""How many records each record can no longer be told from."""

from __future__ import annotations

from typing import ClassVar

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.recoding.table_losses import discernibility
from discret.parts import LossMeasure, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import LargestShare
from discret.parts.shared_facts import DROPPED
from discret.quantify.both_files import tidy
from discret.quantify.gone import gone, had, said
from discret.quantify.groups import NO_KEY, groups_of
from discret.words import Words, say


class Discernibility(LossMeasure):
    r"""How much less records can be told apart by their keys, from not at all to none of them.

    Notes
    -----
    The penalty of Bayardo and Agrawal is :math:`C = ∑ |E|^2 + n·d`: each record that is left pays
    the size of its group E, each of the d that are dropped pays for all n of the original. The
    value is :math:`(C' - C) / (n^2 - C)`, from that of the original to all records in one group or
    gone; `details` has C before and after. It is the loss that `Generalise` makes least with
    ``loss = "discernibility"``.

    Large groups count by their square: one large group outweighs many small ones. It counts who
    looks alike, not what is still said of them, see `DetailLost`; and it does not see whether
    values are true: exchanged ones that make groups smaller make it negative, see `Distances`.
    Missing is a value like another, and records count alike: it is not weighted.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.parts import Context
    >>> from discret.reduce import Recode
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> after = Recode(column="Sexe", mapping={"Femme": "*", "Homme": "*"}).apply(data, Context())
    >>> found = Discernibility().compare(data, after.data)
    >>> found.details["penalty_before"], found.details["penalty_after"], round(found.value, 4)
    (15, 27, 0.1818)
    """

    name: ClassVar[str] = "discernibility"
    title: ClassVar[Words] = Words("discernibility lost", fr="discernabilité perdue")
    purpose: ClassVar[Words] = Words(
        "counts for each record those that keys no longer tell from it: whether values are still"
        " true is not seen here, see distances of values",
        fr="compte pour chaque enregistrement ceux que les clés n’en distinguent plus : que les"
        " valeurs soient encore vraies ne se voit pas ici, voir distances aux valeurs d’origine",
    )
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Bayardo R. J., Agrawal R. (2005). Data privacy through optimal k-anonymization."
            " ICDE, 217-228."
        ),
        "Prasser F. et al. (2016). A tool for optimizing de-identified health data.",
    )
    tells: ClassVar[Facts] = {
        **DROPPED,
        "penalty_before": Fact.count("penalty before", "pénalité avant"),
        "penalty_after": Fact.count("penalty after", "pénalité après"),
    }

    most: LargestShare = None

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the groups of `before` and `after`."""
        groups = groups_of(before, after)
        if groups is None:
            return Finding.at_most(self.name, None, self.most, reads=NO_KEY)
        whole = len(before) ** 2
        old, new = (round(discernibility(*own) * whole) for own in groups)
        value = tidy((new - old) / (whole - old)) if whole > old else 0.0
        lost = gone(after, had(before, after, Role.KEY))
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=said(_sentence(value), lost),
            details={
                "penalty_before": old,
                "penalty_after": new,
                "records": len(before),
                "records_dropped": len(before) - len(after),
                "columns_dropped": lost,
            },
        )


def _sentence(value: float) -> Words:
    if value < 0:
        return _MORE
    return say(
        "From 0% (as before) to 100% (one group, or nothing left), keys tell records apart"
        " {value:%} less.",
        "De 0 % (comme avant) à 100 % (un seul groupe, ou plus rien), les clés distinguent les"
        " enregistrements {value:%} moins bien.",
        value=value,
    )


_MORE = Words(
    "Keys tell more records apart than before: values were put in the place of others.",
    fr="Les clés distinguent plus d’enregistrements qu’avant : des valeurs en ont remplacé"
    " d’autres.",
)
