"""Pairs between areas: as many as can be by brute force, the most urgent first, and drawn."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.perturbation.area_pairs import Units, paired
from strategies import examples


def most_served(area: tuple[int, ...], wanted: tuple[bool, ...]) -> int:
    """How many that are wanted can have a partner elsewhere, by trying all pairings."""

    @cache
    def best(taken: int) -> int:
        free = [place for place in range(len(area)) if not taken >> place & 1]
        if not free:
            return 0
        one, *others = free
        found = best(taken | 1 << one)
        for two in others:
            if area[one] != area[two]:
                both = best(taken | 1 << one | 1 << two)
                found = max(found, both + wanted[one] + wanted[two])
        return found

    return best(0)


def drawn(size: int, seed: int) -> Units:
    rng = np.random.default_rng(seed)
    areas = rng.integers(1, 5)
    return Units(
        rng.integers(0, 3, size), rng.integers(0, areas, size),
        rng.random(size) < rng.random(), rng.integers(0, 4, size),
    )  # fmt: skip


@examples(300)
@given(st.integers(0, 11), st.integers(0, 10**6))
def test_as_many_as_can_be_are_paired_and_none_twice(size: int, seed: int) -> None:
    units = drawn(size, seed)
    pairs = paired(units, np.random.default_rng(seed))
    assert len(np.unique(pairs)) == pairs.size
    assert (units.group[pairs[:, 0]] == units.group[pairs[:, 1]]).all()
    assert (units.area[pairs[:, 0]] != units.area[pairs[:, 1]]).all()
    assert units.wanted[pairs].any(axis=1).all()
    served = np.zeros(size, dtype=bool)
    served[pairs.ravel()] = True
    for group in range(3):
        own = units.group == group
        most = most_served(tuple(units.area[own].tolist()), tuple(units.wanted[own].tolist()))
        assert int((served & units.wanted & own).sum()) == most


@examples(100)
@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 10**6))
def test_of_a_crowded_area_the_most_urgent_find_a_partner(
    crowd: int, others: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    area = np.repeat([0, 1], [crowd, others])
    wanted = (area == 0) | (rng.random(len(area)) < 0.5)
    urgency = rng.integers(0, 9, len(area))
    units = Units(np.zeros_like(area), area, wanted, urgency)
    served = np.isin(np.arange(len(area)), paired(units, rng))
    here = area == 0
    assert urgency[here & served].max(initial=0) <= urgency[here & ~served].min(initial=9)


def test_partners_are_drawn_evenly() -> None:
    """One who may go with any of three does so alike: five standard errors."""
    units = Units(np.zeros(4, int), np.array([0, 1, 1, 2]), np.array([True, False, False, False]),
                  np.zeros(4, int))  # fmt: skip
    found = [int(paired(units, np.random.default_rng(seed))[0, 1]) for seed in range(3000)]
    shares = np.bincount(found, minlength=4)[1:] / len(found)
    assert shares == pytest.approx(1 / 3, abs=5 * np.sqrt(2 / 9 / len(found)))
