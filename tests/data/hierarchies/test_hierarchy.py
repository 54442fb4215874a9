"""Hierarchies: every builder by a worked example, every fault, and what holds for all."""

from __future__ import annotations

import json
import tomllib
import traceback
from dataclasses import FrozenInstanceError
from datetime import date, datetime
from decimal import Decimal
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.text import as_text, text_of
from discret.errors import ColumnError, DiscretError, FileError, HierarchyError
from where import SHARED, needs_tables

ADULT = SHARED / "data" / "adult"
COMMUNES = SHARED / "data" / "communes_fr.csv.gz"
SECRET = "SECRET" + "VALUE"


def labels(hierarchy: Hierarchy, values: Any, level: int = 1) -> list[str]:
    return hierarchy.levels(pl.Series(values))[str(level)].to_list()


def faults(build: Any) -> tuple[str, ...]:
    with pytest.raises(HierarchyError) as caught:
        build()
    return caught.value.faults


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "levels.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


# --- from_cuts -----------------------------------------------------------------------------


def test_cuts_of_integers_are_named_by_first_and_last() -> None:
    ages = Hierarchy.from_cuts([25, 50], [50])
    assert ages.levels(pl.Series([17, 25, 49, 50])).rows() == [
        (17, "<25", "<50", "*"),
        (25, "25-49", "<50", "*"),
        (49, "25-49", "<50", "*"),
        (50, ">=50", ">=50", "*"),
    ]


def test_cuts_closed_on_the_right() -> None:
    ages = Hierarchy.from_cuts([25, 50], closed="right")
    assert labels(ages, [25, 26, 50, 51]) == ["<=25", "26-50", "26-50", ">50"]
    assert labels(ages, [25.0, 25.5, 51.0]) == ["<=25", "(25, 50]", ">50"]


def test_cuts_of_other_numbers_are_named_by_brackets() -> None:
    assert labels(Hierarchy.from_cuts([25, 50]), [25.0]) == ["[25, 50)"]
    assert labels(Hierarchy.from_cuts([25, 50]), [Decimal("25.5")]) == ["[25, 50)"]
    assert labels(Hierarchy.from_cuts([0.5, 2]), [1]) == ["[0.5, 2)"]
    assert labels(Hierarchy.from_cuts([-10, -5]), [-7]) == ["[-10, -5)"]


def test_an_interval_of_one_integer_is_that_integer() -> None:
    assert labels(Hierarchy.from_cuts([3, 4, 9]), [3, 8]) == ["3", "4-8"]


def test_cuts_read_text_that_holds_numbers_only() -> None:
    assert labels(Hierarchy.from_cuts([25]), ["17", " 30.5 "]) == ["<25", ">=25"]
    assert Hierarchy.from_cuts([25]).lacking(pl.Series(["17", "old", "nan", None])) == 2


@pytest.mark.parametrize("values", [["old", "17"], [True, False], [date(2024, 1, 1)]])
def test_cuts_refuse_what_is_no_number(values: list[Any]) -> None:
    told = "is no number" if len({*values} - {"17"}) == 1 else "are not numbers"
    with pytest.raises(HierarchyError, match=f"distinct values {told}") as caught:
        Hierarchy.from_cuts([25]).levels(pl.Series("age", values))
    assert "'age'" in str(caught.value)
    assert caught.value.hint


def test_cuts_tell_large_integers_apart() -> None:
    cut = 2**60 + 1  # has no exact float
    assert len(set(labels(Hierarchy.from_cuts([cut]), [cut - 1, cut]))) == 2


def test_cuts_take_labels_and_arrays() -> None:
    ages = Hierarchy.from_cuts(np.array([18, 65]), labels=[["young", "middle", "old"]], top=None)
    assert labels(ages, [17, 18, 65]) == ["young", "middle", "old"]
    assert ages.depth == 2


def test_all_faults_of_cuts_are_listed() -> None:
    assert faults(lambda: Hierarchy.from_cuts([25, 50], [60, 50], [], labels=[["a", "a"]])) == (
        "level 2: the cuts must increase",
        "level 3: has no cut",
        "level 2: 1 cut not among those of level 1",
        "labels: 3 lists needed, 1 given",
        "level 1: 3 labels needed, 2 given",
        "level 1: labels must differ",
    )
    assert faults(Hierarchy.from_cuts) == ("cuts: must not be empty",)
    wrong: list[Any] = [45, ["a"], [float("inf")]]
    assert faults(lambda: Hierarchy.from_cuts(*wrong)) == (
        "cuts: must be a list (number 1)",
        "cuts: must be a finite number (numbers 2, 3)",
    )


# --- from_prefixes -------------------------------------------------------------------------


def test_prefixes() -> None:
    codes = Hierarchy.from_prefixes(3, 2)
    assert codes.levels(pl.Series(["42300", "7"])).rows() == [
        ("42300", "423", "42", "*"),
        ("7", "7", "7", "*"),
    ]
    assert labels(codes, [42300]) == ["423"]


