"""Many pairs of columns at once: which of them few records show not to give back a third."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Bools, Codes
from discret.maths.redundancy.given_back import refuting
from discret.maths.redundancy.shown_groups import crossed

Pair = tuple[int, int]

AT_ONCE = 1_000  # pairs in one array


def left_open(shown: Sequence[Codes], values: Codes, pairs: Sequence[Pair]) -> Bools:
    """Mark the pairs that these records do not refute: each must belong to somebody else.

    Parameters
    ----------
    shown
        The columns, as numbers (−1 where missing).
    values
        What is to be read from two of them.
    pairs
        The places of two columns each.

    Examples
    --------
    >>> code = np.arange(240) % 24
    >>> left_open([code // 6, code % 6, code % 2], code, [(0, 1), (0, 2)]).tolist()
    [True, False]
    """
    if not pairs:
        return np.zeros(0, dtype=bool)
    table = np.stack([_relabelled(array) for array in shown])
    places = np.unique(values, return_inverse=True)[1].reshape(-1)
    parts = [pairs[at : at + AT_ONCE] for at in range(0, len(pairs), AT_ONCE)]
    found = [_left_open(table, places, values >= 0, np.array(part)) for part in parts]
    return np.concatenate(found)


def alike(shown: Codes, values: Codes) -> float:
    """Return how often two records that show the same have the same value.

    Examples
    --------
    >>> alike(np.array([0, 0, 0, 1]), np.array([5, 5, 7, 7])) == 1 / 3
    True
    """
    known = (shown >= 0) & (values >= 0)
    shown, values = shown[known], values[known]
    if not len(shown):
        return 0.0
    groups = np.bincount(shown)
    both = np.unique(crossed(shown, values), return_counts=True)[1]
    pairs = int((groups * (groups - 1)).sum())
    return float((both * (both - 1)).sum() / pairs) if pairs else 0.0


def _relabelled(codes: Codes) -> Codes:
    """Give few records new numbers, so that two numbers together stay small."""
    distinct, places = np.unique(codes, return_inverse=True)
    return np.asarray(places.reshape(-1) - int(distinct[0] < 0), dtype=np.int64)


def _left_open(table: Codes, values: Codes, known: Bools, pairs: NDArray[np.int64]) -> Bools:
    one, other = table[pairs[:, 0]], table[pairs[:, 1]]
    many = int(table.max(initial=0)) + 1
    shown = np.where((one >= 0) & (other >= 0) & known, one * many + other, -1)
    records, span = shown.shape[1], int(values.max(initial=0)) + 1
    apart = many * many + np.arange(records)  # those without a value agree with nobody
    keys = np.sort(np.where(shown >= 0, shown, apart) * span + values, axis=1)
    opens = np.ones(keys.shape, dtype=bool)
    opens[:, 1:] = np.diff(keys // span, axis=1) != 0
    starts = np.flatnonzero(opens)
    ends = np.append(starts[1:], keys.size) - 1
    flat = (keys % span).reshape(-1)
    wrong = np.where(flat[starts] != flat[ends], ends - starts + 1, 0)
    return ~refuting(np.bincount(starts // records, weights=wrong, minlength=len(pairs)), records)
