"""Groups of several zonings by looking at every set of combinations: slow and plain."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import null_space


def random_zonings(seed: int, zonings: int = 3) -> tuple[Any, Any]:
    """Draw up to 13 combinations of zones of some zonings, and their observations."""
    rng = np.random.default_rng(seed)
    widths = rng.integers(2, 5, zonings)
    rows = rng.integers(0, widths, size=(int(rng.integers(3, 14)), zonings))
    codes = np.unique(rows, axis=0)
    pool = [[1, 1, 2, 3, 4, 6, 9, 15], [1, 2, 3, 4, 5], [4, 6, 9, 12, 20]][int(rng.integers(3))]
    return codes, rng.choice(pool, len(codes))


def totals_of(codes: Any) -> Any:
    """Return totals × rows: whether the row is in the total."""
    return np.array([column == zone for column in codes.T for zone in np.unique(column)])


def smallest_deduced(codes: Any, count: Any) -> Any:
    """Return for each row the least observations of a set of rows that totals add up to.

    A set can be deduced if its indicator is orthogonal to all that the totals do not see.
    """
    rows = len(codes)
    sets = (np.arange(1, 2**rows)[:, None] >> np.arange(rows)) & 1
    unseen = null_space(totals_of(codes).astype(float))
    known = (np.abs(sets @ unseen) < 1e-7).all(axis=1)
    groups = sets[known].astype(bool)
    return np.where(groups, (groups @ count)[:, None], 2**60).min(axis=0)
