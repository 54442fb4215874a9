"""A new measure and a new method: of another package, or one file and one line in a folder here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from hatchling.builders.wheel import WheelBuilder

from command import Call, Outcome, caller
from discret.parts.others import others
from where import ROOT

HERE = ROOT / "tests" / "newcomer"
PLAN = """
title = "With parts of somebody else"
[data]
file = "people.csv"
[roles]
key = ["sex", "town"]
[[assess]]
measure = "rarest"
column = "town"
k = 2
[[assess]]
measure = "k_anonymity"
k = 2
[[reduce]]
method = "initials"
columns = ["town"]
"""
SAID = {
    "out/report.html": [
        "rarest value",
        "texts cut to initials",
        "The rarest value is that of 2 records.",
        'share of the rarest value</th><td class="n">25%</td><td class="n">50%',
        "columns cut short</span> 1",
    ],
    "fr.html": [
        "valeur la plus rare",
        "textes réduits à l’initiale",
        "est celle de 2 enregistrements.",
        "part de la valeur la plus rare</th>",
        "colonnes raccourcies</span> 1",
    ],
}


def check_run(call: Call, here: Path) -> None:
    """Run a plan that names both parts, and look for them in its reports."""
    frame = pl.DataFrame({"sex": [*"ffmm"], "town": ["Lyon", "Lille", "Metz", "Melun"]})
    frame.write_csv(here / "people.csv")
    (here / "plan.toml").write_text(PLAN)
    ran = call("run", "plan.toml", "--out", "out", "--seed", 1)
    assert ran.code == 0, ran.err
    assert sorted(pl.read_csv(here / "out/release.csv")["town"]) == ["L", "L", "M", "M"]
    assert call("report", "out", "-l", "fr", "--out", "fr.html").code == 0
    for page, sentences in SAID.items():
        text = re.sub(r"\s+", " ", (here / page).read_text(encoding="utf-8"))
        assert [words for words in sentences if words not in text] == []


def check_listed(call: Call, here: Path) -> None:
    """Look for the parts where parts are explained, and where plans are checked."""
    told = call("parts").out
    assert "rarest" in told
    assert "initials" in told
    assert "least number allowed" in call("parts", "rarest").out
    assert "colonnes de textes" in call("parts", "initials", "-l", "fr").out
    assert call("check", "plan.toml").code == 0
    (here / "wrong.toml").write_text(PLAN.replace("k = 2", "k = 0", 1))
    assert "rarest" in call("check", "wrong.toml").err


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Build the package as an installer does, and put what it holds where Python looks."""
    shutil.copytree(HERE, tmp_path / "source", copy_function=shutil.copyfile)
    (wheel,) = WheelBuilder(str(tmp_path / "source")).build(directory=str(tmp_path / "built"))
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    monkeypatch.syspath_prepend(tmp_path / "installed")
    others.cache_clear()
    yield
    others.cache_clear()


@pytest.mark.usefixtures("installed")
def test_parts_of_an_installed_package_are_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call = caller(tmp_path, monkeypatch, capsys)
    check_run(call, tmp_path)
    check_listed(call, tmp_path)


def add(package: Path, verb: str, file: str, name: str) -> None:
    """Add a part as CONTRIBUTING.md says: one file, and one line in the folder."""
    (package / verb).chmod(0o755)  # the sources may be read only
    shutil.copyfile(HERE / "newcomer" / f"{file}.py", package / verb / f"{file}.py")
    listed = package / verb / "__init__.py"
    with listed.open("a", encoding="utf-8") as lines:
        lines.write(f"from discret.{verb}.{file} import {name} as {name}\n")


@pytest.mark.slow
def test_a_new_part_is_one_file_and_one_line(tmp_path: Path) -> None:
    package = tmp_path / "package" / "discret"
    package.mkdir(parents=True)
    for path in (ROOT / "src/discret").iterdir():  # links, so that kernels need not be compiled
        if path.name in {"assess", "reduce"}:
            shutil.copytree(path, package / path.name, copy_function=shutil.copyfile)
        else:
            (package / path.name).symlink_to(path)
    add(package, "assess", "rarest", "Rarest")
    add(package, "reduce", "initials", "Initials")
    room = {**os.environ, "PYTHONPATH": str(package.parent), "COLUMNS": "200", "NO_COLOR": "1"}

    def call(*words: object, module: str = "discret") -> Outcome:
        command = [sys.executable, "-m", module, *map(str, words)]
        told = subprocess.run(
            command, env=room, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        return Outcome(told.returncode, told.stdout, told.stderr)

    check_run(call, tmp_path)
    pages = tmp_path / "docs"
    assert call(pages, module="discret.cli.pages").code == 0
    assert "Columns of texts." in (pages / "parts/reduce/initials.md").read_text(encoding="utf-8")
