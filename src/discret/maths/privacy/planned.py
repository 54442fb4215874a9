r"""What releases amount to that were all planned before the first of them.

What each may tell is fixed beforehand, ε, δ or ρ and the kind of its noise; what is asked may still
depend on what earlier ones told, and so may their order (Vadhan & Zhang 2023). Then more holds than
the sum: chance that speaks against a person in one release seldom does so in all.

- *basic*: the sum of ε, with the sum of δ (Nguyen & Castelluccia 2020, theorem 2);
- *advanced*: :math:`\sqrt{2 \ln(1/δ) \sum ε_i^2} + \sum ε_i (e^{ε_i} - 1)` (Dwork & Roth 2014,
  theorem 3.20; costs may differ, by the inequality of Azuma);
- *zero-concentrated*: the sum of ρ, an ε being worth half its square (Bun & Steinke 2016);
- *numerical*: distributions of the privacy loss, multiplied out (Koskela et al. 2020), see
  `numerical`.

References
----------
.. [1] Nguyen B., Castelluccia C. (2020). Techniques d'anonymisation tabulaire, théorème 2.
.. [2] Dwork C., Roth A. (2014). The algorithmic foundations of differential privacy, theorem 3.20.
.. [3] Bun M., Steinke T. (2016). Concentrated differential privacy, propositions 1.3 and 1.4.
.. [4] Koskela A., Jälkö J., Honkela A. (2020). Computing tight differential privacy guarantees
   using FFT. AISTATS.
.. [5] Vadhan S., Zhang W. (2023). Concurrent composition theorems for differential privacy. STOC.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import expm1, log, sqrt
from typing import Literal, NamedTuple

from discret.maths.privacy.composition import epsilon_of_rho, rho_of_pure
from discret.maths.privacy.numerical import Kind, Loss, numerical

Way = Literal["basic", "advanced", "zero_concentrated", "numerical"]


class Planned(NamedTuple):
    """So many releases that cost the same: an ε, with a δ or without, or a ρ.

    `kind` says what is known of the noise: "pure" is any mechanism of this cost, "laplace" is
    Laplace's noise on real numbers or fine steps, of which less is lost.
    """

    times: int = 1
    epsilon: float = 0.0
    delta: float = 0.0
    rho: float = 0.0
    kind: Kind = "pure"


def amounts(planned: Sequence[Planned], delta: float) -> dict[Way, float]:
    """Return the ε at δ that planned releases amount to, in each way that applies.

    A δ of their own leaves less of it for what is better than the sum; a ρ only adds up with ρ.

    Examples
    --------
    >>> told = amounts([Planned(50, 0.1, kind="laplace")], 1e-6)
    >>> {way: round(amount, 2) for way, amount in told.items()}
    {'basic': 5.0, 'advanced': 4.24, 'zero_concentrated': 3.97, 'numerical': 3.12}
    """
    found: dict[Way, float] = {}
    pure = not any(release.rho for release in planned)
    spare = delta - sum(release.times * release.delta for release in planned)
    if pure and spare >= 0:
        found["basic"] = sum(release.times * release.epsilon for release in planned)
    if pure and spare > 0:
        found["advanced"] = _advanced(planned, spare)
    if delta > 0 and not any(release.delta for release in planned):
        found["zero_concentrated"] = epsilon_of_rho(_rho(planned), delta)
    if pure and spare > 0 and (told := numerical(_losses(planned), delta)) is not None:
        found["numerical"] = told
    return found


def _advanced(planned: Sequence[Planned], delta: float) -> float:
    squares = sum(release.times * release.epsilon**2 for release in planned)
    drift = sum(release.times * release.epsilon * expm1(release.epsilon) for release in planned)
    return sqrt(2 * log(1 / delta) * squares) + drift


def _rho(planned: Sequence[Planned]) -> float:
    return sum(release.times * (release.rho or rho_of_pure(release.epsilon)) for release in planned)


def _losses(planned: Sequence[Planned]) -> list[Loss]:
    return [
        Loss(release.times, release.epsilon, release.delta, release.kind) for release in planned
    ]
