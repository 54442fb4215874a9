"""Chance inside kernels: a generator that is one number, seeded by who calls them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from discret.maths.kernels import Number, inner

Chance = NDArray[np.uint64]
_THIRTEEN, _SEVEN, _SEVENTEEN = np.uint64(13), np.uint64(7), np.uint64(17)
_HIGH, _LOW = np.uint64(33), np.uint64(31)


@inner
def drawn(chance: Chance, number: Number) -> Number:
    """Return a number below another (xorshift, Marsaglia 2003)."""
    chance[0] ^= chance[0] << _THIRTEEN
    chance[0] ^= chance[0] >> _SEVEN
    chance[0] ^= chance[0] << _SEVENTEEN
    return np.int64(((chance[0] >> _HIGH) * np.uint64(number)) >> _LOW)
