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
from discret.data.ledger.costs import Cost, Terms
from discret.data.ledger.refusals import (
    another_source,
    no_parent,
    no_such_part,
    not_a_cost,
    overdrawn,
    used_already,
    wrong_terms,
)
from discret.data.ledger.sources import marks, same
from discret.maths.privacy.composition import epsilon_of_rho, rho_of
from discret.words import say


@dataclass(frozen=True)
class Ledger:
    """A budget and what was spent of it, in a file that is only ever added to.

    What a release costs may depend on what earlier ones told, so that costs add up: in ε (and δ),
    or in ρ, converted once (Rogers et al. 2016; Feldman & Zrnic 2021). Of parts of the source that
    share nobody, declared at opening, the dearest counts (Nguyen & Castelluccia 2020, theorem 2).
    What is made from an earlier release alone costs nothing.

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
            Names of parts of the source that share nobody, whatever it will hold.
        """
        given = Cost.of(epsilon=epsilon, delta=delta, rho=rho)
        if not (given.epsilon or given.rho):
            raise not_a_cost()
        counted = terms or ("rho" if given.rho else "epsilon")
        number = uuid4().hex
        entry = {
            "kind": "budget",
            "ledger": number,
            "begun": _now(),
            "given": given.to_dict(),
            "terms": counted,
            "budget": _converted(given, counted).to_dict(),
            "parts": sorted(set(parts)),
            "source": marks(source, number),
        }
        chain.begin(path, entry)
        return cls(path)

    def spend(
        self,
        cost: Cost,
        *,
        name: str,
        source: Path | None = None,
        release: str | None = None,
        parent: str | None = None,
        part: str | None = None,
    ) -> Mapping[str, Any]:
        """Pay for a release, before anything is read; refuse what is more than is left.

        Parameters
        ----------
        cost
            What it costs; nothing where it is made from `parent`, an earlier release, alone.
        name
            What reports call it.
        source
            The file it is made from: another one than the ledger's is refused.
        release
            Its number. One that was paid already is not paid again, so that whoever was
            interrupted may ask once more; by default a new one.
        part
            The part of the source that it is about, if not all of it.
        """
        number = release or uuid4().hex
        if source is not None:
            self.check_source(source)

        def decide(entries: Sequence[chain.Entry]) -> chain.Entry | None:
            opening, paid = entries[0], entries[1:]
            due = Cost() if parent is not None else cost.in_terms(opening["terms"])
            origin = None if parent is None else _numbered(paid, parent)
            entry = {
                "kind": "release", "release": number, "name": name, "at": _now(),
                "cost": due.to_dict(), "parent": origin, "part": part,
            }  # fmt: skip
            known = [old for old in paid if old["release"] == number]
            if known:
                _check_same(known[0], entry)
                return None
            _check(opening, paid, entry, due)
            return entry

        return chain.add(self.path, decide) or self.entry(number)

    def afford(self, cost: Cost, *, part: str | None = None) -> None:
        """Refuse what is more than is left, and pay nothing: asked before anything is read."""
        opening, *paid = chain.entries(self.path)
        due = cost.in_terms(opening["terms"])
        _check(opening, paid, {"cost": due.to_dict(), "parent": None, "part": part}, due)

    def entry(self, release: str) -> Mapping[str, Any]:
        """Return the entry of a release."""
        paid = self.releases
        number = _numbered(paid, release)
        return next(entry for entry in paid if entry["release"] == number)

    @property
    def opening(self) -> Mapping[str, Any]:
        """The first entry: the budget, its terms, its parts, its source."""
        return chain.entries(self.path)[0]

    @property
    def releases(self) -> list[Mapping[str, Any]]:
        """The entries of releases, in order."""
        return list(chain.entries(self.path)[1:])

    @property
    def budget(self) -> Cost:
        """What may be spent in all, in the terms that are counted in."""
        return Cost.from_dict(self.opening["budget"])

    @property
    def spent(self) -> Cost:
        """What was spent so far."""
        opening, *paid = chain.entries(self.path)
        return total(paid, opening["parts"])

    @property
    def left(self) -> Cost:
        """What is left for a release of the whole source."""
        return self.budget - self.spent

    @property
    def seal(self) -> str:
        """The last seal: told beside a release, it shows whether entries were cut off later."""
        return chain.seal(self.path)

    def check_source(self, source: Path) -> None:
        """Refuse another source than the ledger's."""
        opening = self.opening
        if not same(source, opening["source"], opening["ledger"]):
            raise another_source()

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        opening, *paid = chain.entries(self.path)
        terms, budget = opening["terms"], Cost.from_dict(opening["budget"])
        spent, given = total(paid, opening["parts"]), Cost.from_dict(opening["given"])
        return {
            "terms": terms,
            "given": given.plain(),
            "budget": float(_number(budget, terms)),
            "spent": float(_number(spent, terms)),
            "left": float(_number(budget - spent, terms)),
            **_told_of_delta(budget, spent),
            **_told_of_epsilon(given, spent, terms),
            "begun": opening["begun"],
            "parts": opening["parts"],
            "releases": [_told(entry, terms) for entry in paid],
            "seal": self.seal,
        }


