"""Three attackers: the prosecutor, the journalist, the marketer."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.heads import expected, heads, share, whom
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Floats
from discret.maths.identity.matches import chance_of_a_match
from discret.model import Least, Merging, Model, Scope, judged
from discret.parts import Counted, Criterion, Source, Unit
from discret.parts.facts import SOURCES, Fact, Facts
from discret.parts.parameters import Missing
from discret.parts.shared_facts import RULED
from discret.words import Words, say


class Attackers(Model):
    r"""Success of a prosecutor, a journalist and a marketer.

    Notes
    -----
    With :math:`f` the size of a record's group in the file and :math:`F` in the population:

    ``prosecutor_max``, ``prosecutor_mean``
        knows that the person is in the file: :math:`1/f` (Nguyen & Castelluccia 2020, example 5;
        El Emam). The value of the finding is the maximum.
    ``journalist_any_match``
        Nguyen & Castelluccia 2020, example 4: the chance that at least one person is matched
        rightly when each group is matched at random, :math:`1 - ∏ D_f / f!`. It tends to 1 as
        groups multiply. Missing is a category here: groups must not overlap.
    ``journalist_max``
        El Emam: does not know who is in the file, :math:`\max 1/F`. F is estimated by the sum of
        weights where there are any, and is :math:`f` otherwise (as ARX without a population).
    ``marketer``
        expected share of records matched rightly, :math:`\frac1n ∑ f · \frac1f`: groups over
        records (Nguyen & Castelluccia 2020, example 6; ARX).
    ``marketer_population``
        El Emam: :math:`\frac1n ∑ f/F`.

    People are counted where an individual column is declared, once in each group, in sizes and in
    means: several records of one person hide nobody and dilute nothing.

    Examples
    --------
    >>> import polars as pl
    >>> players = pl.DataFrame({"age": ["30-39", "30-39", "20-29", "20-29"]})
    >>> finding = Attackers(most=0.5).assess(Dataset.of(players, key="age"))
    >>> finding.value, finding.met, finding.details["journalist_any_match"]
    (0.5, True, 0.75)
    """

    name: ClassVar[str] = "attackers"
    title: ClassVar[Words] = Words("three attackers", fr="trois attaquants")
    purpose: ClassVar[Words] = Words(
        "gives the success of a prosecutor, a journalist and a marketer",
        fr="donne le succès d’un procureur, d’un journaliste et d’un marketeur",
    )
    attacker: ClassVar[Words] = Words(
        "the prosecutor looks for one person known to be in the file, the journalist for anyone,"
        " the marketer for as many as possible; all know every key",
        fr="le procureur cherche une personne qu’il sait dans le fichier, le journaliste n’importe"
        " qui, le marketeur le plus de monde possible ; tous connaissent toutes les clés",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "most"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "most"}
    such_as: ClassVar[str] = "most=0.2"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "El Emam K., Dankar F. (2008). Protecting privacy using k-anonymity. JAMIA 15(5).",
        (
            "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, exemples"
            " 4 à 6."
        ),
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **RULED,
        "prosecutor_max": Fact.share("prosecutor: highest risk", "procureur : risque maximal"),
        "prosecutor_mean": Fact.share("prosecutor: mean risk", "procureur : risque moyen"),
        "journalist_any_match": Fact.share(
            "journalist: at least one right match", "journaliste : au moins un appariement juste"
        ),
        "journalist_max": Fact.share("journalist: highest risk", "journaliste : risque maximal"),
        "marketer": Fact.share("marketer: right matches", "marketeur : appariements justes"),
        "marketer_population": Fact.share(
            "marketer: right matches, population", "marketeur : appariements justes, population"
        ),
        "uniques_share": Fact.share("share of uniques", "part d’uniques"),
        "population": Fact.label("population from", "population tirée de", SOURCES),
    }

    most: float | None = Field(
        default=None,
        gt=0,
        le=1,
        description=Words(
            "highest prosecutor risk allowed. Without it the risks are measured and nothing is"
            " judged",
            fr="risque du procureur le plus élevé admis. Sans lui, les risques sont mesurés et"
            " rien n’est jugé",
        ),
    )
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Measure the success of the three attackers on `data`."""
        keys = data.keys
        risk = 1.0 / keys.people(self.missing)
        bad = self._bad(risk)
        return Finding(
            name=self.name,
            value=float(risk.max()),
            target=self.most,
            met=None if self.most is None else not bad.any(),
            better="lower",
            reads=self._sentence(keys, risk),
            details=self._details(keys, risk, bad, data.column(Role.WEIGHT) is not None),
            per_key=keys.table(count=keys.count, risk=risk, failing=bad),
        )

    def scope(self, keys: KeyTable) -> Scope:
        """Say that a group is judged by its own records."""
        return Scope.GROUP

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that each group keeps what it has: larger ones hold more people."""
        return Merging.EACH

    @property
    def least(self) -> Least:
        """As many people as make a guess rare enough."""
        if self.most is None:
            return Least()
        return Least(every=ceil((1 - 1e-9) / self.most), enough=True)

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups in which the prosecutor's risk is above the threshold."""
        return self._bad(1.0 / keys.people(self.missing))

    def _bad(self, risk: Floats) -> Bools:
        return misses(risk, self.most, "lower")

    def _details(self, keys: KeyTable, risk: Floats, bad: Bools, weighted: bool) -> dict[str, Any]:
        size = keys.people(self.missing)
        population = np.maximum(keys.stands_for(self.missing), size) if weighted else size
        distinct, groups = np.unique(keys.people("category"), return_counts=True)
        return {
            **judged(keys, bad),
            "prosecutor_max": float(risk.max()),
            "prosecutor_mean": expected(keys, risk) / heads(keys),
            "journalist_any_match": chance_of_a_match(distinct, groups),
            "journalist_max": float((1.0 / population).max()),
            "marketer": expected(keys, risk) / heads(keys),
            "marketer_population": expected(keys, 1.0 / population) / heads(keys),
            "uniques_share": share(keys, size == 1),
            "population": "weights" if weighted else "file",
            "rule": self.missing,
        }

    def _sentence(self, keys: KeyTable, risk: Floats) -> Words:
        return say(
            "Someone who knows a person's keys and that the person is there picks the right record"
            " with a chance of up to {top:%}; matching everyone would be right for {mean:%} of"
            " the {who}.",
            "Qui connaît les clés d’une personne et la sait présente désigne le bon enregistrement"
            " avec une probabilité allant jusqu’à {top:%} ; un appariement général serait juste"
            " pour {mean:%} des {who}.",
            who=whom(keys),
            top=float(risk.max()),
            mean=expected(keys, risk) / heads(keys),
        )