@pytest.mark.parametrize("fill", ["*", "$", "x"])
def test_prefixes_may_be_filled(fill: str) -> None:
    assert labels(Hierarchy.from_prefixes(2, fill=fill), ["42300", "é9à"]) == [
        "42" + 3 * fill,
        "é9" + fill,
    ]


def test_faults_of_prefixes() -> None:
    assert faults(lambda: Hierarchy.from_prefixes(2, 3)) == ("lengths: must decrease",)
    assert faults(lambda: Hierarchy.from_prefixes(0, fill="**")) == (
        "lengths: must be greater than or equal to 1 (number 1)",
        "fill: string should have at most 1 character",
    )


# --- from_dates ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [date(2024, 3, 5), datetime(2024, 3, 5, 23, 59), "2024-03-05", "2024-03-05T10:00:00Z"],
)
def test_dates(value: Any) -> None:
    dates = Hierarchy.from_dates("day", "month", "quarter", "year", "decade")
    (row,) = dates.levels(pl.Series([value])).rows()
    assert row == (value, "2024-03-05", "2024-03", "2024-Q1", "2024", "2020-2029", "*")
    assert dates.names == ("date", "day", "month", "quarter", "year", "decade", "top")


def test_weeks_are_those_of_iso_and_end_the_list() -> None:
    assert labels(Hierarchy.from_dates("week"), [date(2024, 12, 30)]) == ["2025-W01"]
    assert "no unit can follow 'week'" in faults(lambda: Hierarchy.from_dates("week", "year"))[0]


def test_faults_of_dates() -> None:
    assert faults(lambda: Hierarchy.from_dates("year", "month")) == (
        "units: must go from fine to coarse",
    )
    assert "must be 'day'" in faults(lambda: Hierarchy.from_dates("century"))[0]  # type: ignore[arg-type]
    assert Hierarchy.from_dates("year").lacking(pl.Series(["2024-02-30", "5/3/2024"])) == 2
    assert Hierarchy.from_dates("year").lacking(pl.Series([2024])) == 1


# --- from_groups ---------------------------------------------------------------------------


def test_groups_leave_the_others_alone() -> None:
    # seed 003, hierarchy of crops: what is not named keeps its name
    crops = Hierarchy.from_groups(
        {"ble": ["ble tendre", "ble dur"], "fruit a coque": ["noix", "amande"]},
        {"cereale": ["ble", "mais"]},
    )
    assert crops.levels(pl.Series(["ble dur", "mais", "betterave"])).rows() == [
        ("ble dur", "ble", "cereale", "*"),
        ("mais", "mais", "cereale", "*"),
        ("betterave", "betterave", "betterave", "*"),
    ]


def test_groups_may_gather_the_others() -> None:
    sizes = Hierarchy.from_groups({"small": [1, 2]}, others="large")
    assert labels(sizes, [1, 2, 3]) == ["small", "small", "large"]
    assert sizes.depth == 3


def test_groups_that_are_all_one_get_no_top() -> None:
    assert Hierarchy.from_groups({"all": ["a"]}, others="all").depth == 2
    assert Hierarchy.from_groups({"all": ["a"]}).depth == 3


def test_faults_of_groups() -> None:
    build = lambda: Hierarchy.from_groups({"A": ["x", "y"], "B": ["x"]}, {"C": []})  # noqa: E731
    assert faults(build) == (
        "level 1: 1 member in several groups",
        "level 2: a group has no member",
    )
    assert faults(lambda: Hierarchy.from_groups({"A": "xyz"})) == (
        "groupings: must be a list (number 1)",
    )


# --- from_order ----------------------------------------------------------------------------


def test_order() -> None:
    sizes = Hierarchy.from_order(range(1, 7), steps=[2, 4])
    assert sizes.table is not None
    assert sizes.table.rows() == [
        ("1", "1 – 2", "1 – 4", "*"),
        ("2", "1 – 2", "1 – 4", "*"),
        ("3", "3 – 4", "1 – 4", "*"),
        ("4", "3 – 4", "1 – 4", "*"),
        ("5", "5 – 6", "5 – 6", "*"),
        ("6", "5 – 6", "5 – 6", "*"),
    ]


def test_order_takes_labels_and_needs_no_top_when_one_group_is_left() -> None:
    sizes = Hierarchy.from_order(
        ["S", "M", "L", "XL"], steps=[2, 4], labels=[["low", "high"], ["all"]]
    )
    assert labels(sizes, ["M", "L"]) == ["low", "high"]
    assert sizes.depth == 3


def test_faults_of_order() -> None:
    assert faults(lambda: Hierarchy.from_order([1, 2, 2], steps=[2, 3], labels=[["a"]])) == (
        "order: 1 value listed twice",
        "steps: 3 (level 2) is not a multiple of 2",
        "labels: 2 lists needed, 1 given",
        "level 1: 2 labels needed, 1 given",
    )
    torn = lambda: Hierarchy.from_order("abcd", steps=[2])  # noqa: E731 (a string is no list)
    assert faults(torn) == ("order: must be a list",)
    same = [["x", "y", "x"], ["u", "v"]]
    assert faults(lambda: Hierarchy.from_order(list("abcdef"), steps=[2, 4], labels=same)) == (
        "level 1: 1 label with several labels at level 2",
    )
    assert faults(lambda: Hierarchy.from_order([], steps=[1])) == (
        "order: must not be empty",
        "steps: must be greater than or equal to 2 (number 1)",
    )


