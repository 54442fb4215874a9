r"""Distributions of the privacy loss, multiplied out by `dp-accounting`.

The loss of a release is how much likelier what it tells is for one of two neighbours than for the
other, in logarithms; losses of several add up, so that their distributions convolve. Each is put on
a grid such that every ε at δ is one from above, and stays so when they are multiplied out.

Noise on whole numbers is not Laplace's own curve: with r = :math:`e^{-ε/d}` for neighbours d units
apart, the curve of whole numbers has its corners on :math:`δ(ε') = 1 - e^{(ε'-ε)/2}`, that of real
ones, at d + 1 points, and lies above it between them. For counts, d = 1, it is that of randomised
response: nothing of the same ε tells more. So a count is "pure" here, and "laplace" stands for a
distance of `STEPS` units or a multiple of it: finer steps have more corners, and lie below.

References
----------
.. [1] Doroshenko V., Ghazi B., Kamath P., Kumar R., Manurangsi P. (2022). Connect the dots: tighter
   discrete approximations of privacy loss distributions. PoPETs.
.. [2] Dong J., Roth A., Su W. (2022). Gaussian differential privacy. Journal of the Royal
   Statistical Society B. (Several cells are no worse than one of the same distance.)
.. [3] Kairouz P., Oh S., Viswanath P. (2015). The composition theorem for differential privacy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from typing import Any, Literal, NamedTuple

from discret.errors import ExtraError
from discret.words import Words

Kind = Literal["pure", "laplace"]
STEPS = 1 << 10  # units between neighbours, from which on noise counts as Laplace's
LEAST = 1e-9  # a δ below which rounding in convolutions would weigh
SAFE = 0.999  # of δ, the rest is for rounding
POINTS, MANY = 1 << 17, 1 << 21  # of the grid, for the sum of ε: usually, and at most
FINE = 64  # points of the grid for the smallest ε: rounded up, it should hardly grow


class Loss(NamedTuple):
    """The losses of so many releases: their ε, their δ, and what is known of their noise."""

    times: int
    epsilon: float
    delta: float = 0.0
    kind: Kind = "pure"


def numerical(losses: Sequence[Loss], delta: float) -> float | None:
    """Return an ε that releases amount to at δ, from above; None where it cannot be trusted.

    Examples
    --------
    >>> round(numerical([Loss(50, 0.1, kind="laplace")], 1e-6), 2)
    3.12
    >>> round(numerical([Loss(50, 0.1)], 1e-6), 2)
    3.17
    """
    whole = sum(loss.times * loss.epsilon for loss in losses)
    if not losses or delta < LEAST:
        return None
    least = min(loss.epsilon for loss in losses)
    grid = max(min(whole / POINTS, least / FINE), whole / MANY)
    every = [_distribution(loss, grid).self_compose(loss.times) for loss in losses]
    composed = reduce(lambda first, second: first.compose(second), every)
    found = float(composed.get_epsilon_for_delta(delta * SAFE))
    return min(found, whole) if not any(loss.delta for loss in losses) else found


def _distribution(loss: Loss, grid: float) -> Any:
    library, common = accounting()
    if loss.kind == "laplace" and not loss.delta:
        return library.from_discrete_laplace_mechanism(
            loss.epsilon / STEPS, STEPS, value_discretization_interval=grid
        )
    cost = common.DifferentialPrivacyParameters(loss.epsilon, loss.delta)
    return library.from_privacy_parameters(cost, grid)


@cache
def accounting() -> tuple[Any, Any]:
    """Load the library."""
    try:
        from dp_accounting.pld import common, privacy_loss_distribution
    except ImportError:
        raise ExtraError(_CALENDAR, "dp") from None
    return privacy_loss_distribution, common


_CALENDAR = Words("numerical composition", fr="la composition numérique")
