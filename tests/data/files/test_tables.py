"""Reading and writing data files: every format, every fault, and no data in any message."""

from __future__ import annotations

import datetime as dt
import gzip
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import polars.testing as plt
import pytest

from discret.data.files import csv_types
from discret.data.files.labels import Labels
from discret.data.files.tables import FORMATS, Format, HowToRead, Table, read, suffix_of, write
from discret.data.writing.atomic import atomic
from discret.errors import ColumnError, ExtraError, FileError
from where import SHARED, needs_system, needs_tables

SECRET = "SECRETVALUE"
_FULL = "No space left on device (os error 28)"
FRAME = pl.DataFrame(
    {
        "code": ["01001", "2A004", None],
        "sex": [1, 2, 1],
        "count": [None, 3_000_000_000, -1],
        "size": [1.5, None, 0.25],
        "born": [dt.date(1950, 5, 6), None, dt.date(2020, 2, 29)],
        "name": ['Zoë "Z"', "a,b;c\td|e", "=1+1"],
    }
)
LABELS = Labels(
    {"sex": "Sexe à l’état civil", "code": "Commune"},
    {"sex": {1: "homme", 2: "femme"}, "code": {"01001": "L’Abergement"}},
)
WRITTEN = [end for end in FORMATS if Format(FORMATS[end].kind, end).writable.suffix == end]


def content(path: Path, raw: bytes | str) -> Path:
    path.write_bytes(raw.encode() if isinstance(raw, str) else raw)
    return path


def full_text(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)) + repr(error)


