"""Invariant: series of releases with comings and goings, against a checker from the definition."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from itertools import product
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy, Plan
from discret.assess import KAnonymity, LDiversity, MInvariance, Releases, SampleUniques
from discret.data.beside.past import records_of
from discret.data.real_records import real
from discret.data.roles import Role
from discret.errors import ColumnError, EngineError, InputError, ParameterError, TargetError
from discret.reduce import Invariant

ROLES: dict[str, Any] = {"key": ["age", "town"], "sensitive": "ill", "individual": "id"}
TOWNS = {"north": ["a", "b"], "south": ["c", "d"]}
ILL = ["flu", "cold", "HIV", "gout", "mumps", "scurvy"]


def people(rng: np.random.Generator, size: int, values: int, first: int = 0) -> pl.DataFrame:
    skewed = rng.dirichlet(np.ones(values) * 2)
    return pl.DataFrame(
        {
            "id": np.arange(first, first + size),
            "age": rng.integers(20, 60, size),
            "town": rng.choice(["a", "b", "c", "d"], size),
            "ill": rng.choice(ILL[:values], size, p=skewed),
        }
    )


def dataset(table: pl.DataFrame) -> Dataset:
    return Dataset.of(table, hierarchies={"town": Hierarchy.from_groups(TOWNS)}, **ROLES)


def released(table: pl.DataFrame, m: int, previous: list[Any], seed: int) -> Dataset:
    method = Invariant(m=m, previous=previous)
    return method.apply(dataset(table), Context(rng=np.random.default_rng(seed))).data


def check(series: list[Dataset], m: int) -> None:
    """Check m-invariance by the definition: record by record, group by group."""
    signatures: dict[Any, set[frozenset[str]]] = {}
    for release in series:
        shown, who = records_of(release, ["age", "town", "ill", "group", "counterfeits"], "id")
        assert who is not None
        groups: dict[int, list[tuple[Any, ...]]] = {}
        for row, person in zip(shown.rows(named=True), who.person.to_list(), strict=True):
            told = (row["age"], row["town"], row["counterfeits"])
            groups.setdefault(row["group"], []).append((*told, str(row["ill"]), person))
        for members in groups.values():
            values = [member[3] for member in members]
            assert len(members) >= m
            assert len(set(values)) == len(values)
            assert len({member[:3] for member in members}) == 1  # nobody shows anything else
            made_up = sum(member[4] is None for member in members)
            assert members[0][2] == made_up < len(members)
            for member in members:
                if member[4] is not None:
                    signatures.setdefault(member[4], set()).add(frozenset(values))
    assert all(len(own) == 1 for own in signatures.values())


def covers(before: pl.DataFrame, after: Dataset) -> None:
    """Check that labels cover the values of the people behind them, and values stay true."""
    shown, who = records_of(after, ["age", "town", "ill"], "id")
    table = shown.with_columns(id=who.person).drop_nulls("id").join(before, on="id", suffix="_was")
    assert len(table) == len(before)
    assert (table["ill"] == table["ill_was"]).all()
    low = table["age"].cast(pl.String).str.extract(r"^(\d+)").cast(pl.Int64)
    high = table["age"].cast(pl.String).str.extract(r"(\d+)$").cast(pl.Int64)
    assert ((low <= table["age_was"]) & (table["age_was"] <= high)).all()
    whole = {"*": "abcd", "north": "ab", "south": "cd"}
    pairs = zip(table["town"], table["town_was"], strict=True)
    assert all(was in whole.get(now, now) for now, was in pairs)


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(2, 4), st.integers(5, 40))
def test_every_series_is_invariant(seed: int, m: int, releases: int, size: int) -> None:
    rng = np.random.default_rng(seed)
    values = int(rng.integers(m, len(ILL) + 1))
    table = people(rng, size, values)
    while table["ill"].n_unique() < m:
        table = people(rng, size, values)
    kinds, series = table, []
    for number in range(releases):
        series.append(released(kinds, m, series, seed + number))
        covers(kinds, series[-1])
        check(series, m)
        stay = kinds.filter(pl.Series(rng.random(len(kinds)) < rng.random()))
        new = people(rng, int(rng.integers(0, size)), values, first=1000 * (number + 1))
        kinds = pl.concat([stay if len(stay) else kinds.head(1), new])
    found = MInvariance(m=m, previous=series[:-1]).assess(series[-1])
    assert found.met
    assert found.value is not None
    assert found.value >= m
    told = Releases(previous=series[:-1], k=2).assess(series[-1])
    assert told.details["told"] == {"ill": 0}
    assert told.details["undecided"] == 0


def test_who_left_and_comes_back_is_among_the_same_values() -> None:
    table = people(np.random.default_rng(3), 30, 4)
    first = released(table, 3, [], 1)
    second = released(table.slice(10), 3, [first], 2)
    third = released(table, 3, [first, second], 3)
    check([first, second, third], 3)


def test_counterfeits_are_as_few_as_can_be() -> None:
    """A value that 6 of 8 people have needs 6 groups of two: four counterfeits."""
    table = pl.DataFrame(
        {"id": range(8), "age": [20] * 8, "town": ["a"] * 8, "ill": ["flu"] * 6 + ["cold", "HIV"]}
    )
    change = Invariant(m=2).apply(dataset(table), Context(rng=np.random.default_rng(1)))
    assert (change.facts["counterfeits"], change.facts["groups"]) == (4, 6)
    check([change.data], 2)


def test_newcomers_take_the_place_of_counterfeits() -> None:
    table = pl.DataFrame(
        {"id": [1, 2], "age": [20, 30], "town": ["a", "a"], "ill": ["flu", "cold"]}
    )
    first = released(table, 2, [], 1)
    other = pl.DataFrame(
        {"id": [1, 9], "age": [20, 31], "town": ["a", "b"], "ill": ["flu", "cold"]}
    )
    change = Invariant(m=2, previous=[first]).apply(dataset(other), Context())
    assert change.facts["counterfeits"] == 0
    assert change.facts["newcomers"] == 1
    assert change.facts["stayed"] == 1
    assert change.facts["left"] == 1


def test_nothing_tells_which_records_are_made_up() -> None:
    table = people(np.random.default_rng(2), 400, 3)
    first = released(table, 3, [], 1)
    after = released(table.sample(200, seed=1), 3, [first], 5)
    shown, who = records_of(after, ["ill"], "id")
    order = after.visible().select("group", "id").collect().to_native()  # the order of the file
    made = (~order["id"].is_in(table["id"].implode())).to_numpy()
    assert 20 < made.sum() < len(made) / 2
    within = order["group"].to_numpy()
    first_of = np.r_[True, within[1:] != within[:-1]]
    # a record of a group is made up as often at its head as elsewhere: 5 standard deviations
    share, heads = made.mean(), made[first_of]
    assert abs(heads.mean() - share) < 5 * np.sqrt(share * (1 - share) / len(heads))
    assert shown.null_count().sum_horizontal().item() == 0
    assert who is not None


def test_the_order_of_the_source_is_not_that_of_the_release() -> None:
    """Followed through two releases, it tells which record of a group is whose."""
    table = pl.DataFrame(
        {"id": range(300), "age": range(300), "town": ["a"] * 300, "ill": ILL[:3] * 100}
    )
    first = released(table, 3, [], 1)
    assert first.to_polars()["counterfeits"].sum() == 0
    again = released(table, 3, [first], 2)
    for release in (first, again):
        rows, groups = (release.to_polars()[name].to_numpy() for name in ("id", "group"))
        assert (np.diff(groups) >= 0).all()  # by group, whose numbers are drawn
        within = groups[1:] == groups[:-1]
        rising = (np.diff(rows)[within] > 0).mean()
        assert 0.3 < rising < 0.7  # 200 pairs: 5 standard deviations are 0.18


def test_an_earlier_release_without_roles_has_the_groups_that_it_shows() -> None:
    """Read from a plain table, groups that look alike stay apart by their numbers."""
    table = people(np.random.default_rng(3), 80, 4).with_columns(
        age=pl.lit(30), ill=pl.Series(ILL[:4] * 20)
    )
    first = released(table, 2, [], 1)  # without a counterfeit
    shown, who = records_of(first, ["age", "town", "ill", "group", "counterfeits"], "id")
    plain = shown.with_columns(id=who.person)
    after = released(table.slice(10), 2, [plain], 2)
    check([first, after], 2)
    data = dataset(table.slice(10))
    told = [Releases(previous=[own], k=2).assess(data).details["told"] for own in (first, plain)]
    assert told[0] == told[1]


def test_records_that_nothing_says_whose_they_are_cannot_be_followed() -> None:
    table = people(np.random.default_rng(3), 80, 4)
    gone = table.with_columns(id=pl.when(pl.col("id") > table["id"].min()).then("id"))
    for source, previous in ((gone, []), (table, [gone])):
        with pytest.raises(InputError, match="nothing says whose"):
            released(source, 2, previous, 2)


def test_people_who_are_all_new_begin_a_series() -> None:
    """Nobody in common is a mistake in who is who more often than a source without a past."""
    table = people(np.random.default_rng(4), 30, 3)
    first = released(table, 2, [], 1)
    others = people(np.random.default_rng(5), 30, 3, first=1000)
    with pytest.raises(InputError, match="nobody of release 1"):
        released(others, 2, [first], 2)


def test_groups_are_numbered_anew() -> None:
    table = people(np.random.default_rng(4), 200, 4)
    first = released(table, 2, [], 1)
    again = released(table, 2, [first], 2)
    both = [records_of(own, ["group"], "id") for own in (first, again)]
    tables = [shown.with_columns(id=who.person).drop_nulls() for shown, who in both]
    joined = tables[0].join(tables[1], on="id")
    assert (joined["group"] == joined["group_right"]).mean() < 0.1


def test_local_groups_keep_detail() -> None:
    table = people(np.random.default_rng(4), 2000, 5)
    change = Invariant(m=2).apply(dataset(table), Context(rng=np.random.default_rng(1)))
    assert change.facts["loss"] < 0.2  # a partition by chance keeps about a half


def test_the_real_records_are_those_that_came() -> None:
    table = people(np.random.default_rng(2), 60, 2)
    first = released(table, 2, [], 1)
    after = released(table.head(31), 2, [first], 2)
    assert after.trail.made_up
    assert len(after) > 31
    assert len(real(after)) == 31


@pytest.mark.parametrize("individual", [True, False], ids=["of people", "of records"])
def test_nobody_hides_behind_a_counterfeit(individual: bool) -> None:
    """How many of a group are nobody's is told: who is alone with them is alone."""
    table = pl.DataFrame(
        {"id": [1, 2, 3, 4], "age": [21, 23, 42, 47], "town": ["a"] * 4, "ill": ILL[:2] * 2}
    )
    first = released(table, 2, [], 1)
    after = released(table.filter(pl.col("id") != 2), 2, [first], 2)
    after = after if individual else replace(after, roles={**after.roles, "id": Role.IGNORED})
    assert len(after) == 4
    assert KAnonymity(k=2).assess(first).met
    assert KAnonymity(k=2).assess(after).value == 1
    assert SampleUniques().assess(after).value == pytest.approx(1 / 3)
    assert LDiversity(l=2, column="ill").assess(after).value == 2


