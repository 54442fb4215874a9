"""Points that are moved or exchanged: what stays, how far they go, and what is refused."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest
from scipy.stats import kstest

from discret import Context, Dataset, Plan
from discret.errors import ColumnError, DiscretError, InputError, ParameterError
from discret.maths.places import exchanging
from discret.reduce import Displace, SwapLocations

EAST, NORTH = 652_000.0, 6_862_000.0


def fields(seed: int, number: int = 400) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return pl.DataFrame({
        "x": EAST + rng.uniform(0, 5000, number),
        "y": NORTH + rng.uniform(0, 5000, number),
        "surface": np.exp(rng.normal(1, 1, number)),
        "crop": rng.choice(["wheat", "oats"], number),
        "commune": rng.choice(["a", "b", "c"], number),
    })  # fmt: skip


def places(data: Any) -> Any:
    return data.to_polars().select("x", "y").to_numpy()


def chance(seed: int) -> Context:
    return Context(rng=np.random.default_rng(seed))


@pytest.mark.parametrize(("beyond", "within"), [(0.0, 200.0), (100.0, 300.0), (299.0, 300.0)])
def test_moves_are_uniform_over_the_ring(beyond: float, within: float) -> None:
    """Squared distances and angles are uniform (Kolmogorov-Smirnov), and apart from each other."""
    table = fields(1, 4000)
    after = Displace(beyond=beyond, within=within).apply(Dataset.of(table), chance(2)).data
    east, north = (places(after) - table.select("x", "y").to_numpy()).T
    far = np.hypot(east, north)
    assert beyond - 1e-6 <= far.min()
    assert far.max() <= within + 1e-6
    share = (far**2 - beyond**2) / (within**2 - beyond**2)
    angle = np.arctan2(north, east) / (2 * np.pi) + 0.5
    assert kstest(share, "uniform").pvalue > 0.001
    assert kstest(angle, "uniform").pvalue > 0.001
    # of 4000 independent pairs the correlation has a standard error of 1/63
    assert abs(np.corrcoef(share, angle)[0, 1]) < 4 / np.sqrt(4000)
    # the mean distance between uniform points of a disc and its centre: 2/3 (R³ − r³)/(R² − r²)
    mean = 2 / 3 * (within**3 - beyond**3) / (within**2 - beyond**2)
    assert far.mean() == pytest.approx(mean, abs=4 * far.std() / np.sqrt(4000))


def test_records_of_one_place_move_together() -> None:
    table = pl.concat([fields(3, 50)] * 3)
    after = Displace(within=100).apply(Dataset.of(table), chance(1))
    new = places(after.data)
    assert np.array_equal(new[:50], new[50:100])
    assert np.array_equal(new[:50], new[100:])
    assert after.facts["points"] == 50


def test_whole_numbers_become_numbers_and_nothing_else_changes() -> None:
    table = fields(4).with_columns(pl.col("x", "y").round().cast(pl.Int32))
    after = Displace(within=100).apply(Dataset.of(table), chance(1)).data.to_polars()
    assert after.drop("x", "y").equals(table.drop("x", "y"))
    assert after["x"].dtype == pl.Float64


@pytest.mark.parametrize("seed", range(5))
def test_exchanges_keep_all_places_and_what_must_be_alike(seed: int) -> None:
    table = fields(seed)
    method = SwapLocations(
        beyond=100, within=900, keep=["surface", "crop"], near=0.2, along=["commune"]
    )
    change = method.apply(Dataset.of(table), chance(seed))
    after = change.data.to_polars()
    was, now = places(Dataset.of(table)), places(change.data)
    assert sorted(map(tuple, was.tolist())) == sorted(map(tuple, now.tolist()))
    assert after.select("surface", "crop").equals(table.select("surface", "crop"))
    at = {tuple(place): row for row, place in enumerate(was.tolist())}
    partner = np.array([at[tuple(place)] for place in now.tolist()])
    assert (partner[partner] == np.arange(len(partner))).all()  # pairs
    moved = partner != np.arange(len(partner))
    far = np.hypot(*(was[partner] - was).T)[moved]
    assert 100 <= far.min() <= far.max() <= 900
    size = table["surface"].to_numpy()
    larger = np.maximum(size, size[partner])
    assert (np.abs(size - size[partner]) <= 0.2 * larger * (1 + 1e-9)).all()
    assert (table["crop"].to_numpy() == table["crop"].to_numpy()[partner]).all()
    assert after["commune"].to_list() == table["commune"].gather(partner).to_list()
    assert change.facts["exchanged"] == moved.sum() == len(table) - change.facts["left"]
    assert change.facts["share"] > 0.5
    # whoever is left has nobody who is left too: the pairing cannot be lengthened by a pair
    left = np.flatnonzero(~moved)
    for one in left:
        for other in left:
            apart = np.hypot(*(was[one] - was[other]))
            alike = abs(size[one] - size[other]) <= 0.2 * max(size[one], size[other])
            same = table["crop"][int(one)] == table["crop"][int(other)]
            assert one == other or not (100 <= apart <= 900 and alike and same)


def test_partners_are_chosen_evenly() -> None:
    """Five points in reach of one another: each of ten pairs comes as often."""
    points = np.stack([EAST + np.arange(5) * 10.0, np.full(5, NORTH)], axis=1)
    draws, none = 3000, np.zeros(5, dtype=np.int64)
    seen, rng = np.zeros((5, 5)), np.random.default_rng(1)
    for _ in range(draws):
        partner = exchanging.partners(points, np.zeros((5, 0)), none, (0.0, 100.0, 0.1), rng)
        seen[np.arange(5), partner] += 1
    # each pair: two of five pairs' places, chance 1/5; its standard error over the draws is 0.0073
    share = seen / draws
    assert np.abs(share - 0.2).max() < 4 * np.sqrt(0.2 * 0.8 / draws)


def test_records_of_a_person_move_together() -> None:
    table = pl.concat([fields(5, 100)] * 2).with_columns(who=pl.Series([*range(100), *range(100)]))
    data = Dataset.of(table, individual="who")
    new = places(SwapLocations(within=2000).apply(data, chance(1)).data)
    assert np.array_equal(new[:100], new[100:])


def test_records_that_move_together_and_find_nobody_are_not_called_exchanged() -> None:
    table = pl.DataFrame({
        "who": ["a", "a", "a", "b", "c"], "y": [NORTH] * 5,
        "x": [EAST, EAST, EAST, EAST + 100, EAST + 9000],
    })  # fmt: skip
    far = Dataset.of(table.tail(2).vstack(table.head(2)), individual="who")
    with pytest.raises(InputError, match="no record has one like it within reach"):
        SwapLocations(within=50).apply(far, chance(1))
    alone = table.with_columns(pl.Series("who", ["c", "c", "c", "a", "b"]))
    moved = alone.with_columns(x=pl.Series([EAST + 9000] * 3 + [EAST, EAST + 100]))
    facts = SwapLocations(within=200).apply(Dataset.of(moved, individual="who"), chance(1)).facts
    assert (facts["exchanged"], facts["left"], facts["distance"]) == (2, 3, 100.0)


def test_missing_is_alike_to_missing_alone() -> None:
    table = pl.DataFrame(
        {"x": EAST + np.arange(4.0), "y": [NORTH] * 4, "surface": [None, 1.0, None, 1.0]}
    )
    change = SwapLocations(within=50, keep=["surface"]).apply(Dataset.of(table), chance(1))
    assert (places(change.data)[:, 0] - EAST).tolist() == [2.0, 3.0, 0.0, 1.0]


def test_the_same_chance_gives_the_same_on_every_engine() -> None:
    table = fields(6, 120).with_row_index("row").with_columns(pl.col("row").cast(pl.Int64))
    for method in (Displace(within=90), SwapLocations(within=900, keep=["surface"], near=0.5)):
        whole = method.apply(Dataset.of(table, row="row"), chance(9)).data.to_polars()
        for frame in (table.lazy(), duckdb.from_arrow(table.to_arrow()), table.to_pandas()):
            found = method.apply(Dataset.of(frame, row="row"), chance(9)).data.to_polars()
            assert found.sort("row").equals(whole.select(found.columns).sort("row"))


def test_a_run_counts_the_people_between_unasked() -> None:
    release = Plan(reduce=[Displace(beyond=100, within=500)]).run(
        Dataset.of(fields(7), number=["x", "y"]), seed=1
    )
    assert "people_between" in [found.name for found in release.risk]


DEGREES = pl.DataFrame({"x": [2.35, 2.36], "y": [48.85, 48.86]})
REFUSED: list[tuple[Any, Any, type[DiscretError], str]] = [
    (Displace(within=100), DEGREES, ColumnError, "look like degrees"),
    (SwapLocations(within=100), DEGREES, ColumnError, "look like degrees"),
    (Displace(within=100), {"x": [EAST, None], "y": [NORTH] * 2}, ColumnError, "1 record has"),
    (Displace(within=100), {"x": [EAST, np.inf], "y": [NORTH] * 2}, ColumnError, "not finite"),
    (Displace(within=9, x="y"), {"x": [EAST], "y": [NORTH]}, ColumnError, "are two columns"),
    (SwapLocations(within=9), {"x": [EAST, EAST + 50], "y": [NORTH] * 2}, InputError, "no record"),
    (SwapLocations(within=9), {"x": [EAST, EAST], "y": [NORTH] * 2}, InputError, "no record"),
    (SwapLocations(within=9), {"x": [EAST], "y": [NORTH]}, InputError, "no record"),
    (Displace(within=9), {"x": ["a"], "y": [NORTH]}, ColumnError, "'x'"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "table", "error", "words"), REFUSED)
def test_what_cannot_be_done_is_refused(method: Any, table: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words) as told:
        method.apply(Dataset.of(pl.DataFrame(table)), chance(1))
    assert told.value.hint
    assert told.value.within("fr") != told.value.within("en")


@pytest.mark.parametrize("method", [Displace, SwapLocations])
def test_a_ring_has_its_hole_inside(method: Any) -> None:
    for given in ({"within": 10, "beyond": 10}, {"within": 0}, {"within": 5, "beyond": -1}, {}):
        with pytest.raises(ParameterError):
            method(**given)
    with pytest.raises(ParameterError, match="no column is named twice"):
        SwapLocations(within=9, keep=["x"])


def test_one_record_and_none() -> None:
    one = pl.DataFrame({"x": [EAST], "y": [NORTH]})
    assert Displace(within=9).apply(Dataset.of(one), chance(1)).facts["points"] == 1
    after = Displace(within=9).apply(Dataset.of(one.clear()), chance(1))
    assert after.facts["points"] == 0
