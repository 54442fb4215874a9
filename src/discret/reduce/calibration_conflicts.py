"""Why a calibration has no solution: the margins in conflict, and by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from discret.data.margins import Design
from discret.errors import TargetError

if TYPE_CHECKING:
    from discret.maths.calibration import Calibrated

MOST_CELLS = 100_000  # a linear programme on more takes minutes
WAY_OUT = "leave these margins out, merge categories with regroup=, or widen bounds="


def conflict(
    who: str, problem: Design, found: Calibrated | None, scale: float, reach: tuple[float, float]
) -> TargetError:
    """Return the error that tells which totals cannot be met.

    Parameters
    ----------
    who
        The method.
    problem
        The totals.
    found
        What was reached, if it was tried.
    scale
        What starting weights are multiplied by.
    reach
        Lowest and highest ratio that the method allows.
    """
    emptied = (abs(problem.units).sum(axis=0) == 0) & (problem.totals != 0)
    if emptied.any():
        told = _by_margin(problem, np.flatnonzero(emptied))
        return TargetError(
            f"{who}: nobody is left to count for {told}",
            hint="merge categories with regroup=, or leave these margins out",
        )
    if found is not None and found.contradicted:
        told = _by_margin(problem, np.array(found.contradicted))
        return TargetError(
            f"{who}: totals contradict each other: {told} cannot be what the margins before say",
            hint="give totals that add up to the same, or leave these margins out",
        )
    if problem.units.shape[0] > MOST_CELLS:
        return TargetError(
            f"{who}: the totals were not met{_error(found)}; there are too many cells"
            f" ({problem.units.shape[0]:,}) to tell which are in conflict",
            hint=WAY_OUT,
        )
    from discret.maths.feasibility import gaps

    gap = gaps(problem.units, problem.start * scale, problem.totals, reach)
    if not gap.any():
        return TargetError(
            f"{who}: not converged{_error(found)}, though the totals are within reach",
            hint="try another method, or wider bounds",
        )
    told = _by_margin(problem, np.flatnonzero(gap))
    short = float(np.abs(gap).sum() / np.abs(problem.totals).sum())
    return TargetError(
        f"{who}: totals cannot all be met with ratios from {max(reach[0], 0):.3g} to"
        f" {reach[1]:.3g}: {told}; at best {short:.2%} of all totals is missed",
        hint=WAY_OUT,
    )


def _error(found: Calibrated | None) -> str:
    return "" if found is None else f", to {found.error:.2g}"


def _by_margin(problem: Design, places: np.ndarray) -> str:
    owner, sizes = problem.owner[places], np.bincount(problem.owner)
    return ", ".join(
        f"{int((owner == i).sum())} of the {int(sizes[i])} totals of {margin.text!r}"
        for i, margin in enumerate(problem.margins)
        if (owner == i).any()
    )
