"""The account of a source: what may be told of it in all, and every release that was paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import uuid4

from discret.data.ledger import chain
from discret.data.ledger.account import Account, Charge, cost_of, number_of, numbered, said
from discret.data.ledger.calendar import Calendar, Entry, composed, planned, shared
from discret.data.ledger.costs import Cost, Terms
from discret.data.ledger.neighbours import USUAL, Neighbours, Unit, checked
from discret.data.ledger.refusals import (
    another_source,
    broken,
    no_such_seal,
    not_a_cost,
    parts_replaced,
    too_much_planned,
    two_calendars,
    wrong_terms,
)
from discret.data.ledger.sources import marks, same
from discret.maths.privacy.composition import epsilon_of_rho, rho_of
from discret.maths.privacy.numerical import Kind

SHORTEST = 8  # signs of a seal, or it would say little


@dataclass(frozen=True)
class Ledger:
    """A budget and what was spent of it, in a file that is only ever added to.

    What a release costs may depend on what earlier ones told, so that costs add up: in ε (and δ),
    or in ρ, converted once (Rogers et al. 2016; Feldman & Zrnic 2021). Of parts of the source that
    share nobody, declared at opening, the dearest counts (Nguyen & Castelluccia 2020, theorem 2).
    What is made from an earlier release alone costs nothing. Releases that are planned at opening
    may amount to less than their sum (see `calendar`); what they amount to is set aside whole.
    All costs are about the same neighbouring tables, stated at opening (see `neighbours`).

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     source = Path(folder, "stays.csv")
    ...     _ = source.write_text("a,b")
    ...     ledger = Ledger.open(Path(folder, "stays.budget"), source=source, epsilon=2)
    ...     _ = ledger.spend(Cost.of(epsilon=0.5), name="January")
    ...     float(ledger.spent.epsilon), float(ledger.left.epsilon)
    (0.5, 1.5)
    """

    path: Path

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        source: Path,
        epsilon: float = 0,
        delta: float = 0,
        rho: float = 0,
        terms: Terms | None = None,
        parts: Iterable[str] = (),
        calendar: Iterable[str | Entry] = (),
        releases: int | None = None,
        neighbours: Neighbours = USUAL,
        unit: Unit | None = None,
    ) -> Ledger:
        """Begin the account of a source.

        Parameters
        ----------
        path, source
            The file of the account, which is made, and the one that releases are made from.
        epsilon, delta, rho
            What may be told in all: an ε, with a δ or without, or a ρ.
        terms
            What costs are counted in: "epsilon", or "rho" for a budget of ε at δ as well, which is
            converted once; by default as the budget is given.
        parts
            Names of parts of the source that share no unit, whatever it will hold. With "replace"
            there are none: who is replaced by a unit of another part changes both.
        calendar
            The releases that are planned, each with its cost: ``["12 x epsilon 0.1 laplace"]``.
        releases
            Or how many, each with an equal part of the budget.
        neighbours, unit
            Which tables nobody may tell apart: with a unit more or less ("add_remove"), or with one
            replaced ("replace"); and the unit, by default that of the first release that says it.
        """
        about, apart = checked(neighbours or USUAL, unit), _parts(parts, neighbours)
        given = _budget(epsilon, delta, rho)
        counted = terms or ("rho" if given.rho else "epsilon")
        number = uuid4().hex
        budget = _converted(given, counted)
        whole = composed(_planned(calendar, releases, budget), given, counted)
        if whole is not None and not (budget - whole.whole).sound:
            raise too_much_planned(said(whole.whole), said(budget))
        entry = {
            "kind": "budget",
            "ledger": number,
            "begun": _now(),
            "given": given.to_dict(),
            "terms": counted,
            "budget": budget.to_dict(),
            "parts": apart,
            **about.opening,
            "calendar": None if whole is None else whole.to_dict(),
            "source": marks(source, number),
        }
        chain.begin(path, entry)
        return cls(path)

    def spend(
        self,
        cost: Cost,
        *,
        name: str,
        kind: Kind = "pure",
        source: Path | None = None,
        release: str | None = None,
        parent: str | None = None,
        part: str | None = None,
        neighbours: Neighbours | None = None,
        unit: Unit | None = None,
    ) -> Mapping[str, Any]:
        """Pay for a release, before anything is read; refuse what is more than is left.

        One of the cost, the noise and the name of a planned release that was not made yet is that
        one, and is paid by what was set aside for the calendar.

        Parameters
        ----------
        cost
            What it costs; nothing where it is made from `parent`, an earlier release, alone.
        name
            What reports call it.
        kind
            What is known of its noise: "laplace", or nothing ("pure").
        source
            The file it is made from: another one than the ledger's is refused.
        release
            Its number. One that was paid already is not paid again, so that whoever was
            interrupted may ask once more; by default a new one.
        part
            The part of the source that it is about, if not all of it.
        neighbours, unit
            Under which neighbours the cost holds: others than the account's are refused; by default
            those of the account.
        """
        charge = Charge(cost, name, kind, release, parent, part, checked(neighbours, unit))
        return self.pay([charge], source=source)[0]

    def pay(
        self, charges: Sequence[Charge], *, source: Path | None = None
    ) -> list[Mapping[str, Any]]:
        """Pay for several releases, for all or for none; return their entries."""
        if source is not None:
            self.check_source(source)
        numbers = [charge.release or uuid4().hex for charge in charges]
        chain.add(self.path, lambda entries: self._account(entries).due(charges, numbers, _now()))
        return [self.entry(number) for number in numbers]

    def afford(self, *charges: Charge) -> None:
        """Refuse what is more than is left, and pay nothing: asked before anything is read."""
        numbers = [charge.release or uuid4().hex for charge in charges]
        self.account.due(charges, numbers, _now())

    def entry(self, release: str) -> Mapping[str, Any]:
        """Return the entry of a release."""
        paid = self.releases
        number = numbered(paid, release)
        return next(entry for entry in paid if entry["release"] == number)

    @property
    def account(self) -> Account:
        """All that was written."""
        return self._account(chain.entries(self.path))

    @property
    def opening(self) -> Mapping[str, Any]:
        """The first entry: the budget, its terms, its parts, its calendar, its source."""
        return self.account.opening

    @property
    def releases(self) -> list[Mapping[str, Any]]:
        """The entries of releases, in order."""
        return list(self.account.paid)

    @property
    def budget(self) -> Cost:
        """What may be spent in all, in the terms that are counted in."""
        return self.account.budget

    @property
    def calendar(self) -> Calendar:
        """The releases that were planned at opening, and what they amount to."""
        return self.account.calendar

    @property
    def spent(self) -> Cost:
        """What was spent so far."""
        return self.account.spent

    @property
    def left(self) -> Cost:
        """What is left for a release of the whole source that was not planned."""
        return self.account.left

    @property
    def seal(self) -> str:
        """The last seal: told beside a release, it shows whether entries were cut off later."""
        return chain.sealed(self.path)[-1][1]

    def _account(self, entries: Sequence[chain.Entry]) -> Account:
        account = Account(entries[0], entries[1:])
        if not account.sound:
            raise broken(self.path)
        return account

    def check_source(self, source: Path) -> None:
        """Refuse another source than the ledger's."""
        opening = self.opening
        if not same(source, opening["source"], opening["ledger"]):
            raise another_source()

    def check_seal(self, seal: str) -> None:
        """Refuse an account without an entry of this seal, which was told beside a release.

        A copy of earlier days, or a chain that was written anew, is whole by itself: only a seal
        that was told outside it shows that something is gone.
        """
        known = (own for _, own in chain.sealed(self.path))
        if len(seal) < SHORTEST or not any(own.startswith(seal.lower()) for own in known):
            raise no_such_seal()

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        read = chain.sealed(self.path)
        account = self._account([entry for entry, _ in read])
        terms, given = account.terms, Cost.from_dict(account.opening["given"])
        return {
            "terms": terms,
            "given": given.plain(),
            "budget": float(number_of(account.budget, terms)),
            "spent": float(number_of(account.spent, terms)),
            "left": float(number_of(account.left, terms)),
            **_told_of_delta(account),
            **_told_of_epsilon(given, account.spent, terms),
            **account.protected.to_dict(),
            "begun": account.opening["begun"],
            "parts": account.opening["parts"],
            "calendar": _told_of_calendar(account),
            "releases": [{**_told(entry, terms), "seal": seal} for entry, seal in read[1:]],
            "seal": read[-1][1],
        }


