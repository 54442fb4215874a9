"""A bound that sees that company has to be paid for, and that nobody can be in two places.

Each group that asks for company in a class offers a toll for it; whoever shows what the class shows
is paid, and takes the set that then costs least. Whatever the tolls, no blanking that treats the
records of a group alike costs less than what all then pay: docs/theory/local_suppression.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.suppression.classes import Space, helped
from discret.maths.suppression.local import Found, Layout, Problem, lay_out

ROUNDS, PATIENCE = 150, 8
EFFORT = 1e9  # steps: about a second
WHOLE = 2.0**50  # whole numbers below it are exact


@dataclass(frozen=True)
class Market:
    """Who asks for company, and what each set costs each group.

    Parameters
    ----------
    space
        Who is counted with whom.
    cost
        Sets × groups: what a set costs a group, infinite where the group can never hold with it.
    beyond
        What the cheapest set that is not looked at costs each group.
    set, group, view, number
        What is asked for: a group that takes a set needs company in a class of a view.
    lacks
        How many records of others that is, at least one.
    """

    space: Space = field(repr=False)
    cost: Floats = field(repr=False)
    beyond: Floats = field(repr=False)
    set: Ints = field(repr=False)
    group: Ints = field(repr=False)
    view: Ints = field(repr=False)
    number: Ints = field(repr=False)
    lacks: Ints = field(repr=False)

    @classmethod
    def of(cls, problem: Problem, layout: Layout) -> Market:
        """List what groups ask for, set by set and need by need."""
        space, count = layout.space, problem.count[layout.groups]
        cost = count * (layout.prices[:, None] - layout.prices[space.own])
        fits, most = space.allowed[:, space.own].copy(), helped(space)
        for view in space.uses.T:
            numbers = space.ids[view]
            fits &= (numbers >= 0) & (most[numbers] >= space.k[view][:, None])
        asked = [_asked(space, fits, view) for view in space.uses.T]
        listed = [np.concatenate(some) for some in zip(*asked, strict=True)]
        return cls(space, np.where(fits, cost, np.inf), count * layout.beyond, *listed)

    @cached_property
    def counts(self) -> Floats:
        """Sets × views: 1 where who takes the set counts for others in the view."""
        return self.space.counts.astype(np.float64)

    @cached_property
    def sizes(self) -> Ints:
        """The numbers of records that groups have."""
        return np.unique(self.space.records)

    @property
    def steps(self) -> int:
        """The work of a round."""
        return int(self.space.ids.size * (len(self.cost) + len(self.sizes) + self.space.k.max()))

    def given(self, group: Ints, lacks: Ints) -> Ints:
        """Return how much of what is lacking groups can give."""
        return np.minimum(self.space.records[group], lacks)


def _asked(space: Space, fits: Bools, view: Ints) -> list[Ints]:
    numbers = space.ids[view]
    lacks = space.k[view][:, None] - space.total[numbers] - space.records
    sets, groups = np.nonzero(fits & (lacks > 0))
    number = numbers[sets, groups].astype(np.int64)
    return [sets, groups, view[sets], number, lacks[sets, groups]]


def priced(problem: Problem, known: Found, rounds: int = ROUNDS) -> Found:
    """Return what was found with a sharper bound, if there is one.

    Parameters
    ----------
    problem
        What must hold, and what a blank costs.
    known
        Blanks that hold: their cost says how far there is to go.
    rounds
        How many times tolls are set anew, at most; the work is bounded too.

    Examples
    --------
    Of three people the third can be company for one of the others, not for both.

    >>> from discret.maths.suppression.local import Need, suppress
    >>> three = np.array([[0, 1], [1, 0], [1, 1]])
    >>> problem = Problem(three, np.ones(3, dtype=np.int64), np.array([1.0, 1.0]),
    ...                   (Need((0, 1), 2),))
    >>> found = suppress(problem)
    >>> found.bound, priced(problem, found).bound
    (3.0, 4.0)
    """
    if not known.holds or known.optimal:
        return known
    market = Market.of(problem, lay_out(problem))
    rounds = min(rounds, int(EFFORT / max(market.steps, 1)))
    bound = rounded_up(_ascended(market, known.cost, rounds), problem.price)
    return replace(known, bound=min(max(bound, known.bound), known.cost))


def rounded_up(bound: float, price: Floats) -> float:
    """Return the least cost from a bound on that whole prices can add up to.

    Examples
    --------
    >>> rounded_up(31.0, np.array([20.0, 10.0, np.inf])), rounded_up(31.0, np.array([0.5, 1.0]))
    (40.0, 31.0)
    """
    free = price[np.isfinite(price)]
    if not len(free) or (free != np.floor(free)).any() or max(free.max(), bound) > WHOLE:
        return bound
    unit = float(np.gcd.reduce(free.astype(np.int64)))
    return float(max(bound, np.ceil(bound / unit - 1e-6) * unit))


def _ascended(market: Market, upper: float, rounds: int) -> float:
    """Raise tolls where company is lacking and lower them where there is too much (Polyak's steps).

    After some rounds that gain nothing, steps are halved and begin from the best tolls again.
    """
    tolls = kept = np.zeros(len(market.set))
    best, pace, idle = -np.inf, 1.0, 0
    for _ in range(rounds):
        bound, taken = answered(market, tolls)
        idle = 0 if bound > best + 1e-5 * upper else idle + 1
        if bound > best:
            best, kept = bound, tolls
        if idle > PATIENCE:
            pace, idle, tolls = pace / 2, 0, kept
            continue
        lacking = np.where((tolls > 0) | (taken[market.group] == market.set), 1.0, 0.0)
        lacking[lacking > 0] = _lacking(market, taken, np.flatnonzero(lacking))
        lacking[(tolls <= 0) & (lacking < 0)] = 0.0
        length = float(lacking @ lacking)
        if length == 0 or bound >= upper:
            break
        tolls = np.maximum(tolls + pace * (upper - bound) / length * lacking, 0.0)
    return best


def answered(market: Market, tolls: Floats) -> tuple[float, Ints]:
    """Return what all groups pay at the least, given tolls, and the set that each takes."""
    worth, on = _worth(market, tolls), np.flatnonzero(tolls)
    live = worth.any(axis=1)
    paid = market.cost - market.counts[:, live] @ worth[live]
    np.add.at(paid, (market.set[on], market.group[on]), tolls[on] * market.lacks[on])
    taken = paid.argmin(axis=0)
    each = np.minimum(paid[taken, np.arange(len(taken))], market.beyond - worth.sum(axis=0))
    return float(each.sum()), taken


def _worth(market: Market, tolls: Floats) -> Floats:
    """Return, views × groups, the tolls of others that a group gets if it shows the view."""
    space, on = market.space, np.flatnonzero(tolls)
    number, toll, lacks = market.number[on], tolls[on], market.lacks[on]
    worth = np.zeros(space.ids.shape)
    for size in market.sizes:
        offered = np.minimum(size, lacks) * toll
        each = np.bincount(number, offered, len(space.total) + 1)  # the last, for no class, is 0
        some = space.records == size
        worth[:, some] = each[space.ids[:, some]]
    own = toll * market.given(market.group[on], lacks)
    np.subtract.at(worth, (market.view[on], market.group[on]), own)
    return worth


def _lacking(market: Market, taken: Ints, asks: Ints) -> Floats:
    """Return how much company is lacking where it is asked for; below 0 where there is too much."""
    space = market.space
    shown = space.counts[taken].T & (space.ids >= 0)
    views, groups = np.nonzero(shown)
    numbers, lacks = space.ids[views, groups], market.lacks[asks]
    company = np.zeros(len(asks))
    for lack in np.unique(lacks):
        have = np.bincount(numbers, market.given(groups, lack), len(space.total))
        company[lacks == lack] = have[market.number[asks[lacks == lack]]]
    group = market.group[asks]
    company -= shown[market.view[asks], group] * market.given(group, lacks)
    return np.asarray(lacks * (taken[group] == market.set[asks]) - company)
