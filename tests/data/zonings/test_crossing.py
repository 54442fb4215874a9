"""Crossings: counted alike from any table, in four forms, and refused with a way out."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

from discret import Dataset
from discret.assess.differencing.deduced import Deduced
from discret.data.examples import communes, villages
from discret.data.zonings.crossing import Crossing
from discret.errors import ColumnError, InputError
from discret.maths.zonings.graph import edges
from exhaustive_differencing import random_table, smallest
from marked import NUMBER, TEXT, shown, told


def crossed(frame: Any, **options: Any) -> Crossing:
    return Crossing.of("test", Dataset.of(frame), "zone", "square", **options)


def rows_of(zone: Any, square: Any, count: Any) -> pl.DataFrame:
    return pl.DataFrame({"zone": zone, "square": square, "count": count})


# -- tables 1 to 3 and figure 3 of Costemalle (2018), as printed ---------------------------

TABLE_2 = [
    ("A1", "B1", 2), ("A1", "B2", 1), ("A2", "B1", 1), ("A2", "B2", 1), ("A2", "B3", 1),
    ("A2", "B4", 2), ("A2", "B5", 1), ("A2", "B6", 1), ("A3", "B5", 1), ("A3", "B6", 1),
    ("A4", "B1", 1),
]  # fmt: skip
TABLE_3 = [[2, 1, 0, 0, 0, 0], [1, 1, 1, 2, 1, 1], [0, 0, 0, 0, 1, 1], [1, 0, 0, 0, 0, 0]]


def test_the_forms_of_the_paper() -> None:
    crossing = Crossing.of("test", Dataset.of(communes()), "commune", "carreau")
    assert crossing.table().rows() == TABLE_2
    assert crossing.matrix().toarray().tolist() == TABLE_3
    assert crossing.individuals().equals(communes())
    graph = crossing.graph()
    assert len(graph) == 8
    # "la somme des pondérations [...] est égale au nombre d'observations des carreaux B2, B5 et
    # B6, plus deux fois le nombre d'observations du carreau B1"
    squares = communes()["carreau"].value_counts().rows()
    by_square = dict(squares)
    assert graph["observations"].sum() == by_square["B2"] + by_square["B5"] + by_square["B6"] + (
        2 * by_square["B1"]
    )
    assert len(set(crossing.components().tolist())) == 1


def test_a_crossed_table_gives_what_individual_rows_give() -> None:
    rows = villages()
    one = Crossing.of("test", Dataset.of(rows), "commune", "carreau")
    table = one.table().sample(fraction=1, shuffle=True, seed=1)
    other = Crossing.of("test", Dataset.of(table), "commune", "carreau", count="observations")
    for name in ("zone", "square", "count"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert one.zones.to_list() == other.zones.to_list()
    assert one.individuals().equals(rows.select("commune", "carreau"))


@pytest.mark.parametrize("engine", ["lazy", "pandas", "arrow", "duckdb"])
def test_any_engine_counts_alike(engine: str) -> None:
    rows = villages()
    tables = {
        "lazy": rows.lazy,
        "pandas": rows.to_pandas,
        "arrow": rows.to_arrow,
        "duckdb": lambda: duckdb.connect().from_arrow(rows.to_arrow()),
    }
    wanted = Crossing.of("test", Dataset.of(rows), "commune", "carreau").table()
    found = Crossing.of("test", Dataset.of(tables[engine]()), "commune", "carreau").table()
    assert found.equals(wanted)


def test_zeros_are_no_intersections() -> None:
    found = crossed(rows_of(["a", "a", "b"], [1, 2, 1], [3.0, 0.0, 4.0]), count="count")
    assert found.table().rows() == [("a", 1, 3), ("b", 1, 4)]
    assert len(found.squares) == 1


def test_a_column_may_have_the_name_of_the_count() -> None:
    frame = pl.DataFrame({"observations": ["a", "b"], "count": [1, 1]})
    table = Crossing.of("test", Dataset.of(frame), "observations", "count").table()
    assert table.columns == ["observations", "count", "observations_"]


# -- withheld, nested ----------------------------------------------------------------------


def test_what_is_withheld_is_read_from_flags() -> None:
    frame = pl.DataFrame(
        {"zone": list("aabb"), "square": [0, 1, 0, 2], "n": [2, 30, 40, 50]}
    ).with_columns(hidden=pl.col("square") > 0, one=(pl.col("square") == 1).cast(pl.Int8))
    both = crossed(frame, count="n", withheld={"square": "hidden"})
    assert both.withheld_squares.tolist() == [False, True, True]
    assert Deduced.of(both, 11).observations_at_risk == 0
    single = crossed(frame, count="n", withheld={"square": "one"})
    found = Deduced.of(single, 11)
    assert (found.observations_at_risk, found.verified()) == (2, 1)
    assert found.certificate(1).zones.tolist() == [1]  # never the side with what is withheld
    assert found.certificate(1).external


def test_squares_of_a_nested_grid_are_what_is_left() -> None:
    frame = pl.DataFrame(
        {
            "zone": ["a", "a", "a", "b"],
            "km": ["K", "K", "K", "K"],
            "square": ["s1", "s2", "s3", "s3"],
            "n": [20, 5, 30, 40],
            "small": [0, 1, 0, 0],
        }
    )
    found = crossed(frame, count="n", coarser=["km"], withheld={"square": "small"})
    assert dict(zip(found.squares.to_list(), found.levels, strict=True)) == {
        "K": "km",
        "s1": "square",
        "s3": "square",
    }
    assert found.table().filter(pl.col("square") == "K")["observations"].to_list() == [5]
    assert found.observations == 95


# -- the groups ----------------------------------------------------------------------------


def totals_left(found: Deduced, number: int) -> int:
    """Add and subtract published totals as the certificate says."""
    one, own = found.certificate(number), found.crossing
    zones = int(own.count[np.isin(own.zone, one.zones)].sum())
    squares = int(own.count[np.isin(own.square, one.squares)].sum())
    return squares - zones if one.external else zones - squares


def test_certificates_are_sums_and_differences_of_published_totals() -> None:
    sides = set()
    for seed in range(150):
        zone, square, count = random_table(seed)
        rng = np.random.default_rng(seed)
        hidden = rng.random(int(square.max()) + 1) < rng.choice([0.0, 0.3])
        lost = rng.random(int(zone.max()) + 1) < rng.choice([0.0, 0.3])
        frame = rows_of(zone, square, count).with_columns(
            f=pl.Series(hidden[square]), g=pl.Series(lost[zone])
        )
        crossing = crossed(frame, count="count", withheld={"square": "f", "zone": "g"})
        found = Deduced.of(crossing, 6)
        assert found.verified() == len(found)
        for number in range(1, len(found) + 1):
            one = found.certificate(number)
            assert totals_left(found, number) == one.observations < 6
            assert not crossing.withheld_zones[one.zones].any()
            assert not crossing.withheld_squares[one.squares].any()
            sides.add(one.external)
        numbers = found.rows_at_risk()["group"]
        assert sorted(numbers.unique().to_list()) == list(range(1, len(found) + 1))
    assert sides == {True, False}


def test_a_wrong_group_is_noticed() -> None:
    found = Deduced.of(Crossing.of("test", Dataset.of(villages()), "commune", "carreau"), 11)
    assert found.verified() == 3
    found.groups.sizes[0] += 1
    with pytest.raises(Exception, match="another count"):
        found.verified()


def test_rows_and_sizes_are_those_of_looking_at_every_set() -> None:
    for seed in range(60):
        zone, square, count = random_table(seed)
        found = Deduced.of(crossed(rows_of(zone, square, count), count="count"), 7)
        least = smallest(zone, square, count)
        wanted = {
            (int(z), int(c)): (int(n), int(size))
            for z, c, n, size in zip(zone, square, count, least, strict=True)
            if size < 7
        }
        rows = found.rows_at_risk().rows()
        assert {row[:2]: row[2:4] for row in rows} == wanted
        sums: dict[int, int] = {}
        for n, size in wanted.values():
            sums[size] = sums.get(size, 0) + n
        assert found.by_size() == dict(sorted(sums.items()))


def test_the_three_examples_of_figure_11() -> None:
    """One household internally, one externally, ten internally; whatever the draw."""
    for seed in (1, 2, 3):
        crossing = Crossing.of("test", Dataset.of(villages(seed)), "commune", "carreau")
        table = Deduced.of(crossing, 11).group_table()
        assert table.select("observations", "side", "zones").rows() == [
            (1, "internal", ["a1"]),
            (1, "external", ["b1", "b2"]),
            (10, "internal", ["c1", "c2", "c3"]),
        ]
        assert Deduced.of(crossing, 10).by_size() == {1: 2}


def test_edges_of_rows_that_repeat_a_pair() -> None:
    found = edges(np.array([0, 0, 1]), np.array([0, 0, 0]), np.array([1, 2, 4]))
    assert [one.tolist() for one in found] == [[0, 1], [1, 0], [3, 4]]


# -- bad input -----------------------------------------------------------------------------

MARKED = {
    "zone": [f"{TEXT} a", f"{TEXT} a", f"{TEXT} b"],
    "square": [NUMBER, NUMBER + 1, NUMBER],
    "km": [f"{TEXT} k", f"{TEXT} l", f"{TEXT} l"],
    "n": [NUMBER, 2, 3],
    "text": [TEXT] * 3,
    "flag": [0, 1, 0],
}
BAD: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "negative": ({"n": [-NUMBER, 2, 3]}, {"count": "n"}, "1 negative"),
    "fraction": ({"n": [NUMBER + 0.5, 2, 0.5]}, {"count": "n"}, "2 not whole"),
    "missing count": ({"n": [None, 2, 3]}, {"count": "n"}, "1 missing"),
    "not a number": ({"n": [float("nan"), 2.0, 3.0]}, {"count": "n"}, "1 missing"),
    "endless": ({"n": [float("inf"), 2.0, 3.0]}, {"count": "n"}, "not whole|more than"),
    "count is text": ({}, {"count": "text"}, "numbers are needed"),
    "count is not there": ({}, {"count": "nowhere"}, "no column 'nowhere'"),
    "no zone": ({"zone": [None, f"{TEXT} a", None]}, {}, "2 observations without 'zone'"),
    "no square": ({"square": [None, NUMBER, NUMBER]}, {}, "1 observation without 'square'"),
    "no square, crossed": ({"square": [None, NUMBER, 1]}, {"count": "n"}, "1 row without 'square'"),
    "a pair twice": ({"square": [NUMBER] * 3}, {"count": "n"}, "1 more repeat"),
    "a column twice": ({}, {"count": "square"}, "'square' was named twice"),
    "all zero": ({"n": [0, 0, 0]}, {"count": "n"}, "no row has an observation"),
    "levels that cross": (
        {"km": ["k", "k", "l"], "square": [NUMBER, NUMBER + 1, NUMBER]},
        {"coarser": ["km"]},
        "next coarser",
    ),
    "a flag that says both": ({"flag": [0, 1, 1]}, {"withheld": {"zone": "flag"}}, "both"),
    "a flag of text": ({}, {"withheld": {"square": "text"}}, "something else"),
    "a flag of 2": ({"flag": [0, 2, 0]}, {"withheld": {"square": "flag"}}, "something else"),
    "a flag that is missing": (
        {"flag": [0, None, 0]},
        {"withheld": {"square": "flag"}},
        "something",
    ),
    "a flag of another": ({}, {"withheld": {"text": "flag"}}, "'text' is neither"),
    "a flag that is not there": ({}, {"withheld": {"square": "nowhere"}}, "'nowhere'"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_has_one_message_with_a_way_out(name: str) -> None:
    columns, options, words = BAD[name]
    with pytest.raises(ColumnError if name != "all zero" else InputError, match=words) as caught:
        crossed(pl.DataFrame(MARKED | columns, strict=False), **options)
    assert caught.value.hint
    assert shown(told(caught.value)) == []


def test_no_records() -> None:
    with pytest.raises(InputError, match="no records") as caught:
        crossed(pl.DataFrame(MARKED).head(0))
    assert caught.value.hint
