"""Guess which nodes of a lattice fail, from those that were looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.kernels import Number, inner

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
    spread, gain
        Room for one row each.

    Notes
    -----
    Ridge regression of the excess, :math:`\ln (1 + lost) / (1 + allowed)` for recodings, on the
    levels climbed; the chance to fail is a logistic function of what is guessed.

    Examples
    --------
    >>> Forecast.of((3, 2)).first.tolist()
    [1, 4]
    """

    first: Ints
    weights: Floats
    inverse: Floats
    spread: Floats
    gain: Floats

    @classmethod
    def of(cls, shape: Sequence[int]) -> Forecast:
        """Begin with nothing known, of keys that have so many levels."""
        size = sum(shape) + 1
        first = np.array([1 + sum(shape[:key]) for key in range(len(shape))], dtype=np.int64)
        spare = np.zeros((3, size))
        return cls(first, spare[0], np.eye(size) / RIDGE, spare[1], spare[2])


@inner
def learn(forecast: Forecast, node: Ints, excess: float) -> None:
    """Take in how far a node is from holding: above nought where it fails.

    The inverse of the matrix of products, and with it the weights, follow one node more
    (Sherman & Morrison 1950).
    """
    first, weights, inverse, spread, gain = forecast
    for row in range(len(weights)):
        spread[row] = _climbed(first, node, inverse[row])
    whole, guess = 1.0 + _climbed(first, node, spread), _climbed(first, node, weights)
    for row in range(len(weights)):
        gain[row] = spread[row] / whole
        weights[row] += gain[row] * (excess - guess)
        for column in range(len(weights)):
            inverse[row, column] -= gain[row] * spread[column]


@inner
def likeliest(forecast: Forecast, nodes: Ints, worth: Floats, number: Number) -> Number:
    """Return which of the first nodes is worth most, times its chance to fail."""
    most, taken = -1.0, np.int64(0)
    for place in range(number):
        guess = _climbed(forecast.first, nodes[place], forecast.weights)
        own = (0.5 + 0.5 * np.tanh(guess / (2 * SPREAD))) * worth[place]
        if own > most:
            most, taken = own, np.int64(place)
    return taken


@inner
def _climbed(first: Ints, node: Ints, numbers: Floats) -> float:
    """Sum the numbers of the levels that a node climbs."""
    total = numbers[0]
    for key in range(len(node)):
        for level in range(node[key]):
            total += numbers[first[key] + level + 1]
    return float(total)
