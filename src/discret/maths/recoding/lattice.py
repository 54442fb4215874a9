"""Search a lattice of recodings for the node that loses least, proving that none is better.

A node says how far each key climbs its hierarchy: a tuple of levels. Node w is *above* v where no
level of w is lower. Three facts let most nodes go unseen:

- every node has a bound, a loss that it cannot do better than, known before it is checked;
- where the models are monotone, what fails at a node fails at all nodes below it;
- records that a node loses are lost at all nodes below it, and detail that it lacks is lacking at
  all nodes above it: both raise bounds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from discret.maths import recoding
from discret.maths.arrays import Bools, Floats, Ints, Node

UNKNOWN, FAILS, HOLDS, CHECKED = 0, 1, 2, 3
AHEAD = 512  # nodes that are put in order at first
TRIED = 60  # times that bounds are taken, whether they tell something or not
SETTLED, TOLD = 0.5, 0.25  # nodes that one settles on average, or part of what is lost, to go on


class Verdict(NamedTuple):
    """What a check found at a node.

    Parameters
    ----------
    holds
        Whether the node may be chosen.
    loss
        What it loses.
    spoilt
        For each key, what the records lost here cost at least at any node below.
    excess
        How far the node is from holding: above nought where it fails. It need not be exact.
    floor
        A loss that no node above can do better than.
    """

    holds: bool
    loss: float
    spoilt: Floats
    excess: float
    floor: float = 0.0


class Below(NamedTuple):
    """What a node tells of all nodes below it.

    Parameters
    ----------
    hopeless
        Whether none of them holds.
    spoilt
        For each key, what the records that must be lost there cost, at the least.
    part
        How much of what is lost at the node must be lost there.
    """

    hopeless: bool
    spoilt: Floats
    part: float


class Problem(Protocol):
    """What a search asks."""

    @property
    def bounds(self) -> Floats:
        """The least loss of each node: one axis for each key, one place for each level."""

    @property
    def monotone(self) -> bool:
        """Whether what fails at a node fails at all nodes below."""

    @property
    def settling(self) -> bool:
        """Whether a node that fails mostly settles all below it: the search then begins high up."""

    @abstractmethod
    def check(self, node: Node) -> Verdict:
        """Look at a node."""

    @abstractmethod
    def below(self) -> Below:
        """Say what the node that was looked at last tells of all below it."""

    @abstractmethod
    def raised(self, node: Node, spoilt: Floats) -> Floats:
        """Return the bounds of a node and of all below it, given what is spoilt there."""


@dataclass(frozen=True)
class Found:
    """The outcome of a search.

    Parameters
    ----------
    node, loss
        The best node and its loss; ``None`` and infinity where no node holds.
    bound
        No node that holds loses less; equal to `loss` where the best is proven.
    checked
        The nodes looked at, in order, with what was found.
    status
        For each node: unknown, fails, holds, checked.
    """

    node: Node | None
    loss: float
    bound: float
    checked: dict[Node, Verdict] = field(repr=False)
    status: NDArray[np.int8] = field(repr=False)

    @property
    def optimal(self) -> bool:
        """Whether no node can be better."""
        return self.bound >= self.loss


def always(_checks: int) -> bool:
    """Go on, however many nodes were checked."""
    return True


def search(problem: Problem, *, go_on: Callable[[int], bool] = always) -> Found:
    """Find the node with the least loss among those that hold.

    Nodes are visited by increasing bound. One whose status is unknown is climbed from: of a chain
    of nodes above it, the one looked at is that which settles most if it fails, as it is likely
    to: a failure high up settles all that lies below. One that may hold is first tried through
    nodes above it, whose lost records may raise its bound past the best loss so far.

    Parameters
    ----------
    problem
        The lattice, its bounds and its checks.
    go_on
        Asked before each node with the number of checks so far; where it says no, the search ends
        with the best node found and the bound that remains.
    """
    return _Search(problem).run(go_on)


class _Worth:
    """Whether it pays to ask what nodes tell of those below them: what came of it so far."""

    def __init__(self) -> None:
        self.asked, self.settled, self.told = 0, 0, 0.0

    def add(self, settled: int, told: float) -> None:
        self.asked, self.settled, self.told = (
            self.asked + 1,
            self.settled + settled,
            self.told + told,
        )

    @property
    def more(self) -> bool:
        some = max(self.settled / SETTLED, self.told / TOLD)
        return self.asked < TRIED or some > self.asked


class _Search:
    def __init__(self, problem: Problem) -> None:
        self.problem, self.bounds = problem, problem.bounds.copy()
        self.status = np.zeros(self.bounds.shape, dtype=np.int8)
        self.best: Node | None = None
        self.loss = np.inf
        self.checked: dict[Node, Verdict] = {}
        lattice = recoding.chains.Lattice.of(self.bounds, self.status)
        self.walk = recoding.walk.Walk(lattice, settling=problem.settling)
        self.worth = _Worth()

    def run(self, go_on: Callable[[int], bool]) -> Found:
        for order in in_bands(self.problem.bounds.reshape(-1), AHEAD, self._left):
            for node in self.walk.through(order):
                if not go_on(len(self.checked)):
                    left = (self.status == UNKNOWN) | (self.status == HOLDS)
                    return self._found(float(self.bounds[left].min()))
                self._check(node)
        return self._found(self.loss)

    def _left(self, places: Ints) -> Bools:
        """Mark the nodes that may still be the best."""
        status = self.walk.lattice.status[places]
        open_ = (status == UNKNOWN) | (status == HOLDS)
        return np.asarray(open_ & (self.walk.lattice.bounds[places] < self.loss))

    def _found(self, bound: float) -> Found:
        return Found(self.best, self.loss, min(bound, self.loss), self.checked, self.status)

    def _check(self, node: Node) -> None:
        self.checked[node] = verdict = self.problem.check(node)
        if verdict.floor > self.bounds[node]:
            higher = self.bounds[_above(node)]
            np.maximum(higher, verdict.floor, out=higher)
        if verdict.holds and verdict.loss < self.loss:
            self.loss = self.walk.best = verdict.loss
            self.best = node
        if self.problem.settling:
            self.walk.learn(node, verdict.excess)
        if self.problem.monotone:
            self._spread(node, verdict)
        else:
            self.status[node] = CHECKED if verdict.holds else FAILS
            self._tell(node)

    def _spread(self, node: Node, verdict: Verdict) -> None:
        """Let all above hold that nothing is known of, or all below fail."""
        if not verdict.holds:
            self.status[_below(node)] = FAILS
            return
        higher = self.status[_above(node)]
        np.copyto(higher, HOLDS, where=higher == UNKNOWN)
        self.status[node] = CHECKED
        self._raise(node, verdict.spoilt)

    def _tell(self, node: Node) -> None:
        """Let what a node must lose count below it, as long as that is worth its while."""
        below = _below(node)
        open_ = self._open_in(below) if self.worth.more else 0
        if not open_:
            return
        told = self.problem.below()
        if told.hopeless:
            self.status[below] = FAILS
        else:
            self._raise(node, told.spoilt)
        self.worth.add(open_ - self._open_in(below), told.part)

    def _raise(self, node: Node, spoilt: Floats) -> None:
        """Let what is lost at a node count at all below it."""
        if spoilt.any():
            lower = self.bounds[_below(node)]
            np.maximum(lower, self.problem.raised(node, spoilt), out=lower)

    def _open_in(self, part: tuple[slice, ...]) -> int:
        """Count the nodes of a part of the lattice that may still be the best."""
        unknown = self.status[part] == UNKNOWN
        return int(np.count_nonzero(unknown & (self.bounds[part] < self.loss)))


def _above(node: Node) -> tuple[slice, ...]:
    """Return the part of a lattice that is a node and all above it."""
    return tuple([slice(level, None) for level in node])


def _below(node: Node) -> tuple[slice, ...]:
    """Return the part of a lattice that is a node and all below it."""
    return tuple([slice(0, level + 1) for level in node])


def in_bands(
    values: Floats, first: int, left: Callable[[Ints], Bools] | None = None
) -> Iterator[Ints]:
    """Yield the places of values in their order, equal ones as they come, some at a time.

    Most searches end long before the last: what comes later need not be put in order. At first
    about `first` are yielded, then twice as many each time, of those that are `left` by then.

    Examples
    --------
    >>> [some.tolist() for some in in_bands(np.array([3.0, 1.0, 2.0, 1.0, 9.0]), 1)]
    [[1, 3], [2, 0], [4]]
    """
    places, size = np.arange(len(values)), first
    while True:
        places = places if left is None else places[left(places)]
        if not len(places):
            return
        own = values[places]
        last = own.max() if size >= len(own) else np.partition(own, size - 1)[size - 1]
        band = own <= last
        yield places[band][np.argsort(own[band], kind="stable")]
        places, size = places[~band], 2 * size
