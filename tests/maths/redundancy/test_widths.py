"""Numbers of 16 and 32 bits tell what those of 64 bits tell: two together may need more."""

from __future__ import annotations

import numpy as np
import pytest

from discret.data.beside.columns import FEW
from discret.maths.arrays import Codes
from discret.maths.redundancy.given_back import Judge, linked, near, same, steps
from discret.maths.redundancy.identities import least_chance, monotone, one_to_one
from discret.maths.redundancy.pair_screen import alike, left_open
from discret.maths.redundancy.shown_groups import Case, grouped

LIMIT = -12.0


def _columns(rng: np.random.Generator, records: int, many: int) -> list[Codes]:
    """Draw three columns, two of which tell the third; some values are missing."""
    one, other = rng.integers(0, many, (2, records))
    both = (one // 2 + other // 3) % many
    blank = rng.random((3, records)) < rng.choice([0.0, 0.02])
    return [np.where(gone, -1, own) for gone, own in zip(blank, (one, other, both), strict=True)]


def _judges(case: Case) -> list[Judge]:
    if case.band is not None:
        return [same(case.values, case.band)]
    values = case.values
    return [same(values), same(values, alone=False), steps(values), near(values), monotone]


@pytest.mark.parametrize("seed", range(12))
def test_links_and_groups_are_the_same_in_narrow_numbers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    many = int(rng.choice([3, 300, FEW - 1, 60_000]))
    wide = _columns(rng, int(rng.choice([50, 20_000])), many)
    unit = rng.integers(0, len(wide[0]), len(wide[0]))
    found = []
    for kind in (np.int64, np.int32, np.int32 if many > FEW else np.int16):
        one, other, values = (own.astype(kind) for own in wide)
        cases = [
            Case((one,), values),
            Case((one, other), values, unit),
            Case((one, other), values, None, one),
            Case((one,), one, values.astype(kind) + kind(1)),
        ]
        told = [grouped(case) for case in cases]
        links = [linked(c, LIMIT, *_judges(c), one_to_one) for c in cases]
        plain = [[vars(own)[n].tolist() for n in vars(own)] for own in told]
        plain += [
            None if link is None else [link.wrong, link.spoken, link.chance, link.read.tolist()]
            for some in links
            for link in some
        ]
        chance = least_chance(values, unit), alike(one, values)
        open_ = left_open([one[:200], other[:200]], values[:200], [(0, 1)]).tolist()
        found.append([plain, chance, open_])
    assert found[0] == found[1] == found[2]


def test_two_columns_of_many_values_are_told_apart() -> None:
    """Their product is beyond 32 bits: cut off, different pairs would be one."""
    one = np.arange(2**17, dtype=np.int32)
    groups = grouped(Case((one, one[::-1].copy()), one))
    assert len(groups.starts) == len(one)
    assert (groups.shown >= 0).all()
