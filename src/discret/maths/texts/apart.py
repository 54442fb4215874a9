"""Tell texts apart by their bytes, as Arrow lays them out in memory: a number for each new one.

Arrow's columnar format (« variable-size binary view ») has 16 bytes for each text: its length in 4,
then either all of its up to 12 bytes, filled up with noughts, or its first 4, the buffer in which
it stands and where it begins there. They are read here 8 at a time: two words for each text.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Ints
from discret.maths.kernels import Number, inner, kernel

Words = NDArray[np.uint64]  # the 8 bytes that begin at each place of memory

SHORT = 12  # bytes of a text that stand in its view
SEEN = 20  # bytes of a text of which the view, the word after it and the last one have all
VIEW, WORD, HALF = 16, 8, 4  # bytes
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # from the golden ratio: multiplying mixes all bits
_OTHER = np.uint64(0xC2B2AE3D27D4EB4F)  # a large prime, for what comes after
_LOW, _SHIFT, _NONE, _ONE = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(0), np.uint64(1)


@kernel
def number_texts(
    views: Words, texts: Number, starts: Ints, words: Words, known: NDArray[np.uint8],
    skipped: Number, slot: NDArray[np.int32], bits: Number, held: NDArray[np.uint64],
    rows: NDArray[np.uint32], values: Number, begun: Number, codes: NDArray[np.uint16],
) -> Number:  # fmt: skip
    """Give numbers to the texts of a part of a column, from 1 as they are met; 0 to missing ones.

    Returns how many there are so far, or −1 where there is no room for more.

    Parameters
    ----------
    views, texts, starts, words
        The views, and their number; where each buffer begins among the words, and the words.
    known, skipped
        A bit for each text, after those that are skipped: 0 where it is missing. Empty where
        none is.
    slot, bits, held, rows
        Where texts are looked up; of those that were met, three words and the place, and the row.
    values, begun
        How many were met in the parts before, and how many rows these had.
    codes
        The numbers, to be filled in.
    """
    mask, shift, room = np.uint64(len(slot) - 1), np.uint64(64 - bits), len(rows)
    for row in range(texts):
        bit, own = row + skipped, np.uint64(begun + row)  # places that cannot be below nought
        if len(known) and not (known[bit >> 3] >> (bit & 7)) & 1:
            codes[own] = 0
            continue
        one, two = views[np.uint64(VIEW * row)], views[np.uint64(VIEW * row + WORD)]
        length, begin, three = np.int64(one & _LOW), np.int64(-1), _NONE
        if length > SHORT:
            begin = starts[np.int64(two & _LOW)] + np.int64(two >> _SHIFT)
            two, three = words[np.uint64(begin + HALF)], words[np.uint64(begin + length - WORD)]
            if length > SEEN:
                three = _mixed(begin, length, words)
            two ^= three * _OTHER
        place = ((one * _SPREAD) ^ two) * _OTHER >> shift
        number = slot[place]
        while number >= 0:
            met = np.uint64(number)
            same = one == held[met, 0] and two == held[met, 1] and three == held[met, 2]
            if same and (length <= SEEN or _same(begin, held[met, 3], length, words)):
                break
            place = (place + _ONE) & mask
            number = slot[place]
        if number < 0:
            if values == room:
                return -1
            number = values
            slot[place], rows[number] = number, begun + row
            held[number, 0], held[number, 1], held[number, 2] = one, two, three
            held[number, 3] = np.uint64(begin)
            values += 1
        codes[own] = number + 1
    return values


@kernel
def renumber(codes: NDArray[np.uint16], numbers: NDArray[np.uint16]) -> None:
    """Put other numbers in the place of those that texts have."""
    for row in range(len(codes)):
        codes[row] = numbers[codes[row]]


@inner
def _mixed(begin: Number, length: Number, words: Words) -> np.uint64:
    """Mix all bytes of a long text but the first to a number; equal texts have the same."""
    mix, last = _NONE, length - WORD
    for byte in range(HALF, last, WORD):
        mix = (mix ^ words[begin + byte]) * _OTHER
        mix ^= mix >> _SHIFT
    return np.uint64((mix ^ words[begin + last]) * _OTHER)


@inner
def _same(one: Number, place: np.uint64, length: Number, words: Words) -> bool:
    """Whether two long texts have the same bytes after those that stand in their views."""
    other = np.int64(place)
    for byte in range(SHORT, length, WORD):
        at = min(byte, length - WORD)
        if words[one + at] != words[other + at]:
            return False
    return True
