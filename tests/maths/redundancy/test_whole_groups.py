"""The part of the records that a search looks at, with all that show the same."""

from __future__ import annotations

import numpy as np
import pytest

from discret.maths.redundancy.shown_groups import _every, crossed


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
@pytest.mark.parametrize("step", [1, 2, 7, 243])
def test_multiples_are_those_of_the_number_itself(columns: int, step: int) -> None:
    rng = np.random.default_rng(columns * step)
    shown = tuple(rng.integers(0, rng.integers(1, 400), 3_000) for _ in range(columns))
    number = shown[0]
    for array in shown[1:]:
        number = crossed(number, array)
    widths = [int(array.max()) + 1 for array in shown]
    assert _every(step, shown, widths).tolist() == np.flatnonzero(number % step == 0).tolist()