def _budget(epsilon: float, delta: float, rho: float) -> Cost:
    given = Cost.of(epsilon=epsilon, delta=delta, rho=rho)
    if not (given.epsilon or given.rho):
        raise not_a_cost()
    return given


def _parts(parts: Iterable[str], neighbours: Neighbours) -> list[str]:
    """Return the parts in order; where a unit is replaced none stands alone."""
    apart = sorted(set(parts))
    if apart and neighbours == "replace":
        raise parts_replaced()
    return apart


def _planned(
    calendar: Iterable[str | Entry], releases: int | None, budget: Cost
) -> tuple[Entry, ...]:
    given = [calendar] if isinstance(calendar, str) else list(calendar)
    if given and releases is not None:
        raise two_calendars()
    if releases is not None:
        return shared(budget, releases)
    read = ((entry,) if isinstance(entry, Entry) else planned([entry]) for entry in given)
    return tuple(entry for entries in read for entry in entries)


def _converted(given: Cost, terms: Terms) -> Cost:
    """Return a budget in the terms that are counted in; an ε at δ is worth a ρ, rounded down."""
    if terms == "rho" and given.epsilon:
        if not given.delta:  # sums of ρ never amount to an ε without δ
            raise wrong_terms(terms)
        rho = rho_of(float(given.epsilon), float(given.delta))
        return Cost(rho=Fraction(rho) * (1 - Fraction(1, 10**12)))
    return given.in_terms(terms)


