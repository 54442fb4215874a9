"""Sizes of groups, and Zayatz's estimate: against fractions, scipy, forty digits and a census."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from discret.maths.population.superpopulation import Estimate, Sizes, known, zayatz
from strategies import examples

FEW = examples(100)
histograms = st.dictionaries(st.integers(1, 9), st.integers(1, 30), min_size=1, max_size=5)


def sizes_of(histogram: dict[int, int]) -> Sizes:
    size = np.array(sorted(histogram), dtype=np.float64)
    return Sizes(size, np.array([histogram[int(one)] for one in size], dtype=np.float64))


def by_fractions(histogram: dict[int, int], population: int) -> Fraction:
    """Zayatz's share from the definition, in fractions."""
    records = sum(size * groups for size, groups in histogram.items())
    groups = sum(histogram.values())

    def alone(size: int) -> Fraction:
        drawn = comb(size, 1) * comb(population - size, records - 1)
        return Fraction(drawn, comb(population, records))

    total = sum(Fraction(number, groups) * alone(size) for size, number in histogram.items())
    chance = Fraction(histogram[1], groups) * alone(1) / total
    uniques = histogram[1] * chance / Fraction(records, population)
    return uniques / population


# ---------------------------------------------------------------- sizes


@FEW
@given(histograms)
def test_groups_that_do_not_overlap_are_counted(histogram: dict[int, int]) -> None:
    every = np.array([size for size, groups in histogram.items() for _ in range(groups)])
    found, wanted = Sizes.of(every, every), sizes_of(histogram)
    assert found.size.tolist() == wanted.size.tolist()
    assert found.groups == pytest.approx(wanted.groups, rel=1e-15)
    assert found.records == every.sum()
    assert found.number == pytest.approx(len(every))
    assert [found.groups_of(one) for one in (1, 2, 99)] == pytest.approx(
        [histogram.get(1, 0), histogram.get(2, 0), 0]
    )
    assert found.unique_share == histogram.get(1, 0) / every.sum()


def test_records_counted_with_others_are_a_part_of_a_group() -> None:
    # Two records alone, four counted with three records each: 2 groups of one, 4/3 of three.
    found = Sizes.of(np.array([1, 3, 3]), np.array([2, 1, 3]))
    assert found.groups.tolist() == [2, 4 / 3]
    assert found.records == 6


# ---------------------------------------------------------------- where no model is needed


def test_no_unique_in_the_sample_means_none_in_the_population() -> None:
    assert known(sizes_of({2: 3, 5: 1}), 1000) == 0
    assert zayatz(sizes_of({2: 3, 5: 1}), 1000) == Estimate(0.0)


@pytest.mark.parametrize("population", [11, 11 * (1 + 1e-12), 10.999])
def test_a_census_needs_no_model(population: float) -> None:
    assert known(sizes_of({1: 4, 2: 1, 5: 1}), population) == 4 / 11


def test_otherwise_a_model_is_needed() -> None:
    assert known(sizes_of({1: 4, 2: 1, 5: 1}), 12) is None


# ---------------------------------------------------------------- Zayatz


@FEW
@given(histograms, st.integers(1, 30), st.integers(1, 300))
def test_zayatz_is_the_definition(histogram: dict[int, int], uniques: int, others: int) -> None:
    histogram = {**histogram, 1: uniques}
    population = sum(size * groups for size, groups in histogram.items()) + others
    found = zayatz(sizes_of(histogram), population).share
    assert found == pytest.approx(float(by_fractions(histogram, population)), rel=1e-12)
    assert 0 < found <= sizes_of(histogram).unique_share


def test_zayatz_with_scipys_law() -> None:
    size, groups, population = np.array([1, 2, 3, 7, 40]), np.array([70, 20, 9, 4, 1]), 5000
    records = int(size @ groups)
    alone = hypergeom.pmf(1, population, size, records)
    wanted = groups[0] / records * groups[0] * alone[0] / (groups @ alone)
    assert zayatz(Sizes(size, groups), population).share == pytest.approx(wanted, rel=1e-9)


def test_zayatz_is_exact_for_a_nation() -> None:
    # log-gamma functions of numbers this large lose six digits; the product does not.
    size, groups, population = [1, 2, 3, 5000], [15512, 2098, 754, 2], 317_238_626
    records = sum(one * number for one, number in zip(size, groups, strict=True))
    with mpmath.workdps(60):
        alone = [
            one
            * mpmath.binomial(population - one, records - 1)
            / mpmath.binomial(population, records)
            for one in map(mpmath.mpf, size)
        ]
        total = mpmath.fsum(number * chance for number, chance in zip(groups, alone, strict=True))
        wanted = float(mpmath.mpf(groups[0]) ** 2 * alone[0] / total / records)
    found = zayatz(Sizes(np.array(size), np.array(groups)), population).share
    assert found == pytest.approx(wanted, rel=1e-12)


def test_a_group_so_large_that_it_is_never_seen_alone_changes_nothing() -> None:
    few, many = {1: 50, 2: 25}, {1: 50, 2: 25, 10**7: 1}
    population = 10**8
    small = sizes_of(few)
    huge = zayatz(sizes_of(many), population).share
    records = 10**7 + 100
    drawn = records / population
    # the product of the pairs is 2 (1 - pi) to seven digits, that of the group of 10**7 zero
    assert huge == pytest.approx(50 / records * 50 / (50 + 25 * 2 * (1 - drawn)), rel=1e-6)
    assert zayatz(small, population).share == pytest.approx(0.5 * 50 / 100, rel=1e-5)


@pytest.mark.parametrize("population", [100.25, 100.5, 101, 130.7])
def test_a_population_need_not_be_a_whole_number(population: float) -> None:
    histogram = {1: 40, 2: 10, 4: 10}  # 100 records
    low, high = (float(by_fractions(histogram, int(one))) for one in (population, population + 1))
    assert min(low, high) <= zayatz(sizes_of(histogram), population).share <= max(low, high)


def test_no_chance_is_below_zero_where_less_than_one_person_was_left_out() -> None:
    assert zayatz(sizes_of({1: 1, 3: 1000}), 3001.5).share == 1 / 3001


def test_one_record_is_taken_for_unique() -> None:
    assert zayatz(sizes_of({1: 1}), 1000).share == 1
