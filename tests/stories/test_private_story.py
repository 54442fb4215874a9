"""The guide of private tables, typed in as it stands: what it shows is what is said."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from command import Call, caller
from discret import Plan
from discret.data.ledger.ledger import Ledger
from where import ROOT

PAGE = (ROOT / "docs" / "private.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"(?ms)^```(?P<kind>sh|text|toml)\n(?P<text>.*?)^```|^<!-- (?P<note>eleven).*?-->"
)
NOISY = ("run", "private")


@pytest.fixture
def discret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    call = caller(tmp_path, monkeypatch, capsys)
    (hidden,) = re.findall(r"(?ms)^<!-- run first\n(.*?)-->", PAGE)
    exec(hidden, {})  # noqa: S102 (it is our own page)
    Path("stays.budget").unlink()  # the page opens it
    return call


def plain(text: str, *, noisy: bool) -> str:
    """Leave out what differs from run to run: days, seals, numbers of releases, and noise."""
    text = re.sub(r"\d{4}-\d\d-\d\d", "DAY", text)
    text = re.sub(r"\b[0-9a-f]{16}\b|\b[0-9a-f]{8}\b", "SEAL", text)
    text = re.sub(r"[─\s]+", " ", text).strip()
    return re.sub(r"(?<=[a-z0-9+f5m] )[\d,]+(\.\d+)?(?= )", "N", f"{text} ") if noisy else text


def a_month(number: int) -> None:
    """Pay for a month as a run does; the tables themselves are not looked at."""
    plan = Plan.read("month.toml")
    assert plan.budget is not None
    ledger = Ledger(plan.budget.ledger)
    paid = ledger.pay([table.charge() for table in plan.private])
    assert [entry["planned"] for entry in paid] == list(range(4 * number, 4 * number + 4))


def test_the_page_says_what_is_said(discret: Call) -> None:
    said, words = "", [""]
    for found in BLOCK.finditer(PAGE):
        if found["note"]:
            for month in range(1, 12):
                a_month(month)
        elif found["kind"] == "toml":
            Path("month.toml").write_text(found["text"], encoding="utf-8")
        elif found["kind"] == "sh":
            for line in found["text"].replace("\\\n", " ").splitlines():
                words = shlex.split(line)
                told = discret(*words[1:])
                said = told.out + told.err
        else:
            noisy = words[1] in NOISY and "--preview" not in words and "is left. Hint" not in said
            assert plain(said, noisy=noisy) == plain(found["text"], noisy=noisy)


def test_the_year_ends_with_all_spent(discret: Call) -> None:
    (plan,) = re.findall(r"(?ms)^```toml\n(.*?)^```", PAGE)
    Path("month.toml").write_text(plan, encoding="utf-8")
    words = ("--epsilon", "3.5", "--delta", "1e-6", "--source", "stays.csv")
    discret("budget", "open", "stays.budget", *words, "--calendar", "48 x epsilon 0.1")
    for month in range(12):
        a_month(month)
    told = discret("budget", "show", "stays.budget", "--json").json
    assert told["calendar"]["made"] == 48
    assert told["spent"] == told["calendar"]["whole"] == pytest.approx(3.11, abs=0.002)
    assert told["calendar"]["set_aside"] == 0
