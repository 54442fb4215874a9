"""What a worker holds: releases that are looked at, and what looking must not cost."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from discret import Plan
from discret.app.calls.bench import Bench
from discret.assess import KAnonymity
from discret.data.ledger.ledger import Ledger
from discret.parts import silent
from discret.plan.tables import Budget
from discret.private import PrivateTable


def test_looking_at_a_plan_pays_for_nothing(tmp_path: Path) -> None:
    file, account = tmp_path / "people.csv", tmp_path / "people.budget"
    pl.DataFrame({"sex": ["f", "m"] * 20}).write_csv(file)
    ledger = Ledger.open(account, source=file, epsilon=1)
    plan = Plan(
        file=file,
        roles={"key": "sex"},
        assess=[KAnonymity(k=2)],
        private=[PrivateTable(by=["sex"], epsilon=0.5, categories={"sex": ["f", "m"]})],
        budget=Budget(ledger=account),
    )
    bench = Bench()
    for seed in (1, 2, 3):
        assert bench.release(plan, seed, silent).private == ()
    assert [*ledger.releases] == []
