"""Values that people and programs take for one: found, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity, LDiversity
from discret.data.files.tables import FORMATS, Format
from discret.data.taken_for_one import GAPS, one_for_each
from discret.plan.release import Release

WRITTEN = [end for end in FORMATS if Format(FORMATS[end].kind, end).writable.suffix == end]
ONE = [
    ["01", "1.0"],
    [" 1", "1"],
    ["+2", "2"],
    ["1e0", "1"],
    ["1E5", "100000"],
    ["1,5", "1.5"],
    ["1,000", "1000"],
    ["-0", "0"],
    ["True", "true"],
    ["T", "TRUE"],
    ["007", "7.0"],
    ["Flu", "flu"],
    ["flu", "flu "],
    ["rh +", "rh\u00a0+"],
    ["é", "e\u0301"],
]
APART = [["01", "02"], ["1a", "1"], ["yes", "no"], ["1.5", "2,5"], ["none", "some"], ["1,000", "1"]]


def gap(word: str) -> list[str]:
    return [word, "flu"]


def released(values: list[str] | list[float], tmp_path: Path, suffix: str = ".csv") -> Release:
    """Write a file in which two people share their keys and have these values."""
    people = pl.DataFrame({"k": ["x", "x"], "s": values})
    data = Dataset.of(people, key="k", sensitive="s")
    release = Plan(assess=[KAnonymity(k=2), LDiversity(l=2)]).run(data, seed=1)
    assert release.met
    return release.write(tmp_path / "out", format=suffix)


@pytest.mark.parametrize("texts", ONE)
def test_texts_that_others_take_for_one_are_one(texts: list[str], tmp_path: Path) -> None:
    table = one_for_each(pl.Series(texts))
    assert table is not None
    assert table["to"].n_unique() == 1
    written = released(texts, tmp_path)
    assert written.met is False
    assert any("a target is missed" in notice for notice in written.notices)


@pytest.mark.parametrize("word", [word for word in GAPS if word])
def test_what_programs_read_as_a_gap_is_no_value(word: str, tmp_path: Path) -> None:
    table = one_for_each(pl.Series(gap(word)))
    assert table is not None
    assert table["to"].to_list() == [None, "flu"]
    assert released(gap(word), tmp_path).met is False


def test_the_gaps_of_pandas_are_all_known() -> None:
    pandas = pytest.importorskip("pandas")
    assert {*pandas._libs.parsers.STR_NA_VALUES} <= {*GAPS}


@pytest.mark.parametrize("texts", APART)
def test_texts_that_all_tell_apart_stay_apart(texts: list[str], tmp_path: Path) -> None:
    assert one_for_each(pl.Series(texts)) is None
    assert released(texts, tmp_path).met


@pytest.mark.parametrize("suffix", WRITTEN)
def test_whatever_the_format(suffix: str, tmp_path: Path) -> None:
    assert released(["Flu", "flu"], tmp_path, suffix).met is False


def test_numbers_that_only_rounding_parts(tmp_path: Path) -> None:
    assert released([0.1 + 0.2, 0.3], tmp_path).met is False


def test_types_that_nobody_reads_otherwise() -> None:
    for values in (pl.Series([1, 2]), pl.Series([None]), pl.Series([True, False])):
        assert one_for_each(values) is None
    days = pl.Series(["2020-01-01", "2020-01-02"]).str.to_date()
    assert one_for_each(days) is None


def test_keys_that_run_together_mend_nothing(tmp_path: Path) -> None:
    """Groups grow where keys are taken for one: who tells them apart sees what they share."""
    people = pl.DataFrame({"k": ["01", "01", "1", "1"], "s": ["Flu", "flu", "cold", "none"]})
    data = Dataset.of(people, key="k", sensitive="s")
    release = Plan(assess=[LDiversity(l=2)]).run(data, seed=1)
    assert release.met
    assert release.write(tmp_path / "out", format="csv").met is False


def test_what_is_judged_stays_met_where_others_make_up_for_it(tmp_path: Path) -> None:
    people = pl.DataFrame({"k": ["x"] * 3, "s": ["Flu", "flu", "cold"]})
    data = Dataset.of(people, key="k", sensitive="s")
    written = Plan(assess=[LDiversity(l=2)]).run(data, seed=1).write(tmp_path / "o", format="csv")
    assert written.met
    assert written.risk[0].value == 2
