"""The walk of a search through a lattice: where to look next.

What is looked at is judged elsewhere: the walk is left at a node, and taken up again. Loops over
nodes and levels are compiled (`chains`, `failure_forecast`), and nothing else: the first search
waits for all that is.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from discret.maths.arrays import Ints, Node
from discret.maths.kernels import Number
from discret.maths.recoding.chains import SETTLED, UNKNOWN, Lattice, climb, next_open, rise
from discret.maths.recoding.failure_forecast import Forecast, learn


class Walk:
    """A walk through a lattice.

    Parameters
    ----------
    lattice
        What is known of the nodes; it changes between two of them.
    settling
        Whether a node that fails mostly settles all nodes below.

    Attributes
    ----------
    best
        The least loss so far: nodes whose bound is no lower need not be looked at.
    forecast
        What is guessed of the nodes.

    Examples
    --------
    >>> lattice = Lattice.of(np.array([[1.0, 2.0], [3.0, 4.0]]), np.zeros((2, 2), dtype=np.int8))
    >>> for node in Walk(lattice, settling=True).through(np.arange(4)):
    ...     print(node)
    ...     lattice.status[:] = 1  # all fail
    (1, 1)
    """

    def __init__(self, lattice: Lattice, *, settling: bool) -> None:
        self.lattice, self.settling, self.best = lattice, settling, np.inf
        shape = lattice.shape.tolist()
        self.forecast = Forecast.of(shape)
        self._ways = list(zip(lattice.strides.tolist(), shape, strict=True))
        self._places = np.zeros(sum(shape) - len(shape) + 1, dtype=np.int64)  # of a chain

    def through(self, order: Ints) -> Iterator[Node]:
        """Yield the nodes to be looked at until all are settled that stand in an order.

        One whose status is unknown is climbed from. One that may hold is first tried through
        nodes above it that may be better than the best.
        """
        at: Number = -1
        while (at := next_open(self.lattice, order, at + 1, self.best)) < len(order):
            target = int(order[at])
            if self.settling and self.lattice.status[target] == UNKNOWN:
                yield from self._climb(target)
            if self._open(target):
                yield from self._fall(target)

    def _climb(self, target: int) -> Iterator[Node]:
        """Take, of a chain of nodes above, the one that settles most if it fails, as it may."""
        first, weights = self.forecast.first, self.forecast.weights
        while self.lattice.status[target] == UNKNOWN and self._open(target):
            yield self._node(int(climb(self.lattice, first, weights, target)))

    def _fall(self, target: int) -> Iterator[Node]:
        """Take nodes above, half way, a quarter of the way… and at the end the node itself."""
        left = rise(self.lattice, self._places, target, self.best) - 1
        places = self._places[: left + 1].tolist()
        while left >= 0 and self._open(target):
            place, left = places[left // 2], left // 2 - 1
            if not self._settled(place):
                yield self._node(place)
        if self._open(target):
            yield self._node(target)

    def learn(self, node: Node, excess: float) -> None:
        """Take in how far a node is from holding, for the forecast."""
        learn(self.forecast, np.array(node, dtype=np.int64), excess)

    def _node(self, place: int) -> Node:
        return tuple([place // stride % levels for stride, levels in self._ways])

    def _open(self, place: int) -> bool:
        """Whether a node may still be the best."""
        return bool(self.lattice.bounds[place] < self.best) and not self._settled(place)

    def _settled(self, place: int) -> bool:
        return self.lattice.status[place] in SETTLED
