"""A calendar of releases: declared at opening, sealed, and charged by what all amount to."""

from __future__ import annotations

import sqlite3
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from discret.data.ledger.account import Charge
from discret.data.ledger.calendar import planned
from discret.data.ledger.costs import Cost
from discret.data.ledger.ledger import Ledger
from discret.errors import FileError, InputError

TENTH = Cost.of(epsilon=0.1)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "stays.csv"
    path.write_text("a,b\n", encoding="utf-8")
    return path


def opened(source: Path, **given: Any) -> Ledger:
    more: dict[str, Any] = {"epsilon": 4, "delta": 1e-6, "calendar": ["50 x epsilon 0.1 laplace"]}
    return Ledger.open(source.with_name("b"), source=source, **{**more, **given})


def test_what_the_whole_amounts_to_is_set_aside(source: Path) -> None:
    ledger = opened(source)
    assert ledger.calendar.way == "numerical"
    assert ledger.calendar.library == "dp-accounting 0.6.0"
    assert float(ledger.calendar.whole.epsilon) == pytest.approx(3.12, abs=0.005)
    assert ledger.spent == Cost()
    assert float(ledger.left.epsilon) == pytest.approx(0.88, abs=0.005)
    assert ledger.left.delta == 0


def test_all_of_it_is_made_and_costs_what_it_amounts_to(source: Path) -> None:
    ledger = opened(source)
    for number in range(50):
        entry = ledger.spend(TENTH, name=str(number), kind="laplace")
        assert entry["planned"] == number
        told = ledger.to_dict()
        assert told["spent"] == pytest.approx(min(0.1 * (number + 1), told["calendar"]["whole"]))
        assert told["left"] == pytest.approx(4 - told["calendar"]["whole"])
    assert ledger.spent == ledger.calendar.whole
    assert ledger.to_dict()["calendar"]["set_aside"] == 0
    ledger.spend(TENTH, name="beyond", kind="laplace")  # of what is left: a sum again
    assert float(ledger.spent.epsilon - ledger.calendar.whole.epsilon) == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("cost", "kind"),
    [
        (Cost.of(epsilon=0.2), "laplace"),
        (Cost.of(epsilon=0.05), "laplace"),
        (TENTH, "pure"),
        (Cost.of(epsilon=0.1, delta=1e-9), "laplace"),
    ],
)
def test_what_was_not_planned_is_a_sum_beside_it(source: Path, cost: Cost, kind: Any) -> None:
    ledger = opened(source)
    if cost.delta:
        with pytest.raises(InputError, match="set aside for the calendar"):
            ledger.spend(cost, name="x", kind=kind)
        return
    assert ledger.spend(cost, name="x", kind=kind)["planned"] is None
    assert ledger.account.beside == cost
    assert ledger.account.made == []


def test_what_is_set_aside_is_not_for_others(source: Path) -> None:
    ledger = opened(source)
    with pytest.raises(InputError, match="is left"):
        ledger.spend(Cost.of(epsilon=1), name="x")
    ledger.spend(Cost.of(epsilon=0.8), name="x")
    with pytest.raises(InputError, match="is left"):
        ledger.spend(Cost.of(epsilon=0.1), name="x")
    for number in range(50):
        ledger.spend(TENTH, name=str(number), kind="laplace")
    assert ledger.account.left.sound


def test_names_are_kept_apart(source: Path) -> None:
    ledger = opened(source, calendar=["epsilon 0.5: census", "2 x epsilon 0.5"], delta=0, epsilon=2)
    half = Cost.of(epsilon=0.5)
    assert ledger.spend(half, name="May")["planned"] == 1
    assert ledger.spend(half, name="census")["planned"] == 0
    assert ledger.spend(half, name="June")["planned"] == 2
    assert ledger.spend(half, name="July")["planned"] is None


def test_a_release_that_was_paid_keeps_its_place(source: Path) -> None:
    ledger = opened(source)
    first = ledger.spend(TENTH, name="x", kind="laplace", release="r1")
    assert ledger.spend(TENTH, name="x", kind="laplace", release="r1") == first
    assert ledger.account.made == [0]
    with pytest.raises(InputError, match="another cost"):
        ledger.spend(Cost.of(epsilon=0.2), name="x", release="r1")


def test_parts_are_not_planned(source: Path) -> None:
    ledger = opened(source, parts=["north"])
    assert ledger.spend(TENTH, name="x", kind="laplace", part="north")["planned"] is None


def test_equal_parts_are_exact(source: Path) -> None:
    """Theorem 2, the first use: ε/k over k planned releases."""
    ledger = opened(source, epsilon=2, delta=0, calendar=(), releases=12)
    assert ledger.calendar.whole.epsilon == 2
    assert {entry.cost.epsilon for entry in ledger.calendar.entries} == {Fraction(1, 6)}
    for _ in range(12):
        ledger.spend(Cost(epsilon=Fraction(1, 6)), name="month")
    assert ledger.left == Cost()
    with pytest.raises(InputError, match="is left"):
        ledger.spend(Cost(epsilon=Fraction(1, 10**9)), name="more")


