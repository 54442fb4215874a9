"""Grid: names of squares, thresholds, and coordinates that will not do."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset
from discret.errors import ColumnError, DiscretError, ParameterError
from discret.reduce import Grid


def places(records: int = 5000) -> pl.DataFrame:
    rng = np.random.default_rng(4)
    x, y = rng.normal(4_000_000, 9_000, records), rng.normal(2_500_000, 9_000, records)
    return pl.DataFrame({"x": x, "y": y, "zone": rng.integers(0, 9, records)})


def test_a_regular_grid_names_the_lower_left_corner() -> None:
    table = pl.DataFrame({"x": [1000, 1999, -1], "y": [0, 999, 2000], "v": [1, 2, 3]})
    table = table.with_columns(pl.col("x", "y") + 0)
    found = Grid(side=1000, crs=2154).apply(Dataset.of(table), Context()).data.to_polars()
    assert found.columns == ["v", "cell"]
    assert found["cell"].to_list() == [
        "CRS2154RES1000mN0E1000",
        "CRS2154RES1000mN0E1000",
        "CRS2154RES1000mN2000E-1000",
    ]


def test_every_square_of_the_natural_grid_meets_the_threshold() -> None:
    change = Grid(least=11).apply(Dataset.of(places()), Context())
    sizes = change.data.to_polars().group_by("cell").len()
    largest = sizes["cell"].str.contains("RES32000m")
    assert (sizes.filter(~largest)["len"] >= 11).all()
    assert change.facts["squares"] == len(sizes) == sum(change.facts["by_side"].values())
    assert change.facts["below_threshold"] == (sizes["len"] < 11).sum() < 10
    assert len(change.facts["by_side"]) > 2


def test_a_square_below_the_threshold_is_counted() -> None:
    change = Grid(least=11).apply(Dataset.of(places(5)), Context())
    assert change.facts["below_threshold"] == change.facts["squares"]


BAD: list[tuple[dict[str, Any], pl.DataFrame, type[DiscretError], str]] = [
    ({}, places(3), ParameterError, "exactly one"),
    ({"side": 200, "threshold": 11}, places(3), ParameterError, "exactly one"),
    ({"side": 200, "x": "lon"}, places(3), ColumnError, "lon"),
    ({"side": 200, "into": "zone"}, places(3), ColumnError, "already"),
    ({"side": 200}, pl.DataFrame({"x": [2.35], "y": [48.8]}), ColumnError, "degrees"),
    ({"side": 200}, pl.DataFrame({"x": [None, 1e6], "y": [1e6, 1e6]}), ColumnError, "1 record"),
    ({"side": 200}, pl.DataFrame({"x": ["a"], "y": [1e6]}), ColumnError, "numbers"),
]


@pytest.mark.parametrize(("settings", "table", "kind", "words"), BAD)
def test_what_is_wrong_is_told(
    settings: dict[str, Any], table: pl.DataFrame, kind: type[DiscretError], words: str
) -> None:
    with pytest.raises(kind, match=words):
        Grid(**settings).apply(Dataset.of(table), Context())
