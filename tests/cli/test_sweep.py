"""The command sweep: its table, its JSON, what it writes, its exit codes and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from command import Call, caller
from discret import Plan
from every_part import people
from marked import everything_in, marked, shown

call_the_command_line = pytest.fixture(name="discret")(caller)

PLAN = """
title = "Trial"
[data]
file = "people.csv"
[roles]
identifier = ["name"]
key = ["sex", "age"]
weight = "weight"
[release]
unexamined = ["illness", "town", "income", "home", "person", "zone", "remark", "number"]
[[assess]]
measure = "k_anonymity"
k = 2
[[reduce]]
method = "suppress_records"
models = [{measure = "k_anonymity", k = 2}]
drop = 0.9
"""


def prepared(folder: Path, text: str = PLAN) -> None:
    people().write_csv(folder / "people.csv")
    (folder / "plan.toml").write_text(text, encoding="utf-8")


def test_a_sweep_shows_one_row_for_each_setting(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    told = discret("sweep", "plan.toml", "--set", "reduce.1.models.1.k=2,3", "--seed", "1")
    assert told.code == 0
    assert "Trial" in told.out
    assert "● efficient" in told.out
    french = discret(
        "sweep", "plan.toml", "--set", "reduce.1.models.1.k=2,99", "--seed", "1", "-l", "fr"
    )
    assert french.code == 0
    assert "refusé" in french.out
    assert "efficace" in french.out


def test_a_sweep_as_json_with_its_files(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    words = ["sweep", "plan.toml", "--set", "reduce.suppress_records.models.1.k=2,99",
             "--set", "assess.1.k=2,3", "--seed", "1", "--json"]  # fmt: skip
    told = discret(*words, "--out", "out")
    assert told.code == 0
    assert [own["values"]["assess.1.k"] for own in told.json["settings"]] == [2, 3, 2, 3]
    assert [own["refused"] is None for own in told.json["settings"]] == [True, True, False, False]
    written = json.loads((tmp_path / "out" / "sweep.json").read_text(encoding="utf-8"))
    assert written["settings"] == told.json["settings"]
    assert told.json["files"] == ["out/sweep.json", "out/sweep.html"]
    assert "<svg" in (tmp_path / "out" / "sweep.html").read_text(encoding="utf-8")
    again = discret(*words, "--out", "out")
    assert again.code == 2
    assert "--force" in again.err
    assert discret(*words, "--out", "out", "--force").code == 0


def test_a_sweep_of_which_nothing_is_met_ends_with_1(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    assert discret("sweep", "plan.toml", "--set", "assess.1.k=50,60").code == 1
    assert discret("sweep", "plan.toml", "--set", "reduce.1.models.1.k=98,99").code == 1


@pytest.mark.parametrize(("setting", "said"), [
    ("reduce.2.k=3", "numbers go from 1 to 1"),
    ("reduce.1.q=3", "there are models"),
    ("reduce.1", "reduce.1.k=2,3,5"),
    ("reduce.1.drop=7", "must be less than or equal to 1"),
    ("title=a,b", "places begin with"),
])  # fmt: skip
def test_a_wrong_setting_is_refused_with_a_hint(
    discret: Call, tmp_path: Path, setting: str, said: str
) -> None:
    prepared(tmp_path)
    told = discret("sweep", "plan.toml", "--set", setting)
    assert told.code == 2
    assert said in " ".join(told.err.split())
    twice = discret("sweep", "plan.toml", "--set", "assess.1.k=2", "--set", "assess.1.k=3")
    assert twice.code == 2
    assert "given twice" in twice.err


def test_a_setting_is_judged_by_the_file_that_a_reader_finds(discret: Call, tmp_path: Path) -> None:
    sick = {"k": ["a"] * 4, "s": ["flu", "flu "] * 2}  # one and the same to those who read it
    pl.DataFrame(sick).write_parquet(tmp_path / "sick.parquet")
    text = """
[data]
file = "sick.parquet"
[roles]
key = ["k"]
sensitive = ["s"]
[[assess]]
measure = "k_anonymity"
k = 2
[[assess]]
measure = "l_diversity"
l = 2
[[reduce]]
method = "shuffle_records"
"""
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    words = ["--seed", "1", "--json"]
    told = discret("sweep", "plan.toml", "--set", "assess.2.l=1.0,2", *words)
    assert [own["met"] for own in told.json["settings"]] == [True, False]
    assert discret("run", "plan.toml", "--out", "out", *words).json["met"] is False
    inside = Plan.read(tmp_path / "plan.toml").sweep({"assess.2.l": [2]})
    assert inside.tried[0].met is True  # until it is written
    other = discret("sweep", "plan.toml", "--set", "assess.2.l=2", "--format", "sav", *words)
    assert other.json["settings"][0]["met"] is False


def test_a_page_is_made_again_from_the_record_of_a_sweep(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    words = ["sweep", "plan.toml", "--set", "reduce.1.models.1.k=2,3,99", "--out", "out"]
    assert discret(*words).code == 0
    page = tmp_path / "out" / "sweep.html"
    first = page.read_text(encoding="utf-8")
    page.unlink()
    assert discret("report", "out", "--language", "fr").code == 0
    assert discret("report", "out/sweep.json").code == 0
    french = page.read_text(encoding="utf-8")
    assert '<html lang="fr">' in french
    assert (tmp_path / "out" / "sweep.en.html").read_text(encoding="utf-8") == first
    public = discret("report", "out", "--public")
    assert public.code == 2
    assert "never public" in public.err


@pytest.mark.parametrize(("name", "value"), [
    ("settings", [{"number": "first"}]), ("sides", None), ("paths", [3]), ("risk", {}),
    ("schema", "discret.sweep/9"),
])  # fmt: skip
def test_a_record_of_a_sweep_that_was_changed_is_refused(
    discret: Call, tmp_path: Path, name: str, value: object
) -> None:
    prepared(tmp_path)
    assert discret("sweep", "plan.toml", "--set", "assess.1.k=2,3", "--out", "out").code == 0
    record = tmp_path / "out" / "sweep.json"
    told = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps({**told, name: value}), encoding="utf-8")
    refused = discret("report", "out")
    assert refused.code == 2
    assert ("version 9" if name == "schema" else repr(name)) in refused.err


def test_variants_are_tried_each(discret: Call, tmp_path: Path) -> None:
    head, step = PLAN.split("[[reduce]]")
    drop = "[[variant]]\ntitle = 'drop'\n[[variant.reduce]]" + step
    blank = drop.replace("drop'", "blank'").replace("_records", "_cells").replace("drop = 0.9", "")
    prepared(tmp_path, head + drop + blank)
    setting = "reduce.suppress_records.models.1.k=99,2"
    told = discret("sweep", "plan.toml", "--set", setting, "--seed", "1", "--out", "o", "--json")
    assert told.code == 0
    rows = [(*own["values"].values(), own["refused"] is None) for own in told.json["settings"]]
    assert rows == [("drop", 99, False), ("drop", 2, True), ("blank", None, True)]
    assert "blank" in (tmp_path / "o" / "sweep.html").read_text(encoding="utf-8")
    wrong = discret("sweep", "plan.toml", "--set", "reduce.nothing.drop=0.5")
    assert wrong.code == 2
    assert "which part of reduce" in wrong.err


def test_no_value_of_the_data_shows(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    marked(people()).write_csv(tmp_path / "people.csv")
    told = discret("sweep", "plan.toml", "--set", "reduce.1.models.1.k=2,3,99", "--out", "out")
    assert shown(told.out, told.err, *everything_in(tmp_path / "out")) == []
