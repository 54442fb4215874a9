"""Calibration: the weights nearest to those given that reproduce known totals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from discret.maths.arrays import Floats
from discret.maths.calibration.dependent_margins import independent
from discret.maths.calibration.distances import Distance, Name, distance
from discret.maths.calibration.dual_descent import descended

Matrix: TypeAlias = sparse.csr_array

CLOSE = 1e-12  # relative error of a margin at which the search stops
ENOUGH = 1e-9  # and at which it is taken to have converged
STEPS = 100
HALVES = 30


@dataclass(frozen=True)
class Calibrated:
    """Calibrated weights, and how well they do.

    Parameters
    ----------
    weights, ratio
        For each unit its weight, and the weight over the starting one.
    error
        Largest gap of a margin, relative to what it sums.
    steps
        Newton steps taken.
    redundant
        Margins that follow from those before them.
    contradicted
        Of these, those whose totals do not.
    """

    weights: Floats = field(repr=False)
    ratio: Floats = field(repr=False)
    error: float
    steps: int
    redundant: tuple[int, ...]
    contradicted: tuple[int, ...]

    @property
    def converged(self) -> bool:
        """Whether all margins hold."""
        return self.error <= ENOUGH


def calibrate(
    units: NDArray[np.float64] | Matrix,
    start: Floats,
    totals: Floats,
    *,
    method: Name = "raking",
    bounds: tuple[float, float] | None = None,
    alpha: float = 1.0,
    scale: float = 1.0,
    q: Floats | None = None,
    ridge: Floats | None = None,
    instruments: NDArray[np.float64] | Matrix | None = None,
) -> Calibrated:
    r"""Return the weights nearest to `start` whose sums over `units` are `totals`.

    Parameters
    ----------
    units
        Units × margins: what each unit counts for in each margin. Units may be cells of people
        who count the same: their starting weight is then the sum of theirs.
    start
        Starting weight of each unit.
    totals
        Total of each margin.
    method, bounds, alpha
        The distance; `bounds` for ``"logit"`` and ``"truncated"``, `alpha` for ``"sinh"``.
    scale
        What starting weights are multiplied by first: bounds are those of the ratio to the scaled
        weight (ECHELLE of CALMAR 2).
    q
        Weight of each unit in the distance, 1 unless told.
    ridge
        For each margin what its gap costs; a margin is then kept the better, the larger its cost,
        and exactly where it is infinite (Chambers 1996; Bardsley & Chambers 1984).
    instruments
        Units × margins: what ratios depend on, where it is not the margins themselves
        (generalised calibration, Sautory 2003; Deville 2000).

    Returns
    -------
    Calibrated
        Always: whether it converged, it says.

    Notes
    -----
    :math:`w_k = d_k F(q_k x_k'λ)` with :math:`∑ w_k x_k = T` (Deville & Särndal 1992), solved for
    λ by Newton's method, steps being halved until the gaps shrink. With ridge costs c,
    :math:`T - ∑ w_k x_k = λ / c`.

    References
    ----------
    .. [1] Deville J.-C., Särndal C.-E. (1992). Calibration estimators in survey sampling. JASA 87.
    .. [2] Sautory O., Le Guennec J. (2005). La macro CALMAR2.

    Examples
    --------
    Figure 3.1 of Bergeat (2015): six people left, margins of sex and age of the nine.

    >>> women, men = [1, 1, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1]
    >>> young, old, between = [1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1]
    >>> units = np.array([women, men, young, between, old], dtype=float).T
    >>> start = np.array([1000.0, 1500, 1100, 1400, 1100, 1900])
    >>> found = calibrate(units, start, np.array([7000.0, 5000, 3300, 5000, 3700]))
    >>> found.weights.round(2).tolist(), found.redundant
    ([1320.0, 1980.0, 1628.0, 2072.0, 1833.33, 3166.67], (3, 4))
    """
    every = sparse.csr_array(units)
    first = start * scale
    slack = np.zeros(len(totals)) if ridge is None else 1.0 / ridge
    exact = np.flatnonzero(slack == 0)
    kept = independent(every[:, exact], np.abs(first), totals[exact]).among(exact)
    along = every if instruments is None else sparse.csr_array(instruments)
    chosen = sorted([*kept.kept, *np.flatnonzero(slack)])
    problem = _Problem(
        units=every[:, chosen],
        along=along[:, chosen],
        start=first,
        totals=totals[chosen],
        q=np.ones(len(start)) if q is None else q,
        slack=slack[chosen],
        distance=distance(method, bounds, alpha),
    )
    values, steps = problem.solve(steady=instruments is None)
    weights = first * problem.ratios(values)
    apart = every.T @ weights - totals
    apart[chosen] = problem.gaps(values)  # with what the ridge lets go
    sizes = np.maximum(abs(every).T @ np.abs(weights), np.abs(totals))
    error = float(np.max(np.abs(apart) / np.where(sizes > 0, sizes, 1.0), initial=0.0))
    ratio = np.divide(weights, start, out=np.ones_like(weights), where=start != 0)
    return Calibrated(weights, ratio, error, steps, kept.redundant, kept.contradicted)


@dataclass(frozen=True)
class _Problem:
    """Independent margins, and the equation to be solved."""

    units: Matrix
    along: Matrix
    start: Floats
    totals: Floats
    q: Floats
    slack: Floats
    distance: Distance

    @property
    def sizes(self) -> Floats:
        """What gaps are compared with."""
        sums = abs(self.units).T @ np.abs(self.start)
        return np.asarray(np.maximum(np.maximum(sums, np.abs(self.totals)), np.finfo(float).tiny))

    def ratios(self, values: Floats) -> Floats:
        return self.distance.ratio(self.q * (self.along @ values))

    def gaps(self, values: Floats) -> Floats:
        sums = self.units.T @ (self.start * self.ratios(values))
        return np.asarray(sums + self.slack * values - self.totals)

    def solve(self, *, steady: bool) -> tuple[Floats, int]:
        """Return the multipliers, and the steps taken: Newton's, or steadier ones where they fail.

        Where ratios depend on the margins themselves, the gaps are the slope of a convex function.
        """
        values, steps = self._newton()
        if not steady or self._furthest(values) <= ENOUGH:
            return values, steps
        sizes = self.sizes
        own, more = descended(
            lambda scaled: self.gaps(scaled / sizes) / sizes,
            lambda scaled: self._jacobian(scaled / sizes) / np.outer(sizes, sizes),
            np.zeros(len(sizes)),
            CLOSE,
        )
        better = own / sizes
        found = better if self._furthest(better) < self._furthest(values) else values
        return found, steps + more

    def _furthest(self, values: Floats) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            return float(np.max(np.abs(self.gaps(values)) / self.sizes, initial=0.0))

    def _newton(self) -> tuple[Floats, int]:
        values, sizes = np.zeros(len(self.totals)), self.sizes
        gaps = self.gaps(values)
        for step in range(STEPS):
            if np.max(np.abs(gaps) / sizes, initial=0.0) <= CLOSE:
                return values, step
            moved = self._moved(values, gaps, sizes)
            if moved is None:
                return values, step
            values, gaps = moved
        return values, STEPS

    def _moved(self, values: Floats, gaps: Floats, sizes: Floats) -> tuple[Floats, Floats] | None:
        """Take a Newton step, halved until the gaps shrink; nothing if none does."""
        move = self._direction(values, gaps, sizes)
        before = float(np.linalg.norm(gaps / sizes))
        for halved in range(HALVES):
            tried = values - move * 0.5**halved
            with np.errstate(over="ignore", invalid="ignore"):
                left = self.gaps(tried)
                after = float(np.linalg.norm(left / sizes))
            if np.isfinite(after) and after < before:
                return tried, left
        return None

    def _jacobian(self, values: Floats) -> Floats:
        slope = self.start * self.q * self.distance.slope(self.q * (self.along @ values))
        jacobian = (self.units.T @ sparse.diags_array(slope) @ self.along).toarray()
        jacobian[np.diag_indices(len(values))] += self.slack
        return np.asarray(jacobian)

    def _direction(self, values: Floats, gaps: Floats, sizes: Floats) -> Floats:
        scaled = self._jacobian(values) / sizes[:, None]
        try:
            move = np.linalg.solve(scaled, gaps / sizes)
        except np.linalg.LinAlgError:
            move = np.linalg.lstsq(scaled, gaps / sizes, rcond=None)[0]
        return np.asarray(move)
