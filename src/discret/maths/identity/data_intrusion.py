"""Data intrusion simulation: the chance that a match with a unique record is right."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats

Counts = NDArray[Any]


def dis(uniques: float, paired: float, fraction: float) -> float | None:
    r"""Return the chance that a match with a unique record is right (data intrusion simulation).

    :math:`πU / (πU + (1-π)P)` with π the sampling fraction, U the number of records that are
    alone, P the number of records in pairs (Skinner & Elliot 2002); ``None`` where nobody is
    alone.

    Examples
    --------
    >>> round(dis(4, 6, 0.01), 6)
    0.006689
    """
    return None if uniques == 0 else float(_right(uniques, paired, fraction))


def dis_scores(
    score: Floats, count: Counts, paired: float, fraction: float, columns: int
) -> Floats:
    r"""Spread the risk that DIS finds for the file over the records, by their scores.

    Notes
    -----
    Elliot & Manning (2003), as in sdcMicro: :math:`1 / (1 + (U/D - U) / (S_i^q ∑_j S_j^{-q}))`
    with D the DIS of the file and :math:`q = 1 + (8 - A)/20` for A columns. U cancels out:
    :math:`U/D - U = P (1-π)/π`. Scores enter by their ratios alone.

    The exponent was found by experiment on few columns, and would turn the order round beyond 28:
    it is held at 0 there, where every unique record has the DIS of the file.

    Examples
    --------
    >>> score, count = np.array([0.0, 1.75, 3.25, 1.75, 2.75]), np.array([6, 1, 1, 1, 1])
    >>> dis_scores(score, count, 6, 0.01, 4).round(4).tolist()
    [0.0, 0.0051, 0.0107, 0.0051, 0.0088]
    """
    has = score > 0
    risk = np.zeros(len(score))
    power = score[has] ** max(1.0 + (8 - columns) / 20, 0.0)
    share = power * (count[has] / power).sum()
    risk[has] = _right(share, paired, fraction)
    return risk


def _right(number: Any, paired: float, fraction: float) -> Any:
    """Return π n / (π n + (1 − π) P), in a form that rounding leaves increasing in n."""
    return 1.0 / (1.0 + (1.0 - fraction) * paired / (fraction * number))
