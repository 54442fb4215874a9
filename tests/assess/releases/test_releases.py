"""What releases give away together: difference, intersection, links; people followed or not."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from discret import Dataset, Hierarchy
from discret.assess import MInvariance, Releases
from discret.errors import ColumnError, FileError, InputError, ParameterError

ROLES: dict[str, Any] = {"key": ["age", "town"], "sensitive": "ill", "individual": "id"}
FIRST = pl.DataFrame(
    {
        "id": [1, 2, 3, 4, 5, 6],
        "age": ["20-29"] * 3 + ["30-39"] * 3,
        "town": ["Lyon"] * 6,
        "ill": ["flu", "cold", "gout", "flu", "cold", "HIV"],
    }
)


def second(gone: int = 6, **more: list[Any]) -> pl.DataFrame:
    kept = FIRST.filter(pl.col("id") != gone)
    return pl.concat([kept, pl.DataFrame(more)]) if more else kept


def of(table: Any, **roles: Any) -> Dataset:
    return Dataset.of(table, **{**ROLES, **roles})


def test_who_left_is_told_by_the_difference() -> None:
    found = Releases(previous=[FIRST], most=0.0).assess(of(second()))
    assert found.met is False
    assert found.value == pytest.approx(1 / 6)
    assert found.details["told"] == found.details["by_difference"] == {"ill": 1}
    assert (found.details["left"], found.details["joined"], found.details["stayed"]) == (1, 0, 5)
    assert "told a sensitive value of 1" in str(found.reads)


def test_nothing_is_told_by_publishing_the_same_again() -> None:
    found = Releases(previous=[FIRST, FIRST], most=0.0).assess(of(FIRST))
    assert found.met
    assert found.details["exposed"] == 0
    assert found.details["releases"] == 3


def test_values_that_groups_do_not_share_are_ruled_out() -> None:
    """Somebody is with flu, cold and gout first, then with flu and HIV: they have flu."""
    after = pl.DataFrame(
        {"id": [1, 6], "age": ["20-39"] * 2, "town": ["Lyon"] * 2, "ill": ["flu", "HIV"]}
    )
    found = Releases(previous=[FIRST], k=2).assess(of(after))
    assert found.details["told"] == {"ill": 2}  # both: the other one cannot have flu then
    assert found.details["told_by_one"] == {"ill": 0}


def test_groups_cut_otherwise_are_subtracted_as_a_whole() -> None:
    before = pl.DataFrame(
        {"id": range(4), "age": ["a", "a", "b", "b"], "town": ["x"] * 4,
         "ill": ["flu", "cold", "cold", "flu"]}
    )  # fmt: skip
    after = pl.DataFrame(
        {"id": range(5), "age": ["*"] * 5, "town": ["x", "y", "x", "y", "x"],
         "ill": ["flu", "cold", "cold", "flu", "HIV"]}
    )  # fmt: skip
    assert Releases(previous=[before], k=2).assess(of(after)).details["by_difference"] == {"ill": 1}


def test_a_homogeneous_group_is_told_by_one_release_alone() -> None:
    table = FIRST.with_columns(ill=pl.lit("flu"))
    found = Releases(previous=[table]).assess(of(table))
    assert found.details["told"] == found.details["told_by_one"] == {"ill": 6}


def test_values_that_changed_are_counted() -> None:
    after = FIRST.with_columns(ill=pl.Series(["flu", "cold", "gout", "flu", "HIV", "HIV"]))
    found = Releases(previous=[FIRST]).assess(of(after))
    assert found.details["values_changed"] == {"ill": 1}
    assert "changed in between" in str(found.reads)


def test_records_are_linked_at_whatever_level_they_are_shown() -> None:
    before = pl.DataFrame(
        {"age": ["20-29", "30-39"], "town": ["Lyon", "Lyon"], "ill": ["flu", "flu"]}
    )
    after = pl.DataFrame({"age": [23, 34], "town": ["Lyon", "Lyon"], "ill": ["flu", "flu"]})
    data = Dataset.of(after, key=["age", "town"], sensitive="ill")
    assert Releases(previous=[before]).assess(data).details["linked"] == {"1": 2}
    both = pl.concat([before, before])
    assert Releases(previous=[both]).assess(data).details["linked"] == {"1": 0}


def test_without_people_nothing_is_promised() -> None:
    bare = FIRST.drop("id")
    found = Releases(previous=[bare], most=1.0).assess(of(second()))
    assert found.met is False
    assert found.details["followed"] is False
    assert found.details["regions_changed"] == {"ill": 1}
    assert found.details["told"] == {"ill": 0}
    assert "people" not in found.details
    level = MInvariance(m=2, previous=[bare]).assess(of(FIRST))
    assert level.value is None
    assert level.met is False


def test_nested_labels_are_compared_by_their_hierarchy() -> None:
    """Without people: one of the two that a wider group covers is gone."""
    before = pl.DataFrame({"town": ["south"] * 4, "ill": ["flu", "flu", "cold", "gout"]})
    after = pl.DataFrame({"town": ["Nice", "Nice", "Aix"], "ill": ["flu", "cold", "flu"]})
    towns = Hierarchy.from_groups({"south": ["Nice", "Aix"], "north": ["Lille"]})
    data = Dataset.of(after, key="town", sensitive="ill", hierarchies={"town": towns})
    found = Releases(previous=[before], k=3).assess(data)
    assert found.details["regions_changed"] == {"ill": 1}  # gout left
    assert found.details["told"] == {"ill": 1}  # in Aix flu alone is in both


@pytest.mark.parametrize("kind", ["pandas", "lazy", "duckdb", "dataset"])
def test_earlier_releases_are_tables_of_any_kind(kind: str) -> None:
    given: Any = {
        "pandas": FIRST.to_pandas(),
        "lazy": FIRST.lazy(),
        "duckdb": duckdb.from_arrow(FIRST.to_arrow()),
        "dataset": of(FIRST),
    }[kind]
    assert Releases(previous=[given]).assess(of(second())).details["told"] == {"ill": 1}


def test_numbers_of_people_are_the_same_whatever_their_type() -> None:
    texts = FIRST.with_columns(pl.col("id").cast(pl.String))
    assert Releases(previous=[texts]).assess(of(second())).details["stayed"] == 5
    floats = FIRST.with_columns(pl.col("id").cast(pl.Float64))
    assert Releases(previous=[floats]).assess(of(second())).details["stayed"] == 5


def test_an_identifier_follows_people_where_nothing_else_does() -> None:
    data = Dataset.of(second(), key=["age", "town"], sensitive="ill", identifier="id")
    assert Releases(previous=[FIRST]).assess(data).details["followed"]


def test_nothing_of_the_data_is_told() -> None:
    marked = FIRST.with_columns(ill=pl.lit("MARK") + pl.col("ill"), town=pl.lit("MARK"))
    for previous in (marked, marked.drop("id")):
        found = Releases(previous=[previous]).assess(of(marked.head(5)))
        assert "MARK" not in f"{found!r} {found.reads} {found.reads.fr} {found.details}"
        part = Releases(previous=[previous])
        assert "MARK" not in f"{part!r} {part.parameters()}"


def test_what_is_refused() -> None:
    data = of(second())
    with pytest.raises(InputError, match="no earlier release"):
        Releases().assess(data)
    with pytest.raises(ColumnError, match="release 1 has other columns"):
        Releases(previous=[FIRST.drop("ill")]).assess(data)
    with pytest.raises(ColumnError, match="release 2 has other columns"):
        MInvariance(previous=[FIRST, FIRST.drop("age", "town")]).assess(data)
    with pytest.raises(InputError, match="several records in release 1"):
        Releases(previous=[pl.concat([FIRST, FIRST])]).assess(data)
    with pytest.raises(ColumnError):
        Releases(previous=[FIRST], individual="nobody").assess(data)
    with pytest.raises(ParameterError, match="no file that can be read"):
        Releases(previous=["nowhere/record.json"])
    with pytest.raises(ParameterError, match="a release, a table or the path"):
        Releases(previous=[3])
    with pytest.raises(InputError):
        Releases(previous=[FIRST.clear()]).assess(data)


def test_files_that_are_no_releases_are_refused(tmp_path: Any) -> None:
    data = of(second())
    for text in ("{}", "[]", "no json", '{"schema": "discret.record/2", "released": null}'):
        path = tmp_path / "record.json"
        path.write_text(text)
        with pytest.raises(FileError, match="not the record of a release"):
            Releases(previous=[path]).assess(data)
    table = tmp_path / "first.csv"
    FIRST.write_csv(table)
    assert Releases(previous=[table]).assess(data).details["told"] == {"ill": 1}


@pytest.mark.parametrize(
    ("values", "level"),
    [
        (["flu", "cold", "gout", "flu", "cold", "HIV"], 3),
        (["flu", "cold", "gout", "flu", "flu", "HIV"], 1),  # not equally often
        (["flu", "cold", "gout", "flu", "flu", "flu"], 1),
        (["flu", "cold", "gout", "flu", "cold", None], 1),
    ],
)
def test_the_level_is_that_of_the_poorest_group(values: list[Any], level: int) -> None:
    table = FIRST.with_columns(ill=pl.Series(values))
    assert MInvariance(m=2).assess(of(table)).value == level
    twice = pl.concat([table, table.with_columns(pl.col("id") + 10)])
    assert MInvariance(m=2).assess(of(twice)).value == level  # each value equally often


def test_whoever_is_among_other_values_is_counted() -> None:
    moved = FIRST.with_columns(
        age=pl.Series(["20-29", "20-29", "30-39", "30-39", "30-39", "20-29"])
    )
    found = MInvariance(m=2, previous=[FIRST]).assess(of(moved))
    assert found.value == 1
    assert found.details["people_changed"] == {"ill": 4}
    assert found.details["records_failing"] == 8
    assert found.details["groups_failing"] == 0


def _worlds(releases: list[pl.DataFrame]) -> dict[int, set[str]]:
    """List who may have which value: all assignments to people that show what was published."""
    from itertools import product

    people = sorted({person for table in releases for person in table["id"]})
    values = sorted({value for table in releases for value in table["ill"]})
    found: dict[int, set[str]] = {person: set() for person in people}
    for world in product(values, repeat=len(people)):
        own = dict(zip(people, world, strict=True))
        shown = (
            sorted((row["age"], own[row["id"]]) for row in table.rows(named=True))
            == sorted((row["age"], row["ill"]) for row in table.rows(named=True))
            for table in releases
        )
        if all(shown):
            for person in people:
                found[person].add(own[person])
    return found


@pytest.mark.parametrize("seed", range(25))
def test_what_is_told_is_told_in_every_world(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ill = dict(enumerate(rng.choice(["flu", "cold", "gout"], 6)))
    tables = []
    for _ in range(int(rng.integers(2, 4))):
        there = sorted(rng.choice(6, int(rng.integers(3, 7)), replace=False).tolist())
        ages = rng.choice(["a", "b"], len(there)).tolist()
        tables.append(
            pl.DataFrame({"id": there, "age": ages, "ill": [ill[person] for person in there]})
        )
    data = Dataset.of(tables[-1], key="age", sensitive="ill", individual="id")
    told = Releases(previous=tables[:-1], k=2).assess(data).details["told"]["ill"]
    worlds = _worlds(tables)
    certain = sum(len(values) == 1 for values in worlds.values())
    assert all(ill[person] in values for person, values in worlds.items())
    assert told <= certain
    assert told >= certain - 1  # hardly anything is missed


def test_a_homogeneous_group_tells_of_whoever_changed_as_well() -> None:
    """One alone in a group shows their value, whatever they had before."""
    before = pl.DataFrame({"id": [1, 2, 3], "age": ["a"] * 3, "ill": ["cold", "flu", "HIV"]})
    after = pl.DataFrame({"id": [1, 2, 3], "age": ["b", "a", "a"], "ill": ["gout", "flu", "HIV"]})
    data = Dataset.of(after, key="age", sensitive="ill", individual="id")
    found = Releases(previous=[before], k=2, most=0.0).assess(data)
    assert found.met is False
    assert found.details["told"] == found.details["told_by_one"] == {"ill": 1}
    assert found.details["values_changed"] == {"ill": 1}


def test_one_value_that_changed_does_not_hide_what_is_told_of_others() -> None:
    before = pl.DataFrame(
        {"id": [1, 2, 3, 4], "age": ["a"] * 4, "ill": ["cold", "flu", "HIV", "x"]}
    )
    after = before.head(3).with_columns(ill=pl.Series(["gout", "flu", "HIV"]))
    data = Dataset.of(after, key="age", sensitive="ill", individual="id")
    found = Releases(previous=[before], k=2, most=0.0).assess(data)
    assert found.details["told"] == {"ill": 1}  # gout is who changed: nobody had it before
    assert found.met is False


def test_people_numbered_otherwise_each_time_are_not_followed() -> None:
    """Nothing would be found, and every target met."""
    other = FIRST.with_columns(pl.col("id") + 100)
    for part in (Releases(previous=[other], most=0.0), MInvariance(m=2, previous=[other])):
        with pytest.raises(InputError, match="nobody of release 1 is in another"):
            part.assess(of(second()))
    three = Releases(previous=[FIRST, other], most=1.0)
    with pytest.raises(InputError, match="nobody of release 2"):
        three.assess(of(second()))


def test_who_is_left_of_a_group_is_told_apart() -> None:
    """Three are together; of one all is known from a group of one value: two are left."""
    before = pl.DataFrame({"id": [1, 2, 3], "age": ["a"] * 3, "ill": ["cold", "flu", "HIV"]})
    after = pl.DataFrame({"id": [1, 4], "age": ["b"] * 2, "ill": ["cold", "cold"]})
    data = Dataset.of(after, key="age", sensitive="ill", individual="id")
    found = Releases(previous=[before], k=3).assess(data)
    assert found.details["told"] == {"ill": 2}
    assert found.details["by_difference"] == {"ill": 4}
