"""Chances of guessing right, group by group."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def chance_of_a_match(sizes: NDArray[Any], groups: NDArray[Any]) -> float:
    """Return the chance of at least one right match when each group is matched at random.

    `sizes` are distinct group sizes and `groups` how many groups have each. Within a group of m
    people a random one-to-one matching has no fixed point with probability :math:`D_m / m! =
    ∑_{j≤m} (-1)^j / j!` (derangements); groups are independent: :math:`1 - ∏ D_m / m!` (Nguyen &
    Castelluccia 2020, example 4).

    Examples
    --------
    >>> chance_of_a_match(np.array([2]), np.array([2]))
    0.75
    >>> chance_of_a_match(np.array([1, 3]), np.array([1, 4]))
    1.0
    """
    most = int(min(sizes.max(initial=1), 30))
    steps = np.concatenate([[1.0], np.cumprod(-1.0 / np.arange(1, most + 1))])
    none_right = np.cumsum(steps)[np.minimum(sizes, most)]
    with np.errstate(divide="ignore"):
        logarithm = np.log(np.clip(none_right, 0.0, 1.0)) @ groups
    return float(-np.expm1(logarithm))