class TestRoundTrip:
    @pytest.mark.parametrize("suffix", [*WRITTEN, ".csv.gz", ".tsv.gz"])
    def test_data(self, tmp_path: Path, suffix: str) -> None:
        first = read(write(FRAME, tmp_path / f"a{suffix}"))
        plt.assert_frame_equal(first.frame, FRAME)
        second = read(write(first.frame, tmp_path / f"b{suffix}", format=first.format))
        plt.assert_frame_equal(second.frame, FRAME)
        assert second.format == first.format
        assert suffix_of(first.format) == suffix

    @pytest.mark.parametrize("suffix", [".dta", ".sav", ".zsav", ".xpt"])
    def test_labels(self, tmp_path: Path, suffix: str) -> None:
        first = read(write(FRAME, tmp_path / f"a{suffix}", labels=LABELS))
        second = read(write(first.frame, tmp_path / f"b{suffix}", labels=first.labels))
        assert first.labels == second.labels
        assert first.labels.columns == LABELS.columns
        expected = {".dta": {"sex": LABELS.values["sex"]}, ".xpt": {}}
        assert first.labels.values == expected.get(suffix, LABELS.values)

    @pytest.mark.parametrize("suffix", WRITTEN)
    def test_no_rows(self, tmp_path: Path, suffix: str) -> None:
        table = read(write(FRAME.clear(), tmp_path / f"a{suffix}"))
        assert (table.frame.columns, table.frame.height) == (FRAME.columns, 0)

    @pytest.mark.parametrize("suffix", WRITTEN)
    def test_text_only(self, tmp_path: Path, suffix: str) -> None:
        frame = FRAME.select("code")
        plt.assert_frame_equal(read(write(frame, tmp_path / f"a{suffix}")).frame[:2], frame[:2])

    @pytest.mark.parametrize("suffix", WRITTEN)
    def test_nan_becomes_missing(self, tmp_path: Path, suffix: str) -> None:
        frame = pl.DataFrame({"a": [1.5, float("nan")], "b": ["x", "y"]})
        assert read(write(frame, tmp_path / f"a{suffix}")).frame["a"].to_list() == [1.5, None]

    @pytest.mark.parametrize("suffix", WRITTEN)
    def test_empty_text_becomes_missing(self, tmp_path: Path, suffix: str) -> None:
        kinds = pl.Series(["", "x"], dtype=pl.Categorical)
        frame = pl.DataFrame({"a": ["", "x"], "b": kinds, "c": [1, 2]})
        back = read(write(frame, tmp_path / f"a{suffix}")).frame
        assert back["a"].to_list() == back["b"].to_list() == [None, "x"]

    @pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
    def test_empty_text_inside_a_file_becomes_missing(self, tmp_path: Path, name: str) -> None:
        frame = pl.DataFrame({"a": ["", "x"], "b": pl.Series(["", "x"], dtype=pl.Enum(["", "x"]))})
        store = frame.write_parquet if name == "a.parquet" else frame.write_ipc
        store(tmp_path / name)
        assert read(tmp_path / name).frame.rows() == [(None, None), ("x", "x")]

    @pytest.mark.parametrize("dtype", [pl.Float64, pl.Float32])
    def test_minus_zero_is_zero(self, tmp_path: Path, dtype: pl.DataType) -> None:
        frame = pl.DataFrame({"a": pl.Series([0.0, -0.0, None], dtype=dtype), "b": [1, 2, 3]})
        path = write(frame, tmp_path / "a.csv")
        assert path.read_text(encoding="utf-8") == "a,b\n0.0,1\n0.0,2\n,3\n"
        back = read(write(frame, tmp_path / "a.parquet")).frame["a"]
        assert (1 / back).to_list() == [float("inf"), float("inf"), None]

    @pytest.mark.parametrize(
        "values", [["a", None, None, "a"], [1, None], [None, None], [" ", "a"]]
    )
    @pytest.mark.parametrize("suffix", [".csv", ".tsv"])
    def test_no_blank_line_in_a_file_of_one_column(
        self, tmp_path: Path, values: list[object], suffix: str
    ) -> None:
        frame = pl.DataFrame({"k": values})
        path = write(frame, tmp_path / f"a{suffix}")
        lines = path.read_text(encoding="utf-8").split("\n")[1:-1]
        assert len(lines) == len(values)
        assert all(line.strip() for line in lines)
        assert read(path).frame["k"].to_list() == values

    def test_a_text_full_of_other_separators_does_not_mislead(self, tmp_path: Path) -> None:
        frame = pl.DataFrame({"k": ["a;b;c", "d;e;f"], "n": [1, 2]})
        path = write(frame, tmp_path / "a.csv")
        assert read(path).frame.rows() == frame.rows()

    @pytest.mark.parametrize("text", ["a\0", "\x01"])
    def test_control_characters_are_refused_in_csv(self, tmp_path: Path, text: str) -> None:
        with pytest.raises(FileError, match=r"^CSV: control characters"):
            write(pl.DataFrame({"a": [text, "b"]}), tmp_path / "a.csv")

    @pytest.mark.parametrize("number", [9.3e18, -9.3e18, 1e70])
    def test_numbers_that_readers_of_excel_refuse_are_not_written(
        self, tmp_path: Path, number: float
    ) -> None:
        with pytest.raises(ColumnError, match="too large in 'a'"):
            write(pl.DataFrame({"a": [0.0, number]}), tmp_path / "a.xlsx")
        assert read(write(pl.DataFrame({"a": [0.0, 8e18]}), tmp_path / "a.xlsx")).frame.height == 2

    def test_nan_inside_parquet_becomes_missing(self, tmp_path: Path) -> None:
        pl.DataFrame({"a": [float("nan"), 1.0]}).write_parquet(tmp_path / "a.parquet")
        assert read(tmp_path / "a.parquet").frame["a"].to_list() == [None, 1.0]

    def test_links_and_formulas_stay_text_in_excel(self, tmp_path: Path) -> None:
        frame = pl.DataFrame({"a": ["mailto:a@b.c", "http://a.b", "=A1", "012"]})
        plt.assert_frame_equal(read(write(frame, tmp_path / "a.xlsx")).frame, frame)

    def test_empty_lines_of_excel_are_records(self, tmp_path: Path) -> None:
        frame = pl.DataFrame({"a": [1, None, 3]})
        plt.assert_frame_equal(read(write(frame, tmp_path / "a.xlsx")).frame, frame)

    def test_empty_columns_of_excel_go_without_a_word(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        frame = pl.DataFrame({"a": [1, 2], "e": pl.Series([None, None], dtype=pl.String)})
        plt.assert_frame_equal(read(write(frame, tmp_path / "a.xlsx")).frame, frame)
        assert not caplog.records

    def test_sheet(self, tmp_path: Path) -> None:
        from xlsxwriter import Workbook

        with Workbook(tmp_path / "a.xlsx") as book:
            for number, name in enumerate(["first", "other"], 1):
                FRAME.select(n=pl.lit(number)).write_excel(book, name)
        for sheet, number in [(None, 1), (1, 1), (2, 2), ("other", 2)]:
            how = HowToRead(sheet=sheet) if sheet else HowToRead()
            assert read(tmp_path / "a.xlsx", how=how).frame["n"][0] == number
        table = read(tmp_path / "a.xlsx", how=HowToRead(sheet=2))
        assert (
            read(write(table.frame, tmp_path / "b.xlsx", format=table.format)).format.sheet
            == "other"
        )

    def test_missing_values_of_spss_are_null(self, tmp_path: Path) -> None:
        import pyreadstat

        frame = pl.DataFrame({"a": [1.0, 2.0, 9.0], "s": ["x", "y", "z"]})
        missing = {"a": [9.0], "s": ["z"]}
        pyreadstat.write_sav(frame, tmp_path / "a.sav", missing_ranges=missing)
        assert read(tmp_path / "a.sav").frame.rows() == [(1, "x"), (2, "y"), (None, None)]

    def test_portable_file_of_spss(self, tmp_path: Path) -> None:
        import pyreadstat

        pyreadstat.write_por(pl.DataFrame({"A": [1.5, 2.0]}), tmp_path / "a.por")
        table = read(tmp_path / "a.por")
        assert (table.frame["A"].to_list(), suffix_of(table.format)) == ([1.5, 2.0], ".sav")

    def test_empty_columns_of_stata(self, tmp_path: Path) -> None:
        frame = pl.DataFrame({"a": [None], "s": [None]}, schema={"a": pl.Float64, "s": pl.String})
        plt.assert_frame_equal(read(write(frame, tmp_path / "a.dta")).frame, frame)

    def test_long_label_and_labels_that_no_longer_fit(self, tmp_path: Path) -> None:
        values = {
            "a": {1: "one"},
            "gone": {1: "y"},
            "d": {"x": "y"},
            "f": {1: "one"},
            "b": {1: "y"},
        }
        labels = Labels({"a": "x" * 300, "gone": "y"}, values)
        frame = pl.DataFrame({"a": ["1-2"], "d": [dt.date(2020, 1, 1)], "f": [1.5], "b": [True]})
        for suffix in (".dta", ".sav", ".xpt"):
            read_back = read(write(frame, tmp_path / f"a{suffix}", labels=labels)).labels
            assert set(read_back.columns) == {"a"}
            assert read_back.values == ({"f": {1: "one"}} if suffix == ".sav" else {})


@pytest.mark.parametrize("suffix", WRITTEN)
def test_every_type_of_polars_that_the_format_has(tmp_path: Path, suffix: str) -> None:
    frame = pl.DataFrame(
        {
            "n": [1, 2],  # Excel forgets last lines that are empty
            "flag": [True, None],
            "small": pl.Series([1, None], dtype=pl.UInt8),
            "kind": pl.Series(["x", None], dtype=pl.Categorical),
            "level": pl.Series(["low", None], dtype=pl.Enum(["low", "high"])),
            "moment": [dt.datetime(2020, 1, 2, 3, 4, 5), None],
            "single": pl.Series([0.5, None], dtype=pl.Float32),
        }
    )
    first = read(write(frame, tmp_path / f"a{suffix}"))
    second = read(write(first.frame, tmp_path / f"b{suffix}", format=first.format))
    plt.assert_frame_equal(first.frame, second.frame)
    assert first.frame["single"].to_list() == [0.5, None]
    assert first.frame["level"].cast(pl.String).to_list() == ["low", None]


class TestNames:
    def test_suffixes(self) -> None:
        assert suffix_of(Format("sas")) == ".xpt"
        assert suffix_of(Format("excel", ".ods")) == ".xlsx"
        assert suffix_of(Format("spss", ".zsav")) == ".zsav"
        assert suffix_of(Format("csv", ".tsv", gz=True)) == ".tsv.gz"

    def test_kind_may_be_given(self, tmp_path: Path) -> None:
        path = content(tmp_path / "data.dat", "a;b\n1;2\n")
        table = read(path, format="csv")
        assert table.frame.rows() == [(1, 2)]
        assert (
            read(write(table.frame, path, format=table.format), format="csv").format == table.format
        )
        assert read(write(FRAME, path, format="parquet"), format="parquet").frame.equals(FRAME)

    def test_case_of_the_suffix_is_ignored(self, tmp_path: Path) -> None:
        assert read(write(FRAME, tmp_path / "A.CSV")).frame.equals(FRAME)

    def test_glob_characters_are_plain(self, tmp_path: Path) -> None:
        for suffix in WRITTEN:
            path = write(FRAME, tmp_path / f"a[1]*?{suffix}")
            assert read(path).frame.equals(FRAME)

    @pytest.mark.parametrize("name", ["a.sas7bdat", "a.por", "a.xls", "a.ods", "a.parquet"])
    def test_a_name_that_lies_is_refused(self, tmp_path: Path, name: str) -> None:
        how = FORMATS[".csv"] if name == "a.parquet" else None
        with pytest.raises(FileError, match="no name for a file"):
            write(FRAME, tmp_path / name, format=how)
        assert not list(tmp_path.iterdir())

    def test_format_of_sas_is_written_as_xpt(self, tmp_path: Path) -> None:
        path = write(FRAME, tmp_path / "a.xpt", format=Format("sas"))
        assert read(path).format == Format("xpt")

    @pytest.mark.parametrize("name", ["a.doc", "a", "a.parquet.gz", ".gz"])
    def test_unknown_suffix(self, tmp_path: Path, name: str) -> None:
        content(tmp_path / name, "a,b\n1,2\n")
        with pytest.raises(FileError, match="format is not known"):
            read(tmp_path / name)
        with pytest.raises(FileError, match="format is not known"):
            write(FRAME, tmp_path / name)

    def test_unknown_kind(self, tmp_path: Path) -> None:
        with pytest.raises(FileError, match="kind is not known"):
            Format("pdf")  # type: ignore[arg-type]
        with pytest.raises(FileError, match="format is not known"):
            read(tmp_path / "a.csv", format="pdf")


HEADER = f"a,b\n{SECRET},1\n"
FAULTS: dict[str, tuple[str, str | bytes, type[Exception], str]] = {
    "nothing": ("a.csv", "", FileError, "is empty"),
    "blank": ("a.csv", "\n\n", ColumnError, "no name"),
    "only a mark": ("a.csv", "\ufeff", ColumnError, "no name"),
    "doubled names": ("a.csv", f"a,b,a,b\n{SECRET},1,2,3\n", ColumnError, "name, at place: '1',"),
    "names by case": ("a.csv", f"Age,age\n{SECRET},1\n", ColumnError, "only, at place: '1', '2'"),
    "no name": ("a.csv", f'"",b, \n{SECRET},1,2\n', ColumnError, "no name, at place: '1', '3'"),
    "short lines": ("a.csv", HEADER + f"{SECRET}\n", FileError, "fewer: 1, the first is line 3"),
    "long lines": ("a.csv", HEADER + f"{SECRET},2,3\n", FileError, "fewer: 1, the first is line 3"),
    "open quote": ("a.csv", HEADER + f'"{SECRET},2\n', FileError, "never closed"),
    "stray quotes": ("a.csv", HEADER + f'"{SECRET}" x,2\n', FileError, "cannot be read as csv"),
    "binary": ("a.csv", f"a,b\n{SECRET}\0,\0\n", FileError, "not text"),
    "broken mark": ("a.csv", b"\xef\xbb\xbfa\n\xff" + SECRET.encode(), FileError, "as csv"),
    "odd utf-16": ("a.csv", b"\xff\xfea\0\n\0\0\xd8", FileError, "as csv"),
    "cut gzip": ("a.csv.gz", gzip.compress(HEADER.encode())[:-12], FileError, "as csv"),
} | {
    f"no {suffix}": (f"a{suffix}", SECRET * 99, FileError, f"cannot be read as {how.kind}")
    for suffix, how in FORMATS.items()
    if how.kind != "csv"
}


class TestFaults:
    @pytest.mark.parametrize("fault", FAULTS)
    def test_is_told_without_data(self, tmp_path: Path, fault: str) -> None:
        name, raw, kind, words = FAULTS[fault]
        with pytest.raises(kind) as caught:
            read(content(tmp_path / name, raw))
        assert words in str(caught.value)
        assert "Hint: " in str(caught.value)
        assert name in str(caught.value)
        assert SECRET not in full_text(caught.value)

    def test_header_only(self, tmp_path: Path) -> None:
        frame = read(content(tmp_path / "a.csv", "a,b\n")).frame
        assert (frame.columns, frame.height) == (["a", "b"], 0)

    def test_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(FileError, match="No such file"):
            read(tmp_path / "a.csv")

    def test_folder(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").mkdir()
        with pytest.raises(FileError, match="is a folder"):
            read(tmp_path / "a.csv")
        with pytest.raises(FileError, match="is a folder"):
            write(FRAME, tmp_path / "a.csv")

    def test_no_permission_to_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = content(tmp_path / "a.csv", HEADER)
        monkeypatch.setattr(Path, "open", refuse)
        with pytest.raises(FileError, match=r"cannot be read \(Permission denied\)"):
            read(path)

    def test_no_permission_to_write(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "open", refuse)
        with pytest.raises(FileError, match=r"cannot be written .*\(Permission denied\)"):
            write(FRAME, tmp_path / "a.csv")

    def test_no_such_sheet(self, tmp_path: Path) -> None:
        path = write(FRAME, tmp_path / "a.xlsx")
        for sheet in ("other", 7):
            with pytest.raises(FileError, match=r"no such sheet\. Hint: it has: 'data'"):
                read(path, how=HowToRead(sheet=sheet))

    @pytest.mark.parametrize(
        ("heads", "words"),
        [
            (["a", "a"], "same name, at place: '1', '2'"),
            (["a", "A"], "only, at place: '1', '2'"),
            (["a", ""], "no name"),
            ([], "cannot be read as excel"),
        ],
    )
    def test_names_in_excel(self, tmp_path: Path, heads: list[str], words: str) -> None:
        from xlsxwriter import Workbook

        with Workbook(tmp_path / "a.xlsx") as book:
            sheet = book.add_worksheet()
            sheet.write_row(0, 0, heads)
            sheet.write_row(1, 0, [SECRET, SECRET] if heads else [])
        with pytest.raises((ColumnError, FileError)) as caught:
            read(tmp_path / "a.xlsx")
        assert words in str(caught.value)
        assert SECRET not in full_text(caught.value)

    @pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
    def test_names_by_case_in_other_formats(self, tmp_path: Path, suffix: str) -> None:
        frame = pl.DataFrame({"a": [1], "A": [2]})
        path = tmp_path / f"a{suffix}"
        _ = frame.write_parquet(path) if suffix == ".parquet" else frame.write_ipc(path)
        with pytest.raises(ColumnError, match="differ by case only"):
            read(path)
        with pytest.raises(ColumnError, match="differ by case only"):
            write(frame, tmp_path / "b.csv")

    @pytest.mark.parametrize(
        ("suffix", "library"),
        [(".xlsx", "fastexcel"), (".sav", "pyreadstat"), (".dta", "pyreadstat")],
    )
    def test_missing_library(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, library: str
    ) -> None:
        path = write(FRAME, tmp_path / f"a{suffix}")
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(ExtraError, match=r"pip install 'discret\[formats\]'"):
            read(path)

    def test_missing_library_to_write(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "xlsxwriter", None)
        with pytest.raises(ExtraError, match="writing Excel files"):
            write(FRAME, tmp_path / "a.xlsx")
        assert not list(tmp_path.iterdir())


def refuse(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def failing(suffix: str) -> tuple[pl.DataFrame, Format]:
    """Return a table that the format cannot hold."""
    nested = pl.DataFrame({"a": [[SECRET]], "b": [1]})
    large = pl.DataFrame({"a": [2**60, 1], "s": [SECRET, "x"]})
    frames = {".csv": nested, ".txt": pl.DataFrame({"a": [SECRET + "≥"]})}
    encoding = "cp1252" if suffix == ".txt" else "utf-8"
    return frames.get(suffix, large), replace(FORMATS[suffix], encoding=encoding)


class TestWriting:
    @pytest.mark.parametrize("suffix", [".csv", ".txt", ".xlsx", ".dta", ".sav", ".xpt"])
    def test_failure_leaves_the_old_file_and_nothing_else(
        self, tmp_path: Path, suffix: str
    ) -> None:
        frame, how = failing(suffix)
        path = content(tmp_path / f"a{suffix}", "old")
        with pytest.raises((FileError, ColumnError)) as caught:
            write(frame, path, format=how)
        assert SECRET not in full_text(caught.value)
        assert "Hint: " in str(caught.value)
        assert [each.name for each in tmp_path.iterdir()] == [path.name]
        assert path.read_bytes() == b"old"

    @pytest.mark.parametrize("value", [float("inf"), 1e80])
    @pytest.mark.parametrize("suffix", [".xlsx", ".dta", ".sav", ".xpt"])
    def test_numbers_out_of_reach(self, tmp_path: Path, suffix: str, value: float) -> None:
        with pytest.raises(ColumnError, match="too large in 'a'"):
            write(pl.DataFrame({"a": [value]}), tmp_path / f"a{suffix}")

    @pytest.mark.parametrize("suffix", [".dta", ".sav", ".xpt"])
    def test_names_that_the_format_refuses(self, tmp_path: Path, suffix: str) -> None:
        with pytest.raises(ColumnError, match="'marital-status', '1st'"):
            write(pl.DataFrame({"marital-status": [1], "1st": [2]}), tmp_path / f"a{suffix}")

    def test_excel_has_limits(self, tmp_path: Path) -> None:
        for frame in (pl.DataFrame({"a": range(1_048_576)}), pl.DataFrame({"a": ["x" * 40_000]})):
            with pytest.raises(FileError, match="too many rows or columns, or too long a text"):
                write(frame, tmp_path / "a.xlsx")

    def test_no_such_folder(self, tmp_path: Path) -> None:
        with pytest.raises(FileError, match="cannot be written in its folder"):
            write(FRAME, tmp_path / "nowhere" / "a.csv")

    def test_full_disk(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object, **__: object) -> None:
            raise OSError(_FULL)  # as the engine has it, without a number

        monkeypatch.setattr(pl.DataFrame, "write_csv", full)
        with pytest.raises(FileError, match="No space left on device") as told:
            write(FRAME, tmp_path / "a.csv")
        assert "le disque est plein" in told.value.within("fr")
        assert not list(tmp_path.iterdir())

    def test_table_and_labels_show_no_data(self) -> None:
        table = Table(
            pl.DataFrame({"a": [SECRET]}), Format("csv"), Labels({}, {"a": {SECRET: "x"}})
        )
        assert SECRET not in repr(table)


class TestAtomic:
    def test_replaces_on_success(self, tmp_path: Path) -> None:
        path = content(tmp_path / "a.json", "old")
        with atomic(path) as part:
            part.write_text("new", encoding="utf-8")
            assert (part.parent, part.suffix) == (tmp_path, ".json")
            assert path.read_text(encoding="utf-8") == "old"
        assert path.read_text(encoding="utf-8") == "new"
        assert list(tmp_path.iterdir()) == [path]

    @pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
    def test_leaves_nothing_on_failure(self, tmp_path: Path, error: type[BaseException]) -> None:
        def broken() -> None:
            with atomic(tmp_path / "a.json") as part:
                part.write_text("half", encoding="utf-8")
                raise error

        with pytest.raises(error):
            broken()
        assert not list(tmp_path.iterdir())

    def test_a_failed_replacement_leaves_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Path, "replace", refuse)
        with pytest.raises(FileError, match="Permission denied"):
            write(FRAME, tmp_path / "a.csv")
        assert not list(tmp_path.iterdir())

    @needs_system(os.name != "nt", "access rights of POSIX")
    def test_keeps_access_rights(self, tmp_path: Path) -> None:
        path = content(tmp_path / "a.csv", "old")
        path.chmod(0o600)
        write(FRAME, path)
        assert path.stat().st_mode & 0o777 == 0o600

    @needs_system(os.name != "nt", "links need rights on Windows")
    def test_follows_links(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        link = tmp_path / "a.csv"
        link.symlink_to(tmp_path / "real" / "b.csv")
        write(FRAME, link)
        assert link.is_symlink()
        assert read(tmp_path / "real" / "b.csv").frame.equals(FRAME)

    def test_long_names(self, tmp_path: Path) -> None:
        assert write(FRAME, tmp_path / f"{'x' * 240}.csv").exists()


REAL: dict[str, tuple[Callable[[Table], object], object]] = {
    "adult/adult.csv": (
        lambda table: (table.frame.shape, table.format.separator),
        ((30162, 9), ";"),
    ),
    "sdcmicro/testdata.csv": (lambda table: table.frame["urbrur"].dtype, pl.Int64),
    "sdcmicro/francdat.csv": (lambda table: table.frame["Num1"].dtype, pl.Float64),
    "sdcmicro/CASCrefmicrodata.csv": (lambda table: table.frame.width, 13),
    "sdcmicro/Tarragona.csv": (lambda table: table.frame["FIXED.ASSETS"].dtype, pl.Int64),
    "survey_100k.csv.gz": (lambda table: table.frame.height, 100_000),
    "communes_fr.csv.gz": (lambda table: table.frame["commune"][0], "01001"),
}


@needs_tables
@pytest.mark.parametrize("name", REAL)
def test_real_files_come_back(tmp_path: Path, name: str) -> None:
    path = SHARED / "data" / name
    look, expected = REAL[name]
    table = read(path)
    assert look(table) == expected
    again = read(write(table.frame, tmp_path / path.name, format=table.format))
    plt.assert_frame_equal(again.frame, table.frame)
    assert again.format == table.format


@pytest.mark.parametrize("comma", [False, True])
def test_types_of_tall_files_are_those_of_short_ones(comma: bool) -> None:
    """What is decided by looking at each value once is what looking at every cell decides."""
    columns = {
        "whole": ["1", " 2", "NA", None, "-3"],
        "codes": ["01", "2", "3", "4", "5"],
        "decimals": ["1.5", "2", "NA", "1e3", ".5"],
        "comma": ["1,5", "2", "nan", "3,25", None],
        "twice": ["1.1", "1.10", "2", "3", "4"],
        "large": ["99999999999999999999", "1", "2", "3", "4"],
        "logical": ["true", "FALSE", None, "true", "false"],
        "days": ["2024-01-31", "NA", None, "2024-02-01", "2024-02-01"],
        "unsure": ["03/04/1990", "05/06/1991", None, "01/01/1992", "02/02/1993"],
        "text": ["a", "NA", None, "b", "1"],
        "nothing": [None] * 5,
    }
    text = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String))
    short = csv_types.typed(text, decimal_comma=comma)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_types, "TALL", 0)
        tall = csv_types.typed(text, decimal_comma=comma)
    assert tall.schema == short.schema
    assert tall.equals(short)