# --- from_parents --------------------------------------------------------------------------

TOWNS = {"Lyon": 69, "Bron": 69, "Paris": 75}
REGIONS = {69: "ARA", 75: "IDF", 13: "PACA"}


def test_parents_are_followed() -> None:
    towns = Hierarchy.from_parents(TOWNS, REGIONS)
    assert towns.levels(pl.Series(["Paris", "Bron"])).rows() == [
        ("Paris", "75", "IDF", "*"),
        ("Bron", "69", "ARA", "*"),
    ]
    assert towns.size == 3


PAIRS = pl.DataFrame({"town": list(TOWNS), "code": list(TOWNS.values())})


def duckdb_relation() -> Any:
    return pytest.importorskip("duckdb").connect().from_arrow(PAIRS.to_arrow())


@pytest.mark.parametrize(
    "table",
    [
        lambda: PAIRS,
        PAIRS.lazy,
        lambda: pl.concat([PAIRS, PAIRS]),
        PAIRS.to_arrow,
        lambda: pytest.importorskip("pandas").DataFrame(PAIRS.to_dict(as_series=False)),
        duckdb_relation,
    ],
    ids=["polars", "lazy", "said twice", "pyarrow", "pandas", "duckdb"],
)
def test_links_may_be_tables(table: Any) -> None:
    expected = Hierarchy.from_parents(TOWNS, REGIONS)
    assert Hierarchy.from_parents(table(), REGIONS) == expected
    whole = Hierarchy.from_parents(table(), columns=["town", "code"])
    assert whole.names == ("town", "code", "top")
    assert whole == Hierarchy.from_parents(TOWNS, names=["town", "code"])


def test_names_may_name_the_top() -> None:
    towns = Hierarchy.from_parents(TOWNS, names=["commune", "département", "France"])
    assert towns.names == ("commune", "département", "France")
    assert Hierarchy.from_parents(TOWNS, names=["top", "code"]).names == ("top", "code", "2")


def test_faults_of_parents() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "z"], "b": ["1", "2", None, "3"]})
    assert faults(lambda: Hierarchy.from_parents(frame, {"1": "i", "2": "j"})) == (
        "link 1, level 1: 1 empty cell",
        "link 1, level 0: 1 value with several labels at level 1",
        "level 1: 1 label without parent in link 2",
    )
    assert faults(lambda: Hierarchy.from_parents(TOWNS, names=["a", "a", "b", "c"])) == (
        "names: 2 needed, 4 given",
        "names: must differ, and not be empty",
    )
    assert faults(lambda: Hierarchy.from_parents({1: "a", "1": "b"})) == (
        "links: 1 key listed twice (number 1)",
    )
    assert faults(Hierarchy.from_parents) == ("links: must not be empty",)
    assert faults(lambda: Hierarchy.from_parents({})) == ("link 1, there is no value",)
    assert faults(lambda: Hierarchy.from_parents({"a": None})) == (
        "links: must not be missing (number 1)",
    )
    assert "not int" in faults(lambda: Hierarchy.from_parents(3))[0]


def test_faults_of_columns() -> None:
    frame = pl.DataFrame({"a": ["x"], "b": ["y"], "c": ["z"]})
    with pytest.raises(ColumnError, match="no column 'aa'"):
        Hierarchy.from_parents(frame, columns=["aa", "b"])
    with pytest.raises(HierarchyError, match="3 given") as caught:
        Hierarchy.from_parents(frame)
    assert "columns=" in caught.value.hint
    assert faults(lambda: Hierarchy.from_parents(frame, frame, columns=["a", "a"])) == (
        "columns: goes with one table",
        "columns: must differ",
    )
    assert faults(lambda: Hierarchy.from_parents(frame, columns=["a"])) == (
        "there is no level above the values",
    )


# --- from_csv ------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", [";", ",", "\t"])
def test_csv_finds_its_separator(tmp_path: Path, mark: str) -> None:
    path = write(tmp_path, f"1{mark}0-4{mark}*\n\n 2 {mark}0-4{mark}*\n")
    ages = Hierarchy.from_csv(path)
    assert ages.depth == 3
    assert ages.levels(pl.Series([2.0, 1.0])).rows() == [(2.0, "0-4", "*"), (1.0, "0-4", "*")]


