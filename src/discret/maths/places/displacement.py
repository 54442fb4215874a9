"""Points moved by chance: in any direction, some distance away, uniformly over a ring."""

from __future__ import annotations

import numpy as np

from discret.maths.arrays import Floats


def in_a_ring(number: int, beyond: float, within: float, rng: np.random.Generator) -> Floats:
    r"""Draw moves whose ends are uniform by area between two circles.

    With u uniform on [0, 1], :math:`r = \sqrt{r_0^2 + u (r_1^2 - r_0^2)}`: the share of the ring
    that lies within r is :math:`(r^2 - r_0^2) / (r_1^2 - r_0^2)`. A distance that is uniform itself
    would crowd points near the inner circle.

    Examples
    --------
    >>> moves = in_a_ring(1000, 3.0, 5.0, np.random.default_rng(1))
    >>> far = np.hypot(*moves.T)
    >>> bool(far.min() >= 3), bool(far.max() <= 5), round(float((far**2).mean()))
    (True, True, 17)
    """
    angle = rng.uniform(0.0, 2 * np.pi, number)
    far = np.sqrt(beyond**2 + rng.random(number) * (within**2 - beyond**2))
    return np.stack([far * np.cos(angle), far * np.sin(angle)], axis=1)
