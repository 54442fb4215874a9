"""Log-linear risk: the population behind the file, as a model of its keys expects it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.heads import expected as expected_of
from discret.assess.heads import heads
from discret.assess.individual_risk import risk_classes
from discret.assess.log_linear_risk.words import (
    ATTACKER,
    FAILS,
    FEW,
    MODEL,
    MOST_CELLS,
    NAMES,
    OVERFITS,
    PASSED,
    REJECTED_ALL,
    REJECTED_ONE,
    TELLS,
    UNDERFITS,
    UNFITTED,
    UNFITTED_OTHER,
    UNTESTED,
    WEIGHTED,
    WORTH,
)
from discret.assess.population_size import population_size
from discret.assess.refusals import not_fitted, too_many_cells
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding, misses
from discret.maths.arrays import Bools
from discret.maths.population.log_linear import Crossing, Kind, deviance
from discret.maths.population.population_model import PopulationModel, model_population
from discret.model import Model, judged
from discret.parts import Counted, Criterion, Source, Unit
from discret.parts.facts import Facts
from discret.parts.parameters import HighestRisk
from discret.words import Words, say

REJECTED = 1.96
FEWEST, PER_PARAMETER = 100, 5  # people that a model must rest upon, in all and per parameter


class LogLinearRisk(Model):
    r"""Risk of each record, the population being estimated by a log-linear model of the keys.

    Notes
    -----
    In cell *c* of the crossing of all keys the file has :math:`f_c ∼ Poisson(π λ_c)` records, and
    :math:`F_c - f_c ∼ Poisson((1 - π) λ_c)` people are not in it; :math:`\log λ` is linear in the
    main effects of the keys, or in all two-way interactions, and fitted by maximum likelihood over
    all cells, empty ones included. π = n/N. A group then borrows from its neighbours, while
    `IndividualRisk` knows its own weights only. The risk is :math:`E(1/F_c | f_c)`, and the value
    is the largest. `details` has, for the records that are alone in their group (:math:`f_c = 1`):

    ``population_uniques``
        :math:`τ_1 = ∑ e^{-(1-π) λ_c}`, how many are expected to be alone in the population;
    ``matches_of_uniques``
        :math:`τ_2 = ∑ (1 - e^{-(1-π) λ_c}) / ((1-π) λ_c)`, how many are expected to be matched
        rightly with someone of their keys;

    each with its standard error: the variance of the true number where the model is known
    (Bernoulli, or that of 1/F), and that of the fit by the delta method (inverse of Fisher's
    information; with weights, the effect of each record on the fit). N is taken as known.

    A threshold is held against the upper end of an interval, not against the estimate: the risk at
    the lower 97.5% limit of :math:`λ_c`, by the variance of its logarithm (for main effects
    :math:`∑_j 1/n_{jc} - J/n`, n being the margins that it is made of). The largest is in `details`
    as ``highest_risk``. A model of fewer than 100 people, or 5 for each parameter, calls nobody
    safe. Standard errors are widened by what the diagnostics below say that the model may be off
    (:math:`B^2 + v`): in simulated files ±1.96 of them hold the true :math:`τ_1` in 94 to 97% of
    the cases, :math:`τ_2` in 88 to 93%, which is still less than 95%.

    Where weights differ, the same model is fitted to the sums of weights (pseudo maximum
    likelihood; brought to N where it is given) and :math:`π_c` is the ratio of the two fits. To
    suppose one rate for all would understate the risk in every part that was sampled more densely.

    `models` tells of each model the deviance, the degrees of freedom (all cells less parameters)
    and the diagnostics :math:`B_1` and :math:`B_2` of Skinner and Shlomo, estimates of how far
    :math:`τ_1` and :math:`τ_2` are overstated, and over their standard deviations. ``"best"``
    takes the model with the smaller :math:`|B_2 / \sqrt v|`. Beyond ±1.96 a model is rejected:
    below, it follows chance and understates the risk; above, it leaves associations out, which
    overstates the risk if they are slight, and can understate it grossly if they are strong (keys
    that hardly ever go together). The diagnostics see neither a wrong N nor weights left out, and
    see overfitting late: where few records meet many categories, two-way interactions understate
    the risk before :math:`B_2` tells. A model that has as many parameters as cells (two-way
    interactions of two keys) repeats the file, and cannot be tested; ``"best"`` leaves it out. A
    crossing of more than `most_cells` leaves main effects alone, and untested.

    A missing key value is a category as any other, as a model needs each record in one cell.
    People are counted: without an individual column every record is a person of its own; where one
    is declared, a person counts once in each cell, with the smallest of their weights there.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> finding = LogLinearRisk(most=0.01).assess(data)
    >>> round(finding.value, 6), finding.met, finding.details["enough_people"]
    (0.000728, False, False)
    """

    name: ClassVar[str] = "log_linear_risk"
    title: ClassVar[Words] = Words("log-linear risk", fr="risque par modèle log-linéaire")
    purpose: ClassVar[Words] = Words(
        "estimates from a model of the keys how many people of the population share them",
        fr="estime, par un modèle des clés, combien de personnes de la population les partagent",
    )
    attacker: ClassVar[Words] = ATTACKER
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "most"
    formerly: ClassVar[Mapping[str, str]] = {"threshold": "most"}
    such_as: ClassVar[str] = "most=0.05"
    source: ClassVar[Source] = "population"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Elamir E., Skinner C. (2006). Record level measures of disclosure risk for survey"
            " microdata. Journal of Official Statistics 22(3), 525-539."
        ),
        (
            "Skinner C., Shlomo N. (2008). Assessing identification risk in survey microdata"
            " using log-linear models. JASA 103(483), 989-1001."
        ),
        "Bergeat M. (2015). Anonymisation de données individuelles, section 1.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = TELLS

    model: Literal["best", "main", "two_way"] = Field(default="best", description=MODEL)
    population_size: float | None = Field(
        default=None, gt=0,
        description=Words(
            "number of people in the population. By default that of the population handed over"
            " with the data, or else the sum of the weights",
            fr="nombre de personnes dans la population. Par défaut celui de la population"
            " remise avec les données, sinon la somme des poids",
        ),
    )  # fmt: skip
    most: HighestRisk = None
    weighted: bool = Field(default=True, description=WEIGHTED)
    most_cells: int = Field(default=5_000_000, ge=1, description=MOST_CELLS)
    rejected: Literal["fails", "counts"] = Field(default="fails", description=WORTH)

    def assess(self, data: Dataset) -> Finding:
        """Estimate the risk of each record of `data`."""
        data.need(self.name, Role.KEY)
        keys = data.keys
        tried = self._tried(keys, population_size(self.name, keys, self.population_size))
        kind = _chosen(tried)
        model = tried[kind]
        bad = self._bad(model)
        risk = {"risk": model.risk} if model.converged else {}
        return Finding(
            name=self.name,
            value=float(model.risk.max()) if model.converged else None,
            target=self.most,
            met=None if self.most is None else not bad.any(),
            better="lower",
            reads=self._sentence(keys, tried, bad) if model.converged else UNFITTED,
            details=self._counts(keys, bad) | _estimates(keys, model) | _models(tried, kind),
            per_key=keys.table(count=keys.count, failing=bad, **risk),
        )

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups whose risk is above the threshold."""
        tried = self._tried(keys, population_size(self.name, keys, self.population_size))
        model = tried[_chosen(tried)]
        if not model.converged:
            raise not_fitted(self.name)
        return self._bad(model)

    def _bad(self, model: PopulationModel) -> Bools:
        """Mark what is above the threshold: nothing without one, all where risks are not known."""
        if self.most is None or not model.converged or self._disbelieved(model):
            return np.full(len(model.sample.values), self.most is not None)
        taken = model.risk if self.rejected == "counts" else model.highest
        return misses(taken, self.most, "lower")

    def _disbelieved(self, model: PopulationModel) -> bool:
        return self.rejected == "fails" and (bool(_is_rejected(model)) or _rests_on_few(model))

    def _tried(self, keys: KeyTable, size: float) -> dict[Kind, PopulationModel]:
        crossing = Crossing.of(keys.codes)
        tabulate = crossing.cells <= self.most_cells
        if self.model != "main" and not tabulate:
            raise too_many_cells(self.name, crossing.cells, self.most_cells)
        weighted = self.weighted and keys.total_weight is not None
        weight, people = keys.stands_for("category") if weighted else None, keys.people("category")
        return {
            kind: model_population(crossing, people, weight, size, kind, tabulate=tabulate)
            for kind in self._kinds(crossing)
        }

    def _kinds(self, crossing: Crossing) -> tuple[Kind, ...]:
        if self.model != "best":
            return (self.model,)
        testable = crossing.cells > crossing.parameters("two_way")
        return ("main", "two_way") if testable else ("main",)

    def _counts(self, keys: KeyTable, bad: Bools) -> dict[str, Any]:
        return {
            **judged(keys, bad),
            "rule": "category",
        }

    def _sentence(self, keys: KeyTable, tried: dict[Kind, PopulationModel], bad: Bools) -> Words:
        kind = _chosen(tried)
        model = tried[kind]
        return say(
            "{risk} {alone} {alone:record is|records are} alone in the file; {uniques}"
            " {uniques:is|are} expected to be alone in the population, and {matches} to be matched"
            " rightly. {fit}",
            "{risk} {alone} {alone:enregistrement est seul|enregistrements sont seuls} dans le"
            " fichier ; {uniques} {uniques:le serait|le seraient} aussi dans la population, et"
            " {matches} {matches:serait correctement apparié|seraient correctement appariés}."
            " {fit}",
            risk=self._risk(keys, model, bad),
            alone=int((model.sample.values == 1).sum()),
            uniques=float(model.unique_chance.sum()),
            matches=float(model.match_chance.sum()),
            fit=_fit(tried, kind),
        )

    def _risk(self, keys: KeyTable, model: PopulationModel, bad: Bools) -> Words:
        top = float(model.risk.max())
        if bad.any() and self._disbelieved(model):
            return say(
                "The riskiest record would have a chance of {top:%} of being recognised, but the"
                " model {why}: no record can be said to be safe.",
                "L’enregistrement le plus exposé aurait {top:%} de chances d’être reconnu, mais le"
                " modèle {why} : aucun enregistrement ne peut être dit sûr.",
                top=top,
                why=FEW if _rests_on_few(model) else FAILS,
            )
        if bad.any():
            return say(
                "{failing} of {n} records {failing:has|have} a risk that may be above the"
                " threshold; the highest is {top:%}, and may be {upper:%}.",
                "{failing} {failing:enregistrement|enregistrements} sur {n} {failing:a|ont} un"
                " risque qui peut dépasser le seuil ; le plus élevé est {top:%}, et peut atteindre"
                " {upper:%}.",
                failing=int(keys.count[bad].sum()),
                n=keys.records,
                top=top,
                upper=float(model.highest.max()),
            )
        return say(
            "The riskiest record has a chance of {top:%} of being recognised.",
            "L’enregistrement le plus exposé a {top:%} de chances d’être reconnu.",
            top=top,
        )