def test_csv_prefers_the_semicolon_and_knows_quotes(tmp_path: Path) -> None:
    path = write(tmp_path, '25;"[25, 50)";*\n26;"[25, 50)";*\n')
    assert labels(Hierarchy.from_csv(path), [25]) == ["[25, 50)"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_csv_finds_its_encoding(tmp_path: Path, encoding: str) -> None:
    path = write(tmp_path, "Île;Médoc\nCôte;Brière\n".encode(encoding))
    assert labels(Hierarchy.from_csv(path), ["Île"]) == ["Médoc"]


def test_csv_takes_an_encoding(tmp_path: Path) -> None:
    path = write(tmp_path, "Île;Médoc\n".encode("utf-16-le"))
    with pytest.raises(FileError, match="not text"):
        Hierarchy.from_csv(path)
    assert labels(Hierarchy.from_csv(path, encoding="utf-16-le"), ["Île"]) == ["Médoc"]


@pytest.mark.parametrize(
    ("first", "header", "size"),
    [
        ("level0;Level 1;level_2", None, 2),
        ("0;1;2", None, 2),
        ("0;1;2", False, 3),
        ("town;code;region", None, 3),
        ("town;code;region", True, 2),
    ],
)
def test_csv_headers(tmp_path: Path, first: str, header: bool | None, size: int) -> None:
    towns = Hierarchy.from_csv(write(tmp_path, f"{first}\nLyon;69;A\nParis;75;I\n"), header=header)
    assert towns.size == size
    assert towns.names == (tuple(first.split(";")) if size == 2 else ("0", "1", "2"))


def test_two_numbers_are_no_header(tmp_path: Path) -> None:
    assert Hierarchy.from_csv(write(tmp_path, "0;1\n1;1\n")).size == 2


def test_csv_takes_the_file_as_it_is_unless_told(tmp_path: Path) -> None:
    path = write(tmp_path, "a;x\nb;y\n")
    assert Hierarchy.from_csv(path).depth == 2
    assert Hierarchy.from_csv(path, top="*").depth == 3


def test_all_faults_of_a_csv_are_listed(tmp_path: Path) -> None:
    content = "a;x;1\nb;x;2\nc;;3\n\na;x;1\nd;y\na;z;5\ne;z;5\n"
    assert faults(lambda: Hierarchy.from_csv(write(tmp_path, content))) == (
        "1 row without the usual 3 cells (row 6)",
        "level 1: 1 empty cell (row 3)",
        "1 row said before (row 5)",
        "level 0: 1 value with several labels at level 1 (rows 1, 5, 7)",
        "level 1: 1 label with several labels at level 2 (rows 1, 2, 5)",
    )


def test_a_csv_needs_a_level_and_a_value(tmp_path: Path) -> None:
    flat = "there is no level above the values"
    assert faults(lambda: Hierarchy.from_csv(write(tmp_path, "a\nb\n"))) == (flat,)
    assert faults(lambda: Hierarchy.from_csv(write(tmp_path, ""))) == (flat, "there is no value")


def test_a_csv_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        Hierarchy.from_csv(tmp_path / "nowhere.csv")
    with pytest.raises(FileError, match="not text in klingon"):
        Hierarchy.from_csv(write(tmp_path, "a;b"), encoding="klingon")
    with pytest.raises(FileError, match="cannot be split"):
        Hierarchy.from_csv(write(tmp_path, "a;" + "b" * 200_000))
    with pytest.raises(HierarchyError, match="separator"):
        Hierarchy.from_csv(write(tmp_path, "a;b"), separator=";;")


# --- the protocol --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        pl.Series(["39", "40"]),
        pl.Series([" 39", "40 "]),
        pl.Series([39, 40], dtype=pl.UInt8),
        pl.Series([39.0, 40.0]),
        pl.Series([39.0, 40.0], dtype=pl.Float32),
        pl.Series([Decimal("39.00"), Decimal("40.00")]),
        pl.Series(["39", "40"], dtype=pl.Categorical),
        pl.Series(["39", "40"], dtype=pl.Enum(["39", "40"])),
    ],
    ids=lambda values: str(values.dtype),
)
def test_values_are_known_by_their_text(values: pl.Series) -> None:
    levels = Hierarchy.from_order(range(100), steps=[10]).levels(values)
    assert levels["0"].dtype == values.dtype
    assert levels["0"].to_list() == values.to_list()
    assert levels["1"].to_list() == ["30 – 39", "40 – 49"]


def test_values_that_differ_by_blanks_have_labels_of_their_own() -> None:
    rows = [["a", "x"], ["a ", "y"], ["b", " z "], [" b", "z"]]
    told = Hierarchy.from_dict({"from": "table", "rows": rows, "top": False})
    levels = told.levels(pl.Series(["a", "a ", "b", " b"]))
    assert levels["1"].to_list() == ["x", "y", "z", "z"]
    assert told.lacking(pl.Series(["a", " a", "\ta", "b  ", "c"])) == 4  # of two, it cannot tell


