"""What is drawn for some columns, part by part, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.history.draws import Draws
from discret.data.history.trail import Chances
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.perturbation import transitions
from discret.reduce.pram.matrices import States

# of each part the matrix is used and let go: a thousand values in a thousand parts are 8 GB
MANY = 2_000  # states of a column that is perturbed, at most
LISTED = 200  # states of a column whose chances are listed in facts, at most


@dataclass
class Drawing:
    """The states that records show, and the chances by which they do, added up over parts.

    Parameters
    ----------
    states, weights
        The states of the columns, and the weights of the records.
    shown
        The state that each record shows.
    flow, records
        How much weight, and how many records, are expected to go from each state to each.
    usual
        The chances of the first part: those of a state that no record has.
    epsilon
        The largest of those of the parts.
    parts
        How many parts there were.
    part, held, matrix
        The part of each record; of each part its counts and what is allowed there, and what makes
        chances of these.
    """

    states: States
    weights: Floats = field(repr=False)
    part: Ints = field(repr=False)
    matrix: Callable[[Floats, Bools], Floats] = field(repr=False)
    shown: Ints = field(repr=False)
    flow: Floats = field(repr=False)
    records: Floats = field(repr=False)
    usual: Floats = field(repr=False)
    epsilon: float = 0.0
    parts: int = 0
    held: list[tuple[Floats, Bools]] = field(default_factory=list, repr=False)

    @classmethod
    def of(
        cls, states: States, weights: Floats, part: Ints, matrix: Callable[[Floats, Bools], Floats]
    ) -> Drawing:
        """Begin: nothing is drawn yet."""
        size = (len(states), len(states))
        flow, records, usual = np.zeros(size), np.zeros(size), np.eye(len(states))
        return cls(states, weights, part, matrix, states.codes.copy(), flow, records, usual)

    def near(self, rows: Ints) -> Ints:
        """Return the states that some records have."""
        return np.flatnonzero(self._number(rows))

    def _number(self, rows: Ints) -> Ints:
        """Return how many of some records have each state."""
        return np.bincount(self.states.codes[rows] + 1, minlength=len(self.states) + 1)[1:]

    def count(self, rows: Ints, near: Ints) -> Floats:
        """Return the weight of each of some states among some records."""
        codes, size = self.states.codes[rows], len(self.states)
        heavy = np.bincount(codes + 1, self.weights[rows], minlength=size + 1)[1:]
        return np.asarray(heavy[near], dtype=np.float64)

    def draw(self, rows: Ints, near: Ints, matrix: Floats, rng: np.random.Generator) -> None:
        """Draw what records of a part show, by the chances among some states."""
        codes, whole = self.states.codes[rows], len(near) == len(self.states)
        places = np.full(len(self.states) + 1, -1)
        places[near] = np.arange(len(near))  # the last is that of what is missing
        found = transitions.drawn(matrix, codes if whole else places[codes], rng)
        self.show(rows, near, matrix, found if whole else np.append(near, -1)[found])

    def show(self, rows: Ints, near: Ints, matrix: Floats, shown: Ints) -> None:
        """Take in what records of a part show, drawn by these chances among some states."""
        codes, whole = self.states.codes[rows], len(near) == len(self.states)
        self.shown[rows] = shown
        self._add(rows, near, matrix)
        if (codes >= 0).any():
            own = transitions.epsilon(matrix) if whole else np.inf  # others are never shown there
            self.epsilon = max(self.epsilon, own)
        self.parts += 1

    def _add(self, rows: Ints, near: Ints, matrix: Floats) -> None:
        """Add the chances of a part to those of the file, by the records that are there."""
        every = self._number(rows)
        held = np.flatnonzero(every)
        places = np.searchsorted(near, held)
        if not self.parts and len(near) == len(self.states):
            self.usual = matrix
        number = every[held]
        inside = np.ix_(held, near)
        self.flow[inside] += matrix[places] * self.count(rows, held)[:, None]
        self.records[inside] += matrix[places] * number[:, None]

    @property
    def name(self) -> str:
        """The columns, as they are called in facts."""
        return " | ".join(self.states.names)

    def draws(self, rows: pl.Series) -> Draws:
        """Return the chances by which records of these numbers were drawn, made when asked for."""
        labels = tuple(self.states.labels)
        return Draws(self.states.names, labels, self._matrices, rows, self.part)

    def _matrices(self) -> Floats:
        every = [self.matrix(*own) for own in self.held] or [np.eye(len(self.states))]
        return np.stack(every)

    @property
    def pooled(self) -> Floats:
        """The chances over the whole file: those of the parts, by the records there."""
        return _shares(self.flow, self.usual)

    @property
    def realised(self) -> Floats:
        """The (weighted) shares in which values became others."""
        known = self.states.codes >= 0
        size = len(self.states)
        pair = self.states.codes[known] * size + self.shown[known]
        flow = np.bincount(pair, self.weights[known], minlength=size * size).astype(np.float64)
        return _shares(flow.reshape(size, size), np.zeros((size, size)))

    @property
    def changed(self) -> float:
        """The share of the values that are others now."""
        known = self.states.codes >= 0
        return float((self.shown != self.states.codes)[known].mean()) if known.any() else 0.0

    def chances(self, name: str) -> Chances:
        """Return the chances that a value of one of the columns is shown as another, by records."""
        values, of = numbered(self.states.values[name])
        if len(values) == len(self.states):  # the column is all there is
            return Chances(values, _shares(self.records, self.usual)[np.ix_(*_order(of))])
        flow = np.zeros((len(values), len(values)))
        np.add.at(flow, (of[:, None], of[None, :]), self.records)
        return Chances(values, _shares(flow, np.eye(len(values))))


def _order(of: Ints) -> tuple[Ints, Ints]:
    """Return, twice, the place of each value."""
    order = np.argsort(of, kind="stable")
    return order, order


def _shares(flow: Floats, usual: Floats) -> Floats:
    """Return the shares of each row; the usual ones where there is nothing."""
    total = flow.sum(axis=1, keepdims=True)
    return np.asarray(np.where(total > 0, flow / np.where(total > 0, total, 1.0), usual))


def rows_by_part(part: Ints, parts: int) -> Iterator[Ints]:
    """Yield the records of each part, in their order.

    Examples
    --------
    >>> [rows.tolist() for rows in rows_by_part(np.array([1, 0, 1]), 2)]
    [[1], [0, 2]]
    """
    order = np.argsort(part, kind="stable") if parts > 1 else np.arange(len(part))
    ends = np.cumsum(np.bincount(part, minlength=parts))
    yield from np.split(order, ends[:-1]) if len(part) else ()


def tell(facts: dict[str, Any], drawn: Drawing) -> None:
    """Add what is to be told of some columns."""
    labels, pooled = drawn.states.labels, drawn.pooled
    count = drawn.flow.sum(axis=1)
    told: dict[str, Any] = {
        "changed": drawn.changed,
        "epsilon": drawn.epsilon if isfinite(drawn.epsilon) else None,
        "expected": dict(zip(labels, (count @ pooled).round(9).tolist(), strict=True)),
    }
    if len(labels) <= LISTED:
        tables = (pooled, drawn.realised, transitions.posterior(pooled, count))
        named = zip(("matrix", "realised", "posterior"), tables, strict=True)
        told |= {name: _tabled(table, labels) for name, table in named}
    else:
        facts.setdefault("too_many", []).append(drawn.name)
    for name, value in told.items():
        facts.setdefault(name, {})[drawn.name] = value
    facts["parts"] = max(facts["parts"], drawn.parts)


def _tabled(matrix: Floats, labels: list[str]) -> dict[str, dict[str, float]]:
    """Write a matrix with the names of its rows and columns; what is nought is left out."""
    return {
        true: {labels[place]: float(row[place]) for place in np.flatnonzero(row)}
        for true, row in zip(labels, matrix, strict=True)
    }
