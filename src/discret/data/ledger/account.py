"""What was spent, what is set aside and what is left: sums over the entries of a ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from discret.data.ledger.calendar import Calendar
from discret.data.ledger.costs import Cost, Terms
from discret.data.ledger.neighbours import Protected, protected_by
from discret.data.ledger.refusals import (
    costs_nothing,
    no_parent,
    no_such_part,
    not_a_cost,
    overdrawn,
    used_already,
)
from discret.data.ledger.shapes import is_opening, is_paid
from discret.maths.privacy.numerical import Kind
from discret.words import Words, say
from discret.words.sentences import joined

Entry = Mapping[str, Any]


class Charge(NamedTuple):
    """What is paid for: see `Ledger.spend`."""

    cost: Cost
    name: str = ""
    kind: Kind = "pure"
    release: str | None = None
    parent: str | None = None
    part: str | None = None
    protected: Protected = Protected()


class Account(NamedTuple):
    """The first entry of a ledger, and those of its releases."""

    opening: Entry
    paid: Sequence[Entry]

    @property
    def sound(self) -> bool:
        """Whether its entries are such as are paid: seals can be made for others, too."""
        try:
            places = [*range(len(self.calendar.entries))]
            made, parts = self.made, self.opening["parts"]
            return (
                is_opening(self.opening)
                and all(_is_release(entry, parts) for entry in self.paid)
                and len(set(made)) == len(made)
                and set(made) <= set(places)
            )
        except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError):
            return False

    @property
    def terms(self) -> Terms:
        """What costs are counted in."""
        terms: Terms = self.opening["terms"]
        return terms

    @property
    def budget(self) -> Cost:
        """What may be spent in all."""
        return Cost.from_dict(self.opening["budget"])

    @property
    def calendar(self) -> Calendar:
        """The releases that were planned at opening."""
        return Calendar.from_dict(self.opening.get("calendar"))

    @property
    def protected(self) -> Protected:
        """Which tables nobody may tell apart: what all costs are about."""
        return protected_by(self.opening, self.paid)

    @property
    def made(self) -> list[int]:
        """Which of the planned releases were made."""
        return [entry["planned"] for entry in self.paid if entry.get("planned") is not None]

    @property
    def beside(self) -> Cost:
        """What releases cost that were not planned: sums."""
        free = [entry for entry in self.paid if entry.get("planned") is None]
        return total(free, self.opening["parts"])

    @property
    def followed(self) -> Cost:
        """What the planned releases that were made amount to: their sum, the whole at most.

        Both hold at any time: the sum of ε by itself, and what the whole calendar amounts to.
        """
        calendar = self.calendar
        costs = [calendar.entries[place].cost for place in self.made]
        if self.terms == "rho":
            return sum((cost.in_terms("rho") for cost in costs), Cost())
        summed = sum(costs, Cost())
        better = calendar.way != "basic" and (
            summed.rho or summed.delta or summed.epsilon > calendar.whole.epsilon
        )
        return calendar.whole if better else summed

    @property
    def spent(self) -> Cost:
        """What was spent so far."""
        return self.beside + self.followed

    @property
    def left(self) -> Cost:
        """What is left for releases that were not planned: the calendar is set aside whole."""
        return self.budget - self.beside - self.calendar.whole

    def entry(self, charge: Charge, number: str, now: str) -> Entry | None:
        """Return the entry that pays for a release; none where that was done.

        Refuse what costs nothing, is made from nothing known, or is about other neighbours: what
        is made from a release alone holds as that does, and may claim nothing else.
        """
        self.protected.check(charge.protected)
        if not charge.cost.sound or (charge.parent is not None and any(charge.cost.numbers)):
            raise not_a_cost() if charge.parent is None else costs_nothing()
        place = self._place(charge)
        due = self._due(charge, place)
        origin = None if charge.parent is None else numbered(self.paid, charge.parent)
        entry = {
            "kind": "release", "release": number, "name": charge.name, "at": now,
            "cost": due.to_dict(), "parent": origin, "part": charge.part, "planned": place,
            "unit": charge.protected.unit, "column": charge.protected.column,
        }  # fmt: skip
        known = [old for old in self.paid if old["release"] == number]
        if known:
            _check_same(known[0], entry)
            return None
        self._check(charge, entry, due)
        return entry

    def _place(self, charge: Charge) -> int | None:
        """Return which planned release it is; one that was paid keeps its place."""
        if charge.parent is not None or charge.part is not None:
            return None
        paid = [old for old in self.paid if old["release"] == charge.release]
        if paid:
            place: int | None = paid[0].get("planned")
            return place
        return self.calendar.free(self.made, charge.cost, charge.kind, charge.name)

    def _due(self, charge: Charge, place: int | None) -> Cost:
        if charge.parent is not None:
            return Cost()
        return charge.cost if place is not None else charge.cost.in_terms(self.terms)

    def _check(self, charge: Charge, entry: Entry, due: Cost) -> None:
        if charge.part is not None and charge.part not in self.opening["parts"]:
            raise no_such_part()
        if charge.parent is not None or entry["planned"] is not None:
            return
        if not (due.epsilon or due.rho):
            raise not_a_cost()

    def due(self, charges: Sequence[Charge], numbers: Sequence[str], now: str) -> list[Entry]:
        """Return the entries that pay for all charges; refuse if that is more than is left."""
        found: list[Entry] = []
        for charge, number in zip(charges, numbers, strict=True):
            entry = self.and_paid(found).entry(charge, number, now)
            found += [] if entry is None else [entry]
        beside = [entry for entry in found if entry["planned"] is None and entry["parent"] is None]
        if beside and not self.and_paid(beside).left.sound:
            cost = sum((cost_of(entry) for entry in beside), Cost())
            waiting = len(self.made) < len(self.calendar.entries)
            raise overdrawn(said(cost), said(self.left), planned=waiting)
        return found

    def and_paid(self, entries: Sequence[Entry]) -> Account:
        """Return the account with further entries."""
        return Account(self.opening, [*self.paid, *entries])


def _is_release(entry: Entry, parts: Sequence[str]) -> bool:
    """Whether an entry is one of a release: at a cost, or for nothing from another."""
    whole = entry["part"] is None or entry["part"] in parts
    return is_paid(entry) and whole and (entry["parent"] is None or not entry["cost"])


def total(paid: Sequence[Entry], parts: Sequence[str]) -> Cost:
    """Return what releases cost together: those of all, and of the dearest part.

    Examples
    --------
    >>> paid = [{"cost": {"epsilon": "1/2"}, "part": part} for part in (None, "north", "south")]
    >>> float(total(paid, ["north", "south"]).epsilon)
    1.0
    """
    every = sum((cost_of(entry) for entry in paid if entry["part"] is None), Cost())
    own = [
        sum((cost_of(entry) for entry in paid if entry["part"] == part), Cost()) for part in parts
    ]
    return every + Cost.most(own)


def numbered(paid: Sequence[Entry], start: str) -> str:
    """Return the number of a release of which the beginning is given."""
    found = [str(entry["release"]) for entry in paid if entry["release"].startswith(start)]
    if start in found:
        return start
    if len(found) != 1 or not start:
        raise no_parent()
    return found[0]


def _check_same(old: Entry, new: Entry) -> None:
    if any(old[name] != new[name] for name in ("cost", "parent", "part")):
        raise used_already()


def cost_of(entry: Entry) -> Cost:
    """Return what a release cost."""
    return Cost.from_dict(entry["cost"])


def number_of(cost: Cost, terms: Terms) -> Fraction:
    """Return the number of a cost in the terms that are counted in."""
    return cost.rho if terms == "rho" else cost.epsilon


def said(cost: Cost) -> Words:
    """Say a cost in a message.

    Examples
    --------
    >>> said(Cost.of(epsilon=0.5, delta=1e-6)).within("fr")
    '0,5 ε, 0,000001 δ'
    """
    signs = {"epsilon": "{n} ε", "delta": "{n} δ", "rho": "{n} ρ"}
    told = cost.plain() or {"epsilon": 0.0}
    return joined([say(signs[name], signs[name], n=n) for name, n in told.items()], ", ")
