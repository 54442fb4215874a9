"""Guess which nodes of a lattice fail, from those that were looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import kernel_or

RIDGE = 0.3
SPREAD = 0.3  # of what is guessed, around what is found


class Forecast(NamedTuple):
    r"""An additive guess of how far a node is from holding: one number for each level climbed.

    It only decides which nodes are looked at first: whether it is good or bad, a search ends with
    the same proof, sooner or later.

    Parameters
    ----------
    first
        For each key, where the numbers of its levels begin; that of its lowest level stays nought.
    weights
        The numbers; before those of all keys, that of the node below all.
    inverse
        Of the matrix of products, as far as nodes were looked at.
    spread, climbed
        Room for one row, and for the places of the numbers that a node climbs.

    Notes
    -----
    Ridge regression of the excess, :math:`\ln (1 + lost) / (1 + allowed)` for recodings, on the
    levels climbed; the chance to fail is a logistic function of what is guessed.

    Examples
    --------
    >>> forecast = Forecast.of((3, 2))
    >>> forecast.first.tolist(), len(forecast.weights)
    ([1, 4], 6)
    """

    first: Ints
    weights: Floats
    inverse: Floats
    spread: Floats
    climbed: Ints

    @classmethod
    def of(cls, shape: Sequence[int]) -> Forecast:
        """Begin with nothing known, of keys that have so many levels."""
        size = sum(shape) + 1
        first = np.array([1 + sum(shape[:key]) for key in range(len(shape))], dtype=np.int64)
        spare = np.zeros((2, size))
        room = np.zeros(size, dtype=np.int64)
        return cls(first, spare[0], np.eye(size) / RIDGE, spare[1], room)


@kernel_or()
def learn(forecast: Forecast, node: Ints, excess: float) -> None:
    """Take in how far a node is from holding: above nought where it fails.

    The inverse of the matrix of products, and with it the weights, follow one node more
    (Sherman & Morrison 1950).
    """
    first, weights, inverse, spread, climbed = forecast
    steps, whole, guess = 1, 1.0, weights[0]
    for key in range(len(node)):
        for level in range(1, node[key] + 1):
            climbed[steps] = first[key] + level
            guess += weights[climbed[steps]]
            steps += 1
    for row in range(len(weights)):
        spread[row] = 0.0
        for step in range(steps):
            spread[row] += inverse[row, climbed[step]]
    for step in range(steps):
        whole += spread[climbed[step]]
    for row in range(len(weights)):
        gain = spread[row] / whole
        weights[row] += gain * (excess - guess)
        for column in range(len(weights)):
            inverse[row, column] -= gain * spread[column]
