"""Average risk: the share of the records that an attacker who matches them all gets right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.heads import counted_alone, expected, heads, whom
from discret.assess.k_map import KMap
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.arrays import Bools, Codes, Floats, Ints
from discret.maths.identity.mean_target import riskiest
from discret.model import BySize, Merging, Model, Scope, judged
from discret.parts import Counted, Criterion, Source, Unit
from discret.parts.facts import SOURCES, Fact, Facts
from discret.parts.parameters import Missing
from discret.parts.shared_facts import RULED
from discret.words import Words, say


class AverageRisk(Model):
    r"""Expected share of the records that a marketer matches rightly.

    Notes
    -----
    The mean over the n records of :math:`1/F`, with :math:`F` the people whom a record cannot be
    told from: :math:`\frac1n ∑ f_c / F_c`. In the file :math:`F_c = f_c`, and it is the number of
    groups over the number of records (Nguyen & Castelluccia 2020, example 6; ARX).

    The target is one of the whole file. Where it is missed, the groups that fail are those at most
    risk, as few as must go for the others to meet it: in the file the smallest groups first, which
    is the least that can be dropped; against a population the least but for a part of the last
    group (see `discret.maths.identity.mean_target` for the proof). Of groups at equal risk those
    that come first by their keys fail: it says nothing of the others, which are as exposed.

    People are counted where an individual column is declared, in :math:`f`, :math:`F` and
    :math:`n`, once in each group: several records of one person hide nobody and dilute nothing.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> finding = AverageRisk(most=0.5).assess(data)
    >>> round(finding.value, 4), finding.met, finding.details["records_failing"]
    (0.6667, False, 3)
    >>> AverageRisk(most=0.01, estimate="weights").assess(data).met
    True
    """

    name: ClassVar[str] = "average_risk"
    title: ClassVar[Words] = Words("average risk", fr="risque moyen")
    purpose: ClassVar[Words] = Words(
        "gives the share of the records that are matched rightly when all are matched",
        fr="donne la part des enregistrements correctement appariés quand tous le sont",
    )
    attacker: ClassVar[Words] = Words(
        "the marketer, who knows the keys of everybody and matches as many records as possible,"
        " at random among those alike",
        fr="le marketeur, qui connaît les clés de tout le monde et apparie le plus possible"
        " d’enregistrements, au hasard parmi les semblables",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "most"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "most"}
    such_as: ClassVar[str] = "most=0.2"
    source: ClassVar[Source] = "population"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Dankar F., El Emam K. (2010). A method for evaluating marketer re-identification"
            " risk. EDBT/ICDT Workshops."
        ),
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, exemple 6.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **RULED,
        "expected_matches": Fact.number("matches expected", "appariements attendus"),
        "estimate": Fact.label("population known from", "population connue par", SOURCES),
    }

    most: float | None = Field(
        default=None,
        gt=0,
        le=1,
        description=Words("highest mean risk allowed", fr="risque moyen le plus élevé admis"),
    )
    estimate: Literal["file", "weights", "population"] = Field(
        default="file",
        description=Words(
            "whom a record is mistaken for. `file`: the people of its group in the file;"
            " `weights` or `population`: those of the population, as `KMap` counts them",
            fr="avec qui un enregistrement est confondu. `file` : les personnes de son groupe"
            " dans le fichier ; `weights` ou `population` : celles de la population, comptées"
            " comme par `KMap`",
        ),
    )
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Measure the mean risk of the records of `data`."""
        keys = data.keys
        risk = self.risks(keys)
        value = expected(keys, risk) / heads(keys)
        bad = self._bad(keys, risk)
        return Finding(
            name=self.name,
            value=value,
            target=self.most,
            met=None if self.most is None else not bad.any(),
            better="lower",
            reads=self._sentence(keys, value, bad),
            details=self._details(keys, value, bad),
            per_key=keys.table(count=keys.count, risk=risk, failing=bad),
        )

    def scope(self, keys: KeyTable) -> Scope:
        """Say whether people are counted in a population; the mean is over all groups."""
        return Scope.POPULATION if self.estimate == "population" else Scope.OTHERS

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that a file keeps it: where groups merge, the mean falls.

        As many records or fewer must go then, where all that is counted is those of the groups.
        Not so where people have several records: groups that share people merge into fewer, and
        the others weigh more in the mean.
        """
        if self.by_size(keys) is not None:
            return Merging.FEWER
        return Merging.WHOLE if keys.around.individual is None else Merging.NOTHING

    def by_size(self, keys: KeyTable) -> BySize | None:
        """Mark the smallest groups, as many as must go, where records are counted in the file."""
        known = self.most is not None and self.estimate == "file"
        if not known or not counted_alone(keys, self.missing):
            return None
        return lambda count, codes: self._riskiest(1.0 / count, count, codes)

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups at most risk, as many as must go for the others to meet the target."""
        return self._bad(keys, self.risks(keys))

    def risks(self, keys: KeyTable) -> Floats:
        """Return the risk of each group of the key table."""
        own = self.estimate == "file"
        return 1.0 / (keys.people(self.missing) if own else self._people.people(keys))

    @property
    def _people(self) -> KMap:
        counted = self.estimate == "population"
        return KMap(estimate="population" if counted else "weights", missing=self.missing)

    def _bad(self, keys: KeyTable, risk: Floats) -> Bools:
        if self.most is None:
            return np.zeros(len(risk), dtype=np.bool_)
        return self._riskiest(risk, keys.heads, keys.codes)

    def _riskiest(self, risk: Floats, count: Ints, codes: Codes) -> Bools:
        return riskiest(risk, count, codes, (self.most or 0.0) * (1 + 1e-12))

    def _details(self, keys: KeyTable, value: float, bad: Bools) -> dict[str, Any]:
        return {
            **judged(keys, bad),
            "expected_matches": value * heads(keys),
            "estimate": self.estimate,
            "rule": self.missing,
        }

    def _sentence(self, keys: KeyTable, value: float, bad: Bools) -> Words:
        if bad.any():
            return say(
                "Matching everyone would be right for {mean:%} of the {who}; it is enough to"
                " protect {failing} of {n}, those at most risk, for the others to be below"
                " {target:%}.",
                "Un appariement général serait juste pour {mean:%} des {who} ; il suffit d’en"
                " protéger {failing} sur {n}, au risque le plus grand, pour que le reste soit"
                " sous {target:%}.",
                mean=value,
                who=whom(keys),
                failing=heads(keys, bad),
                n=heads(keys),
                target=self.most,
            )
        return say(
            "Matching everyone would be right for {mean:%} of the {who}, that is for {expected}"
            " of {n}.",
            "Un appariement général serait juste pour {mean:%} des {who}, soit pour"
            " {expected} sur {n}.",
            mean=value,
            who=whom(keys),
            expected=value * heads(keys),
            n=heads(keys),
        )
