"""Three zonings and more: against every set of combinations, two zonings, and a recount."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import null_space

from discret.maths.zonings import several as several_zonings
from discret.maths.zonings.crossing import summed
from discret.maths.zonings.cuts import smallest_groups
from discret.maths.zonings.deductions import Deduction, exact, numbered_totals, recounted
from discret.maths.zonings.programmes import Published, enlarged, largest
from discret.maths.zonings.several import Verdict, Verdicts, several
from every_deduction import random_zonings, smallest_deduced, totals_of
from exhaustive_differencing import random_table
from linear_attacker import least_around
from strategies import examples

NEEDED = [(4, 6), (11, 6), (28, 6), (77, 3), (128, 6)]
HALVES = np.array([[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]])  # a + p + s − all = twice the first


def below(codes: Any, count: Any, threshold: int) -> Any:
    return np.array([
        any(count[codes[:, at] == zone].sum() < threshold for at, zone in enumerate(row))
        for row in codes
    ])  # fmt: skip


def check(codes: Any, count: Any, threshold: int) -> Verdicts:
    """Compare all verdicts with every set of combinations, and recount every group."""
    found = several(codes, count, threshold)
    small = smallest_deduced(found.codes, found.count) < threshold
    primary = below(found.codes, found.count, threshold)
    verdict = found.verdict
    assert not small[verdict == Verdict.SAFE].any()
    assert small[verdict == Verdict.AT_RISK].all()
    assert primary[verdict == Verdict.BELOW].all()
    assert not primary[verdict == Verdict.SAFE].any()
    assert (verdict == Verdict.UNDECIDED).sum() == found.weighted
    assert not small[verdict == Verdict.UNDECIDED].any()
    recount(found, threshold)
    return found


def recount(found: Verdicts, threshold: int) -> None:
    np.testing.assert_array_equal(found.group >= 0, found.verdict == Verdict.AT_RISK)
    for place, deduction in enumerate(found.deductions):
        told = recounted(found.codes, found.count, deduction)
        assert told is not None
        assert told[0] == found.sizes[place] < threshold
        assert told[1][found.group == place].all()
    assert found.verified(threshold) == len(found.sizes)


@pytest.mark.parametrize("zonings", [2, 3, 4])
def test_equal_to_looking_at_every_set_of_combinations(zonings: int) -> None:
    for seed in range(10):
        codes, count = random_zonings(1000 * zonings + seed, zonings)
        for threshold in (3, 6, 11):
            check(codes, count, threshold)


@examples(20)
@given(st.integers(0, 10**6), st.integers(3, 5), st.sampled_from([2, 4, 5, 8, 12]))
def test_nothing_is_called_safe_that_is_at_risk(seed: int, zonings: int, threshold: int) -> None:
    check(*random_zonings(seed, zonings), threshold)


def test_tables_that_need_every_step() -> None:
    """Found by trying: groups that no pair of zonings gives, halves and thirds, and weights."""
    seen = {"pairs": 0, "more": 0, "settled": 0, "weighted": 0, "searches": 0, "divided": 0}
    for seed, threshold in NEEDED:
        found = check(*random_zonings(seed, 4), threshold)
        seen["pairs"] += found.by_pairs
        seen["more"] += int((found.verdict == Verdict.AT_RISK).sum()) - found.by_pairs
        seen["settled"] += found.settled
        seen["weighted"] += found.weighted
        seen["searches"] += found.searches
        seen["divided"] += sum(deduction.divisor > 1 for deduction in found.deductions)
    assert min(seen.values()) > 0, seen


def test_two_zonings_are_decided_by_cuts() -> None:
    for seed in range(12):
        zone, square, count = random_table(seed)
        codes = np.stack([zone, square], axis=1)
        order = np.lexsort((square, zone))
        for threshold in (3, 6):
            found = several(codes, count, threshold)
            cuts = smallest_groups(zone, square, count, threshold)
            at_risk = found.verdict == Verdict.AT_RISK
            np.testing.assert_array_equal(at_risk, cuts.at_risk[order])
            assert found.by_pairs == at_risk.sum()
            others = ~at_risk & below(found.codes, found.count, threshold)
            np.testing.assert_array_equal(found.verdict == Verdict.BELOW, others)
            assert not (found.verdict == Verdict.UNDECIDED).any()
            recount(found, threshold)


def test_what_all_three_give_away_and_no_two() -> None:
    found = check(HALVES, np.array([1, 9, 9, 9]), 5)
    assert found.verdict.tolist() == [1, 0, 0, 0]
    assert (found.by_pairs, found.sizes.tolist()) == (0, [1])
    assert found.deductions[0].divisor == 2


def test_a_zoning_that_says_nothing_new_changes_nothing() -> None:
    for seed in range(8):
        codes, count = random_zonings(seed, 3)
        one = several(codes, count, 5)
        for more in (codes[:, :1], np.zeros((len(codes), 1), dtype=np.int64)):
            wide = several(np.concatenate([codes, more], axis=1), count, 5)
            safe, other = one.verdict == Verdict.SAFE, wide.verdict == Verdict.SAFE
            if count.sum() >= 5:
                np.testing.assert_array_equal(safe, other)


def test_rows_in_any_order_repeated_or_empty_are_the_same() -> None:
    codes, count = random_zonings(7, 3)
    wanted = several(codes, count, 6)
    rng = np.random.default_rng(1)
    order = rng.permutation(2 * len(codes))
    first = rng.integers(0, count + 1)
    parts = np.concatenate([codes, codes])[order], np.concatenate([first, count - first])[order]
    empty = np.concatenate([parts[0], [[90, 90, 90]]]), np.append(parts[1], 0)
    found = several(*empty, 6)
    np.testing.assert_array_equal(found.verdict, wanted.verdict)
    np.testing.assert_array_equal(found.count, wanted.count)


def test_no_rows() -> None:
    found = several(np.zeros((0, 3), dtype=np.int64), np.zeros(0, dtype=np.int64), 5)
    assert len(found.verdict) == found.verified(5) == 0


def test_without_time_what_programmes_decide_is_undecided() -> None:
    found = several(HALVES, np.array([1, 9, 9, 9]), 5, seconds=0.0)
    assert found.verdict.tolist() == [Verdict.UNDECIDED, 0, 0, 0]
    assert (found.programmes, found.settled, found.weighted) == (0, 0, 0)


def wide_table(seed: int) -> tuple[Any, Any]:
    """Draw some hundred combinations: neighbouring zones in a line, and a third zoning across."""
    rng = np.random.default_rng(seed)
    place = rng.random(1500) * 30
    rows = [place, place * 1.37 + 0.5, place * 0.61 + rng.integers(0, 2, 1500)]
    codes, count = np.unique(np.stack(rows, axis=1).astype(int), axis=0, return_counts=True)
    return codes, np.maximum(count // rng.integers(1, 9, len(count)), 1)


def test_looking_nearby_first_changes_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    codes, count = wide_table(3)
    whole = several(codes, count, 11)
    monkeypatch.setattr(several_zonings, "NEARBY", 3)
    near = several(codes, count, 11)
    assert near.programmes > whole.programmes
    np.testing.assert_array_equal(near.verdict, whole.verdict)
    recount(near, 11)
    recount(whole, 11)


def test_safe_means_that_no_combination_is_below() -> None:
    """On a larger table: the linear programme over all rows, row by row."""
    codes, count = wide_table(5)
    found = several(codes, count, 6)
    least = least_around(totals_of(found.codes), found.count)
    assert found.settled == found.weighted == 0
    np.testing.assert_array_equal(found.verdict == Verdict.SAFE, least > 6 - 1e-6)


def test_a_wrong_group_would_be_seen() -> None:
    found = several(HALVES, np.array([1, 9, 9, 9]), 5)
    wrong = Deduction(np.array([0]), np.array([1]))
    assert replace(found, deductions=(wrong,)).verified(5) == 0
    assert replace(found, sizes=found.sizes + 1).verified(5) == 0
    assert found.verified(1) == 0
    assert replace(found, group=np.array([-1, 0, -1, -1])).verified(5) == 0
    twice = Deduction(np.array([0, 2]), np.array([1, 1]))
    assert recounted(HALVES, np.array([1, 9, 9, 9]), twice) is None


def test_halves_are_made_exact_and_other_weights_are_refused() -> None:
    totals, zones = numbered_totals(HALVES), np.array([2, 4, 1])
    halves = np.array([0.5, 0.5, -0.5])
    told = exact(totals, zones, halves + 1e-7)
    assert told is not None
    assert (told.divisor, told.weights.tolist()) == (2, [1, 1, -1])
    assert exact(totals, zones, halves + 0.013) is None
    assert exact(totals, zones, -halves) is None


def test_weights_that_no_small_divisor_makes_whole_are_told_in_billionths() -> None:
    """A table of as many combinations as totals tell apart: nearly each comes out alone."""
    rng = np.random.default_rng(1)
    codes = np.unique(rng.integers(0, 60, (150, 3)), axis=0)
    found = several(codes, rng.integers(1, 9, len(codes)), 11)
    fine = [at for at, deduction in enumerate(found.deductions) if deduction.divisor > 12]
    assert len(fine) > 5
    unseen = null_space(totals_of(found.codes).astype(float))
    for place in fine:
        told = recounted(found.codes, found.count, found.deductions[place])
        assert told is not None
        assert np.abs(told[1] @ unseen).max(initial=0) < 1e-9
    recount(found, 11)


def test_the_smallest_group_of_any_two_zonings_is_told() -> None:
    for seed in range(12):
        codes, count = random_zonings(seed, 3)
        found = several(codes, count, 6)
        sizes = []
        for one, other in combinations(range(3), 2):
            zone, square, both = summed(codes[:, one], codes[:, other], count)
            size = smallest_groups(zone, square, both, 6).size
            places = {pair: at for at, pair in enumerate(zip(zone, square, strict=True))}
            sizes.append([size[places[row[one], row[other]]] for row in codes])
        least = np.min(sizes, axis=0)
        held = found.group >= 0
        np.testing.assert_array_equal(least[least < 6], _told(found)[least < 6])
        assert found.by_pairs == (least < 6).sum() <= held.sum()
        assert set(found.group[held]) == set(range(len(found.sizes)))


def _told(found: Verdicts) -> Any:
    return np.append(found.sizes, 0)[found.group]


@pytest.mark.parametrize("seed", range(6))
def test_tables_have_the_same_totals_and_bounds_are_attained(seed: int) -> None:
    codes, count = random_zonings(seed, 3)
    published = Published(numbered_totals(np.stack(
        [np.unique(one, return_inverse=True)[1].ravel() for one in codes.T], axis=1
    )), count)  # fmt: skip
    rows, totals = np.arange(len(count)), totals_of(codes)
    least = least_around(totals, count)
    for row in rows:
        answer = largest(published, int(row), rows, 8)
        np.testing.assert_allclose(totals @ answer.table, totals @ count, atol=1e-6)
        assert answer.table.min() > -1e-6
        np.testing.assert_allclose(
            max(answer.least, count[row]), max(min(least[row], 8), count[row]), atol=1e-6
        )
    many = enlarged(published, rows, rows, 8)
    np.testing.assert_allclose(totals @ many.table, totals @ count, atol=1e-6)
