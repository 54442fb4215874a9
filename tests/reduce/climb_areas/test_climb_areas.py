"""Areas that climb: every release is verified from the definition, every search against all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from area_stars import Star, Wanted, best_by_hand, checked, cuts, star, verify
from discret import Dataset, Hierarchy, Plan
from discret.assess import KAnonymity, LDiversity, LevelTotals, TCloseness, WhyLifted
from discret.data.roles import Role
from discret.errors import (
    ColumnError,
    HierarchyError,
    InputError,
    ParameterError,
    PlanError,
    TargetError,
)
from discret.quantify import DetailLost
from discret.reduce import ClimbAreas
from engines import Engine, brought_back

ZONES = {"a1": "A", "a2": "A", "b1": "B", "b2": "B"}
CROPS = {"wheat": ["soft", "durum"], "nuts": ["walnut", "almond"]}


def held(rows: list[tuple[Any, ...]], **more: Any) -> Dataset:
    schema = ["zone", "who", "crop", "surface"]
    table = pl.DataFrame(rows, schema=schema, orient="row")
    return placed(table, **more)


def placed(table: Any, **more: Any) -> Dataset:
    hierarchies = {
        "zone": Hierarchy.from_parents(ZONES, names=["town", "county"], top=None),
        "crop": Hierarchy.from_groups(CROPS, top=None),
    }
    roles = {"individual": "who", "area": "zone", "key": "crop", "hierarchies": hierarchies}
    return Dataset.of(table, **{**roles, **more})


def farmers(zone: str, people: range, crop: str, surface: float = 1.0) -> list[tuple[Any, ...]]:
    return [(zone, who, crop, surface) for who in people]


@pytest.mark.parametrize("seeds", [range(n, n + 50) for n in range(0, 250, 50)])
def test_releases_of_random_stars_hold(seeds: range) -> None:
    assert sum(checked(seed) for seed in seeds) > len(seeds)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(n, n + 50) for n in range(250, 1000, 50)])
def test_releases_of_more_random_stars_hold(seeds: range) -> None:
    assert sum(checked(seed) for seed in seeds) > len(seeds)


def small_stars(seeds: range) -> Iterator[tuple[Star, Wanted]]:
    """Yield stars of which every choice can be tried."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        drawn, wanted = star(rng, small=True), Wanted.drawn(rng, plain=True)
        areas = {
            (n, drawn.area[r["place"]][n]) for r in drawn.rows for n in range(len(drawn.levels))
        }
        ways = np.prod([len(list(cuts(tree))) for tree in drawn.trees.values()])
        if 2 ** len(areas) * ways <= 10_000:
            yield drawn, replace(wanted, k=min(wanted.k, 3))


@pytest.mark.parametrize(
    ("seeds", "lift"),
    [
        (range(10_000, 10_150), "failing"),
        (range(20_000, 20_150), "failing"),
        (range(10_000, 10_150), "all"),
    ],
)
def test_no_choice_of_areas_and_labels_is_better(seeds: range, lift: str) -> None:
    """As many facts are kept as any choice keeps, and as finely as any of these shows them."""
    released = 0
    for drawn, wanted in small_stars(seeds):
        best = best_by_hand(drawn, wanted, whole=lift == "all")
        try:
            change = wanted.method(search="best", lift=lift).apply(drawn.dataset())
        except TargetError:
            assert best[0] == 0
            continue
        levels = change.data.to_polars()["place_level"]
        fine = sum(len(drawn.levels) - 1 - drawn.levels.index(level) for level in levels)
        assert (change.facts["kept"], fine, change.facts["exact"]) == (*best, True)
        released += 1
    assert released > len(seeds) / 3


@pytest.mark.parametrize("seed", range(12))
def test_more_is_never_kept_for_more_protection(seed: int) -> None:
    rng = np.random.default_rng(seed + 500)
    drawn = star(rng)
    data, found = drawn.dataset(), {}
    for k, individuals, unique in product((1, 2, 4), (1, 3, 5), (1, 2, 4)):
        wanted = Wanted(k, individuals, unique)
        try:
            found[k, individuals, unique] = wanted.method().apply(data).facts["kept"]
        except TargetError:
            found[k, individuals, unique] = 0
    for one, other in product(found, found):
        if all(a <= b for a, b in zip(one, other, strict=True)):
            assert found[one] >= found[other]


