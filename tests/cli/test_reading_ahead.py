"""The file of a plan is read while the rest is loaded: the same as if it were read later."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import polars.testing as plt
import pytest

from discret.cli import reading_ahead, run
from discret.cli.reading_ahead import read_ahead, taken
from discret.data.files.how_to_read import HowToRead
from discret.data.files.limits import allowed
from discret.data.files.tables import opened
from discret.data.held import Held
from discret.errors import FileError
from discret.maths import compiling
from discret.plan.plan import Plan

ROWS = "sex;size\n" + "f;1,5\nm;2,5\n" * 400_000  # more than is read in passing


def _plan(folder: Path, rows: str, more: str = "") -> Path:
    (folder / "people.csv").write_text(rows, encoding="utf-8")
    plan = folder / "plan.toml"
    plan.write_text(f'[data]\nfile = "people.csv"\n{more}\n[roles]\nkey = "sex"\n')
    return plan


def _run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "discret", "run", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_what_is_read_ahead_is_what_would_be_read(tmp_path: Path) -> None:
    plan, file = _plan(tmp_path, ROWS), tmp_path / "people.csv"
    read_ahead(plan, HowToRead())
    found, usual = taken(file, HowToRead()), opened(file)
    assert found is not None
    assert isinstance(found.frame, Held)
    assert isinstance(usual.frame, Held)
    plt.assert_frame_equal(found.frame.frame.collect(), usual.frame.frame.collect())
    assert (found.records, found.format, found.notes) == (usual.records, usual.format, usual.notes)
    assert taken(file, HowToRead()) is None  # once


def test_a_plan_beside_whoever_runs_it_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan is called by its name alone, its file by its whole path: it is the same file."""
    _plan(tmp_path, ROWS)
    monkeypatch.chdir(tmp_path)
    read_ahead(Path("plan.toml"), HowToRead())
    assert taken(Plan.read(Path("plan.toml")).path, HowToRead()) is not None


def test_what_the_plan_and_the_command_say_of_reading_is_heeded(tmp_path: Path) -> None:
    plan, file = _plan(tmp_path, ROWS, 'decimal = "."'), tmp_path / "people.csv"
    read_ahead(plan, HowToRead(columns=("size",)))
    assert taken(file, HowToRead()) is None
    found = taken(file, HowToRead(decimal=".", columns=("size",)))
    assert found is not None
    assert isinstance(found.frame, Held)
    assert found.frame.frame.collect().to_series().unique().sort().to_list() == ["1,5", "2,5"]


def test_what_a_file_is_refused_for_is_said_to_who_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_ahead, "LARGE", 1)
    plan = _plan(tmp_path, "sex;size\nf;1;2\n")
    read_ahead(plan, HowToRead())
    with pytest.raises(FileError, match="fields"):
        taken(tmp_path / "people.csv", HowToRead())


def test_what_files_may_hold_holds_in_the_other_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_ahead, "LARGE", 1)
    plan = _plan(tmp_path, "sex;size\nf;1\n")
    with allowed(3):
        read_ahead(plan, HowToRead())
    with pytest.raises(FileError, match="GB"):
        taken(tmp_path / "people.csv", HowToRead())


def test_what_is_loaded_meanwhile_is_what_the_plan_needs(tmp_path: Path) -> None:
    """A search that may well be small waits with numba; what is sensitive is counted in scipy's."""
    models = 'models = [{ measure = "k_anonymity", k = 2 }]'
    found = {}
    for method in ("mondrian", "generalise"):
        step = f'[[reduce]]\nmethod = "{method}"\n{models}'
        for role in ("", "secret"):
            plan = Plan.read(_plan(tmp_path, "sex;size\nf;1\n", step))
            roles = {**plan.roles, **({"sensitive": ["size"]} if role else {})}
            found[method, role] = run._load(replace(plan, roles=roles))
    assert found == {
        ("mondrian", ""): compiling.load,
        ("mondrian", "secret"): compiling.load,
        ("generalise", ""): None,
        ("generalise", "secret"): compiling.load_matrices,
    }


@pytest.mark.parametrize("text", ["", "[data", "data = 1", "[data]\nfile = 3", "[data]\nsheet = 1"])
def test_a_plan_that_names_no_file_is_left_to_who_reads_plans(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.toml").write_text(text)
    read_ahead(tmp_path / "plan.toml", HowToRead())
    assert not reading_ahead._BEGUN


def test_a_faulty_plan_ends_at_once_while_its_file_is_read(tmp_path: Path) -> None:
    plan = _plan(tmp_path, ROWS, "[[assess]]\nmeasure = 'none'")
    ended = _run(plan, "--out", tmp_path / "out")
    assert ended.returncode == 2
    assert "none" in ended.stderr
    assert not (tmp_path / "out").exists()


def test_a_plan_whose_file_was_read_ahead_is_run(tmp_path: Path) -> None:
    plan = _plan(tmp_path, ROWS)
    ended = _run(plan, "--out", tmp_path / "out", "--json", "--seed", "1")
    assert json.loads(ended.stdout)["record"]["data"]["before"]["records"] == 800_000


def test_nothing_is_computed_before_what_computes_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads that load numba, one of them by calling a kernel, waited for each other."""
    steps = '[[reduce]]\nmethod = "mondrian"\nmodels = [{ measure = "k_anonymity", k = 2 }]'
    whole = Plan.read(_plan(tmp_path, ROWS, f"[[assess]]\nmeasure = 'k_anonymity'\nk = 2\n{steps}"))
    asked, loaded = threading.Event(), []

    def load() -> None:
        asked.wait(60)
        loaded.append(True)

    def opened_at_once(_: Plan) -> str:
        asked.set()  # it is loaded meanwhile, or this would come too late
        return "the file"

    monkeypatch.setattr("discret.maths.compiling.load", load)
    monkeypatch.setattr(run, "opened", opened_at_once)
    assert run._opened(whole) == "the file"
    assert loaded
