"""Zones of neighbouring areas: what is released is what was asked for, by a checker of its own."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from data_of_places import as_geojson, as_geoparquet, board
from discret import Dataset, Plan
from discret.assess import KAnonymity, LDiversity
from discret.errors import (
    ColumnError,
    DiscretError,
    FileError,
    InputError,
    ParameterError,
    TargetError,
)
from discret.maths.places.graph import hang_together
from discret.quantify import DetailLost
from discret.reduce import Grid, SmallestAreas

SIDE = 5


def farms(seed: int, facts: int = 240, side: int = SIDE) -> pl.DataFrame:
    """Facts of farmers who live somewhere on a board and have fields around."""
    rng = np.random.default_rng(seed)
    farmer = rng.integers(0, facts // 3, facts)
    home = rng.integers(0, side, (facts // 3, 2))[farmer]
    place = np.clip(home + rng.integers(-1, 2, (facts, 2)), 0, side - 1)
    crop = rng.choice(["wheat", "oats", "rye", "flax"], facts, p=[0.5, 0.3, 0.17, 0.03])
    return pl.DataFrame({
        "farmer": [f"f{number}" for number in farmer],
        "area": [f"{row}{column}" for row, column in place],
        "crop": crop,
        "organic": rng.random(facts) < 0.3,
        "bees": rng.normal(4, 1, facts).round(3),
        "x": place[:, 1] * 100.0 + 650_000,
        "y": place[:, 0] * 100.0 + 6_800_000,
    })  # fmt: skip


ROLES: dict[str, Any] = {"individual": "farmer", "area": "area", "key": ["crop", "organic"],
                         "sensitive": "bees"}  # fmt: skip
PAIRS = [
    (f"{row}{column}", f"{row + down}{column + across}")
    for row in range(SIDE)
    for column in range(SIDE)
    for down, across in ((0, 1), (1, 0))
    if row + down < SIDE and column + across < SIDE
]


def check(before: pl.DataFrame, change: Any, individuals: int, k: int, count: str) -> None:
    """From the definition: who is shown where, with what, and whether zones hang together."""
    after = change.data.to_polars()
    people, classes, facts = defaultdict(set), defaultdict(set), defaultdict(int)
    for farmer, zone, crop, organic in after.select("farmer", "area", "crop", "organic").rows():
        people[zone].add(farmer)
        classes[zone, crop, organic].add(farmer)
        facts[zone, crop, organic] += 1
    assert all(len(some) >= individuals for some in people.values())
    counted = facts if count == "records" else {key: len(some) for key, some in classes.items()}
    assert all(number >= k for number in counted.values())
    zones = defaultdict(list)
    for row in change.facts["account"]:
        zones[row["zone"]].append(row["area"])
    land = SmallestAreas(pairs=PAIRS).land(change.data, _Names(before["area"].unique().sort()))
    for zone, members in zones.items():
        if zone is not None:
            assert hang_together(land.graph, land.places(members).tolist())
    assert {*people} == {*zones} - {None}
    told = change.facts
    assert told["kept"] == len(after)
    assert told["kept"] + told["dropped"] == len(before)
    assert told["individuals"] == after["farmer"].n_unique()
    assert told["zones"] == len(people) <= told["zones_bound"]
    assert told["squares_bound"] <= told["squares"]
    # every record is shown in the zone of its area, as it was
    shown = {row["area"]: row["zone"] for row in told["account"]}
    was = before.with_row_index().with_columns(pl.col("area").replace_strict(shown))
    kept = was.join(
        after.select("bees", "farmer", "crop"), on=["bees", "farmer", "crop"], how="semi"
    )
    assert kept["area"].to_list() == after["area"].to_list()


class _Names:
    """What `SmallestAreas.land` asks of what was counted."""

    def __init__(self, values: pl.Series) -> None:
        self.columns, self.names = ("area",), values.to_list()


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("count", ["individuals", "records"])
def test_zones_are_what_was_asked_for(seed: int, count: Any) -> None:
    rng = np.random.default_rng(seed)
    individuals, k = int(rng.integers(2, 9)), int(rng.integers(1, 6))
    save = float(rng.choice([1.0, 0.9]))
    table = farms(seed)
    data = Dataset.of(table, **ROLES)
    method = SmallestAreas(individuals=individuals, k=k, count=count, pairs=PAIRS, save=save)
    change = method.apply(data)
    check(table, change, individuals, k, count)
    assert change.facts["kept"] >= save * change.facts["bound"]
    if count == "individuals" and k > 1:
        found = KAnonymity(k=k).assess(change.data)
        assert found.met
    if save == 1.0:
        assert change.facts["kept"] == change.facts["bound"]


def test_a_larger_target_never_keeps_more() -> None:
    data = Dataset.of(farms(1), **ROLES)
    kept = {
        (eta, k): SmallestAreas(individuals=eta, k=k, pairs=PAIRS).apply(data).facts["kept"]
        for eta in (1, 4, 9)
        for k in (1, 2, 3, 5)
    }
    for (eta, k), number in kept.items():
        assert all(number >= kept[other] for other in kept if other[0] >= eta and other[1] >= k)


@pytest.mark.parametrize("seed", range(4))
def test_models_hold_beside(seed: int) -> None:
    table = farms(seed).with_columns(
        ill=pl.Series(np.random.default_rng(seed).choice(list("abc"), 240))
    )
    data = Dataset.of(table, **{**ROLES, "sensitive": "ill"})
    models = [LDiversity(l=2), KAnonymity(k=4)]
    change = SmallestAreas(individuals=3, k=2, pairs=PAIRS, models=models).apply(data)
    check(table, change, 3, 2, "individuals")
    assert all(model.assess(change.data).met for model in models)
    assert not change.facts["exact"]


def test_pairs_outlines_and_points_of_a_board_are_the_same_land(tmp_path: Path) -> None:
    table = farms(3)
    data = Dataset.of(table, **ROLES)
    by_pairs = SmallestAreas(pairs=PAIRS).apply(data)
    pl.DataFrame(PAIRS, schema=["one", "other"], orient="row").write_csv(tmp_path / "pairs.csv")
    files = [
        tmp_path / "pairs.csv",
        as_geojson(tmp_path / "board.geojson", board(SIDE)),
        as_geoparquet(tmp_path / "board.parquet", board(SIDE)),
        as_geoparquet(tmp_path / "other.parquet", board(SIDE), order=">"),
    ]
    for file in files:
        found = SmallestAreas(file=str(file)).apply(data)
        assert found.data.to_polars().equals(by_pairs.data.to_polars())
    near = SmallestAreas(x="x", y="y").apply(data)
    assert {"x", "y"}.isdisjoint(near.data.roles)
    assert near.facts["kept"] == by_pairs.facts["kept"]
    four = SmallestAreas(x="x", y="y", nearest=4).apply(data)
    assert four.facts["kept"] == by_pairs.facts["kept"]


def test_squares_of_a_grid_need_nothing() -> None:
    table = farms(4)
    placed = Grid(side=100).apply(Dataset.of(table, individual="farmer", key=["crop"])).data
    data = Dataset.of(placed.to_polars(), individual="farmer", key=["crop"], area="cell")
    change = SmallestAreas(individuals=5, k=2).apply(data)
    assert 1 < change.facts["zones"] < change.facts["areas"]


def test_labels_of_members_name_areas_without_records_too() -> None:
    table = farms(5).filter(pl.col("area") != "22")
    data = Dataset.of(table, **ROLES)
    change = SmallestAreas(pairs=PAIRS, labels="members").apply(data)
    labels = change.data.to_polars()["area"].unique().to_list()
    members = [area for label in labels for area in label.split(" + ")]
    assert "22" in members
    assert len(members) == len({*members}) == 25
    numbers = SmallestAreas(pairs=PAIRS).apply(data).data.to_polars()["area"]
    assert numbers.str.contains(r"^zone \d+$").all()


def test_the_same_comes_out_of_every_engine() -> None:
    table = farms(6)
    whole = SmallestAreas(pairs=PAIRS).apply(Dataset.of(table, **ROLES)).data.to_polars()
    lazies = {
        "pandas": table.to_pandas(),
        "lazy": table.lazy(),
        "duckdb": duckdb.from_arrow(table.to_arrow()),
        "shuffled": table.sample(fraction=1.0, shuffle=True, seed=1),
    }
    for kind, frame in lazies.items():
        found = SmallestAreas(pairs=PAIRS).apply(Dataset.of(frame, **ROLES)).data.to_polars()
        assert found.sort(found.columns).equals(whole.sort(whole.columns)), kind


@pytest.mark.parametrize("kind", [pl.Int8, pl.UInt64, pl.Int64, pl.Categorical, pl.String])
def test_areas_of_any_type(kind: Any) -> None:
    table = farms(7).with_columns(pl.col("area").cast(pl.Int8).cast(pl.String).cast(kind))
    pairs = [(str(int(one)), str(int(other))) for one, other in PAIRS]
    change = SmallestAreas(pairs=pairs, individuals=2, k=2).apply(Dataset.of(table, **ROLES))
    assert change.facts["kept"] > 0
    assert change.facts["without_neighbours"] == 0


def test_detail_that_is_lost_is_followed() -> None:
    data = Dataset.of(farms(8), **ROLES)
    change = SmallestAreas(pairs=PAIRS).apply(data)
    found = DetailLost(columns=["area"]).compare(data, change.data)
    assert 0 < found.value < 1


def test_records_are_people_where_nobody_is_told_apart() -> None:
    table = farms(9).drop("farmer").with_columns(pl.lit("wheat").alias("crop"))
    data = Dataset.of(table, area="area", key="crop")
    change = SmallestAreas(individuals=20, k=20, pairs=PAIRS).apply(data)
    sizes = change.data.to_polars()["area"].value_counts()["count"]
    assert sizes.min() >= 20
    assert change.facts["individuals"] == 240


def test_an_island_with_too_few_is_dropped_and_another_is_not() -> None:
    table = pl.DataFrame({"area": list("aabbc"), "farmer": list("12345"), "key": ["k"] * 5})
    data = Dataset.of(table, area="area", individual="farmer", key="key")
    change = SmallestAreas(individuals=3, k=1, pairs=[("a", "b"), ("c", "d")]).apply(data)
    assert change.data.to_polars()["area"].to_list() == ["zone 1"] * 4
    assert change.facts["dropped"] == 1
    assert change.facts["exact"]


def test_a_plan_finds_the_file_beside_it(tmp_path: Path) -> None:
    as_geojson(tmp_path / "board.geojson", board(SIDE), name="code")
    farms(2).write_csv(tmp_path / "farms.csv")
    (tmp_path / "plan.toml").write_text(
        '[data]\nfile = "farms.csv"\n[roles]\nindividual = "farmer"\narea = "area"\n'
        'key = ["crop", "organic"]\nsensitive = ["bees"]\n[[reduce]]\nmethod = "smallest_areas"\n'
        'file = "board.geojson"\ncode = "code"\n[release]\nunexamined = ["x", "y"]\n',
        encoding="utf-8",
    )
    release = Plan.read(tmp_path / "plan.toml").run(Dataset.of(farms(2), **ROLES), seed=1)
    assert release.steps[-1].facts["zones"] > 1


REFUSED: list[tuple[dict[str, Any], type[DiscretError], str]] = [
    ({"x": "x"}, ParameterError, "x, y: both or neither are needed"),
    ({"x": "x", "y": "y", "pairs": PAIRS}, ParameterError, "one of them says who is near"),
    ({"nearest": 3, "pairs": PAIRS}, ParameterError, "nearest: it goes with x and y"),
    ({}, InputError, "nothing says which areas are neighbours"),
    ({"pairs": [("A", "B")]}, InputError, "none of 25 areas is in a pair of neighbours"),
    ({"pairs": PAIRS, "k": 500}, TargetError, "nothing would be left"),
    ({"x": "x", "y": "x"}, ColumnError, "x and y are two columns"),
    ({"x": "x", "y": "crop"}, ColumnError, "crop"),
]


@pytest.mark.parametrize(("given", "error", "words"), REFUSED, ids=lambda one: str(one)[:40])
def test_what_cannot_be_done_is_refused(given: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words) as told:
        SmallestAreas(**given).apply(Dataset.of(farms(1), **ROLES))
    assert told.value.hint
    assert told.value.within("fr") != told.value.within("en")


def test_outlines_that_do_not_match_are_counted(tmp_path: Path) -> None:
    data = Dataset.of(farms(1), **ROLES)
    small = as_geojson(tmp_path / "small.geojson", board(4))
    with pytest.raises(ColumnError, match=r"9 of 25 areas have no outline in small.geojson"):
        SmallestAreas(file=str(small)).apply(data)
    with pytest.raises(FileError, match=r"no outline has a property 'nom'"):
        SmallestAreas(file=str(small), code="nom").apply(data)
    bare = tmp_path / "bare.csv"
    bare.write_text("area\n00\n", encoding="utf-8")
    with pytest.raises(FileError, match="two columns are needed"):
        SmallestAreas(file=str(bare)).apply(data)
    (tmp_path / "broken.geojson").write_text("{", encoding="utf-8")
    with pytest.raises(FileError, match="is not JSON"):
        SmallestAreas(file=str(tmp_path / "broken.geojson")).apply(data)


@pytest.mark.parametrize("name", ["area", "farmer"])
def test_a_missing_area_or_individual_is_refused(name: str) -> None:
    table = farms(1).with_columns(pl.when(pl.int_range(pl.len()) > 1).then(pl.col(name)))
    with pytest.raises(ColumnError, match=rf"2 records have no '{name}'"):
        SmallestAreas(pairs=PAIRS).apply(Dataset.of(table, **ROLES))


def test_missing_keys_are_a_category() -> None:
    table = farms(1).with_columns(pl.when(pl.col("crop") != "rye").then(pl.col("crop")))
    data = Dataset.of(table, **ROLES)
    change = SmallestAreas(pairs=PAIRS, k=3).apply(data)
    after = change.data.to_polars()
    counts = after.group_by("area", "crop", "organic").agg(pl.col("farmer").n_unique())
    assert counts["farmer"].min() >= 3
    assert after["crop"].null_count() > 0
