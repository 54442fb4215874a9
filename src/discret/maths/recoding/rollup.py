"""Roll groups up to coarser ones: kernels on integer codes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from operator import getitem
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints, Node
from discret.maths.kernels import Number, inner, kernel_or
from discret.maths.recoding import uncompiled
from discret.maths.recoding.uncompiled import Codes, Places, Room, Task

HELD = 256  # combinations of levels whose numbers are held: 8 MB at the most
ROOM = 2**12  # codes of keys that are put together: a table of them is soon at hand

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # from the golden ratio: multiplying mixes all bits


class Rows(NamedTuple):
    """Groups that rows were put together to.

    Parameters
    ----------
    places, records
        The place of a row of each group among the finest ones, and its records.
    ids
        The group of each row; good until more is put together.
    table
        What was added up beside the records.
    """

    places: Places
    records: Ints
    ids: Ints
    table: Codes


class Numbers(NamedTuple):
    """What codes count for, at a node: the labels of a row are one number, their sum.

    Parameters
    ----------
    each
        What each code counts for.
    telling
        The parts by which rows may differ.
    size
        The numbers that there can be.
    """

    each: Ints
    telling: Ints
    size: int


class Packed:
    """The finest groups, with several keys to a code, so that fewer are looked up for each row.

    Parameters
    ----------
    codes
        Rows × keys.
    labels
        For each key, each level and each code: the label, from 0.

    Examples
    --------
    >>> levels = [np.array([0, 1, 2]), np.array([0, 0, 1])], [np.array([0, 1])]
    >>> packed = Packed(np.array([[0, 1], [2, 0], [1, 0]], dtype=np.int32), levels, room=6)
    >>> packed.codes.tolist()
    [[1], [4], [2]]
    >>> packed.numbers((1, 0))
    Numbers(each=array([0, 1, 0, 1, 2, 3]), telling=array([0]), size=4)
    """

    def __init__(self, codes: Codes, labels: Sequence[Sequence[Ints]], *, room: int = ROOM) -> None:
        self.labels, widths = labels, [len(own[0]) for own in labels]
        self.sizes = [[int(level.max()) + 1 for level in own] for own in labels]
        self.parts = _narrowest(widths, room)
        spans = [prod(widths[key] for key in keys) for keys in self.parts]
        self.first = [sum(spans[:place]) for place in range(len(spans))]
        self.codes = np.zeros((len(codes), len(self.parts)), dtype=np.uint32)
        for place, keys in enumerate(self.parts):
            own = codes[:, keys[0]].astype(np.uint32)
            for key in keys[1:]:
                own *= np.uint32(widths[key])
                own += codes[:, key].astype(np.uint32)
            self.codes[:, place] = own + np.uint32(self.first[place])
        self._found = np.zeros(sum(spans), dtype=np.int64)
        self._held: dict[tuple[int, ...], tuple[Ints, int]] = {}
        self._at: list[tuple[int, ...]] = [()] * len(self.parts)

    def numbers(self, node: Node) -> Numbers:
        """Return what each code counts for at a node.

        What is returned is good until it is asked for again: what stays is not written anew.
        """
        size, telling = 1, []
        for place, keys in enumerate(self.parts):
            levels = place, *[node[key] for key in keys]
            own, labels = self._held.get(levels) or self._put_by(keys, levels)
            if labels > 1:
                if self._at[place] != (*levels, size):
                    self._at[place] = *levels, size
                    first = self.first[place]
                    np.multiply(own, size, out=self._found[first : first + len(own)])
                telling.append(place)
                size *= labels
        return Numbers(self._found, np.array(telling, dtype=np.int64), size)

    def lowered(self, node: Node, low: NDArray[np.int16], most: int) -> Node | None:
        """Return a node below with no more numbers than this, not below another: as low as can be.

        Keys go down in turn, so that most nodes near it are above what is found; first where that
        adds fewest labels. Nothing is returned where there is none.
        Levels of `low` may be −1: below all.

        Examples
        --------
        >>> levels = [np.array([0, 1, 2]), np.array([0, 0, 1])], [np.array([0, 1]), np.zeros(2)]
        >>> packed = Packed(np.zeros((1, 2), dtype=np.int32), levels)
        >>> low = np.zeros(2, dtype=np.int16)
        >>> packed.lowered((1, 1), low, 3), packed.lowered((1, 1), low, 1)
        ((0, 1), None)
        """
        levels, size = list(node), prod(map(getitem, self.sizes, node))
        if size > most:
            return None
        lowest = np.maximum(low, 0).tolist()
        while True:
            down = [
                (node[key] - level, wider, key)
                for key, level in enumerate(levels)
                if level > lowest[key] and (wider := self._wider(size, key, level)) <= most
            ]
            if not down:
                return tuple(levels)
            _, size, key = min(down)
            levels[key] -= 1

    def _wider(self, size: int, key: int, level: int) -> int:
        """Return the numbers that there can be where one key goes down."""
        return size // self.sizes[key][level] * self.sizes[key][level - 1]

    def _put_by(self, keys: Sequence[int], levels: tuple[int, ...]) -> tuple[Ints, int]:
        """Give a number to the labels of several keys, for each combination of their codes."""
        if len(self._held) == HELD:
            self._held.clear()
        total, size = self.labels[keys[0]][levels[1]], self.sizes[keys[0]][levels[1]]
        for key, level in zip(keys[1:], levels[2:], strict=True):
            labels = self.sizes[key][level]
            total = np.add.outer(total * labels, self.labels[key][level]).ravel()
            size *= labels
        self._held[levels] = total, size
        return total, size


def _narrowest(widths: Sequence[int], room: int) -> list[list[int]]:
    """Put keys together in as few parts as the room allows, with fewer codes if that will do.

    What codes count for is written anew for every node, which small tables make the most of.
    """
    parts = _together(widths, room)
    fewer = (_together(widths, room // part) for part in (4, 2))
    return next((tried for tried in fewer if len(tried) == len(parts)), parts)


def _together(widths: Sequence[int], room: int) -> list[list[int]]:
    """Put keys together, the widest first, each where there is room for it."""
    parts: list[list[int]] = []
    for key in sorted(range(len(widths)), key=lambda key: -widths[key]):
        own = [keys for keys in parts if prod(widths[k] for k in keys) * widths[key] <= room]
        if own:
            own[0].append(key)
        else:
            parts.append([key])
    return parts


class Roller:
    """Puts rows together that have the same number; keeps its scratch space.

    Parameters
    ----------
    codes
        Of the finest rows: see `Packed`.
    values
        The columns that are added up beside the records.

    Examples
    --------
    Four groups of (sex, age) become two when sex climbs to one value.

    >>> codes = np.array([[0, 2], [0, 3], [1, 2], [1, 3]], dtype=np.uint32)
    >>> numbers = Numbers(np.array([0, 0, 0, 1]), np.array([0, 1]), 2)
    >>> rows = Roller(codes).roll(np.arange(4, dtype=np.int32), np.array([3, 1, 2, 2]), numbers)
    >>> rows.places.tolist(), rows.records.tolist(), rows.ids.tolist()
    ([0, 1], [5, 3], [0, 1, 0, 1])
    """

    def __init__(self, codes: NDArray[np.uint32], values: int = 0) -> None:
        most, self.codes = len(codes), codes
        self.slot = np.empty(1 << _bits(most), dtype=np.int32)
        self.spare = np.empty((3, most), dtype=np.int64)  # large arrays are slow to ask for anew
        self.places = np.empty(most, dtype=np.int32)
        self.added = np.empty((most, values), dtype=np.int32)

    def roll(
        self,
        places: Places,
        count: Ints,
        numbers: Numbers,
        table: Codes | None = None,
        *,
        numbered: bool = True,
    ) -> Rows:
        """Put rows together.

        Parameters
        ----------
        places, count
            Of each row, where it stands among the finest ones, and its records.
        numbers
            What codes count for: rows of the same sum become one.
        table
            Rows × values, to be added up.
        numbered
            Whether it is asked for which group each row is in.
        """
        rows = len(places)
        table = self.added[:rows, :0] if table is None else table
        spare = self.spare[:, :rows]
        task = Task(self.codes, places, count, numbers.each, numbers.telling, table)
        room = Room(self.slot, spare[0], spare[1], spare[2], self.places, self.added)
        if numbers.size <= rows:
            groups = _lay(task, room, numbers.size)
            if numbered:
                spare[2] = self.slot[spare[2]]
        else:
            groups = _look_up(task, room, _bits(min(rows, numbers.size)))
        added = self.added[:groups, : table.shape[1]].copy()
        return Rows(self.places[:groups].copy(), spare[1, :groups].copy(), spare[2], added)


def _bits(rows: int) -> int:
    """Return how many bits number the places of a table that is at most half full."""
    return max(2 * rows - 1, 1).bit_length()


@inner
def _number(task: Task, row: Number) -> Number:
    """Add up what the codes of a row count for."""
    place, number = np.uint32(task.places[row]), np.int64(0)
    for part in range(len(task.telling)):
        number += task.numbers[task.codes[place, np.uint64(task.telling[part])]]
    return number


@kernel_or(uncompiled.lay)
def _lay(task: Task, room: Room, size: Number) -> Number:
    """Add up rows in the place of their number, then leave out the places of none."""
    slot, _, total, ids, places, added = room
    rows, values = task.table.shape
    for number in range(size):
        slot[number] = -1
        total[number] = 0
        for column in range(values):
            added[number, column] = 0
    for row in range(rows):
        own = np.uint64(_number(task, row))
        ids[row] = own
        place = task.places[row]  # the first of a group stands for it: one of the file, if any
        slot[own] = place if slot[own] < 0 else min(slot[own], place)
        total[own] += task.records[row]
        for column in range(values):
            added[own, column] += task.table[row, column]
    groups = np.int64(0)
    for number in range(size):
        if slot[number] >= 0:
            places[groups], total[groups] = slot[number], total[number]
            for column in range(values):
                added[groups, column] = added[number, column]
            slot[number] = groups
            groups += 1
    return groups


@kernel_or(uncompiled.look_up)
def _look_up(task: Task, room: Room, bits: Number) -> Number:
    """Look up the number of each row among those that were met."""
    slot, value, total, ids, places, added = room
    rows, values = task.table.shape
    mask, shift = (np.int64(1) << bits) - 1, np.uint64(64 - bits)
    for empty in range(mask + 1):
        slot[empty] = -1
    groups = np.int64(0)
    for row in range(rows):
        number = _number(task, row)
        place = np.int64((np.uint64(number) * _SPREAD) >> shift)
        group = slot[place]
        while group >= 0 and value[group] != number:
            place = (place + 1) & mask
            group = slot[place]
        if group < 0:
            slot[place], value[groups], total[groups] = groups, number, task.records[row]
            places[groups] = task.places[row]
            for column in range(values):
                added[groups, column] = task.table[row, column]
            ids[row] = groups
            groups += 1
        else:
            total[group] += task.records[row]
            places[group] = min(places[group], task.places[row])
            for column in range(values):
                added[group, column] += task.table[row, column]
            ids[row] = group
    return groups


@kernel_or(uncompiled.count_codes)
def count_codes(codes: Codes, count: Ints, found: Floats) -> None:
    """Count, for each key, the records that have each code."""
    rows, keys = codes.shape
    for row in range(rows):
        for key in range(keys):
            found[key, np.uint32(codes[row, key])] += count[row]


def spoilt_by(codes: Codes, places: Places, lost: Floats, price: Floats) -> Floats:
    """Sum, for each key, what the records that are lost cost; `price` is keys × codes.

    Examples
    --------
    >>> codes, places = np.array([[0, 1], [1, 1]], dtype=np.int32), np.arange(2, dtype=np.int32)
    >>> spoilt_by(codes, places, np.array([3.0, 0.0]), np.array([[0.5, 0.0], [0.0, 1.0]]))
    array([1.5, 3. ])
    """
    total = np.zeros(codes.shape[1])
    _spoilt(codes, places, lost, price, total)
    return total


@kernel_or(uncompiled.spoilt)
def _spoilt(codes: Codes, places: Places, lost: Floats, price: Floats, total: Floats) -> None:
    for row in range(len(places)):
        if lost[row] > 0:
            place = np.uint32(places[row])
            for key in range(codes.shape[1]):
                total[key] += lost[row] * price[key, np.uint32(codes[place, key])]