@pytest.mark.parametrize(
    "values",
    [
        pl.Series(
            ["a", "a ", " a", "\ta", "a\u00a0", "a\u200b", "A", "e\u0301", "\u00e9", "\u2007"]
        ),
        pl.Series([2**53, 2**53 + 1, -(2**63)]),
        pl.Series([2**64 - 1, 2**64 - 2], dtype=pl.UInt64),
        pl.Series([Decimal(2**53), Decimal(2**53 + 1), Decimal("0.5"), Decimal("0.05")]),
        pl.Series([1.0, 1.0 + 2**-52, 2.0**53, 2.0**53 + 2, 1e22, 2.0**63, 2.0**64, 5e-324]),
        pl.Series([1.0, 1.0 + 2**-23, 2.0**24], dtype=pl.Float32),
        pl.Series([datetime(2024, 10, 27, 0, 30), datetime(2024, 10, 27, 1, 30)])
        .dt.replace_time_zone("UTC")
        .dt.convert_time_zone("Europe/Paris"),
        pl.Series([0, 1, 1000, 10**6, 10**9]).cast(pl.Datetime("ns")),
        pl.Series([0, 1, 1000, 10**6, 10**9]).cast(pl.Time),
    ],
    ids=lambda values: str(values.dtype),
)
def test_two_values_have_two_texts(values: pl.Series) -> None:
    texts = as_text(values)
    assert texts.n_unique() == values.n_unique() == len(values)
    if values.dtype == pl.String:
        assert texts.equals(values)
        assert as_text(values.cast(pl.Categorical)).equals(values)


def test_text_of_other_types() -> None:
    places = pl.Series([Decimal("39.00"), Decimal("0.50"), Decimal("-0.10"), Decimal("100.00")])
    assert as_text(places).to_list() == ["39", "0.5", "-0.1", "100"]
    assert as_text(pl.Series([Decimal(100), None])).to_list() == ["100", None]
    assert as_text(pl.Series([date(2024, 3, 5)])).to_list() == ["2024-03-05"]
    moments = [datetime(2024, 3, 5), datetime(2024, 3, 5, 1, 2, 3, 500_000)]
    assert as_text(pl.Series(moments)).to_list() == ["2024-03-05", "2024-03-05T01:02:03.500"]
    odd = pl.Series([-0.0, float("nan"), float("inf"), 1e300])
    assert as_text(odd).to_list()[:3] == ["0", None, "inf"]
    assert as_text(pl.Series([0.1], dtype=pl.Float32)).to_list() == ["0.1"]
    assert labels(Hierarchy.from_parents({True: "yes", False: "no"}), [False]) == ["no"]


@pytest.mark.parametrize(
    "value", [3, -7, True, 2.5, 39.0, "x", date(2024, 3, 5), datetime(2024, 3, 5, 1), np.int8(4)]
)
def test_one_value_and_a_column_are_written_alike(value: Any) -> None:
    assert text_of(value) == as_text(pl.Series([value])).item()


@pytest.mark.parametrize("values", [[[1]], [{"a": 1}], [b"x"]])
def test_some_types_have_no_levels(values: list[Any]) -> None:
    with pytest.raises(HierarchyError, match="has no levels"):
        Hierarchy.from_groups({"a": ["b"]}).levels(pl.Series("c", values))


def test_levels_are_those_of_distinct_known_values() -> None:
    values = pl.Series([2.0, 1.0, None, 2.0, float("nan")])
    for hierarchy in (Hierarchy.from_order([1, 2], steps=[2]), Hierarchy.from_cuts([2])):
        assert hierarchy.levels(values)["0"].to_list() == [2.0, 1.0]
        assert hierarchy.lacking(values) == 0
        assert hierarchy.levels(pl.Series([None])).height == 0


def test_absent_values_are_counted_not_shown() -> None:
    towns = Hierarchy.from_parents(TOWNS)
    values = pl.Series("town", ["Lyon", SECRET, SECRET, "Nice", None])
    assert towns.lacking(values) == 2
    with pytest.raises(HierarchyError, match="2 of 3 distinct values are absent") as caught:
        towns.levels(values)
    assert caught.value.hint


def test_level_by_number_and_by_name() -> None:
    towns = Hierarchy.from_parents(TOWNS, REGIONS, names=["town", "code", "region"])
    asked: list[int | str] = [0, 2, -1, -4, "code", "top", "1", "-1"]
    assert [towns.level(which) for which in asked] == [0, 2, 3, 0, 1, 3, 1, 3]
    unknown: list[int | str] = [4, -5, "county", ""]
    for which in unknown:
        with pytest.raises(HierarchyError) as caught:
            towns.level(which)
        assert "'town', 'code', 'region', 'top'" in caught.value.hint


def test_above_goes_on_from_a_recoded_column() -> None:
    towns = Hierarchy.from_parents(TOWNS, REGIONS, names=["town", "code", "region"])
    values = pl.Series(["Lyon", "Bron", "Paris"])
    codes = towns.above("code", values)
    assert codes.names == ("code", "region", "top")
    assert codes.levels(pl.Series([69])).rows() == [(69, "ARA", "*")]
    assert codes.size == 2
    ages = Hierarchy.from_cuts([25, 50], [50])
    assert ages.above(1, pl.Series([30, 31, 60])).table.rows() == [  # type: ignore[union-attr]
        ("25-49", "<50", "*"),
        (">=50", ">=50", "*"),
    ]
    assert ages.above(0, pl.Series([30])).levels(pl.Series([30])).width == 4


