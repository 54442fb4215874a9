"""The tables of Costemalle (2018): against counting by hand, and the sums that the paper prints."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.assess import Differencing
from discret.assess.differencing.deduced import Deduced
from discret.assess.differencing.tables import by_class, with_shares
from discret.maths.zonings.graph import edges
from discret.maths.zonings.star import star
from exhaustive_differencing import random_table


def assessed(seed: int, threshold: int = 5) -> tuple[dict[str, Any], tuple[Any, Any, Any]]:
    zone, square, count = random_table(seed)
    data = Dataset.of(pl.DataFrame({"zone": zone, "square": square, "count": count}))
    measure = Differencing(least=threshold, zone="zone", square="square", count="count")
    return measure.assess(data).details, (zone, square, count)


def test_squares_by_the_zones_they_reach_into() -> None:
    for seed in range(60):
        details, (zone, square, count) = assessed(seed)
        reach = Counter(square.tolist())
        rows = list(zip(zone.tolist(), square.tolist(), count.tolist(), strict=True))
        told = details["squares_by_zones"]
        for name, holds in {
            "1": lambda n: n == 1, "2": lambda n: n == 2, "3+": lambda n: n > 2,
            "total": lambda n: True,
        }.items():  # fmt: skip
            squares = [one for one, many in reach.items() if holds(many)]
            own = [n for _, one, n in rows if one in squares]
            below = sum(n < 5 for n in own)
            assert told[name]["squares"] == len(squares)
            assert told[name]["share"] == pytest.approx(len(squares) / len(reach))
            assert told[name]["intersections"] == len(own)
            assert told[name]["intersections_below"] == below
            assert told[name]["share_below"] == pytest.approx(below / len(own) if own else 0)


def test_groups_by_zones_are_those_of_the_list_of_groups() -> None:
    seen = 0
    for seed in range(60):
        zone, square, count = random_table(seed)
        data = Dataset.of(pl.DataFrame({"zone": zone, "square": square, "count": count}))
        measure = Differencing(least=5, zone="zone", square="square", count="count")
        found = Deduced.of(measure.crossing(data), 5)
        widths = [len(zones) for zones in found.group_table()["zones"]]
        told = measure.finding(found).details["groups_by_zones"]
        assert told["1"]["groups"] == widths.count(1)
        assert told["2-10"]["groups"] == sum(1 < width <= 10 for width in widths)
        assert told["total"]["groups"] == len(widths)
        assert told["total"]["largest"] == max(widths, default=0)
        seen += len(widths)
    assert seen > 50


def test_at_risk_by_size_adds_up() -> None:
    for seed in range(40):
        details, _ = assessed(seed)
        told = details["at_risk_by_size"]
        assert {k: row["observations"] for k, row in told.items() if k != "total"} == details[
            "by_size"
        ]
        assert told["total"]["observations"] == details["observations_at_risk"]
        assert sum(row["share"] for row in told.values()) == pytest.approx(
            2 if details["observations_at_risk"] else 0
        )


def spread(links: dict[int, set[int]], left: set[int]) -> list[set[int]]:
    """Components by walking from vertex to vertex."""
    found = []
    while left:
        part, todo = set(), [min(left)]
        while todo:
            one = todo.pop()
            part.add(one)
            todo += [other for other in links[one] & left if other not in part]
        found.append(part)
        left = left - part
    return found


def test_the_star_by_walking() -> None:
    stars = 0
    for seed in range(400):
        zone, square, count = random_table(seed)
        links: dict[int, set[int]] = defaultdict(set)
        for one, other in zip(
            *(each.tolist() for each in edges(zone, square, count)[:2]), strict=True
        ):
            links[one].add(other)
        found = star(zone, square, count)
        if not links:
            assert found.vertices == 0
            continue
        parts = spread(links, set(zone.tolist()))
        part = next(one for one in parts if found.centre in one)
        assert found.vertices == len(part) == max(map(len, parts))
        assert found.neighbours == max(len(links[one]) for one in part)
        branches = spread(links, part - {found.centre})
        assert found.branches == len(branches)
        assert found.largest == max(map(len, branches))
        assert found.branches <= found.neighbours <= found.vertices - 1
        stars += found.branches > 1
    assert stars > 10


def test_the_last_components_and_the_zones_merged() -> None:
    for seed in range(40):
        details, (zone, _, _) = assessed(seed)
        last = details["simplification"]["exact_merge"]
        told = details["component_sizes"]
        assert told["total"]["components"] == last["components"]
        assert told["total"]["largest"] == last["largest_component"] == details["star"]["vertices"]
        merged = details["merged_zones"]
        assert merged["zones"] <= len(np.unique(zone))
        assert merged["largest"] <= merged["zones"]


def test_the_sums_and_shares_that_the_paper_prints() -> None:
    """Sections 2.1, 2.3, 2.4 and table 5: only their arithmetic can be checked."""
    by_size = [719, 836, 888, 989, 1074, 1052, 968, 1232, 1288, 1439]
    rows = {str(size): {"observations": n} for size, n in enumerate(by_size, 1)}
    told = with_shares(rows, "observations")
    assert told["total"] == {"observations": 10_485, "share": 1.0}
    printed = [6.9, 8.0, 8.5, 9.4, 10.2, 10.0, 9.2, 11.8, 12.3, 13.7]
    assert [round(100 * told[str(s)]["share"], 1) for s in range(1, 11)] == printed
    squares = with_shares(
        {k: {"squares": n} for k, n in zip("123", (78_714, 42_663, 23_329), strict=True)}, "squares"
    )
    assert squares["total"]["squares"] == 144_706
    assert [round(100 * squares[k]["share"]) for k in "12"] == [54, 29]  # 29.5: printed as 30
    assert round(100 * squares["3"]["share"]) == 16
    widths = np.repeat([1, 2, 93], [1_664, 1_147, 788])
    groups = by_class(widths, (1, 10), "groups", "largest")
    assert [groups[k]["groups"] for k in ("1", "2-10", "11+", "total")] == [1664, 1147, 788, 3599]
    assert groups["total"]["largest"] == 93
    parts = np.repeat([10, 30, 1_895], [317, 9, 1])
    sizes = by_class(parts, (10, 30), "components", "largest")
    assert [sizes[k]["components"] for k in ("1-10", "11-30", "31+", "total")] == [317, 9, 1, 327]
