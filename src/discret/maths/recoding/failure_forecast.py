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
        self.key = np.repeat(np.arange(len(shape)), np.array(shape) - 1)
        self.level = np.concatenate([np.arange(1, levels) for levels in shape] or [self.key])
        self.products = RIDGE * np.eye(len(self.key) + 1)
        self.moments = np.zeros(len(self.key) + 1)

    def learn(self, node: Node, excess: float) -> None:
        """Take in how far a node is from holding: above nought where it fails."""
        own = self._climbed(np.array([node]))[0]
        self.products += np.outer(own, own)
        self.moments += own * excess

    def failing(self, nodes: Ints) -> Floats:
        """Return the chance of each node to fail."""
        guess = self._climbed(nodes) @ np.linalg.solve(self.products, self.moments)
        return np.asarray(0.5 + 0.5 * np.tanh(guess / (2 * SPREAD)))

    def _climbed(self, nodes: Ints) -> Floats:
        found = np.ones((len(nodes), len(self.key) + 1))
        found[:, 1:] = nodes[:, self.key] >= self.level
        return found
