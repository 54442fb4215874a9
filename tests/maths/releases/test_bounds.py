"""What several releases tell, against all worlds that there could be."""

from itertools import product

import numpy as np
import pytest

from discret.maths.releases.bounds import bounds
from discret.maths.releases.histories import Histories, histories, turns
from discret.maths.releases.moved import moved

Published = tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray]]


def drawn(rng: np.random.Generator, people: int, values: int, releases: int) -> Published:
    """Publish some people several times, in groups of chance; nobody is somebody's record."""
    true = rng.integers(values, size=people)
    groups, persons, shown = [], [], []
    for _ in range(releases):
        there = np.flatnonzero(rng.random(people) < 0.75)
        there = there if len(there) else np.array([0])
        made_up = rng.integers(2)
        person = np.append(there, np.full(made_up, -1))
        group = np.unique(rng.integers(2, size=len(person)), return_inverse=True)[1]
        groups.append(group.astype(np.int64))
        persons.append(person.astype(np.int64))
        shown.append(np.append(true[there], rng.integers(values, size=made_up)).astype(np.int64))
    return groups, persons, shown


def worlds(published: Published, people: int, values: int) -> list[tuple[int, ...]]:
    """List the values that people may have, whoever knows the groups and sees the values."""
    groups, persons, shown = published
    releases = [*zip(groups, persons, shown, strict=True)]
    every = product(range(values), repeat=people)
    return [world for world in every if all(_fits(world, *own, values) for own in releases)]


def _fits(world, group, person, shown, values) -> bool:
    """Whether the people of each group leave as many values over as it has records of nobody."""
    for own in np.unique(group):
        rows = group == own
        held = np.bincount(shown[rows], minlength=values)
        theirs = np.bincount([world[p] for p in person[rows] if p >= 0], minlength=values)
        if (theirs > held).any():
            return False
    return True


@pytest.mark.parametrize("releases", [1, 2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_told_is_so_in_every_world(seed: int, releases: int) -> None:
    rng = np.random.default_rng([seed, releases])
    for _ in range(6):
        people, values = int(rng.integers(2, 6)), int(rng.integers(2, 4))
        published = drawn(rng, people, values, releases)
        groups, persons, shown = published
        kinds = histories(groups, persons, people)
        found = bounds(kinds, groups, shown, values)
        every = np.array(worlds(published, people, values))
        assert len(every)
        there = kinds.present[kinds.of].any(axis=1)  # who is in no release may have any value
        for kind in np.unique(kinds.of[there]):
            own = np.flatnonzero(kinds.of == kind)
            for value in range(values):
                many = (every[:, own] == value).sum(axis=1)
                pair = (found.kind == kind) & (found.value == value)
                low, high = (found.low[pair].sum(), found.high[pair].sum())
                assert low <= many.min()
                assert many.max() <= high
            if found.told(-1)[kind]:
                assert all(len(set(every[:, person])) == 1 for person in own)


def test_nearly_all_that_two_releases_tell_is_found() -> None:
    rng = np.random.default_rng(5)
    told = certain = 0
    for _ in range(250):
        published = drawn(rng, 5, 3, 2)
        groups, persons, shown = published
        kinds = histories(groups, persons, 5)
        found = bounds(kinds, groups, shown, 3)
        every = np.array(worlds(published, 5, 3))
        there = kinds.present[kinds.of].any(axis=1)
        sure = np.array([len(set(column)) == 1 for column in every.T]) & there
        told += int((found.told(-1)[kinds.of] & there).sum())
        certain += int(sure.sum())
    assert certain > 150
    assert 0.99 * certain <= told <= certain


def _of(groups, persons, values, people: int, size: int):
    arrays = [[np.array(own) for own in given] for given in (groups, persons, values)]
    kinds = histories(arrays[0], arrays[1], people)
    return kinds, bounds(kinds, arrays[0], arrays[2], size)


def test_a_difference_is_found_across_groups_that_were_cut_otherwise() -> None:
    """Four stay, cut the other way round, and one joins: nothing but the sum of all tells."""
    groups = [[0, 0, 1, 1], [0, 1, 0, 1, 0]]
    persons = [[0, 1, 2, 3], [0, 1, 2, 3, 4]]
    values = [[0, 1, 0, 1], [0, 1, 1, 0, 2]]
    values[1] = [values[0][0], values[0][1], values[0][2], values[0][3], 2]
    kinds, found = _of(groups, persons, values, 5, 3)
    assert found.told(-1)[kinds.of[4]]
    assert moved(kinds, 0, 1).alone(kinds, 2)[kinds.of[4]]
    assert not moved(kinds, 0, 1).alone(kinds, 2)[kinds.of[:4]].any()


def test_who_joins_while_another_leaves_is_told_of_all_the_same() -> None:
    kinds, found = _of([[0, 0], [0, 0]], [[0, 1], [0, 2]], [[0, 1], [0, 2]], 3, 3)
    assert found.told(-1)[kinds.of].tolist() == [True, True, True]
    assert not moved(kinds, 0, 1).alone(kinds, 3).any()  # nobody moved one way alone


def test_groups_that_one_release_alone_has_are_no_difference() -> None:
    kinds, _ = _of([[0, 0], [0, 1, 1]], [[0, 1], [0, 2, 3]], [[0, 1], [0, 1, 2]], 4, 3)
    joined = moved(kinds, 0, 1).alone(kinds, 5)
    assert not joined[kinds.of[2]]
    assert joined[kinds.of[1]]


def test_people_are_cut_where_their_value_changed() -> None:
    """Both had one value, then the other: either release tells of both, and nothing is at odds."""
    groups, persons = [np.array([0, 0])] * 2, [np.array([0, 1])] * 2
    values = [np.array([0, 0]), np.array([1, 1])]
    own = turns(groups, persons, values, 2, gap=-1)
    assert own.owner.tolist() == [0, 0, 1, 1]
    kinds = histories(groups, own.persons, 4)
    assert bounds(kinds, groups, values, 2).told(-1)[kinds.of].all()


def test_a_hidden_value_may_be_any_and_is_no_change() -> None:
    """Two have flu and gout; then flu, a gap and a cold are shown: the third has the cold."""
    groups, persons = [np.array([0, 0]), np.array([0, 0, 0])], [np.array([0, 1]), np.arange(3)]
    values = [np.array([0, 1]), np.array([0, 3, 2])]
    own = turns(groups, persons, values, 3, gap=3)
    assert own.owner.tolist() == [0, 1, 2]
    kinds = histories(groups, own.persons, 3)
    told = bounds(kinds, groups, values, 4, gap=3).told(3)[kinds.of]
    assert told.tolist() == [False, False, True]


def test_what_is_missing_is_told_of_nobody() -> None:
    kinds, found = _of([[0, 0]], [[0, 1]], [[2, 2]], 2, 3)
    assert not found.told(2).any()
    assert found.told(-1)[kinds.of].all()


def test_histories_number_everybody_once() -> None:
    found = histories(
        [np.array([0, 1, 0]), np.array([0])], [np.array([0, -1, 2]), np.array([1])], 3
    )
    assert isinstance(found, Histories)
    assert found.number.sum() == 4
    assert found.people.sum() == len(found.number) - 1
    assert found.number[found.of].tolist() == [2, 1, 2]
