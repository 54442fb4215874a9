"""The commands that check a plan and show the values of a column."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from command import Call, caller

PLAN = """
[data]
file = "d.csv"
[roles]
key = ["sex", "town"]
[hierarchies.town]
from = "csv"
path = "town.csv"
[[assess]]
measure = "k_anonymity"
k = 3
[[reduce]]
method = "recode"
column = "town"
level = 1
"""
WHOLE = "Lyon;south\nNice;south\nMetz;north\n"
KEYED = '[[variant]]\ntitle = "b"\n[[variant.reduce]]\nmethod = "pseudonymise"\n'


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    towns = ["Lyon", "Lyon", "Nice", "Metz", None] * 4
    pl.DataFrame({"sex": ["f", "m"] * 10, "town": towns}).write_csv(tmp_path / "d.csv")
    (tmp_path / "town.csv").write_text(WHOLE, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    return caller(tmp_path, monkeypatch, capsys)


def test_a_plan_that_fits(call: Call) -> None:
    found = call("check", "plan.toml")
    assert (found.code, found.err) == (0, "")
    assert "The plan fits the data: 20 records, 2 keys" in found.out
    told = call("check", "plan.toml", "--json", "-l", "fr").json
    assert (told["fits"], told["faults"]) == (True, [])
    assert "convient" in told["summary"]


def test_all_faults_at_once_and_none_of_the_values(call: Call, tmp_path: Path) -> None:
    (tmp_path / "town.csv").write_text("Lyon;south\nNice;south\n", encoding="utf-8")
    (tmp_path / "plan.toml").write_text(PLAN + KEYED, encoding="utf-8")
    found = call("check", "plan.toml", "--format", "docx")
    assert found.code == 2
    for word in ("docx", "1 of 3 distinct values", "secret", "discret values"):
        assert word in found.err
    assert "Metz" not in found.err + found.out
    told = call("check", "plan.toml", "--json", "--format", "docx")
    assert (told.code, told.json["fits"], len(told.json["faults"])) == (2, False, 4)
    assert call("run", "plan.toml", "--out", "out").code == 2
    assert not (tmp_path / "out").exists()


def test_faults_of_the_file_itself_are_told_as_json_too(call: Call, tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text("[data]\nfile = 3\n[[assess]]\n", encoding="utf-8")
    told = call("check", "plan.toml", "--json")
    assert (told.code, len(told.json["faults"])) == (2, 2)
    assert call("check", "nowhere.toml").code == 2
    assert call("check", "plan.toml", "--data", "nowhere.csv").code == 2


def test_values_with_their_counts(call: Call) -> None:
    told = call("values", "d.csv", "town", "--json").json
    assert told["values"][0] == {"value": "Lyon", "records": 8}
    assert (told["distinct"], told["missing"]) == (3, 4)
    shown = call("values", "d.csv", "town", "--most", 1)
    assert "Lyon" in shown.out
    assert "Metz" not in shown.out
    assert "2 are not shown" in shown.out
    assert "enregistrements" in call("values", "d.csv", "sex", "-l", "fr").out


@pytest.mark.parametrize("way", [("--against", "town.csv"), ("--plan", "plan.toml")])
def test_values_that_a_hierarchy_lacks(call: Call, tmp_path: Path, way: tuple[str, str]) -> None:
    (tmp_path / "town.csv").write_text("Lyon;south\nNice;south\n", encoding="utf-8")
    told = call("values", "d.csv", "town", *way, "--json").json
    assert told["absent"] == 1
    assert told["values"][0] == {"value": "Metz", "records": 4, "absent": True}
    assert "lacks 1 of them, in 4 records" in call("values", "d.csv", "town", *way).out


@pytest.mark.parametrize(
    "words",
    [
        ("town", "--against", "town.csv", "--plan", "plan.toml"),
        ("twon",),
        ("town", "--most", "0"),
        ("sex", "--plan", "plan.toml"),
        ("town", "--against", "nowhere.csv"),
    ],
)
def test_what_cannot_be_shown_is_refused(call: Call, words: tuple[str, ...]) -> None:
    found = call("values", "d.csv", *words)
    assert (found.code, found.out) == (2, "")
    assert "Hint" in found.err
