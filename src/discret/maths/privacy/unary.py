r"""Unary encoding: a value is told as bits, one for each that there can be, each blurred by itself.

A bit that is set is told as set with chance p, another with chance q. Two values differ in two
bits, so that an answer is :math:`p(1-q) / (q(1-p)) = e^ε` times likelier for one than for another.
*Symmetric*: :math:`p = 1 - q = e^{ε/2} / (e^{ε/2} + 1)`, as basic RAPPOR. *Optimised*:
:math:`p = 1/2`, :math:`q = 1 / (e^ε + 1)`, which estimates rare values with the least variance:
:math:`4 n e^ε / (e^ε - 1)^2`, whatever the number of values.

References
----------
.. [1] Wang T., Blocki J., Li N., Jha S. (2017). Locally differentially private protocols for
   frequency estimation. USENIX Security.
.. [2] Erlingsson Ú., Pihur V., Korolova A. (2014). RAPPOR: randomized aggregatable
   privacy-preserving ordinal response. CCS.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.privacy.chance import BITS, SYSTEM, Chance, threshold
from discret.maths.privacy.response import Estimated

Bits = NDArray[np.uint8]
Kind = Literal["optimised", "symmetric"]


class Limits(NamedTuple):
    """Whole numbers of 64 bits below which a bit is told as set: one that is, and one that is not.

    Rounded towards privacy: what is told is never more than :math:`e^ε` times likelier.
    """

    own: int
    other: int

    @property
    def told(self) -> tuple[float, float]:
        """How often a bit is told as set that is, and that is not: p and q."""
        whole = 1 << BITS
        return self.own / whole, self.other / whole


def limits(epsilon: float, kind: Kind) -> Limits:
    """Return how bits are told for this ε.

    Examples
    --------
    >>> [round(chance, 4) for chance in limits(float(np.log(3)), "optimised").told]
    [0.5, 0.25]
    >>> [round(chance, 4) for chance in limits(2 * float(np.log(3)), "symmetric").told]
    [0.75, 0.25]
    """
    whole = 1 << BITS
    if kind == "optimised":
        return Limits(whole // 2, whole - threshold(epsilon, 1))
    own = threshold(epsilon / 2, 1)
    return Limits(own, whole - own)


def encoded(codes: Ints, values: int, told: Limits, chance: Chance = SYSTEM) -> Bits:
    """Draw an answer for each: records × values, bits that are told as set.

    Examples
    --------
    >>> encoded(np.array([1, 0]), 3, Limits(2**64, 0)).tolist()
    [[0, 1, 0], [1, 0, 0]]
    """
    drawn = chance.happens(told.other, len(codes) * values)
    bits = drawn.reshape(len(codes), values).astype(np.uint8)
    bits[np.arange(len(codes)), codes] = chance.happens(told.own, len(codes))
    return bits


def estimated(ones: Floats, number: float, told: tuple[float, float]) -> Estimated:
    r"""Estimate how many have each value from how often its bit is told as set, without bias.

    :math:`(c - n q) / (p - q)`, with the variance :math:`(x\,p(1-p) + (n-x)\,q(1-q)) / (p-q)^2`
    at the estimated count x, within 0 and n (Wang et al. 2017).

    Examples
    --------
    >>> found = estimated(np.array([40.0, 25.0]), 100, (0.5, 0.25))
    >>> found.counts.tolist(), found.variances.tolist()
    ([60.0, 0.0], [360.0, 300.0])
    """
    p, q = told
    counts = (ones - number * q) / (p - q)
    true = np.clip(counts, 0.0, number)
    spread = true * p * (1 - p) + (number - true) * q * (1 - q)
    return Estimated(counts, spread / (p - q) ** 2)
