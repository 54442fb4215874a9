"""Values that somebody wrote, as a column knows them."""

from __future__ import annotations

import polars as pl
import pytest

from discret.data.written import known_as

PARIS = pl.Datetime("us", "Europe/Paris")


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (1.0, pl.Int64(), "1"), ("01", pl.Int8(), "1"), (1, pl.Float64(), "1"),
        ("2.50", pl.Float64(), "2.5"), ("3.90", pl.Decimal(10, 2), "3.9"), (7, pl.String(), "7"),
        (True, pl.Boolean(), "true"), ("False", pl.Boolean(), "false"), ("", pl.String(), ""),
        ("2020-01-01", pl.Date(), "2020-01-01"), ("2020-01-01", pl.Datetime(), "2020-01-01"),
        ("10:30", pl.Time(), "10:30:00"),
        ("2020-01-01T09:00+00:00", PARIS, "2020-01-01T10:00:00+01:00"),
        ("2020-01-01T10:00", PARIS, "2020-01-01T10:00:00+01:00"),
    ],
)  # fmt: skip
def test_a_value_is_the_same_however_it_is_written(
    value: object, kind: pl.DataType, text: str
) -> None:
    assert known_as(value, kind) == text


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("1.5", pl.Int64()), (300, pl.UInt8()), ("3.999", pl.Decimal(10, 2)), (True, pl.Int64()),
        (1, pl.Boolean()), (True, pl.String()), (1.5, pl.String()), ("x", pl.Date()),
        ("nan", pl.Float64()), (None, pl.Int64()), ("2020-01-01T09:00+00:00", pl.Datetime()),
        ("1", pl.Duration()),
    ],
)  # fmt: skip
def test_what_a_column_cannot_hold_it_does_not_know(value: object, kind: pl.DataType) -> None:
    assert known_as(value, kind) is None
