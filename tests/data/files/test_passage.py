"""What becomes of a table in its file: everything that changes is told, nothing else."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import polars as pl
import polars.testing as plt
import pytest

from discret.data.files.passage import Passage, passage, same
from discret.data.files.tables import FORMATS, Format, write
from discret.errors import FileError

WRITTEN = [end for end in FORMATS if Format(FORMATS[end].kind, end).writable.suffix == end]
NIGHT = dt.datetime(2024, 10, 27, 1, 30)


def went(frame: pl.DataFrame, path: Path, **how: Any) -> Passage:
    return passage(frame, write(frame, path, **how), how.get("format"))


class TestSame:
    def test_texts_of_numbers_are_the_same_only_in_the_same_order(self) -> None:
        """The text 10 stands before the text 9."""
        assert same(pl.Series(["7", "9", "7"]), pl.Series([7, 9, 7]))
        assert not same(pl.Series(["10", "9"]), pl.Series([10, 9]))

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (pl.Series([8, None], dtype=pl.Int32), pl.Series([8, None], dtype=pl.Int64)),
            (pl.Series([8], dtype=pl.UInt64), pl.Series([8.0])),
            (pl.Series([0.5], dtype=pl.Float32), pl.Series([0.5])),
            (pl.Series([1.0, float("nan")]), pl.Series([1, None])),
            (pl.Series([True, None]), pl.Series([1.0, None])),
            (pl.Series(["0.10"]).cast(pl.Decimal(4, 2)), pl.Series([0.1])),
            (pl.Series(["a", "b"], dtype=pl.Categorical), pl.Series(["a", "b"])),
            (pl.Series(["a"], dtype=pl.Enum(["a", "b"])), pl.Series(["a"])),
            (pl.Series([dt.date(1850, 1, 1)]), pl.Series([dt.datetime(1850, 1, 1)])),
            (pl.Series([NIGHT], dtype=pl.Datetime("ns")), pl.Series([NIGHT])),
            (pl.Series(["1.50", "1.5"]), pl.Series([True, False])),
            (pl.Series([None, None]), pl.Series([None, None], dtype=pl.String)),
            (pl.Series([2**60]), pl.Series([float(2**60)])),
        ],
    )
    def test_yes(self, before: pl.Series, after: pl.Series) -> None:
        assert same(before, after)
        assert same(after, before)

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (pl.Series([1, 2]), pl.Series([1])),
            (pl.Series([1]), pl.Series([None], dtype=pl.Int64)),
            (pl.Series([2**60 + 1]), pl.Series([float(2**60)])),
            (pl.Series([1]), pl.Series([1.5])),
            (pl.Series([0.1], dtype=pl.Float32), pl.Series([0.1])),
            (pl.Series([0.1 + 0.2]), pl.Series([0.3])),
            (pl.Series(["", "a"]), pl.Series([None, "a"])),
            (pl.Series(["a", "a "]), pl.Series(["a", "a"])),
            (pl.Series(["1", "1.0"]), pl.Series([1, 1])),
            (pl.Series(["a", "a"]), pl.Series([1, 2])),
            (pl.Series([NIGHT.replace(microsecond=1)]), pl.Series([NIGHT])),
            (pl.Series(["1.00", "1.01"]).cast(pl.Decimal(4, 2)), pl.Series([1.0, 1.0])),
        ],
    )
    def test_no(self, before: pl.Series, after: pl.Series) -> None:
        assert not same(before, after)
        assert not same(after, before)

    def test_two_hours_of_a_night_with_one_name(self) -> None:
        hours = pl.Series([NIGHT, NIGHT - dt.timedelta(hours=1)], dtype=pl.Datetime("us"))
        local = hours.dt.replace_time_zone("UTC").dt.convert_time_zone("Europe/Paris")
        assert not same(local, local.dt.replace_time_zone(None))
        assert same(local[:1], local[:1].dt.replace_time_zone(None))


class TestPassage:
    @pytest.mark.parametrize("suffix", [*WRITTEN, ".csv.gz"])
    def test_nothing_changes(self, tmp_path: Path, suffix: str) -> None:
        frame = pl.DataFrame(
            {
                "small": pl.Series([1, None, 3], dtype=pl.Int8),
                "size": [0.5, None, -2.25],
                "word": ["a", None, "é b"],
                "kind": pl.Series(["x", "y", "x"], dtype=pl.Categorical),
                "born": [dt.date(1950, 5, 6), None, dt.date(2020, 2, 29)],
            }
        )
        found = went(frame, tmp_path / f"a{suffix}")
        assert found.same
        assert (found.columns, found.frame.width, found.records_after) == ((), 0, 3)

    def test_what_differs_comes_back_in_its_type_and_order(self, tmp_path: Path) -> None:
        frame = pl.DataFrame(
            {
                "code": ["1.50", "NA", "2.50"],
                "other": [1, 2, 3],
                "name": pl.Series(["flu ", "flu", "flu"], dtype=pl.Categorical),
            }
        )
        found = went(frame.select("code", "other"), tmp_path / "a.csv")
        plt.assert_frame_equal(found.frame, pl.DataFrame({"code": ["1.50", None, "2.50"]}))
        found = went(frame.select("other", "name"), tmp_path / "a.sav")
        assert found.columns == ("name",)
        assert found.frame.schema["name"] == pl.Categorical
        assert found.frame["name"].n_unique() == 1

    def test_blank_lines_are_no_records_to_others(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_bytes(b"k\nx\n\n\nx\n")
        frame = pl.DataFrame({"k": ["x", None, None, "x"]})
        found = passage(frame, tmp_path / "a.csv")
        assert (found.columns, found.records_before, found.records_after) == (("k",), 4, 2)
        assert found.frame["k"].to_list() == ["x", "x"]

    def test_letters_of_another_encoding(self, tmp_path: Path) -> None:
        frame = pl.DataFrame({"k": ["Ã©", "a"], "n": [1, 2]})
        assert went(frame, tmp_path / "a.csv", format=Format("csv", encoding="cp1252")).columns
        assert went(frame, tmp_path / "b.csv").same

    @pytest.mark.parametrize("how", [{"quote": "'"}, {"separator": ":"}])
    def test_what_nobody_guesses_is_read_as_it_was_told(
        self, tmp_path: Path, how: dict[str, str]
    ) -> None:
        frame = pl.DataFrame({"a": ['"', "b"], "b": [None, "d"], "c": ['"', "x"]})
        assert went(frame, tmp_path / "a.csv", format=Format("csv", **how)).same

    def test_other_columns_are_refused(self, tmp_path: Path) -> None:
        for suffix in (".csv", ".parquet"):
            path = write(pl.DataFrame({"a": [1], "b": [2]}), tmp_path / f"a{suffix}")
            with pytest.raises(FileError, match="other columns"):
                passage(pl.DataFrame({"b": [2], "a": [1]}), path)

    @pytest.mark.parametrize("name", ["a*", "^a.*", "0"])
    def test_names_that_are_nearly_patterns(self, tmp_path: Path, name: str) -> None:
        frame = pl.DataFrame({name: ["x", "y"], "ab": ["x", "x"]})
        for suffix in (".csv", ".parquet", ".arrow"):
            assert went(frame, tmp_path / f"a{suffix}").same
        frame = pl.DataFrame({name: ["1", "NA"], "ab": ["x", "x"]})
        assert went(frame, tmp_path / "b.csv").frame.to_dict(as_series=False) == {name: ["1", None]}

    def test_no_records(self, tmp_path: Path) -> None:
        frame = pl.DataFrame({"a": []}, schema={"a": pl.String})
        for suffix in (".csv", ".parquet"):
            assert went(frame, tmp_path / f"a{suffix}").same
