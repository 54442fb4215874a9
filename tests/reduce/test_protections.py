"""Ways to protect two zonings, side by side: each detected again, and counted from its squares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset
from discret.assess.differencing.deduced import Deduced
from discret.data.examples import communes, villages
from discret.data.zonings.crossing import Crossing
from discret.errors import InputError
from discret.reduce.protections import Protection, cheaper, protections, told
from strategies import examples
from where import SHARED, needs_tables

EXAMPLE = SHARED / "data/differencing_example.csv"
WAYS = ["fewest_squares", "fewest_observations", "merge"]


def crossed(table: pl.DataFrame, **more: object) -> Crossing:
    return Crossing.of("test", Dataset.of(table), "zone", "square", count="n", **more)


def after(crossing: Crossing, one: Protection) -> Crossing:
    """The crossing as it is published once protected, made from the table of squares alone."""
    name = crossing.columns[1]
    if one.way != "merge":
        gone = crossing.squares.is_in(one.squares[name].implode()).to_numpy()
        return replace(crossing, withheld_squares=crossing.withheld_squares | gone)
    onto = dict(one.squares.select(pl.col(name).cast(pl.String), "merged").iter_rows())
    table = crossing.table().with_columns(pl.col(name).cast(pl.String).replace(onto))
    table = table.group_by(table.columns[:2]).agg(pl.col("observations").sum())
    zone, square = crossing.columns
    return Crossing.of("test", Dataset.of(table), zone, square, count="observations")


def check_all(crossing: Crossing, threshold: int, found: list[Protection]) -> None:
    """Count everything again from the squares concerned, and search the rest for small groups."""
    assert [one.way for one in found] == WAYS
    risk = Deduced.of(crossing, threshold).observations_at_risk
    published = len(crossing.squares) - int(crossing.withheld_squares.sum())
    zones = pl.DataFrame({"zone": crossing.zone, "n": crossing.count}).group_by("zone").sum()
    small = set(crossing.zones.gather(zones.filter(pl.col("n") < threshold)["zone"]))
    for one in (each for each in found if each.facts):
        facts, squares = one.facts, one.squares
        left = Deduced.of(after(crossing, one), threshold)
        assert facts["at_risk_before"] == risk
        assert facts["at_risk_after"] == left.observations_at_risk
        assert facts["at_risk_after"] == one.unprotected["observations"].sum()
        assert set(one.unprotected[crossing.columns[0]]) <= small
        assert facts["squares_touched"] == len(squares)
        assert facts["observations_lost"] == squares["observations"].sum()
        fewer = len(squares) - (squares["merged"].n_unique() if one.way == "merge" else 0)
        assert facts["squares_lost"] == fewer
        assert facts["squares_after"] == published - fewer
        assert facts["squares_lost_share"] == pytest.approx(fewer / published)


def tables() -> st.SearchStrategy[pl.DataFrame]:
    pairs = st.tuples(st.integers(0, 4), st.integers(0, 6))
    rows = st.dictionaries(pairs, st.integers(1, 12), min_size=1, max_size=16)
    return rows.map(
        lambda own: pl.DataFrame(
            [(zone, square, n) for (zone, square), n in own.items()],
            schema=["zone", "square", "n"],
            orient="row",
        )
    )


@examples(60)
@given(tables(), st.integers(2, 9))
def test_what_is_told_is_counted_again(table: pl.DataFrame, threshold: int) -> None:
    crossing = crossed(table)
    found = protections(crossing, threshold)
    check_all(crossing, threshold, found)
    squares, observations, _ = (one.facts for one in found)
    assert squares["optimal"]
    assert observations["optimal"]
    assert squares["least"] == squares["squares_lost"] <= observations["squares_lost"]
    assert (
        observations["least"] == observations["observations_lost"] <= squares["observations_lost"]
    )
    best = cheaper(found)
    assert best.facts["observations_lost"] == observations["observations_lost"]


@examples(25)
@given(tables(), st.integers(2, 9), st.data())
def test_squares_withheld_already_are_given(
    table: pl.DataFrame, threshold: int, draw: st.DataObject
) -> None:
    gone = draw.draw(
        st.sets(st.sampled_from(table["square"].unique().sort().to_list()), min_size=1)
    )
    flagged = table.with_columns(gone=pl.col("square").is_in(list(gone)).cast(int))
    crossing = crossed(flagged, withheld={"square": "gone"})
    found = protections(crossing, threshold)
    assert found[-1].facts == {}
    assert found[-1].why is not None
    if len(gone) < crossing.squares.len():
        check_all(crossing, threshold, found)
    for one in found[:-1]:
        assert not set(one.squares["square"]) & gone
        assert one.facts["squares_withheld_before"] == len(gone)
    assert [one["way"] for one in told(found) if one["why"]] == ["merge"]


@needs_tables
@pytest.mark.parametrize("threshold", [5, 11])
def test_the_example_of_the_reference_implementation(threshold: int) -> None:
    crossing = crossed(pl.read_csv(EXAMPLE).rename({"cell": "square", "count": "n"}))
    check_all(crossing, threshold, protections(crossing, threshold))


def test_communes_and_villages() -> None:
    small = Crossing.of("test", Dataset.of(communes()), "commune", "carreau")
    check_all(small, 3, protections(small, 3))
    large = Crossing.of("test", Dataset.of(villages()), "commune", "carreau")
    found = protections(large, 11)
    check_all(large, 11, found)
    assert [one.facts["at_risk_after"] for one in found] == [0, 0, 0]


def test_the_cheaper_way_leaves_less_then_loses_fewer_observations_then_fewer_squares() -> None:
    def way(name: str, *numbers: int) -> Protection:
        names = ("at_risk_after", "observations_lost", "squares_lost")
        return Protection(name, dict(zip(names, numbers, strict=True)))  # type: ignore[arg-type]

    merge = way("merge", 0, 0, 0)
    for one, other, best in [
        ((0, 9, 2), (1, 5, 3), "fewest_squares"),
        ((0, 9, 2), (0, 5, 3), "fewest_observations"),
        ((0, 5, 2), (0, 5, 3), "fewest_squares"),
    ]:
        found = [way("fewest_squares", *one), way("fewest_observations", *other), merge]
        assert cheaper(found).way == best
        assert [each["cheaper"] for each in told(found)] == [best == WAYS[0], best == WAYS[1], None]


def test_progress_is_told() -> None:
    seen: list[tuple[float, str]] = []
    table = pl.DataFrame({"zone": [0, 0, 1, 1], "square": [0, 1, 1, 2], "n": [20, 2, 15, 30]})
    protections(crossed(table), 11, progress=lambda share, way: seen.append((share, way)))
    assert [way for _, way in seen] == WAYS
    assert [share for share, _ in seen] == pytest.approx([0, 1 / 3, 2 / 3])


def test_what_neither_way_protects_is_refused() -> None:
    table = pl.DataFrame({
        "zone": ["a", "a", "b", "b"], "km": [0, 0, 0, 1], "square": [0, 1, 1, 2],
        "n": [20, 2, 15, 30], "gone": [1, 1, 0, 0],
    })  # fmt: skip
    with pytest.raises(InputError, match="1 is withheld") as caught:
        protections(crossed(table, withheld={"zone": "gone"}), 11)
    assert caught.value.hint
    blank = table.with_columns(pl.col("square").replace(2, None))
    with pytest.raises(InputError, match="left blank") as caught:
        protections(crossed(blank, blanks="withheld"), 11)
    assert caught.value.hint


@pytest.mark.parametrize("coarser", [[], ["km"]])
def test_facts_are_plain(coarser: list[str]) -> None:
    table = pl.DataFrame({
        "zone": [0, 0, 1, 1], "square": [0, 1, 1, 2], "km": [0, 0, 0, 1], "n": [20, 2, 15, 30],
    })  # fmt: skip
    found = told(protections(crossed(table, coarser=coarser), 11))
    kinds = {type(value) for one in found for value in one.values()}
    assert kinds <= {str, int, float, bool, type(None), dict, list}
    assert not any(issubclass(kind, np.generic) for kind in kinds)
