"""The smallest zones, beside all cuts of small graphs and a checker from the definition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest

from discret.maths.arrays import Ints
from discret.maths.places import reach
from discret.maths.places.graph import Graph, attached, components, graph_of, hang_together
from discret.maths.places.held import Asked, Held, held
from discret.maths.places.live import live_rows
from discret.maths.places.smallest import Smallest, smallest_zones

Row = tuple[int, int, int, int]  # area, person, combination, records


def random_land(rng: np.random.Generator, areas: int, rows: int) -> tuple[list[Row], Graph]:
    """Areas here and there, some apart from others, some empty; people with records in several."""
    near = rng.integers(0, areas, (int(areas * rng.uniform(0.7, 2)), 2))
    graph = graph_of(near, areas)
    where = rng.integers(0, areas, rows)
    who = rng.integers(0, max(rows // 2, 1), rows)
    kind = rng.choice(3, rows, p=[0.6, 0.3, 0.1])
    facts = rng.integers(1, 4, rows)
    return list(zip(*(own.tolist() for own in (where, who, kind, facts)), strict=True)), graph


def laid(rows: list[Row], areas: int) -> Held:
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    return held(*columns, areas)


def lives(rows: list[Row], asked: Asked) -> list[Row]:
    """The rows that one zone keeps, from the definition: combinations, then people."""
    people, facts = defaultdict(set), defaultdict(int)
    for _, who, kind, number in rows:
        people[kind].add(who)
        facts[kind] += number
    left = [
        row for row in rows if (facts[row[2]] if asked.records else len(people[row[2]])) >= asked.k
    ]
    return left if len({row[1] for row in left}) >= asked.people else []


def partitions(areas: list[int], graph: Graph) -> Iterator[list[list[int]]]:
    """All ways to put areas into zones that hang together."""
    if not areas:
        yield []
        return
    first, *rest = areas
    for some in range(2 ** len(rest)):
        own = [first, *(area for place, area in enumerate(rest) if some >> place & 1)]
        if hang_together(graph, own):
            left = [area for area in rest if area not in own]
            for others in partitions(left, graph):
                yield [own, *others]


def best_by_hand(rows: list[Row], graph: Graph, asked: Asked) -> tuple[int, int, int]:
    """The most records kept, the least sum of squares then, and the most zones of all those."""
    kept = squares = zones = 0
    part = components(graph)
    for number in range(int(part.max()) + 1):
        areas = np.flatnonzero(part == number).tolist()
        found = []
        for cut in partitions(areas, graph):
            left = [lives([row for row in rows if row[0] in zone], asked) for zone in cut]
            sizes = [sum(row[3] for row in some) for some in left if some]
            found.append((-sum(sizes), sum(size**2 for size in sizes), -len(sizes)))
        best = min(found)
        same = [one for one in found if one[0] == best[0]]
        kept, squares = kept - best[0], squares + best[1]
        zones -= min(one[2] for one in same)
    return kept, squares, zones


def check(rows: list[Row], own: Held, graph: Graph, asked: Asked, found: Smallest) -> None:
    """Whether zones are what was asked for, from the definition alone."""
    shown = [row for row, kept in zip(_rows(own), found.kept.tolist(), strict=True) if kept]
    for zone in range(int(found.zone.max(initial=-1)) + 1):
        members = np.flatnonzero(found.zone == zone).tolist()
        assert hang_together(graph, members)
        inside = [row for row in shown if row[0] in members]
        assert inside
        assert lives(inside, asked) == inside
    assert all(found.zone[row[0]] >= 0 for row in shown)
    assert sum(row[3] for row in shown) <= found.bound <= sum(row[3] for row in rows)


def _rows(own: Held) -> list[Row]:
    columns = (own.area, own.person, own.combination, own.facts)
    return list(zip(*(column.tolist() for column in columns), strict=True))


@pytest.mark.parametrize("seed", range(60))
def test_small_graphs_are_cut_as_well_as_by_trying_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    areas = int(rng.integers(2, 8))
    rows, graph = random_land(rng, areas, int(rng.integers(3, 25)))
    asked = Asked(int(rng.integers(1, 5)), int(rng.integers(1, 4)), bool(rng.integers(2)))
    own = laid(rows, areas)
    found = smallest_zones(own, graph, asked)
    check(rows, own, graph, asked, found)
    kept, squares, zones = best_by_hand(rows, graph, asked)
    assert int(own.facts[found.kept].sum()) == kept == found.bound
    assert found.squares_bound <= squares <= found.squares
    assert zones <= found.zones_bound
    if found.exact:
        assert found.squares == squares


def test_most_small_graphs_are_proven() -> None:
    """The test above would say little if none were."""
    rng = np.random.default_rng(7)
    lands = [random_land(rng, 6, 30) for _ in range(30)]
    asked = Asked(2, 2, records=False)
    found = [smallest_zones(laid(rows, 6), graph, asked) for rows, graph in lands]
    assert sum(one.exact for one in found) > 15
    assert sum(int(one.zone.max()) > 0 for one in found) > 15


def grid(side: int) -> Graph:
    place = np.arange(side * side).reshape(side, side)
    across = np.stack([place[:, :-1].ravel(), place[:, 1:].ravel()], axis=1)
    down = np.stack([place[:-1].ravel(), place[1:].ravel()], axis=1)
    return graph_of(np.concatenate([across, down]), side * side)


@pytest.mark.parametrize("seed", range(12))
def test_larger_graphs_hold_and_are_bounded(seed: int) -> None:
    rng = np.random.default_rng(seed)
    graph = grid(6)
    rows = [
        (int(rng.integers(36)), int(rng.integers(80)), int(rng.integers(2)), 1) for _ in range(150)
    ]
    asked = Asked(int(rng.integers(2, 6)), int(rng.integers(1, 4)), bool(seed % 2))
    own = laid(rows, 36)
    found = smallest_zones(own, graph, asked)
    check(rows, own, graph, asked, found)
    live = live_rows(own, components(graph), asked)
    assert int(own.facts[found.kept].sum()) == found.bound == int(own.facts[live].sum())
    assert found.squares_bound <= found.squares < found.bound**2
    assert 1 < int(found.zone.max()) + 1 <= found.zones_bound


def test_the_search_comes_near_to_the_best_where_that_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Graphs of ten to twelve areas, once by all cuts and once as if they were larger."""
    rng = np.random.default_rng(3)
    ratios = []
    for _ in range(25):
        areas = int(rng.integers(10, 13))
        near = np.concatenate(
            [
                np.stack([np.arange(areas - 1), np.arange(1, areas)], axis=1),
                rng.integers(0, areas, (areas // 2, 2)),
            ]
        )
        graph = graph_of(near, areas)
        rows = [(int(rng.integers(areas)), one, int(rng.integers(2)), 1) for one in range(60)]
        own, asked = laid(rows, areas), Asked(3, 2, records=False)
        with monkeypatch.context() as patched:
            patched.setattr("discret.maths.places.smallest.WHOLE", 1)
            patched.setattr("discret.maths.places.recutting.FEW", 6)
            searched = smallest_zones(own, graph, asked)
        exact = smallest_zones(own, graph, asked)
        assert exact.squares_bound <= exact.squares <= searched.squares
        ratios.append(searched.squares / exact.squares)
    assert float(np.mean(ratios)) < 1.08


def test_what_any_safe_zone_around_an_area_must_hold_is_a_bound() -> None:
    """Beside the smallest of all safe zones around each area."""
    rng = np.random.default_rng(11)
    tight = 0
    for _ in range(60):
        rows, graph = random_land(rng, 6, 20)
        asked = Asked(3, 2, records=bool(rng.integers(2)))
        own = laid(rows, 6)
        used = own.only(live_rows(own, components(graph), asked))
        least, left = reach.least_around(used, graph, asked), _rows(used)
        for area in {row[0] for row in left}:
            size = min(
                sum(row[3] for row in inside)
                for zone in _sets(6, area)
                if hang_together(graph, zone)
                and (inside := [row for row in left if row[0] in zone])
                and lives(inside, asked) == inside
            )
            assert least[area] <= size
            tight += int(least[area] == size)
    assert tight > 50


def _sets(areas: int, area: int) -> Iterator[list[int]]:
    for some in range(2**areas):
        if some >> area & 1:
            yield [place for place in range(areas) if some >> place & 1]


def test_giving_a_share_up_gives_up_no_more_and_makes_zones_smaller() -> None:
    rng = np.random.default_rng(5)
    rows = [(int(rng.integers(36)), one, 0, 1) for one in range(300)]
    rows += [(area, 300 + area, 1, 1) for area in (0, 5, 30, 35)]  # far apart, and rare
    own, asked = laid(rows, 36), Asked(3, 4, records=False)
    whole, most = (smallest_zones(own, grid(6), asked, save) for save in (1.0, 0.95))
    check(rows, own, grid(6), asked, most)
    assert whole.kept.all()
    assert own.facts[most.kept].sum() == 300
    assert most.squares < whole.squares / 2
    assert int(most.zone.max()) > int(whole.zone.max()) + 5


def test_nothing_is_kept_where_nothing_can_be() -> None:
    own = laid([(0, 0, 0, 5), (1, 1, 0, 5)], 2)
    apart: Ints = np.zeros((0, 2), dtype=np.int64)
    found = smallest_zones(own, graph_of(apart, 2), Asked(2, 2, records=False))
    assert found.zone.tolist() == [-1, -1]
    assert not found.kept.any()
    assert (found.bound, found.squares, found.zones_bound) == (0, 0, 0)


def test_empty_areas_go_with_the_nearest_and_hang_together() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        near = rng.integers(0, 30, (45, 2))
        graph = graph_of(near, 30)
        full = rng.random(30) < 0.2
        owner = attached(graph, full)
        for one in np.flatnonzero(full):
            assert hang_together(graph, np.flatnonzero(owner == one).tolist())
        part = components(graph)
        reached = np.isin(part, part[full])
        assert ((owner >= 0) == reached).all()
