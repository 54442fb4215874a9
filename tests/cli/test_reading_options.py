"""How to read a file: said once, by options or in a plan, and kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from command import Call, caller
from discret import Plan
from discret.data.files.tables import HowToRead, read

xlsxwriter = pytest.importorskip("xlsxwriter")
SECRET = "Secretvalue"
SAID: dict[str, Any] = {
    "sheet": "Patients",
    "header_row": 3,
    "date_format": "dd/mm/yyyy",
    "decimal": ",",
    "encoding": "latin-1",
    "columns": ["age", "sex"],
    "numbers": ["age"],
    "categories": ["sex"],
}


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    return caller(tmp_path, monkeypatch, capsys)


def test_plans_say_all_of_it_and_back() -> None:
    plan = Plan(file=Path("a.xlsx"), how_to_read=HowToRead(**SAID))
    assert Plan.from_toml(plan.to_toml()).how_to_read == plan.how_to_read
    assert {*SAID} == {*HowToRead.model_fields}


def test_faults_have_their_place() -> None:
    with pytest.raises(Exception, match=r"\[data\] decimal: .*\n.*\[data\] encoding: "):
        Plan.from_toml('[data]\ndecimal = ";"\nencoding = "klingon"\n')


@pytest.mark.parametrize("command", ["profile", "assess", "difference", "run", "check", "values"])
def test_every_command_that_reads_has_the_options(command: str, call: Call) -> None:
    told = call(command, "--help").out
    assert [name for name in SAID if f"--{name.replace('_', '-')}" not in told] == []


def book(path: Path) -> None:
    with xlsxwriter.Workbook(path) as file:
        file.add_worksheet("Notes").write_row(0, 0, ["a", "b"])
        sheet = file.add_worksheet("Patients")
        sheet.write(0, 0, "A register")
        sheet.write_row(2, 0, ["", "day", "sex", "remark"])
        for place in range(12):
            sheet.write_row(
                3 + place, 0, [place, f"0{place % 2 + 1}/07/1990", "fm"[place % 2], "x"]
            )


OPTIONS = ["--sheet", "Patients", "--header-row", 3, "--date-format", "dd/mm/yyyy"]
OPTIONS += ["--columns", "day", "--columns", "sex", "--columns", "row_number"]


def test_from_profile_to_record(call: Call, tmp_path: Path) -> None:
    book(tmp_path / "a.xlsx")
    told = call("profile", "a.xlsx", *OPTIONS, "--json")
    assert told.code == 0
    assert [column["name"] for column in told.json["columns"]] == ["row_number", "day", "sex"]
    assert [column["role"] for column in told.json["columns"]] == ["row", "key", "key"]
    assert len(told.json["notices"]) == 1  # of the row number
    plan = Plan.read(tmp_path / "a.plan.toml")
    said = {"sheet": "Patients", "header_row": 3, "date_format": "dd/mm/yyyy"}
    assert plan.how_to_read.parameters() == {**said, "columns": ["day", "sex", "row_number"]}
    done = call("run", "a.plan.toml", "--out", "out", "--json")
    assert done.code == 0, done.err
    assert done.json["record"]["how_to_read"] == plan.how_to_read.parameters()
    assert read(tmp_path / "out" / "release.xlsx").frame.columns == ["day", "sex"]
    assert call("assess", "--plan", "a.plan.toml").code == 0


def test_sheets_are_told(call: Call, tmp_path: Path) -> None:
    book(tmp_path / "a.xlsx")
    refused = call("profile", "a.xlsx", "--sheet", "Patients")
    assert refused.code == 2
    assert "--header-row 3" in refused.err
    (tmp_path / "a.plan.toml").write_text(
        '[data]\nfile = "a.xlsx"\n[roles]\nkey = ["a"]\n[[assess]]\nmeasure = "k_anonymity"\n'
    )
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as file:
        for name in ("One", "Two"):
            file.add_worksheet(name).write_column(0, 0, ["a", "x", "x"])
    for words in (
        ["profile", "a.xlsx"],
        ["assess", "a.xlsx", "-k", "a"],
        ["assess", "a.xlsx", "-k", "a", "--json"],
    ):
        told = call(*words)
        assert "'One'" in re.sub(r"\s+", " ", told.out + told.err)
        assert "'Two'" in told.out + told.err


def test_a_plan_for_another_file_says_what_applies(call: Call, tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("a\nx\nx\n")
    (tmp_path / "a.plan.toml").write_text(
        '[data]\nfile = "a.xlsx"\nsheet = "One"\n[roles]\nkey = ["a"]\n'
        '[[assess]]\nmeasure = "k_anonymity"\n'
    )
    assert call("assess", "b.csv", "--plan", "a.plan.toml").code == 0
    assert call("assess", "b.csv", "-p", "a.plan.toml", "--sheet", "One").code == 2


def test_a_file_without_header_shows_no_one(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"{SECRET},34,f\nBob,51,m\nEve,34,f\n")
    for language in ("en", "fr"):
        told = call("profile", "a.csv", "-l", language)
        assert told.code == 2
        assert "--header-row" in told.err
        assert SECRET not in told.out + told.err
    assert not (tmp_path / "a.plan.toml").exists()
    assert call("profile", "a.csv", "--header-row", 0).code == 0
    assert Plan.read(tmp_path / "a.plan.toml").table().frame.columns[0] == "column_1"


def test_dates_are_written_as_they_are_read(call: Call, tmp_path: Path) -> None:
    days = ["31/12/1990", "01/02/1990"] * 6
    (tmp_path / "a.csv").write_text("day;x\n" + "".join(f"{day};y\n" for day in days))
    (tmp_path / "plan.toml").write_text(
        '[data]\nfile = "a.csv"\n[roles]\nkey = ["day", "x"]\n[[assess]]\n'
        'measure = "k_anonymity"\nk = 5\n[[reduce]]\nmethod = "shuffle_records"\n'
    )
    done = call("run", "plan.toml", "--out", "out")
    assert done.code == 0, done.err
    text = (tmp_path / "out" / "release.csv").read_text()
    assert "1990-12-31" in text
    record = json.loads((tmp_path / "out" / "record.json").read_text("utf-8"))
    assert record["passage"]["columns"] == []
    assert record["data"]["before"]["columns"]["day"]["type"] == "Date"
