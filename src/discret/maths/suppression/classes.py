"""Who is counted with whom, whatever is blanked: views of the groups, and the classes of each.

Classes are told apart by what their groups show, written as whole numbers without loss: two groups
are in one class if and only if they agree. A hash says where to look, never whether it is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import Number, inner, kernel
from discret.maths.suppression.column_sets import as_bits

# Odd, from the golden ratio: multiplying mixes all bits. How fast classes are found hangs on it,
# never which.
SPREAD = np.int64(-7046029254386353131)
ROOM = np.iinfo(np.int64).max
MOST_KEPT = 30_000_000  # numbers of groups, four bytes each


class Space(NamedTuple):
    """Who is counted with whom, whatever is blanked.

    A *view* is a need together with the columns of it that are hidden. Groups that agree on the
    columns left form a *class* of the view; a class holds where its records number at least k.

    Parameters
    ----------
    ids
        Views × groups: the class of each group, −1 where the group lacks a value that is shown.
    total
        Records of each class that never move.
    records
        Records of each group.
    prices
        What each set of columns costs a record, increasing, at most 1.
    uses
        Sets × needs: the view in which a group that blanks the set is counted.
    k
        Records that a class of each view must have.
    counts
        Sets × views: whether a group that blanks the set counts for others in the view.
    allowed
        Sets × sets: whether a group that lacks the second set may blank up to the first.
    hides
        Sets × columns: 1 where the column is in the set.
    joined
        Sets × sets: the first with the second, which is lacking; −1 where it is not looked at.
    own
        For each group, the set of the columns that it lacks.
    """

    ids: NDArray[np.int32]
    total: Ints
    records: Ints
    prices: Floats
    uses: Ints
    k: Ints
    counts: Bools
    allowed: Bools
    hides: Ints
    joined: Ints
    own: Ints


class Views(NamedTuple):
    """The views that some sets of columns make of some needs.

    Parameters
    ----------
    need
        The need of each view.
    shown
        The columns of it that are shown, as bits.
    uses
        Sets × needs: the view of each.
    """

    need: Ints
    shown: Ints
    uses: Ints

    @classmethod
    def of(cls, sets: Ints, needs: Sequence[int]) -> Views:
        """List the views, needs and sets being given as bits.

        Examples
        --------
        >>> views = Views.of(np.array([0, 1, 2, 3]), [1, 3])
        >>> views.need.tolist(), views.shown.tolist(), views.uses.tolist()
        ([0, 1, 0, 1, 1, 1], [1, 3, 0, 2, 1, 0], [[0, 1], [2, 3], [0, 4], [2, 5]])
        """
        place: dict[tuple[int, int], int] = {}
        uses = [
            [place.setdefault((n, need & ~int(bits)), len(place)) for n, need in enumerate(needs)]
            for bits in sets
        ]
        listed = np.array(list(place), dtype=np.int64).reshape(-1, 2)
        return cls(listed[:, 0], listed[:, 1], np.array(uses, dtype=np.int64))

    def counted_in(self, sets: Ints) -> Bools:
        """Mark, sets × views, whether who blanks the set shows all that the view shows."""
        return np.asarray((sets[:, None] & self.shown) == 0)


class Digits(NamedTuple):
    """What groups show, as digits of whole numbers: sums are equal if and only if all digits are.

    Digits that one number does not hold go to another. What a number says is then counted, which
    is a small number again, and the digits of the next come below.

    Parameters
    ----------
    number
        For each column, which of the numbers it is a digit of.
    value
        Columns × groups: the digit in its place; that of a missing value is 0.
    size
        What each number is below.
    kept
        What was counted already, by the columns: many views show the same of the first numbers.
    """

    number: Ints
    value: Ints
    size: tuple[int, ...]
    kept: dict[int, NDArray[np.int32]]

    @classmethod
    def of(cls, codes: Ints) -> Digits:
        """Write codes of groups × columns, −1 for missing, in as few numbers as hold them.

        Examples
        --------
        >>> Digits.of(np.array([[0, 2], [1, -1]])).value.tolist()
        [[0, 1], [4, 0]]
        """
        known, sizes, numbers, weights = np.maximum(codes.T, 0), [1], [], []
        for base in (int(column.max(initial=0)) + 1 for column in known):
            room = ROOM if len(sizes) == 1 else ROOM // (len(codes) + 1)
            if sizes[-1] > room // base:
                sizes.append(1)
            numbers.append(len(sizes) - 1)
            weights.append(sizes[-1])
            sizes[-1] *= base
        value = known * np.array(weights, dtype=np.int64)[:, None]
        return cls(np.array(numbers, dtype=np.int64), value, tuple(sizes), {})

    def shown(self, columns: int) -> Ints:
        """Return a number for each group: equal if and only if what it shows of columns is.

        Examples
        --------
        >>> Digits.of(np.array([[0, 2], [1, 2], [1, 0]])).shown(0b10).tolist()
        [4, 4, 0]
        """
        return self._until(columns, len(self.size) - 1)

    def _until(self, columns: int, last: int) -> Ints:
        """Return what is shown in the numbers up to one of them."""
        own = self._sum(columns, last)
        if not last:
            return own
        before = columns & int(as_bits(self.number[None] < last)[0])
        return np.asarray(self._counted(before, last - 1) * np.int64(self.size[last]) + own)

    def _counted(self, columns: int, last: int) -> NDArray[np.int32]:
        """Count what is distinct in the numbers up to one of them, in the order it is met."""
        if columns not in self.kept:
            while len(self.kept) * self.value.shape[1] > MOST_KEPT:
                self.kept.popitem()
            every = np.ones(self.value.shape[1], dtype=np.bool_)
            shown = self._until(columns, last)
            self.kept[columns] = numbered(shown, every, shown, every).ids
        return self.kept[columns]

    def _sum(self, columns: int, number: int) -> Ints:
        sums = np.zeros(self.value.shape[1], dtype=np.int64)
        for column in np.flatnonzero(self.number == number).tolist():
            if columns >> column & 1:
                sums += self.value[column]
        return sums


class Numbered(NamedTuple):
    """The classes of some groups.

    Parameters
    ----------
    ids
        The class of each group that may move, −1 for those that have none.
    total
        The records that each class has of groups that do not move.
    """

    ids: NDArray[np.int32]
    total: Ints


class _Slots(NamedTuple):
    """A hash table of classes: the number of each, −1 where there is none, and what it shows."""

    number: Ints
    shown: Ints

    @classmethod
    def empty(cls, most: int) -> _Slots:
        """Return a table with room for so many classes, at most half full."""
        size = max(4, 1 << (2 * most - 1).bit_length()) if most else 4
        return cls(np.full(size, -1, dtype=np.int64), np.empty(size, dtype=np.int64))


def numbered(shown: Ints, inside: Bools, count: Ints, movable: Bools, start: int = 0) -> Numbered:
    """Give numbers to the classes of the groups that may move; count the records that do not.

    Parameters
    ----------
    shown
        A number for each group: two are in one class if and only if it is the same.
    inside
        Whether the group has all values that the view shows.
    count, movable
        Records of each group, and whether it may move.
    start
        The first number to give.

    Examples
    --------
    >>> shown, inside = np.array([7, 8, 7]), np.ones(3, dtype=np.bool_)
    >>> ids, total = numbered(shown, inside, np.array([1, 2, 5]), np.array([True, True, False]))
    >>> ids.tolist(), total.tolist()
    ([0, 1], [5, 0])
    """
    moving = int(movable.sum())
    ids, total = np.full(moving, -1, dtype=np.int32), np.zeros(moving, dtype=np.int64)
    if not moving:
        return Numbered(ids, total)
    slots = _Slots.empty(moving)
    width = _number(shown, inside, count, movable, start, SPREAD, slots, ids, total)
    return Numbered(ids, total[:width].copy())


def numbered_views(
    codes: Ints, views: Views, lacking: Ints, count: Ints, movable: Bools
) -> Numbered:
    """Give numbers to the classes of every view: views × groups, and the records of each class."""
    digits, width = Digits.of(codes), 0
    ids = np.empty((len(views.shown), int(movable.sum())), dtype=np.int32)
    totals = [np.zeros(0, dtype=np.int64)]
    for place, columns in enumerate(views.shown.tolist()):
        inside = (lacking & columns) == 0
        ids[place], total = numbered(digits.shown(columns), inside, count, movable, width)
        totals.append(total)
        width += len(total)
    return Numbered(ids, np.concatenate(totals))


def helped(space: Space) -> Ints:
    """Return the records of each class, were all groups that have the values to show them."""
    total = space.total.copy()
    for ids in space.ids:
        inside = ids >= 0
        np.add.at(total, ids[inside], space.records[inside])
    return total


@kernel
def _number(
    shown: Ints, inside: Bools, count: Ints, movable: Bools, start: Number, spread: Number,
    slots: _Slots, ids: NDArray[np.int32], total: Ints,
) -> Number:  # fmt: skip
    width, place = 0, 0
    for group in range(len(shown)):
        if movable[group]:
            if inside[group]:
                slot = _slot(slots, shown[group], spread)
                if slots.number[slot] < 0:
                    slots.number[slot] = width
                    slots.shown[slot] = shown[group]
                    width += 1
                ids[place] = start + slots.number[slot]
            place += 1
    for group in range(len(shown)):
        if inside[group] and not movable[group]:
            slot = _slot(slots, shown[group], spread)
            if slots.number[slot] >= 0:
                total[slots.number[slot]] += count[group]
    return width


@inner
def _slot(slots: _Slots, shown: Number, spread: Number) -> Number:
    """Return the slot of what is shown, or the empty one where it would be."""
    mask = len(slots.number) - 1
    mixed = (shown ^ (shown >> 32)) * spread
    slot = (mixed ^ (mixed >> 29)) & mask
    while slots.number[slot] >= 0 and slots.shown[slot] != shown:
        slot = (slot + 1) & mask
    return slot
