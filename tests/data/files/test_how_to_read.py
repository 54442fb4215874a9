"""How to read a file, declared once."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret.data.files.tables import FORMATS, HowToRead, opened, read, write
from discret.errors import ColumnError, FileError, ParameterError

WRONG: dict[str, list[Any]] = {
    "sheet": ["", 0, True, 1.5, ["a"]],
    "header_row": [-1, "1", True, 1.5],
    "date_format": ["", "tomorrow", 3, "dd/mm"],
    "decimal": ["", ";", 1],
    "encoding": ["", "klingon", "zip", "base64", 8],
    "columns": ["age", [], [1], ["age", "age"]],
    "separator": [";"],
}


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, many in WRONG.items() for v in many])
def test_what_cannot_be_said(name: str, value: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        HowToRead(**{name: value})
    (fault,) = caught.value.faults
    assert fault.startswith(f"{name}: ")
    assert getattr(fault, "fr", fault) != fault


def test_all_faults_at_once() -> None:
    with pytest.raises(ParameterError) as caught:
        HowToRead(sheet=0, decimal=";", other=1)
    assert len(caught.value.faults) == 3


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".parquet", ".dta"])
@pytest.mark.parametrize("name", ["sheet", "header_row", "decimal", "encoding"])
def test_what_does_not_apply_is_refused(name: str, suffix: str, tmp_path: Path) -> None:
    value: Any = {"sheet": 1, "header_row": 1, "decimal": ".", "encoding": "utf-8"}[name]
    how, path = HowToRead(**{name: value}), tmp_path / f"a{suffix}"
    write(pl.DataFrame({"a": ["x"]}), path)
    fits = how.fitting(FORMATS[suffix].kind) == how
    if fits:
        assert read(path, how=how).frame.rows() == [("x",)]
    else:
        with pytest.raises(FileError, match=f"{name} cannot be said"):
            read(path, how=how)
        assert read(path, how=how.fitting(FORMATS[suffix].kind)).frame.rows() == [("x",)]


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".parquet", ".arrow", ".dta", ".sav", ".xpt"])
def test_columns_of_any_file(suffix: str, tmp_path: Path) -> None:
    path = write(pl.DataFrame({"a": ["x"], "b": [1], "c": ["y"]}), tmp_path / f"a{suffix}")
    for reader in (read, opened):
        frame = reader(path, how=HowToRead(columns=["c", "a"])).frame  # type: ignore[operator]
        assert frame.columns == ["a", "c"]
    with pytest.raises(ColumnError, match="no column 'd'"):
        read(path, how=HowToRead(columns=["a", "d"]))


@pytest.mark.parametrize("suffix", [".csv", ".xlsx", ".parquet", ".dta"])
def test_dates_of_any_file(suffix: str, tmp_path: Path) -> None:
    path = write(pl.DataFrame({"day": ["03/07/1990", "04/05/1990"]}), tmp_path / f"a{suffix}")
    assert read(path).frame["day"].dtype == pl.String
    days = read(path, how=HowToRead(date_format="dd/mm/yyyy")).frame["day"].to_list()
    assert days == [dt.date(1990, 7, 3), dt.date(1990, 5, 4)]


def test_what_is_told_of_dates(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("day,x\n03/07/90,a\n")
    (note,) = read(path).notes
    assert "'day'" in note
    assert "date_format" in note.fr
    assert "03/07" not in note
    (note,) = read(path, how=HowToRead(date_format="dd/mm/yy")).notes
    assert "1970" in note
    first, _ = read(path, how=HowToRead(date_format="yyyy.mm.dd")).notes
    assert first.startswith("No column has")


def test_decimal_and_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("é;n\nà;1,234\nè;5,678\n".encode("latin-1"))
    assert read(path).frame["n"].dtype == pl.String  # these may be thousands
    table = read(path, how=HowToRead(decimal=",", encoding="latin-1"))
    assert table.frame.rows() == [("à", 1.234), ("è", 5.678)]
    assert (table.format.encoding, table.format.decimal_comma) == ("latin-1", True)
    with pytest.raises(FileError, match=r"is not text in utf-8\. Hint: say another encoding"):
        read(path, how=HowToRead(encoding="utf-8"))


def test_columns_read_as_numbers_hold_some(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("town,size\nLyon,3\nLille,4\n", encoding="utf-8")
    assert read(path, how=HowToRead(numbers=["size"])).frame["size"].to_list() == [3, 4]
    with pytest.raises(ColumnError, match="'town' holds none"):
        read(path, how=HowToRead(numbers=["size", "town"]))
