"""Marginals chosen one after the other where the model is farthest off, measured with noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import sqrt

import numpy as np

from discret.maths.arrays import Floats, Ints
from discret.maths.privacy.chance import Chance
from discret.parts import Progress
from discret.private.mechanisms import Distance, Guarantee, measurement
from discret.private.selection import choice
from discret.reduce.private_synthesis.graphical import Clique, Model, Noisy, Space
from discret.reduce.private_synthesis.refusals import FITTING

SINGLE, CHOOSING, CHOSEN = 0.3, 0.1, 0.6  # of the budget: columns alone, choices, what was chosen
UNITS = 1000  # of a count, in scores
ROUNDED = 1 - 1e-12  # what floating-point sums may add is left unspent


@dataclass
class Spending:
    """A budget in parts, and what was spent of it: what OpenDP's maps say, added up exactly.

    Parameters
    ----------
    guarantee
        What may be spent in all.
    ways
        Cells of a marginal in which neighbouring tables differ.
    chance
        Where it is a test's, noise is of the same scale and from there: nothing is private.
    """

    guarantee: Guarantee
    ways: int
    chance: Chance = field(repr=False)
    spent: Fraction = Fraction(0)

    def part(self, share: float) -> Guarantee:
        """Return a share of the budget: in ρ where noise is Gaussian."""
        rho = self.guarantee.concentrated * ROUNDED * share
        return Guarantee(rho=rho) if rho else Guarantee(self.guarantee.epsilon * ROUNDED * share)

    def measured(self, columns: Clique, counts: Ints, share: float) -> Noisy:
        """Measure a marginal with noise."""
        part, distance = self.part(share), Distance(self.ways, 1)
        mechanism, scale = measurement(distance, part)
        self.spent += Fraction(mechanism.map(distance.length if part.rho else distance.sum))
        deviation = scale if part.rho else sqrt(2) * scale
        if self.chance.private:
            drawn = np.array(mechanism(counts.tolist()), dtype=np.float64)
        else:
            law = self._rng.normal if part.rho else self._rng.laplace
            drawn = np.asarray(counts + np.rint(law(0.0, scale, len(counts))), dtype=np.float64)
        return Noisy(columns, drawn, deviation)

    def chosen(self, scores: Ints, share: float) -> int:
        """Choose the highest of some scores, about."""
        mechanism, scale = choice(self.ways * UNITS, self.part(share))
        self.spent += Fraction(mechanism.map(self.ways * UNITS))
        if self.chance.private:
            return int(mechanism(scores.tolist()))
        return int(np.argmax(scores + self._rng.gumbel(0.0, scale, len(scores))))

    @property
    def _rng(self) -> np.random.Generator:
        return np.random.default_rng(self.chance.words(4))

    def within(self) -> bool:
        """Whether no more was spent than is given."""
        given = self.guarantee.concentrated or self.guarantee.epsilon
        return self.spent <= Fraction(given)


@dataclass(frozen=True)
class Search:
    r"""What is measured, how often, and how large the model may be.

    First every column by itself; then, round by round, the marginal on which the model of all noisy
    ones so far is farthest from the file, beyond what noise alone would do: chosen by a noisy
    maximum, measured with noise, and fitted (MWEM+PGM and AIM, McKenna et al. 2019, 2022). The
    budget is shared out before anything is read; what depends on earlier outputs is which marginal
    comes next, so that costs are sums, of ε or of ρ.

    A table with one record more or less differs in one cell of a marginal by 1, with one replaced
    in two: that is the distance handed to OpenDP. The score of a marginal is :math:`\sum_c |x_c -
    m_c|` less a constant, x being whole counts of the file and m those of the model: it differs by
    1, or by 2. Model counts are rounded to thousandths, so that scores are whole numbers.

    Parameters
    ----------
    space
        The cells of the columns.
    rounds, size
        Marginals to choose, and columns of one at most.
    largest
        Megabytes that the model may take.
    """

    space: Space
    rounds: int
    size: int
    largest: float

    @property
    def candidates(self) -> list[Clique]:
        """The marginals of several columns that are not too large by themselves."""
        every = range(len(self.space.sizes))
        some = [c for size in range(2, self.size + 1) for c in combinations(every, size)]
        return [clique for clique in some if self._fits([clique])]

    def _fits(self, cliques: Sequence[Clique]) -> bool:
        return self.space.megabytes(cliques) <= self.largest

    def found(
        self, codes: Sequence[Ints], total: int | None, spending: Spending,
        progress: Progress,
    ) -> tuple[Model, list[Noisy], float]:  # fmt: skip
        """Measure, choose and fit; `total` is the number of records where it is known to all.

        Return the model, what it was fitted to, and the number of records: the noisy one that
        columns alone tell, already paid for, where it is not known.
        """
        left = self.candidates
        rounds = min(self.rounds, len(left))
        single = (SINGLE if rounds else 1.0) / len(codes)
        noisy = [
            spending.measured((place,), self._counts(codes, (place,)), single)
            for place in range(len(codes))
        ]
        number = float(total) if total is not None else _total(noisy)
        model = self.space.fitted(noisy, number)
        for turn in range(rounds):
            progress(turn / rounds, FITTING)
            allowed = [c for c in left if self._fits([*(own.columns for own in noisy), c])]
            if not allowed:
                break
            best = self._worst(codes, allowed, model, spending, rounds)
            counts = self._counts(codes, best)
            noisy.append(spending.measured(best, counts, CHOSEN / rounds))
            left.remove(best)
            model = self.space.fitted(noisy, number, model)
        return model, noisy, number

    def check(self, spending: Spending) -> None:
        """Refuse a budget that no noise keeps, before anything is read."""
        rounds = min(self.rounds, len(self.candidates))
        shares = [(SINGLE if rounds else 1.0) / len(self.space.sizes)]
        shares += [CHOSEN / rounds] if rounds else []
        for share in shares:
            measurement(Distance(spending.ways, 1), spending.part(share))
        if rounds:
            choice(spending.ways * UNITS, spending.part(CHOOSING / rounds))

    def _worst(
        self, codes: Sequence[Ints], allowed: Sequence[Clique], model: Model,
        spending: Spending, rounds: int,
    ) -> Clique:  # fmt: skip
        """Choose the marginal on which the model is farthest off, beyond what noise does."""
        part = spending.part(CHOSEN / rounds)
        _, scale = measurement(Distance(spending.ways, 1), part)
        usual = scale * (sqrt(2 / np.pi) if part.rho else 1.0)  # the mean size of the noise
        scores = [
            _distance(self._counts(codes, clique), model.marginal(clique).ravel())
            - int(UNITS * usual * self._cells(clique))
            for clique in allowed
        ]
        return allowed[spending.chosen(np.array(scores, dtype=np.int64), CHOOSING / rounds)]

    def _cells(self, clique: Clique) -> int:
        return int(np.prod([self.space.sizes[column] for column in clique]))

    def _counts(self, codes: Sequence[Ints], clique: Clique) -> Ints:
        """Count the records in each cell of a marginal."""
        cell = np.zeros(len(codes[0]), dtype=np.int64)
        for column in clique:
            cell = cell * self.space.sizes[column] + codes[column]
        return np.bincount(cell, minlength=self._cells(clique))


def _distance(counts: Ints, expected: Floats) -> int:
    """Return how far counts are from those expected, in whole units: exact, whatever the order."""
    rounded = np.rint(expected * UNITS).astype(np.int64)
    return int(np.abs(counts * UNITS - rounded).sum())


def _total(noisy: Sequence[Noisy]) -> float:
    """Return the number of records that noisy marginals tell best: a mean by their variances."""
    weights = np.array([1 / (own.deviation**2 * len(own.counts)) for own in noisy])
    sums = np.array([own.counts.sum() for own in noisy])
    return max(float(weights @ sums / weights.sum()), 1.0)
