r"""What several releases of one source give away together.

Where the cost of a release may depend on what earlier ones told, only sums hold: of ε (and δ), or
of the ρ of zero-concentrated differential privacy, converted once (Rogers et al. 2016; Feldman &
Zrnic 2021). What is better than a sum holds for releases that were fixed before the first of them.

References
----------
.. [1] Nguyen B., Castelluccia C. (2020). Techniques d'anonymisation tabulaire, théorème 2.
.. [2] Dwork C., Roth A. (2014). The algorithmic foundations of differential privacy, theorem 3.20.
.. [3] Bun M., Steinke T. (2016). Concentrated differential privacy, propositions 1.3 and 1.4.
.. [4] Feldman V., Zrnic T. (2021). Individual privacy accounting via a Rényi filter.
.. [5] Rogers R. et al. (2016). Privacy odometers and filters: pay-as-you-go composition.
"""

from __future__ import annotations

from math import comb, expm1, log, sqrt


def rho_of_pure(epsilon: float) -> float:
    """Return the ρ of an ε-differentially private release: half the square (Bun & Steinke, 1.4).

    Examples
    --------
    >>> round(rho_of_pure(0.1), 6)
    0.005
    """
    return epsilon**2 / 2


def epsilon_of_rho(rho: float, delta: float) -> float:
    r"""Return the ε that ρ amounts to at δ: :math:`ρ + 2\sqrt{ρ \ln(1/δ)}` (Bun & Steinke, 1.3).

    Examples
    --------
    >>> round(epsilon_of_rho(50 * rho_of_pure(0.1), 1e-6), 2)
    3.97
    """
    return rho + 2 * sqrt(rho * -log(delta))


def rho_of(epsilon: float, delta: float) -> float:
    r"""Return the largest ρ that amounts to at most this ε at δ: the inverse of `epsilon_of_rho`.

    :math:`(\sqrt{\ln(1/δ) + ε} - \sqrt{\ln(1/δ)})^2`, written without the difference of two roots,
    which for a small ε would have few digits left, and be too large.

    Examples
    --------
    >>> round(epsilon_of_rho(rho_of(2.0, 1e-6), 1e-6), 9)
    2.0
    """
    width = -log(delta)
    return (epsilon / (sqrt(width + epsilon) + sqrt(width))) ** 2


def advanced(epsilon: float, times: int, delta: float) -> float:
    r"""Return the ε of so many ε-private releases at δ, fixed beforehand (Dwork & Roth, 3.20).

    :math:`ε \sqrt{2 k \ln(1/δ)} + k ε (e^ε - 1)`.

    Examples
    --------
    >>> round(advanced(0.1, 50, 1e-6), 2)
    4.24
    """
    return epsilon * sqrt(2 * times * log(1 / delta)) + times * epsilon * expm1(epsilon)


def majority(chance: float, times: int) -> float:
    """Return how often most of several answers are right, each being so with this chance.

    Who asks the same person again and again goes by what is answered most: the repetition attack.
    So many answers, an odd number, are independent.

    Examples
    --------
    >>> majority(0.75, 3), round(majority(0.75, 5), 5)
    (0.84375, 0.89648)
    """
    least = times // 2 + 1
    return sum(
        comb(times, right) * chance**right * (1 - chance) ** (times - right)
        for right in range(least, times + 1)
    )
