"""The individual risk under the negative binomial model: E(1/F | f)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats

Numbers = NDArray[Any]


def exact_risk(f: Numbers, p: Floats) -> Floats:
    r"""Return E(1/F) for F negative binomial with f successes of probability p, for every f.

    Notes
    -----
    Bergeat 2014 writes :math:`r = (p^f / f)\, {}_2F_1(f, f; f+1; 1-p)`. That form under- and
    overflows for large f; Euler's transformation gives :math:`r = (p/f)\, {}_2F_1(1, 1; f+1;
    q)` with q = 1 − p, a series of positive terms :math:`q^n / \binom{f+n}{n}`. Two roads, each
    to full precision:

    - the series itself where :math:`f ≥ 20` or :math:`p ≥ 1/2`: 64 terms leave less than
      :math:`10^{-17}` of the sum;
    - elsewhere the recursion :math:`r_{f+1} = (p/q)(1/f - r_f)` from :math:`r_1 = (p/q) \ln(1/p)`,
      in which errors shrink by p/q at every step.

    (`scipy.special.hyp2f1` returns infinite or undefined values in parts of this range.)

    References
    ----------
    .. [1] Benedetti R., Franconi L. (1998). Statistical and technological solutions for
       controlled data dissemination.
    .. [2] Abramowitz & Stegun, 15.3.3 and 15.2.

    Examples
    --------
    >>> exact_risk(np.array([1, 2]), np.array([0.1, 0.1])).round(6).tolist()
    [0.255843, 0.082684]
    """
    f = f.astype(np.float64)
    serial = (f >= MANY) | (p >= HALF)
    risk = np.empty(len(f))
    risk[serial] = _by_series(f[serial], p[serial])
    risk[~serial] = _by_recursion(f[~serial], p[~serial])
    return risk


MANY, HALF, TERMS = 20, 0.5, 64


def _by_series(f: Floats, p: Floats) -> Floats:
    total = np.ones(len(f))
    for n in range(TERMS, 0, -1):
        total = 1.0 + (1.0 - p) * n / (f + n) * total
    return p / f * total


def _by_recursion(f: Floats, p: Floats) -> Floats:
    odds = p / (1.0 - p)
    current = -odds * np.log(p)
    risk = current.copy()
    for step in range(1, int(f.max(initial=1))):
        current = odds * (1.0 / step - current)
        risk[f == step + 1] = current[f == step + 1]
    return risk


def approximate_risk(f: Numbers, p: Floats) -> Floats:
    """Return sdcMicro's approximation: exact for f = 1 and 2, p / (f − (1 − p)) above.

    Examples
    --------
    >>> approximate_risk(np.array([3]), np.array([0.05])).round(6).tolist()
    [0.02439]
    """
    exact = f <= 2  # noqa: PLR2004 (its closed forms for one and two records are exact)
    risk = p / (f - (1.0 - p))
    risk[exact] = exact_risk(f[exact], p[exact])
    return risk


def capped_threshold(risk: Floats, count: Numbers, wanted: float) -> float:
    """Return the largest t for which the mean of min(risk, t) is at most `wanted`.

    Protecting the records above t so that their risk falls to t (and no further) then brings the
    global risk to `wanted`. The mean is piecewise linear and increasing in t: it is solved on the
    sorted risks, without iteration.

    Examples
    --------
    >>> round(capped_threshold(np.array([0.1, 0.5]), np.array([1, 1]), 0.2), 12)
    0.3
    """
    order = np.argsort(risk)
    ranked, number = risk[order], count[order].astype(np.float64)
    total = number.sum()
    below = np.concatenate([[0.0], np.cumsum(ranked * number)])
    above = total - np.concatenate([[0.0], np.cumsum(number)])
    if below[-1] <= wanted * total:
        return 1.0
    reached = below[:-1] + ranked * above[:-1]
    first = int(np.argmax(reached > wanted * total))
    return float((wanted * total - below[first]) / above[first])


def dropped_threshold(risk: Floats, count: Numbers, wanted: float) -> float:
    """Return the largest risk above which dropping all records brings the mean risk to `wanted`.

    It is one of the risks observed, or 0 where even the safest group is above.

    Examples
    --------
    >>> dropped_threshold(np.array([0.1, 0.3, 0.8]), np.array([1, 1, 1]), 0.2)
    0.3
    """
    order = np.argsort(risk)
    ranked, number = risk[order], count[order].astype(np.float64)
    mean = np.cumsum(ranked * number) / np.cumsum(number)
    whole = np.append(ranked[1:] > ranked[:-1], True)  # equal risks stay or go together
    fine = np.flatnonzero((mean <= wanted) & whole)
    if not len(fine):
        return 0.0
    return float(ranked[fine[-1]])
