"""Nested grids: what is left of each square tells what all levels tell, by a linear programme."""

from __future__ import annotations

from typing import Any

import numpy as np

from discret.maths.zonings.cuts import smallest_groups
from discret.maths.zonings.nested_grids import are_nested, residual_squares
from discret.maths.zonings.partial_publication import published_in_full
from linear_attacker import least_around

MANY = 10_000


def drawn(seed: int) -> tuple[Any, Any, Any, Any]:
    """Rows of zones and of three nested levels, and which squares of each level are published."""
    rng = np.random.default_rng(seed)
    middle = rng.integers(0, 2, 4)
    fine = rng.integers(0, 4, 7)
    rows = np.unique(np.stack([rng.integers(0, 3, 12), rng.integers(0, 7, 12)]), axis=1)
    zone, finest = np.unique(rows[0], return_inverse=True)[1].ravel(), rows[1]
    squares = np.stack([middle[fine[finest]], fine[finest], finest], axis=1)
    shares = rng.choice([0.0, 0.5, 1.0], size=3)
    flags = [rng.random(7) < share for share in shares]
    published = np.stack([flags[at][squares[:, at]] for at in range(3)], axis=1)
    return zone, squares, published, rng.integers(1, 9, len(zone))


def test_equal_to_any_combination_of_all_levels() -> None:
    partly = 0
    for seed in range(120):
        zone, squares, published, count = drawn(seed)
        piece, level, _ = residual_squares(squares, published)
        none = np.zeros(int(zone.max()) + 1, dtype=bool)
        table = published_in_full(zone, piece, count, (none, level < 0), MANY)
        size = smallest_groups(*table, MANY).size[: len(zone)].astype(float)
        whole = np.where(level < 0, np.inf, np.bincount(piece, count))[piece]
        totals = [zone == one for one in np.unique(zone)]
        for at in range(3):
            codes = np.unique(squares[published[:, at], at])
            totals += [squares[:, at] == code for code in codes]
        wanted = least_around(np.array(totals), count)
        found = np.minimum(np.where(size < MANY, size, np.inf), whole)
        np.testing.assert_allclose(found, wanted, err_msg=str(seed))
        partly += bool((level < 0).any()) and bool((level >= 0).any())
    assert partly > 10


def test_pieces_are_published_squares_less_those_inside() -> None:
    squares = np.array([[0, 0], [0, 0], [0, 1], [1, 2], [2, 3]])
    published = np.array([[1, 1], [1, 1], [1, 0], [0, 1], [0, 0]], dtype=bool)
    piece, level, row = residual_squares(squares, published)
    assert len(set(piece.tolist())) == 4
    assert piece[0] == piece[1]
    assert level[piece].tolist() == [1, 1, 0, 1, -1]
    assert piece[row].tolist() == list(range(4))


def test_a_square_in_two_coarser_ones_is_seen() -> None:
    assert are_nested(np.array([[0, 0, 0], [0, 1, 1], [1, 2, 2], [1, 2, 3]]))
    assert not are_nested(np.array([[0, 0, 0], [0, 1, 1], [1, 1, 2]]))
    assert are_nested(np.array([[3], [4]]))


def test_no_rows() -> None:
    piece, level, row = residual_squares(np.zeros((0, 2), dtype=np.int64), np.zeros((0, 2), bool))
    assert len(piece) == len(level) == len(row) == 0
