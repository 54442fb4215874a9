"""Meetings against the definition: the lowest label that covers a cluster and one more group."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster_spaces import lost, spaces
from discret.maths.arrays import Floats
from discret.maths.partitions.clusters import Space
from discret.maths.partitions.meetings import Meetings, Spots, cover, lost_with, meetings_of
from strategies import examples


@numba.njit
def grown(meetings: Meetings, members: Spots, spots: Spots, found: Floats) -> None:
    """What each record loses as members join one after the other."""
    for key in range(spots.shape[1]):
        spots[0, key] = meetings.spots[members[0], key]
    for place in range(1, len(members)):
        found[place] = lost_with(meetings, spots, 0, members[place])
        cover(meetings, spots, 0, members[place])


@pytest.mark.parametrize("most", [0, 90, 2_000_000])
@given(st.booleans().flatmap(lambda top: spaces(top=top)), st.data())
@examples(60)
def test_what_is_looked_up_or_climbed_is_what_the_definition_says(
    most: int, space: Space, data: st.DataObject
) -> None:
    """With no tables at all, with those of some keys, and with all."""
    members = data.draw(st.permutations(range(len(space.records))))
    meetings = meetings_of(space, most)
    tabled = (meetings.spots >= 0).all(axis=0)
    assert tabled.any() == (most > 0)
    assert tabled.all() or most < 2_000_000
    found = np.zeros(len(members))
    spots = np.zeros((1, space.values.shape[1]), dtype=np.int32)
    grown(meetings, np.array(members, dtype=np.int32), spots, found)
    for place in range(len(members)):
        some = members[: place + 1]
        assert found[place] * space.records[some].sum() == pytest.approx(lost(space, some))
