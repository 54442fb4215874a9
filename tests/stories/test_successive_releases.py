"""A source that is published every year: plans, commands, records, and what is kept beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from command import Call, caller

call = pytest.fixture(caller)

PLAN = """
title = "Patients of {year}"
[data]
file = "patients{year}.csv"
{previous}
[roles]
identifier = ["name"]
key = ["age", "town"]
sensitive = ["illness"]
individual = "number"
[[assess]]
measure = "m_invariance"
m = 2
{assess}
[[reduce]]
method = "invariant"
m = 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = np.random.default_rng(1)
    table = pl.DataFrame(
        {
            "number": np.arange(60) + 1000,
            "name": [f"patient {place}" for place in range(60)],
            "age": rng.integers(20, 80, 60),
            "town": rng.choice(["Lyon", "Nice", "Lille"], 60),
            "illness": rng.choice(["flu", "cold", "gout"], 60),
        }
    )
    table.head(45).write_csv(tmp_path / "patients2025.csv")
    table.slice(12).write_csv(tmp_path / "patients2026.csv")
    plans = {"2025": ("", ""), "2026": ('previous = ["2025/record.json"]', RELEASES)}
    for year, (previous, assess) in plans.items():
        text = PLAN.format(year=year, previous=previous, assess=assess)
        (tmp_path / f"{year}.toml").write_text(text)
    return tmp_path


RELEASES = """
[[assess]]
measure = "releases"
k = 2
most = 0
"""


def test_a_year_after_the_other(call: Call, folder: Path) -> None:
    first = call("run", folder / "2025.toml", "--out", folder / "2025", "--seed", "1")
    assert first.code == 0, first.out + first.err
    assert call("check", folder / "2026.toml").code == 0
    again = call("run", folder / "2026.toml", "--out", folder / "2026", "--seed", "2")
    assert again.code == 0, again.out + again.err
    record = json.loads((folder / "2026" / "record.json").read_text())
    assert record["beside"] == {"previous": "2025/record.json"}
    facts = record["steps"][0]["facts"]
    assert (facts["stayed"], facts["newcomers"], facts["left"]) == (33, 15, 12)
    people = pl.read_parquet(folder / "2026" / "people.parquet")
    shown = pl.read_csv(folder / "2026" / "release.csv")
    assert len(people) == len(shown) == 48 + facts["counterfeits"]
    assert people["person"].null_count() == facts["counterfeits"]
    true = pl.read_csv(folder / "patients2026.csv")
    both = shown.with_columns(number=people["person"]).join(true, on="number", suffix="_true")
    assert len(both) == 48
    assert (both["illness"] == both["illness_true"]).all()  # each row is who it says it is
    assert "number" not in shown.columns
    assert "name" not in shown.columns
    counted = shown.unique(["group", "counterfeits"])["counterfeits"].sum()
    assert counted == facts["counterfeits"]
    mode = (folder / "2026" / "people.parquet").stat().st_mode
    assert mode & 0o077 == 0  # for nobody else
    for year, compared in (("2025", False), ("2026", True)):
        note, report = (
            (folder / year / name).read_text() for name in ("public.html", "report.html")
        )
        assert ("No comparison with other releases" in note) is not compared
        assert ("No measure compares the file with other releases" in report) is not compared


def test_what_two_years_give_away_is_told(call: Call, folder: Path) -> None:
    for year in ("2025", "2026"):
        pl.read_csv(folder / f"patients{year}.csv").with_columns(
            age=pl.col("age") // 40, town=pl.lit("*")
        ).write_csv(folder / f"shown{year}.csv")
    found = call(
        "assess", folder / "shown2026.csv", "-k", "age", "-k", "town", "-s", "illness",
        "--individual", "number", "--previous", folder / "shown2025.csv", "-m", "releases k=2",
        "--json",
    )  # fmt: skip
    details = json.loads(found.out)[0]["details"]
    assert details["followed"]
    assert details["left"] == 12
    assert details["joined"] == 15
    every = call(
        "assess", folder / "shown2026.csv", "-k", "age", "-s", "illness", "--individual", "number",
        "--previous", folder / "shown2025.csv", "--json",
    )  # fmt: skip
    assert {"releases", "m_invariance"} <= {found["name"] for found in json.loads(every.out)}


def test_a_release_that_was_changed_since_is_refused(call: Call, folder: Path) -> None:
    assert call("run", folder / "2025.toml", "--out", folder / "2025", "--seed", "1").code == 0
    release = folder / "2025" / "release.csv"
    release.write_text(release.read_text().replace("flu", "gout", 1))
    refused = call("run", folder / "2026.toml", "--out", folder / "2026")
    assert refused.code == 2
    assert "not the release that the record" in refused.err


def test_people_of_another_release_are_refused(call: Call, folder: Path) -> None:
    """As many rows, in another order: everybody would be followed to somebody else's record."""
    assert call("run", folder / "2025.toml", "--out", folder / "2025", "--seed", "1").code == 0
    people = folder / "2025" / "people.parquet"
    pl.read_parquet(people).reverse().write_parquet(people)
    refused = call("run", folder / "2026.toml", "--out", folder / "2026")
    assert refused.code == 2
    assert "not the file of people" in refused.err


def test_an_earlier_release_is_never_overwritten(call: Call, folder: Path) -> None:
    assert call("run", folder / "2025.toml", "--out", folder / "2025", "--seed", "1").code == 0
    before = (folder / "2025" / "people.parquet").read_bytes()
    again = call("run", folder / "2026.toml", "--out", folder / "2025", "--force", "--seed", "1")
    assert again.code == 2
    assert (folder / "2025" / "people.parquet").read_bytes() == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('previous = "2025/record.json"', "[data] previous: a list of paths"),
        ("previous = [3]", "[data] previous: a list of paths"),
        ('previous = ["nowhere.csv"]', "nowhere.csv"),
        ('previous = ["other.csv"]', "release 1 has other columns"),
    ],
)
def test_what_a_plan_cannot_name(call: Call, folder: Path, line: str, said: str) -> None:
    pl.DataFrame({"colour": ["red"]}).write_csv(folder / "other.csv")
    plan = folder / "2026.toml"
    plan.write_text(plan.read_text().replace('previous = ["2025/record.json"]', line))
    for verb in ("check", "run"):
        more: list[Any] = ["--out", folder / "out"] if verb == "run" else []
        refused = call(verb, plan, *more)
        assert refused.code == 2
        assert said in refused.err


def test_without_the_file_of_people_nothing_is_promised(call: Call, folder: Path) -> None:
    assert call("run", folder / "2025.toml", "--out", folder / "2025", "--seed", "1").code == 0
    (folder / "2025" / "people.parquet").unlink()
    refused = call("run", folder / "2026.toml", "--out", folder / "2026")
    assert refused.code == 2
    assert "who is behind the records" in refused.err
