"""Numbers are the same in whatever type they come: every part, with weights of every width."""

from __future__ import annotations

from functools import cache
from typing import Any

import polars as pl
import polars.testing as plt
import pytest

from discret import Dataset, Finding
from discret.catalogue import MEASURES
from discret.errors import DiscretError
from discret.parts import Part
from every_part import EXAMPLES, dataset, label, people, used

# Near the end of each type, so that two of them added, or one squared, are beyond it.
TYPES: dict[str, tuple[Any, float, float]] = {
    "int8": (pl.Int8, 100, 1),
    "uint8": (pl.UInt8, 200, 1),
    "int16": (pl.Int16, 32_000, 3),
    "int32": (pl.Int32, 2_000_000_000, 1001),
    "uint32": (pl.UInt32, 4_000_000_000, 1001),
    "uint64": (pl.UInt64, 2**44, 1001),
    "int128": (pl.Int128, 2**44, 1001),
    "float32": (pl.Float32, 2.0**23, 1),
    "decimal": (pl.Decimal(18, 2), 9_000_000, 0.25),
}


def table(kind: str, column: str, dtype: Any = None) -> pl.DataFrame:
    """The people, one column of numbers replaced by large ones of a type."""
    own, first, step = TYPES[kind]
    values = pl.Series(column, [first + step * place for place in range(24)], pl.Float64)
    return people().with_columns(values.cast(dtype or own))


@cache
def data_of(kind: str, column: str, dtype: Any = None) -> Dataset:
    """The people so, with all roles."""
    return dataset(table(kind, column, dtype))


def outcome(part: Part, data: Dataset) -> tuple[Any, pl.DataFrame | None]:
    """What a part finds or does: plain data, and the records that are left."""
    try:
        result = used(part, data)
    except DiscretError as error:
        return type(error).__name__, None
    if isinstance(result, Finding):
        return result.to_dict(), None
    return dict(result.facts), result.data.to_polars()


def assert_alike(one: Any, other: Any) -> None:
    """Equal but for the last digits, which depend on the order of a sum."""
    if isinstance(one, dict):
        assert isinstance(other, dict)
        assert one.keys() == other.keys()
        assert_alike(list(one.values()), list(other.values()))
    elif isinstance(one, list | tuple):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_alike(a, b)
    elif isinstance(one, float):
        assert other == pytest.approx(one, rel=1e-9, abs=1e-12)
    else:
        assert one == other


def as_floats(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(pl.selectors.numeric().cast(pl.Float64))


KINDS = ("int8", "int32", "uint32", "int128", "float32", "decimal")
FIRST = {part.name: part for part in reversed(EXAMPLES)}
PAIRS = [  # one example of each part in all types, the others in two each: types go in by one door
    pytest.param(part, kind, id=f"{label(part)}-{kind}")
    for place, part in enumerate(EXAMPLES)
    for turn, kind in enumerate(KINDS)
    if part is FIRST[part.name] or turn % 3 == place % 3
]


@pytest.mark.slow
@pytest.mark.parametrize(("part", "kind"), PAIRS)
def test_weights_count_the_same_in_every_type(part: Part, kind: str) -> None:
    told, left = outcome(part, data_of(kind, "weight"))
    expected, wanted = outcome(part, data_of(kind, "weight", pl.Float64))
    assert_alike(told, expected)
    if left is not None and wanted is not None:
        plt.assert_frame_equal(as_floats(left), as_floats(wanted), rel_tol=1e-9)


ON_NUMBERS = [
    part
    for part in EXAMPLES
    if part.name in ("means_and_quantiles", "regression", "distances", "linkage",
                     "correlations", "query", "propensity",
                     "interval_disclosure", "calibrate", "balanced_subsample", "round_weights")
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("part", ON_NUMBERS, ids=label)
def test_numbers_count_the_same_in_every_type(part: Part, kind: str) -> None:
    told, left = outcome(part, data_of(kind, "income"))
    expected, wanted = outcome(part, data_of(kind, "income", pl.Float64))
    assert_alike(told, expected)
    if left is not None and wanted is not None:
        plt.assert_frame_equal(as_floats(left), as_floats(wanted), rel_tol=1e-6)


@pytest.mark.parametrize("kind", ["tinyint", "integer", "hugeint", "float", "decimal(18,2)"])
@pytest.mark.parametrize(
    "name", ["individual_risk", "household_risk", "suda", "k_map", "attackers"]
)
def test_duckdb_weights_count_the_same_in_every_type(name: str, kind: str) -> None:
    duckdb = pytest.importorskip("duckdb")
    query = "select i, i % 3 as k, i // 2 as home, (100 + i)::{} as w from range(20) t(i)"
    roles: dict[str, Any] = {"key": "k", "weight": "w", "household": "home", "row": "i"}
    found, wanted = (
        MEASURES[name]().assess(Dataset.of(duckdb.sql(query.format(one)), **roles)).to_dict()
        for one in (kind, "double")
    )
    assert_alike(found, wanted)
