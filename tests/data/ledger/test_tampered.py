"""Accounts that were tampered with: refused as such, whatever was done to them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from discret.data.ledger import chain
from discret.data.ledger.costs import Cost
from discret.data.ledger.ledger import Ledger
from discret.errors import DiscretError, FileError


def test_no_byte_that_is_changed_is_taken_for_an_account_with_more_left(tmp_path: Path) -> None:
    """Either it is the same account, or it is refused in one sentence; every 31st byte, here."""
    (tmp_path / "source").write_text("x")
    ledger = Ledger.open(tmp_path / "ledger", source=tmp_path / "source", epsilon=1)
    for month in ("January", "February"):
        ledger.spend(Cost.of(epsilon=0.1), name=month)
    whole, told = ledger.path.read_bytes(), ledger.to_dict()
    refused = 0
    for place in range(0, len(whole), 31):
        other = tmp_path / f"other{place}"
        other.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            assert Ledger(other).to_dict() == told
        except FileError:
            refused += 1
    assert refused > 20


ODD = (None, 5, "", [], {}, "x", True, {"epsilon": "-1"}, {"epsilon": "1/0"}, {"epsilon": "1e400"})


def _sealed_anew(path: Path, bodies: list[dict[str, Any]]) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("drop trigger kept_unchanged")
        base.execute("drop trigger kept")
        base.execute("delete from entries")
        before = ""
        for number, body in enumerate(bodies):
            text = json.dumps(body)
            before = chain._sealed(before, text)
            base.execute("insert into entries values (?, ?, ?)", (number, text, before))
        base.commit()


@pytest.mark.parametrize("place", [0, 1])
def test_entries_of_another_shape_are_refused_though_sealed(tmp_path: Path, place: int) -> None:
    """Each thing that an entry says, as something else: never an error of another kind."""
    (tmp_path / "source").write_text("x")
    ledger = Ledger.open(
        tmp_path / "ledger", source=tmp_path / "source", epsilon=1, delta=1e-6, parts=["n"],
        calendar=["2 x epsilon 0.1"],
    )  # fmt: skip
    ledger.spend(Cost.of(epsilon=0.1), name="January")
    bodies = [dict(entry) for entry in chain.entries(ledger.path)]
    refused = 0
    for name in bodies[place]:
        for number, odd in enumerate(ODD):
            other = tmp_path / f"{name}{number}"
            other.write_bytes(ledger.path.read_bytes())
            changed = [*bodies]
            changed[place] = {**bodies[place], name: odd}
            _sealed_anew(other, changed)
            for deed in (
                lambda: Ledger(other).to_dict(),  # noqa: B023
                lambda: Ledger(other).spend(Cost.of(epsilon=0.01), name=""),  # noqa: B023
            ):
                try:
                    deed()
                except DiscretError:
                    refused += 1
    assert refused > 100
