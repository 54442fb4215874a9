"""From warehouse to release: TAB 1 of the paper as a star, by command, gives its figures 5 to 7."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import stars
from command import Call, caller
from discret import Plan
from discret.data.files.tables import read
from discret.errors import PlanError
from where import FIGURES

command = pytest.fixture(caller)
STAR = """
title = "Bees on farmland"
[star]
facts = "faits{suffix}"
individual = "exploitant"
area = "zone"
[star.dimensions.zone]
table = "zones{suffix}"
column = "dept"
member = "code"
levels = ["departement", "region"]
[star.dimensions.culture]
table = "cultures{suffix}"
levels = ["culture", "sous_groupe", "groupe"]
[star.measures.abondance]
adds = "mean"
weight = "facts"
"""
REST = """
[roles]
identifier = ["parcelle"]
key = ["conduite"]
[release]
unexamined = ["abondance"]
[[assess]]
measure = "k_anonymity"
k = 3
[[assess]]
measure = "level_totals"
least = 3
most = 0
[[reduce]]
method = "climb_areas"
k = 3
individuals = 3
unique = 2
search = "greedy"
"""
KINDS = [".csv", ".parquet", "duckdb"]


def plan(folder: Path, kind: str) -> Path:
    """Write the tables and the plan."""
    if kind == "duckdb":
        stars.stored(folder / "oab.duckdb")
        text = STAR.format(suffix="").replace("[star]\n", '[star]\ndatabase = "oab.duckdb"\n')
    else:
        stars.written(folder, kind)
        text = STAR.format(suffix=kind)
    (folder / "plan.toml").write_text(text + REST, encoding="utf-8")
    return folder / "plan.toml"


def figure(name: str) -> dict[str, Any]:
    entries = json.loads((FIGURES / "seed_examples.json").read_text(encoding="utf-8"))
    entries = entries if isinstance(entries, list) else entries["examples"]
    return next(entry for entry in entries if entry["id"] == name)


@pytest.mark.parametrize("kind", KINDS)
def test_the_figures_of_the_paper_come_out_by_command(
    kind: str, tmp_path: Path, command: Call
) -> None:
    path, out = plan(tmp_path, kind), tmp_path / "out"
    assert command("check", path).code == 0
    assert command("run", path, "--out", out, "--seed", 1).code == 0
    suffix = ".csv" if kind == ".csv" else ".parquet"
    table = read(out / f"release{suffix}").frame
    seven = figure("003.fig7")
    means = table.group_by("culture", "conduite").agg(pl.col("abondance").mean())
    assert {f"{c} | {w}": mean for c, w, mean in means.rows()} == pytest.approx(
        seven["expected"]["mean_abondance_per_class"]
    )
    wanted = [(row["zone"], row["culture"], row["conduite"], row["abondance"])
              for row in seven["input"]]  # fmt: skip
    assert sorted(table.select("zone", "culture", "conduite", "abondance").rows()) == sorted(wanted)
    assert table["zone_level"].unique().to_list() == ["region"]
    assert {"exploitant", "parcelle", "dept"}.isdisjoint(table.columns)


@pytest.mark.parametrize("kind", KINDS)
def test_the_trace_of_the_paper_is_in_the_record(kind: str, tmp_path: Path, command: Call) -> None:
    path, out = plan(tmp_path, kind), tmp_path / "out"
    command("run", path, "--out", out, "--seed", 1)
    record = json.loads((out / "record.json").read_text(encoding="utf-8"))
    rows = {row["area"]: row for row in record["steps"][0]["facts"]["account"]}
    five = figure("003.fig5")["expected"]
    assert rows["Allier"]["individuals"] == five["Allier"]["farmers"] == 1
    assert rows["Allier"]["why"] == "individuals"
    assert rows["Isère"]["individuals"] == five["Isère"]["farmers"] == 4
    assert rows["Isère"]["why"] == "combinations"
    assert rows["Auvergne-Rhône-Alpes"]["individuals"] == figure("003.fig6")["expected"]["farmers"]
    assert record["source"] == ("oab.duckdb" if kind == "duckdb" else f"faits{kind}")


@pytest.mark.parametrize("kind", KINDS)
def test_the_warehouse_form_holds_the_same_facts(kind: str, tmp_path: Path, command: Call) -> None:
    path, out = plan(tmp_path, kind), tmp_path / "out"
    told = json.loads(command("run", path, "--out", out, "--seed", 1, "--json").out)
    files = {Path(name).relative_to(out).as_posix() for name in told["files"]}
    there = {file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file()}
    assert files == there
    suffix = ".csv" if kind == ".csv" else ".parquet"
    tables = {file.stem: read(file).frame for file in (out / "warehouse").iterdir()}
    facts, release = tables["facts"], read(out / f"release{suffix}").frame
    for name in ("zone", "culture"):
        members = tables[f"dimension_{name}"].select("member", "label")
        labels = facts.join(members, left_on=name, right_on="member", maintain_order="left")
        assert labels["label"].to_list() == release[name].to_list()
    assert tables["totals"].rows() == [
        (1, "Auvergne-Rhône-Alpes", "region", 10, pytest.approx(4.2746))
    ]
    everything = "".join(str(table.rows()) for table in tables.values())
    assert not [name for name in ("Allier", "Isère", "Boyer", "Martinez") if name in everything]


def test_both_reports_in_both_languages(tmp_path: Path, command: Call) -> None:
    path, out = plan(tmp_path, ".csv"), tmp_path / "out"
    command("run", path, "--out", out, "--seed", 1)
    assert command("report", out, "--language", "fr").code == 0
    english = (out / "report.html").read_text(encoding="utf-8")
    french = (out / "report.fr.html").read_text(encoding="utf-8")
    assert "What became of each area" in english
    assert "Le sort de chaque lieu" in french
    assert "Measures of the areas shown" in english
    assert "trop peu d’individus" in french
    public = (out / "public.html").read_text(encoding="utf-8")
    assert not [name for name in ("Allier", "Isère", "Boyer", "4.96") if name in public]


def test_assess_takes_the_star_too(tmp_path: Path, command: Call) -> None:
    for kind in KINDS:
        path = plan(tmp_path, kind)
        found = json.loads(command("assess", "--plan", path, "--json").out)
        assert [(one["name"], one["value"]) for one in found] == [
            ("k_anonymity", 1), ("level_totals", pytest.approx(2 / 6))
        ]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_plan_with_a_star_is_written_and_read_again(kind: str, tmp_path: Path) -> None:
    own = Plan.read(plan(tmp_path, kind))
    again = Plan.from_toml(own.to_toml(), folder=tmp_path)
    assert again.star == own.star
    assert again.to_toml() == own.to_toml()


def test_a_star_of_tables_at_hand_cannot_be_written() -> None:
    from discret.data import Star

    with pytest.raises(PlanError, match="have no name to be written"):
        Plan(star=Star(**stars.declared())).to_toml()


def test_another_file_of_facts_by_an_option(tmp_path: Path, command: Call) -> None:
    path = plan(tmp_path, ".csv")
    stars.FACTS.filter(pl.col("parcelle") != 4).write_csv(tmp_path / "others.csv")
    out = tmp_path / "out"
    assert command("run", path, "--out", out, "--data", tmp_path / "others.csv").code == 0
    record = json.loads((out / "record.json").read_text(encoding="utf-8"))
    assert record["data"]["before"]["records"] == 10


FAULTS = {
    'area = "zone"\n[star.d': ('[star.d', "[star] area: is missing"),
    'adds = "mean"': ('adds = "median"', "[star] measure 'abondance'"),
    'levels = ["departement", "region"]': ('levels = [3]', "[star] dimension 'zone'"),
    "[star]\n": ('[data]\nfile = "x.csv"\n[star]\n', "[data] file and [star]"),
    'individual = "exploitant"': ('individuals = "exploitant"', "individuals: there is no such"),
}  # fmt: skip


@pytest.mark.parametrize("old", FAULTS)
def test_faults_of_the_section_have_their_place(old: str, tmp_path: Path, command: Call) -> None:
    path = plan(tmp_path, ".csv")
    new, message = FAULTS[old]
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    ended = command("check", path)
    assert ended.code == 2
    assert message in ended.err
    told = json.loads(command("check", path, "--json").out)
    assert told["faults"]


def test_what_is_wrong_with_the_tables_is_told_by_check(tmp_path: Path, command: Call) -> None:
    path = plan(tmp_path, ".csv")
    stars.ZONES.head(1).write_csv(tmp_path / "zones.csv")
    ended = command("check", path, "--language", "fr")
    assert ended.code == 2
    assert "6 faits avec un membre que la dimension 'zone' n’a pas" in ended.err


def test_variants_have_a_warehouse_each(tmp_path: Path, command: Call) -> None:
    path = plan(tmp_path, ".csv")
    text = path.read_text(encoding="utf-8").split("[[reduce]]")[0]
    step = '[[variant]]\ntitle = "{t}"\n[[variant.reduce]]\nmethod = "climb_areas"\n'
    step += 'unique = 2\nsearch = "{t}"\n'
    path.write_text(text + step.format(t="greedy") + step.format(t="best"), encoding="utf-8")
    out = tmp_path / "out"
    command("run", path, "--out", out, "--seed", 1)
    assert len([*out.glob("*/warehouse/facts.csv")]) == 2


def test_tables_of_an_earlier_warehouse_are_not_left_beside_a_new_release(
    tmp_path: Path, command: Call
) -> None:
    path, out = plan(tmp_path, ".csv"), tmp_path / "out"
    command("run", path, "--out", out, "--seed", 1)
    assert command("run", path, "--out", out, "--seed", 1).code == 2
    assert command("run", path, "--out", out, "--seed", 1, "--force").code == 0
    (out / "warehouse" / "dimension_year.csv").write_text("member,label\n")
    assert command("run", path, "--out", out, "--seed", 1, "--force").code == 2
