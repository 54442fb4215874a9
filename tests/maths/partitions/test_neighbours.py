"""Neighbours against all pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster_spaces import lost, spaces
from discret.maths.partitions.clusters import Space
from discret.maths.partitions.meetings import meetings_of
from discret.maths.partitions.neighbours import nearest_groups
from strategies import examples


def apart(space: Space, one: int, other: int) -> float:
    return lost(space, [one, other]) / float(space.records[[one, other]].sum())


@given(st.booleans().flatmap(lambda top: spaces(top=top, most=30)), st.integers(1, 6))
@examples(80)
def test_nobody_passed_over_is_nearer(space: Space, number: int) -> None:
    near = nearest_groups(meetings_of(space), number)
    for group in range(len(space.records)):
        others = [other for other in range(len(space.records)) if other != group]
        expected = sorted(apart(space, group, other) for other in others)[:number]
        expected = [far for far in expected if np.isfinite(far)]
        found = [int(other) for other in near[group] if other != group]
        assert len(set(found)) == len(found) == len(expected)
        assert [apart(space, group, other) for other in found] == pytest.approx(expected)
        assert (near[group, len(found) :] == group).all()


@given(spaces(most=30), st.integers(1, 40))
@examples(40)
def test_few_looks_find_some_if_not_the_nearest(space: Space, looks: int) -> None:
    near = nearest_groups(meetings_of(space), 3, looks)
    assert near.shape == (len(space.records), 3)
    assert ((near >= 0) & (near < len(space.records))).all()
    for group in range(len(space.records)):
        found = [int(other) for other in near[group] if other != group]
        assert len(set(found)) == len(found)
