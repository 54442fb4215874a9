"""Guess which nodes of a lattice fail, from those that were looked at."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Floats, Ints, Node

RIDGE = 0.3
SPREAD = 0.3  # of what is guessed, around what is found


class Forecast:
    r"""An additive guess of how far a node is from holding: one number for each level climbed.

    It only decides which nodes are looked at first: whether it is good or bad, a search ends with
    the same proof, sooner or later.

    Parameters
    ----------
    shape
        Number of levels of each key.

    Notes
    -----
    Ridge regression of the excess, :math:`\ln (1 + lost) / (1 + allowed)` for recodings, on the
    levels climbed; the chance to fail is a logistic function of what is guessed.

    Examples
    --------
    >>> forecast = Forecast((3, 2))
    >>> forecast.learn((0, 0), 4.0)
    >>> forecast.learn((2, 0), -4.0)
    >>> chance = forecast.failing(np.array([(0, 1), (2, 1)]))
    >>> bool(chance[0] > 0.9 > 0.1 > chance[1])
    True
    """

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.key = np.repeat(np.arange(len(shape)), shape)
        self.level = np.concatenate([np.arange(levels) for levels in shape])
        self.first = np.cumsum(shape) - shape  # the level that nothing is climbed to
        self.inverse = np.eye(len(self.key) + 1) / RIDGE
        self.weights = np.zeros(len(self.key) + 1)
        self.level[self.first] = max(shape, default=0)  # climbed to by nobody

    def learn(self, node: Node, excess: float) -> None:
        """Take in how far a node is from holding: above nought where it fails.

        The inverse of the matrix of products, and with it the weights, follow one node more
        (Sherman & Morrison 1950).
        """
        own = np.ones(len(self.weights))
        own[1:] = np.array(node)[self.key] >= self.level
        spread = self.inverse.dot(own)
        gain = spread / (1.0 + float(own.dot(spread)))
        self.weights += gain * (excess - float(own.dot(self.weights)))
        self.inverse -= gain[:, None] * spread

    def failing(self, nodes: Ints) -> Floats:
        """Return the chance of each node to fail."""
        total = self.weights[1:].cumsum()  # those of the lowest levels stay nought
        start = self.weights[0] - total[self.first].sum()
        guess = start + total[nodes + self.first].sum(axis=1)
        return np.asarray(0.5 + 0.5 * np.tanh(guess / (2 * SPREAD)))
