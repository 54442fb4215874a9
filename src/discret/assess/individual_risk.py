"""Individual risk: the chance that a record is the person an attacker has in mind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.heads import expected, heads
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Floats
from discret.maths.population.negative_binomial import (
    approximate_risk,
    capped_threshold,
    dropped_threshold,
    exact_risk,
)
from discret.model import Merging, Model, Scope, judged
from discret.parts import Counted, Criterion, Source, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestRisk, Missing
from discret.parts.shared_facts import REIDENTIFIED, RULED
from discret.words import Words, say


class IndividualRisk(Model):
    r"""Risk of re-identification of each record, with the sampling weights taken into account.

    Notes
    -----
    A group *c* has :math:`f_c` people in the file and an unknown :math:`F_c` people in the
    population. Given :math:`f_c`, :math:`F_c` is negative binomial with :math:`\hat p_c = f_c / ∑
    w_i`, and the risk is :math:`\hat r_c = E(1/F_c | f_c)` (Bergeat 2014). The value is the
    largest :math:`\hat r_c`. `details` has both global risks, :math:`\frac1n ∑ f_c \hat r_c` and
    :math:`\frac1n ∑_{f_c = 1} \hat r_c`, and the expected number of re-identifications
    :math:`∑ f_c \hat r_c`.

    The model supposes that weights are inverse inclusion probabilities and that groups are
    independent. Where the weights of a group sum to less than its size, the group is taken to be
    complete: its risk is 1/f.

    People are counted: without an individual column every record is a person. Where one is
    declared, several records of a person count once, with the smallest of their weights, which is
    the cautious reading: a person stands for their weight once, and for the least of what the file
    says where it says several.

    `threshold_if_capped` is the threshold to which the records above must be brought for the mean
    risk to be `wanted`; `threshold_if_dropped` the one above which they must be dropped.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> finding = IndividualRisk(most=0.01).assess(data)
    >>> round(finding.value, 6), finding.met
    (0.008366, True)
    >>> round(finding.details["expected_reidentifications"], 6)
    0.022594
    """

    name: ClassVar[str] = "individual_risk"
    title: ClassVar[Words] = Words("individual risk", fr="risque individuel")
    purpose: ClassVar[Words] = Words(
        "estimates the chance that a record is the person it seems to be, in the population",
        fr="estime la probabilité qu’un enregistrement soit bien la personne que l’on croit",
    )
    attacker: ClassVar[Words] = Words(
        "knows a person's keys, but not whether the person is in the file",
        fr="connaît les clés d’une personne, mais ne sait pas si elle est dans le fichier",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "most"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "most"}
    such_as: ClassVar[str] = "most=0.05"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Benedetti R., Franconi L. (1998). Statistical and technological solutions for"
            " controlled data dissemination. NTTS 1, 225-232."
        ),
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.WEIGHT)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **RULED,
        **REIDENTIFIED,
        "global_risk_uniques": Fact.share(
            "global risk, uniques only", "risque global, uniques seuls"
        ),
        "risk_classes": Fact.count(
            "records by class of risk", "enregistrements par classe de risque", by="class"
        ),
        "formula": Fact.label(
            "formula",
            "formule",
            {
                "exact": Words("exact", fr="exacte"),
                "approximate": Words("approximate", fr="approchée"),
            },
        ),
        "wanted": Fact.share("wanted global risk", "risque global voulu"),
        "threshold_if_capped": Fact.share(
            "threshold that meets it, if capped", "seuil qui l’atteint, si l’on plafonne"
        ),
        "threshold_if_dropped": Fact.share(
            "threshold that meets it, if dropped", "seuil qui l’atteint, si l’on retire"
        ),
    }

    model: Literal["negative_binomial"] = Field(
        default="negative_binomial",
        description=Words(
            "law of the population frequency. `negative_binomial` is the model of Benedetti and"
            " Franconi",
            fr="loi de l’effectif dans la population. `negative_binomial` est le modèle de"
            " Benedetti et Franconi",
        ),
    )
    formula: Literal["exact", "approximate"] = Field(
        default="exact",
        description=Words(
            "exact, or as sdcMicro approximates it. `exact` holds for every size of group",
            fr="formule exacte, ou approchée comme dans sdcMicro. `exact` vaut pour toute taille de"
            " groupe",
        ),
    )
    most: HighestRisk = None
    wanted: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description=Words(
            "wanted global risk. The details then have the thresholds that meet it",
            fr="risque global voulu. Les détails ont alors les seuils qui l’atteignent",
        ),
    )
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Estimate the risk of each record of `data`."""
        data.need(self.name, Role.WEIGHT)
        keys = data.keys
        risk = self.risks(keys)
        bad = self._bad(risk)
        value = float(risk.max())
        return Finding(
            name=self.name,
            value=value,
            target=self.most,
            met=None if self.most is None else not bad.any(),
            better="lower",
            reads=self._sentence(keys, risk, bad),
            details=self._details(keys, risk, bad),
            per_key=keys.table(count=keys.count, risk=risk, failing=bad),
        )

    def scope(self, keys: KeyTable) -> Scope:
        """Say that a group is judged by its own records."""
        return Scope.GROUP

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that each group keeps what it has: more people stand for more.

        Not so where people are told apart: somebody of two groups counts once in the whole, with
        the smallest of their weights, which may make the others stand for less.
        """
        kept = self.formula == "exact" and keys.around.individual is None
        return Merging.EACH if kept else Merging.NOTHING

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups whose risk is above the threshold."""
        return self._bad(self.risks(keys))

    def risks(self, keys: KeyTable) -> Floats:
        """Return the risk of each group of the key table."""
        size = keys.people(self.missing)
        share = np.minimum(size / keys.stands_for(self.missing), 1.0)
        formula = exact_risk if self.formula == "exact" else approximate_risk
        return formula(size, share)

    def _bad(self, risk: Floats) -> Bools:
        return misses(risk, self.most, "lower")

    def _details(self, keys: KeyTable, risk: Floats, bad: Bools) -> dict[str, Any]:
        chances = expected(keys, risk)
        alone = keys.people(self.missing) == 1
        details: dict[str, Any] = {
            **judged(keys, bad),
            "expected_reidentifications": chances,
            "global_risk": chances / heads(keys),
            "global_risk_uniques": expected(keys, risk * alone) / heads(keys),
            "risk_classes": risk_classes(risk, keys.count),
            "formula": self.formula,
            "rule": self.missing,
        }
        if self.wanted is not None:
            details["wanted"] = self.wanted
            details["threshold_if_capped"] = capped_threshold(risk, keys.heads, self.wanted)
            details["threshold_if_dropped"] = dropped_threshold(risk, keys.heads, self.wanted)
        return details

    def _sentence(self, keys: KeyTable, risk: Floats, bad: Bools) -> Words:
        if self.most is not None and bad.any():
            return say(
                "{failing} of {n} records {failing:has|have} a risk above the threshold; the"
                " highest is {top:%}, and {expected}"
                " {expected:re-identification is|re-identifications are} expected if everyone is"
                " attacked.",
                "{failing} {failing:enregistrement|enregistrements} sur {n} {failing:a|ont} un"
                " risque supérieur au seuil ; le plus élevé est {top:%}, et {expected}"
                " {expected:ré-identification est attendue|ré-identifications sont attendues} si"
                " chacun est attaqué.",
                failing=int(keys.count[bad].sum()),
                n=keys.records,
                top=float(risk.max()),
                expected=expected(keys, risk),
            )
        return say(
            "The riskiest record has a chance of {top:%} of being recognised; {expected}"
            " {expected:re-identification is|re-identifications are} expected if everyone is"
            " attacked.",
            "L’enregistrement le plus exposé a {top:%} de chances d’être reconnu ; {expected}"
            " {expected:ré-identification est attendue|ré-identifications sont attendues} si chacun"
            " est attaqué.",
            top=float(risk.max()),
            expected=expected(keys, risk),
        )


def risk_classes(risk: Floats, count: Any) -> dict[str, int]:
    """Count the records by class of risk, for a figure.

    Examples
    --------
    >>> risk_classes(np.array([0.0005, 0.3, 1.0]), np.array([10, 2, 1]))["20%-50%"]
    2
    """
    edges = [0.001, 0.01, 0.05, 0.1, 0.2, 0.5]
    names = ["<0.1%", "0.1%-1%", "1%-5%", "5%-10%", "10%-20%", "20%-50%", ">=50%"]
    totals = np.bincount(np.searchsorted(edges, risk, side="right"), count, minlength=len(names))
    return {name: int(total) for name, total in zip(names, totals, strict=True)}
