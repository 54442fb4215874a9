"""Cells withheld and cells merged: the table that comes out is differenced again."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset
from discret.assess import Differencing
from discret.data.examples import communes
from discret.errors import ColumnError, InputError, ParameterError
from discret.reduce import Grid, MergeCells, WithholdCells
from discret.reduce.merge_cells import labels
from discret.reduce.zonings import at_risk

PARTS = [MergeCells, WithholdCells]


def crossed() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "zone": ["A", "A", "B", "B", "C", "C"],
            "cell": ["p", "q", "q", "r", "r", "s"],
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
    return Grid(side=side).apply(Dataset.of(table), Context()).data.to_polars()


def hidden(after: pl.DataFrame, before: pl.DataFrame) -> pl.DataFrame:
    """The cells as they were, and a flag for those that are blank now."""
    return before.with_columns(after["cell"].is_null().alias("gone"))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("side", [1000, 2000])
def test_nothing_comes_out_of_what_is_left(seed: int, side: int) -> None:
    table = villages(seed, side)
    risk = Differencing(zone="zone", cell="cell", least=11)
    before = risk.assess(Dataset.of(table))
    assert before.value > 0
    assert before.details["cells_below"] > 0
    merged = MergeCells(zone="zone", cell="cell").apply(Dataset.of(table), Context())
    assert merged.facts["at_risk_before"] == before.value
    assert merged.facts["cells_lost"] > 0
    found = risk.assess(merged.data)
    assert found.value == merged.facts["at_risk_after"] == 0
    assert found.details["cells_below"] == merged.facts["cells_below_after"] == 0
    assert found.details["cells"] == before.details["cells"] - merged.facts["cells_lost"]
    kept = WithholdCells(zone="zone", cell="cell").apply(Dataset.of(table), Context())
    flagged = Dataset.of(hidden(kept.data.to_polars(), table))
    partial = Differencing(zone="zone", cell="cell", least=11, withheld={"cell": "gone"})
    left = partial.assess(flagged)
    assert left.value == kept.facts["at_risk_after"] == 0
    assert left.details["cells_withheld"] == kept.facts["cells_lost"]
    assert kept.facts["gap"] == 0
    assert kept.facts["cost"] == kept.facts["bound"] == kept.facts["chosen_cells"]


def test_individual_rows_and_a_crossed_table_give_the_same() -> None:
    table = villages(1, 2000)
    counted = table.group_by("zone", "cell", maintain_order=True).len("n")
    for part in PARTS:
        rows = part(zone="zone", cell="cell").apply(Dataset.of(table), Context())
        cells = part(zone="zone", cell="cell", count="n").apply(Dataset.of(counted), Context())
        assert rows.facts == cells.facts
        after = cells.data.to_polars()
        again = table.with_columns(
            table.join(
                counted.select("zone", "cell", new=after["cell"]),
                on=["zone", "cell"],
                how="left",
                maintain_order="left",
            )["new"].alias("cell")
        )
        assert rows.data.to_polars().equals(again)


def test_records_keep_their_zone_and_cells_without_observations_their_name() -> None:
    data = Dataset.of(crossed(), area="zone")
    for part in PARTS:
        after = part(cell="cell", count="n").apply(data, Context()).data.to_polars()
        assert after.drop("cell").equals(crossed().drop("cell"))
        assert after["cell"][-1] == "s"


def test_cells_withheld_already_are_given_and_blanked() -> None:
    table = crossed().with_columns((pl.col("cell") == "p").cast(int).alias("gone"))
    method = WithholdCells(zone="zone", cell="cell", count="n", already="gone")
    change = method.apply(Dataset.of(table), Context())
    assert change.facts["cells_withheld_before"] == 1
    assert change.facts["chosen_cells"] == 1
    assert change.data.to_polars()["cell"][0] is None
    assert (
        WithholdCells(zone="zone", cell="cell", count="n")
        .apply(Dataset.of(crossed()), Context())
        .facts["chosen_cells"]
        == 2
    )


@pytest.mark.parametrize("part", PARTS)
def test_what_cannot_be_protected_is_named(part: Any) -> None:
    data = Dataset.of(communes())
    method = part(zone="commune", cell="carreau", threshold=3)
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
        part(zone="zone", cell="cell", threshold=1)
    with pytest.raises(InputError, match="area"):
        part(cell="cell").apply(Dataset.of(crossed()), Context())
    with pytest.raises(ColumnError, match="nowhere"):
        part(zone="zone", cell="nowhere").apply(Dataset.of(crossed()), Context())
    wrong = crossed().with_columns(pl.col("n") - 3)
    with pytest.raises(ColumnError, match="negative"):
        part(zone="zone", cell="cell", count="n").apply(Dataset.of(wrong), Context())
    blank = crossed().with_columns(pl.col("cell").replace("p", None))
    with pytest.raises(ColumnError, match="without 'cell'"):
        part(zone="zone", cell="cell").apply(Dataset.of(blank), Context())
