"""Population uniques: the share of the records that nobody else in the population resembles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field

from discret.assess.population_size import population_size
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding, holds
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.population.pitman import pitman
from discret.maths.population.slide_negative_binomial import slide_negative_binomial
from discret.maths.population.superpopulation import Estimate, Failure, Sizes, known, zayatz
from discret.model import Model, judged
from discret.parts import Counted, Criterion, Source, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestShare, Missing
from discret.parts.shared_facts import RULED, SAMPLED
from discret.words import Words, say

Kind = Literal["pitman", "zayatz", "snb"]
MODELS: tuple[Kind, ...] = ("zayatz", "pitman", "snb")
SMALL_SAMPLE = 0.1  # sampling fraction up to which Dankar et al. prefer Pitman's model


class PopulationUniques(Model):
    r"""Share of the records that are expected to be unique in the population.

    Notes
    -----
    A record that is alone with its keys in the file may or may not be alone in the population;
    one that is alone in the population is surely the right one to whoever finds it. Of U uniques
    in a population of N, a simple random sample of n holds :math:`nU/N`: the share of the records
    that are population uniques is :math:`U/N`, and U is estimated from the numbers
    :math:`f_1, f_2, …` of groups of one record, of two, and so on, and from the sampling fraction
    :math:`π = n/N` (see `superpopulation`, `pitman` and `slide_negative_binomial` in
    `discret.maths.population` for the three models and their limits).

    Dankar et al. compared them by simulation: Pitman's model where :math:`π ≤ 0.1`, above the
    lower of the slide negative binomial model and Zayatz's. Where the model that the rule wants
    cannot be fitted, Zayatz's takes its place, as in ARX; it is too high as a rule, by far where
    π is small. Models that fail are listed in `details` with the reason; a
    model that was asked for by name and fails gives no value, and then no target is met.

    The records are taken for a simple random sample: weights tell the size of the population and
    nothing else. No model is needed, and none is used, where no record is unique in the file (the
    share is 0) or the file is the whole population (the share is that of the file).

    A record counted with i records, under the rule for missing values, stands for 1/i of a group.
    With an individual column, people are counted in place of records.

    The target is one of the whole file. Where it is missed, all records that are unique in the
    file are marked as failing: which of them are unique in the population, no model can tell.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> finding = PopulationUniques(most=0.2).assess(data)
    >>> round(finding.value, 6), finding.met, finding.details["model"]
    (0.111161, True, 'zayatz')
    >>> PopulationUniques(model="pitman").assess(data).value is None
    True
    """

    name: ClassVar[str] = "population_uniques"
    title: ClassVar[Words] = Words("population uniques", fr="uniques dans la population")
    purpose: ClassVar[Words] = Words(
        "estimates the share of the records whose keys nobody else in the population has",
        fr="estime la part des enregistrements dont personne d’autre dans la population n’a les"
        " clés",
    )
    attacker: ClassVar[Words] = Words(
        "holds a register of the whole population with the keys, and is sure of a record that"
        " matches one person only",
        fr="détient un registre de toute la population avec les clés, et tient pour sûr un"
        " enregistrement qui n’y correspond qu’à une personne",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "most"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "most"}
    such_as: ClassVar[str] = "most=0.05"
    source: ClassVar[Source] = "population"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Dankar F., El Emam K., Neisa A., Roffey T. (2012). Estimating the"
            " re-identification risk of clinical data sets. BMC Medical Informatics and"
            " Decision Making 12:66."
        ),
        (
            "Zayatz L. (1991). Estimation of the percent of unique population elements on a"
            " microdata file using the sample. US Bureau of the Census."
        ),
        (
            "Hoshino N. (2001). Applying Pitman’s sampling formula to microdata disclosure risk"
            " assessment. Journal of Official Statistics 17(4)."
        ),
        (
            "Chen G., Keller-McNulty S. (1998). Estimation of identification disclosure risk in"
            " microdata. Journal of Official Statistics 14(1)."
        ),
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = {
        **RULED,
        **SAMPLED,
        "sample_uniques_share": Fact.share(
            "share unique in the file", "part d’uniques dans le fichier"
        ),
        "expected_uniques": Fact.number(
            "expected population uniques", "uniques attendus dans la population"
        ),
        "zayatz": Fact.share(
            "population uniques by Zayatz", "uniques dans la population selon Zayatz"
        ),
        "pitman": Fact.share(
            "population uniques by Pitman", "uniques dans la population selon Pitman"
        ),
        "snb": Fact.share(
            "population uniques by the slide negative binomial",
            "uniques dans la population selon la binomiale négative décalée",
        ),
        "model": Fact.label(
            "model",
            "modèle",
            {
                "dankar": Words("Dankar’s rule", fr="règle de Dankar"),
                "pitman": Words("Pitman", fr="Pitman"),
                "zayatz": Words("Zayatz", fr="Zayatz"),
                "snb": Words("slide negative binomial", fr="binomiale négative décalée"),
                "none": Words("none: all is known", fr="aucun : tout est connu"),
            },
        ),
        "chosen": Fact.label("chosen", "choisi"),
        "failures": Fact.label(
            "models that could not be fitted", "modèles non ajustés", by="model"
        ),
        "parameters": Fact.table("parameters of the models", "paramètres des modèles"),
    }

    model: Literal["dankar", "pitman", "zayatz", "snb"] = Field(
        default="dankar",
        description=Words(
            "model of the population, or the rule that chooses one. `pitman`, `zayatz`, `snb`"
            " (slide negative binomial), or `dankar`: the rule of Dankar et al. chooses among"
            " the three",
            fr="modèle de la population, ou règle qui en choisit un. `pitman`, `zayatz`, `snb`"
            " (binomiale négative décalée), ou `dankar` : la règle de Dankar et al. choisit"
            " parmi les trois",
        ),
    )
    population_size: int | None = Field(
        default=None,
        ge=1,
        description=Words(
            "number of people in the population. By default that of the population handed over"
            " with the data, or else the sum of the weights",
            fr="nombre de personnes dans la population. Par défaut celui de la population"
            " remise avec les données, sinon la somme des poids",
        ),
    )
    most: HighestShare = None
    missing: Missing = "known"

    def assess(self, data: Dataset) -> Finding:
        """Estimate the share of the records of `data` that are unique in the population."""
        keys = data.keys
        result = self._result(keys, population_size(self.name, keys, self.population_size))
        bad = self._bad(keys, result)
        return Finding(
            name=self.name,
            value=result.share,
            target=self.most,
            met=None if self.most is None else not self._missed(result),
            better="lower",
            reads=self._sentence(result, keys),
            details=self._details(keys, result, bad),
            per_key=keys.table(
                count=keys.count,
                size=self._size(keys),
                failing=bad,
                **_chances(self._size(keys), result),
            ),
        )

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups of one record, where the share is above the threshold or unknown."""
        people = population_size(self.name, keys, self.population_size)
        return self._bad(keys, self._result(keys, people))

    def _size(self, keys: KeyTable) -> Ints:
        return keys.people(self.missing)

    def _result(self, keys: KeyTable, population: float) -> _Result:
        sizes = Sizes.of(self._size(keys), keys.people("category"))
        found: dict[Kind, Estimate] = {
            "zayatz": zayatz(sizes, population),
            "pitman": pitman(sizes, population),
            "snb": slide_negative_binomial(sizes, population),
        }
        certain = known(sizes, population) is not None
        chosen = dankar(found, sizes.records / population) if self.model == "dankar" else self.model
        return _Result(sizes, population, found, chosen, certain)

    def _missed(self, result: _Result) -> bool:
        """Tell whether the target is missed; an estimate that failed meets none."""
        return holds(result.share, self.most, "lower") is False

    def _bad(self, keys: KeyTable, result: _Result) -> Bools:
        return np.asarray((self._size(keys) == 1) & self._missed(result))

    def _details(self, keys: KeyTable, result: _Result, bad: Bools) -> dict[str, Any]:
        failed = {name: fit for name, fit in result.found.items() if fit.why is not None}
        return {
            **judged(keys, bad),
            "population_size": result.population,
            "sampling_fraction": result.drawn,
            "sample_uniques": result.alone,
            "sample_uniques_share": result.sizes.unique_share,
            "expected_uniques": None if result.share is None else result.share * result.members,
            **{name: result.found[name].share for name in MODELS},
            "model": "none" if result.certain else result.chosen,
            "chosen": _choice(self.model, result).to_dict(),
            "failures": {name: REASONS[fit.why].to_dict() for name, fit in failed.items()},
            "parameters": {name: dict(fit.parameters) for name, fit in result.found.items()},
            "rule": self.missing,
        }

    def _sentence(self, result: _Result, keys: KeyTable) -> Words:
        values: dict[str, object] = {
            "alone": result.alone,
            "n": result.members,
            "who": RECORDS if keys.around.individual is None else PEOPLE,
        }
        if result.certain:
            return _known(result, values)
        if result.share is None:
            return _silence(result, values, judged=self.most is not None)
        return say(
            "An estimated {share:%} of the {who} are unique in the population, by {model}"
            " ({choice}); {alone} of {n} {alone:is|are} unique in the file.",
            "On estime que {share:%} des {who} sont uniques dans la population, selon {model}"
            " ({choice}) ; {alone} sur {n} {alone:l’est|le sont} dans le fichier.",
            share=result.share,
            model=NAMES[result.chosen],
            choice=_choice(self.model, result),
            **values,
        )


