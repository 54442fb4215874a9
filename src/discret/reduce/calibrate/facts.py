"""What a calibration did to the weights, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from discret.data.counting.tallies import COUNT
from discret.data.margins import SQUARES, WEIGHT, Design
from discret.maths.arrays import Floats
from discret.reduce.calibrate.problem import Problem

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
