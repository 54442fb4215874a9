"""Register: who may be whom and who is named, against every possible world; what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset, Hierarchy, Plan
from discret.assess import KAnonymity, Register
from discret.errors import ColumnError, InputError, ParameterError
from discret.reduce import (
    Generalise,
    Pram,
    Recode,
    Round,
    ShuffleRecords,
    SuppressCells,
    TopCode,
)

CROPS = {"soft": "wheat", "durum": "wheat", "beet": "roots", "carrot": "roots"}
GROUPS = Hierarchy.from_groups({"wheat": ["soft", "durum"], "roots": ["beet", "carrot"]})
KNOWN = {
    None: (False, False),
    "register": (True, False),
    "file": (False, True),
    "both": (True, True),
}


# ---------------------------------------------------------------- the definition, word for word


def leaves(crop: str) -> set[str]:
    if crop == "*":
        return {*CROPS}
    return {leaf for leaf, group in CROPS.items() if crop in (leaf, group)}


def span(age: Any) -> tuple[float, float]:
    low, _, high = str(age).partition("-")
    return float(low), float(high or low)


def fits(record: dict[str, Any], row: dict[str, Any], tolerance: float) -> bool:
    """Whether what a record shows may be what a row of the register says."""
    one, other = record["crop"], row["crop"]
    if one is not None and other is not None and not leaves(one) & leaves(other):
        return False
    one, other = record["age"], row["age"]
    if one is not None and other is not None:
        (low, high), (least, most) = span(one), span(other)
        if most < low or high < least:
            return False
    one, other = record["size"], row["size"]
    return one is None or other is None or round(abs(one - other), 9) <= tolerance


@dataclass
class World:
    """Some records, those who are behind them, and some people."""

    records: list[dict[str, Any]]
    behind: list[int]
    rows: list[dict[str, Any]]
    tolerance: float
    several: bool

    def units(self) -> list[list[int]]:
        return [[n for n, own in enumerate(self.behind) if own == who] for who in
                dict.fromkeys(self.behind)]  # fmt: skip

    def people(self) -> list[list[dict[str, Any]]]:
        names = dict.fromkeys(row["name"] for row in self.rows)
        return [[row for row in self.rows if row["name"] == name] for name in names]

    def candidates(self) -> list[list[int]]:
        return [
            [place for place, person in enumerate(self.people())
             if all(self._fits(self.records[n], person) for n in unit)]
            for unit in self.units()
        ]  # fmt: skip

    def _fits(self, record: dict[str, Any], person: list[dict[str, Any]]) -> bool:
        return any(fits(record, row, self.tolerance) for row in person)

    def worlds(self, every_record: bool, every_person: bool) -> Iterator[tuple[int | None, ...]]:
        """Yield all that may be: the person of each unit, nobody known where that is allowed."""
        outside: list[int | None] = [] if every_record else [None]
        for world in product(*([*outside, *own] for own in self.candidates())):
            named = [person for person in world if person is not None]
            if not self.several and len({*named}) < len(named):
                continue
            if every_person and len({*named}) < len(self.people()):
                continue
            yield world

    def expected(self, complete: str | None, within: int) -> dict[str, Any]:
        worlds = [*self.worlds(*KNOWN[complete])]
        units, people = self.units(), range(len(self.people()))
        left, certain = self.candidates(), [False] * len(units)
        if worlds and complete is not None:
            left = [
                [p for p in people if any(w[n] == p for w in worlds)] for n in range(len(units))
            ]
            certain = [len({w[n] for w in worlds}) == 1 and worlds[0][n] is not None
                       for n in range(len(units))]  # fmt: skip
        theirs = [[n for n, own in enumerate(left) if person in own] for person in people]
        shown = [{self.records[r]["illness"] for n in own for r in units[n]} for own in theirs]
        return {
            "fits": bool(worlds) or complete is None,
            "named": sum(len(u) for u, own in zip(units, left, strict=True) if len(own) == 1),
            "certain": sum(len(u) for u, sure in zip(units, certain, strict=True) if sure),
            "within": sum(len(u) for u, own in zip(units, left, strict=True)
                          if 1 <= len(own) <= within),
            "nobody": sum(len(u) for u, own in zip(units, left, strict=True) if not own),
            "found": sum(len(own) == 1 for own in theirs),
            "told": {"illness": sum(len(own) == 1 and None not in own for own in shown)},
        }  # fmt: skip


def drawn(rng: np.random.Generator) -> World:
    """A few records at mixed levels, and a few people of whom more or less is known."""

    def some(choices: Sequence[Any], size: int) -> list[Any]:
        return [choices[place] for place in rng.integers(0, len(choices), size)]

    records, people = int(rng.integers(1, 6)), int(rng.integers(1, 5))
    rows = people + int(rng.integers(0, 2))
    crops = [*CROPS, "wheat", "roots", "*", None]
    ages = ["20-29", "30-39", "25-34", "32", None]
    apart = bool(rng.random() < 0.4)
    return World(
        records=[
            {"crop": crop, "age": age, "size": size, "illness": illness}
            for crop, age, size, illness in zip(
                some(crops, records), some(ages, records), some([1.0, 1.5, 2.0, None], records),
                some(["flu", "cold", None], records), strict=True,
            )
        ],
        behind=rng.integers(0, 3, records).tolist() if apart else list(range(records)),
        rows=[
            {"name": f"p{n % people}", "crop": crop, "age": age, "size": size}
            for n, (crop, age, size) in enumerate(zip(
                some([*CROPS, "wheat", None], rows), some(["22", "32", "33", "36-50", None], rows),
                some([1.0, 1.4, 2.2, None], rows), strict=True,
            ))
        ],
        tolerance=float(rng.choice([0.0, 0.2, 0.5])),
        several=not apart and bool(rng.random() < 0.3),
    )  # fmt: skip


def released(world: World) -> Dataset:
    kinds = {"crop": pl.String, "age": pl.String, "size": pl.Float64, "illness": pl.String}
    frame = pl.DataFrame(world.records, schema=kinds).with_columns(who=pl.Series(world.behind))
    roles: dict[str, Any] = {"key": ["crop", "age"], "number": "size", "sensitive": "illness"}
    apart = len({*world.behind}) < len(world.behind) or not world.several
    data = Dataset.of(
        frame, **roles, individual="who" if world.several or apart else None,
        hierarchies={"crop": GROUPS},
    )  # fmt: skip
    return data.without_columns(["who"]) if world.several else data


def ways(world: World) -> list[World]:
    """As the file tells people apart, and as it is once it does so no longer."""
    each = list(range(len(world.records)))
    return [world] if world.several else [world, replace(world, behind=each, several=True)]


@pytest.mark.parametrize("seed", range(8))
def test_all_that_is_found_is_what_every_possible_world_says(seed: int) -> None:
    rng = np.random.default_rng([17, seed])
    certain = 0
    for _ in range(60):
        world = drawn(rng)
        kinds = {"name": pl.String, "crop": pl.String, "age": pl.String, "size": pl.Float64}
        known = pl.DataFrame(world.rows, schema=kinds)
        complete = [None, "register", "file", "both"][rng.integers(0, 4)]
        within = int(rng.integers(1, 4))
        nearness = {"size": world.tolerance} if world.tolerance else {}
        part = Register(tables=[known], complete=complete, within=within, tolerance=nearness)
        found = part.assess(released(world))
        expected = max(
            (own.expected(complete, within) for own in ways(world)), key=lambda own: own["within"]
        )
        assert {name: found.details[name] for name in expected} == expected
        assert found.value == pytest.approx(expected["within"] / len(world.records))
        certain += expected["certain"]
    assert certain  # some of what is drawn is certain


# ---------------------------------------------------------------- what the release shows


def parcels(**more: Any) -> Dataset:
    frame = pl.DataFrame({
        "id": range(1, 9),
        "crop": ["soft", "durum", "beet", "carrot", "soft", "durum", "beet", "carrot"],
        "surface": [1.2, 2.6, 3.1, 4.4, 5.5, 6.7, 7.3, 8.9],
        "bees": [3, 1, 4, 1, 5, 9, 2, 6],
    })  # fmt: skip
    roles: dict[str, Any] = {"identifier": "id", "key": ["crop", "surface"], "sensitive": "bees"}
    return Dataset.of(frame, **roles, hierarchies={"crop": GROUPS}, **more)


KOUMOUL = pl.DataFrame({"id": range(1, 9), "surface": [1.2, 2.6, 3.1, 4.4, 5.5, 6.7, 7.3, 8.9]})
GEOPORTAIL = pl.DataFrame({"id": range(1, 9), "crop": parcels().to_polars()["crop"]})


def left(data: Dataset, *tables: Any, **more: Any) -> dict[str, int]:
    return dict(Register(tables=list(tables), **more).assess(data).details["by_candidates"])


def test_a_table_of_records_finds_those_of_people_with_several() -> None:
    """Parcels are known one by one; that a farmer has two of them does not hide either."""
    both = {"tables": [KOUMOUL, GEOPORTAIL]}
    frame = parcels().to_polars().with_columns(farmer=pl.Series([1, 1, 2, 2, 3, 3, 4, 4]))
    roles: dict[str, Any] = {"identifier": "id", "key": ["crop", "surface"]}
    data = Dataset.of(frame, individual="farmer", **roles)
    assert Register(**both).assess(data).value == 1.0
    plan = Plan(assess=[Register(**both, most=0.1)], reduce=[ShuffleRecords()])
    assert plan.run(data, seed=1).risk[0].met is False


def test_a_chain_of_two_tables_names_what_neither_names_alone() -> None:
    data = Round(columns=["surface"], base=4).apply(parcels()).data
    assert left(data, GEOPORTAIL)["1"] == 0
    alone = left(data, KOUMOUL)["1"]
    assert left(data, KOUMOUL, GEOPORTAIL)["1"] > alone


@pytest.mark.parametrize("how", [
    lambda data: Recode(column="crop", level=1).apply(data).data,
    lambda data: Recode(column="crop", mapping=dict.fromkeys(["soft", "durum"], "wheat"))
    .apply(data).data,
    lambda data: Generalise(models=[KAnonymity(k=3)])
    .apply(data.without_columns(["surface"])).data,
])  # fmt: skip
def test_values_are_compared_at_the_level_at_which_they_are_shown(how: Any) -> None:
    data = how(parcels())
    shown = data.to_polars()["crop"].to_list()
    register = Register(tables=[GEOPORTAIL]).assess(data)
    many = {
        crop: sum(crop in (own, CROPS[own], "*") for own in GEOPORTAIL["crop"]) for crop in shown
    }
    counted = [many[crop] for crop in shown]
    assert register.details["named"] == sum(n == 1 for n in counted)
    assert register.per_key is not None
    told = dict(register.per_key.select("crop", "candidates").iter_rows())
    assert told == {crop: many[crop] for crop in shown}


def test_roundings_and_top_codes_are_undone_by_what_the_steps_say() -> None:
    data = parcels().without_columns(["crop"])
    rounded = Round(columns=["surface"], base=3).apply(data).data
    shown = rounded.to_polars()["surface"]
    finding = Register(tables=[KOUMOUL]).assess(rounded)
    assert finding.per_key is not None
    told = dict(finding.per_key.select("surface", "candidates").iter_rows())
    assert told == dict(shown.value_counts().iter_rows())
    cut = TopCode(column="surface", top=5.0).apply(data).data
    assert left(cut, KOUMOUL) == {"0": 0, "1": 4, "2": 0, "3-5": 4, "6-10": 0, "11+": 0}


def test_a_register_may_know_less_finely_than_the_release_shows() -> None:
    known = GEOPORTAIL.with_columns(pl.col("crop").replace(CROPS))
    finding = Register(tables=[known]).assess(parcels())
    assert finding.details["by_candidates"]["3-5"] == 8


def test_blanks_go_with_anybody() -> None:
    data = parcels()
    blank = SuppressCells(models=[KAnonymity(k=2)]).apply(
        data, Context(rng=np.random.default_rng(1))
    )
    assert Register(tables=[KOUMOUL, GEOPORTAIL]).assess(data).details["named"] == 8
    assert left(blank.data, KOUMOUL, GEOPORTAIL)["0"] == 0
    assert left(blank.data, KOUMOUL, GEOPORTAIL)["1"] < 8


def test_values_that_were_exchanged_are_named_as_such() -> None:
    data = Pram(columns=["crop"]).apply(parcels(), Context(rng=np.random.default_rng(1))).data
    assert Register(tables=[GEOPORTAIL]).assess(data).details["exchanged"] == ["crop"]


def test_a_release_is_judged_by_what_leaves() -> None:
    plan = Plan(reduce=[Recode(column="crop", level=1)])
    release = plan.run(parcels(), seed=1)
    part = Register(tables=[KOUMOUL, GEOPORTAIL])
    assert part.assess(release) == part.assess(release.data)  # type: ignore[arg-type]
    assert KAnonymity(k=2).assess(release).value == 1  # type: ignore[arg-type]


# ---------------------------------------------------------------- tables of any kind


def test_tables_of_any_engine_tell_the_same(tmp_path: Path) -> None:
    data = parcels()
    expected = Register(tables=[KOUMOUL, GEOPORTAIL]).assess(data)
    KOUMOUL.write_csv(tmp_path / "koumoul.csv")
    file = {"file": str(tmp_path / "koumoul.csv")}
    tables = [KOUMOUL.to_pandas(), KOUMOUL.lazy(), KOUMOUL.to_arrow(), Dataset.of(KOUMOUL), file]
    duck = duckdb.connect()
    duck.register("known", KOUMOUL.to_arrow())
    for first in (*tables, duck.sql("select * from known")):
        assert Register(tables=[first, GEOPORTAIL]).assess(data) == expected


def test_types_of_other_widths_and_texts_are_the_same_values() -> None:
    data = parcels()
    expected = Register(tables=[KOUMOUL]).assess(data)
    for kind in (pl.Float32, pl.Decimal(10, 2), pl.String):
        other = KOUMOUL.with_columns(pl.col("surface").cast(kind))
        tolerance = {"tolerance": {"surface": 1e-6}} if kind == pl.Float32 else {}
        found = Register(tables=[other], **tolerance).assess(data)  # type: ignore[arg-type]
        assert found.details == expected.details


def test_columns_of_other_names_are_renamed(tmp_path: Path) -> None:
    KOUMOUL.rename({"surface": "contenance"}).write_csv(tmp_path / "koumoul.csv")
    plan = Plan.from_toml(
        '[[assess]]\nmeasure = "register"\nmost = 0\n'
        'tables = [{ file = "koumoul.csv", rename = { contenance = "surface" } }]',
        folder=tmp_path,
    )
    assert Plan.from_toml(plan.to_toml()) == plan
    assert plan.assess[0].assess(parcels()).value == 1
    wrong = [{"file": str(tmp_path / "koumoul.csv"), "rename": {"nothing": "surface"}}]
    with pytest.raises(ColumnError, match="nothing"):
        Register(tables=wrong).assess(parcels())


# ---------------------------------------------------------------- names, and what is refused


def test_no_name_leaves(tmp_path: Path) -> None:
    known = pl.DataFrame({"name": [f"Zorglub{n}" for n in range(8)], "crop": GEOPORTAIL["crop"]})
    known.write_csv(tmp_path / "known.csv")
    plan = Plan(
        assess=[Register(tables=[str(tmp_path / "known.csv")], complete="both", most=0.5)],
        reduce=[Recode(column="crop", level=1)],
    )
    release = plan.run(parcels(), seed=1)
    told = (
        json.dumps(release.to_dict(), default=str) + release.report() + release.report(public=True)
    )
    assert "Zorglub" not in told + repr(plan) + repr(plan.assess[0]) + plan.to_toml()
    for finding in release.risk:
        speaks_both_languages(finding)
        shows_no("Zorglub", finding)


def test_who_names_people_is_the_first_column_that_is_not_shown() -> None:
    twice = pl.concat([KOUMOUL, KOUMOUL.with_columns(pl.col("surface") + 0.05)])
    data = parcels()
    assert Register(tables=[twice]).assess(data).details["people"] == 8
    assert Register(tables=[twice.drop("id")]).assess(data).details["people"] == 16
    assert Register(tables=[twice], individual="id").assess(data).details["people"] == 8
    unknown = twice.with_columns(id=pl.when(pl.col("id") > 4).then("id"))
    assert Register(tables=[unknown]).assess(data).details["people"] == 4


def test_tables_that_share_nothing_are_refused() -> None:
    odd = pl.DataFrame({"colour": ["red"], "name": ["x"]})
    with pytest.raises(InputError, match="table 2 shares no column") as raised:
        Register(tables=[KOUMOUL, odd]).assess(parcels())
    assert "rename" in raised.value.within("fr")
    with pytest.raises(InputError, match="no column in common"):
        Register(tables=[odd]).assess(parcels())
    with pytest.raises(InputError, match="no records"):
        Register(tables=[KOUMOUL.clear()]).assess(parcels())
    with pytest.raises(ColumnError, match="nobody"):
        Register(tables=[KOUMOUL], individual="nobody").assess(parcels())
    with pytest.raises(ColumnError, match="crop"):
        Register(tables=[KOUMOUL], columns=["crop"]).assess(parcels())


def test_files_that_are_not_there_are_told_when_a_plan_is_read(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="number 2: there is no file"):
        Register(tables=[KOUMOUL, str(tmp_path / "nothing.csv")])
    with pytest.raises(ParameterError, match="number 1: a table or the path"):
        Register(tables=[3])
    with pytest.raises(ParameterError, match="it names no file"):
        Register(**Register(tables=[KOUMOUL]).parameters())
    with pytest.raises(ParameterError, match="tables"):
        Register(tables=[])


def test_a_plan_foresees_what_would_be_refused() -> None:
    plan = Plan(assess=[Register(tables=[pl.DataFrame({"colour": ["red"]})])])
    with pytest.raises(InputError, match="no column in common"):
        plan.check(parcels())


@pytest.mark.parametrize("column", ["crop", "surface"])
def test_nothing_known_of_a_column_goes_with_all(column: str) -> None:
    nothing = KOUMOUL.join(GEOPORTAIL, on="id").with_columns(pl.lit(None).alias(column))
    finding = Register(tables=[nothing], columns=[column]).assess(parcels())
    assert finding.details["by_candidates"]["6-10"] == 8
