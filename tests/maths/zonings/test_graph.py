"""The graph of zones: edges by their definition, merges by looking at every set of zones."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from discret.maths.zonings.cuts import smallest_groups
from discret.maths.zonings.graph import components, edges, unseparated
from discret.maths.zonings.simplification import simplified
from exhaustive_differencing import random_table


def test_edges_by_their_definition() -> None:
    for seed in range(100):
        zone, square, count = random_table(seed)
        wanted = {}
        for i, j in product(np.unique(zone), repeat=2):
            shared = set(square[zone == i]) & set(square[zone == j])
            if i != j and shared:
                wanted[int(i), int(j)] = int(
                    count[(zone == i) & np.isin(square, list(shared))].sum()
                )
        source, target, weight = (edge.tolist() for edge in edges(zone, square, count))
        assert dict(zip(zip(source, target, strict=True), weight, strict=True)) == wanted


def small_sets(zone: Any, square: Any, count: Any, threshold: int) -> list[set[int]]:
    """List the sets of zones that give away a group below the threshold."""
    number = int(zone.max()) + 1
    found = []
    for bits in range(1, 2**number - 1):
        inside = (bits >> zone) & 1 == 1
        given = count[inside & np.isin(square, square[~inside])].sum()
        if 0 < given < threshold:
            found.append({place for place in range(number) if bits >> place & 1})
    return found


def test_zones_are_merged_where_no_small_group_separates_them() -> None:
    merged = 0
    for seed in range(80):
        zone, square, count = random_table(seed)
        number = int(zone.max()) + 1
        if number > 8:
            continue
        classes = unseparated(zone, square, count, 5, number)
        sets = small_sets(zone, square, count, 5)
        for i, j in product(range(number), repeat=2):
            apart = any((i in one) != (j in one) for one in sets)
            if classes[i] == classes[j] and i != j:
                assert not apart
                merged += 1
            elif i != j and set(square[zone == i]) & set(square[zone == j]):
                assert apart
    assert merged > 50


def test_merging_exactly_changes_no_answer() -> None:
    for seed in range(100):
        zone, square, count = random_table(seed)
        classes = unseparated(zone, square, count, 5, int(zone.max()) + 1)
        before = smallest_groups(zone, square, count, 5).size
        after = smallest_groups(classes[zone], square, count, 5).size
        np.testing.assert_array_equal(before, after)


def test_every_stage_is_smaller_and_holds_what_is_at_risk() -> None:
    for seed in range(100):
        zone, square, count = random_table(seed)
        stages = simplified(zone, square, count, 5).stages
        at_risk = int(count[smallest_groups(zone, square, count, 5).at_risk].sum())
        for name in ("zones", "squares", "intersections", "below", "observations_below"):
            sizes = [getattr(stage, name) for stage in stages]
            assert sizes == sorted(sizes, reverse=True), name
        assert stages[-1].observations_below >= at_risk
        assert (stages[-1].zones == 0) == (at_risk == 0)
        assert stages[0].zones == len(np.unique(zone))
        assert stages[0].intersections == len(zone)


def test_components_by_spreading() -> None:
    for seed in range(50):
        zone, square, _ = random_table(seed)
        zones = int(zone.max()) + 2  # the last has no row
        found = components(zone, square, zones)
        reach = np.eye(zones, dtype=bool)
        for one in np.unique(square):
            inside = zone[square == one]
            reach[np.ix_(inside, inside)] = True
        for _ in range(zones):
            reach = reach @ reach
        np.testing.assert_array_equal(found[:, None] == found, reach)


def test_no_rows() -> None:
    none = np.zeros(0, dtype=np.int64)
    assert [stage.zones for stage in simplified(none, none, none, 5).stages] == [0] * 5
    assert len(components(none, none, 0)) == 0
