"""The nodes of a lattice that hold while none below them does: those a person may choose from."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Node
from discret.maths.recoding.lattice import CHECKED, FAILS, HOLDS, UNKNOWN, Found, Problem, Verdict


class Settled(NamedTuple):
    """What is known of the nodes of a lattice.

    Parameters
    ----------
    holds, known
        For each node, whether it is known to hold, and whether anything is known.
    checked
        The nodes looked at, with what was found.
    """

    holds: Bools
    known: Bools
    checked: dict[Node, Verdict]


def as_found(found: Found) -> Settled:
    """Return what a search leaves behind: it looks no further than the best node needs."""
    holds = np.isin(found.status, (HOLDS, CHECKED))
    return Settled(holds, found.status != UNKNOWN, found.checked)


def settled(problem: Problem, found: Found, *, looks: int) -> Settled:
    """Go on from a search until it is known of every node whether it holds, or for so many looks.

    Where the models are monotone, chains of unknown nodes are searched by halves, each check
    settling all that lies below or above; otherwise every node is looked at.
    """
    status, checked = found.status.copy(), dict(found.checked)
    looks += len(checked)
    for place in np.flatnonzero(status == UNKNOWN):
        node = tuple(int(level) for level in np.unravel_index(place, status.shape))
        while status[node] == UNKNOWN and len(checked) < looks:
            chain = _chain(status, node) if problem.monotone else [node]
            low, high = 0, len(chain) - 1
            while low <= high and len(checked) < looks:
                middle = (low + high) // 2
                one = chain[middle]
                checked[one] = problem.check(one)
                _spread(status, one, checked[one].holds, problem.monotone)
                low, high = (low, middle - 1) if checked[one].holds else (middle + 1, high)
    return as_found(replace(found, status=status, checked=checked))


def _chain(status: NDArray[np.int8], node: Node) -> list[Node]:
    """Climb from a node through unknown ones, key after key."""
    chain = [node]
    for key, levels in enumerate(status.shape):
        while chain[-1][key] + 1 < levels:
            up = (*chain[-1][:key], chain[-1][key] + 1, *chain[-1][key + 1 :])
            if status[up] != UNKNOWN:
                break
            chain.append(up)
    return chain


def _spread(status: NDArray[np.int8], node: Node, holds: bool, monotone: bool) -> None:
    """Note what a check says: of the node, and of all above or below where that follows."""
    if monotone:
        slices = (slice(level, None) if holds else slice(level + 1) for level in node)
        part = status[tuple(slices)]
        part[part == UNKNOWN] = HOLDS if holds else FAILS
    status[node] = CHECKED if holds else FAILS


def minimal(holds: Bools) -> Bools:
    """Mark the nodes that hold while none below them does.

    Examples
    --------
    >>> minimal(np.array([[False, True], [True, True]])).astype(int).tolist()
    [[0, 1], [1, 0]]
    """
    some = holds.copy()  # whether the node or one below it holds
    for axis in range(holds.ndim):
        np.logical_or.accumulate(some, axis=axis, out=some)
    below = np.zeros_like(holds)
    for axis in range(holds.ndim):
        lower = np.moveaxis(some, axis, 0)[:-1]
        np.moveaxis(below, axis, 0)[1:] |= lower
    return holds & ~below
