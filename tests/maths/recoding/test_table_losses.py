"""What the groups of one node tell of losses of the whole table at finer ones."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.recoding.table_losses import (
    average_below,
    average_group,
    discernibility,
    discernibility_below,
)


@given(st.integers(0, 2**32 - 1))
def test_no_finer_groups_lose_less_than_is_told(seed: int) -> None:
    rng = np.random.default_rng(seed)
    finer, least = rng.integers(1, 9, rng.integers(1, 12)), int(rng.integers(1, 5))
    coarser = np.unique(rng.integers(0, 4, len(finer)), return_inverse=True)[1]
    finer[0] += least  # a file of which nothing is kept is none
    bad = (finer < least) | (rng.random(len(finer)) < 0.3)
    bad[0] = False
    count = np.bincount(coarser, finer).astype(np.int64)
    lost = np.bincount(coarser, finer * bad) * rng.choice([0.0, 0.5, 1.0])
    told = discernibility_below(count, lost, least)
    assert told <= discernibility(finer, bad) * (1 + 1e-12)
    assert average_below(count, lost, least) <= average_group(finer, bad) * (1 + 1e-12)


def test_squares_are_those_of_whole_numbers() -> None:
    count = np.array([3_000_000_000, 1], dtype=np.int64)
    assert (
        discernibility(count, np.array([False, True]))
        == (9 * 10**18 + 3 * 10**9 + 1) / (3 * 10**9 + 1) ** 2
    )
