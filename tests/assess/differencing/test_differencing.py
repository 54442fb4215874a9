"""Differencing as a measure: its figures, what stands apart, and the engines."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import Differencing
from discret.data.examples import communes, villages
from discret.errors import ColumnError, InputError, ParameterError
from exhaustive_differencing import random_table, smallest


def crossed(zone: Any, square: Any, count: Any) -> Dataset:
    return Dataset.of(pl.DataFrame({"zone": zone, "square": square, "count": count}))


def test_the_figures_are_those_of_looking_at_every_set() -> None:
    for seed in range(60):
        zone, square, count = random_table(seed)
        measure = Differencing(least=5, zone="zone", square="square", count="count")
        finding = measure.assess(crossed(zone, square, count))
        risky = smallest(zone, square, count) < 5
        details = finding.details
        assert finding.value == details["observations_at_risk"] == int(count[risky].sum())
        assert details["intersections_at_risk"] == int(risky.sum())
        assert sum(details["by_size"].values()) == finding.value
        assert details["verified"] == details["groups"]
        assert details["zones_below"] == int((np.bincount(zone, count) < 5)[np.unique(zone)].sum())
        assert details["squares_below"] == int(
            (np.bincount(square, count) < 5)[np.unique(square)].sum()
        )
        assert finding.met is None
        assert finding.per_key is not None
        assert finding.per_key["observations"].sum() == finding.value


def test_zones_and_squares_may_change_places() -> None:
    """What one finds the other finds, but for whole zones and squares, which stand apart."""
    for seed in range(60):
        zone, square, count = random_table(seed)
        data, big = crossed(zone, square, count), 6
        rows = [
            Differencing(least=big, zone=one, square=other, count="count").assess(data).per_key
            for one, other in (("zone", "square"), ("square", "zone"))
        ]
        first, second = ({frozenset([("z", r["zone"]), ("c", r["square"])]) for r in row.to_dicts()}
                         for row in rows if row is not None)  # fmt: skip
        small = (np.bincount(zone, count) < big)[zone] | (np.bincount(square, count) < big)[square]
        named = zip(zone.tolist(), square.tolist(), small, strict=True)
        apart = {frozenset([("z", z), ("c", c)]) for z, c, low in named if low}
        assert first - apart == second - apart


def test_the_area_is_the_zone() -> None:
    data = Dataset.of(communes(), area="commune")
    named = Differencing(least=3, zone="commune", square="carreau").assess(Dataset.of(communes()))
    assert Differencing(least=3, square="carreau").assess(data) == named
    assert named.value == 7
    with pytest.raises(InputError, match="area"):
        Differencing(square="carreau").assess(Dataset.of(communes()))


def test_by_hand_the_example_at_three() -> None:
    """Of A1 to A4: A4's one; A2's and A3's two in B5 and B6; A2's two in B1 and B2."""
    data = Dataset.of(communes(), area="commune")
    finding = Differencing(least=3, square="carreau").assess(data)
    assert finding.details["by_size"] == {"1": 1, "2": 6}
    assert (finding.details["zones_below"], finding.details["squares_below"]) == (2, 5)
    stages = finding.details["simplification"]
    assert list(stages) == [
        "initial", "border_squares", "fused_squares", "first_merge", "exact_merge",
    ]  # fmt: skip
    assert [stage["squares"] for stage in stages.values()][:3] == [6, 4, 3]


def test_a_table_in_any_engine() -> None:
    rows = villages()
    wanted = Differencing(zone="commune", square="carreau").assess(Dataset.of(rows))
    for table in (
        rows.lazy(),
        rows.to_pandas(),
        duckdb.connect().from_arrow(rows.to_arrow()),
    ):
        found = Differencing(zone="commune", square="carreau").assess(Dataset.of(table))
        assert found == wanted
        assert found.per_key is not None
        assert found.per_key.equals(wanted.per_key)


def test_withholding_a_square_on_either_side_protects() -> None:
    frame = pl.DataFrame({
        "zone": list("aabb"), "square": [0, 1, 0, 2], "n": [2, 30, 40, 50],
        "one": [0, 1, 0, 0], "both": [0, 1, 0, 1],
    })  # fmt: skip
    values = [
        Differencing(zone="zone", square="square", count="n", withheld=flags).assess(
            Dataset.of(frame)
        )
        for flags in ({}, {"square": "one"}, {"square": "both"})
    ]
    assert [value.value for value in values] == [2, 2, 0]
    assert [value.details["squares_withheld"] for value in values] == [0, 1, 2]


def test_a_nested_grid_can_give_away_what_its_finest_level_hides() -> None:
    """20 in a square of 1 km of which 15 are in a published square of 200 m: 5 are left."""
    frame = pl.DataFrame({
        "zone": ["a"] * 3 + ["b"], "km": ["K"] * 2 + ["L"] * 2, "square": ["s", "t", "u", "u"],
        "n": [15, 5, 30, 30], "small": [0, 1, 0, 0],
    })  # fmt: skip
    measure = Differencing(
        zone="zone", square="square", count="n", coarser=["km"], withheld={"square": "small"}
    )
    finding = measure.assess(Dataset.of(frame))
    assert finding.value == 0
    assert finding.details["squares_below"] == 1
    assert "of squares: 1." in finding.reads


def test_a_plan_holds_it() -> None:
    measure = Differencing(zone="z", square="c", withheld={"c": "flag"}, coarser=["d"])
    assert list(Plan.from_toml(Plan(assess=[measure]).to_toml()).assess) == [measure]


@pytest.mark.parametrize("threshold", [1, 0, -3, 2.5])
def test_a_threshold_below_two_is_refused(threshold: Any) -> None:
    with pytest.raises(ParameterError, match="least") as caught:
        Differencing(square="carreau", least=threshold)
    assert caught.value.hint


def test_a_column_that_is_not_there_is_named() -> None:
    for wrong in ({"zone": "nowhere"}, {"square": "nowhere"}, {"count": "nowhere"}):
        given = {"zone": "commune", "square": "carreau"} | wrong
        with pytest.raises(ColumnError, match="nowhere") as caught:
            Differencing(**given).assess(Dataset.of(communes()))
        assert caught.value.hint


def test_one_row_and_one_zone() -> None:
    one = crossed([1], [1], [4])
    finding = Differencing(zone="zone", square="square", count="count").assess(one)
    assert (finding.value, finding.details["zones_below"]) == (0, 1)
    assert finding.reads.startswith("No subtraction")


# -- the target ----------------------------------------------------------------------------


def test_a_target_is_met_only_by_what_is_safe_in_every_way() -> None:
    """Not safe: in a small group of some set of zones, or in a zone or square that is too small."""
    verdicts, apart = set(), 0
    for seed in range(60):
        zone, square, count = random_table(seed)
        data, threshold = crossed(zone, square, count), 5
        small = (np.bincount(zone, count) < threshold)[zone]
        small |= (np.bincount(square, count) < threshold)[square]
        lost = int(count[(smallest(zone, square, count) < threshold) | small].sum())
        for most in {0, max(lost - 1, 0), lost}:
            measure = Differencing(
                least=threshold, zone="zone", square="square", count="count", most=most
            )
            finding = measure.assess(data)
            assert finding.details["observations_not_safe"] == lost
            assert finding.target == most
            assert finding.met is (lost <= most)
            told = finding.value <= most < lost
            assert ("not safe" in finding.reads) is ("ne sont pas sûres" in finding.reads.fr)
            assert ("not safe" in finding.reads) is told
            verdicts.add(finding.met)
            apart += told
    assert verdicts == {True, False}
    assert apart > 10


def test_squares_below_the_threshold_miss_a_target_though_nothing_is_at_risk() -> None:
    data = crossed([1, 1], [1, 2], [30, 4])
    measure = Differencing(zone="zone", square="square", count="count", most=3)
    finding = measure.assess(data)
    assert (finding.value, finding.met, finding.target) == (0, False, 3)
    assert finding.reads.endswith(
        "of squares: 1. With these, observations that are not safe: 4; allowed at most: 3."
    )
    assert finding.reads.fr.endswith(
        "Avec celles-ci, observations qui ne sont pas sûres : 4 ; admises au plus : 3."
    )
    assert Differencing(zone="zone", square="square", count="count", most=4).assess(data).met


@pytest.mark.parametrize("most", [-1, 0.5])
def test_a_target_is_a_number_of_observations(most: Any) -> None:
    with pytest.raises(ParameterError, match="most"):
        Differencing(square="square", most=most)
