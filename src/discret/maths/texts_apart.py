"""Tell texts apart by their bytes, as Arrow lays them out in memory: a number for each new one.

Arrow (columnar format 1.4, « variable-size binary view ») gives each text 16 bytes: its length, then
either all of its up to 12 bytes, filled up with noughts, or its first 4, the buffer in which it
stands and where it begins there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Ints
from discret.maths.kernels import Number, inner, kernel

Views = NDArray[np.uint32]
Words = NDArray[np.uint64]

SHORT = 12  # bytes of a text that stand in its view
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # from the golden ratio: multiplying mixes all bits
_OTHER = np.uint64(0xC2B2AE3D27D4EB4F)  # a large prime, for the second half
_HALF = np.uint64(32)


@kernel
def number_texts(
    views: Views, starts: Ints, words: Words, known: NDArray[np.uint8], skipped: Number,
    slot: NDArray[np.int32], held: Views, begins: Ints, rows: Ints, values: Number,
    begun: Number, codes: NDArray[np.uint16],
) -> Number:  # fmt: skip
    """Number the texts of one part of a column, from 1 as they are met; 0 where one is missing.

    Returns how many there are so far, or −1 where there is no room for more.

    Parameters
    ----------
    views, starts, words
        The views; where each buffer begins in memory; the 8 bytes that begin at each place of it.
    known, skipped
        A bit for each text, after those that are skipped: 0 where it is missing. Empty where
        none is.
    slot, held, begins, rows
        Where texts are looked up, and of those that were met the view, the place in memory and
        the row.
    values, begun
        How many were met in the parts before, and how many rows these had.
    codes
        The numbers, to be filled in.
    """
    mask, room = len(slot) - 1, len(held)
    for row in range(len(views)):
        bit = row + skipped
        if len(known) and not (known[bit >> 3] >> (bit & 7)) & 1:
            codes[begun + row] = 0
            continue
        view = views[row]
        begin = np.int64(0)
        if view[0] > SHORT:
            begin = starts[view[2]] + view[3]
        place = np.int64(_mixed(view, begin, words)) & mask
        number = slot[place]
        while number >= 0 and not _same(view, begin, held[number], begins[number], words):
            place = (place + 1) & mask
            number = slot[place]
        if number < 0:
            if values == room:
                return -1
            number = values
            for part in range(4):
                held[number, part] = view[part]
            slot[place], begins[number], rows[number] = number, begin, begun + row
            values += 1
        codes[begun + row] = number + 1
    return values


@inner
def _mixed(view: Views, begin: Number, words: Words) -> np.uint64:
    """Mix all bytes of a text to a number; equal texts have the same."""
    mix = (np.uint64(view[0]) << _HALF | np.uint64(view[1])) * _SPREAD
    if view[0] <= SHORT:
        mix ^= (np.uint64(view[2]) << _HALF | np.uint64(view[3])) * _OTHER
    else:
        last = np.int64(view[0]) - 8
        for byte in range(4, last, 8):
            mix = (mix ^ words[begin + byte]) * _OTHER
        mix = (mix ^ words[begin + last]) * _OTHER
    mix ^= mix >> _HALF
    mix *= _SPREAD
    return mix >> _HALF


@inner
def _same(view: Views, begin: Number, other: Views, there: Number, words: Words) -> bool:
    """Whether two texts have the same bytes."""
    if view[0] != other[0] or view[1] != other[1]:
        return False
    if view[0] <= SHORT:
        return bool(view[2] == other[2] and view[3] == other[3])
    last = np.int64(view[0]) - 8
    for byte in range(4, last, 8):
        if words[begin + byte] != words[there + byte]:
            return False
    return bool(words[begin + last] == words[there + last])