def _fit(tried: dict[Kind, PopulationModel], kind: Kind) -> Words:
    """Say whether the model is to be believed."""
    tested = _tested(tried[kind])
    if tested is None:
        verdict = UNTESTED
    elif not _is_rejected(tried[kind]):
        verdict = PASSED
    else:
        verdict = REJECTED_ALL if len(tried) > 1 else REJECTED_ONE
    failed = not all(model.converged for model in tried.values())
    return say(
        "{unfitted}{verdict}{why}.",
        "{unfitted}{verdict}{why}.",
        unfitted=UNFITTED_OTHER if failed else Words("", fr=""),
        verdict=say(str(verdict), verdict.fr, name=NAMES[kind]),
        why=_why(tried[kind]),
    )


def _why(model: PopulationModel) -> Words:
    if not _is_rejected(model):
        return Words("", fr="")
    return UNDERFITS if (_tested(model) or 0) > 0 else OVERFITS


def _chosen(tried: dict[Kind, PopulationModel]) -> Kind:
    """Choose the model whose B₂ is nearest to what chance gives."""
    fitted = [kind for kind, model in tried.items() if model.converged] or list(tried)
    return min(fitted, key=lambda kind: _far(tried[kind]))


def _far(model: PopulationModel) -> float:
    tested = _tested(model)
    return np.inf if tested is None else abs(tested)


