"""Roll groups up to coarser ones: a compiled kernel on integer codes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints, Node
from discret.maths.kernels import Number, kernel

Codes = NDArray[np.int32]

HELD = 256  # combinations of levels whose numbers are held: 8 MB at the most
ROOM = 2**12  # codes of keys that are put together: a table of them is soon at hand

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # from the golden ratio: multiplying mixes all bits


class Rows(NamedTuple):
    """Groups that rows were put together to.

    Parameters
    ----------
    codes, records
        The codes of a row of each group, and its records.
    ids
        The group of each row; good until more is put together.
    table
        What was added up beside the records.
    """

    codes: Codes
    records: Ints
    ids: Ints
    table: Codes


class Roller:
    """Groups rows by the sum of a number for each of their codes; keeps its scratch space.

    Parameters
    ----------
    most
        Largest number of rows that will be grouped.
    keys, values
        Number of codes that a row shows, and of columns that are added up beside its records.

    Examples
    --------
    Four groups of (sex, age) become two when sex climbs to one value.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.int32)
    >>> count, numbers = np.array([3, 1, 2, 2]), np.array([[0, 0], [0, 1]])
    >>> rows = Roller(4, 2).roll(codes, count, numbers)
    >>> rows.codes.tolist(), rows.records.tolist(), rows.ids.tolist()
    ([[0, 0], [0, 1]], [5, 3], [0, 1, 0, 1])
    """

    def __init__(self, most: int, keys: int, values: int = 0) -> None:
        self.slot = np.empty(1 << _bits(most), dtype=np.int32)
        self.spare = np.empty((3, most), dtype=np.int64)  # large arrays are slow to ask for anew
        self.shown = np.empty((most, keys), dtype=np.int32)
        self.added = np.empty((most, values), dtype=np.int32)

    def roll(
        self,
        codes: Codes,
        count: Ints,
        numbers: Ints,
        shown: Codes | None = None,
        table: Codes | None = None,
        telling: Ints | None = None,
    ) -> Rows:
        """Put rows together.

        Parameters
        ----------
        codes, count
            Rows × keys, and the records of each row.
        numbers
            Keys × codes: what each code counts for. Two rows are one group where their sums are
            equal, so numbers of different keys must not mix (mixed radix).
        shown
            The codes to return, where rows are told apart by others.
        table
            Rows × values, to be added up.
        telling
            The keys by which rows may differ; all of them by default.
        """
        rows, shown = len(codes), codes if shown is None else shown
        table = self.added[:rows, :0] if table is None else table
        telling = np.arange(codes.shape[1]) if telling is None else telling
        bits = _bits(rows)
        slot = self.slot[: 1 << bits]
        slot.fill(-1)
        value, total, ids = self.spare[:, :rows]
        groups = _roll(
            codes, count, numbers, slot, bits, value, total, ids,
            shown, self.shown, table, self.added, telling,
        )  # fmt: skip
        added = self.added[:groups, : table.shape[1]].copy()
        return Rows(self.shown[:groups].copy(), total[:groups].copy(), ids, added)


class Packed:
    """Keys put together, several to a code, so that fewer are looked up for each row.

    Parameters
    ----------
    codes
        Rows × keys.
    widths
        The number of codes of each key.

    Examples
    --------
    >>> packed = Packed(np.array([[0, 1], [2, 0]], dtype=np.int32), [3, 2])
    >>> packed.codes.tolist()
    [[1], [4]]
    >>> packed.numbers((0, 0), np.array([[[0, 10, 20]], [[0, 1, 0]]])).tolist()
    [[0, 1, 10, 11, 20, 21]]
    """

    def __init__(self, codes: Codes, widths: Sequence[int]) -> None:
        self.widths, self.parts = widths, _together(widths)
        self.longest = max(prod(widths[key] for key in keys) for keys in self.parts)
        self._held: dict[tuple[int, ...], Ints] = {}
        self._found = np.zeros((len(self.parts), self.longest), dtype=np.int64)
        self._at: list[tuple[int, ...]] = [()] * len(self.parts)
        self.codes = np.zeros((len(codes), len(self.parts)), dtype=np.int32)
        for place, keys in enumerate(self.parts):
            for key in keys:
                self.codes[:, place] *= widths[key]
                self.codes[:, place] += codes[:, key]

    def numbers(self, node: Node, each: Ints) -> Ints:
        """Return what each code counts for at a node, from what those of the keys do.

        What is returned is good until it is asked for again: what stays is not written anew.

        Parameters
        ----------
        node
            The level of each key.
        each
            Keys × levels × codes; the same whenever it is asked.
        """
        for place, keys in enumerate(self.parts):
            levels = place, *[node[key] for key in keys]
            if levels == self._at[place]:
                continue
            if levels not in self._held:
                if len(self._held) == HELD:
                    self._held.clear()
                self._held[levels] = self._outer(keys, [each[key, node[key]] for key in keys])
            own = self._held[levels]
            self._found[place, : len(own)] = own
            self._at[place] = levels
        return self._found

    def _outer(self, keys: Sequence[int], each: Sequence[Ints]) -> Ints:
        """Add up what the codes of several keys count for, for each combination of them."""
        total = np.zeros(1, dtype=np.int64)
        for key, own in zip(keys, each, strict=True):
            total = np.add.outer(total, own[: self.widths[key]]).ravel()
        return total


def _together(widths: Sequence[int]) -> list[list[int]]:
    """Put keys together, the widest first, each where there is room for it."""
    parts: list[list[int]] = []
    for key in sorted(range(len(widths)), key=lambda key: -widths[key]):
        own = [keys for keys in parts if prod(widths[k] for k in keys) * widths[key] <= ROOM]
        if own:
            own[0].append(key)
        else:
            parts.append([key])
    return parts


def _bits(rows: int) -> int:
    """Return how many bits number the places of a table that is at most half full."""
    return max(2 * rows - 1, 1).bit_length()


@kernel
def _roll(
    codes: Codes, count: Ints, numbers: Ints, slot: NDArray[np.int32], bits: Number, value: Ints,
    total: Ints, ids: Ints, shown: Codes, kept: Codes, table: Codes, added: Codes, telling: Ints,
) -> Number:  # fmt: skip
    rows, values = len(codes), table.shape[1]
    mask, shift = len(slot) - 1, np.uint64(64 - bits)
    groups = 0
    for row in range(rows):
        number = np.int64(0)
        for key in range(len(telling)):
            number += numbers[telling[key], codes[row, telling[key]]]
        place = np.int64((np.uint64(number) * _SPREAD) >> shift)
        group = slot[place]
        while group >= 0 and value[group] != number:
            place = (place + 1) & mask
            group = slot[place]
        if group < 0:
            group = groups
            slot[place], value[group], total[group] = group, number, count[row]
            for key in range(shown.shape[1]):
                kept[group, key] = shown[row, key]
            for column in range(values):
                added[group, column] = table[row, column]
            groups += 1
        else:
            total[group] += count[row]
            for column in range(values):
                added[group, column] += table[row, column]
        ids[row] = group
    return groups


def spoilt_by(codes: Codes, lost: Floats, price: Floats) -> Floats:
    """Sum, for each key, what the records that are lost cost; `price` is keys × codes.

    Examples
    --------
    >>> codes = np.array([[0, 1], [1, 1]], dtype=np.int32)
    >>> spoilt_by(codes, np.array([3.0, 0.0]), np.array([[0.5, 0.0], [0.0, 1.0]]))
    array([1.5, 3. ])
    """
    total = np.zeros(codes.shape[1])
    _spoilt(codes, lost, price, total)
    return total


@kernel
def _spoilt(codes: Codes, lost: Floats, price: Floats, total: Floats) -> None:
    rows, keys = codes.shape
    for row in range(rows):
        if lost[row] > 0:
            for key in range(keys):
                total[key] += lost[row] * price[key, codes[row, key]]
