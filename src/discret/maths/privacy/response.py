r"""Randomised response: each tells the truth with a known chance, and something else otherwise.

With n values and :math:`p = e^ε / (e^ε + n - 1)`, :math:`q = 1 / (e^ε + n - 1)`, what is told is
:math:`e^ε` times likelier for one truth than for another: ε-differentially private for each person
alone, whoever collects the answers (local differential privacy, neighbours by replacement).

References
----------
.. [1] Warner S. (1965). Randomized response: a survey technique for eliminating evasive answer
   bias. Journal of the American Statistical Association 60, 63-69.
.. [2] Kairouz P., Oh S., Viswanath P. (2014). Extremal mechanisms for local differential privacy.
.. [3] Nguyen B., Castelluccia C. (2020). Techniques d'anonymisation tabulaire, exemple 14.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.privacy.chance import SYSTEM, Chance, threshold


class Chances(NamedTuple):
    """How often the truth is told, and how often any one of the other values."""

    truth: float
    other: float


class Estimated(NamedTuple):
    """Counts of the true values, estimated without bias, and their variances."""

    counts: Floats
    variances: Floats


def chances(epsilon: float, values: int) -> Chances:
    """Return the chances of randomised response among so many values.

    Examples
    --------
    >>> tuple(round(chance, 6) for chance in chances(float(np.log(3)), 2))
    (0.75, 0.25)
    """
    other = exp(-epsilon) / (1 + (values - 1) * exp(-epsilon))
    return Chances(1 - (values - 1) * other, other)


def responded(codes: Ints, values: int, epsilon: float, chance: Chance = SYSTEM) -> Ints:
    """Draw an answer for each: the truth, or one of the other values, all alike.

    Examples
    --------
    >>> set(responded(np.zeros(100, dtype=np.int64), 3, 1.0).tolist()) <= {0, 1, 2}
    True
    """
    if values < 2:  # noqa: PLR2004 (there is nothing else to be told)
        return codes
    truth = chance.happens(threshold(epsilon, values - 1), len(codes))
    others = chance.below(values - 1, len(codes))
    return np.where(truth, codes, others + (others >= codes))


def estimated(shown: Floats, epsilon: float) -> Estimated:
    r"""Estimate the counts of the true values from those of the shown ones, without bias.

    :math:`(x - n q) / (p - q)`, with the variance :math:`(c\,p(1-p) + (n-c)\,q(1-q)) / (p-q)^2`
    at the estimated count c, within 0 and n. For two values and ε = ln 3: 2x − n/2 and 3n/4.

    Examples
    --------
    >>> found = estimated(np.array([60.0, 40.0]), float(np.log(3)))
    >>> found.counts.round(9).tolist(), found.variances.round(9).tolist()
    ([70.0, 30.0], [75.0, 75.0])
    """
    own, total = chances(epsilon, len(shown)), float(shown.sum())
    apart = own.truth - own.other
    if apart <= 0:  # one value: it is known
        return Estimated(shown.astype(np.float64), np.zeros(len(shown)))
    counts = (shown - total * own.other) / apart
    true = np.clip(counts, 0.0, total)
    spread = true * own.truth * (1 - own.truth) + (total - true) * own.other * (1 - own.other)
    return Estimated(counts, spread / apart**2)
