"""Whether releases could have come about otherwise: another world that shows the same.

All releases together tell nothing for certain of some people if there is a world in which all that
was published is the same, and they have other values. Worlds are looked for by exchanging two
values (`exchanges`), then among whole numbers that solve all equations of `bounds` (`programs`):
that is exact and takes long, so it is done for so many kinds and values at most. Of whom neither
finds another world nor that there is none, nothing is known.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.releases.bounds import Bounds
from discret.maths.releases.exchanges import exchanged
from discret.maths.releases.histories import Histories
from discret.maths.releases.nearby import nearby
from discret.maths.releases.programs import Program, Truth, programs

SINGLES = 20  # kinds that are asked about one by one


class Worlds(NamedTuple):
    """What is known of kinds: that they have the same values in every world, or not in all.

    Parameters
    ----------
    settled, free
        The one, and the other.
    others
        For how many other values one of a kind may exchange theirs, as far as was looked for.
    """

    settled: Bools
    free: Bools
    others: Ints


def worlds(found: Bounds, kinds: Histories, true: Truth, wanted: Ints) -> Worlds:
    """Find out which kinds of people have the same values in every world.

    Whoever changed had two values that somebody may know to go together, or not. A kind is called
    settled only if it is where nothing is known of that, and free only if it is where it is known
    which changes happen.

    Parameters
    ----------
    found
        What bounds say already.
    kinds
        Who was in which groups.
    true
        What people have in truth.
    wanted
        For how many other values each kind may exchange theirs: so many are looked for. 0 for kinds
        that are not asked about.

    Examples
    --------
    Four people, cut one way and then the other: two of them may change places with the others.

    >>> from discret.maths.releases.bounds import bounds
    >>> from discret.maths.releases.exchanges import Units
    >>> from discret.maths.releases.histories import histories
    >>> groups, ill = [np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])], np.array([0, 1, 1, 0])
    >>> kinds = histories(groups, [np.arange(4)] * 2, 4)
    >>> found = bounds(kinds, groups, [ill] * 2, 2)
    >>> number = (found.value == ill[np.argsort(kinds.of)][found.kind]).astype(int)
    >>> held, none = number > 0, np.zeros(0, dtype=int)
    >>> units = Units(found.kind[held], found.value[held], number[held], np.arange(2), none,
    ...               np.zeros((0, 2), dtype=int), np.arange(2)[:, None])
    >>> true = Truth(number, np.arange(2), units, np.zeros(4, dtype=bool))
    >>> worlds(found, kinds, true, np.ones(4, dtype=int)).free.tolist()
    [True, True, True, True]
    """
    settled = found.counted | _one_label(found, true.label)
    wanted = np.where(settled, 0, wanted)
    others = exchanged(kinds.path, true.units, wanted)
    may = found.kind[found.high > 0], found.value[found.high > 0]
    others = nearby(kinds.path, true.units, may, others, wanted)
    free = others > 0
    left = (wanted > 0) & ~free
    for program in programs(found, true, left) if left.any() else ():
        more = _solved(program, left)
        settled, free = settled | more.settled, free | more.free
    return Worlds(settled, free, others)


def _one_label(found: Bounds, label: Ints) -> Bools:
    """Mark the kinds whose values, all that they may have, are the same for who asks."""
    may = found.high > 0
    kind, own = found.kind[may], label[found.value[may]]
    low = np.full(found.kinds, np.iinfo(np.int64).max)
    high = np.full(found.kinds, -1)
    np.minimum.at(low, kind, own)
    np.maximum.at(high, kind, own)
    return np.asarray(low == high)


class _Known(NamedTuple):
    settled: Bools
    free: Bools


def _solved(program: Program, left: Bools) -> _Known:
    """Ask for whole numbers that solve all equations of the kinds that are left."""
    within = np.zeros(program.kinds, dtype=np.bool_)
    within[program.kind] = True
    left = left & within
    if not program.changed.any():
        return _moving(program, left)
    free = _moving(program.holding(program.changed), left & ~program.changed).free
    return _Known(_moving(program, left & ~free).settled, free)


def _moving(program: Program, left: Bools) -> _Known:
    free = np.zeros(program.kinds, dtype=np.bool_)
    sure = True
    while left.any():  # the farthest from the truth for all at once; then for who did not move
        moved, sure = program.farthest((left[program.kind] & ~program.held).astype(float))
        free |= moved
        if not (moved & left).any():
            break
        left = left & ~free
    several = program.several
    settled = left & ~several if sure else np.zeros_like(left)
    for kind in np.flatnonzero(left & several)[:SINGLES] if sure else ():
        if not free[kind]:
            settled[kind], moved = program.asked(int(kind))
            free |= moved
    return _Known(settled, free)
