"""A decision says when it was taken, and whether it still holds."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from listed import for_each
from where import ROOT

FOLDER = ROOT / "docs" / "decisions"
DECISIONS = sorted(FOLDER.glob("*.md"))
TITLE = re.compile(r"# (\d+)\. \S")
STATUS = re.compile(r"\*(\d{4}-\d\d-\d\d)\. Status: (in force|superseded (in part )?by \[)")
LINK = re.compile(r"\[decision (\d+)\]\(([^)]+)\)")


@for_each(DECISIONS)
def test_a_decision_has_its_number_its_day_and_its_status(path: Path) -> None:
    title, blank, *rest = path.read_text(encoding="utf-8").splitlines()
    number = TITLE.match(title)
    assert number, "the title is not '# NUMBER. WORDS'"
    assert int(number[1]) == int(path.name[:4])
    assert blank == ""
    status = STATUS.match(rest[0])
    assert status, "below the title: '*YYYY-MM-DD. Status: in force.*' or '… superseded by [...]'"
    assert date.fromisoformat(status[1]) >= date(2026, 11, 15)


@for_each(DECISIONS)
def test_what_a_decision_refers_to_is_there(path: Path) -> None:
    for number, name in LINK.findall(path.read_text(encoding="utf-8")):
        assert (FOLDER / name).is_file(), name
        assert int(number) == int(name[:4])
