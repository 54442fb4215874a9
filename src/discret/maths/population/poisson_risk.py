"""The risk of a group of which f people are in the file and a Poisson number are not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats

Numbers = NDArray[Any]

TERMS = 64
SMALL, LARGE, NEAR = 1.0, 50.0, 0.1


def expected_inverse(f: Numbers, rest: Floats) -> Floats:
    r"""Return E(1/F) for F = f + Poisson(`rest`), for every f ≥ 1.

    Notes
    -----
    With μ the mean of the rest, :math:`E(1/F) = I_0` where :math:`I_n = ∫_0^1 t^{f-1} (1-t)^n
    e^{-μ(1-t)} dt`. Integration by parts gives :math:`1 = (f + μ) I_0 - μ I_1` and :math:`n
    I_{n-1} = (f + n + μ) I_n - μ I_{n+1}`, hence the continued fraction

    .. math:: I_0 = \cfrac{1}{f + μ - \cfrac{1 μ}{f + 1 + μ - \cfrac{2 μ}{f + 2 + μ - …}}}

    in which every difference is positive. 64 terms leave nothing to add for any f and μ. For f = 1
    it is :math:`(1 - e^{-μ}) / μ`.

    References
    ----------
    .. [1] Elamir E., Skinner C. (2006). Record level measures of disclosure risk for survey
       microdata. Journal of Official Statistics 22(3).

    Examples
    --------
    >>> expected_inverse(np.array([1, 1, 2, 30]), np.array([0.0, 2.0, 2.0, 1e4])).round(6).tolist()
    [1.0, 0.432332, 0.283834, 0.0001]
    """
    f = f.astype(np.float64)
    below = f + TERMS + rest
    for n in range(TERMS, 0, -1):
        below = f + (n - 1) + rest - n * rest / below
    return np.asarray(1.0 / below, dtype=np.float64)


def matched_unique(rest: Floats) -> Floats:
    r"""Return E(1/F) for F = 1 + Poisson(`rest`), :math:`(1 - e^{-μ}) / μ`, for many cells.

    Examples
    --------
    >>> matched_unique(np.array([0.0, 2.0])).round(6).tolist()
    [1.0, 0.432332]
    """
    return np.asarray(-np.expm1(-rest) / np.where(rest > 0, rest, 1.0) + (rest == 0))


def expected_inverse_square(rest: Floats) -> Floats:
    r"""Return E(1/F²) for F = 1 + Poisson(`rest`).

    Notes
    -----
    :math:`\frac{e^{-μ}}{μ} ∑_{m ≥ 1} \frac{μ^m}{m · m!} = \frac{e^{-μ}}{μ} (Ei(μ) - γ - \ln μ)`:
    the sum itself for small μ, the exponential integral in between, its asymptotic series for
    large μ (where :math:`e^{μ}` would overflow).

    Examples
    --------
    >>> expected_inverse_square(np.array([0.0, 2.0, 1e4])).round(9).tolist()
    [1.0, 0.249278897, 1e-08]
    """
    from scipy.special import expi

    small, large = rest < SMALL, rest > LARGE
    between = ~(small | large)
    square = np.empty(len(rest))
    square[small] = _by_sum(rest[small])
    square[large] = _by_asymptotics(rest[large])
    middle = rest[between]
    whole = expi(middle) - np.euler_gamma - np.log(middle)
    square[between] = np.exp(-middle) / middle * whole
    return square


def _by_sum(rest: Floats) -> Floats:
    total, term = np.ones(len(rest)), np.ones(len(rest))
    for m in range(2, 20):
        term = term * rest / m
        total += term / m
    return np.asarray(np.exp(-rest) * total)


def _by_asymptotics(rest: Floats) -> Floats:
    total = np.ones(len(rest))
    for m in range(25, 0, -1):
        total = 1.0 + m / rest * total
    return np.asarray(total / rest**2)


@dataclass(frozen=True)
class Bias:
    """How far a model is thought to overstate a risk, and the variance of that if it is right."""

    value: float
    variance: float

    @property
    def standardised(self) -> float | None:
        """The bias over its standard deviation; ``None`` where it cannot vary."""
        return self.value / float(np.sqrt(self.variance)) if self.variance > 0 else None


def biases(count: Numbers, sample: Floats, population: Floats) -> tuple[Bias, Bias]:
    r"""Return the diagnostics B₁ and B₂ of Skinner and Shlomo, over all cells of the crossing.

    Parameters
    ----------
    count
        Number of records :math:`f` in each cell, zeros included.
    sample, population
        What the model expects in the sample, :math:`πλ`, and in the population, :math:`λ`.

    Notes
    -----
    Let :math:`h(λ)` be the risk of a sample unique: :math:`e^{-(1-π)λ}` for B₁ (it is unique in
    the population), :math:`r = (1 - e^{-(1-π)λ}) / ((1-π)λ)` for B₂ (it is matched rightly). If
    the true means are :math:`λ^* = λ + δ`, the model overstates the number expected by :math:`∑
    πλ^* e^{-πλ^*} (h(λ) - h(λ^*))`. Developed about :math:`λ^*` to the second order, the bracket is
    :math:`-h' δ + ½ h'' δ²`; what is outside, and both derivatives, are then taken at the fit.
    With :math:`e = f - πλ`, :math:`E(e) = πδ` and :math:`E(e² - f) = π²δ²`, so that

    .. math:: B = ∑ a\, e + b\, (e^2 - f), \qquad
              v = ∑ a^2 πλ + 2 b^2 (πλ)^2

    .. math:: a_1 = (1-π) λ e^{-λ}, \qquad b_1 = \frac{(1-π)^2}{2π} λ e^{-λ}

    .. math:: a_2 = e^{-πλ} r - e^{-λ}, \qquad
              b_2 = \frac{e^{-πλ} r - e^{-λ} (1 + ½(1-π)λ)}{πλ}

    v is the variance of B where the model holds: e and e² − f are then uncorrelated, with the
    variances πλ and 2(πλ)². B far above 0 means that the model leaves variation out (it underfits),
    which as a rule overstates the risk; far below 0, that it follows chance (it overfits) and
    understates it. The rule needs small δ: a model that expects many people in cells that are all
    but empty understates the risk, whatever the sign of B.

    References
    ----------
    .. [1] Skinner C., Shlomo N. (2008). Assessing identification risk in survey microdata using
       log-linear models. JASA 103(483).

    Examples
    --------
    >>> flat, true = np.full(2000, 0.5), np.tile([0.1, 0.9], 1000)
    >>> count = np.random.default_rng(1).poisson(true)
    >>> [round(one.standardised) for one in biases(count, flat, 2 * flat)]
    [4, 2]
    >>> [round(one.standardised) for one in biases(count, true, 2 * true)]
    [0, -1]
    """
    held = (sample > 0) & (population > 0)
    f, mean, whole = count[held], sample[held], population[held]
    rate = np.minimum(mean / whole, 1.0)
    left = (1.0 - rate) * whole
    alone = np.exp(-left)
    off = np.exp(-rate * whole)
    first = _bias(f, mean, left * alone * off, left**2 / (2.0 * mean) * alone * off)
    matched = matched_unique(left)
    second = _bias(f, mean, off * (matched - alone), off * _curve(left, matched, alone) / mean)
    return first, second


def _bias(f: Numbers, mean: Floats, a: Floats, b: Floats) -> Bias:
    error = f - mean
    value = (a * error + b * (error**2 - f)).sum()
    return Bias(float(value), float((a**2 * mean + 2.0 * (b * mean) ** 2).sum()))


def _curve(y: Floats, matched: Floats, alone: Floats) -> Floats:
    r"""Return :math:`r - e^{-y}(1 + y/2)`; by its series where the terms nearly cancel.

    The coefficient of :math:`(-y)^k` is :math:`\frac{k(k-1)}{2 (k+1)!}`.
    """
    curve = matched - alone * (1.0 + y / 2.0)
    near = y < NEAR
    x, total = y[near], np.ones(int(near.sum()))
    for k in range(9, 1, -1):
        total = 1.0 - x * (k + 1) / ((k - 1) * (k + 2)) * total
    curve[near] = x**2 / 6.0 * total
    return np.asarray(curve)
