"""Why a calibration has no solution: the margins in conflict, and by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from discret.data.margins import Design
from discret.errors import TargetError
from discret.sentences import joined
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.maths.calibration import Calibrated

MOST_CELLS = 100_000  # a linear programme on more takes minutes
WAY_OUT = Words(
    "leave these margins out, merge categories with regroup=, or widen bounds=",
    fr="retirer ces marges, regrouper des modalités avec regroup=, ou élargir bounds=",
)


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
            say(
                "{who}: nobody is left to count for {told}",
                "{who} : il ne reste personne à compter pour {told}",
                who=who,
                told=told,
            ),
            hint=Words(
                "merge categories with regroup=, or leave these margins out",
                fr="regrouper des modalités avec regroup=, ou retirer ces marges",
            ),
        )
    if found is not None and found.contradicted:
        told = _by_margin(problem, np.array(found.contradicted))
        return TargetError(
            say(
                "{who}: totals contradict each other: {told} cannot be what the margins before say",
                "{who} : les totaux se contredisent : {told} ne peuvent être ce que"
                " disent les marges qui précèdent",
                who=who,
                told=told,
            ),
            hint=Words(
                "give totals that add up to the same, or leave these margins out",
                fr="donner des totaux de même somme, ou retirer ces marges",
            ),
        )
    if problem.units.shape[0] > MOST_CELLS:
        return TargetError(
            say(
                "{who}: the totals were not met{error}; there are too many cells"
                " ({cells}) to tell which are in conflict",
                "{who} : les totaux n’ont pas été atteints{error} ; il y a trop de"
                " cellules ({cells}) pour dire lesquels se contredisent",
                who=who,
                error=_error(found),
                cells=problem.units.shape[0],
            ),
            hint=WAY_OUT,
        )
    from discret.maths.feasibility import gaps

    gap = gaps(problem.units, problem.start * scale, problem.totals, reach)
    if not gap.any():
        return TargetError(
            say(
                "{who}: not converged{error}, though the totals are within reach",
                "{who} : pas de convergence{error}, bien que les totaux soient à portée",
                who=who,
                error=_error(found),
            ),
            hint=Words(
                "try another method, or wider bounds",
                fr="essayer une autre méthode, ou des bornes plus larges",
            ),
        )
    told = _by_margin(problem, np.flatnonzero(gap))
    short = float(np.abs(gap).sum() / np.abs(problem.totals).sum())
    return TargetError(
        say(
            "{who}: totals cannot all be met with ratios from {low} to {high}:"
            " {told}; at best {short:%} of all totals is missed",
            "{who} : les totaux ne peuvent être tous atteints avec des rapports de"
            " {low} à {high} : {told} ; au mieux, {short:%} de l’ensemble des"
            " totaux est manqué",
            who=who,
            low=max(reach[0], 0),
            high=reach[1],
            told=told,
            short=short,
        ),
        hint=WAY_OUT,
    )


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
