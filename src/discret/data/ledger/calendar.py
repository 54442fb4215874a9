"""A calendar of releases: what will be told, declared before the first of them.

What each may tell is fixed then, so that more holds than the sum of costs; see
`maths.privacy.planned` for what holds, and decision 102 for why only then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version
from math import ceil, floor, log10
from typing import Any

from discret.data.ledger.costs import Cost, Terms
from discret.data.ledger.refusals import no_calendar, not_a_cost, wrong_terms
from discret.maths.privacy.numerical import Kind
from discret.maths.privacy.planned import Planned, Way, amounts

DIGITS = 10**6  # an amount is rounded up to so many parts of one
MOST = 10_000  # releases of a calendar
ROUNDING = Fraction(1, 10**8)
_LINE = re.compile(
    r"(?:(?P<times>\d+)\s*[x×]\s*)?(?P<terms>epsilon|rho)\s+(?P<amount>[^\s:]+)"
    r"(?:\s+delta\s+(?P<delta>[^\s:]+))?(?:\s+(?P<kind>[a-z]+))?(?:\s*:\s*(?P<name>.*\S))?"
)
_KINDS = {"epsilon": ("pure", "laplace"), "rho": ("pure", "gaussian")}


@dataclass(frozen=True)
class Entry:
    """One planned release: what it costs, what is known of its noise, and its name if it has one.

    Examples
    --------
    >>> [entry.cost.plain() for entry in planned(["2 x epsilon 0.1 laplace", "rho 0.02: April"])]
    [{'epsilon': 0.1}, {'epsilon': 0.1}, {'rho': 0.02}]
    """

    cost: Cost
    kind: Kind = "pure"
    name: str = ""

    def covers(self, cost: Cost, kind: Kind, name: str) -> bool:
        """Whether a release is the one that was planned: of its cost and noise, and its name.

        A twelfth cannot be written as a decimal number: what is less by a rounding is that cost.
        """
        noise = self.kind in ("pure", kind)
        rounded = all(
            planned * (1 - ROUNDING) <= given <= planned
            for planned, given in zip(self.cost.numbers, cost.numbers, strict=True)
        )
        return rounded and noise and self.name in ("", name)

    def plain(self) -> dict[str, float]:
        """Return its cost for a reader, who may write it again: rounded down.

        Examples
        --------
        >>> shared(Cost.of(epsilon=1), 11)[0].plain()
        {'epsilon': 0.0909090909}
        """
        told = zip(("epsilon", "delta", "rho"), self.cost.numbers, strict=True)
        return {name: _down(number) for name, number in told if number}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, fit for an entry of the ledger."""
        return {"cost": self.cost.to_dict(), "kind": self.kind, "name": self.name}

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Entry:
        """Read it again."""
        return cls(Cost.from_dict(told["cost"]), told["kind"], told["name"])


@dataclass(frozen=True)
class Calendar:
    """Planned releases, what they amount to together, and in which way that was found."""

    entries: tuple[Entry, ...]
    whole: Cost
    way: Way
    ways: Mapping[Way, float]
    library: str = ""  # the one that multiplied distributions out, with its version

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, fit for the first entry of a ledger."""
        return {
            "entries": [entry.to_dict() for entry in self.entries],
            "whole": self.whole.to_dict(),
            "way": self.way,
            "ways": dict(self.ways),
            "library": self.library,
        }

    @classmethod
    def from_dict(cls, told: Mapping[str, Any] | None) -> Calendar:
        """Read it again; nothing is the calendar of no release."""
        if told is None:
            return cls((), Cost(), "basic", {})
        entries = tuple(Entry.from_dict(entry) for entry in told["entries"])
        whole = Cost.from_dict(told["whole"])
        return cls(entries, whole, told["way"], told["ways"], told.get("library", ""))

    def free(self, used: Iterable[int], cost: Cost, kind: Kind, name: str) -> int | None:
        """Return the first planned release that this is, and that was not made yet."""
        made = set(used)
        free = (n for n, entry in enumerate(self.entries) if n not in made)
        return next((n for n in free if self.entries[n].covers(cost, kind, name)), None)


def planned(lines: Iterable[str]) -> tuple[Entry, ...]:
    """Read a calendar: "12 x epsilon 0.1 laplace", "epsilon 1 delta 1e-9: census", "rho 0.02"."""
    found: list[Entry] = []
    for line in lines:
        read = _LINE.fullmatch(line.strip())
        if read is None or (read["kind"] or "pure") not in _KINDS[read["terms"]]:
            raise no_calendar()
        times = int(read["times"] or 1)
        if not 0 < times <= MOST - len(found):
            raise no_calendar()
        cost = _cost(read["terms"], read["amount"], read["delta"])
        kind: Kind = "laplace" if read["kind"] == "laplace" else "pure"
        found += [Entry(cost, kind, read["name"] or "")] * times
    return tuple(found)


def shared(given: Cost, releases: int) -> tuple[Entry, ...]:
    """Plan so many releases with an equal part each of an ε or of a ρ: exact fractions.

    Nguyen & Castelluccia (2020), theorem 2, the first use.

    Examples
    --------
    >>> {str(entry.cost.epsilon) for entry in shared(Cost.of(epsilon=2), 12)}
    {'1/6'}
    """
    if not 0 < releases <= MOST:
        raise no_calendar()
    part = Cost(epsilon=given.epsilon / releases, rho=given.rho / releases)
    return (Entry(part),) * releases


def composed(entries: Sequence[Entry], given: Cost, terms: Terms) -> Calendar | None:
    """Return what planned releases amount to in the terms of a budget, in the best way there is.

    Counted in ρ it is their sum. Counted in ε, what is better than the sum takes the δ of the
    budget: all of it, so that what is told beside the calendar has none left.
    """
    if not entries:
        return None
    if len(entries) > MOST:
        raise no_calendar()
    if terms == "rho":
        whole = sum((entry.cost.in_terms(terms) for entry in entries), Cost())
        return Calendar(tuple(entries), whole, "zero_concentrated", {})
    told = amounts(_grouped(entries), float(given.delta))
    if not told:
        raise wrong_terms(terms)
    way = min(told, key=lambda name: (told[name], name != "basic"))
    if way == "basic":
        whole = sum((entry.cost for entry in entries), Cost())
    else:
        whole = Cost(epsilon=Fraction(ceil(told[way] * DIGITS), DIGITS), delta=given.delta)
    library = f"dp-accounting {version('dp-accounting')}" if "numerical" in told else ""
    return Calendar(tuple(entries), whole, way, told, library)


def _grouped(entries: Sequence[Entry]) -> list[Planned]:
    """Return what is alike once, with its number."""
    many: dict[tuple[Cost, Kind], int] = {}
    for entry in entries:
        many[entry.cost, entry.kind] = many.get((entry.cost, entry.kind), 0) + 1
    return [
        Planned(number, float(cost.epsilon), float(cost.delta), float(cost.rho), kind)
        for (cost, kind), number in many.items()
    ]


def _down(number: Fraction) -> float:
    """Return a number that is hardly less, with ten decimals or nine digits, or itself."""
    if Fraction(str(float(number))) == number:
        return float(number)
    scale = 10 ** max(10, 9 - floor(log10(number)))
    return float(floor(number * scale) / scale)


def _cost(terms: str, amount: str, delta: str | None) -> Cost:
    try:
        given = {terms: float(amount), "delta": float(delta or 0)}
    except ValueError:
        raise no_calendar() from None
    cost = Cost.of(**given)
    if not (cost.epsilon or cost.rho) or (cost.rho and cost.delta):
        raise not_a_cost()
    return cost
