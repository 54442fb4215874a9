"""Cells that a spreadsheet would take for formulas."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from discret import Dataset, Plan, Release
from discret.assess import KAnonymity
from discret.data.files.passage import passage
from discret.data.files.spreadsheet_formulas import ESCAPE, escaped, formulas
from discret.data.files.tables import FORMATS, Format, read, write
from discret.document.folder import Place
from discret.plan.terms import Terms
from discret.reduce import ShuffleRecords

FIRST = ["=", "+", "-", "@", "\t", "\r"]
SECRET = "cmd|secretvalue"


@pytest.mark.parametrize("first", FIRST)
def test_each_beginning_is_counted_and_escaped(first: str, tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": [f"{first}{SECRET}", "plain", None], "b": ["x", "y", "z"]})
    assert formulas(frame) == {"a": 1}
    path = write(frame, tmp_path / "a.csv", format=Format("csv", escape_formulas=True))
    assert read(path).frame["a"].to_list() == [f"{ESCAPE}{first}{SECRET}", "plain", None]
    assert formulas(read(path).frame) == {}


@pytest.mark.parametrize("text", ["-5", "+5", "-5.5", "-,5", "-1e9", "a=b", "'=a", "5-9", "<15"])
def test_numbers_and_other_texts_are_left_alone(text: str) -> None:
    frame = pl.DataFrame({"a": [text, "x"], "b": [-1, -2]})
    assert formulas(frame) == {}
    assert escaped(frame).equals(frame)


def test_categories_and_names_that_are_patterns() -> None:
    dishes = pl.Series(["@b", "@c"], dtype=pl.Categorical)
    frame = pl.DataFrame({"^a.*$": ["=1", "x"], "*": dishes})
    assert formulas(frame) == {"^a.*$": 1, "*": 2}
    assert escaped(frame)["*"].to_list() == ["'@b", "'@c"]


def released(
    values: list[str], folder: Path, *, escape: bool = False, kind: str = "csv"
) -> Release:
    terms = Terms(unexamined=["s"], escape_formulas=escape)
    plan = Plan(assess=[KAnonymity(k=2)], reduce=[ShuffleRecords()], release=terms)
    data = Dataset.of(pl.DataFrame({"k": values, "s": ["x"] * len(values)}), key="k")
    return Place.of(folder, FORMATS[f".{kind}"]).write(plan.run(data, seed=1))


@pytest.mark.parametrize("kind", ["csv", "tsv"])
def test_a_release_with_formulas_is_told_without_a_value(kind: str, tmp_path: Path) -> None:
    release = released([f"={SECRET}"] * 2, tmp_path, kind=kind)
    said = [notice for notice in release.notices if "formulas" in notice]
    assert len(said) == 1
    assert "k (2)" in said[0]
    assert "escape_formulas = true" in said[0].fr
    assert SECRET not in said[0]


def test_formats_that_know_texts_are_not_warned_of(tmp_path: Path) -> None:
    release = released([f"={SECRET}"] * 2, tmp_path, kind="parquet")
    assert not any("formulas" in notice for notice in release.notices)


def test_what_is_escaped_is_judged_as_it_is_read(tmp_path: Path) -> None:
    release = released(["=a", "=a", "'=a", "'=a"], tmp_path, escape=True)
    assert read(tmp_path / "release.csv").frame["k"].to_list() == ["'=a"] * 4
    assert release.risk[0].value == 4  # in the file, the two values are one
    assert not any("formulas" in notice for notice in release.notices)
    terms = json.loads((tmp_path / "record.json").read_text("utf-8"))["terms"]
    assert terms["escape_formulas"] is True


def test_a_name_is_a_cell_too(tmp_path: Path) -> None:
    frame = pl.DataFrame({"=a": [1, 2], "b": ["x", "y"]})
    path = write(frame, tmp_path / "a.csv", format=Format("csv", escape_formulas=True))
    assert passage(frame, path).formulas == {"=a": 1}
