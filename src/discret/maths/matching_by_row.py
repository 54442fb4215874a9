"""Which rows of codes match which others, found row by row with sets of bits.

For every column and value there is a set of bits, one for each row that carries the value. What a
row matches is what the sets of its values have in common: rows × rows × columns / 64 operations on
words, whatever the values that are missing. It is the road for few rows and many columns; where
few combinations of columns are missing, `matching` goes by these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Codes

Indices = NDArray[np.int64]
Words = NDArray[np.uint64]

WORD = 64
BUCKETS = 256  # sets of bits that a column has at most: beyond, values share them
BLOCK = 1 << 24  # pairs that a block of rows has at most
KEPT = 1 << 25  # pairs that are kept; more are found again at each use


@dataclass(frozen=True)
class ByRow:
    """Pairs of a target and a source that match, found block of targets by block.

    Parameters
    ----------
    targets, sources
        Rows × columns of codes, −1 for missing. A missing value of a target matches anything.
    wild
        Whether a missing value of a source matches anything, too.

    Examples
    --------
    >>> codes = np.array([[0, 1], [0, -1], [1, -1]])
    >>> ByRow(codes, codes, wild=False).sums(np.array([1, 10, 100])).tolist()
    [1, 11, 100]
    >>> ByRow(codes, codes, wild=True).sums(np.array([1, 10, 100])).tolist()
    [11, 11, 100]
    """

    targets: Codes
    sources: Codes
    wild: bool

    def sums(self, values: Any) -> Any:
        """Sum `values`, one row for each source, over what each target matches."""
        from scipy.sparse import issparse, vstack

        found = [block @ values for block in self.blocks()]
        if issparse(values):
            return vstack(found, format="csr") if len(found) > 1 else found[0]
        return np.concatenate(found)

    def blocks(self) -> Iterator[Any]:
        """Yield the matches as sparse matrices, targets × sources, some targets at a time."""
        yield from self._few if self._few is not None else self._found()

    @cached_property
    def _few(self) -> list[Any] | None:
        """The blocks, unless they are too many to be kept."""
        kept: list[Any] = []
        pairs = 0
        for block in self._found():
            kept.append(block)
            pairs += block.nnz
            if pairs > KEPT:
                return None
        return kept

    def _found(self) -> Iterator[Any]:
        step = max(BLOCK // max(len(self.sources), 1), 1)
        for start in range(0, max(len(self.targets), 1), step):
            yield self._block(slice(start, start + step))

    def _block(self, part: slice) -> Any:
        from scipy.sparse import csr_array

        rows, places = _set_bits(self._bits.common(self._bits.lines(self.targets[part])))
        size = len(self.targets[part])
        for column in np.flatnonzero(self._bits.shared):
            same = self._same(self.targets[part][rows, column], self.sources[places, column])
            rows, places = rows[same], places[same]
        starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=size))])
        ones = np.ones(len(places), dtype=np.int64)
        return csr_array((ones, places, starts), shape=(size, len(self.sources)))

    def _same(self, wanted: Codes, had: Codes) -> NDArray[np.bool_]:
        return np.asarray((wanted == had) | (wanted < 0) | (self.wild & (had < 0)))

    @cached_property
    def _bits(self) -> Bits:
        largest = np.maximum(_largest(self.targets), _largest(self.sources))
        return Bits.of(self.sources, largest, self.wild)


@dataclass(frozen=True)
class Bits:
    """For each column and value, the rows that carry it, as bits.

    Parameters
    ----------
    table
        Lines × words: the first line has all rows, then come those of each value of each column.
    first
        The line of each column's first value.
    width
        How many lines each column has.
    shared
        Whether a line of the column stands for several values.
    """

    table: Words
    first: Indices
    width: Indices
    shared: NDArray[np.bool_]

    @classmethod
    def of(cls, codes: Codes, largest: Indices, wild: bool) -> Bits:
        """Lay out the bits of rows × columns of codes, where a missing one has all if `wild`.

        `largest` is the largest code of each column that will be asked for.
        """
        width = np.minimum(largest + 1, BUCKETS)
        first = 1 + np.concatenate([[0], np.cumsum(width)[:-1]]).astype(np.int64)
        lines = [_packed(np.ones((1, len(codes)), dtype=np.bool_))]
        for column, lanes in zip(codes.T, width, strict=True):
            carried = np.where(column >= 0, column % lanes, -1) == np.arange(lanes)[:, None]
            lines.append(_packed(carried | (column < 0) if wild else carried))
        return cls(np.concatenate(lines), first, width, largest >= width)

    def lines(self, codes: Codes) -> Indices:
        """Return the line of each value: that of all rows where it is missing."""
        return np.where(codes >= 0, self.first + codes % self.width, 0)

    def common(self, lines: Indices) -> Words:
        """Return, for each row of lines, the bits that all of them have."""
        found = np.empty((len(lines), self.table.shape[1]), dtype=np.uint64)
        for place, own in enumerate(lines):
            np.bitwise_and.reduce(self.table[own[own > 0]], axis=0, out=found[place])
        found &= self.table[0]  # what nothing was asked of has all bits, those beyond the last too
        return found


def row_cost(targets: int, sources: int, columns: int) -> float:
    """Estimate the seconds that it takes to find what matches."""
    words = sources / WORD
    return targets * (2e-5 + words * (columns * 1e-9 + 4e-9))


def _largest(codes: Codes) -> Indices:
    return np.asarray(codes.max(axis=0, initial=0), dtype=np.int64)


def _packed(carried: NDArray[np.bool_]) -> Words:
    """Lay bits in words, those beyond the last row being 0."""
    packed = np.packbits(carried, axis=1)
    spare = -packed.shape[1] % (WORD // 8)
    return np.ascontiguousarray(np.pad(packed, ((0, 0), (0, spare)))).view(np.uint64)


def _set_bits(words: Words) -> tuple[Indices, Indices]:
    """Return the rows and places of the bits that are set, row by row; most words have none."""
    rows, places = np.nonzero(words)
    bits = np.unpackbits(words[rows, places].view(np.uint8).reshape(-1, WORD // 8), axis=1)
    word, bit = np.nonzero(bits)
    return rows[word], places[word] * WORD + bit
