"""Costs are added up where they are about the same neighbours, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from discret.data.ledger import chain
from discret.data.ledger.account import Charge
from discret.data.ledger.costs import Cost
from discret.data.ledger.ledger import Ledger
from discret.data.ledger.neighbours import Protected
from discret.errors import InputError


def opened(folder: Path, **given: Any) -> Ledger:
    (folder / "s").write_text("x", encoding="utf-8")
    return Ledger.open(folder / "b", source=folder / "s", epsilon=2, **given)


def half(*about: Any) -> Charge:
    return Charge(Cost.of(epsilon=0.5), protected=Protected(*about))


@pytest.mark.parametrize("neighbours", ["add_remove", "replace"])
def test_the_relation_is_sealed_at_opening_and_others_are_refused(
    tmp_path: Path, neighbours: Any
) -> None:
    ledger = opened(tmp_path, neighbours=neighbours)
    other = {"add_remove": "replace", "replace": "add_remove"}[neighbours]
    assert ledger.to_dict()["neighbours"] == neighbours
    assert chain.entries(ledger.path)[0]["neighbours"] == neighbours
    first = ledger.spend(Cost.of(epsilon=0.5), name="", neighbours=neighbours)
    for parent in (None, first["release"]):  # what is made of a release claims nothing else
        with pytest.raises(InputError, match="do not add up"):
            ledger.spend(Cost.of(epsilon=0.5), name="", neighbours=other, parent=parent)
    assert len(ledger.releases) == 1


def test_the_unit_is_that_of_the_first_release_that_says_it(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    ledger.pay([half()])
    assert ledger.to_dict()["unit"] is None
    ledger.pay([half("add_remove", "individual", "patient")])
    told = ledger.to_dict()
    assert (told["unit"], told["column"]) == ("individual", "patient")
    for about in (
        ("add_remove", "record"), ("add_remove", "household", "home"),
        ("add_remove", "individual", "stay"),
    ):  # fmt: skip
        with pytest.raises(InputError, match="do not add up"):
            ledger.pay([half(*about)])
    assert len(ledger.releases) == 2


def test_two_units_are_not_paid_at_once(tmp_path: Path) -> None:
    ledger = opened(tmp_path)
    both = [half("add_remove", "record"), half("add_remove", "individual", "who")]
    with pytest.raises(InputError, match="do not add up"):
        ledger.pay(both)
    assert ledger.releases == []


def test_no_part_stands_alone_where_units_are_replaced(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="changes both"):
        opened(tmp_path, neighbours="replace", parts=["north", "south"])
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("given", [{"neighbours": "near"}, {"unit": "town"}])
def test_words_that_are_none(tmp_path: Path, given: Any) -> None:
    with pytest.raises(InputError, match=r"budget: (neighbours are|the unit is)"):
        opened(tmp_path, **given)


def test_an_account_of_earlier_days_is_shown_and_no_more(tmp_path: Path) -> None:
    entry = dict(opened(tmp_path).opening)
    del entry["neighbours"], entry["unit"]
    chain.begin(tmp_path / "old", json.loads(json.dumps(entry)))
    old = Ledger(tmp_path / "old")
    assert old.to_dict()["neighbours"] is None
    with pytest.raises(InputError, match="does not say which tables are neighbours"):
        old.spend(Cost.of(epsilon=0.5), name="")
    assert old.releases == []
