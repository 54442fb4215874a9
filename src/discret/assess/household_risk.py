"""Household risk: the chance that someone of a household is recognised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.individual_risk import IndividualRisk, risk_classes
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import ParameterError
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.identity.at_least_one import at_least_one, largest_of
from discret.model import Model
from discret.parts import Counted, Criterion, MaybeColumn, Source, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import Missing
from discret.parts.shared_facts import REIDENTIFIED, RULED
from discret.words import Words, say


class HouseholdRisk(Model):
    r"""Risk that at least one member of a household is re-identified.

    Notes
    -----
    With :math:`r_i` the individual risk of member *i* (see `IndividualRisk`), a household *h* has
    :math:`r_h = 1 - ∏_{i ∈ h} (1 - r_i)`: once one member is recognised, so are the others. The
    value is the largest :math:`r_h`. `details` has the number of households expected to be
    recognised, :math:`∑ r_h`, and of records in them, :math:`∑ |h| r_h` (sdcMicro's "expected
    number of re-identifications with household structure"); both by size of household.

    Members are supposed to be recognised independently of each other, by an attacker who knows
    people and not households. Where households themselves could be known, by their size or their
    type, make these keys: otherwise the risk of large or unusual households is understated. A
    record whose household is missing is a household of its own. People are counted where an
    individual column is declared, in :math:`r_i` (see `IndividualRisk`) and among the members:
    several records of one person with the same keys are one member; with other keys they are other
    chances to be recognised, and count.

    A household above the threshold has a member whose own risk is above :math:`most / |h|`,
    since :math:`r_h ≤ ∑ r_i`: the groups that fail are those that hold such a member (µ-Argus
    protects the same records). `records_failing` counts all members of the households that fail.

    Examples
    --------
    >>> import polars as pl
    >>> people = pl.DataFrame({"home": [1, 1, 2], "sex": ["f", "m", "m"], "weight": [1, 2, 2]})
    >>> data = Dataset.of(people, key="sex", weight="weight", household="home")
    >>> finding = HouseholdRisk(most=0.9).assess(data)
    >>> finding.value, finding.met, finding.details["households_failing"]
    (1.0, False, 1)
    >>> round(finding.details["expected_households"], 6)
    1.306853
    """

    name: ClassVar[str] = "household_risk"
    title: ClassVar[Words] = Words("household risk", fr="risque des ménages")
    purpose: ClassVar[Words] = Words(
        "estimates the chance that at least one member of a household is recognised",
        fr="estime la probabilité qu’au moins un membre d’un ménage soit reconnu",
    )
    attacker: ClassVar[Words] = Words(
        "knows the keys of the members of a household, one by one, and finds them all by finding"
        " one of them; does not know whether they are in the file",
        fr="connaît les clés des membres d’un ménage, un par un, et les trouve tous en trouvant"
        " l’un d’eux ; ne sait pas s’ils sont dans le fichier",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "most"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "most"}
    such_as: ClassVar[str] = "most=0.1"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Hundepool A. et al. (2014). µ-ARGUS version 5.1 user’s manual, section 3.3.4.",
        "Franconi L., Polettini S. (2004). Individual risk estimation in µ-Argus: a review.",
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.WEIGHT, Role.HOUSEHOLD)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **RULED,
        **REIDENTIFIED,
        "households": Fact.count("households", "ménages"),
        "households_failing": Fact.count(
            "households that miss the target", "ménages hors objectif"
        ),
        "without_household": Fact.count("records without household", "enregistrements sans ménage"),
        "expected_households": Fact.number(
            "households expected to be recognised", "ménages que l’on s’attend à voir reconnus"
        ),
        "by_size": Fact.table("risk by size of household", "risque selon la taille du ménage"),
        "risk_classes": Fact.count(
            "households by class of risk", "ménages par classe de risque", by="class"
        ),
        "formula": Fact.label(
            "formula",
            "formule",
            {
                "exact": Words("exact", fr="exacte"),
                "approximate": Words("approximate", fr="approchée"),
            },
        ),
    }

    column: MaybeColumn = Field(
        default=None,
        description=Words(
            "the column of households, by default the one with that role. Or of other units"
            " that records belong to",
            fr="la colonne des ménages, par défaut celle qui a ce rôle. Ou d’autres unités"
            " auxquelles appartiennent les enregistrements",
        ),
    )
    formula: Literal["exact", "approximate"] = Field(
        default="exact",
        description=Words(
            "exact, or as sdcMicro approximates it. How the risk of each member is computed, as"
            " for `IndividualRisk`",
            fr="formule exacte, ou approchée comme dans sdcMicro. Calcul du risque de chaque"
            " membre, comme pour `IndividualRisk`",
        ),
    )
    most: float | None = Field(
        default=None,
        gt=0,
        le=1,
        description=Words(
            "highest risk allowed for a household", fr="risque le plus élevé admis pour un ménage"
        ),
    )
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Estimate the risk of each household of `data`."""
        data.need(self.name, Role.WEIGHT)
        column = self.column or data.need(self.name, Role.HOUSEHOLD)[0]
        data.check_columns(self.name, [column])
        keys = data.keys
        homes = self._homes(keys, column)
        bad = homes.groups_above(self.most)
        return Finding(
            name=self.name,
            value=float(homes.risk.max()),
            target=self.most,
            met=None if self.most is None else not bad.any(),
            better="lower",
            reads=self._sentence(homes),
            details=self._details(keys, homes, bad),
            per_key=keys.table(
                count=keys.count, risk=homes.own, household_risk=homes.worst(), failing=bad
            ),
        )

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups with a member that puts its household above the threshold."""
        column = self.column or keys.around.household
        if self.most is None or column is None:
            raise ParameterError(
                self.name,
                [
                    Words(
                        "most, column: both are needed to mark groups",
                        fr="most, column : il faut les deux pour marquer des groupes",
                    )
                ],
                hint=Words(
                    "say most=0.1, and declare or name the column of households",
                    fr="écrire most=0.1, et déclarer ou nommer la colonne des ménages",
                ),
            )
        return self._homes(keys, column).groups_above(self.most)

    def _homes(self, keys: KeyTable, column: str) -> _Homes:
        own = IndividualRisk(formula=self.formula, missing=self.missing).risks(keys)
        without = keys.count - np.asarray(
            keys.around.tally(column).counts.sum(axis=1), dtype=np.int64
        )
        return _Homes(keys.histogram(column, "category").counts, own, keys.heads, without > 0)

    def _details(self, keys: KeyTable, homes: _Homes, bad: Bools) -> dict[str, Any]:
        above = homes.above(self.most)
        expected = float(homes.size @ homes.risk)
        return {
            "records": keys.records,
            "groups": len(keys),
            "records_failing": int(homes.size[above].sum()),
            "groups_failing": int(bad.sum()),
            "households": len(homes.risk),
            "households_failing": int(above.sum()),
            "without_household": int(homes.alone.sum()),
            "expected_households": float(homes.risk.sum()),
            "expected_reidentifications": expected,
            "global_risk": expected / float(homes.size.sum()),
            "by_size": by_size(homes.size, homes.risk),
            "risk_classes": risk_classes(homes.risk, np.ones(len(homes.risk))),
            "formula": self.formula,
            "rule": self.missing,
        }

    def _sentence(self, homes: _Homes) -> Words:
        numbers: dict[str, Any] = {
            "failing": int(homes.above(self.most).sum()),
            "n": len(homes.risk),
            "top": float(homes.risk.max()),
            "expected": float(homes.risk.sum()),
        }
        if numbers["failing"]:
            return say(
                "{failing} of {n} households {failing:is|are} above the threshold; someone is"
                " recognised in the most exposed one with a chance of {top:%}.",
                "{failing} {failing:ménage|ménages} sur {n} {failing:dépasse|dépassent} le seuil ;"
                " la probabilité que quelqu’un soit reconnu dans le plus exposé est de {top:%}.",
                **numbers,
            )
        return say(
            "Someone is recognised in the most exposed household with a chance of {top:%}; if all"
            " are attacked, {expected} of {n} households {expected:is|are} expected to be"
            " recognised.",
            "La probabilité que quelqu’un soit reconnu dans le ménage le plus exposé est de"
            " {top:%} ; si tous sont attaqués, {expected}"
            " {expected:ménage reconnu est attendu|ménages reconnus sont attendus} sur {n}.",
            **numbers,
        )


@dataclass(frozen=True)
class _Homes:
    """Households and their risk: first those that have a name, then each record without one."""

    held: Any  # sparse matrix, groups × households: their people
    own: Floats  # risk of a person of each group
    heads: Ints  # people of each group
    without: Bools  # whether a record of the group has no household

    @cached_property
    def alone(self) -> Ints:
        """Number of people of each group without a household."""
        rest = self.heads - np.asarray(self.held.sum(axis=1), dtype=np.int64)
        return np.where(self.without, np.maximum(rest, 1), 0)  # one may be in two households

    @cached_property
    def _named(self) -> Floats:
        return at_least_one(self.held, self.own)

    @cached_property
    def _members(self) -> Ints:
        return np.asarray(self.held.sum(axis=0), dtype=np.int64)

    @cached_property
    def risk(self) -> Floats:
        """Risk of each household that has a member."""
        return np.concatenate([self._named[self._members > 0], np.repeat(self.own, self.alone)])

    @cached_property
    def size(self) -> Ints:
        """Number of members of each household that has one."""
        ones = np.ones(int(self.alone.sum()), dtype=np.int64)
        return np.concatenate([self._members[self._members > 0], ones])

    def above(self, threshold: float | None) -> Bools:
        """Mark the households above the threshold."""
        return misses(self.risk, threshold, "lower")

    def groups_above(self, threshold: float | None) -> Bools:
        """Mark the groups with a member that puts its household above the threshold."""
        if threshold is None:
            return np.zeros(len(self.own), dtype=np.bool_)
        row = np.repeat(np.arange(len(self.own)), np.diff(self.held.indptr))
        home = self.held.indices
        share = threshold / np.maximum(self._members, 1)
        guilty = misses(self._named, threshold, "lower")[home] & ~(self.own[row] < share[home])
        bad = misses(self.own, threshold, "lower") & (self.alone > 0)
        bad[row[guilty]] = True
        return bad

    def worst(self) -> Floats:
        """Return the highest risk of the households that have a member in each group."""
        named = largest_of(self.held.indptr, self._named[self.held.indices])
        return np.maximum(named, np.where(self.alone > 0, self.own, 0.0))


def by_size(size: Ints, risk: Floats) -> list[dict[str, Any]]:
    """Count households, and those expected to be recognised, by their number of members.

    Examples
    --------
    >>> by_size(np.array([1, 2, 2]), np.array([0.5, 0.25, 0.75]))[1]
    {'size': '2', 'households': 2, 'expected': 1.0, 'mean_risk': 0.5, 'highest_risk': 0.75}
    """
    place = np.minimum(size, MANY)
    found: list[dict[str, Any]] = []
    for number in np.unique(place).tolist():
        own = risk[place == number]
        found.append({
            "size": str(number) if number < MANY else f"{MANY}+",
            "households": len(own),
            "expected": float(own.sum()),
            "mean_risk": float(own.mean()),
            "highest_risk": float(own.max()),
        })  # fmt: skip
    return found


MANY = 10
