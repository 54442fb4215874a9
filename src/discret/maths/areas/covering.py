"""Areas that are lifted to save others: the cheapest ones that have what these lack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints

FEW = 8  # kinds of classes that are covered at the least cost, bundle by bundle


@dataclass(frozen=True)
class Pieces:
    """Areas that are shown below one whose remainder fails.

    Parameters
    ----------
    cost
        What it costs to lift each: records times levels.
    above
        The next piece around each, which is lifted with it; −1 where none is.
    has
        Pieces × what is lacking: whether a piece has it.
    """

    cost: Floats
    above: Ints
    has: Bools

    def path(self, piece: int) -> list[int]:
        """Return a piece and all around it."""
        found = []
        while piece >= 0:
            found.append(piece)
            piece = int(self.above[piece])
        return found


def cheapest(pieces: Pieces) -> list[int]:
    """Return pieces, with all that is around them, that have together all that is lacking.

    A weighted set cover: at the least cost where little is lacking and no two of the pieces chosen
    share one around them, else piece by piece, the cheapest for what it adds first.

    Examples
    --------
    >>> has = np.array([[True, True], [True, False], [False, True]])
    >>> cheapest(Pieces(np.array([5.0, 1.0, 3.0]), np.array([-1, -1, -1]), has))
    [1, 2]
    """
    paths = [pieces.path(piece) for piece in range(len(pieces.cost))]
    cost = np.array([pieces.cost[path].sum() for path in paths])
    has = np.array([pieces.has[path].any(axis=0) for path in paths])
    chosen = _least(cost, has) if pieces.has.shape[1] <= FEW else _by_ratio(cost, has)
    return _pruned(pieces, sorted({piece for path in chosen for piece in paths[path]}))


def _least(cost: Floats, has: Bools) -> list[int]:
    """Cover at the least sum of costs, over all sets of what is covered."""
    masks = has @ (1 << np.arange(has.shape[1]))
    order = np.lexsort((cost, masks))
    first = order[np.append(True, masks[order][1:] != masks[order][:-1])]
    best: list[tuple[float, tuple[int, ...]]] = [(np.inf, ())] * (1 << has.shape[1])
    best[0] = (0.0, ())
    for done in range(len(best)):  # larger sets come later
        for path in first.tolist():
            to = done | int(masks[path])
            new = best[done][0] + float(cost[path])
            if to != done and new < best[to][0]:
                best[to] = (new, (*best[done][1], path))
    return list(best[-1][1])


def _by_ratio(cost: Floats, has: Bools) -> list[int]:
    lacking, chosen = np.ones(has.shape[1], dtype=np.bool_), []
    while lacking.any():
        adds = (has & lacking).sum(axis=1)
        one = int(np.argmin(np.where(adds > 0, cost / np.maximum(adds, 1), np.inf)))
        if not adds[one]:
            break  # nobody has it: whoever asked must look again
        chosen.append(one)
        lacking &= ~has[one]
    return chosen


def _pruned(pieces: Pieces, chosen: Sequence[int]) -> list[int]:
    """Leave out what is not needed, the dearest first, as long as nothing around it goes alone."""
    kept = list(chosen)
    for piece in sorted(chosen, key=lambda one: -float(pieces.cost[one])):
        others = [left for left in kept if left != piece]
        inner = piece in pieces.above[others].tolist()
        if others and not inner and pieces.has[others].any(axis=0).all():
            kept = others
    return kept
