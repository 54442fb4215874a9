"""A verdict is about the file that leaves: read back, and judged again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Plan, Release
from discret.assess import BetaLikeness, KAnonymity, LDiversity
from discret.data.files.passage import Passage
from discret.data.files.tables import read
from discret.document.folder import Place
from discret.reduce import ShuffleRecords

PLAN = Plan(assess=[KAnonymity(k=2), LDiversity(l=2)], reduce=[ShuffleRecords()])


def written(values: list[Any], kind: str, folder: Path) -> Release:
    frame = pl.DataFrame({"k": ["a"] * len(values), "s": values})
    release = PLAN.run(Dataset.of(frame, key="k", sensitive="s"), seed=1)
    assert release.met is True
    return Place.of(folder, read_format(kind)).write(release)


def read_format(kind: str) -> Any:
    from discret.data.files.tables import FORMATS

    return FORMATS[f".{kind}"]


@pytest.mark.parametrize("kind", ["csv", "tsv", "parquet", "arrow", "xlsx", "dta", "sav", "xpt"])
def test_a_file_that_holds_what_was_released_is_called_met(kind: str, tmp_path: Path) -> None:
    release = written(["flu", "gout"] * 2, kind, tmp_path)
    assert (release.met, release.reading is not None) == (True, True)
    told = json.loads((tmp_path / "record.json").read_text("utf-8"))
    assert (told["met"], told["passage"]["columns"]) == (True, [])


@pytest.mark.parametrize(("kind", "values"), [("sav", ["flu", "flu "]), ("xpt", ["flu", "flu "])])
def test_a_file_that_merges_values_is_judged_as_it_is(
    kind: str, values: list[Any], tmp_path: Path
) -> None:
    release = written(values * 2, kind, tmp_path)
    back = read(tmp_path / f"release.{kind}").frame
    again = LDiversity(l=2).assess(Dataset.of(back, key="k", sensitive="s"))
    assert again.met is False
    assert (release.met, release.risk[1].value) == (False, again.value)
    told = json.loads((tmp_path / "record.json").read_text("utf-8"))
    assert (told["met"], told["passage"]["columns"]) == (False, ["s"])
    assert told["steps"][-1]["risk"][1]["met"] is False
    assert any("misses a target that held" in notice for notice in release.notices)


def test_what_the_file_changes_but_no_target_minds_is_told_alone(tmp_path: Path) -> None:
    release = written(["flu", "flu ", "gout", "flu"], "sav", tmp_path)
    assert release.met is True
    assert any("are not what was released: s" in notice for notice in release.notices)


def test_records_that_a_reader_does_not_find_are_a_miss() -> None:
    data = Dataset.of(pl.DataFrame({"k": ["a"] * 4, "s": ["x", "y"] * 2}), key="k", sensitive="s")
    release = PLAN.run(data, seed=1)
    found = release.as_written(Passage(("k",), pl.DataFrame({"k": ["a"] * 3}), 4, 3))
    assert found.met is False
    assert "Records that a reader of the written file does not find: 1." in found.notices


def test_people_are_counted_though_their_number_stays_behind(tmp_path: Path) -> None:
    frame = pl.DataFrame({"k": ["a", "a ", "a", "a "], "who": [1, 1, 2, 2]})
    plan = Plan(assess=[KAnonymity(k=2)], reduce=[ShuffleRecords()])
    release = plan.run(Dataset.of(frame, key="k", individual="who"), seed=1)
    back = Place.of(tmp_path, read_format("sav")).write(release)
    assert back.reading is not None
    assert back.reading.passage.columns == ("k",)
    assert back.risk[0].value == 2  # four records that read alike, of two people


def test_a_reader_who_takes_a_value_for_a_gap_mends_nothing(tmp_path: Path) -> None:
    """The text NA is in the file for all to see, though some readers take it for a gap."""
    frame = pl.DataFrame({"k": ["a", "a", "b", "b", "b"], "s": ["NA", "NA", "1.0", None, None]})
    plan = Plan(assess=[BetaLikeness(beta=2, kind="enhanced")], reduce=[ShuffleRecords()])
    release = plan.run(Dataset.of(frame, key="k", sensitive="s"), seed=1)
    assert release.met is False
    back = Place.of(tmp_path, read_format("csv")).write(release)
    assert back.met is False


def test_a_plan_without_steps_is_read_back_too(tmp_path: Path) -> None:
    frame = pl.DataFrame({"k": ["a", "a ", "a", "a "], "s": ["x", "y"] * 2})
    plan = Plan(assess=[KAnonymity(k=2), LDiversity()])
    release = plan.run(Dataset.of(frame, key="k", sensitive="s"), seed=1)
    back = Place.of(tmp_path, read_format("sav")).write(release)
    assert back.reading is not None
    assert back.reading.passage.columns == ("k",)
    assert (back.met, back.loss) == (True, ())
