"""Withholding in nested grids: put to any combination of totals, and to all sets of squares."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from discret.maths.zonings.nested_grids import are_nested
from discret.maths.zonings.nested_withholding import Levels, withheld_since, withhold_nested
from discret.maths.zonings.square_merging import merge, merged_levels
from linear_attacker import least_around


def drawn(seed: int, fine: int = 7, *, all_published: bool = False) -> Levels:
    """Zones, and three nested levels of which some squares may be withheld as it is."""
    rng = np.random.default_rng(seed)
    middle, inner = rng.integers(0, 2, 4), rng.integers(0, 4, fine)
    rows = np.unique(np.stack([rng.integers(0, 4, 14), rng.integers(0, fine, 14)]), axis=1)
    zone = np.unique(rows[0], return_inverse=True)[1].ravel()
    squares = np.stack([middle[inner[rows[1]]], inner[rows[1]], rows[1]], axis=1)
    share = 1.0 if all_published else rng.choice([0.7, 1.0])
    flags = [rng.random(fine) < share for _ in range(3)]
    published = np.stack([flags[at][squares[:, at]] for at in range(3)], axis=1)
    return Levels(zone, rng.choice([1, 2, 3, 5, 8, 13, 20], len(zone)), squares, published)


def wanted(levels: Levels, threshold: int) -> Any:
    """The rows of zones that are not below the threshold by themselves."""
    return np.bincount(levels.zone, levels.count)[levels.zone] >= threshold


def told(levels: Levels) -> Any:
    """The totals that are published: of zones, and of squares at each level."""
    totals = [levels.zone == one for one in np.unique(levels.zone)]
    for at in range(levels.squares.shape[1]):
        codes = np.unique(levels.squares[levels.published[:, at], at])
        totals += [levels.squares[:, at] == code for code in codes]
    return np.array(totals)


def safe(levels: Levels, threshold: int) -> bool:
    least = least_around(told(levels), levels.count)
    return bool((least >= threshold - 1e-7)[wanted(levels, threshold)].all())


@pytest.mark.parametrize("cost", ["squares", "observations"])
def test_no_combination_of_what_is_left_tells_of_few(cost: Any) -> None:
    busy = 0
    for seed in range(40):
        given, threshold = drawn(seed), 4 + seed % 9
        found = withhold_nested(given, threshold, cost)
        assert safe(found.levels, threshold), seed
        assert found.squares == withheld_since(given, found.levels)
        assert not (found.levels.published & ~given.published).any()
        risky = found.size < threshold
        assert not (risky & wanted(given, threshold)).any()
        busy += bool(found.squares) and bool(found.levels.published.any())
    assert busy > 8


def test_the_verdict_on_a_grid_is_that_of_a_linear_programme() -> None:
    verdicts = []
    for seed in range(150):
        levels, threshold = drawn(seed), 3 + seed % 5
        pieces, level, _ = levels.pieces
        small = (np.bincount(pieces, levels.count) < threshold) & (level >= 0)
        if small[pieces[~wanted(levels, threshold)]].any():
            continue  # a published piece of small zones: not safe, and no row that counts above
        assert levels.is_safe(threshold) == safe(levels, threshold), seed
        verdicts.append(levels.is_safe(threshold))
    assert 5 < sum(verdicts) < len(verdicts) - 5


def cheapest(given: Levels, threshold: int, most: int) -> int:
    """The fewest squares to withhold, looking at every set of them; `most` if fewer do not do."""
    squares = [
        (at, int(square))
        for at in range(given.squares.shape[1])
        for square in np.unique(given.squares[given.published[:, at], at])
    ]
    for many in range(most):
        if any(
            given.without(list(some)).is_safe(threshold) for some in combinations(squares, many)
        ):
            return many
    return most


def test_every_set_of_squares() -> None:
    """Greedy is never below the best, rarely above it, and nothing it withholds can be put back."""
    costs = []
    for seed in range(40):
        given, threshold = drawn(seed, 4, all_published=True), 6
        found = withhold_nested(given, threshold)
        for square in found.squares:
            assert not found.levels.with_square(square).is_safe(threshold)
        if len(found.squares) <= 4:
            costs.append((len(found.squares), cheapest(given, threshold, len(found.squares))))
    assert all(best <= own for own, best in costs)
    assert sum(best == own for own, best in costs) > 0.8 * len(costs)
    assert sum(own > 0 for own, _ in costs) > 10


def test_merged_levels_stay_nested_and_hold_whole_squares() -> None:
    merged = 0
    for seed in range(40):
        given, threshold = drawn(seed, 8, all_published=True), 5 + seed % 6
        codes = np.unique(given.squares[:, -1])
        finest = np.searchsorted(codes, given.squares[:, -1])
        first = np.unique(finest, return_index=True)[1]
        coarser = given.squares[first, :-1]
        found = merge(given.zone, finest, given.count, threshold, coarser=coarser)
        above = merged_levels(found.squares, coarser)
        squares = np.column_stack([above, found.squares])[finest]
        assert are_nested(squares)
        for at in range(2):
            pairs = np.unique(np.stack([coarser[:, at], above[:, at]]), axis=1)
            assert len(np.unique(pairs[0])) == pairs.shape[1]  # no coarser square is torn apart
        after = Levels(given.zone, given.count, squares, np.ones_like(squares, dtype=bool))
        assert safe(after, threshold), seed
        merged += found.lost
    assert merged > 12


def test_siblings_are_merged_first() -> None:
    """The square with few may join either of two; the one in its own square is taken."""
    zone, square = np.array([0, 0, 0]), np.array([0, 1, 2])
    count = np.array([3, 30, 20])
    for coarser, joined in (([[0], [0], [1]], 1), ([[0], [1], [0]], 2)):
        found = merge(zone, square, count, 11, coarser=np.array(coarser))
        assert found.squares[0] == found.squares[joined]
        assert found.lost == 1