def test_above_the_top_there_is_nothing() -> None:
    top = Hierarchy.from_cuts([25]).above(-1, pl.Series([30]))
    assert (top.depth, top.size) == (1, 1)
    assert top.levels(pl.Series(["*"])).rows() == [("*",)]
    assert top.lacking(pl.Series(["x"])) == 1
    assert Hierarchy.from_dict(top.to_dict()) == top


def test_with_top() -> None:
    bare = Hierarchy.from_parents(TOWNS, top=None)
    assert bare.with_top() == Hierarchy.from_parents(TOWNS)
    assert bare.with_top("all").to_dict()["top"] == "all"
    assert bare.with_top().with_top("again") == bare.with_top()
    cuts = Hierarchy.from_cuts([45], top=None)
    assert cuts.with_top() == Hierarchy.from_cuts([45])
    assert cuts.with_top().with_top("again").depth == 3
    frame = Hierarchy.from_parents(PAIRS, top=None).with_top()
    assert Hierarchy.from_dict(frame.to_dict()) == frame


def test_equal_when_they_say_the_same() -> None:
    table = PAIRS.reverse()
    assert Hierarchy.from_parents(table) == Hierarchy.from_parents(TOWNS)
    assert hash(Hierarchy.from_parents(table)) == hash(Hierarchy.from_parents(TOWNS))
    assert Hierarchy.from_parents(TOWNS) != Hierarchy.from_parents({**TOWNS, "Paris": 13})
    assert Hierarchy.from_cuts([45]) != Hierarchy.from_cuts([45], closed="right")
    assert Hierarchy.from_cuts([45]) != Hierarchy.from_parents(TOWNS)
    assert Hierarchy.from_cuts([45]) != 45


def test_never_changes() -> None:
    towns = Hierarchy.from_parents(TOWNS)
    with pytest.raises(FrozenInstanceError):
        towns.rule = Hierarchy.from_cuts([45]).rule  # type: ignore[misc]
    table = towns.table
    assert table is not None
    table.drop_in_place("1")
    towns.to_dict()["links"].clear()
    assert towns == Hierarchy.from_parents(TOWNS)
    assert Hierarchy.from_cuts([45]).table is None


def test_repr_shows_no_value() -> None:
    assert repr(Hierarchy.from_parents({SECRET: "x"})) == "Hierarchy(tabled, 2 levels, 1 value)"
    assert repr(Hierarchy.from_groups({SECRET: ["x"]})) == "Hierarchy(ruled by groups, 3 levels)"


# --- to_dict and from_dict -----------------------------------------------------------------

ALL = [
    Hierarchy.from_cuts([18, 25], [25], closed="right"),
    Hierarchy.from_cuts([0.5], labels=[["low", "high"]], top=None),
    Hierarchy.from_prefixes(3, 2, fill="*", top="all"),
    Hierarchy.from_dates("month", "year"),
    Hierarchy.from_groups({"a": [1, 2]}, {"b": ["a"]}, others="c"),
    Hierarchy.from_order([1, 2, 3], steps=[2], labels=[["x", "y"]]),
    Hierarchy.from_parents(TOWNS, REGIONS, names=["town", "code", "region"]),
    Hierarchy.from_parents(PAIRS, columns=["town", "code"]),
]


@pytest.mark.parametrize("hierarchy", ALL, ids=repr)
def test_there_and_back(hierarchy: Hierarchy) -> None:
    plain = hierarchy.to_dict()
    assert Hierarchy.from_dict(json.loads(json.dumps(plain))) == hierarchy
    assert Hierarchy.from_dict(plain).to_dict() == plain


def test_what_is_written() -> None:
    assert ALL[0].to_dict() == {"from": "cuts", "cuts": [[18, 25], [25]], "closed": "right"}
    assert ALL[1].to_dict()["top"] is False
    assert ALL[-1].to_dict() == {
        "from": "table",
        "rows": [["Lyon", "69", "*"], ["Bron", "69", "*"], ["Paris", "75", "*"]],
        "names": ["town", "code", "top"],
    }


def test_from_toml(tmp_path: Path) -> None:
    write(tmp_path, "a;x\nb;y\n")
    plan = tomllib.loads('from = "csv"\npath = "levels.csv"\ntop = false\n')
    sex = Hierarchy.from_dict(plan, folder=tmp_path)
    assert sex == Hierarchy.from_csv(tmp_path / "levels.csv")
    assert sex.to_dict() == {"from": "csv", "path": "levels.csv"}
    absolute = {"from": "csv", "path": str(tmp_path / "levels.csv")}
    assert Hierarchy.from_dict(absolute, folder=Path("/nowhere")) == sex


