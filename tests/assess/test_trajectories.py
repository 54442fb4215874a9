"""The measure of trajectories: points, people, targets."""

from time import process_time

import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.assess import Trajectories
from discret.errors import ColumnError, InputError, ParameterError


def calls(rng: np.random.Generator, people: int, records: int, places: int) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "who": rng.integers(people, size=records),
            "cell": rng.integers(places, size=records),
            "hour": rng.integers(24, size=records),
        }
    )


def test_more_points_single_out_more_people() -> None:
    data = Dataset.of(
        calls(np.random.default_rng(1), 50, 600, 6), key=["cell", "hour"], individual="who"
    )
    found = Trajectories(points=4).assess(data)
    shares = list(found.details["unicity"].values())
    assert shares == sorted(shares)
    assert found.value == shares[-1]
    assert len(shares) == 4
    assert found.details["people"] == 50
    assert found.details["records"] == 600


def test_nobody_is_alone_whose_twin_has_the_same_points() -> None:
    one = calls(np.random.default_rng(1), 20, 200, 5)
    both = pl.concat([one, one.with_columns(pl.col("who") + 100)])
    data = Dataset.of(both, key=["cell", "hour"], individual="who")
    assert Trajectories(points=3, most=0.0).assess(data).met


def test_a_target_asks_for_the_end_of_the_interval() -> None:
    table = calls(np.random.default_rng(2), 400, 40_000, 4)
    data = Dataset.of(table, key=["cell", "hour"], individual="who")
    found = Trajectories(points=3, draws=200).assess(data)
    assert not found.details["exact"]
    assert found.value is not None
    between = (found.value + found.details["high"]["3"]) / 2
    assert Trajectories(points=3, draws=200, most=between).assess(data).met is False
    assert Trajectories(points=3, draws=200, most=1.0).assess(data).met
    assert Trajectories(points=3, draws=200).assess(data) == found  # the same chance always


def test_what_is_missing_is_no_point() -> None:
    table = pl.DataFrame({"who": [1, 1, None, 2], "cell": ["a", None, "a", "a"]})
    found = Trajectories(points=1).assess(Dataset.of(table, key="cell", individual="who"))
    assert (found.value, found.details["left_out"], found.details["people"]) == (0.0, 2, 2)


def test_other_columns_can_make_a_point() -> None:
    table = pl.DataFrame({"who": [1, 2], "cell": ["a", "a"], "hour": [1, 2]})
    data = Dataset.of(table, key="cell", individual="who")
    assert Trajectories(points=1, columns=["hour"]).assess(data).value == 1.0
    assert Trajectories(points=1).assess(data).value == 0.0


def test_what_it_refuses() -> None:
    table = pl.DataFrame({"who": [1, 2], "cell": [None, "a"]})
    with pytest.raises(InputError, match="individual"):
        Trajectories().assess(Dataset.of(table, key="cell"))
    with pytest.raises(ColumnError):
        Trajectories(columns=["nowhere"]).assess(Dataset.of(table, individual="who"))
    with pytest.raises(InputError, match="no record has both"):
        Trajectories().assess(Dataset.of(table.head(1), key="cell", individual="who"))
    for wrong in ({"points": 0}, {"points": 21}, {"draws": 1}, {"most": 2.0}):
        with pytest.raises(ParameterError):
            Trajectories(**wrong)  # type: ignore[arg-type]


def test_a_million_records_take_seconds() -> None:
    table = calls(np.random.default_rng(3), 20_000, 1_000_000, 60)
    data = Dataset.of(table, key=["cell", "hour"], individual="who")
    start = process_time()
    found = Trajectories(points=4).assess(data)
    assert process_time() - start < 10  # about two
    assert found.details["unicity"]["4"] > 0.5 > found.details["unicity"]["1"]
