"""People between true and shown places, beside a count by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Plan
from discret.assess import PeopleBetween
from discret.errors import ColumnError, InputError
from discret.maths.places.between import Crowd, people_within
from discret.reduce import Displace, DropIdentifiers, Grid

EAST, NORTH = 652_000.0, 6_862_000.0


def homes(seed: int, number: int = 80) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    spots = rng.integers(0, 12, (number, 2)) * 50.0  # some live at one place
    return pl.DataFrame({
        "x": EAST + spots[:, 0], "y": NORTH + spots[:, 1],
        "who": [f"p{one}" for one in rng.integers(0, number // 2, number)],
    })  # fmt: skip


def by_hand(shown: Any, true: Any, people: list[tuple[float, float, Any]]) -> list[int]:
    found = []
    for place, home in zip(shown, true, strict=True):
        reach = np.hypot(*(place - home))
        inside = {
            who for x, y, who in people if np.hypot(x - place[0], y - place[1]) <= reach + 1e-6
        }
        found.append(len(inside))
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("individual", ["who", None])
def test_the_number_is_that_of_a_count_by_hand(seed: int, individual: str | None) -> None:
    table = homes(seed)
    data = Dataset.of(table, number=["x", "y"], individual=individual)
    moved = Displace(beyond=30, within=150).apply(data, Context(rng=np.random.default_rng(seed)))
    names = table["who"].to_list() if individual else list(range(len(table)))
    people = list(zip(table["x"], table["y"], names, strict=True))
    shown, true = (one.select("x", "y").to_numpy() for one in (moved.data.to_polars(), table))
    wanted = by_hand(shown, true, people)
    finding = PeopleBetween(k=4).assess(moved.data)
    assert finding.value == min(wanted)
    assert finding.details["median"] == np.median(wanted)
    assert finding.details["records_failing"] == sum(number < 4 for number in wanted)
    assert finding.met == (min(wanted) >= 4)
    assert 30 <= finding.details["distance"] <= finding.details["farthest"] <= 150


def test_who_did_not_move_is_hidden_by_those_of_the_same_place_alone() -> None:
    table = pl.DataFrame({"x": [EAST] * 3 + [EAST + 10], "y": [NORTH] * 4})
    finding = PeopleBetween().assess(Dataset.of(table, number=["x", "y"]))
    assert (finding.value, finding.details["median"], finding.details["moved"]) == (1, 3.0, 0)


def test_a_population_counts_with_its_numbers_of_people() -> None:
    true = pl.DataFrame({"x": [EAST], "y": [NORTH]})
    shown = pl.DataFrame({"x": [EAST + 100], "y": [NORTH]})
    everybody = pl.DataFrame({
        "x": [EAST, EAST + 60, EAST + 190, EAST + 900], "y": [NORTH] * 4, "n": [2, 5, 7, 1000],
    })  # fmt: skip
    population = Dataset.of(everybody, weight="n")
    data = Dataset.of(shown, number=["x", "y"], original=true, population=population)
    finding = PeopleBetween(among="population", k=10).assess(data)
    assert (finding.value, finding.met) == (14, True)
    assert PeopleBetween().assess(data).value == 1


def test_many_circles_are_looked_at_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    place, shown = rng.uniform(0, 100, (200, 2)), rng.uniform(0, 100, (50, 2))
    crowd = Crowd(place, np.arange(200) // 2, np.ones(200))
    whole = people_within(shown, place[:50], crowd)
    monkeypatch.setattr("discret.maths.places.between.PAIRS", 30)
    assert people_within(shown, place[:50], crowd).tolist() == whole.tolist()
    people = [(*spot, who) for spot, who in zip(place.tolist(), crowd.person.tolist(), strict=True)]
    assert whole.tolist() == by_hand(shown, place[:50], people)


def test_more_distance_hides_better() -> None:
    table = homes(9, 400)
    data = Dataset.of(table, number=["x", "y"])
    found = [
        PeopleBetween()
        .assess(
            Displace(beyond=far, within=far + 20)
            .apply(data, Context(rng=np.random.default_rng(1)))
            .data
        )
        .details["median"]
        for far in (20, 60, 150)
    ]
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_what_cannot_be_counted_is_refused() -> None:
    degrees = Dataset.of(pl.DataFrame({"x": [2.3], "y": [48.8]}), number=["x", "y"])
    with pytest.raises(ColumnError, match="look like degrees"):
        PeopleBetween().assess(degrees)
    known = Dataset.of(homes(1), number=["x", "y"])
    with pytest.raises(InputError, match="needs a population with the columns 'x', 'y'"):
        PeopleBetween(among="population").assess(known)
    none = pl.DataFrame(
        {"x": [None, None], "y": [1.0, 2.0]}, schema={"x": pl.Float64, "y": pl.Float64}
    )
    with pytest.raises(InputError, match="no place is known"):
        PeopleBetween().assess(Dataset.of(none, number=["x", "y"]))
    for name in ("x", "y"):
        with pytest.raises(ColumnError):
            PeopleBetween(**{name: "who"}).assess(known)


def test_columns_that_were_dropped_show_nobody_or_tell_along_one_axis() -> None:
    table = homes(3)
    data = Dataset.of(table, number=["x", "y"], individual="who")
    moved = Displace(beyond=30, within=60).apply(data, Context(rng=np.random.default_rng(1))).data
    gone = Grid(side=500).apply(moved, Context()).data
    nowhere = PeopleBetween(k=2).assess(gone)
    assert (nowhere.value, nowhere.met) == (table["who"].n_unique(), True)
    line = DropIdentifiers(columns=["x"]).apply(moved, Context()).data
    shown, true = (one["y"].to_numpy() for one in (line.to_polars(), table))
    wanted = [
        table.filter((pl.col("y") - place).abs() <= abs(place - home) + 1e-6)["who"].n_unique()
        for place, home in zip(shown, true, strict=True)
    ]
    assert PeopleBetween().assess(line).value == min(wanted)
    release = Plan(reduce=[Displace(within=100), Grid(side=500)]).run(data, seed=1)
    assert "people_between" in [found.name for found in release.risk]


def test_records_without_a_place_are_left_out() -> None:
    table = homes(2).with_columns(pl.when(pl.int_range(pl.len()) > 4).then("x"))
    finding = PeopleBetween().assess(Dataset.of(table, number=["x", "y"]))
    assert (finding.details["records"], finding.details["records_compared"]) == (80, 75)
