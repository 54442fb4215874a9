"""What a release costs, and what a budget holds: exact numbers, as they were written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import nextafter
from typing import Any, Literal

from discret.data.ledger.refusals import not_a_cost, wrong_terms

Terms = Literal["epsilon", "rho"]
MOST = 10**300  # beyond which a number cannot be told


def not_above(number: float) -> float:
    """Return the largest float that is not above a number as it is written, which is what is paid.

    The float of 0.1 is above a tenth: noise for it would tell more than was paid, by a trifle.

    Examples
    --------
    >>> not_above(0.5), not_above(0.1) < 0.1, not_above(0.3) == 0.3
    (0.5, True, True)
    """
    return nextafter(number, 0.0) if Fraction(number) > Fraction(str(number)) else number


@dataclass(frozen=True)
class Cost:
    """What a release costs: an ε with a δ, or a ρ of zero-concentrated differential privacy.

    Numbers are those that were written: ten times 0.1 are 1.

    Examples
    --------
    >>> sum([Cost.of(epsilon=0.1)] * 10, Cost()) == Cost.of(epsilon=1)
    True
    """

    epsilon: Fraction = Fraction(0)
    delta: Fraction = Fraction(0)
    rho: Fraction = Fraction(0)

    @classmethod
    def of(cls, *, epsilon: float = 0, delta: float = 0, rho: float = 0) -> Cost:
        """Take the numbers as they are written; refuse what is no cost."""
        try:
            given = [Fraction(str(number)) for number in (epsilon, delta, rho)]
        except ValueError:  # of a number that is not finite, or none at all
            raise not_a_cost() from None
        sound = all(0 <= number <= MOST for number in given) and given[1] < 1
        if not sound or (given[0] and given[2]):
            raise not_a_cost()
        return cls(*given)

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.epsilon + other.epsilon, self.delta + other.delta, self.rho + other.rho)

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.epsilon - other.epsilon, self.delta - other.delta, self.rho - other.rho)

    @classmethod
    def most(cls, costs: Iterable[Cost]) -> Cost:
        """Return the highest of each: what parts of a table that share nobody cost together."""
        listed = [cls(), *costs]
        return cls(
            *(max(getattr(cost, name) for cost in listed) for name in ("epsilon", "delta", "rho"))
        )

    @property
    def numbers(self) -> tuple[Fraction, Fraction, Fraction]:
        """Its ε, its δ and its ρ."""
        return self.epsilon, self.delta, self.rho

    @property
    def sound(self) -> bool:
        """Whether none of its terms is below 0, as one is where more was spent than there is."""
        return min(self.epsilon, self.delta, self.rho) >= 0

    def in_terms(self, terms: Terms) -> Cost:
        """Return it as a budget counts: a pure ε is worth half its square in ρ, nothing else is.

        Bun & Steinke (2016), proposition 1.4; a ρ or a δ has no such worth in the other terms.
        """
        if terms == "epsilon" and not self.rho:
            return self
        if terms == "rho" and not self.delta:
            return Cost(rho=self.rho + self.epsilon**2 / 2)
        raise wrong_terms(terms)

    def to_dict(self) -> dict[str, str]:
        """Return its numbers as text, those that are not 0: fit for an entry."""
        told = {"epsilon": self.epsilon, "delta": self.delta, "rho": self.rho}
        return {name: str(number) for name, number in told.items() if number}

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Cost:
        """Read it again."""
        return cls(**{name: Fraction(number) for name, number in told.items()})

    def plain(self) -> dict[str, float]:
        """Return its numbers for a reader."""
        told = {"epsilon": self.epsilon, "delta": self.delta, "rho": self.rho}
        return {name: float(number) for name, number in told.items() if number}
