"""Dropped in the end: classes that fail beside the others, and areas that are left too small."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.areas.shown import Shown
from discret.maths.arrays import Ints
from discret.maths.matching import group_ids


def settled(cells: Cells, tree: Ints, ladders: Ladders, asked: Asked, shown: Shown) -> Shown:
    """Drop classes that fail once all is placed, and areas left with too few people, until none is.

    Where a model compares a class with others, whether it fails hangs on what is shown elsewhere.
    """
    level = shown.level.copy()
    while True:
        kept = level >= 0
        part = cells.taken(kept)
        areas, size = group_ids(np.column_stack([level[kept], tree[level[kept], part.area]]))
        of, many = part.classes(areas, ladders.shown(part.codes, shown.at[kept]))
        bad = (
            part.failing(of, many, asked)[of]
            | (part.people(areas, size) < asked.individuals)[areas]
        )
        if not bad.any():
            return replace(shown, level=level)
        level[np.flatnonzero(kept)[bad]] = -1
