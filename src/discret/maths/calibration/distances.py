"""The distances of calibration: what a weight is multiplied by, as a function of the margins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from discret.maths.arrays import Floats

Name = Literal["linear", "raking", "logit", "truncated", "sinh"]

FURTHEST = 700.0  # beyond it the exponential overflows


class Distance(Protocol):
    """A calibration function F: increasing, with F(0) = 1 and F'(0) = 1."""

    @property
    def lowest(self) -> float:
        """What no ratio falls below."""

    @property
    def highest(self) -> float:
        """What no ratio goes above."""

    def ratio(self, u: Floats) -> Floats:
        """Return F(u)."""

    def slope(self, u: Floats) -> Floats:
        """Return F'(u)."""


@dataclass(frozen=True)
class Linear:
    """:math:`F(u) = 1 + u`: weights may become negative."""

    lowest: float = -np.inf
    highest: float = np.inf

    def ratio(self, u: Floats) -> Floats:
        """Return F(u)."""
        return 1.0 + u

    def slope(self, u: Floats) -> Floats:
        """Return F'(u)."""
        return np.ones_like(u)


@dataclass(frozen=True)
class Raking:
    """:math:`F(u) = e^u`: weights stay positive."""

    lowest: float = 0.0
    highest: float = np.inf

    def ratio(self, u: Floats) -> Floats:
        """Return F(u)."""
        return np.asarray(np.exp(np.minimum(u, FURTHEST)))

    def slope(self, u: Floats) -> Floats:
        """Return F'(u)."""
        return self.ratio(u)


@dataclass(frozen=True)
class Logit:
    r"""The bounded logistic function between L and U, with L < 1 < U.

    :math:`F(u) = \frac{L(U-1) + U(1-L) e^{Au}}{U - 1 + (1-L) e^{Au}}`,
    :math:`A = \frac{U-L}{(1-L)(U-1)}`.
    """

    lowest: float
    highest: float

    def ratio(self, u: Floats) -> Floats:
        """Return F(u)."""
        return self.lowest + (self.highest - self.lowest) * self._share(u)

    def slope(self, u: Floats) -> Floats:
        """Return F'(u)."""
        share = self._share(u)
        return (self.highest - self.lowest) * self._steep * share * (1.0 - share)

    @property
    def _steep(self) -> float:
        return (self.highest - self.lowest) / ((1 - self.lowest) * (self.highest - 1))

    def _share(self, u: Floats) -> Floats:
        """Return where F is between its bounds."""
        odds = np.log((1 - self.lowest) / (self.highest - 1))
        return np.asarray(0.5 + 0.5 * np.tanh(0.5 * (self._steep * u + odds)))


@dataclass(frozen=True)
class Truncated:
    """:math:`F(u) = 1 + u`, cut at L and U."""

    lowest: float
    highest: float

    def ratio(self, u: Floats) -> Floats:
        """Return F(u)."""
        return np.asarray(np.clip(1.0 + u, self.lowest, self.highest))

    def slope(self, u: Floats) -> Floats:
        """Return F'(u)."""
        return np.asarray((1.0 + u >= self.lowest) & (1.0 + u <= self.highest), dtype=np.float64)


@dataclass(frozen=True)
class Sinh:
    r"""The hyperbolic sine of CALMAR 2: :math:`u = \frac{1}{2α} \sinh α(F - 1/F)`.

    Ratios stay positive, and extreme ones, high or low, cost more than with raking.
    """

    alpha: float = 1.0
    lowest: float = 0.0
    highest: float = np.inf

    def ratio(self, u: Floats) -> Floats:
        """Return F(u)."""
        spread = self._spread(u)
        half = 0.5 * (np.abs(spread) + np.hypot(spread, 2.0))
        return np.asarray(np.where(spread >= 0, half, 1.0 / half))

    def slope(self, u: Floats) -> Floats:
        """Return F'(u)."""
        spread = self._spread(u)
        own = 2.0 / np.hypot(1.0, 2.0 * self.alpha * u)
        return self.ratio(u) / np.hypot(spread, 2.0) * own

    def _spread(self, u: Floats) -> Floats:
        """Return :math:`F - 1/F`."""
        return np.asarray(np.arcsinh(2.0 * self.alpha * u) / self.alpha)


def distance(name: Name, bounds: tuple[float, float] | None = None, alpha: float = 1.0) -> Distance:
    """Return the distance of this name.

    Examples
    --------
    >>> [float(distance(name).ratio(np.zeros(1))[0]) for name in ("linear", "raking", "sinh")]
    [1.0, 1.0, 1.0]
    >>> distance("logit", (0.25, 3.0)).ratio(np.array([-99.0, 0.0, 99.0])).tolist()
    [0.25, 1.0, 3.0]
    """
    if name == "logit" and bounds is not None:
        return Logit(*bounds)
    if name == "truncated" and bounds is not None:
        return Truncated(*bounds)
    free: dict[str, Distance] = {"linear": Linear(), "raking": Raking(), "sinh": Sinh(alpha)}
    return free[name]
