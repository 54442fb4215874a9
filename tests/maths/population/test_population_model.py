"""The population behind the file: plain formulas, matrices, and populations that are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from discret.maths.population.log_linear import Crossing, Kind, fit_main, fit_two_way
from discret.maths.population.population_model import PopulationModel, model_population

KINDS = pytest.mark.parametrize("kind", ["main", "two_way"])
Cells = NDArray[np.float64]


def shares(shape: tuple[int, ...], seed: int) -> Cells:
    """A population in which the columns are independent."""
    rng = np.random.default_rng(seed)
    table = np.ones(())
    for size in shape:
        table = np.multiply.outer(table, rng.dirichlet(np.full(size, 2.0)))
    return table


def crossed(counts: NDArray, shape: tuple[int, ...]) -> tuple[Crossing, NDArray, NDArray]:
    """The groups of a file, given the number of records of every cell."""
    places = np.flatnonzero(counts)
    codes = np.stack(np.unravel_index(places, shape), axis=1)
    return Crossing.of(codes), counts[places], places


def small(seed: int = 1, records: int = 150) -> tuple[Crossing, NDArray]:
    shape = (2, 3, 4, 4)
    counts = np.random.default_rng(seed).multinomial(records, shares(shape, seed).ravel())
    crossing, count, _ = crossed(counts, shape)
    return crossing, count


# ---------------------------------------------------------------- plain formulas


@KINDS
def test_with_equal_weights_the_formulas_of_the_literature_hold(kind: Kind) -> None:
    crossing, count = small()
    size = 20.0 * count.sum()
    model = model_population(crossing, count, None, size, kind)
    fit = {"main": fit_main, "two_way": fit_two_way}[kind](crossing, count)
    rate, alone = 1 / 20, count == 1
    left = (1 - rate) * fit.expected / rate
    assert model.rest == pytest.approx(left, rel=1e-12)
    uniques = [math.exp(-one) for one in left[alone]]
    matches = [(1 - math.exp(-one)) / one for one in left[alone]]
    assert model.unique_chance.sum() == pytest.approx(sum(uniques), rel=1e-12)
    assert model.match_chance.sum() == pytest.approx(sum(matches), rel=1e-12)
    assert model.risk[alone] == pytest.approx(matches, rel=1e-12)
    assert (model.risk <= 1 / count).all()


@KINDS
def test_equal_weights_are_as_none(kind: Kind) -> None:
    crossing, count = small()
    one = model_population(crossing, count, None, 3000.0, kind)
    other = model_population(crossing, count, 7.3 * count, 3000.0, kind)
    assert other.people is other.sample
    assert one.rest.tolist() == other.rest.tolist()


@KINDS
def test_weights_count_by_their_ratios(kind: Kind) -> None:
    crossing, count = small()
    weight = count * np.random.default_rng(3).uniform(1, 9, len(count))
    one = model_population(crossing, count, weight, 3000.0, kind)
    other = model_population(crossing, count, 100 * weight, 3000.0, kind)
    assert one.people is not one.sample
    assert one.rest == pytest.approx(other.rest, rel=1e-6)
    fit = {"main": fit_main, "two_way": fit_two_way}[kind](crossing, weight)
    people = fit.expected * 3000 / weight.sum()
    assert one.rest == pytest.approx(np.maximum(people - one.sample.expected, 0), rel=1e-3)


@KINDS
def test_a_census_leaves_nobody_out(kind: Kind) -> None:
    crossing, count = small()
    model = model_population(crossing, count, None, float(count.sum()), kind)
    assert model.rest == pytest.approx(np.zeros(len(count)), abs=1e-12)
    assert model.risk == pytest.approx(1 / count)
    assert model.unique_chance.sum() == model.match_chance.sum() == (count == 1).sum()
    assert (model.uniques_error(), model.matches_error()) == (0.0, 0.0)


def test_a_group_that_weights_say_is_complete_has_no_rest() -> None:
    crossing = Crossing.of(np.array([[0], [1]]))
    model = model_population(crossing, np.array([2, 2]), np.array([1.0, 39.0]), 40.0, "main")
    assert model.rest.tolist() == [0.0, 37.0]
    assert model.risk[0] == 0.5


def test_a_larger_population_lowers_every_risk() -> None:
    crossing, count = small()
    few, many = (model_population(crossing, count, None, size, "main") for size in (1e3, 1e5))
    assert (many.risk < few.risk).all()


def test_degrees_of_freedom_and_models_that_cannot_be_tested() -> None:
    crossing, count = small()
    model = model_population(crossing, count, None, 1e4, "two_way")
    assert model.freedom == 96 - (1 + 1 + 2 + 3 + 3 + 2 + 3 + 3 + 6 + 6 + 9)
    assert model.biases is not None
    assert model_population(crossing, count, None, 1e4, "main", tabulate=False).biases is None
    saturated = Crossing.of(np.array([[0, 0], [0, 1], [1, 0]]))
    repeats = model_population(saturated, np.array([2, 1, 1]), None, 1e4, "two_way")
    assert (repeats.freedom, repeats.biases) == (0, None)


# ---------------------------------------------------------------- standard errors


def fisher(model: PopulationModel, slope: Cells) -> float:
    """The delta method with plain matrices, the total being known (a multinomial sample)."""
    shape = model.sample.crossing.shape
    cells = np.array(list(np.ndindex(*shape)))
    columns = [np.ones(len(cells))]
    own = [
        [(cells[:, at] == level).astype(float) for level in range(1, size)]
        for at, size in enumerate(shape)
    ]
    columns += [column for some in own for column in some]
    if model.sample.kind == "two_way":
        columns += [
            a * b
            for at, some in enumerate(own)
            for more in own[at + 1 :]
            for a in some
            for b in more
        ]
    design = np.stack(columns, axis=1)
    expected = model.sample.table.ravel()
    covariance = np.linalg.pinv(design.T @ (expected[:, None] * design))
    pull = model.sample.crossing.table(slope * model.rest).ravel()
    gradient = design.T @ pull
    return float(gradient @ covariance @ gradient - pull.sum() ** 2 / expected.sum())


@KINDS
def test_the_error_is_that_of_chance_and_of_the_fit(kind: Kind) -> None:
    crossing, count = small(2, records=400)
    model = model_population(crossing, count, None, 4000.0, kind)
    alone = count == 1
    left = model.rest[alone]
    chance = np.exp(-left)
    slope = np.where(alone, -np.exp(-model.rest), 0.0)
    wanted = (chance * (1 - chance)).sum() + fisher(model, slope)
    assert model.uniques_error() == pytest.approx(math.sqrt(wanted), rel=1e-4)
    drawn = 1 / (1 + np.random.default_rng(1).poisson(left, size=(20000, len(left))))
    step = 1e-5 * left
    upper, lower = (-np.expm1(-x) / x for x in (left + step, left - step))
    slope[alone] = (upper - lower) / (2 * step)
    wanted = drawn.var(axis=0).sum() + fisher(model, slope)
    assert model.matches_error() == pytest.approx(math.sqrt(wanted), rel=0.02)


@KINDS
def test_with_weights_each_record_counts_by_what_it_does_to_the_estimate(kind: Kind) -> None:
    # A record more in a group, with the weight of the group, refitted: the size of the population
    # stays, the records that are unique stay the same ones, and effects are taken about their mean.
    crossing, count = small(4, records=400)
    rate = np.where(crossing.codes[:, 0] == 0, 0.3, 0.02)
    weight, alone = count / rate, count == 1
    model = model_population(crossing, count, weight, 5000.0, kind)

    def estimate(at: int, step: float) -> float:
        extra = step * (np.arange(len(count)) == at)
        again = model_population(crossing, count + extra, weight + extra / rate, 5000.0, kind)
        people = again.people.expected * 5000.0 / again.people.values.sum()
        left = np.maximum(people - again.sample.expected, 0)
        return float(np.exp(-left)[alone].sum())

    effects = np.array(
        [(estimate(at, 1e-2) - estimate(at, -1e-2)) / 2e-2 for at in range(len(count))]
    )
    spread = count @ effects**2 - (count @ effects) ** 2 / count.sum()
    chance = model.unique_chance
    wanted = math.sqrt((chance * (1 - chance)).sum() + spread)
    assert model.uniques_error() == pytest.approx(wanted, rel=0.01)


def test_an_error_that_cannot_be_computed_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discret.maths.population.two_way.SOLVES", 1)
    crossing, count = small(2, records=400)
    model = model_population(crossing, count, None, 4000.0, "two_way")
    assert model.uniques_error() is None
    uneven = count * np.linspace(1, 2, len(count))
    assert model_population(crossing, count, uneven, 4000.0, "two_way").matches_error() is None


# ---------------------------------------------------------------- populations that are known

SHAPE = (4, 5, 6, 8)
_rarest = shares(SHAPE, 11).sum(axis=(1, 2, 3)).argmin()
DENSE = np.where(np.arange(4) == _rarest, 0.5, 0.02)


def studied(kind: Kind, draws: int, rates: Cells | None = None, seed: int = 11) -> dict[str, Cells]:
    """Draw populations and samples; how far the estimates are from the truth, in errors."""
    shape = SHAPE
    population, rng = shares(shape, seed), np.random.default_rng(seed)
    people, found = 20000, []
    for _ in range(draws):
        whole = rng.multinomial(people, population.ravel())
        if rates is None:
            counts = rng.multivariate_hypergeometric(whole, 1000)
        else:
            counts = rng.binomial(whole, np.broadcast_to(rates[:, None, None, None], shape).ravel())
        crossing, count, places = crossed(counts, shape)
        weight = None
        if rates is not None:
            weight = count / np.broadcast_to(rates[:, None, None, None], shape).ravel()[places]
        model = model_population(crossing, count, weight, float(people), kind)
        alone = whole[places][count == 1]
        found.append([
            (model.unique_chance.sum() - (alone == 1).sum()) / model.uniques_error(),
            (model.match_chance.sum() - (1 / alone).sum()) / model.matches_error(),
            count @ model.risk / (count / whole[places]).sum(),
            model.biases[1].standardised,
        ])  # fmt: skip
    return dict(zip(("uniques", "matches", "all", "b2"), np.array(found).T, strict=True))


def test_the_truth_lies_within_the_errors_where_the_model_holds() -> None:
    found = studied("main", 150)
    for name in ("uniques", "matches"):
        assert abs(found[name].mean()) < 0.3
        assert 0.85 < found[name].std() < 1.15
    assert found["all"].mean() == pytest.approx(1, abs=0.02)
    assert abs(found["b2"].mean()) < 0.35
    assert 0.8 < found["b2"].std() < 1.2


def test_a_model_larger_than_needed_errs_little() -> None:
    found = studied("two_way", 25)
    assert abs(found["uniques"].mean()) < 1
    assert abs(found["matches"].mean()) < 1
    assert found["b2"].mean() < -0.5  # it follows chance


def test_parts_sampled_more_densely_are_seen_through_their_weights() -> None:
    found = studied("main", 60, rates=DENSE)
    for name in ("uniques", "matches"):
        assert abs(found[name].mean()) < 0.8
        assert 0.6 < found[name].std() < 1.3
    assert found["all"].mean() == pytest.approx(1, abs=0.05)


def test_without_their_weights_the_risk_is_understated() -> None:
    # Why weights are the default: nothing in the counts tells that one part is half complete.
    rng = np.random.default_rng(12)
    whole = rng.multinomial(20000, shares(SHAPE, 11).ravel())
    counts = rng.binomial(whole, np.broadcast_to(DENSE[:, None, None, None], SHAPE).ravel())
    crossing, count, places = crossed(counts, SHAPE)
    model = model_population(crossing, count, None, 20000.0, "main")
    assert count @ model.risk < 0.7 * (count / whole[places]).sum()


def test_strong_associations_left_out_can_understate_the_risk_and_are_told() -> None:
    # The second column nearly always repeats the first: independence expects many people in cells
    # that are all but empty. B is then far above 0, although the risk is understated.
    rng = np.random.default_rng(3)
    follows = np.full((12, 12), 0.02 / 12) + 0.98 * np.eye(12)
    population = np.einsum(
        "i,ij,k->ijk", rng.dirichlet(np.full(12, 3.0)), follows, np.full(10, 0.1)
    )
    whole = rng.multinomial(20000, population.ravel() / population.sum())
    crossing, count, places = crossed(rng.multivariate_hypergeometric(whole, 2000), (12, 12, 10))
    model = model_population(crossing, count, None, 20000.0, "main")
    true = (1 / whole[places][count == 1]).sum()
    assert model.match_chance.sum() < 0.5 * true
    assert model.biases[1].standardised > 20
