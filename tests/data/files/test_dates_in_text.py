"""Dates as people write them: found where there is one way to read them, told where not."""

from __future__ import annotations

import datetime as dt

import polars as pl
import pytest

from discret.data.files.csv_types import dated, typed, undecided_dates
from discret.data.files.dates_in_text import written


def kind(*values: str | None) -> tuple[pl.DataType, list[object]]:
    series = typed(pl.DataFrame({"x": values}, schema={"x": pl.String}))["x"]
    return series.dtype, series.to_list()


DAYS = [dt.date(1990, 12, 31), dt.date(1990, 7, 3)]


@pytest.mark.parametrize(
    "values",
    [
        ("31/12/1990", "03/07/1990"),
        ("31.12.1990", "3.7.1990"),
        ("31-12-1990", "03-07-1990"),
        ("12/31/1990", "07/03/1990"),
        ("1990/12/31", "1990/7/3"),
        ("1990-12-31", "1990-07-03"),
        ("1990-12-31 00:00:00", "1990-07-03 00:00:00"),
        ("1990-12-31T00:00:00.000000", "1990-07-03T00:00:00.000000"),
        ("31/12/1990 00:00", "03/07/1990 00:00"),
    ],
)
def test_one_reading_is_taken(values: tuple[str, ...]) -> None:
    assert kind(*values) == (pl.Date, DAYS)
    assert kind(*values, "NA", None) == (pl.Date, [*DAYS, None, None])


def test_hours_are_kept() -> None:
    moments = [dt.datetime(1990, 12, 31, 23, 5), dt.datetime(1990, 7, 3)]
    assert kind("31/12/1990 23:05", "03/07/1990 00:00")[1] == moments
    assert kind("1990-12-31 23:05:00", "1990-07-03 00:00:00")[1] == moments


@pytest.mark.parametrize(
    "values",
    [
        ("03/07/1990", "04/05/1990"),
        ("03.07.1990", "NA"),
        ("31/12/90",),
        ("12/31/90", "1/2/90"),
        ("03/07/1990 10:00",),
    ],
)
def test_two_readings_stay_text_and_are_told(values: tuple[str, ...]) -> None:
    assert kind(*values) == (pl.String, list(values))
    assert undecided_dates(pl.DataFrame({"a": ["x"] * len(values), "*": values})) == ["*"]


@pytest.mark.parametrize(
    "values",
    [
        ("31/12/1990", "12/31/1990"),  # no reading fits both
        ("31/02/1990",),
        ("31/12/1990", "x"),
        ("31/12/1990", "31/12/1990 10:00"),
        ("1/5/1990", "01/05/1990", "31/12/1990"),  # two texts, one day
        ("31/12/1990", "31.12.1990"),
        ("99.99.99",),
        (None, None),
    ],
)
def test_what_is_no_date_stays_text_without_a_word(values: tuple[str | None, ...]) -> None:
    assert kind(*values) == (pl.String, list(values))
    texts = pl.DataFrame({"x": values}, schema={"x": pl.String})
    assert undecided_dates(texts) == []


@pytest.mark.parametrize(
    ("given", "text", "day"),
    [
        ("dd/mm/yyyy", "03/07/1990", DAYS[1]),
        ("mm/dd/yyyy", "07/03/1990", DAYS[1]),
        ("jj/mm/aaaa", "03/07/1990", DAYS[1]),
        ("%d/%m/%Y", "03/07/1990", DAYS[1]),
        ("d.m.yy", "3.7.90", DAYS[1]),
        ("dd/mm/yy", "03/07/69", dt.date(2069, 7, 3)),
        ("dd/mm/yy", "03/07/70", dt.date(1970, 7, 3)),
        ("yyyymmdd", "19900703", DAYS[1]),
        ("dd/mm/yyyy hh:mm", "03/07/1990 10:11", dt.datetime(1990, 7, 3, 10, 11)),
    ],
)
def test_a_format_decides(given: str, text: str, day: dt.date) -> None:
    frame = pl.DataFrame({"a": [text, "NA"], "n": ["7", "8"], "x": ["b", text]})
    assert dated(frame, given).to_dict(as_series=False) == {
        "a": [day, None],
        "n": ["7", "8"],
        "x": ["b", text],
    }


def test_a_format_makes_no_two_texts_one_value() -> None:
    frame = pl.DataFrame({"a": ["3/7/1990", "03/07/1990"]})
    assert dated(frame, "dd/mm/yyyy")["a"].dtype == pl.String


@pytest.mark.parametrize(
    "given", ["", "dd/mm", "mm/yyyy", "dd/dd/yyyy", "dd/mm/yyy", "%d/%m/%q", "in May", "dd/mm/2020"]
)
def test_what_is_no_format(given: str) -> None:
    assert written(given) is None
