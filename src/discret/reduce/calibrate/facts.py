"""What a calibration did to the weights, in numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from discret.data.counting.tallies import COUNT
from discret.maths.arrays import Floats
from discret.parts.facts import Fact, Facts, filled
from discret.reduce.calibrate.problem import Problem
from discret.reduce.margins import SQUARES, WEIGHT, Design
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.maths.calibration.newton import Calibrated

SHARES = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)


def calibration_facts(
    problem: Problem,
    wanted: Design,
    found: Calibrated,
    bounds: tuple[float, float] | None,
    regrouped: list[dict[str, Any]],
) -> dict[str, Any]:
    """Return the facts of a calibration: totals, convergence, ratios, design effect."""
    scaled = found.ratio / problem.scale
    count = problem.units[COUNT].cast(int).to_numpy()
    low, high = bounds or (-np.inf, np.inf)
    at_bounds = (scaled <= low * (1 + 1e-9)) | (scaled >= high * (1 - 1e-9))
    return {
        "cells": len(problem.units),
        "totals": len(wanted.totals),
        "redundant": len(found.redundant),
        "steps": found.steps,
        "error": found.error,
        "scale": problem.scale,
        "bounds": None if bounds is None else list(bounds),
        "ratios": _quantiles(scaled, count),
        "negative": int(count[scaled <= 0].sum()),
        "at_bounds": int(count[at_bounds].sum()),
        "design_effect": _design_effect(problem, found.ratio),
        "design_effect_before": _design_effect(problem, np.ones(len(scaled))),
        "regrouped": regrouped,
    }


def _quantiles(scaled: Floats, count: np.ndarray[Any, Any]) -> dict[str, float]:
    order = np.argsort(scaled)
    reached = np.cumsum(count[order]) / count.sum()
    at = [order[min(int(np.searchsorted(reached, s)), len(order) - 1)] for s in SHARES]
    return {f"{share:g}": float(scaled[i]) for share, i in zip(SHARES, at, strict=True)}


def _design_effect(problem: Problem, ratio: Floats) -> float:
    """Return :math:`1 + CV^2(w) = n ∑ w^2 / (∑ w)^2` (Kish)."""
    squares = float((problem.units[SQUARES].to_numpy() * ratio**2).sum())
    total = float((problem.units[WEIGHT].to_numpy() * ratio).sum())
    return float(problem.units[COUNT].sum()) * squares / total**2


TELLS: Facts = {
    "cells": Fact.count("cells", "cellules"),
    "totals": Fact.count("totals", "totaux"),
    "redundant": Fact.count("totals that follow from others", "totaux qui découlent d’autres"),
    "steps": Fact.count("steps", "pas"),
    "error": Fact.number("largest relative error", "plus grande erreur relative"),
    "scale": Fact.ratio("scale", "facteur d’échelle"),
    "bounds": Fact.ratio("bounds", "bornes"),
    "ratios": Fact.ratio("scaled ratios of weights", "rapports de poids normés", by="quantile"),
    "negative": Fact.count("records with a negative weight", "enregistrements à poids négatif"),
    "at_bounds": Fact.count("records at the bounds", "enregistrements aux bornes"),
    "design_effect": Fact.ratio("design effect", "effet de plan"),
    "design_effect_before": Fact.ratio("design effect before", "effet de plan avant"),
    "regrouped": Fact.count("categories merged", "modalités regroupées"),
    "margin": Fact.names("margin", "marge"),
    "totals_before": Fact.count("totals before", "totaux avant"),
    "totals_after": Fact.count("totals after", "totaux après"),
    "alphabetical": Fact.names(
        "merged in the order of the alphabet", "regroupées dans l’ordre alphabétique"
    ),
}


def calibration_said(facts: Mapping[str, Any]) -> list[Words]:
    """Say which totals hold, what was merged for it, and what became of the weights."""
    ratios, merged = facts.get("ratios") or {}, facts.get("regrouped") or []
    ends = (("low", "0"), ("first", "0.01"), ("last", "0.99"), ("high", "1"))
    spread = {name: ratios.get(share) for name, share in ends}
    return [
        *filled(
            "Totals that hold: {totals}; of these, follow from the others: {redundant}.",
            "Totaux atteints : {totals} ; parmi eux, découlent des autres : {redundant}.",
            facts,
        ),
        *_merged(merged),
        *filled(
            "Scaled ratios of weights from {low} to {high}, 98% of them from {first} to {last}.",
            "Rapports de poids normés de {low} à {high}, dont 98 % de {first} à {last}.",
            spread,
        ),
        *filled(
            "Design effect: {design_effect_before} of the weights it starts from, {design_effect}"
            " of those it makes.",
            "Effet de plan : {design_effect_before} pour les poids de départ, {design_effect} pour"
            " les poids calés.",
            facts,
        ),
    ]


def _merged(merged: Sequence[Mapping[str, Any]]) -> list[Words]:
    """Say how many margins lost categories, and which of them by the alphabet alone."""
    columns = dict.fromkeys(name for row in merged for name in row.get("alphabetical", ()))
    many = say(
        "Categories merged so that totals can be met: {n}.",
        "Modalités regroupées pour que les totaux puissent être atteints : {n}.",
        n=len(merged),
    )
    letters = say(
        "Nothing says in which order the categories of {columns} are: neighbours in the alphabet"
        " were merged. Check that they belong together, or give an order or a hierarchy.",
        "Rien ne dit dans quel ordre sont les modalités de {columns} : des voisines dans"
        " l’alphabet ont été regroupées. Vérifier qu’elles vont ensemble, ou donner un ordre ou une"
        " hiérarchie.",
        columns=", ".join(map(str, columns)),
    )
    return [*([many] if merged else []), *([letters] if columns else [])]
