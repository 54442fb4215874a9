"""Places in the order of numbers, found by counting, beside sorting them."""

from __future__ import annotations

import numpy as np
import pytest

from discret.maths.counted_order import sorted_places


@pytest.mark.parametrize("most", [1, 255, 2**16 - 1, 2**16, 2**17 + 5, 2**32 - 1, 2**32, 2**40])
def test_as_sorting_says(most: int) -> None:
    numbers = np.random.default_rng(most).integers(0, most, 5_000, endpoint=True)
    numbers[:3] = 0, most, most
    assert (numbers[sorted_places(numbers)] == np.sort(numbers)).all()
    assert (np.sort(sorted_places(numbers)) == np.arange(len(numbers))).all()


def test_nothing_and_one() -> None:
    assert sorted_places(np.empty(0, dtype=np.int64)).tolist() == []
    assert sorted_places(np.array([70_000])).tolist() == [0]