def test_the_verifier_refuses_what_does_not_hold() -> None:
    """It is itself tested: a label, a level, a person or a neighbour changed is found."""
    rng = np.random.default_rng(4)
    drawn = star(rng)
    while not drawn.trees or len(drawn.rows) < 30:
        drawn = star(rng)
    wanted = Wanted(k=2, individuals=2)
    release = wanted.method(search="greedy").apply(drawn.dataset()).data.to_polars()
    verify(drawn, release, wanted)
    for broken in (
        release.with_columns(pl.lit(drawn.levels[0]).alias("place_level")),
        release.with_columns(pl.lit("elsewhere").alias("place")),
        release.with_columns(pl.lit(1).alias("who")),
        release.head(1),
        pl.concat([release, release]),
    ):
        with pytest.raises((AssertionError, KeyError)):
            verify(drawn, broken, wanted)
    with pytest.raises(AssertionError):
        verify(drawn, release, replace(wanted, individuals=99))


def test_the_remainder_is_judged_like_any_area() -> None:
    """Both areas hold together; one holds alone, and would leave the other alone in its county."""
    rows = farmers("a1", range(5), "soft") + farmers("a2", range(5, 7), "soft")
    greedy = ClimbAreas(search="greedy").apply(held(rows)).facts
    assert (greedy["kept"], greedy["dropped"], greedy["areas"]) == (5, 2, {"town": 1, "county": 0})
    best = ClimbAreas(search="best").apply(held(rows)).facts
    assert (best["kept"], best["areas"], best["bound"]) == (7, {"town": 0, "county": 1}, 7)
    assert [row["why"] for row in best["account"]] == ["siblings", "individuals", ""]


def test_siblings_are_lifted_together_where_asked() -> None:
    rows = farmers("a1", range(5), "soft") + farmers("a2", range(5, 7), "soft")
    change = ClimbAreas(search="greedy", lift="all").apply(held(rows))
    assert change.facts["areas"] == {"town": 0, "county": 1}
    assert change.facts["kept"] == 7


def test_the_better_search_lifts_siblings_together_too() -> None:
    """One town holds alone and two hold together only, as what is left of their county."""
    rows = farmers("a1", range(5), "soft")
    rows += farmers("a2", range(5, 7), "soft") + farmers("a3", range(7, 9), "soft")
    towns = Hierarchy.from_parents(
        {"a1": "A", "a2": "A", "a3": "A"}, names=["town", "county"], top=None
    )
    data = held(rows, hierarchies={"zone": towns})
    failing, every = (ClimbAreas(lift=lift).apply(data).facts for lift in ("failing", "all"))
    assert failing["kept"] == every["kept"] == every["bound"] == 9
    assert (failing["areas"], failing["lifted"]) == ({"town": 1, "county": 1}, 4)
    assert (every["areas"], every["lifted"]) == ({"town": 0, "county": 1}, 9)
    why = {row["area"]: row["why"] for row in every["account"]}
    assert why == {"a1": "siblings", "a2": "individuals", "a3": "individuals", "A": ""}


def test_records_of_one_farmer_are_many_records_and_one_person() -> None:
    rows = [("a1", 1, "soft", 1.0)] * 3 + [("a1", who, "almond", 1.0) for who in (2, 3, 4)]
    people = ClimbAreas(count="individuals").apply(held(rows)).facts
    records = ClimbAreas(count="records").apply(held(rows)).facts
    assert (people["kept"], records["kept"]) == (3, 6)
    assert (people["smallest"], records["smallest"]) == (3, 1)


def test_one_large_farmer_is_not_shown_alone() -> None:
    """Figure 1: three parcels, one of which has nearly all of the surface."""
    rows = [("a1", 1, "soft", 90.0), ("a1", 2, "soft", 5.0), ("a1", 3, "soft", 5.0)]
    rows += farmers("a2", range(4, 8), "soft", 40.0)
    method = ClimbAreas(by="surface", share=0.4, search="greedy")
    facts = method.apply(held(rows)).facts
    assert facts["kept"] == 4
    assert [row["why"] for row in facts["account"]] == ["share", "", "share"]
    best = ClimbAreas(by="surface", share=0.4).apply(held(rows)).facts
    assert (best["kept"], best["areas"]["county"], best["exact"]) == (7, 1, False)