def test_a_plan_runs_it_and_judges_what_is_written(tmp_path: Any) -> None:
    table = people(np.random.default_rng(6), 60, 3)
    plan = Plan(assess=[LDiversity(l=2, column="ill")], reduce=[Invariant(m=2)])
    release = plan.run(dataset(table), seed=1)
    written = release.write(tmp_path / "2025", format="csv")
    assert written.met
    assert [found.name for found in written.risk][-1] == "m_invariance"
    assert "id" not in written.data.roles
    assert sorted(path.name for path in (tmp_path / "2025").iterdir()) == [
        "people.parquet", "public.html", "record.json", "release.csv", "report.html",
    ]  # fmt: skip
    kept = pl.concat([table.head(45), people(np.random.default_rng(7), 20, 3, first=500)])
    record = str(tmp_path / "2025" / "record.json")
    after = Plan(
        assess=[Releases(previous=[record], k=2, most=0.0)],
        reduce=[Invariant(m=2, previous=[record])],
    ).run(dataset(kept), seed=2)
    again = after.write(tmp_path / "2026", format="parquet")
    assert again.met
    assert again.steps[-1].facts["left"] == 15
    check([release.inside, after.inside], 2)


def test_what_it_refuses() -> None:
    table = people(np.random.default_rng(1), 20, 3)
    with pytest.raises(ParameterError):
        Invariant(m=1)
    with pytest.raises(TargetError, match="3 values only, m = 4"):
        released(table, 4, [], 1)
    with pytest.raises(ColumnError, match="missing values"):
        released(table.with_columns(ill=pl.Series([None, *table["ill"][1:]])), 2, [], 1)
    bare = released(table, 2, [], 1).to_polars().drop("id")
    with pytest.raises(ColumnError, match="nothing says who is behind"):
        released(table, 2, [bare], 1)
    with pytest.raises(TargetError, match="earlier releases are not 2-invariant"):
        released(table, 2, [table], 1)
    with pytest.raises(ColumnError, match="'pay' would tell counterfeits"):
        Invariant(m=2).apply(dataset(table.with_columns(pay=pl.lit(3))))
    with pytest.raises(ColumnError, match="already"):
        Invariant(m=2, into="age").apply(dataset(table))
    with pytest.raises(EngineError):
        Invariant(m=2).apply(Dataset.of(table.lazy(), **ROLES))


