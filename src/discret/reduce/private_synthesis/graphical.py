"""A graphical model of noisy marginals, by the library mbi, and records drawn from it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from discret.errors import ExtraError
from discret.maths.arrays import Floats, Ints
from discret.words import Words

Clique = tuple[int, ...]
STEPS = 1000  # of the search for the model that fits best
MEGABYTE = 1 << 20


class Noisy(NamedTuple):
    """A marginal with its noise: its columns, a count for each of its cells, the deviation."""

    columns: Clique
    counts: Floats
    deviation: float


class Libraries(NamedTuple):
    """What fits models, and what that computes by."""

    mbi: Any
    jax: Any


@cache
def libraries() -> Libraries:
    """Load them; what they say of settings that are left alone here is not passed on."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Libraries(import_module("mbi"), import_module("jax"))
    except ImportError:
        raise ExtraError(_SYNTHESIS, "synthesis") from None


@dataclass(frozen=True)
class Space:
    """The cells of the columns, crossed: how many each has."""

    sizes: tuple[int, ...]

    @property
    def _domain(self) -> Any:
        return libraries().mbi.Domain(tuple(map(str, range(len(self.sizes)))), self.sizes)

    def megabytes(self, cliques: Sequence[Clique]) -> float:
        """Return how large a model of these marginals would be."""
        size = libraries().mbi.junction_tree.hypothetical_model_size
        return float(size(self._domain, [_named(clique) for clique in cliques]))

    def fitted(self, noisy: Sequence[Noisy], total: float, before: Model | None = None) -> Model:
        """Return the model of so many records that fits noisy marginals best, and least else.

        Of all that fit alike it is the one of the largest entropy (McKenna et al. 2019). It depends
        on nothing but noisy numbers, and so costs nothing.
        """
        mbi, jax = libraries()
        with jax.enable_x64(True):
            measured = [
                mbi.LinearMeasurement(own.counts, _named(own.columns), stddev=own.deviation)
                for own in noisy
            ]
            found = mbi.estimation.MirrorDescent().estimate(
                self._domain,
                measured,
                known_total=total,
                iters=STEPS,
                warm_start=None if before is None else before.found,
            )
        return Model(self, found)


@dataclass(frozen=True)
class Model:
    """A model of records: what marginals it expects, and records drawn from it."""

    space: Space
    found: Any = field(repr=False)

    def marginal(self, columns: Clique) -> Floats:
        """Return the expected count of each cell of some columns, crossed."""
        with libraries().jax.enable_x64(True):
            found = self.found.project(_named(columns)).datavector(flatten=False)
            return np.array(found, dtype=np.float64)

    def drawn(self, number: int, rng: np.random.Generator) -> list[Ints]:
        """Draw records: of each column the cell of each.

        Columns are drawn one after the other, each by those drawn before that the model links it
        to, and spread evenly: of records alike so far each cell gets its share but for one.
        """
        tree, order = libraries().mbi.junction_tree.make_junction_tree(
            self.found.domain, [tuple(clique) for clique in self.found.cliques]
        )
        found: dict[int, Ints] = {}
        for name in reversed(order):
            column = int(name)
            near = {int(other) for clique in tree.nodes if name in clique for other in clique}
            told = tuple(sorted(near & set(found)))
            law = self.marginal((*told, column)).reshape(-1, self.space.sizes[column])
            parent = np.zeros(number, dtype=np.int64)
            for other in told:
                parent = parent * self.space.sizes[other] + found[other]
            found[column] = spread(law, parent, rng)
        return [found[column] for column in range(len(self.space.sizes))]


def spread(law: Floats, parent: Ints, rng: np.random.Generator) -> Ints:
    """Draw a cell for each record by the law of its row, evenly among those of one row.

    Examples
    --------
    >>> law = np.array([[1.0, 3.0], [1.0, 0.0]])
    >>> drawn = spread(law, np.array([0, 0, 0, 0, 1, 1]), np.random.default_rng(1))
    >>> sorted(drawn[:4].tolist()), drawn[4:].tolist()
    ([0, 1, 1, 1], [0, 0])
    """
    size = law.shape[1]
    kept = np.maximum(law, 0.0)
    total = kept.sum(axis=1, keepdims=True)
    shares = np.where(total > 0, kept / np.where(total > 0, total, 1.0), 1.0 / size)
    steps = np.cumsum(shares, axis=1)
    steps[:, -1] = 1.0
    sizes = np.bincount(parent, minlength=len(law))
    order = np.lexsort((rng.random(len(parent)), parent))
    rank = np.empty(len(parent), dtype=np.int64)
    rank[order] = np.arange(len(parent)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    at = (rank + rng.random(len(law))[parent]) / np.maximum(sizes[parent], 1)
    flat = (steps + np.arange(len(law))[:, None]).ravel()
    found = np.searchsorted(flat, parent + at, side="right") - parent * size
    return np.asarray(np.clip(found, 0, size - 1))


def _named(clique: Clique) -> tuple[str, ...]:
    return tuple(map(str, clique))


_SYNTHESIS = Words("private synthesis", fr="la synthèse privée")
