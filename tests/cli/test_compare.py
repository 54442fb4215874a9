"""Compare, and run for a plan with variants: tables, JSON, pages, exit codes and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import PLAN, Call, caller
from every_part import people
from marked import everything_in, marked, shown

call_the_command_line = pytest.fixture(name="discret")(caller)

VARIANTS = """
[[quantify]]
measure = "cells_changed"
[[variant]]
title = "blanks"
[[variant.reduce]]
method = "suppress_cells"
models = [{measure = "k_anonymity", k = 2}]
[[variant]]
title = "half"
[[variant.reduce]]
method = "subsample"
share = 0.5
"""
COMMON = PLAN.split("[[reduce]]")[0] + '[[reduce]]\nmethod = "drop_identifiers"\n'
FOUR = ["public.html", "record.json", "release.csv", "report.html"]


def prepared(folder: Path, text: str = COMMON + VARIANTS, name: str = "plan.toml") -> Path:
    people().write_csv(folder / "people.csv")
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_a_plan_with_variants_writes_each_and_their_comparison(
    discret: Call, tmp_path: Path
) -> None:
    prepared(tmp_path)
    told = discret("run", "plan.toml", "--out", "out", "--seed", "1")
    assert told.code == 1  # a half of the people, none protected
    found = sorted(str(path.relative_to(tmp_path / "out")) for path in tmp_path.rglob("out/*/*"))
    assert found == [f"{slug}/{name}" for slug in ("1-blanks", "2-half") for name in FOUR]
    assert (tmp_path / "out" / "comparison.html").exists()
    assert "A  blanks: all targets are met" in told.out
    assert "B  half: a target is NOT met" in told.out
    assert "out/comparison.html" in told.out


def test_variants_as_json(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    told = discret("run", "plan.toml", "--out", "out", "--seed", "1", "--json")
    assert told.code == 1
    assert told.json["met"] is False
    assert len(told.json["files"]) == 10
    written = json.loads((tmp_path / "out" / "comparison.json").read_text(encoding="utf-8"))
    assert told.json["comparison"] == written


def test_what_is_to_be_said_of_a_plan_is_said_with_variants_too(
    discret: Call, tmp_path: Path
) -> None:
    old = '[[assess]]\nmeasure = "attackers"\nthreshold = 0.5\n'
    prepared(tmp_path, COMMON + old + VARIANTS)
    told = discret("run", "plan.toml", "--out", "out", "--seed", "1", "--json")
    assert ["threshold is now called most" in note["en"] for note in told.json["notices"]] == [True]


def test_the_same_seed_gives_the_same_files(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    for out in ("one", "two"):
        discret("run", "plan.toml", "--out", out, "--seed", "5")
    for slug in ("1-blanks", "2-half"):
        one, two = (tmp_path / out / slug / "release.csv" for out in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_releases_are_shown_side_by_side(discret: Call, tmp_path: Path, language: str) -> None:
    prepared(tmp_path)
    discret("run", "plan.toml", "--out", "out", "--seed", "1")
    both = ("out/1-blanks", "out/2-half/record.json")
    told = discret("compare", *both, "--out", "side.html", "--language", language)
    assert told.code == 1
    lines = {
        line.split("  ")[1].strip(): line.split() for line in told.out.splitlines() if "  " in line
    }
    name = {"en": "records left", "fr": "enregistrements restants"}[language]
    assert lines[name][-3:] == ["24", "24", "12"]
    page = (tmp_path / "side.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in page
    plain = discret("compare", *both, "--json").json
    assert [release["name"] for release in plain["releases"]] == ["blanks", "half"]
    assert [release["met"] for release in plain["releases"]] == [True, False]


def test_releases_of_the_same_title_are_told_by_their_folders(
    discret: Call, tmp_path: Path
) -> None:
    prepared(tmp_path, PLAN)
    for out in ("first", "second"):
        discret("run", "plan.toml", "--out", out, "--seed", "1")
    told = discret("compare", "first", "second", "--json")
    assert told.code == 0
    assert [release["name"] for release in told.json["releases"]] == ["first", "second"]


def test_what_to_look_at_in_all_releases_is_said_once(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path, PLAN)
    for out in ("first", "second"):
        discret("run", "plan.toml", "--out", out, "--seed", "1")
    record = json.loads((tmp_path / "first" / "record.json").read_text(encoding="utf-8"))
    assert record["notices"]
    told = discret("compare", "first", "second", "--language", "fr")
    lines = " ".join(told.out.split())
    assert "Toutes :" in lines
    for notice in record["notices"]:
        assert lines.count(" ".join(notice["fr"].split())) == 1


def test_releases_of_other_files_are_refused(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path, PLAN)
    discret("run", "plan.toml", "--out", "first", "--seed", "1")
    people().head(20).write_csv(tmp_path / "people.csv")
    discret("run", "plan.toml", "--out", "second", "--seed", "1")
    before = everything_in(tmp_path)
    told = discret("compare", "first", "second", "--out", "page.html")
    assert told.code == 2
    assert "made from different files" in told.err
    assert "Hint: " in told.err
    assert everything_in(tmp_path) == before


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["first"], "two releases or more"),
        (["first", "nowhere"], "nowhere holds no record"),
        (["first", "."], "holds no record"),
        (["first", "people.csv"], "is not JSON"),
        (["first", "first", "--language", "xx"], "language"),
        (["first", "first", "--out", "first/record.json"], "overwrite a file that was read"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    discret: Call, tmp_path: Path, words: list[str], fault: str
) -> None:
    prepared(tmp_path, PLAN)
    discret("run", "plan.toml", "--out", "first", "--seed", "1")
    before = everything_in(tmp_path)
    told = discret("compare", *words)
    assert told.code == 2
    assert fault in told.err
    assert "Hint: " in told.err
    assert everything_in(tmp_path) == before


def test_no_value_is_shown_on_the_way(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    marked().write_csv(tmp_path / "people.csv")
    told = discret("run", "plan.toml", "--out", "out", "--seed", "1")
    assert told.code == 1
    assert shown(told.out, told.err) == []
    again = discret("compare", "out/1-blanks", "out/2-half", "--json")
    assert shown(again.out, again.err) == []
    assert shown((tmp_path / "out" / "comparison.json").read_text(encoding="utf-8")) == []


def test_a_target_out_of_reach_leaves_nothing_behind(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path, (COMMON + VARIANTS).replace("models = [{measure = \"k_anonymity\", k = 2}]",
             "models = [{measure = \"k_anonymity\", k = 99}]"))  # fmt: skip
    told = discret("run", "plan.toml", "--out", "out", "--seed", "1")
    assert told.code == 1
    assert "Hint: " in told.err
    assert not (tmp_path / "out").exists()
