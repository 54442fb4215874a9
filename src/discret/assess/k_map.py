"""k-map: nobody released is alone with their key values in the population."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from discret.data.beside.population import Population
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import InputError, ParameterError
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import Rule
from discret.maths.population.frequency import assured, chance_below
from discret.maths.recoding.yardsticks import Ruler, Yardstick
from discret.model import Measured, Merging, Model, Scope, judged
from discret.parts import Counted, Criterion, Source
from discret.parts.facts import SOURCES, Fact, Facts
from discret.parts.parameters import Missing
from discret.parts.shared_facts import RULED
from discret.words import Words, say

Estimate = Literal["population", "weights"]


class KMap(Model):
    r"""Smallest number of people of the population who share the key values of a record.

    Notes
    -----
    A group *c* has :math:`f_c` people in the file and :math:`F_c` in the population; the file is
    k-mapped where :math:`F_c ≥ k` for every group. It asks less than k-anonymity (:math:`f_c ≥
    k`), of an attacker who cannot tell who is in the file.

    *population*: :math:`F_c` is counted, its keys recoded as those of the file were. Methods that
    change keys in another way are not repeated on it. A population that has fewer people than the
    file for some group does not hold the file, and is refused. A missing value of the file is
    matched by anybody of the population, whose own keys must all be known.

    *weights*: :math:`\hat F_c = ∑ w_i`, and at least :math:`f_c` (with an individual column each
    person counts once, with the smallest of their weights). An estimate may be far off: under the
    model of `IndividualRisk`, :math:`F_c` is negative binomial with :math:`\hat p_c = f_c / \hat
    F_c`, and :math:`P(F_c < k) = I_{\hat p_c}(f_c, k - f_c)`. `details` has the number of records
    for which :math:`F_c < k` is expected: where it is not small, give a `confidence`. It asks much
    of those who are alone in the file: for k = 5 and 95%, a weight of 79 at least.

    Examples
    --------
    >>> import polars as pl
    >>> town = pl.DataFrame({"age": ["10-19"] * 5 + ["40-49"] * 10})
    >>> patients = pl.DataFrame({"age": ["10-19"] * 5 + ["40-49"]})
    >>> finding = KMap(k=5).assess(Dataset.of(patients, key="age", population=town))
    >>> finding.value, finding.met
    (5, True)

    With weights, the number of people is estimated:

    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> KMap(k=50).assess(data).value, KMap(k=50, confidence=0.95).assess(data).value
    (800.0, 42)
    """

    name: ClassVar[str] = "k_map"
    title: ClassVar[Words] = Words("k-map", fr="k-anonymat dans la population")
    purpose: ClassVar[Words] = Words(
        "counts the people of the population who share the keys of a record",
        fr="compte les personnes de la population qui partagent les clés d’un enregistrement",
    )
    attacker: ClassVar[Words] = Words(
        "holds a register of the population and looks for the person behind a record, without"
        " knowing who is in the file",
        fr="détient un registre de la population et cherche la personne derrière un"
        " enregistrement, sans savoir qui est dans le fichier",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "k"
    such_as: ClassVar[str] = "k=5"
    source: ClassVar[Source] = "population"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Sweeney L. (2002). k-anonymity: a model for protecting privacy. IJUFKS 10(5).",
        "El Emam K., Dankar F. (2008). Protecting privacy using k-anonymity. JAMIA 15(5).",
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    tells: ClassVar[Facts] = {
        **RULED,
        "estimate": Fact.label("population known from", "population connue par", SOURCES),
        "uniques": Fact.count(
            "records alone with their keys", "enregistrements seuls avec leurs clés"
        ),
        "confidence": Fact.share("confidence", "confiance"),
        "expected_records_below": Fact.number(
            "records expected below the target", "enregistrements attendus sous l’objectif"
        ),
        "expected_groups_below": Fact.number(
            "groups expected below the target", "groupes attendus sous l’objectif"
        ),
    }

    k: int | None = Field(
        default=None,
        ge=2,
        description=Words(
            "wanted number of people. The values that every group shows must be those of at"
            " least `k` people of the population. Without it the level is measured and nothing"
            " is judged",
            fr="nombre de personnes voulu. Les valeurs que montre chaque groupe doivent être"
            " celles d’au moins `k` personnes de la population. Sans lui, le niveau est mesuré"
            " et rien n’est jugé",
        ),
    )
    estimate: Estimate | None = Field(
        default=None,
        description=Words(
            "where the number of people comes from. `population` counts them in the population"
            " that the data carries, `weights` estimates them by the weights of the file. By"
            " default the population where there is one, and else the weights",
            fr="d’où vient le nombre de personnes. `population` les compte dans la population"
            " jointe aux données, `weights` les estime par les poids du fichier. Par défaut la"
            " population s’il y en a une, sinon les poids",
        ),
    )
    confidence: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description=Words(
            "chance with which k must be reached. With weights: a group passes where it holds"
            " `k` people with this chance at least, and the value is the level that all groups"
            " reach with this chance. Without it the estimated number is compared with `k`",
            fr="probabilité avec laquelle k doit être atteint. Avec des poids : un groupe"
            " convient s’il compte `k` personnes avec au moins cette probabilité, et la valeur"
            " est le niveau que tous les groupes atteignent avec elle. Sans elle, le nombre"
            " estimé est comparé à `k`",
        ),
    )
    missing: Missing = "known"

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.confidence is not None and self.estimate == "population":
            raise ValueError(
                Words(
                    "confidence: it goes with weights, a population is counted",
                    fr="confidence : va avec des poids, une population se compte",
                )
            )
        return self

    def assess(self, data: Dataset) -> Finding:
        """Measure how many people of the population share the keys of each record."""
        keys = data.keys
        shared = self._shared(keys)
        bad = self._bad(shared)
        return Finding(
            name=self.name,
            value=shared.level(self.confidence),
            target=self.k,
            met=None if self.k is None else not bad.any(),
            better="higher",
            reads=self._sentence(keys, shared, bad),
            details=self._details(keys, shared, bad),
            per_key=keys.table(
                count=keys.count, people=shared.people, failing=bad, **self._chances(shared)
            ),
        )

    def scope(self, keys: KeyTable) -> Scope:
        """Say whether people are counted in a population, or by the weights of a group."""
        return Scope.POPULATION if self._source(keys) == "population" else Scope.GROUP

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that each group keeps what it has: larger ones are shared by more people.

        Weights also add up, but not the mean weight of people with several records, nor chances.
        """
        counted = self._source(keys) == "population"
        added = self.confidence is None and keys.around.individual is None
        return Merging.EACH if counted or added else Merging.NOTHING

    def measured(self, keys: KeyTable) -> Sequence[Measured] | None:
        """Say that the people who share the keys are counted, where a population has them."""
        if self._source(keys) != "population" or keys.has_missing:
            return None

        def fails(people: Floats) -> Bools:
            return misses(people, self.k, "higher")

        return [Measured(None, Yardstick(Ruler.PEOPLE), float(self.k or 0), fails)]

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups that too few people of the population share."""
        return self._bad(self._shared(keys))

    def people(self, keys: KeyTable) -> Ints | Floats:
        """Return the number of people of the population who share the values of each group."""
        return self._shared(keys).people

    def _source(self, keys: KeyTable) -> Estimate:
        return self.estimate or ("weights" if keys.around.population is None else "population")

    def _shared(self, keys: KeyTable) -> _Shared:
        if self._source(keys) == "population":
            return _counted(self.name, keys, self.missing)
        if keys.total_weight is None:
            raise InputError(
                say(
                    "{who}: the number of people of the population is not known",
                    "{who} : le nombre de personnes de la population n’est pas connu",
                    who=self.name,
                ),
                hint=Words(
                    "hand over the population with population=..., or declare weight=...",
                    fr="fournir la population avec population=..., ou déclarer weight=...",
                ),
            )
        return _estimated(keys, self.missing)

    def _bad(self, shared: _Shared) -> Bools:
        if self.k is None or self.confidence is None or shared.share is None:
            return misses(shared.people, self.k, "higher")
        return misses(shared.below(self.k), 1.0 - self.confidence, "lower")

    def _chances(self, shared: _Shared) -> dict[str, Floats]:
        judged = self.k is not None and shared.share is not None
        return {"chance_below": shared.below(self.k or 0)} if judged else {}

    def _details(self, keys: KeyTable, shared: _Shared, bad: Bools) -> dict[str, Any]:
        details: dict[str, Any] = {
            **judged(keys, bad),
            "estimate": "population" if shared.share is None else "weights",
            "rule": self.missing,
        }
        if shared.share is None:
            details["uniques"] = int(keys.count[shared.people == 1].sum())
        if self.confidence is not None:
            details["confidence"] = self.confidence
        for below in self._chances(shared).values():
            details["expected_records_below"] = float(keys.count @ below)
            details["expected_groups_below"] = float(below.sum())
        return details

    def _sentence(self, keys: KeyTable, shared: _Shared, bad: Bools) -> Words:
        if bad.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:shows|show} values that too few"
                " people of the population share; the smallest number is {value} ({how}).",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:montre|montrent} des valeurs que trop peu de personnes de la population"
                " partagent ; le plus petit nombre est {value} ({how}).",
                failing=int(keys.count[bad].sum()),
                n=keys.records,
                share=float(keys.count[bad].sum() / keys.records),
                value=shared.level(self.confidence),
                how=self._how(keys, shared),
            )
        return say(
            "The values of every record are shared by at least {value} people of the"
            " population ({how}).",
            "Les valeurs de chaque enregistrement sont partagées par au moins {value} personnes de"
            " la population ({how}).",
            value=shared.level(self.confidence),
            how=self._how(keys, shared),
        )

    def _how(self, keys: KeyTable, shared: _Shared) -> Words:
        if shared.share is None:
            return Words("counted", fr="dénombrement exact")
        if self.confidence is not None:
            return say(
                "estimated by the weights, with a chance of {chance:%} for each group",
                "estimation par les poids, avec une probabilité de {chance:%} pour chaque groupe",
                chance=self.confidence,
            )
        if self.k is None:
            return Words("estimated by the weights", fr="estimation par les poids")
        return say(
            "estimated by the weights; the estimate may be off, and {expected}"
            " {expected:record|records} can be expected below {k}",
            "estimation par les poids, qui peut être inexacte : {expected}"
            " {expected:enregistrement est attendu|enregistrements sont attendus} sous {k}",
            expected=float(keys.count @ shared.below(self.k)),
            k=self.k,
        )


@dataclass(frozen=True)
class _Shared:
    """Number of people of the population of each group; with weights, f and f/F as well."""

    people: Ints | Floats
    seen: Ints
    share: Floats | None

    def below(self, k: int) -> Floats:
        """Return the chance that each group has fewer than k people."""
        if self.share is None:
            return (self.people < k).astype(np.float64)
        return chance_below(k, self.seen, self.share)

    def level(self, confidence: float | None) -> float | int:
        """Return the level that all groups reach."""
        if self.share is None:
            return int(self.people.min())
        if confidence is None:
            return float(self.people.min())
        return assured(self.seen, self.share, confidence)


def _counted(who: str, keys: KeyTable, rule: Rule) -> _Shared:
    if rule == "category" and keys.has_missing:
        raise ParameterError(
            who,
            [
                Words(
                    "missing: nobody of the population has a missing value as a category of"
                    " its own",
                    fr="missing : personne dans la population n’a le manquant pour modalité",
                )
            ],
            hint=Words('use missing="known"', fr='prendre missing="known"'),
        )
    return _Shared(Population.beside(who, keys).matched, keys.heads, None)


def _estimated(keys: KeyTable, rule: Rule) -> _Shared:
    """Estimate by the weights; a person who has several records counts once."""
    seen = keys.people(rule)
    people = np.maximum(keys.stands_for(rule), seen)
    return _Shared(people, seen, np.minimum(seen / people, 1.0))