def test_all_faults_of_a_description_are_listed() -> None:
    described = {"from": "cuts", "cutz": [[1]], "closed": "up", "top": 0.5}
    assert faults(lambda: Hierarchy.from_dict(described)) == (
        "cuts: is missing",
        "closed: must be 'left' or 'right'",
        "cutz: there is no such parameter",
    )
    unknown: list[dict[str, Any]] = [{"from": "cut"}, {"cuts": [[1]]}, {"from": ["cuts"]}]
    for nameless in unknown:
        with pytest.raises(HierarchyError) as caught:
            Hierarchy.from_dict(nameless)
        assert "'cuts', 'prefixes', 'dates'" in str(caught.value)
    assert faults(lambda: Hierarchy.from_dict({"from": "table", "rows": [[], ["a"]]})) == (
        "rows: must not be empty (number 1)",
    )
    assert faults(lambda: Hierarchy.from_dict({"from": "parents", "links": [[1], {"": "a"}]})) == (
        "links: must be a table of names and values (number 1)",
        "links: must not be blank (number 2)",
    )


# --- no value in any message ---------------------------------------------------------------

LEAKS = {
    "absent": lambda: Hierarchy.from_parents(TOWNS).levels(pl.Series([SECRET])),
    "number": lambda: Hierarchy.from_cuts([1]).levels(pl.Series([SECRET])),
    "date": lambda: Hierarchy.from_dates("year").levels(pl.Series([SECRET])),
    "cuts": lambda: Hierarchy.from_cuts([SECRET]),  # type: ignore[list-item]
    "labels": lambda: Hierarchy.from_cuts([1], labels=[[SECRET]]),
    "groups": lambda: Hierarchy.from_groups({SECRET: [SECRET], "b": [SECRET]}),
    "members": lambda: Hierarchy.from_groups({SECRET: {SECRET: 1}}),
    "order": lambda: Hierarchy.from_order([SECRET, SECRET], steps=[2]),
    "list": lambda: Hierarchy.from_order([SECRET, [SECRET]], steps=[2]),
    "links": lambda: Hierarchy.from_parents({SECRET: None}),
    "keys": lambda: Hierarchy.from_parents({7: SECRET, "7": SECRET}),
    "orphan": lambda: Hierarchy.from_parents({"a": SECRET}, {"b": "c"}),
    "torn": lambda: Hierarchy.from_parents(pl.DataFrame({"a": [SECRET] * 2, "b": ["x", "y"]})),
    "rows": lambda: Hierarchy.from_dict({"from": "table", "rows": [[SECRET, "a"], [SECRET]]}),
    "from": lambda: Hierarchy.from_dict({"from": SECRET}),
    "level": lambda: Hierarchy.from_cuts([1]).level(SECRET),
    "type": lambda: Hierarchy.from_groups({"a": ["b"]}).levels(pl.Series([[SECRET]])),
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS)
def test_no_value_in_a_message(leak: Any) -> None:
    with pytest.raises(DiscretError) as caught:
        leak()
    shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert SECRET not in shown


def test_no_value_of_a_file_in_a_message(tmp_path: Path) -> None:
    path = write(tmp_path, f"{SECRET};{SECRET}\n{SECRET};x\n{SECRET};x\n;{SECRET};\n")
    with pytest.raises(HierarchyError) as caught:
        Hierarchy.from_csv(path)
    assert len(caught.value.faults) == 3
    assert SECRET not in "".join(traceback.format_exception(caught.value))


# --- what holds for all hierarchies --------------------------------------------------------


def assert_nested(levels: pl.DataFrame, values: pl.Series) -> None:
    """No value lost, no label lost, and each label in one label of the level above."""
    assert set(levels["0"]) == set(values)
    assert levels["0"].is_unique().all()
    assert not any(count for (count,) in levels.null_count().transpose().rows())
    for low, high in zip(levels.columns, levels.columns[1:], strict=False):
        homes = levels.group_by(low).agg(pl.col(high).n_unique())
        assert homes[high].max() == 1


NUMBERS = st.integers(-100, 100) | st.floats(-100, 100, allow_nan=False)


@st.composite
def nested_cuts(draw: st.DrawFn) -> list[list[float]]:
    levels = [sorted(draw(st.sets(NUMBERS, min_size=1, max_size=12)))]
    while len(levels[-1]) > 1 and draw(st.booleans()):
        kept = draw(st.sets(st.sampled_from(levels[-1]), min_size=1))
        levels.append(sorted(kept))
    return levels


@given(
    cuts=nested_cuts(),
    values=st.lists(st.integers(-120, 120), min_size=1)
    | st.lists(st.floats(-120, 120), min_size=1),
    closed=st.sampled_from(["left", "right"]),
)
def test_cuts_nest(cuts: list[list[float]], values: list[float], closed: Any) -> None:
    column = pl.Series(values)
    ages = Hierarchy.from_cuts(*cuts, closed=closed)
    assert_nested(ages.levels(column), column)
    assert Hierarchy.from_dict(ages.to_dict()) == ages
    for level, marks in enumerate(cuts, 1):
        below = [sum(m <= v if closed == "left" else m < v for m in marks) for v in set(values)]
        pairs = set(zip(below, labels(ages, list(set(values)), level), strict=True))
        assert len(pairs) == len({place for place, _ in pairs}) == len({name for _, name in pairs})


