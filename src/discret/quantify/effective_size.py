"""How many records the file is worth, given its weights."""

from __future__ import annotations

from typing import ClassVar

from discret.data.compare import has_weights
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.keytable import check_weights, good_weights
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.statistics.quantiles import kish_effect
from discret.parts import LossMeasure, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import LargestShare
from discret.parts.shared_facts import IS_WEIGHTED
from discret.quantify.both_files import NOTHING
from discret.quantify.gone import WEIGHTS_GONE
from discret.words import Words, say


class EffectiveSize(LossMeasure):
    r"""Share of the effective sample size that was lost: records dropped, and uneven weights.

    Notes
    -----
    Uneven weights widen confidence intervals as if the sample were smaller: by Kish's design effect
    :math:`1 + CV^2(w) = n ∑ w^2 / (∑ w)^2`, the file is worth :math:`n / (1 + CV^2(w))` records
    of equal weight. The value is 1 less the ratio of this size after to that before; it is negative
    where weights became more even. Without weights it is the share of the records dropped. The
    design effect is that of a mean of something unrelated to the weights.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.assess import KAnonymity
    >>> from discret.parts import Context
    >>> from discret.reduce import SuppressRecords
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> after = SuppressRecords(models=[KAnonymity(k=2)], drop=0.4).apply(data, Context()).data
    >>> found = EffectiveSize().compare(data, after)
    >>> round(found.value, 3), round(found.details["design_effect_after"], 3)
    (0.315, 1.054)
    """

    name: ClassVar[str] = "effective_size"
    title: ClassVar[Words] = Words("effective sample size", fr="taille effective de l’échantillon")
    purpose: ClassVar[Words] = Words(
        "says what share of the precision of the sample was lost, by records and by weights alone:"
        " what recoding and blanks lost is not seen here, see detail lost",
        fr="dit quelle part de la précision de l’échantillon est perdue, par retraits et par poids"
        " seulement : ce que recodage et effacement font perdre ne se voit pas ici, voir détail"
        " perdu",
    )
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = ("Kish L. (1965). Survey sampling.",)
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        "records_before": Fact.count("records before", "enregistrements avant"),
        "records_after": Fact.count("records used", "enregistrements utilisés"),
        "design_effect_before": Fact.ratio("design effect before", "effet de plan avant"),
        "design_effect_after": Fact.ratio("design effect after", "effet de plan après"),
        "effective_size_before": Fact.number("effective size before", "taille effective avant"),
        "effective_size_after": Fact.number("effective size after", "taille effective après"),
    }

    most: LargestShare = None

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the effective sizes of `before` and `after`."""
        weighted = has_weights(before)
        if weighted and after.column(Role.WEIGHT) is None:
            return Finding.at_most(self.name, None, self.most, reads=WEIGHTS_GONE)
        records = [len(before), len(after)]
        effects = [_effect(data, weighted) for data in (before, after)]
        sizes = [n / effect for n, effect in zip(records, effects, strict=True)]
        value = round(1 - sizes[1] / sizes[0], 12) + 0.0 if sizes[0] else None
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=NOTHING
            if value is None
            else say(
                "The file is worth {size} records of equal weight, of {whole} before; the design"
                " effect of the weights is {effect}, of {first} before.",
                "Le fichier vaut {size} enregistrements de même poids, contre {whole} avant ;"
                " l’effet de plan des poids est de {effect}, contre {first} avant.",
                size=round(sizes[1]),
                whole=round(sizes[0]),
                effect=effects[1],
                first=effects[0],
            ),
            details={
                "weighted": weighted,
                "records_before": records[0],
                "records_after": records[1],
                "design_effect_before": effects[0],
                "design_effect_after": effects[1],
                "effective_size_before": sizes[0],
                "effective_size_after": sizes[1],
            },
        )


def _effect(data: Dataset, weighted: bool) -> float:
    """Return the design effect of the weights; 1 where there are none."""
    weight = data.column(Role.WEIGHT) if weighted else None
    if weight is None or not len(data):
        return 1.0
    own = number(weight)
    wanted = [own.sum().alias("a"), (own * own).sum().alias("b"), good_weights(weight).alias("c")]
    total, squares, good = collected(data.frame.select(*wanted)).row(0)
    check_weights(len(data) - int(good or 0))
    return kish_effect(len(data), float(total), float(squares))