@pytest.mark.parametrize("releases", [1, 3, 7, 11, 12])
def test_an_equal_part_as_it_is_told_can_be_written(source: Path, releases: int) -> None:
    ledger = opened(source, epsilon=1, delta=0, calendar=(), releases=releases)
    told = ledger.to_dict()["calendar"]["entries"][0]["epsilon"]
    assert Fraction(str(told)) <= Fraction(1, releases)
    for place in range(releases):
        assert ledger.spend(Cost.of(epsilon=told), name="x")["planned"] == place
    above = Cost(epsilon=Fraction(1, releases) + Fraction(1, 10**15))
    assert ledger.calendar.free([], above, "pure", "") is None


def test_the_sum_after_the_fact(source: Path) -> None:
    """Theorem 2, the second use; and the dearest of parts that share nobody."""
    ledger = opened(source, calendar=(), parts=["north", "south"])
    for cost, part in ((0.5, None), (0.25, "north"), (0.75, "south")):
        ledger.spend(Cost.of(epsilon=cost), name="x", part=part)
    assert ledger.spent.epsilon == Fraction(5, 4)


def test_counted_in_rho(source: Path) -> None:
    ledger = opened(source, terms="rho", calendar=["4 x rho 0.01 gaussian", "epsilon 0.1"])
    assert ledger.calendar.whole.rho == Fraction(45, 1000)
    assert ledger.spend(Cost.of(rho=0.01), name="x")["planned"] == 0
    assert ledger.spend(TENTH, name="x")["planned"] == 4
    assert ledger.spent.rho == Fraction(15, 1000)


def test_a_rho_in_a_budget_of_epsilon(source: Path) -> None:
    """It has no worth there by itself; planned, it is converted with all others, once."""
    ledger = opened(source, calendar=["10 x rho 0.01"])
    assert ledger.calendar.way == "zero_concentrated"
    ledger.spend(Cost.of(rho=0.01), name="x")
    assert ledger.spent == ledger.calendar.whole
    with pytest.raises(InputError, match="no worth"):
        ledger.spend(Cost.of(rho=0.02), name="x")


def test_several_are_paid_all_or_none(source: Path) -> None:
    ledger = opened(source, calendar=(), epsilon=1)
    charges = [Charge(Cost.of(epsilon=cost), "x") for cost in (0.5, 0.6)]
    with pytest.raises(InputError, match="is left"):
        ledger.afford(*charges)
    with pytest.raises(InputError, match="is left"):
        ledger.pay(charges)
    assert ledger.releases == []
    assert len(ledger.pay(charges[:1] * 2)) == 2


@pytest.mark.parametrize(
    "line",
    ["", "12", "12 x", "12 x epsilon", "0 x epsilon 1", "epsilon x", "epsilon 1 gaussian",
     "rho 1 laplace", "99999 x epsilon 1", "epsilon 1 cauchy", "12 y epsilon 1"],
)  # fmt: skip
def test_what_is_no_calendar(line: str) -> None:
    with pytest.raises(InputError, match="12 x epsilon"):
        planned([line])


@pytest.mark.parametrize("line", ["epsilon 0", "epsilon -1", "epsilon nan", "rho 0.1 delta 1e-6"])
def test_what_is_no_cost(line: str) -> None:
    with pytest.raises(InputError, match="a cost is"):
        planned([line])


def test_more_than_the_budget_is_no_calendar(source: Path) -> None:
    with pytest.raises(InputError, match=r"the calendar amounts to 3\.12") as refused:
        opened(source, epsilon=3)
    assert "le calendrier revient à" in refused.value.within("fr")
    assert not source.with_name("b").exists()
    with pytest.raises(InputError, match="one of the two"):
        opened(source, releases=3)


def test_a_calendar_that_was_changed_is_found(source: Path) -> None:
    ledger = opened(source)
    with sqlite3.connect(ledger.path) as base:
        base.execute("drop trigger kept_unchanged")
        base.execute("update entries set body = replace(body, '1/10', '9/10')")
    with pytest.raises(FileError, match="tampered with"):
        ledger.spend(Cost.of(epsilon=0.9), name="x", kind="laplace")


def test_a_ledger_from_before_there_were_calendars(source: Path) -> None:
    """Its first entry says nothing of one."""
    ledger = opened(source, calendar=())
    opening = dict(ledger.opening)
    del opening["calendar"]
    account = ledger.account._replace(opening=opening)
    assert account.left == account.budget
    assert account.calendar.entries == ()
