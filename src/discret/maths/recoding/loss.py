"""What a recoding loses: losses added up key by key, and losses of the table as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from discret.maths import recoding
from discret.maths.arrays import Bools, Floats, Ints, Node

Codes = NDArray[np.int32]
Aggregate = Literal["geometric", "arithmetic"]

ROUNDING = 1e-12  # a bound must not pass what it bounds
LEAST = np.finfo(np.float64).tiny


class Shown(NamedTuple):
    """The labels of groups.

    Parameters
    ----------
    codes
        Of the finest rows, rows × keys.
    places
        For each group, where one of its rows stands among these.
    """

    codes: Codes
    places: NDArray[np.int32]


class Loss(Protocol):
    """What a search of recodings makes least."""

    @property
    def bounds(self) -> Floats:
        """The least loss of every node: one axis for each key."""

    def raised(self, node: Node, spoilt: Floats) -> Floats:
        """Return the least loss of a node and of all below it, given what is spoilt there."""

    def of(self, node: Node, shown: Shown, count: Ints, bad: Bools) -> tuple[float, Floats]:
        """Return the loss of a node whose bad groups are lost, and what that spoils."""

    def spoilt_below(self, node: Node, shown: Shown, count: Ints, lost: Floats) -> Floats:
        """Return what is spoilt below a node where at least so much of each group is lost."""

    def fewest(self, node: Node, lost: int, records: int, spoilt: Floats) -> Floats:
        """Return what is spoilt where so many of all records are lost, whichever they are."""

    def floor(self, node: Node, shown: Shown, count: Ints, bad: Bools) -> float:
        """Return a loss that no node above can do better than, where its groups tell one."""


@dataclass(frozen=True)
class ByKey:
    r"""A loss that is added up over the records for each key, then put together.

    Parameters
    ----------
    cost
        For each key, each level and each code: the cost of a record.
    top
        For each key and code: the cost of a record that is lost.
    least, most
        For each key: :math:`a` and :math:`b` below.
    totals
        For each key and code: the records that have it.
    importance
        For each key: :math:`w` below.
    aggregate
        How keys are put together.
    labels
        For each key, each level and each code: the label, where a record that is lost costs what
        tells its labels from those of the others that are. ``None`` where it costs `top`.

    Notes
    -----
    With :math:`A_j` the sum of the costs in key j, :math:`L_j = \max(0, (A_j - a_j)/(b_j - a_j))`;
    the loss is :math:`∏ (1 + w_j L_j)^{1/m} - 1` (geometric) or :math:`∑ w_j L_j / m`, as ARX, over
    the m keys that have something to lose; :math:`w` is 1 for the most important one.
    What is spoilt at a node, :math:`∑_{lost} (top - cost)`, is spoilt at least as much at every
    node below: the same records are lost there, and they cost less when they are not. So is the
    entropy of the labels of those that are lost, times their number: it grows with more records,
    and with finer labels.
    """

    cost: tuple[tuple[Floats, ...], ...] = field(repr=False)
    top: tuple[Floats, ...] = field(repr=False)
    least: Floats
    most: Floats
    totals: tuple[Floats, ...] = field(repr=False)
    importance: Floats
    aggregate: Aggregate = "geometric"
    labels: tuple[tuple[Ints, ...], ...] | None = field(default=None, repr=False)

    @cached_property
    def bounds(self) -> Floats:
        """The loss of every node when nothing is lost."""
        last = tuple(len(own) - 1 for own in self._sums)
        return self.raised(last, np.zeros(len(last)))

    def raised(self, node: Node, spoilt: Floats) -> Floats:
        """Return the loss of a node and of all below it where so much is spoilt."""
        whole, key, first = self._levels
        shaped = self._shaped(self._scaled(whole + spoilt[key], key))
        total = np.zeros(())
        for level, start in zip(node, first, strict=True):
            total = total[..., None] + shaped[start : start + level + 1]
        return np.asarray(np.expm1(total) if self.aggregate == "geometric" else total)

    def fewest(self, node: Node, lost: int, records: int, spoilt: Floats) -> Floats:
        """Return what is spoilt where as many records are lost, those that it costs least for.

        Nothing is told where that hangs on which they are.
        """
        if self.labels is not None:
            return np.zeros_like(spoilt)
        return np.array([
            _cheapest(top - levels[level], totals, lost)
            for top, levels, level, totals in zip(
                self.top, self.cost, node, self.totals, strict=True
            )
        ])  # fmt: skip

    def of(self, node: Node, shown: Shown, count: Ints, bad: Bools) -> tuple[float, Floats]:
        """Return the loss of a node whose bad groups are lost, and what that spoils."""
        spoilt = self._spoilt(node, shown, count, bad)
        return float(self._of_sums(self._whole(node) + spoilt)), spoilt

    def _spoilt(self, node: Node, shown: Shown, count: Ints, bad: Bools) -> Floats:
        if not bad.any():
            return np.zeros(len(node))
        if self.labels is None:
            return self.spoilt_below(node, shown, count, np.multiply(count, bad, dtype=np.float64))
        lost, own = shown.codes[shown.places[bad]].T, count[bad]
        told = zip(self.labels, node, lost, strict=True)
        return np.array([bits_apart(names[level][code], own) for names, level, code in told])

    def spoilt_below(self, node: Node, shown: Shown, count: Ints, lost: Floats) -> Floats:
        """Return what is spoilt below a node where at least so much of each group is lost.

        Whichever records these are, they have the labels of the group, and lose no less below.
        Nothing is told where it hangs on which they are.
        """
        if self.labels is not None:
            return np.zeros(len(node))
        price = self._prices[self._each, node]
        return recoding.rollup.spoilt_by(shown.codes, shown.places, lost, price)

    def floor(self, node: Node, shown: Shown, count: Ints, bad: Bools) -> float:
        """Return nought: the bounds are known before."""
        return 0.0

    @cached_property
    def _prices(self) -> Floats:
        """Keys × levels × codes: how much more a record costs when it is lost."""
        height, width = max(map(len, self.cost)), max(map(len, self.top))
        found = np.zeros((len(self.top), height, width))
        for key, (top, levels) in enumerate(zip(self.top, self.cost, strict=True)):
            for level, cost in enumerate(levels):
                found[key, level, : len(top)] = top - cost
        return found

    @cached_property
    def _sums(self) -> list[Floats]:
        return [
            np.array([float((totals * level).sum()) for level in levels])
            for totals, levels in zip(self.totals, self.cost, strict=True)
        ]

    @cached_property
    def _levels(self) -> tuple[Floats, Ints, Ints]:
        """The sums of all levels in one row, the key of each, and where those of a key begin."""
        sizes = [len(own) for own in self._sums]
        first = np.cumsum([0, *sizes[:-1]])
        return np.concatenate(self._sums), np.repeat(np.arange(len(sizes)), sizes), first

    def _whole(self, node: Node) -> Floats:
        whole, _, first = self._levels
        return np.asarray(whole[first + node])

    @cached_property
    def _each(self) -> Ints:
        return np.arange(len(self.top))

    def _scaled(self, sums: Floats, key: Ints | slice = slice(None)) -> Floats:
        wide, weight = self._spread
        return np.maximum(0.0, (sums - self.least[key]) / wide[key]) * weight[key]

    @cached_property
    def _spread(self) -> tuple[Floats, Floats]:
        """What the sums of each key are divided by, and how much it counts: not if they are one."""
        spread = self.most - self.least
        weight = self.importance / max(float(self.importance.max(initial=0.0)), LEAST)
        return np.where(spread > 0, spread, 1.0), np.where(spread > 0, weight, 0.0)

    @cached_property
    def _part(self) -> float:
        """The part of each key in the mean of those that have something to lose."""
        return 1 / max(int(np.count_nonzero(self.most > self.least)), 1)

    def _shaped(self, scaled: Floats) -> Floats:
        return (np.log1p(scaled) if self.aggregate == "geometric" else scaled) * self._part

    def _of_sums(self, sums: Floats) -> Floats:
        total = self._shaped(self._scaled(sums)).sum(axis=-1)
        return np.asarray(np.expm1(total) if self.aggregate == "geometric" else total)


@dataclass(frozen=True)
class OfTable:
    """A loss that only the groups of a node tell: next to no bound is known before.

    Parameters
    ----------
    bounds
        For every node, what it loses at the least: in what order they are looked at; see `guide`.
    rate
        Takes the labels and records of the groups, those that are lost, and the node.
    above
        Takes the same, and returns a loss that no node above can do better than.
    below
        Takes the records of the groups and how many of each are lost; returns a loss that no node
        below can do better than at which as many are lost too, and maybe more.
    """

    bounds: Floats = field(repr=False)
    rate: Callable[[Node, Shown, Ints, Bools], float]
    above: Callable[[Node, Shown, Ints, Bools], float]
    below: Callable[[Ints, Floats], float] = field(default=lambda _count, _lost: 0.0)

    def raised(self, node: Node, spoilt: Floats) -> Floats:
        """Return what is known of all nodes below one that lost as much."""
        return np.asarray(spoilt.max(initial=0.0, keepdims=True))

    def fewest(self, node: Node, lost: int, records: int, spoilt: Floats) -> Floats:
        """Return what is spoilt where as many are lost: they may be of one group, all of it."""
        return self._told(node, np.array([records]), np.array([float(lost)]))

    def of(self, node: Node, shown: Shown, count: Ints, bad: Bools) -> tuple[float, Floats]:
        """Return the loss of a node whose bad groups are lost."""
        lost = np.multiply(count, bad, dtype=np.float64)
        return self.rate(node, shown, count, bad), self._told(node, count, lost)

    def spoilt_below(self, node: Node, shown: Shown, count: Ints, lost: Floats) -> Floats:
        """Return what is known of all nodes below, where so much of each group is lost."""
        return self._told(node, count, lost)

    def _told(self, node: Node, count: Ints, lost: Floats) -> Floats:
        return np.full(len(node), self.below(count, lost) * (1 - ROUNDING))

    def floor(self, node: Node, shown: Shown, count: Ints, bad: Bools) -> float:
        """Return the loss that no node above can do better than."""
        return self.above(node, shown, count, bad) * (1 - ROUNDING)


def _cheapest(cost: Floats, records: Floats, lost: int) -> float:
    """Sum what it costs to lose some records, those that cost least.

    Examples
    --------
    >>> _cheapest(np.array([0.5, 0.25]), np.array([9.0, 2.0]), 3)
    1.0
    """
    order = np.argsort(cost)
    before = np.cumsum(records[order]) - records[order]
    return float(cost[order] @ np.clip(lost - before, 0.0, records[order]))


def together(lost: Floats, aggregate: Aggregate) -> float:
    """Put the losses of keys together.

    Examples
    --------
    >>> round(together(np.array([1.0, 0.0]), "geometric"), 6)
    0.414214
    >>> together(np.array([1.0, 0.0]), "arithmetic")
    0.5
    """
    shaped = np.log1p(lost) if aggregate == "geometric" else lost
    total = float(shaped.sum() / max(len(lost), 1))
    return float(np.expm1(total)) if aggregate == "geometric" else total


def bits_apart(labels: Ints, count: Ints) -> float:
    r"""Return the bits that tell the labels of records apart: :math:`∑_g c(g) \log_2 (n / c(g))`.

    Examples
    --------
    >>> bits_apart(np.array([1, 2, 2]), np.array([2, 1, 1]))
    4.0
    """
    found = np.bincount(labels, count)
    found = found[found > 0]
    return float((found * np.log2(found.sum() / found)).sum())


def entropies(codes: Sequence[Ints], totals: Floats) -> tuple[list[Floats], Floats]:
    r"""Return the bits lost about a value, at each level, and when the record is lost.

    Non-uniform entropy (Prasser et al. 2016, after Gionis & Tassa): :math:`\log_2 c(g) / c(v)`,
    with c(v) the records that have the value (`totals`) and c(g) those that have its label.

    Examples
    --------
    >>> levels = [np.array([0, 1, 2]), np.array([0, 1, 1])]
    >>> cost, top = entropies(levels, np.array([0.0, 1.0, 3.0]))
    >>> [one.round(3).tolist() for one in cost]
    [[0.0, 0.0, 0.0], [0.0, 2.0, 0.415]]
    """
    own = np.maximum(totals, 1.0)
    found = []
    for level in codes:
        label = np.bincount(level, totals)
        found.append(np.log2(np.maximum(label[level], own) / own))
    return found, np.asarray(np.log2(totals.sum() / own))
