"""What is said of the cost of blanks, and of the least that is possible."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.reduce.suppress_cells.key_blanks import account


@pytest.mark.parametrize(
    ("price", "bound", "least", "optimal"),
    [
        ([2.0, 3.0], 4.2, 5.0, True),  # costs of 4.2 there are none
        ([2.0, 3.0], 5.0 + 1e-12, 5.0, True),  # a bound that is rounded claims no more
        ([2.0, 3.0], 3.0, 3.0, False),
        ([2.5, 2.5], 4.2, 4.2, False),
    ],
)
def test_sums_of_whole_costs_are_whole(
    price: list[float], bound: float, least: float, optimal: bool
) -> None:
    table = pl.DataFrame({"sex": ["f", "m"], "age": [1, 2]})
    keys = Dataset.of(table, key=["sex", "age"]).keys
    blanks = np.array([[True, True], [False, False]])
    told = account(keys, blanks, ("sex", "age"), np.array(price), bound)
    assert told["cost"] == 5
    assert told["lower_bound"] == pytest.approx(least, abs=1e-9)
    assert told["optimal"] is optimal
