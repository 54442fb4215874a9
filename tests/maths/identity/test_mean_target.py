"""The groups that must go for a mean risk: against all choices, and in any order."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from discret.maths.identity.mean_target import riskiest
from strategies import examples


@examples(80)
@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.sampled_from([0.0, 0.1, 0.3, 0.30000000000000004, 1.0])),
        min_size=1,
        max_size=7,
    ),
    st.sampled_from([0.0, 0.05, 0.2, 0.3, 0.5, 1.0]),
    st.randoms(use_true_random=False),
)
def test_no_choice_of_groups_does_better_by_more_than_a_group(groups, wanted, random) -> None:
    count, risk = (np.array(column) for column in zip(*groups, strict=True))
    codes = np.arange(len(groups))[:, None]
    wanted *= 1 + 1e-12
    bad = riskiest(risk, count, codes, wanted)
    places = range(len(groups))
    least = min(
        (
            int(count.sum() - count[list(left)].sum())
            for number in range(1, len(groups) + 1)
            for left in combinations(places, number)
            if count[list(left)] @ risk[list(left)] <= wanted * count[list(left)].sum()
        ),
        default=int(count.sum()),
    )
    dropped = int(count[bad].sum())
    assert dropped >= least
    assert not bad.any() or dropped - count[bad].max() < least
    assert not bad.any() or risk[bad].min() >= risk[~bad].max(initial=0) - 1e-9
    mixed = list(places)
    random.shuffle(mixed)
    assert riskiest(risk[mixed], count[mixed], codes[mixed], wanted).tolist() == bad[mixed].tolist()


def test_several_keys_decide_between_equals_the_first_one_first() -> None:
    codes = np.array([[1, 0], [0, 1], [-1, 2]])
    one = np.ones(3)
    assert riskiest(one, one, codes, 0.9).tolist() == [True, True, True]
    safe = riskiest(np.append(one, 0.0), np.append(one, 2.0), np.vstack([codes, [9, 9]]), 0.5)
    assert safe.tolist() == [False, False, True, False]
