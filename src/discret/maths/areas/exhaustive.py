"""Every choice of areas to show, where there are few to choose from."""

from __future__ import annotations

import numpy as np

from discret.maths.areas.cells import Asked, Cells
from discret.maths.areas.cuts import holding
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids

MOST = 12  # areas that hold as a whole: choices are sets of these


def improved(
    cells: Cells, nodes: Ints, kinds: Ints, level: Ints, able: list[Bools], asked: Asked
) -> Ints | None:
    """Return the best level of each cell below one root; nothing where there are too many choices.

    An area can be shown only if it holds as a whole: all below it is then shown within it. So every
    set of such areas is looked at, those that show most at fine levels first, until one holds.
    """
    choices = _choices(nodes, able)
    if len(choices) > MOST:
        return None
    member = np.stack([nodes[here] == node for here, node in choices], axis=1)
    kind, of = np.unique(member, axis=0, return_inverse=True)
    of = of.ravel()
    records = np.bincount(of, cells.records, len(kind))
    levels = _levels(choices, kind, len(nodes) - 1)
    value = levels @ records
    own = float((level * cells.records).sum())
    for choice in np.argsort(value, kind="stable").tolist():
        if value[choice] >= own:
            break
        found: Ints = levels[choice][of]
        if _holds(cells, nodes, kinds, found, asked):
            return found
    return level


def _choices(nodes: Ints, able: list[Bools]) -> list[tuple[int, int]]:
    """Return the areas below the root that hold as a whole, each once, at its lowest level."""
    found: list[tuple[int, int]] = []
    seen: set[bytes] = set()
    for here in range(len(nodes) - 1):
        own = nodes[here][able[here][nodes[here]]]
        for node in np.unique(own)[: MOST + 2].tolist():
            cells = (nodes[here] == node).tobytes()
            found += [] if cells in seen else [(here, node)]
            seen.add(cells)
        if len(found) > MOST:
            return found
    return found


def _levels(choices: list[tuple[int, int]], kind: Bools, top: int) -> Ints:
    """Return, for every set of choices, the level at which each kind of cell is shown."""
    sets = np.arange(1 << len(choices))
    levels = np.full((len(sets), len(kind)), top, dtype=np.int64)
    for place, (here, _) in reversed(list(enumerate(choices))):  # lower ones come last
        chosen = (sets >> place & 1).astype(np.bool_)
        levels[np.ix_(chosen, kind[:, place])] = here
    return levels


def _holds(cells: Cells, nodes: Ints, kinds: Ints, level: Ints, asked: Asked) -> bool:
    areas, _ = group_ids(np.column_stack([level, nodes[level, np.arange(len(level))]]))
    return bool(holding(cells, areas, kinds, asked)[0].all())