def test_other_columns_can_be_dropped() -> None:
    table = people(np.random.default_rng(1), 20, 3).with_columns(pay=pl.lit(3), name=pl.lit("x"))
    data = Dataset.of(table, identifier="name", weight="pay", **ROLES)
    change = Invariant(m=2, others="drop").apply(data)
    assert set(change.facts["columns_dropped"]) == {"pay"}
    assert {*change.data.roles} == {"id", "name", "age", "town", "ill", "group", "counterfeits"}


def test_values_that_changed_are_refused_or_left_out() -> None:
    table = pl.DataFrame(
        {"id": range(4), "age": [20, 21, 40, 41], "town": ["a"] * 4,
         "ill": ["flu", "cold", "flu", "cold"]}
    )  # fmt: skip
    first = released(table, 2, [], 1)
    other = table.with_columns(ill=pl.Series(["flu", "cold", "flu", "HIV"]))
    with pytest.raises(TargetError, match="1 person has a value that is none"):
        released(other, 2, [first], 2)
    change = Invariant(m=2, previous=[first], changed="drop").apply(dataset(other))
    assert change.facts["withheld"] == 1
    check([first, change.data], 2)


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 3, 4],
        [1.5, 2.5, 3.5, 4.5],
        [True, False, True, False],
        [date(2025, 1, day) for day in (1, 2, 3, 4)],
        [datetime(2025, 1, 1, hour) for hour in (0, 1, 2, 3)],
    ],
)
def test_values_of_any_type_can_be_made_up(values: list[Any]) -> None:
    table = pl.DataFrame(
        {"id": range(4), "age": [20, None, 40, 41], "town": ["a", "b", None, "c"], "ill": values}
    )
    first = released(table, 2, [], 1)
    after = released(table.head(1), 2, [first], 2)
    check([first, after], 2)
    assert after.kind("ill") == first.kind("ill")


