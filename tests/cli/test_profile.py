"""The first look at a file in a terminal: every role and every reason, whatever the width."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import polars as pl
import pytest
from rich.console import Console

from discret.cli import profile as looking
from discret.cli.terminal import output as show
from discret.data.profiling import profile
from discret.document.words.roles_and_months import ROLES
from discret.words import Language

DAYS = [date(2020, 1, day) for day in range(1, 5)]
TABLE = pl.DataFrame(
    {
        "id": [7, 7, 8, 9],
        "date of the first diagnosis, as the hospital has it": DAYS,
        "latitude": [48.25, 48.5, 48.75, 49.25],
        "sex": ["f", "m", "f", "m"],
    }
)


@pytest.mark.parametrize("width", [60, 80, 110, 200])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_role_and_no_reason_is_cut(
    monkeypatch: pytest.MonkeyPatch, width: int, language: Language
) -> None:
    console = Console(width=width)
    monkeypatch.setattr(show, "console", console)
    found = profile(TABLE)
    with console.capture() as told:
        looking._show_profile(Path("file.csv"), 4, found, language)
    words = told.get().split()
    assert "…" not in told.get()
    assert max(map(len, told.get().splitlines())) <= width
    for one in found:
        role = ROLES[one.role].fr if language == "fr" else str(one.role)
        wanted = [*role.split(), *one.why.within(language).split()]
        assert [word for word in wanted if word not in words] == []
