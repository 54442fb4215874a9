"""Roll groups up to coarser ones: a compiled kernel on integer codes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.kernels import Number, kernel

Codes = NDArray[np.int32]

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # from the golden ratio: multiplying mixes all bits


class Roller:
    """Groups rows by the sum of a number for each of their codes; keeps its scratch space.

    Parameters
    ----------
    most
        Largest number of rows that will be grouped.

    Examples
    --------
    Four groups of (sex, age) become two when sex climbs to one value.

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=np.int32)
    >>> rows, count, ids = Roller(4).roll(codes, np.array([3, 1, 2, 2]), np.array([[0, 0], [0, 1]]))
    >>> rows.tolist(), count.tolist(), ids.tolist()
    ([[0, 0], [0, 1]], [5, 3], [0, 1, 0, 1])
    """

    def __init__(self, most: int) -> None:
        self.slot = np.empty(1 << _bits(most), dtype=np.int32)
        self.spare = np.empty((4, most), dtype=np.int64)  # large arrays are slow to ask for anew

    def roll(self, codes: Codes, count: Ints, numbers: Ints) -> tuple[Codes, Ints, Ints]:
        """Return the codes of a row of each new group, its records, and the new group of each row.

        The last of these is good until more is rolled up.

        Parameters
        ----------
        codes, count
            Rows × keys, and the records of each row.
        numbers
            Keys × codes: what each code counts for. Two rows are one group where their sums are
            equal, so numbers of different keys must not mix (mixed radix).
        """
        rows = len(codes)
        bits = _bits(rows)
        slot = self.slot[: 1 << bits]
        slot.fill(-1)
        first, value, total, ids = self.spare[:, :rows]
        groups = _roll(codes, count, numbers, slot, bits, first, value, total, ids)
        return codes[first[:groups]], total[:groups].copy(), ids


def _bits(rows: int) -> int:
    """Return how many bits number the places of a table that is at most half full."""
    return max(2 * rows - 1, 1).bit_length()


@kernel
def _roll(
    codes: Codes, count: Ints, numbers: Ints, slot: NDArray[np.int32], bits: Number,
    first: Ints, value: Ints, total: Ints, ids: Ints,
) -> Number:  # fmt: skip
    rows, keys = codes.shape
    mask, shift = len(slot) - 1, np.uint64(64 - bits)
    groups = 0
    for row in range(rows):
        number = np.int64(0)
        for key in range(keys):
            number += numbers[key, codes[row, key]]
        place = np.int64((np.uint64(number) * _SPREAD) >> shift)
        group = slot[place]
        while group >= 0 and value[group] != number:
            place = (place + 1) & mask
            group = slot[place]
        if group < 0:
            group = groups
            slot[place] = group
            first[group] = row
            value[group] = number
            total[group] = 0
            groups += 1
        ids[row] = group
        total[group] += count[row]
    return groups


def spoilt_by(codes: Codes, count: Ints, bad: NDArray[np.bool_], price: Floats) -> Floats:
    """Sum, for each key, what the records of the bad groups cost; `price` is keys × codes.

    Examples
    --------
    >>> codes, bad = np.array([[0, 1], [1, 1]], dtype=np.int32), np.array([True, False])
    >>> spoilt_by(codes, np.array([3, 5]), bad, np.array([[0.5, 0.0], [0.0, 1.0]]))
    array([1.5, 3. ])
    """
    total = np.zeros(codes.shape[1])
    _spoilt(codes, count, bad, price, total)
    return total


@kernel
def _spoilt(codes: Codes, count: Ints, bad: Bools, price: Floats, total: Floats) -> None:
    rows, keys = codes.shape
    for row in range(rows):
        if bad[row]:
            for key in range(keys):
                total[key] += count[row] * price[key, codes[row, key]]
