"""Why a calibration has no solution: the margins in conflict, and by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from discret.errors import TargetError
from discret.maths import calibration
from discret.reduce.calibrate.refusals import (
    contradicted,
    nobody_left,
    not_converged,
    not_met,
    out_of_reach,
)
from discret.reduce.margins import Design
from discret.words import Words, say
from discret.words.sentences import joined

if TYPE_CHECKING:
    from discret.maths.calibration.newton import Calibrated

MOST_CELLS = 100_000  # a linear programme on more takes minutes


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
        return nobody_left(who, told)
    if found is not None and found.contradicted:
        told = _by_margin(problem, np.array(found.contradicted))
        return contradicted(who, told)
    if problem.units.shape[0] > MOST_CELLS:
        return not_met(who, _error(found), problem.units.shape[0])
    gap = calibration.feasibility.gaps(problem.units, problem.start * scale, problem.totals, reach)
    if not gap.any():
        return not_converged(who, _error(found))
    told = _by_margin(problem, np.flatnonzero(gap))
    short = float(np.abs(gap).sum() / np.abs(problem.totals).sum())
    return out_of_reach(who, max(reach[0], 0), reach[1], told, short)


def _error(found: Calibrated | None) -> str:
    return (
        Words("", fr="")
        if found is None
        else say(", to {error}", ", à {error} près", error=found.error)
    )


def _by_margin(problem: Design, places: np.ndarray) -> Words:
    owner, sizes = problem.owner[places], np.bincount(problem.owner)
    return joined(
        say(
            "{n} of the {all} totals of {margin!r}",
            "{n} des {all} totaux de {margin!r}",
            n=int((owner == i).sum()),
            all=int(sizes[i]),
            margin=margin.text,
        )
        for i, margin in enumerate(problem.margins)
        if (owner == i).any()
    )
