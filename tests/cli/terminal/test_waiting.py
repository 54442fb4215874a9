"""The bar of commands that take long: when it is there, and what it says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar

import numba
import numpy as np
import pytest

from command import PLAN, Call, caller
from discret.cli.terminal import waiting
from discret.cli.terminal.waiting import WAITING, Waiting, waited
from discret.words import Words

call_the_command_line = pytest.fixture(name="call")(caller)

PEOPLE = "name,sex,town,illness,weight\n" + "".join(
    f"p{n},{'fm'[n % 2]},t{n % 3},i{n % 4},1.5\n" for n in range(24)
)
DOING = Words("looking", fr="on regarde")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> Waiting:
    """A bar that is wanted and comes at once."""
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    one = Waiting()
    one.wanted = True
    return one


def come(one: Waiting) -> None:
    assert one._timer is not None
    one._timer.join()


def test_the_bar_comes_when_work_takes_long_and_goes_when_something_is_printed(patient) -> None:
    patient.report(0.5, DOING)
    come(patient)
    assert patient.shown
    patient.pause()
    assert not patient.shown
    patient.report(0.6, DOING)
    come(patient)
    assert patient.shown
    patient.pause()


def test_work_that_ends_sooner_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 60.0)
    one = Waiting()
    one.wanted = True
    one.report(0.5, DOING)
    timer = one._timer
    one.pause()
    come_too_late = timer is not None and timer.finished.is_set()
    one.show()
    assert come_too_late
    assert not one.shown


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("wanted", [True, False])
def test_it_is_wanted_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, wanted: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with waited("en", wanted=wanted):
        assert WAITING.wanted is (terminal and wanted)
    assert not WAITING.wanted


class Heard(Waiting):
    """Keeps what the bar says whenever a kernel begins or ends to be compiled."""

    said: ClassVar[list[str]] = []

    def compiles(self, change: int) -> None:
        super().compiles(change)
        self.said.append(self.words)


def test_it_speaks_the_language_of_the_person_and_tells_of_compiling() -> None:
    @numba.njit
    def kernel(values):
        return values[0]

    one = Heard()
    one.language = "fr"
    one.report(0.1, DOING)
    kernel(np.ones(3))
    assert one.said[0] == "compilation, une seule fois – on regarde"
    assert one.said[-1] == "on regarde"


COMMANDS = {
    "profile": ["profile", "people.csv"],
    "assess": ["assess", "--plan", "plan.toml"],
    "run": ["run", "plan.toml", "--out", "out"],
    "report": ["report", "ready/record.json", "--out", "page.html"],
    "compare": ["compare", "ready", "ready", "--out", "page.html"],
}


@pytest.fixture
def ready(call: Call, tmp_path: Path) -> Path:
    """A folder with a file, a plan and a release."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "plan.toml").write_text(
        PLAN.replace(
            '["illness", "age", "income", "home", "person", "zone", "number", "remark"]',
            '["illness"]',
        )
    )
    assert call("run", "plan.toml", "--out", "ready").code in (0, 1)
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does_in_both_languages(
    name: str, ready: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(Waiting, "report", lambda self, share, doing: said.append(doing))
    assert call(*COMMANDS[name]).code in (0, 1)
    assert said.pop(0) == waiting.AT_WORK
    assert said
    assert all(isinstance(one, Words) and one.fr != one for one in said)
