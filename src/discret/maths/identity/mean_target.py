"""Which groups must go for the mean risk of the others to be low enough."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats

Numbers = NDArray[Any]

DIGITS = 2.0**33  # about ten digits: risks that differ by rounding alone are equal


def riskiest(risk: Floats, count: Numbers, codes: Numbers, wanted: float) -> Bools:
    r"""Mark the groups at most risk, as few as are enough for the mean of the others.

    Parameters
    ----------
    risk, count
        Risk of a record of each group, and its records.
    codes
        Groups × keys: of groups at equal risk, those with the lowest codes go first, whatever the
        order in which groups are given.
    wanted
        Highest mean allowed, over the records of the groups that are left.

    Notes
    -----
    The records :math:`c_g` at risk :math:`r_g` that are left must satisfy
    :math:`∑ c_g (t - r_g) ≥ 0`. If records could go one by one, the fewest would by decreasing
    risk: letting a record go instead of one at a lower risk never breaks the sum. Groups go whole,
    so the records marked exceed the least possible by less than the last group marked.

    Where :math:`r_g = 1/c_g`, or where all groups that may go have one record, it is the least:
    the m smallest groups are no more records than any other m, and leave no greater mean.

    Examples
    --------
    Four of thirteen records are alone; one of them must go for a mean of one in two.

    >>> count = np.array([1, 1, 3, 1, 3, 3, 1])
    >>> codes = np.arange(7)[:, None]
    >>> riskiest(1 / count, count, codes, 0.5).tolist()
    [True, False, False, False, False, False, False]
    >>> riskiest(1 / count, count, codes, 0.4).nonzero()[0].tolist()
    [0, 1, 3]
    """
    size = np.asarray(count, dtype=np.float64)
    risk = np.where(np.isnan(risk), np.inf, risk)  # what is not known goes first
    steps = _rounded(risk)
    bad = np.zeros(len(risk), dtype=np.bool_)
    order = np.argsort(-steps, kind="stable")
    number = _enough(risk[order], size[order], wanted)
    if number == 0:
        return bad
    last = steps[order[number - 1]]
    equals = np.flatnonzero(steps == last)
    equals = equals[np.lexsort(codes[equals].T[::-1])]
    order = np.concatenate([np.flatnonzero(steps > last), equals, np.flatnonzero(steps < last)])
    bad[order[: _enough(risk[order], size[order], wanted)]] = True
    return bad


def _enough(risk: Floats, size: Floats, wanted: float) -> int:
    """Return how many groups, the first ones, must go: all where no mean is low enough."""
    left = np.cumsum(size[::-1])[::-1]
    mean = np.cumsum((risk * size)[::-1])[::-1] / left
    fine = np.flatnonzero(mean <= wanted)
    return int(fine[0]) if len(fine) else len(risk)


def _rounded(risk: Floats) -> Floats:
    part, power = np.frexp(risk)
    return np.asarray(np.ldexp(np.rint(part * DIGITS), power))