class _Result(NamedTuple):
    """What the models found, and which of them is believed."""

    sizes: Sizes
    population: float
    found: Mapping[Kind, Estimate]
    chosen: Kind
    certain: bool

    @property
    def share(self) -> float | None:
        return self.found[self.chosen].share

    @property
    def drawn(self) -> float:
        return self.sizes.records / self.population

    @property
    def members(self) -> int:
        return int(self.sizes.records)

    @property
    def alone(self) -> int:
        return int(self.sizes.groups_of(1))


def dankar(found: Mapping[Kind, Estimate], drawn: float) -> Kind:
    """Choose among the estimates as Dankar et al. do, Zayatz's where the one wanted failed.

    Examples
    --------
    >>> found = {"zayatz": Estimate(0.3), "pitman": Estimate(0.1), "snb": Estimate(0.2)}
    >>> dankar(found, 0.1), dankar(found, 0.2)
    ('pitman', 'snb')
    """
    wanted: Kind = "pitman" if drawn <= SMALL_SAMPLE else "snb"
    share, highest = found[wanted].share, found["zayatz"].share
    if share is None or (wanted == "snb" and highest is not None and highest < share):
        return "zayatz"
    return wanted


def _chances(size: Ints, result: _Result) -> dict[str, Floats]:
    """Return, for each group, the chance that a record is unique in the population."""
    if result.share is None:
        return {}
    chance = result.share / result.sizes.unique_share if result.alone else 0.0
    return {"chance": np.where(size == 1, chance, 0.0)}


