"""What reports say that all private tables mean together, from the definition."""

from __future__ import annotations

from math import exp
from typing import Any

import pytest

from discret.document.pieces.private_tables import replaced


def told(neighbours: str = "add_remove", **cost: float) -> dict[str, Any]:
    return {"neighbours": neighbours, "cost": {"epsilon": 0.0, "delta": 0.0, "rho": 0.0, **cost}}


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_two_steps_of_an_epsilon_with_a_delta(epsilon: float) -> None:
    """Three tables, each one person from the next, and an answer that the first alone makes likely.

    It never comes from the third, with δ from the second, and with e^ε δ + δ from the first: each
    step is within ε and δ, and both together are within no less than what is told.
    """
    delta = 1e-3
    first, second, third = exp(epsilon) * delta + delta, delta, 0.0
    for more, less in ((first, second), (second, third)):
        for one, other in ((more, less), (less, more), (1 - more, 1 - less), (1 - less, 1 - more)):
            assert one <= exp(epsilon) * other + delta + 1e-15
    whole, least = replaced([told(epsilon=epsilon, delta=delta)])
    assert whole == 2 * epsilon
    assert least == pytest.approx(first - exp(whole) * third)


def test_one_step_where_units_are_replaced() -> None:
    assert replaced([told("replace", epsilon=1.0, delta=1e-3)] * 2) == (2.0, 2e-3)


def test_no_chance_is_above_one() -> None:
    assert replaced([told(epsilon=1e4, delta=0.4)]) == (2e4, 1.0)