TEXTS = [
    "0", "-0", "1", "-1", "10", "01", " 2", "+3", "9223372036854775807", "9223372036854775808",
    "0.0", "-0.0", "1.0", "1.5", "1.50", "2.5", "1e3", "1000.0", "1e16", "inf", "NaN", "nan", "NA",
    "null", ".", "1,5", "0.1", "0.30000000000000004", "0.3", "5e-324", "1e-400", "true", "False",
    "2024-01-31", "03/04/1990", "31/12/1990", "x", "-", None,
]  # fmt: skip


@pytest.mark.parametrize("seed", range(10))
def test_types_of_tall_files_are_those_of_short_ones_whatever_the_texts(seed: int) -> None:
    """Also where the head of a column, or the way in which numbers are written, settles it."""
    rng = np.random.default_rng(seed)
    pools = [rng.choice(len(TEXTS), rng.integers(1, 5)) for _ in range(60)]
    drawn = [[TEXTS[place] for place in rng.choice(pool, 12)] for pool in pools]
    text = pl.DataFrame({str(n): pl.Series(own, dtype=pl.String) for n, own in enumerate(drawn)})
    for comma in (False, True):
        short = csv_types.typed(text, decimal_comma=comma)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(csv_types, "TALL", 0)
            patch.setattr(csv_types, "_HEAD", 4)
            tall = csv_types.typed(text, decimal_comma=comma)
        plt.assert_frame_equal(tall, short)
