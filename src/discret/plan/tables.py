"""The private tables of a plan: afforded before anything is read, paid, told, kept in a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import polars as pl
from pydantic import Field

from discret.arguments.declared import Declared
from discret.data.dataset import Dataset
from discret.data.ledger.account import Charge
from discret.data.ledger.ledger import Ledger
from discret.errors import DiscretError
from discret.parts.facts import taken_by
from discret.private import PrivateTable
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.plan.plan import Plan

A_TABLE = Words("a PrivateTable", fr="une PrivateTable")
TABLES = Words("{n} private {n:table|tables}", fr="{n} {n:table privée|tables privées}")


class Budget(Declared):
    """The account that the private tables of a plan are paid from.

    It is about the file that the plan names; of records that are handed over from elsewhere nobody
    can say whether they are of that source.

    Examples
    --------
    >>> Budget(ledger="stays.budget").ledger.name
    'stays.budget'
    """

    name: ClassVar[str] = "budget"

    ledger: Path = Field(
        description=Words("the file of the account", fr="le fichier du compte"),
    )
    part: str | None = Field(
        default=None,
        description=Words(
            "the part of the source that the tables are about, if not all of it",
            fr="la partie de la source dont il s’agit, si ce n’est pas toute la source",
        ),
    )


@dataclass(frozen=True)
class Payment:
    """What was paid for a table: the entry of the ledger, and its seal after that."""

    entry: Mapping[str, Any]
    seal: str
    ledger: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        told = {name: self.entry[name] for name in ("release", "at", "part")}
        planned = self.entry.get("planned")
        return {
            **told,
            "planned": None if planned is None else planned + 1,
            "ledger": self.ledger,
            "seal": self.seal,
        }


@dataclass(frozen=True)
class ToldTable:
    """A private table as it was told: what was asked, the noisy numbers, what was paid."""

    asked: PrivateTable
    table: pl.DataFrame
    facts: Mapping[str, Any]
    payment: Payment | None = None

    def to_dict(self, file: str) -> dict[str, Any]:
        """Return what the record keeps of it: no cell, which its file has."""
        cost = self.asked.charge().cost
        return {
            "file": file,
            "title": self.asked.title,
            "statistic": self.asked.statistic,
            "by": list(self.asked.by),
            "column": self.asked.column,
            "neighbours": self.asked.neighbours,
            "parameters": {
                name: value
                for name, value in self.asked.parameters().items()
                if name not in ("categories", "title")
            },
            "takes": {name: fact.to_dict() for name, fact in taken_by(PrivateTable).items()},
            "told": self.table.height,
            "cost": cost.plain(),
            **self.facts,
            "payment": None if self.payment is None else self.payment.to_dict(),
        }


def afford(plan: Plan, data: Dataset | None = None) -> None:
    """Refuse tables that cannot be paid, or not for this source, before anything is read.

    With data, their units too are those of the account.
    """
    if plan.budget is None or not plan.private:
        return
    ledger = Ledger(plan.budget.ledger)
    if plan.source is not None:
        ledger.check_source(plan.source)
    ledger.afford(*_charges(plan, data))


def told_tables(plan: Plan, data: Dataset) -> tuple[ToldTable, ...]:
    """Pay for all tables of a plan, or for none, then tell them."""
    for asked in plan.private:
        asked.check(data)
        asked.preview()  # what cannot be drawn is refused before it is paid
    paid = _paid(plan, data)
    told = [asked.tell(data) for asked in plan.private]
    return tuple(
        ToldTable(asked, found.table, found.facts, payment)
        for asked, found, payment in zip(plan.private, told, paid, strict=True)
    )


def _paid(plan: Plan, data: Dataset) -> list[Payment | None]:
    if plan.budget is None:
        return [None] * len(plan.private)
    ledger = Ledger(plan.budget.ledger)
    entries = ledger.pay(_charges(plan, data), source=plan.source)
    seal, name = ledger.seal, plan.budget.ledger.name
    return [Payment(entry, seal, name) for entry in entries]


def _charges(plan: Plan, data: Dataset | None = None) -> list[Charge]:
    """Return what the tables cost, about the units of the data where there are any yet."""
    part = None if plan.budget is None else plan.budget.part
    asked = plan.private
    due = [own.charge() if data is None else own.charged(data) for own in asked]
    return [charge._replace(part=part) for charge in due]


def tables_foreseen(plan: Plan, data: Dataset) -> Iterator[tuple[str, str, Words]]:
    """Yield what is wrong with the private tables of a plan: its place, who says it, and what."""
    sound: Dataset | None = data
    for number, asked in enumerate(plan.private, 1):
        try:
            asked.check(data)
        except DiscretError as error:
            sound = None  # of no known unit
            yield f"[[private]] {number}", asked.name, _said(error)
    try:
        afford(plan, sound)
    except DiscretError as error:
        yield "[budget]", Budget.name, _said(error)


def _said(error: DiscretError) -> Words:
    said = "{fault} ({hint})"
    return say(said, said, fault=error.message, hint=error.hint)
