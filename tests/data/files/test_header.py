"""The row with the names: absent, lower, incomplete; no cell of it is quoted."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import polars as pl
import pytest

from discret.data.files.passage import passage
from discret.data.files.tables import HowToRead, read, write
from discret.errors import ColumnError, DiscretError, FileError

xlsxwriter = pytest.importorskip("xlsxwriter")
SECRET = "Secretvalue"
Rows = list[list[Any]]


def csv(folder: Path, text: str) -> Path:
    path = folder / "a.csv"
    path.write_text(text, encoding="utf-8")
    return path


def book(folder: Path, **sheets: Rows) -> Path:
    path = folder / "a.xlsx"
    with xlsxwriter.Workbook(path) as file:
        for name, rows in sheets.items():
            sheet = file.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return path


def both(folder: Path, rows: Rows) -> list[Path]:
    """The same rows as CSV and as Excel."""
    lines = [";".join("" if cell is None else str(cell) for cell in row) for row in rows]
    return [csv(folder, "\n".join(lines) + "\n"), book(folder, data=rows)]


class TestNoHeader:
    @pytest.mark.parametrize(
        "rows",
        [
            [["Anna", 34, SECRET], ["Bob", 51, "x"], ["Carl", 7, "y"]],
            [["Anna", "1990-12-31"], [SECRET, "1991-01-02"]],
            [["Anna", "31/12/1990"], [SECRET, "02/01/1991"]],
            [["Anna", "F", SECRET], ["Eve", "F", SECRET], ["Carl", "M", "y"]],
            [["P01504", SECRET], ["P01505", "x"], ["P01506", "y"]],
            [["anna@secretvalue.org", "x"], ["bob@secretvalue.org", "y"]],
            [["06 12 34 56 78", SECRET], ["06 12 34 56 79", "x"]],
            [[SECRET, SECRET, 12], ["a", "b", 13]],  # the doubled name is not quoted either
        ],
    )
    def test_is_refused_without_a_name(self, rows: Rows, tmp_path: Path) -> None:
        for path in both(tmp_path, rows):
            with pytest.raises(FileError, match=r"seems to be a record.*header_row = 0") as caught:
                read(path)
            assert SECRET.lower() not in caught.value.within("fr").lower()
            assert SECRET.lower() not in str(caught.value).lower()

    def test_is_read_if_said(self, tmp_path: Path) -> None:
        for path in both(tmp_path, [["Anna", 34], ["Bob", 51]]):
            frame = read(path, how=HowToRead(header_row=0)).frame
            assert frame.columns == ["column_1", "column_2"]
            assert frame.rows() == [("Anna", 34), ("Bob", 51)]

    def test_is_a_header_if_said(self, tmp_path: Path) -> None:
        for path in both(tmp_path, [["town", 2010, 2011], ["Lille", 1, 2]]):
            frame = read(path, how=HowToRead(header_row=1)).frame
            assert frame.columns == ["town", "2010", "2011"]

    @pytest.mark.parametrize(
        "rows",
        [
            [["Q1", "Q2"], ["A1", "A2"], ["A2", "A1"]],
            [["name", "sex"], ["Anna", "f"], ["Bob", "m"]],
            [["other", "sex"], ["other", "f"], ["", "m"]],  # a box that was ticked
            [["age_18_24", "x2"], [1, 2], [3, 4]],
            [["a", "b"]],
        ],
    )
    def test_names_are_names(self, rows: Rows, tmp_path: Path) -> None:
        for path in both(tmp_path, rows):
            assert read(path).frame.columns == rows[0]

    def test_doubled_names_are_told_by_place(self, tmp_path: Path) -> None:
        for path in both(tmp_path, [["x", SECRET, SECRET], ["a", "b", "c"]]):
            with pytest.raises(ColumnError, match="at place: '2', '3'") as caught:
                read(path)
            assert SECRET not in str(caught.value)

    def test_what_we_write_is_read_back_whatever_its_names(self, tmp_path: Path) -> None:
        frame = pl.DataFrame({"2010": ["a", "b"], "31/12/1990": ["c", "d"]})
        for suffix in ("csv", "xlsx"):
            assert passage(frame, write(frame, tmp_path / f"b.{suffix}")).same

    def test_a_row_named_too_low_is_a_record(self, tmp_path: Path) -> None:
        for path in both(tmp_path, [["name", "age"], [SECRET, 34], ["Bob", 51]]):
            with pytest.raises(FileError, match="row 2 seems to be a record") as caught:
                read(path, how=HowToRead(header_row=2))
            assert SECRET not in str(caught.value)


class TestUnnamed:
    ROWS: ClassVar[Rows] = [["", "age", "sex"], [1, 34, "f"], [2, 51, "m"]]

    def test_the_first_is_a_row_number(self, tmp_path: Path) -> None:
        for path in both(tmp_path, self.ROWS):
            table = read(path)
            assert table.frame.columns == ["row_number", "age", "sex"]
            assert ["row_number" in note for note in table.notes] == [True]
            assert "numéros de ligne" in table.notes[0].fr

    def test_its_name_is_its_own(self, tmp_path: Path) -> None:
        for path in both(tmp_path, [["", "Row_Number"], [1, "x"], [2, "y"]]):
            assert read(path).frame.columns == ["row_number_2", "Row_Number"]

    @pytest.mark.parametrize("head", [["a", "", "c"], ["", "", "c"], ["a", "b", ""]])
    def test_others_are_refused(self, head: list[str], tmp_path: Path) -> None:
        rows = [head, [SECRET, "y", "1"], [SECRET, "y", "2"]]
        for path in both(tmp_path, rows):
            with pytest.raises(DiscretError, match=r"no name, at place: .*header_row") as caught:
                read(path)
            assert SECRET not in str(caught.value)

    def test_as_pandas_and_r_write_it(self, tmp_path: Path) -> None:
        assert read(csv(tmp_path, '"","age"\n"1",34\n"2",51\n')).frame.columns[0] == "row_number"
        pd = pytest.importorskip("pandas")
        pd.DataFrame({"age": [34, 51]}).to_csv(tmp_path / "p.csv")
        assert read(tmp_path / "p.csv").frame["row_number"].to_list() == [0, 1]


class TestTitle:
    TITLE = f"Register of {SECRET}"
    ROWS: ClassVar[Rows] = [[TITLE], [], ["id", "age", "sex"], ["a", 34, "f"], ["b", 51, "m"]]

    def test_says_what_to_do(self, tmp_path: Path) -> None:
        padded: Rows = [[*row, *[""] * (3 - len(row))] for row in self.ROWS]
        (tmp_path / "padded").mkdir()
        for path in (*both(tmp_path, self.ROWS), *both(tmp_path / "padded", padded)):
            with pytest.raises(FileError, match=r"--header-row 3\)") as caught:
                read(path)
            assert SECRET not in str(caught.value)
            frame = read(path, how=HowToRead(header_row=3)).frame
            assert frame.rows() == [("a", 34, "f"), ("b", 51, "m")]
            assert frame.columns == ["id", "age", "sex"]

    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_any_newline(self, newline: str, tmp_path: Path) -> None:
        path = tmp_path / "a.csv"
        path.write_bytes(f"A title{newline}{newline}a,b{newline}x,1{newline}".encode())
        assert read(path, how=HowToRead(header_row=3)).frame.rows() == [("x", 1)]

    def test_a_fault_below_has_the_line_of_the_file(self, tmp_path: Path) -> None:
        path = csv(tmp_path, "A title\na,b\n1,2\n3\n")
        with pytest.raises(FileError, match="first is line 4"):
            read(path, how=HowToRead(header_row=2))

    def test_prose_is_no_table(self, tmp_path: Path) -> None:
        path = csv(tmp_path, "name\nDoe, Jane\nRoe, Ann\n")
        assert read(path).frame["name"].to_list() == ["Doe, Jane", "Roe, Ann"]

    def test_a_column_of_decimals_is_no_table(self, tmp_path: Path) -> None:
        assert read(csv(tmp_path, "size\n1,5\n2,5\n")).frame.columns == ["size"]

    def test_a_row_below_the_last(self, tmp_path: Path) -> None:
        for path in both(tmp_path, [["a", "b"], ["x", "y"]]):
            with pytest.raises(FileError, match="nothing below"):
                read(path, how=HowToRead(header_row=99))


class TestSheets:
    def test_says_which_was_read_and_which_there_are(self, tmp_path: Path) -> None:
        one: Rows = [["a", "b"], ["x", 1]]
        path = book(tmp_path, Notes=one, Patients=one, Codes=one)
        (note,) = read(path).notes
        assert "'Notes'" in note
        assert "'Patients', 'Codes'" in note.fr
        assert read(path, how=HowToRead(sheet="Patients")).notes == ()

    def test_a_name_may_be_a_number(self, tmp_path: Path) -> None:
        path = book(tmp_path, **{"2": [["a"], [1]], "2023": [["b"], [1]]})
        for sheet, name in [("2", "a"), (2, "b"), (2023, "b"), ("1", "a")]:
            assert read(path, how=HowToRead(sheet=sheet)).frame.columns == [name]
