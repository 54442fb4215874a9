"""The arrays that mathematics takes and gives, by what they hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Small = NDArray[np.int32]
Floats = NDArray[np.float64]
Codes = NDArray[np.integer[Any]]  # numbers of values, of any width
Node = tuple[int, ...]  # a level for each key