def _tested(model: PopulationModel) -> float | None:
    return None if model.biases is None else model.biases[1].standardised


def _rests_on_few(model: PopulationModel) -> bool:
    """Whether there are too few people to estimate those who are not in the file."""
    crossing = model.sample.crossing
    least = max(FEWEST, PER_PARAMETER * crossing.parameters(model.sample.kind))
    return bool(model.rest.any() and model.sample.values.sum() < least)


def _wider(model: PopulationModel, place: int, error: float | None) -> float | None:
    """Add to an error what the model may be off by, as far as its diagnostics tell."""
    if error is None or model.biases is None or not model.rest.any():
        return error
    bias = model.biases[place]
    return float(np.sqrt(error**2 + bias.value**2 + bias.variance))


def _is_rejected(model: PopulationModel) -> bool | None:
    tested = _tested(model)
    return None if tested is None else abs(tested) > REJECTED


def _estimates(keys: KeyTable, model: PopulationModel) -> dict[str, Any]:
    """Return the numbers behind the value; those of `IndividualRisk` have the same names."""
    people = float(model.sample.values.sum())
    size = model.scale * people
    details: dict[str, Any] = {
        "population_size": size,
        "sampling_fraction": people / size,
        "weighted": model.people is not model.sample,
        "sample_uniques": int((model.sample.values == 1).sum()),
    }
    if not model.converged:
        return details
    expected, matches = expected_of(keys, model.risk), float(model.match_chance.sum())
    return details | {
        "highest_risk": float(model.highest.max()),
        "enough_people": not _rests_on_few(model),
        "population_uniques": float(model.unique_chance.sum()),
        "population_uniques_error": _wider(model, 0, model.uniques_error()),
        "matches_of_uniques": matches,
        "matches_of_uniques_error": _wider(model, 1, model.matches_error()),
        "expected_reidentifications": expected,
        "global_risk": expected / heads(keys),
        "global_risk_uniques": matches / heads(keys),
        "risk_classes": risk_classes(model.risk, keys.count),
    }


def _models(tried: dict[Kind, PopulationModel], kind: Kind) -> dict[str, Any]:
    return {
        "model": kind,
        "cells": tried[kind].sample.crossing.cells,
        "models": {name: _told(model) for name, model in tried.items()},
    }


def _told(model: PopulationModel) -> dict[str, Any]:
    told: dict[str, Any] = {
        "fitted": model.converged,
        "rounds": max(model.sample.rounds, model.people.rounds),
        "degrees_of_freedom": model.freedom,
    }
    if not model.converged:
        return told
    told["deviance"] = deviance(model.sample.values, model.sample.expected)
    told["population_uniques"] = float(model.unique_chance.sum())
    told["matches_of_uniques"] = float(model.match_chance.sum())
    for name, bias in zip(("b1", "b2"), model.biases or (None, None), strict=True):
        told[name] = None if bias is None else bias.value
        told[f"{name}_standardised"] = None if bias is None else bias.standardised
    told["rejected"] = _is_rejected(model)
    return told
