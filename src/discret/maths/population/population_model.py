"""The people of each group who are not in the file, as a log-linear model expects them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats
from discret.maths.population.log_linear import Crossing, Fit, Kind, fit_main, fit_two_way
from discret.maths.population.poisson_risk import (
    Bias,
    biases,
    expected_inverse,
    expected_inverse_square,
    matched_unique,
)

Numbers = NDArray[Any]


@dataclass(frozen=True)
class PopulationModel:
    r"""A sample of which the model expects μ in each group, and the population, of which it is λ.

    Parameters
    ----------
    sample
        The model fitted to the number of records of each group.
    people
        The same model fitted to the weights, brought to the scale of the records.
    scale
        Size of the population over size of the file.

    Notes
    -----
    The rest of a group, :math:`F - f`, is Poisson with the mean :math:`λ - μ`. Where all records
    stand for as many people, :math:`λ = μ N / n` and the rest is :math:`(1 - π) λ` with π = n/N.
    Where weights differ, λ is fitted to them (pseudo maximum likelihood), and the sampling rate of
    a cell is :math:`μ/λ`; where this exceeds 1 the group is taken to be complete.
    """

    sample: Fit
    people: Fit
    scale: float

    @property
    def converged(self) -> bool:
        """Whether the model could be fitted."""
        return self.sample.converged and self.people.converged

    @cached_property
    def rest(self) -> Floats:
        """Expected number of people of each group who are not in the file."""
        return np.maximum(self.scale * self.people.expected - self.sample.expected, 0.0)

    @cached_property
    def risk(self) -> Floats:
        """E(1/F | f) of each group."""
        return expected_inverse(self.sample.values, self.rest)

    @cached_property
    def highest(self) -> Floats:
        """E(1/F | f) of each group at the lower end of a 95% interval for the rest of it."""
        spread = self.sample.log_variance() * self._design_effect
        return expected_inverse(self.sample.values, self.rest * np.exp(-1.96 * np.sqrt(spread)))

    @property
    def _design_effect(self) -> float:
        """What unequal weights add to a variance, by Kish's formula on the means of groups."""
        count, weight = self.sample.values, self.people.values
        return float(count.sum() * (weight**2 / count).sum() / weight.sum() ** 2)

    @cached_property
    def _alone(self) -> Floats:
        return np.asarray(self.sample.values == 1, dtype=np.float64)

    @cached_property
    def unique_chance(self) -> Floats:
        """Chance that the record of each group is unique in the population; 0 unless f = 1."""
        return self._alone * np.exp(-self.rest)

    @cached_property
    def match_chance(self) -> Floats:
        """Chance that the record of each group is matched rightly; 0 unless f = 1."""
        return self._alone * matched_unique(self.rest)

    def uniques_error(self) -> float | None:
        """Return the standard error of τ₁, the sum of `unique_chance`.

        ``None`` where it could not be computed, as for `matches_error`.
        """
        chance = self.unique_chance
        return self._error(float((chance * (1.0 - chance)).sum()), -chance)

    def matches_error(self) -> float | None:
        """Return the standard error of τ₂, the sum of `match_chance`."""
        chance = self.match_chance
        square = expected_inverse_square(self.rest[self._alone > 0])
        own = float(square.sum() - (chance**2).sum())
        slope = self._alone * (np.exp(-self.rest) - chance)
        return self._error(own, slope / np.where(self.rest > 0, self.rest, 1.0))

    def _error(self, own: float, slope: Floats) -> float | None:
        """Return the standard error of a sum over groups, given its slope in their rest.

        Two parts: what chance does to F when the model is known, and what it does to the model.
        """
        known = np.where(self.rest > 0, slope, 0.0)
        fitted = self._equal(known) if self.sample is self.people else self._weighted(known)
        return None if fitted is None else sqrt(max(own, 0.0) + max(fitted, 0.0))

    def _equal(self, slope: Floats) -> float | None:
        """By the inverse of Fisher's information; the total is known, and adds nothing."""
        pull = slope * self.rest
        effect = self.sample.influence(pull)
        if effect is None:
            return None
        return float(pull @ effect - pull.sum() ** 2 / self.sample.values.sum())

    def _weighted(self, slope: Floats) -> float | None:
        """By the effect of each record on the two fits, squared and summed (a sandwich)."""
        up = self.people.influence(slope * self.scale * self.people.expected)
        down = self.sample.influence(slope * self.sample.expected)
        if up is None or down is None:
            return None
        count, weight = self.sample.values, self.people.values
        effect = weight / count * (up - weight @ up / weight.sum()) - down
        return float(count @ effect**2 - (count @ effect) ** 2 / count.sum())

    @cached_property
    def biases(self) -> tuple[Bias, Bias] | None:
        """The diagnostics B₁ and B₂; ``None`` for want of cells, or if the model has no freedom."""
        sample, people = self.sample.table, self.people.table
        if sample is None or people is None or self.freedom == 0:
            return None
        counts = self.sample.crossing.table(self.sample.values)
        return biases(counts.ravel(), sample.ravel(), self.scale * people.ravel())

    @property
    def freedom(self) -> int:
        """Degrees of freedom: cells less parameters."""
        return self.sample.crossing.cells - self.sample.crossing.parameters(self.sample.kind)


def model_population(
    crossing: Crossing,
    count: Numbers,
    weight: Floats | None,
    size: float,
    kind: Kind,
    *,
    tabulate: bool = True,
) -> PopulationModel:
    """Fit a model to the groups of a file drawn from a population of `size`.

    Parameters
    ----------
    crossing, count
        Where the groups lie, and their number of records.
    weight
        Sum of the weights of each group, on any scale; ``None`` where all records weigh the same.
    size
        Size of the population.
    kind
        Main effects, or all two-way interactions.
    tabulate
        Whether every cell is written down, as the diagnostics need.

    Examples
    --------
    >>> crossing = Crossing.of(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]))
    >>> model = model_population(crossing, np.array([1, 3, 3, 9]), None, 32.0, "main")
    >>> model.rest.round(6).tolist(), model.risk.round(4).tolist()
    ([1.0, 3.0, 3.0, 9.0], [0.6321, 0.1815, 0.1815, 0.0571])
    """
    sample = _fitted(crossing, count, kind, tabulate=tabulate)
    people = sample
    if weight is not None and not _even(weight / count):
        people = _fitted(crossing, weight * (count.sum() / weight.sum()), kind, tabulate=tabulate)
    return PopulationModel(sample, people, size / float(count.sum()))


def _fitted(crossing: Crossing, values: Numbers, kind: Kind, *, tabulate: bool) -> Fit:
    if kind == "main":
        return fit_main(crossing, values, tabulate=tabulate)
    return fit_two_way(crossing, values)


def _even(weights: Floats) -> bool:
    return bool(weights.max() <= weights.min() * (1.0 + 1e-9))
