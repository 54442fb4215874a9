"""Private tables in plans, from file to report; what is refused writes and costs nothing."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from command import Call, caller

ONLY = """
title = "Stays in January"
[data]
file = "stays.csv"
[roles]
individual = "patient"
key = ["ward", "sex"]
number = "days"
[budget]
ledger = "b"
[[private]]
title = "by ward"
by = ["ward", "sex"]
epsilon = 0.5
totals = true
categories = {ward = ["surgery", "zanzibar"], sex = ["f", "m"]}
[[private]]
title = "days"
by = ["ward"]
statistic = "mean"
column = "days"
low = 0
high = 30
epsilon = 0.5
categories = {ward = ["surgery", "zanzibar"]}
"""
BOTH = (
    ONLY
    + """
[release]
unexamined = ["days"]
[[assess]]
measure = "k_anonymity"
k = 2
[[reduce]]
method = "shuffle_records"
"""
)
ROWS = 3137  # no number of it may stand in a public note


@pytest.fixture
def discret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    frame = pl.DataFrame({
        "patient": range(ROWS), "ward": ["surgery", "zanzibar", "surgery"] * 1045 + ["surgery"] * 2,
        "sex": ["f", "m"] * 1568 + ["f"], "days": [3, 9] * 1568 + [3],
    })  # fmt: skip
    frame.write_csv(tmp_path / "stays.csv")
    (tmp_path / "only.toml").write_text(ONLY, encoding="utf-8")
    (tmp_path / "both.toml").write_text(BOTH, encoding="utf-8")
    call = caller(tmp_path, monkeypatch, capsys)
    call("budget", "open", "b", "--epsilon", "2", "--source", "stays.csv")
    return call


def spent(discret: Call) -> Any:
    return discret("budget", "show", "b", "--json").json["spent"]


# --- what is written --------------------------------------------------------------------


def test_tables_and_no_record(discret: Call) -> None:
    told = discret("run", "only.toml", "--out", "out")
    assert told.code == 0
    assert "no record leaves" in " ".join(told.out.split())
    names = sorted(str(path.relative_to("out")) for path in Path("out").rglob("*.*"))
    assert names == ["private/table_1.csv", "private/table_2.csv", "public.html", "record.json",
                     "report.html"]  # fmt: skip
    cells = pl.read_csv("out/private/table_1.csv")
    assert cells.columns == ["ward", "sex", "count"]
    assert cells.height == 9
    assert cells.row(-1)[:2] == (None, None)
    assert cells.row(-1)[2] == pytest.approx(ROWS, abs=200)
    assert spent(discret) == 1


def test_tables_beside_a_release(discret: Call) -> None:
    told = discret("run", "both.toml", "--out", "out", "--json").json
    names = {Path(name).name for name in told["files"]}
    assert {"release.csv", "table_1.csv", "table_2.csv", "record.json"} <= names
    assert Path("out/release.csv").exists()
    record = told["record"]["private"]
    assert [table["title"] for table in record] == ["by ward", "days"]
    assert [table["cost"] for table in record] == [{"epsilon": 0.5}] * 2
    assert {table["unit"] for table in record} == {"individual"}
    assert {table["neighbours"] for table in record} == {"add_remove"}
    assert {table["opendp"] for table in record} == {"0.16.0"}
    seal = discret("budget", "show", "b", "--json").json["seal"]
    assert {table["payment"]["seal"] for table in record} == {seal}
    assert record[0]["deviation"] == pytest.approx(2**0.5 / 0.5, rel=0.01)
    again = discret("run", "both.toml", "--out", "out")  # the place is taken: nothing is paid
    assert again.code == 2
    assert spent(discret) == 1


@pytest.mark.parametrize(("plan", "language"), [("only.toml", "fr"), ("both.toml", "en")])
def test_both_reports_tell_of_them_and_are_made_again(
    discret: Call, plan: str, language: str
) -> None:
    discret("run", plan, "--out", "out", "-l", language)
    head = {"en": "Private tables", "fr": "Tables privées"}[language]
    for name, more in (("report.html", ()), ("public.html", ("--public",))):
        text = Path("out", name).read_text(encoding="utf-8")
        assert f"<h2>{head}</h2>" in text
        assert "OpenDP 0.16.0" in text
        assert "88" in text  # e²/(1 + e²): two tables of 0.5 each, two steps each
        Path("out", name).unlink()
        assert discret("report", "out", *more, "-l", language).code == 0
        assert Path("out", name).read_text(encoding="utf-8") == text


def test_the_public_note_tells_no_count_and_no_category(discret: Call) -> None:
    discret("run", "only.toml", "--out", "out")
    public = Path("out/public.html").read_text(encoding="utf-8")
    public = re.sub("<code>[0-9a-f]{16}</code>", "", public)  # a seal is any number by chance
    record = Path("out/record.json").read_text(encoding="utf-8")
    assert "zanzibar" not in public
    assert "zanzibar" not in json.dumps(json.loads(record)["private"])
    exact = pl.read_csv("stays.csv").group_by("ward", "sex").len()["len"].to_list()
    for number in (ROWS, 1045, 2092, *exact):
        assert f"{number}" not in public
        assert f"{number:,}" not in public


def test_the_tables_of_a_plan_alone(discret: Call) -> None:
    told = discret("private", "both.toml", "--json").json
    assert len(told["tables"]) == 2
    assert told["ledger"]["spent"] == 1
    assert not Path("out").exists()
    preview = discret("private", "both.toml", "--preview", "--json").json
    assert "cells" not in preview["tables"][1]
    assert spent(discret) == 1
    own = discret("private", "both.toml", "--by", "sex", "--values", "sex=f,m", "--epsilon", "0.1",
                  "--json").json  # fmt: skip
    assert own["ledger"]["spent"] == pytest.approx(1.1)
    refused = discret("private", "both.toml", "--out", "t.csv")
    assert refused.code == 2
    assert "several tables" in refused.err


def test_a_plan_is_checked_with_its_budget(discret: Call) -> None:
    assert "2 private tables" in discret("check", "both.toml").out
    text = BOTH.replace('by = ["ward"]', 'by = ["wrd"]')
    text = text.replace('{ward = ["surgery", "zanzibar"]}', '{wrd = ["a"]}')
    Path("bad.toml").write_text(text.replace('ledger = "b"', 'ledger = "c"'), encoding="utf-8")
    told = discret("check", "bad.toml", "--json").json
    assert any("[[private]] 2" in fault and "'wrd'" in fault for fault in told["faults"])
    assert any("[budget]" in fault and "no ledger" in fault for fault in told["faults"])


def test_a_plan_without_an_account_says_so(discret: Call) -> None:
    text = ONLY.replace('[budget]\nledger = "b"\n', "")
    Path("free.toml").write_text(text, encoding="utf-8")
    assert "paid from no account" in " ".join(
        discret("run", "free.toml", "--out", "out").out.split()
    )
    assert spent(discret) == 0


# --- what is refused --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "language", "said"),
    [
        ("epsilon = 0.5", "epsilon = 0", "en", "above 0"),
        ("epsilon = 0.5", "epsilon = -1", "fr", "il faut au moins 0"),
        ("low = 0\n", "", "en", "has no bound"),
        ("low = 0\n", "", "fr", "n’a pas de borne"),
        ("totals", 'unit = "household"\ntotals', "en", "no column has the role household"),
        ("totals", 'unit = "household"\ntotals', "fr", "aucune colonne n’a le rôle household"),
        ("totals", 'unit = "record"\ntotals', "en", "unbounded"),
        ("totals", 'unit = "record"\ntotals', "fr", "n’aurait pas de borne"),
        ("epsilon = 0.5", "epsilon = 5", "en", "is left"),
        ("epsilon = 0.5", "epsilon = 5", "fr", "il reste"),
        ("stays.csv", "others.csv", "en", "another source"),
        ("stays.csv", "others.csv", "fr", "une autre source"),
        ('ledger = "b"', 'ledger = "c"', "en", "no ledger"),
        ('ledger = "b"', 'leger = "b"', "fr", "leger"),
        ("[[private]]", "[private]", "en", "TOML"),
    ],
)
def test_what_is_refused_costs_and_writes_nothing(
    discret: Call, old: str, new: str, language: str, said: str
) -> None:
    pl.read_csv("stays.csv").head(99).write_csv("others.csv")
    Path("bad.toml").write_text(BOTH.replace(old, new), encoding="utf-8")
    told = discret("run", "bad.toml", "--out", "out", "-l", language)
    text = " ".join((told.out + told.err).split()).replace("\u202f", " ")
    assert told.code == 2
    assert said in text
    assert ("Hint" if language == "en" else "Piste") in text
    assert not Path("out").exists() or not list(Path("out").iterdir())
    assert spent(discret) == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_ledger_that_was_tampered_with(discret: Call, language: str) -> None:
    discret("budget", "spend", "b", "--epsilon", "0.5", "--name", "x")
    with sqlite3.connect("b") as base:
        base.execute("drop trigger kept_unchanged")
        base.execute("update entries set body = replace(body, '1/2', '1/9') where number = 1")
    spending = ("budget", "spend", "b", "--epsilon", "0.1")
    for words in (("run", "both.toml", "--out", "out"), ("private", "only.toml"), spending):
        told = discret(*words, "-l", language)
        assert told.code == 2
        assert {"en": "tampered with", "fr": "altéré"}[language] in " ".join(told.err.split())
    assert not Path("out").exists() or not list(Path("out").iterdir())


def test_too_dear_is_refused_before_the_file_is_read(discret: Call) -> None:
    Path("stays.csv").write_bytes(b"\x00 no table at all")
    Path("dear.toml").write_text(BOTH.replace("epsilon = 0.5", "epsilon = 5"), encoding="utf-8")
    told = discret("run", "dear.toml", "--out", "out")
    assert told.code == 2
    assert "is left" in told.err


def test_a_step_that_fails_costs_nothing(discret: Call) -> None:
    fails = '[[reduce]]\nmethod = "recode"\ncolumn = "ward"\nmapping = {nowhere = "x"}\n'
    fails += (
        '[[reduce]]\nmethod = "suppress_records"\nmodels = [{measure = "k_anonymity", k = 9999}]\n'
    )
    Path("bad.toml").write_text(BOTH + fails, encoding="utf-8")
    assert discret("run", "bad.toml", "--out", "out").code != 0
    assert spent(discret) == 0
