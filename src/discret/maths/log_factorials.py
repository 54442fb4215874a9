"""Logarithms of factorials, without loading a library of special functions for them."""

from __future__ import annotations

from math import lgamma, log, pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats

FEW = 16  # below it values are looked up, from it on the series is exact to the last digits
_FIRST = np.array([lgamma(number + 1) for number in range(FEW)])


def log_factorials(counts: NDArray[Any]) -> Floats:
    r"""Return the natural logarithms of the factorials of whole numbers from 0 on.

    Notes
    -----
    Stirling's series (NIST Digital Library of Mathematical Functions, 5.11.1):
    :math:`\ln n! = n \ln n - n + \frac12 \ln 2πn + 1/12n - 1/360n^3 + 1/1260n^5 - 1/1680n^7`; from
    16 on what it leaves out is less than :math:`2 · 10^{-14}`.

    Examples
    --------
    >>> np.exp(log_factorials(np.array([0, 1, 5]))).round(9).tolist()
    [1.0, 1.0, 120.0]
    """
    numbers = np.asarray(counts, dtype=np.float64)
    small = numbers < FEW
    n = np.where(small, FEW, numbers)
    square = 1 / (n * n)
    rest = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / n
    large = (n + 0.5) * np.log(n) - n + 0.5 * log(2 * pi) + rest
    return np.where(small, _FIRST[np.where(small, numbers, 0).astype(np.int64)], large)