TEXT = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=6)


@given(
    order=st.lists(TEXT | st.integers().map(str), min_size=1, max_size=40, unique=True),
    factors=st.lists(st.integers(2, 4), min_size=1, max_size=3),
)
def test_orders_nest(order: list[str], factors: list[int]) -> None:
    steps = [prod(factors[: level + 1]) for level in range(len(factors))]
    column = pl.Series(order)
    sizes = Hierarchy.from_order(order, steps=steps)
    levels = sizes.levels(column)
    assert_nested(levels, column)
    assert levels["1"].value_counts()["count"].max() <= steps[0]  # type: ignore[operator]
    assert sizes.levels(column).to_series(sizes.depth - 1).n_unique() == 1


@given(
    codes=st.lists(TEXT, min_size=1),
    lengths=st.sets(st.integers(1, 7), min_size=1),
    fill=st.sampled_from(["", "*", "$"]),
)
def test_prefixes_nest(codes: list[str], lengths: set[int], fill: str) -> None:
    column = pl.Series(codes)
    hierarchy = Hierarchy.from_prefixes(*sorted(lengths, reverse=True), fill=fill)
    assert_nested(hierarchy.levels(column), column)


@given(days=st.lists(st.dates(date(1000, 1, 1), date(9999, 12, 31)), min_size=1))
def test_dates_nest(days: list[date]) -> None:
    column = pl.Series(days)
    dates = Hierarchy.from_dates("day", "month", "quarter", "year", "decade")
    assert_nested(dates.levels(column), column)
    recoded = dates.levels(column)["2"]
    assert_nested(dates.above(2, column).levels(recoded), recoded)


@given(
    homes=st.dictionaries(TEXT, TEXT, min_size=1),
    again=st.dictionaries(TEXT, TEXT, min_size=1),
    values=st.lists(TEXT, min_size=1),
    others=st.none() | TEXT,
)
def test_groups_nest(
    homes: dict[str, str], again: dict[str, str], values: list[str], others: str | None
) -> None:
    groupings = [
        {label: [m for m, home in level.items() if home == label] for label in level.values()}
        for level in (homes, again)
    ]
    column = pl.Series(values + list(homes))
    assert_nested(Hierarchy.from_groups(*groupings, others=others).levels(column), column)


# --- the seeds and the files of others -----------------------------------------------------


def test_seed_001_recode() -> None:
    """Truth 001.recode: Âge cut at 45, postcodes made regions."""
    codes = pl.Series([42300, 73270, 73270, 73270, 75014, 75014, 93120])
    regions = ["Rhône-Alpes", "Rhône-Alpes", "Île-de-France", "Île-de-France"]
    grouped = Hierarchy.from_groups(
        {"Rhône-Alpes": ["42300", "73270"], "Île-de-France": ["75014", "93120"]}
    )
    linked = Hierarchy.from_parents(dict(zip([42300, 73270, 75014, 93120], regions, strict=True)))
    assert labels(grouped, codes) == labels(linked, codes) == regions
    ages = pl.Series([46, 68, 111, 17, 31, 42])
    assert labels(Hierarchy.from_cuts([45]), ages) == [">=45"] * 3 + ["<45"] * 3


@needs_tables
def test_hierarchies_of_adult_cover_adult() -> None:
    """Truth peers.json: 12 960 nodes in the lattice of the nine keys, age has 100 rows."""
    adult = pl.read_csv(ADULT / "adult.csv", separator=";")
    every = {name: Hierarchy.from_csv(ADULT / f"hierarchy_{name}.csv") for name in adult.columns}
    assert len(every) == 9
    assert prod(hierarchy.depth for hierarchy in every.values()) == 12_960
    assert every["age"].size == 100
    for name, hierarchy in every.items():
        assert_nested(hierarchy.levels(adult[name]), adult[name].unique())
        assert hierarchy.with_top() == hierarchy


@needs_tables
def test_communes_of_france() -> None:
    communes = pl.read_csv(COMMUNES, infer_schema=False)
    columns = ["commune", "departement", "region"]
    whole = Hierarchy.from_parents(communes, columns=columns)
    assert whole.names == (*columns, "top")
    assert whole.size == communes.height
    chain = Hierarchy.from_parents(
        communes["commune", "departement"], communes["departement", "region"], names=columns
    )
    assert chain == whole
    assert whole.levels(pl.Series(["01001"])).rows() == [("01001", "01", "84", "*")]


def test_blanks_around_a_code_are_no_part_of_it() -> None:
    codes = pl.Series(["75 001", "75", " 75", "75 ", "  ", None])
    labels = Hierarchy.from_prefixes(3, 1, top=None).levels(codes.drop_nulls()).rows()
    assert [row[1:] for row in labels] == [("75", "7")] * 4 + [("  ", " ")]


def test_lengths_that_no_text_has_are_refused() -> None:
    with pytest.raises(HierarchyError, match="less than or equal to"):
        Hierarchy.from_prefixes(10**23 - 1)
