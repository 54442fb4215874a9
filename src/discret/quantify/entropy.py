"""What stays unknown of a value once the released one is seen."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import ClassVar, NamedTuple

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.history.chances import chances_of
from discret.errors import listed
from discret.finding import Finding
from discret.maths.arrays import Floats, Ints
from discret.maths.perturbation.transitions import entropies, posterior
from discret.parts import Columns, LossMeasure, Tier, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import LargestShare
from discret.parts.shared_facts import DROPPED
from discret.quantify.both_files import NOTHING, chosen, tidy
from discret.quantify.gone import gone, said
from discret.quantify.value_pairs import COUNT, NEW, OLD, value_pairs
from discret.words import Words, say

FEW = 200  # values of a column that is taken unasked


class Entropy(LossMeasure):
    r"""Share of the uncertainty about a value that stays once the released one is seen.

    Notes
    -----
    With V a column of the original and :math:`V'` what is released of it, a record that shows v
    leaves :math:`H(V | V' = v) = -∑_k P(V = k | V' = v) \ln P(V = k | V' = v)` unknown. Bergeat
    (2014) sums this over records; `details` has the sum over records and columns, in nats and in
    bits (the paper names no base, and its text conditions on V where its formula, used here,
    conditions on the released value). The value is the mean over columns of that sum divided by
    :math:`n H(V)`, what is unknown to somebody who sees no record and knows the distribution alone.
    A blank, or a value whose record or column is gone, leaves all of H(V) unknown.

    :math:`P(V = k | V' = v)` is by Bayes' rule where the chances of the exchange are known (`Pram`,
    with recodings before and after it), and otherwise the share of the value k among the records
    that show v: the spread of what a label covers, or of what was put in its place. That share
    needs several records for each released value. It is low where there are few, and nought
    where each record shows another number, as after `Noise`: such columns are for `Distances`. By
    chance it may be above 1. By default, columns with more than 200 values are left out. Records
    count alike: it is not weighted.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.parts import Context
    >>> from discret.reduce import Recode
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> after = Recode(column="Sexe", mapping={"Femme": "*", "Homme": "*"}).apply(data, Context())
    >>> found = Entropy().compare(data, after.data)
    >>> round(found.details["bits"], 4), found.value  # 9 × H(5/9)
    (8.9197, 0.5)
    """

    name: ClassVar[str] = "entropy"
    title: ClassVar[Words] = Words("entropy left", fr="entropie restante")
    purpose: ClassVar[Words] = Words(
        "measures what stays unknown of values once the released ones are seen, alike for recoding,"
        " blanks and values replaced by known chances",
        fr="mesure ce qui reste inconnu des valeurs quand on voit celles qui sont diffusées, de"
        " même façon pour les recodages, les valeurs effacées et les remplacements à"
        " probabilités connues",
    )
    tier: ClassVar[Tier] = "row"
    unit: ClassVar[Unit] = "share"
    by_record: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Bergeat M. (2014). Un panorama de la protection des fichiers de données"
            " individuelles (PRAM, mesure de perte d’information)."
        ),
        (
            "Kooiman P., Willenborg L., Gouweleeuw J. (1997). PRAM: a method for disclosure"
            " limitation of microdata. Statistics Netherlands, Voorburg."
        ),
    )
    tells: ClassVar[Facts] = {
        **DROPPED,
        "by_column": Fact.share("entropy left by column", "entropie restante par colonne",
                                by="column"),
        "nats": Fact.number("sum over records and columns, in nats",
                            "somme sur les enregistrements et les colonnes, en nats"),
        "bits": Fact.number("the same sum in bits", "la même somme en bits"),
        "known_chances": Fact.names("columns whose chances are known",
                                    "colonnes aux probabilités connues"),
        "skipped": Fact.names("columns of too many values, left out",
                              "colonnes laissées de côté, aux valeurs trop nombreuses"),
    }  # fmt: skip

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns, by default keys, numbers, sensitive. Those of the original; by default those"
            " with at most 200 values",
            fr="colonnes, par défaut clés, nombres, sensibles. Celles de l’original ; par défaut"
            " celles d’au plus 200 valeurs",
        ),
    )
    most: LargestShare = None

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Measure what `after` leaves unknown of the values of `before`."""
        every = chosen(self.name, self.columns, before, after)
        few = self.columns or [name for name in every if len(before.values(name)) <= FEW]
        return self._compared(before, after, tuple(few), [n for n in every if n not in few])

    def _compared(
        self, before: Dataset, after: Dataset, names: tuple[str, ...], skipped: list[str]
    ) -> Finding:
        every = {name: _left(self.name, before, after, name) for name in names}
        shares = {name: own.share for name, own in every.items()}
        known = {name: share for name, share in shares.items() if share is not None}
        value = tidy(sum(known.values()) / len(known)) if known else None
        nats = sum(own.nats for own in every.values())
        lost = gone(after, names)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=_beside(said(_sentence(value, known), lost), skipped),
            details={
                "by_column": shares,
                "nats": tidy(nats),
                "bits": tidy(nats / log(2)),
                "known_chances": [name for name, own in every.items() if own.chances],
                "records": len(before),
                "records_dropped": len(before) - len(after),
                "columns_dropped": lost,
                "skipped": skipped,
            },
        )