def total(paid: Sequence[Mapping[str, Any]], parts: Sequence[str]) -> Cost:
    """Return what releases cost together: those of all, and of the dearest part.

    Examples
    --------
    >>> paid = [{"cost": {"epsilon": "1/2"}, "part": part} for part in (None, "north", "south")]
    >>> float(total(paid, ["north", "south"]).epsilon)
    1.0
    """
    every = sum((_cost(entry) for entry in paid if entry["part"] is None), Cost())
    own = [sum((_cost(entry) for entry in paid if entry["part"] == part), Cost()) for part in parts]
    return every + Cost.most(own)


def _check(
    opening: chain.Entry, paid: Sequence[chain.Entry], entry: chain.Entry, due: Cost
) -> None:
    """Refuse what is more than is left, or made from nothing known."""
    if entry["part"] is not None and entry["part"] not in opening["parts"]:
        raise no_such_part()
    if entry["parent"] is not None:
        return
    if not (due.epsilon or due.rho):
        raise not_a_cost()
    budget = Cost.from_dict(opening["budget"])
    if not total([*paid, entry], opening["parts"]).within(budget):
        left = budget - total(paid, opening["parts"])
        raise overdrawn(_said(due), _said(left))


def _numbered(paid: Sequence[chain.Entry], start: str) -> str:
    """Return the number of a release of which the beginning is given."""
    found = [str(entry["release"]) for entry in paid if entry["release"].startswith(start)]
    if start in found:
        return start
    if len(found) != 1 or not start:
        raise no_parent()
    return found[0]


def _check_same(old: chain.Entry, new: chain.Entry) -> None:
    if any(old[name] != new[name] for name in ("cost", "parent", "part")):
        raise used_already()


def _converted(given: Cost, terms: Terms) -> Cost:
    """Return a budget in the terms that are counted in; an ε at δ is worth a ρ, rounded down."""
    if terms == "rho" and given.epsilon:
        if not given.delta:  # sums of ρ never amount to an ε without δ
            raise wrong_terms(terms)
        rho = rho_of(float(given.epsilon), float(given.delta))
        return Cost(rho=Fraction(rho) * (1 - Fraction(1, 10**12)))
    return given.in_terms(terms)


def _cost(entry: Mapping[str, Any]) -> Cost:
    return Cost.from_dict(entry["cost"])


def _number(cost: Cost, terms: Terms) -> Fraction:
    return cost.rho if terms == "rho" else cost.epsilon


def _told_of_delta(budget: Cost, spent: Cost) -> dict[str, float]:
    if not budget.delta:
        return {}
    return {"delta": float(budget.delta), "spent_delta": float(spent.delta)}


def _told_of_epsilon(given: Cost, spent: Cost, terms: Terms) -> dict[str, float]:
    """Tell what a ρ that was spent amounts to, where the budget is an ε at δ."""
    if terms != "rho" or not given.delta:
        return {}
    return {"spent_epsilon": epsilon_of_rho(float(spent.rho), float(given.delta))}


def _told(entry: Mapping[str, Any], terms: Terms) -> dict[str, Any]:
    cost = _cost(entry)
    told = {name: entry[name] for name in ("release", "name", "at", "parent", "part")}
    return {**told, "cost": float(_number(cost, terms)), "delta": float(cost.delta)}


def _said(cost: Cost) -> str:
    signs = {"epsilon": "ε", "delta": "δ", "rho": "ρ"}
    told = cost.plain() or {"epsilon": 0.0}
    return ", ".join(say("{n}", "{n}", n=n) + f" {signs[name]}" for name, n in told.items())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
