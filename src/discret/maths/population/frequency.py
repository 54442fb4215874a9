"""How many people of the population share a group, when only a sample of them is seen."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats

Numbers = NDArray[Any]


def chance_below(k: int, f: Numbers, p: Floats) -> Floats:
    r"""Return P(F < k) for F negative binomial: f people seen, each with probability p.

    F is the number of people of the population when the f-th is seen, so it is below k where k−1
    people give at least f of them: :math:`P(F < k) = P(B(k-1, p) ≥ f) = I_p(f, k-f)`, the
    regularised incomplete beta function, and 0 where :math:`k ≤ f`.

    Examples
    --------
    >>> chance_below(3, np.array([1, 2, 3]), np.array([0.5, 0.5, 0.5])).tolist()
    [0.75, 0.25, 0.0]
    """
    from scipy.special import betainc

    chance = np.zeros(len(f))
    open_ = f < k
    chance[open_] = betainc(f[open_], k - f[open_], p[open_])
    return chance


def assured(f: Numbers, p: Floats, confidence: float) -> int:
    """Return the largest k that all groups reach, each with a chance of at least `confidence`.

    One group gives a first k, and the groups that miss it a lower one, until none does.

    Examples
    --------
    Each person is seen once in ten. Whoever was seen alone may be alone in the population; where
    two were seen, at least four are there, with a chance of 95%.

    >>> assured(np.array([1]), np.array([0.1]), 0.95), assured(np.array([2]), np.array([0.1]), 0.95)
    (1, 4)
    """
    f, p = np.asarray(f), np.asarray(p)
    worst = int(np.argmin(f / p))
    k = _assured(f[worst], p[worst], confidence)
    while True:
        chance = chance_below(k, f, p)
        missed = chance > 1.0 - confidence
        if not missed.any():
            return k
        worst = int(np.argmax(chance))
        k = _assured(f[worst], p[worst], confidence)
        f, p = f[missed], p[missed]


def _assured(f: Any, p: Any, confidence: float) -> int:
    """Return the largest k of one group by bisection: P(F < k) grows with k, 0 at k = f."""
    seen, share = np.array([f]), np.array([p])

    def missed(k: int) -> bool:
        return bool(chance_below(k, seen, share)[0] > 1.0 - confidence)

    low, high = int(f), 2 * int(f) + 1
    while not missed(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if missed(middle) else (middle, high)
    return low