def test_models_are_a_further_condition() -> None:
    rows = [
        (zone, who, "soft", float(who))
        for zone, who in zip(["a1", "a1", "a1", "a2", "a2", "a2"], range(6), strict=True)
    ]
    table = pl.DataFrame(rows, schema=["zone", "who", "crop", "n"], orient="row")
    table = table.with_columns(pl.Series("ill", ["x", "x", "x", "x", "y", "y"]))
    data = placed(table, sensitive="ill")
    assert ClimbAreas().apply(data).facts["areas"] == {"town": 2, "county": 0}
    told = ClimbAreas(models=[LDiversity(l=2)]).apply(data)
    assert LDiversity(l=2).assess(told.data).met
    assert told.facts["kept"] == 6
    close = ClimbAreas(models=[TCloseness(t=0.5)]).apply(data)
    assert TCloseness(t=0.5).assess(close.data).met


def test_what_is_released() -> None:
    rows = farmers("a1", range(5), "soft") + farmers("b1", range(5, 9), "almond", 2.0)
    data = held(rows)
    change = ClimbAreas().apply(data)
    new = change.data
    assert new.to_polars().columns == ["zone", "crop", "surface", "zone_level"]
    assert new.roles["zone"] is Role.AREA
    assert new.roles["zone_level"] is Role.KEY
    assert KAnonymity(k=3).assess(new).met
    assert new.to_polars()["surface"].to_list() == [row[3] for row in rows]
    assert DetailLost().compare(data, new).value == pytest.approx(0.0, abs=0.3)
    assert data.to_polars().columns == ["zone", "who", "crop", "surface"]


def test_missing_keys_are_a_category_of_their_own() -> None:
    rows = farmers("a1", range(5), "soft") + [("a1", who, None, 1.0) for who in (7, 8, 9)]
    shown = ClimbAreas().apply(held(rows)).data.to_polars()
    assert shown["crop"].to_list() == ["soft"] * 5 + [None] * 3
    rows = [*farmers("a1", range(5), "soft"), ("a1", 7, None, 1.0)]
    assert ClimbAreas().apply(held(rows)).facts["kept"] == 5
    topped = Hierarchy.from_groups(CROPS, top="any")
    both = {"zone": held(rows).hierarchies["zone"], "crop": topped}
    shown = ClimbAreas().apply(held(rows, hierarchies=both)).data.to_polars()
    assert set(shown["crop"]) == {"any"}


def test_without_keys_people_of_areas_are_counted() -> None:
    rows = farmers("a1", range(5), "soft") + farmers("b1", range(2), "soft")
    change = ClimbAreas(k=2).apply(held(rows, key=()))
    assert change.facts["areas"] == {"town": 1, "county": 0}
    assert change.facts["kept"] == 5


def test_engines_agree(engine: Engine) -> None:
    rng = np.random.default_rng(7)
    size = 400
    table = pl.DataFrame({
        "zone": rng.choice(list(ZONES), size), "who": rng.integers(0, 60, size),
        "crop": rng.choice(["soft", "durum", "walnut", "almond", "beet"], size),
        "surface": rng.random(size).round(2), "n": np.arange(size),
    })  # fmt: skip
    ours = ClimbAreas(k=9, by="surface", share=0.6).apply(placed(table, row="n"))
    theirs = ClimbAreas(k=9, by="surface", share=0.6).apply(placed(engine(table), row="n"))
    assert ours.facts == theirs.facts
    shown = brought_back(theirs.data.to_native()).sort("n")
    assert shown.select("n", "zone", "zone_level", "crop").rows() == (
        ours.data.to_polars().sort("n").select("n", "zone", "zone_level", "crop").rows()
    )


def test_a_database_file_is_queried_where_it_is(tmp_path: Path) -> None:
    import duckdb

    rows = farmers("a1", range(5), "soft") + farmers("a2", range(5, 7), "durum")
    table = pl.DataFrame(rows, schema=["zone", "who", "crop", "surface"], orient="row")
    base = duckdb.connect(str(tmp_path / "parcels.duckdb"))
    table.write_csv(tmp_path / "parcels.csv")
    base.execute(
        "create table parcels as select * from read_csv(?)", [str(tmp_path / "parcels.csv")]
    )
    change = ClimbAreas().apply(placed(base.table("parcels")))
    assert change.facts["kept"] == 7
    assert set(brought_back(change.data.to_native())["zone"]) == {"A"}
    base.close()