def _told_of_delta(account: Account) -> dict[str, float]:
    if not account.budget.delta:
        return {}
    return {"delta": float(account.budget.delta), "spent_delta": float(account.spent.delta)}


def _told_of_epsilon(given: Cost, spent: Cost, terms: Terms) -> dict[str, float]:
    """Tell what a ρ that was spent amounts to, where the budget is an ε at δ."""
    if terms != "rho" or not given.delta:
        return {}
    return {"spent_epsilon": epsilon_of_rho(float(spent.rho), float(given.delta))}


def _told_of_calendar(account: Account) -> dict[str, Any] | None:
    """Tell how many releases are planned and made, what they amount to, what is set aside."""
    calendar, terms = account.calendar, account.terms
    if not calendar.entries:
        return None
    waiting = calendar.whole - account.followed
    return {
        "planned": len(calendar.entries),
        "made": len(account.made),
        "whole": float(number_of(calendar.whole, terms)),
        "set_aside": float(number_of(waiting, terms)),
        "way": calendar.way,
        "ways": dict(calendar.ways),
        "library": calendar.library,
        "entries": [
            {**entry.plain(), "kind": entry.kind, "name": entry.name,
             "made": place in set(account.made)}
            for place, entry in enumerate(calendar.entries)
        ],
    }  # fmt: skip


def _told(entry: Mapping[str, Any], terms: Terms) -> dict[str, Any]:
    cost = cost_of(entry)
    told = {name: entry[name] for name in ("release", "name", "at", "parent", "part")}
    return {
        **told,
        "planned": entry.get("planned"),
        "cost": float(number_of(cost, terms)),
        "delta": float(cost.delta),
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