class Left(NamedTuple):
    """What stays unknown of a column over its records, of how much, and if by known chances."""

    nats: float
    whole: float
    chances: bool

    @property
    def share(self) -> float | None:
        """The share; nothing where nothing was unknown."""
        return tidy(self.nats / self.whole) if self.whole > 0 else None


def _left(who: str, before: Dataset, after: Dataset, column: str) -> Left:
    shown = [column] if column in after.roles else after.trail.shown_by(column)
    pairs = value_pairs(who, before, after, column, shown).drop_nulls(OLD)
    steps = after.trail.since(before.trail, column, shown[0]) if len(shown) == 1 else None
    (values, value), (labels, label) = numbered(pairs[OLD]), numbered(pairs[NEW])
    count = pairs[COUNT].cast(pl.Float64).to_numpy()
    prior = np.bincount(value, count, len(values)).astype(np.float64)
    chances = chances_of(values, labels, steps or ())
    if chances is None:
        both = _joint(value, label, count, len(values), len(labels))
        own = entropies(both / both.sum(axis=0))
    else:
        own = entropies(posterior(chances, prior))
    nothing = float(entropies(prior[:, None] / prior.sum())[0]) if prior.sum() else 0.0
    each = np.append(own, nothing)[label]
    return Left(float(each @ count), nothing * float(prior.sum()), chances is not None)


def _joint(value: Ints, label: Ints, count: Floats, values: int, labels: int) -> Floats:
    """Return how many records have each value and show each label."""
    held = label >= 0
    cells = value[held] * labels + label[held]
    both = np.bincount(cells, count[held], minlength=values * labels)
    return np.asarray(both.reshape(values, labels), dtype=np.float64)


def _sentence(value: float | None, shares: Mapping[str, float]) -> Words:
    if value is None:
        return NOTHING
    if not value:
        return _KNOWN.filled(names=listed(shares))
    worst = max(shares, key=lambda name: shares[name])
    return say(
        "On average {value:%} of the uncertainty about a value stays once the released one is seen;"
        " most in {column}: {share:%}.",
        "En moyenne {value:%} de l’incertitude sur une valeur reste quand on voit celle qui est"
        " diffusée ; le plus dans {column} : {share:%}.",
        value=value,
        column=worst,
        share=shares[worst],
    )


def _beside(reads: Words, skipped: list[str]) -> Words:
    """Add which columns were not looked at: the number says nothing of them."""
    if not skipped:
        return reads
    more = _SKIPPED.filled(names=listed(skipped), few=FEW)
    return Words(f"{reads} {more}", fr=f"{reads.fr} {more.fr}")


_KNOWN = Words(
    "Who sees a released value of {names} knows the original one.",
    fr="Qui voit une valeur diffusée de {names} connaît celle d’origine.",
)
_SKIPPED = Words(
    "Not looked at, with more than {few} values: {names}.",
    fr="Non examiné, avec plus de {few} valeurs : {names}.",
)