RECORDS = Words("records", fr="enregistrements")
PEOPLE = Words("people", fr="personnes")
NAMES: Mapping[Kind, Words] = {
    "zayatz": Words("Zayatz's model", fr="le modèle de Zayatz"),
    "pitman": Words("Pitman's model", fr="le modèle de Pitman"),
    "snb": Words("the slide negative binomial model", fr="le modèle binomial négatif décalé"),
}
REASONS: Mapping[Failure | None, Words] = {
    "all_unique": Words(
        "every record is unique in the file", fr="chaque enregistrement est unique dans le fichier"
    ),
    "too_even": Words(
        "the sizes of the groups are more even than it allows",
        fr="les tailles des groupes sont plus régulières qu’il ne l’admet",
    ),
    "no_pairs": Words("no group has two records", fr="aucun groupe n’a deux enregistrements"),
    "no_solution": Words(
        "none of its parameters gives the numbers of uniques and pairs seen",
        fr="aucun de ses paramètres ne donne les nombres d’uniques et de paires observés",
    ),
    "too_large": Words(
        "its groups would hold more than twice the population",
        fr="ses groupes compteraient plus de deux fois la population",
    ),
}


def _choice(model: str, result: _Result) -> Words:
    """Say why the estimate is the one that is believed."""
    if result.certain:
        return Words("no model is needed", fr="aucun modèle n’est nécessaire")
    if model != "dankar":
        return Words("the model asked for", fr="le modèle demandé")
    wanted: Kind = "pitman" if result.drawn <= SMALL_SAMPLE else "snb"
    why = result.found[wanted].why
    if why is not None:
        return say(
            "{name} could not be fitted: {why}",
            "{name} n’a pu être ajusté : {why}",
            name=NAMES[wanted],
            why=REASONS[why],
        )
    if wanted == "pitman":
        return say(
            "the sampling fraction is at most {most:%}",
            "le taux de sondage est d’au plus {most:%}",
            most=SMALL_SAMPLE,
        )
    return say(
        "the sampling fraction is above {most:%}, and the lower of {one} and {other} is taken",
        "le taux de sondage dépasse {most:%}, et l’on retient le plus bas entre {one} et {other}",
        most=SMALL_SAMPLE,
        one=NAMES["snb"],
        other=NAMES["zayatz"],
    )


def _known(result: _Result, values: Mapping[str, object]) -> Words:
    """Say what needs no model."""
    if not result.alone:
        return say(
            "None of the {n} {who} is unique in the file, so none is unique in the population.",
            "Aucun cas unique parmi les {n} {who} du fichier, donc aucun dans la population.",
            **values,
        )
    return say(
        "The file is the whole population: of {n} {who}, {alone} {alone:is|are} unique in it.",
        "Le fichier est toute la population : sur {n} {who}, {alone}"
        " {alone:y est unique|y sont uniques}.",
        **values,
    )


def _silence(result: _Result, values: Mapping[str, object], *, judged: bool) -> Words:
    """Say why there is no estimate."""
    missed = Words("; the target counts as missed", fr=" ; l’objectif est réputé manqué")
    return say(
        "The share of the {who} that are unique in the population is not known: {model} could not"
        " be fitted, as {why}; {alone} of {n} {alone:is|are} unique in the file{missed}.",
        "La part des {who} uniques dans la population n’est pas connue : {model} n’a pu être"
        " ajusté, car {why} ; {alone} sur {n} {alone:est unique|sont uniques} dans le"
        " fichier{missed}.",
        model=NAMES[result.chosen],
        why=REASONS[result.found[result.chosen].why],
        missed=missed if judged else Words("", fr=""),
        **values,
    )