@pytest.mark.parametrize("seed", range(8))
def test_every_value_of_the_signature_is_equally_likely(seed: int) -> None:
    """All worlds that show what was published: nobody's value is likelier than another's."""
    rng = np.random.default_rng(seed)
    table = people(rng, 6, 3)
    while table["ill"].n_unique() < 2:
        table = people(rng, 6, 3)
    parts = [table, table.sample(4, seed=seed), table.sample(5, seed=seed + 1)]
    series: list[Dataset] = []
    for number, part in enumerate(parts):
        series.append(released(part, 2, series, number))
    groups = []
    for release in series:
        shown, who = records_of(release, ["group", "ill"], "id")
        assert who is not None
        told = (
            shown.with_columns(id=who.person)
            .group_by("group")
            .agg("ill", pl.col("id").drop_nulls())
        )
        groups += [({*ill}, persons) for _, ill, persons in told.rows()]
    counted = {person: dict.fromkeys(ILL[:3], 0) for person in table["id"]}
    for world in product(ILL[:3], repeat=len(table)):
        own = dict(zip(table["id"], world, strict=True))
        if all(_fits([own[person] for person in persons], ill) for ill, persons in groups):
            for person, value in own.items():
                counted[person][value] += 1
    for person, worlds in counted.items():
        signature = next(ill for ill, persons in groups if person in persons)
        assert {worlds[value] for value in signature} == {worlds[next(iter(signature))]}
        assert sum(worlds.values()) == worlds[next(iter(signature))] * len(signature) > 0


def _fits(values: list[str], shown: set[str]) -> bool:
    """Whether different people have different values of those shown; others are made up."""
    return len({*values}) == len(values) and {*values} <= shown


def test_every_engine_gives_the_same_groups() -> None:
    table = people(np.random.default_rng(6), 60, 3)
    first = released(table, 2, [], 1)
    small = table.head(40).with_columns(n=pl.int_range(40))
    texts = small.with_columns(pl.col("n").cast(pl.String))
    given = [small, small.lazy(), small.to_pandas(), duckdb.from_arrow(small.to_arrow()), texts]
    found = []
    for frame in given:
        data = Dataset.of(
            frame, row="n", hierarchies={"town": Hierarchy.from_groups(TOWNS)}, **ROLES
        )
        method = Invariant(m=2, previous=[first])
        after = method.apply(data, Context(rng=np.random.default_rng(1))).data
        check([first, after], 2)
        found.append(after.to_polars().drop("id", "n").sort(pl.all()))
    assert len(found[0]) > 40  # with counterfeits
    assert all(own.equals(found[0]) for own in found)
