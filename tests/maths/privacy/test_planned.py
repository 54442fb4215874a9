"""What planned releases amount to: published figures, and exact sums over all outcomes."""

from __future__ import annotations

from itertools import product
from math import comb, exp, expm1, log

import numpy as np
import pytest

from discret.maths.privacy.composition import advanced, epsilon_of_rho, rho_of_pure
from discret.maths.privacy.numerical import LEAST, STEPS, Loss, numerical
from discret.maths.privacy.planned import Planned, amounts
from discret.private.mechanisms import Distance, Guarantee, measurement


def answered(epsilon: float, times: int) -> tuple[np.ndarray, np.ndarray]:
    """Losses of randomised response, composed exactly (Kairouz et al. 2015), and their chances."""
    truth = exp(epsilon) / (1 + exp(epsilon))
    right = np.arange(times + 1)
    chances = [comb(times, n) * truth**n * (1 - truth) ** (times - n) for n in right]
    return (2 * right - times) * epsilon, np.array(chances)


def delta(losses: np.ndarray, chances: np.ndarray, epsilon: float) -> float:
    """The δ of a distribution of losses at an ε, by its definition."""
    return float((chances * np.maximum(-np.expm1(np.minimum(epsilon - losses, 0)), 0)).sum())


def laplace(epsilon: float, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Losses of Laplace noise on whole numbers, neighbours being so many apart."""
    ratio = exp(-epsilon / steps)
    place = np.arange(1, steps)
    inner = (1 - ratio) / (1 + ratio) * ratio**place
    chances = np.array([1 / (1 + ratio), *inner, exp(-epsilon) / (1 + ratio)])
    return epsilon * (1 - 2 * np.arange(steps + 1) / steps), chances


# --- published --------------------------------------------------------------------------


def test_fifty_releases() -> None:
    """50 Laplace releases of ε 0.1 at δ = 1e-6, as the issue has them."""
    told = amounts([Planned(50, 0.1, kind="laplace")], 1e-6)
    rounded = {way: round(amount, 2) for way, amount in told.items()}
    assert rounded == {
        "basic": 5.0, "advanced": 4.24, "zero_concentrated": 3.97, "numerical": 3.12
    }  # fmt: skip


# --- from above, and hardly -------------------------------------------------------------


@pytest.mark.parametrize(("epsilon", "times"), [(0.1, 50), (0.25, 12), (1.0, 4), (0.01, 400)])
@pytest.mark.parametrize("small", [1e-3, 1e-6])
def test_any_noise_as_randomised_response(epsilon: float, times: int, small: float) -> None:
    found = numerical([Loss(times, epsilon)], small)
    assert found is not None
    losses = answered(epsilon, times)
    assert delta(*losses, found) <= small
    assert delta(*losses, found * 0.98) > small


@pytest.mark.parametrize("steps", [1, 2, 8, STEPS])
def test_corners_of_whole_numbers_lie_on_the_curve_of_real_ones(steps: int) -> None:
    losses, chances = laplace(0.7, steps)
    assert chances.sum() == pytest.approx(1)
    for loss in losses[:: max(1, steps // 8)]:
        assert delta(losses, chances, loss) == pytest.approx(-expm1((loss - 0.7) / 2), abs=1e-12)


@pytest.mark.parametrize("multiple", [2, 5])
def test_finer_steps_tell_less(multiple: int) -> None:
    coarse, fine = laplace(0.7, 8), laplace(0.7, 8 * multiple)
    for epsilon in np.linspace(-0.7, 0.7, 57):
        assert delta(*fine, epsilon) <= delta(*coarse, epsilon) + 1e-12


def test_several_kinds_together_are_bounded_from_above() -> None:
    """Two Laplace releases and a count, all outcomes multiplied out."""
    parts = [laplace(0.5, 64), laplace(0.5, 64), answered(0.3, 1)]
    losses = np.array([sum(each) for each in product(*(part[0] for part in parts))])
    chances = np.array([np.prod(each) for each in product(*(part[1] for part in parts))])
    found = numerical([Loss(2, 0.5, kind="laplace"), Loss(1, 0.3)], 0.01)
    assert found is not None
    finest = delta(losses, chances, found)  # of 64 steps: a little above that of 1,024
    assert finest == pytest.approx(0.01, rel=0.02)


def test_a_count_of_the_library_is_as_bad_as_randomised_response() -> None:
    """So a count does not count as Laplace's noise on real numbers: 40,000 draws."""
    mechanism, _ = measurement(Distance(1, 1), Guarantee(1.0))
    drawn = np.array(mechanism([0] * 40_000))
    share = np.mean(drawn <= 0)
    assert share == pytest.approx(exp(1) / (1 + exp(1)), abs=0.012)
    assert share > 0.5 + 0.1


# --- ways -------------------------------------------------------------------------------


def test_each_way_by_its_own_formula() -> None:
    told = amounts([Planned(12, 0.2)], 1e-6)
    assert told["basic"] == pytest.approx(2.4)
    assert told["advanced"] == pytest.approx(advanced(0.2, 12, 1e-6))
    assert told["zero_concentrated"] == pytest.approx(epsilon_of_rho(12 * rho_of_pure(0.2), 1e-6))


def test_costs_that_differ() -> None:
    told = amounts([Planned(1, 0.1), Planned(2, 0.3)], 1e-5)
    drift = 0.1 * expm1(0.1) + 0.6 * expm1(0.3)
    assert told["advanced"] == pytest.approx((2 * log(1e5) * 0.19) ** 0.5 + drift)
    assert told["numerical"] <= told["basic"] == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("planned", "small", "ways"),
    [
        (Planned(3, 0.1), 0.0, {"basic"}),
        (Planned(3, rho=0.1), 1e-6, {"zero_concentrated"}),
        (Planned(3, rho=0.1), 0.0, set()),
        (Planned(3, 0.1, 1e-7), 1e-6, {"basic", "advanced", "numerical"}),
        (Planned(3, 0.1, 1e-6), 1e-6, set()),
        (Planned(3, 0.1), LEAST / 10, {"basic", "advanced", "zero_concentrated"}),
    ],
)
def test_ways_that_apply(planned: Planned, small: float, ways: set[str]) -> None:
    assert set(amounts([planned], small)) == ways


def test_a_delta_of_their_own_is_not_counted_twice() -> None:
    bare = amounts([Planned(4, 0.5)], 1e-5)["numerical"]
    own = amounts([Planned(4, 0.5, 2e-6)], 1e-5)["numerical"]
    assert bare < own < 2.0 + 1e-6
