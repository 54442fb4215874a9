"""Private tables of a plan in Python: told once, of the original, paid all or none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity
from discret.data.ledger.ledger import Ledger
from discret.errors import PlanError
from discret.plan.tables import Budget
from discret.plan.variants import Variant
from discret.private import PrivateTable
from discret.reduce import ShuffleRecords, Subsample

PEOPLE = pl.DataFrame({"sex": ["f", "m"] * 500, "who": range(1000)})
TABLE = PrivateTable(by=["sex"], categories={"sex": ["f", "m"]}, epsilon=0.5, title="sexes")


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    PEOPLE.write_csv(tmp_path / "people.csv")
    return Ledger.open(tmp_path / "b", source=tmp_path / "people.csv", epsilon=2)


def plan(ledger: Ledger, **given: Any) -> Plan:
    more = {"private": [TABLE], "budget": Budget(ledger=ledger.path)}
    own = {"assess": [KAnonymity(k=2)], "reduce": [Subsample(share=0.5)]}
    return Plan(file=ledger.path.with_name("people.csv"), **{**more, **own, **given})


DATA = Dataset.of(PEOPLE, key="sex", individual="who")


def test_told_of_the_original_and_paid_once(ledger: Ledger) -> None:
    release = plan(ledger).run(DATA, seed=1)
    (told,) = release.private
    assert told.table["count"].sum() == pytest.approx(1000, abs=60)  # and not of the half
    assert len(release.data) == 500
    assert release.undo().private == release.private
    assert ledger.spent.epsilon == 0.5
    assert told.payment is not None
    assert told.payment.seal == ledger.seal
    assert release.to_dict()["private"][0]["payment"]["ledger"] == "b"


def test_no_seed_touches_the_noise(ledger: Ledger) -> None:
    """Nor is there another source to put in: nothing that is told could be drawn again."""
    small = TABLE.model_copy(update={"epsilon": 0.01})
    drawn = [plan(ledger, private=[small]).run(DATA, seed=1).private[0].table for _ in range(4)]
    assert len({tuple(table["count"]) for table in drawn}) > 1


def test_variants_and_draws_pay_once(ledger: Ledger) -> None:
    half = [Variant(title=name, reduce=[Subsample(share=0.5)]) for name in ("one", "two")]
    releases = plan(ledger, reduce=[ShuffleRecords()], variants=half).run_variants(DATA, seed=1)
    first, second = (release.private for release in releases.values())
    assert first == second
    assert ledger.spent.epsilon == 0.5
    plan(ledger).run_draws(DATA, 3, seed=1)
    assert ledger.spent.epsilon == 1


def test_a_sweep_tells_and_pays_nothing(ledger: Ledger) -> None:
    plan(ledger).sweep({"reduce.1.share": [0.2, 0.5]}, DATA, seed=1)
    assert ledger.spent.epsilon == 0


def test_read_and_written(ledger: Ledger) -> None:
    own = plan(ledger, private=[TABLE, PrivateTable(
        statistic="mean", column="who", low=0, high=1000, rho=0.01, unit="individual"
    )])  # fmt: skip
    assert Plan.from_toml(own.to_toml()) == own


def test_nothing_but_tables(ledger: Ledger) -> None:
    own = plan(ledger, assess=[], reduce=[])
    assert own.tables_only
    release = own.run(DATA, seed=1)
    assert (release.met, release.gate.open, dict(release.data.roles)) == (None, True, {})
    out = ledger.path.with_name("out")
    release.write(out)
    assert sorted(path.name for path in out.rglob("*.*")) == [
        "public.html", "record.json", "report.html", "table_1.csv"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"private": [TABLE.model_copy(update={"epsilon": 3.0})]}, "is left"),
        ({"private": [PrivateTable(by=["x"], categories={"x": ["a"]}, epsilon=1)]}, "'x'"),
        ({"private": [PrivateTable(epsilon=1, unit="household")]}, "role household"),
        ({"budget": Budget(ledger="nowhere")}, "no ledger"),
    ],
)
def test_what_is_refused_costs_nothing(ledger: Ledger, given: dict[str, Any], fault: str) -> None:
    with pytest.raises(PlanError, match=fault):
        plan(ledger, **given).run(DATA, seed=1)
    assert ledger.spent.epsilon == 0


def test_two_tables_that_are_too_dear_together(ledger: Ledger) -> None:
    dear = TABLE.model_copy(update={"epsilon": 1.5})
    with pytest.raises(PlanError, match="is left"):
        plan(ledger, private=[dear, dear]).run(DATA, seed=1)
    assert ledger.releases == []


def test_of_the_wrong_kind() -> None:
    with pytest.raises(PlanError, match="a PrivateTable is needed"):
        Plan(private=[KAnonymity(k=2)])  # type: ignore[list-item]
