"""Squares withheld and squares merged: the table that comes out is differenced again."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset
from discret.assess import Differencing
from discret.data.examples import communes
from discret.errors import ColumnError, InputError, ParameterError
from discret.reduce import Grid, MergeSquares, WithholdSquares
from discret.reduce.merge_squares import labels
from discret.reduce.zonings import at_risk

PARTS = [MergeSquares, WithholdSquares]


def crossed() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "zone": ["A", "A", "B", "B", "C", "C"],
            "square": ["p", "q", "q", "r", "r", "s"],
            "n": [20, 2, 15, 3, 14, 0],
        }
    )


def villages(seed: int, side: int) -> pl.DataFrame:
    """People around sixty villages, in squares."""
    rng = np.random.default_rng(seed)
    middle = rng.uniform(0, 30_000, (60, 2))
    zone = rng.choice(60, 4000)
    at = middle[zone] + rng.normal(0, 1_200, (4000, 2))
    nearest = ((at[:, None] - middle) ** 2).sum(axis=2).argmin(axis=1)
    table = pl.DataFrame({"x": at[:, 0] + 4e6, "y": at[:, 1] + 2e6, "zone": nearest})
    return Grid(side=side, into="square").apply(Dataset.of(table), Context()).data.to_polars()


def hidden(after: pl.DataFrame, before: pl.DataFrame) -> pl.DataFrame:
    """The squares as they were, and a flag for those that are blank now."""
    return before.with_columns(after["square"].is_null().alias("gone"))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("side", [1000, 2000])
def test_nothing_comes_out_of_what_is_left(seed: int, side: int) -> None:
    table = villages(seed, side)
    risk = Differencing(zone="zone", square="square", least=11)
    before = risk.assess(Dataset.of(table))
    assert before.value > 0
    assert before.details["squares_below"] > 0
    merged = MergeSquares(zone="zone", square="square").apply(Dataset.of(table), Context())
    assert merged.facts["at_risk_before"] == before.value
    assert merged.facts["squares_lost"] > 0
    found = risk.assess(merged.data)
    assert found.value == merged.facts["at_risk_after"] == 0
    assert found.details["squares_below"] == merged.facts["squares_below_after"] == 0
    assert found.details["squares"] == before.details["squares"] - merged.facts["squares_lost"]
    kept = WithholdSquares(zone="zone", square="square").apply(Dataset.of(table), Context())
    flagged = Dataset.of(hidden(kept.data.to_polars(), table))
    partial = Differencing(zone="zone", square="square", least=11, withheld={"square": "gone"})
    left = partial.assess(flagged)
    assert left.value == kept.facts["at_risk_after"] == 0
    assert left.details["squares_withheld"] == kept.facts["squares_lost"]
    assert kept.facts["gap"] == 0
    assert kept.facts["cost"] == kept.facts["bound"] == kept.facts["chosen_squares"]


def test_individual_rows_and_a_crossed_table_give_the_same() -> None:
    table = villages(1, 2000)
    counted = table.group_by("zone", "square", maintain_order=True).len("n")
    for part in PARTS:
        rows = part(zone="zone", square="square").apply(Dataset.of(table), Context())
        squares = part(zone="zone", square="square", count="n").apply(
            Dataset.of(counted), Context()
        )
        assert rows.facts == squares.facts
        after = squares.data.to_polars()
        again = table.with_columns(
            table.join(
                counted.select("zone", "square", new=after["square"]),
                on=["zone", "square"],
                how="left",
                maintain_order="left",
            )["new"].alias("square")
        )
        assert rows.data.to_polars().equals(again)


def test_records_keep_their_zone_and_squares_without_observations_their_name() -> None:
    data = Dataset.of(crossed(), area="zone")
    for part in PARTS:
        after = part(square="square", count="n").apply(data, Context()).data.to_polars()
        assert after.drop("square").equals(crossed().drop("square"))
        assert after["square"][-1] == "s"


def test_squares_withheld_already_are_given_and_blanked() -> None:
    table = crossed().with_columns((pl.col("square") == "p").cast(int).alias("gone"))
    method = WithholdSquares(zone="zone", square="square", count="n", already="gone")
    change = method.apply(Dataset.of(table), Context())
    assert change.facts["squares_withheld_before"] == 1
    assert change.facts["chosen_squares"] == 1
    assert change.data.to_polars()["square"][0] is None
    assert (
        WithholdSquares(zone="zone", square="square", count="n")
        .apply(Dataset.of(crossed()), Context())
        .facts["chosen_squares"]
        == 2
    )


@pytest.mark.parametrize("part", PARTS)
def test_what_cannot_be_protected_is_named(part: Any) -> None:
    data = Dataset.of(communes())
    method = part(zone="commune", square="carreau", threshold=3)
    change = method.apply(data, Context())
    crossing, found = method.decide(data)
    left = at_risk(crossing, found.size, 3)
    small = communes().group_by("commune").len().filter(pl.col("len") < 3)["commune"].to_list()
    assert change.facts["zones_below"] == len(small) == 2
    assert set(left["commune"]) <= set(small)
    assert change.facts["zones_unprotected"] == left["commune"].n_unique() > 0
    assert change.facts["at_risk_after"] == left["observations"].sum()


def test_a_square_is_named_after_what_it_fills() -> None:
    names = ["CRS1RES200mN0E0", "CRS1RES200mN800E800", "CRS1RES200mN0E1000", "CRS1RES1000mN2000E0"]
    found = labels(pl.Series(names), np.array([0, 0, 1, 2])).to_list()
    assert found == ["CRS1RES1000mN0E0"] * 2 + names[2:]
    mixed = labels(pl.Series(names), np.array([0, 1, 0, 1])).to_list()
    assert mixed[0] == f"{names[2]} + {names[0]}" or mixed[0] == f"{names[0]} + {names[2]}"
    assert mixed[1] == f"{names[3]} + {names[1]}" == mixed[3]
    assert labels(pl.Series(names), np.zeros(4, dtype=int)).to_list() == ["CRS1RES4000mN0E0"] * 4


def test_a_name_that_is_taken_is_not_given_again() -> None:
    found = labels(pl.Series(["a", "a + b", "b"]), np.array([0, 1, 0])).to_list()
    assert len(set(found)) == 2
    assert found[0] == found[2] != "a + b" == found[1]


@pytest.mark.parametrize("part", PARTS)
def test_bad_input_is_told(part: Any) -> None:
    with pytest.raises(ParameterError, match="least"):
        part(zone="zone", square="square", threshold=1)
    with pytest.raises(InputError, match="area"):
        part(square="square").apply(Dataset.of(crossed()), Context())
    with pytest.raises(ColumnError, match="nowhere"):
        part(zone="zone", square="nowhere").apply(Dataset.of(crossed()), Context())
    wrong = crossed().with_columns(pl.col("n") - 3)
    with pytest.raises(ColumnError, match="negative"):
        part(zone="zone", square="square", count="n").apply(Dataset.of(wrong), Context())
    blank = crossed().with_columns(pl.col("square").replace("p", None))
    with pytest.raises(ColumnError, match="without 'square'"):
        part(zone="zone", square="square").apply(Dataset.of(blank), Context())
