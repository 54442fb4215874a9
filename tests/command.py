"""The command line, called as a user calls it: words in, exit code and two streams out."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from discret.cli import main
from discret.cli.terminal.language import OWN, SYSTEM

PLAN = """
title = "A small plan"
[data]
file = "people.csv"
[roles]
identifier = ["name"]
key = ["sex", "town"]
sensitive = ["illness"]
weight = "weight"
[release]
unexamined = ["illness", "age", "income", "home", "person", "zone", "number", "remark"]
[[assess]]
measure = "k_anonymity"
k = 2
[[reduce]]
method = "drop_identifiers"
[[reduce]]
method = "suppress_records"
models = [{measure = "k_anonymity", k = 2}]
drop = 0.9
[[reduce]]
method = "shuffle_records"
"""


@dataclass(frozen=True)
class Outcome:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer as plain data; JSON has no NaN and no Infinity."""
        return strictly(self.out)


def strictly(text: str) -> Any:
    """Read JSON as its standard has it."""

    def refuse(constant: str) -> None:
        message = f"{constant} is not JSON"
        raise ValueError(message)

    return json.loads(text, parse_constant=refuse)


Call = Callable[..., Outcome]


def caller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    """Call the command line inside the temporary folder of the test."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCRET_SECRET", "DISCRET_DEBUG", OWN, *SYSTEM):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*words: object) -> Outcome:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["discret", *map(str, words)])
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = (re.sub(r"\x1b\[[\d;]*m", "", text) for text in capsys.readouterr())
        return Outcome(code, out, err)

    return call
