"""Efficient choices: what no other beats, against the definition."""

from __future__ import annotations

import numpy as np

from discret.maths.statistics.efficient import efficient


def test_a_choice_is_efficient_where_no_other_is_as_good_in_both_and_better_in_one() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        points = [tuple(map(float, pair)) for pair in rng.integers(0, 4, (6, 2))]
        expected = [
            not any(a <= x and b <= y and (a < x or b < y) for a, b in points) for x, y in points
        ]
        assert efficient(points) == expected  # type: ignore[arg-type]


def test_what_has_no_numbers_is_never_efficient() -> None:
    assert efficient([None, (1.0, 1.0), None]) == [False, True, False]
    assert efficient([]) == []
