"""What can be kept at all: the facts of classes that hold in the highest areas."""

from __future__ import annotations

import numpy as np

from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.arrays import Bools, Ints


def live(cells: Cells, roots: Ints, ladders: Ladders, asked: Asked) -> Bools:
    """Mark the cells that can be kept: those of live classes, where roots have enough people.

    `roots` has the highest area of each area. A class of a root with every key at its coarsest is
    live if it holds. What holds in any area, at any level of keys, is part of a live class; so
    whatever is kept by any choice of areas and labels is marked here, and showing the roots keeps
    all of it (docs, theory, areas that climb, theorem 1).

    Examples
    --------
    >>> person = np.arange(5, dtype=np.int32)
    >>> cell = np.array([0, 0, 1, 1, 2], dtype=np.int32)
    >>> codes = np.array([[0], [1], [2]])
    >>> cells = Cells.of(np.array([0, 1, 1]), codes, np.array([2, 2, 1]), cell, person)
    >>> crops = Ladders((np.array([[0, 1, 2], [3, 3, 2]]),))
    >>> live(cells, np.array([0, 0]), crops, Asked(k=3, individuals=3)).tolist()
    [True, True, False]
    """
    top = ladders.coarsest(cells.codes)
    root = roots[cells.area]
    of, size = cells.classes(root, ladders.shown(cells.codes, top))
    alive = ~cells.failing(of, size, asked)[of]
    people = cells.people(np.where(alive, root, -1), int(roots.max(initial=-1)) + 1)
    return np.asarray(alive & (people >= asked.individuals)[root])


def most_kept(cells: Cells, roots: Ints, ladders: Ladders, asked: Asked) -> int:
    """Return the most records that any choice of areas and labels keeps."""
    return int(cells.records[live(cells, roots, ladders, asked.plain)].sum())