@pytest.mark.parametrize(
    ("rows", "error", "says"),
    [
        ([("a1", None, "soft", 1.0), ("a1", 2, "soft", 1.0)], InputError, "1 record without indiv"),
        ([(None, 1, "soft", 1.0), ("a1", 2, "soft", 1.0)], InputError, "1 record without area"),
        ([("c9", 1, "soft", 1.0), ("a1", 2, "soft", 1.0)], HierarchyError, "absent"),
        ([("a1", 1, "soft", -1.0), ("a1", 2, "soft", 1.0)], InputError, "numbers from 0 on"),
        ([("a1", 1, "soft", None), ("a1", 2, "soft", 1.0)], InputError, "numbers from 0 on"),
        ([("a1", 1, "soft", 1.0), ("a1", 2, "soft", 1.0)], TargetError, "every one of the 2"),
    ],
)
def test_bad_facts_are_refused(rows: list[Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says) as told:
        ClimbAreas(by="surface", share=0.5).apply(held(rows))
    assert "c9" not in str(told.value)


def test_bad_tables_are_refused() -> None:
    rows = farmers("a1", range(5), "soft")
    facts = ClimbAreas().apply(held([*rows, ("b1", 9, "soft", 1.0)], hierarchies={})).facts
    assert (facts["kept"], facts["areas"]) == (5, {"0": 1})  # nowhere to climb to
    with pytest.raises(InputError, match="no record"):
        ClimbAreas().apply(placed(held(rows).to_polars().clear()))
    table = held(rows).to_polars().with_columns(pl.lit("x").alias("zone_level"))
    with pytest.raises(ColumnError, match="there already"):
        ClimbAreas().apply(placed(table))
    with pytest.raises(InputError, match="the role individual"):
        ClimbAreas().apply(held(rows, individual=None))
    with pytest.raises(ColumnError, match="numbers"):
        ClimbAreas(by="crop", share=0.5).apply(held(rows))
    with pytest.raises(ParameterError, match="one needs the other"):
        ClimbAreas(by="surface")
    for wrong in ({"k": 0}, {"individuals": 0}, {"unique": 0}, {"search": "x"}, {"lift": "x"}):
        with pytest.raises(ParameterError):
            ClimbAreas(**wrong)


@pytest.mark.parametrize(("count", "met"), [("records", False), ("individuals", True)])
def test_what_comes_after_counts_people(count: Any, met: bool) -> None:
    """Three records of one farmer are no group of three, though the method takes them for one."""
    table = pl.DataFrame(
        {"zone": ["A"] * 9, "farmer": list("aaabccdef"), "crop": list("xxxyyyyyy")}
    )
    data = Dataset.of(table, individual="farmer", area="zone", key="crop")
    method = ClimbAreas(k=3, individuals=3, count=count)
    assert "farmer" not in method.apply(data).data.columns()
    release = Plan(assess=[KAnonymity(k=3)], reduce=[method]).run(data, seed=1)
    assert (release.met, release.gate.columns["farmer"].state) == (met, "dropped")
    assert "farmer" not in release.data.columns()


def test_a_run_subtracts_totals_of_two_levels_unasked() -> None:
    rows = [*farmers("a1", range(4), "soft"), *farmers("a2", range(4, 6), "soft")]
    data = held([*rows, *farmers("b1", range(6, 9), "soft")])
    plan = Plan(reduce=[ClimbAreas(k=2, individuals=2)])
    assert plan.with_attacks(data).assess == (WhyLifted(), LevelTotals(least=2))
    release = plan.run(data, seed=1)
    told = dict(zip((part.name for part in release.plan.assess), release.risk, strict=True))
    assert told["level_totals"].details["smallest"] >= 2
    asked = LevelTotals(least=4, reference="original")
    assert replace(plan, assess=[asked]).with_attacks(data).assess == (asked, WhyLifted())


def test_totals_are_not_subtracted_where_records_cannot_be_followed() -> None:
    rows = [*farmers("a1", range(4), "soft"), *farmers("a2", range(4, 6), "soft")]
    schema = ["zone", "who", "crop", "surface"]
    lazy = placed(pl.DataFrame(rows, schema=schema, orient="row").lazy())
    plan = Plan(reduce=[ClimbAreas(k=2, individuals=2)])
    assert plan.with_attacks(lazy).assess == (WhyLifted(),)
    with pytest.raises(PlanError, match="cannot be followed"):
        replace(plan, assess=[LevelTotals()]).check(lazy)
