r"""What ε means: how sure an attacker can be of the value of a person.

Whoever sees the output of an ε-differentially private mechanism weighs two values of a person at
most :math:`e^ε` apart from how they weighed them before. With n values that were all as likely, the
right one is then found with a probability of at most :math:`e^ε / (e^ε + n - 1)` (Nguyen &
Castelluccia 2020, theorem 1), which supposes that neighbouring tables differ by the *value* of one
person (replacement).
"""

from __future__ import annotations

from math import exp, expm1, log, log1p


def bound(epsilon: float, values: float) -> float:
    """Return the highest probability of finding the value of a person among n (theorem 1).

    Examples
    --------
    >>> round(bound(log(3), 2), 6), round(bound(10, 1_000_000), 4)
    (0.75, 0.0216)
    """
    return posterior(epsilon, 1 / values)


def posterior(epsilon: float, prior: float) -> float:
    r"""Return the highest probability of a value that had this one before the output was seen.

    By the rule of Bayes :math:`p e^ε / (p e^ε + 1 - p)`: the mechanism makes the value at most
    :math:`e^ε` times likelier beside all others.

    Examples
    --------
    >>> round(posterior(log(3), 0.1), 6)
    0.25
    """
    return prior / (prior + (1 - prior) * exp(-epsilon))


def epsilon_of(risk: float, values: float) -> float:
    r"""Return the largest ε for which a value among n is found with at most this probability.

    The inverse of `bound`: :math:`ε = \ln(P (n - 1) / (1 - P))`; below 1/n nothing helps.

    Examples
    --------
    >>> round(epsilon_of(0.1, 26), 4)
    1.0217
    """
    return log(risk) - log1p(-risk) + log(values - 1)


def group_size(epsilon: float, values: float) -> float:
    r"""Return the size of a group in which a person is found as surely: :math:`1 + (n-1) e^{-ε}`.

    The k of a k-anonymous file whose attacker finds the right record with 1/k.

    Examples
    --------
    >>> group_size(0, 26), round(group_size(1, 26), 2)
    (26.0, 10.2)
    """
    return 1 + (values - 1) * exp(-epsilon)


def truthful(epsilon: float) -> float:
    r"""Return how often a person tells the truth at the first toss for this ε: :math:`\tanh(ε/2)`.

    Of randomised response with two answers and a fair second toss (Nguyen & Castelluccia 2020,
    example 14, which inverts the limit: for small ε it is ε/2).

    Examples
    --------
    >>> round(truthful(log(3)), 6), round(truthful(0.01), 6)
    (0.5, 0.005)
    """
    return -expm1(-epsilon) / (1 + exp(-epsilon))
