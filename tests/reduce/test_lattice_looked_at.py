"""The lattice, one recoding at a time: what applying it gives, and what the search finds."""

from __future__ import annotations

from itertools import product

import polars as pl
import pytest

from discret import Dataset, Hierarchy
from discret.assess import KAnonymity, LDiversity
from discret.errors import InputError, TargetError
from discret.reduce import Generalise

FRAME = pl.DataFrame(
    {
        "age": [20 + n % 40 for n in range(90)],
        "sex": [None if n % 17 == 0 else "fm"[n % 2] for n in range(90)],
        "town": [f"{n % 4}{n % 3}" for n in range(90)],
        "illness": ["abc"[n % 3] for n in range(90)],
    }
)
DATA = Dataset.of(
    FRAME,
    key=["age", "sex", "town"],
    sensitive="illness",
    hierarchies={
        "age": Hierarchy.from_cuts([30, 40, 50], [40]),
        "sex": Hierarchy.from_groups({"all": ["f", "m"]}, top=None),
        "town": Hierarchy.from_prefixes(1),
    },
)


@pytest.mark.parametrize("models", [[KAnonymity(k=3)], [KAnonymity(k=2), LDiversity(l=2)]], ids=len)
def test_every_recoding_is_told_as_applying_it_tells(models: list) -> None:
    lattice = Generalise(models=models, drop=1.0).lattice(DATA)
    assert lattice.levels == {"age": (0, 3), "sex": (0, 1), "town": (0, 2)}
    assert lattice.size == 24
    seen = 0
    for levels in product(*(range(low, high + 1) for low, high in lattice.levels.values())):
        named = dict(zip(lattice.levels, levels, strict=True))
        told = lattice.at(named)
        assert told.levels == named
        try:
            change = Generalise(models=models, drop=1.0, levels=named).apply(DATA)
        except TargetError:  # nothing is left of it
            assert not told.holds
            assert told.dropped == len(FRAME)
            continue
        seen += 1
        assert told.holds
        assert told.dropped == change.facts["suppressed"] == len(FRAME) - len(change.data)
        assert told.share == pytest.approx(told.dropped / len(FRAME))
        assert told.loss == pytest.approx(change.facts["loss"])
    assert seen > 5


def test_the_best_is_that_of_the_search_and_says_whether_it_is_proven() -> None:
    models = [KAnonymity(k=3)]
    facts = Generalise(models=models, drop=0.1).apply(DATA).facts
    lattice = Generalise(models=models, drop=0.1).lattice(DATA)
    assert lattice.best.levels == facts["levels"]
    assert lattice.best.loss == pytest.approx(facts["loss"])
    assert lattice.proven
    assert lattice.choices["frontier"] == facts["frontier"]


def test_a_search_that_was_cut_short_proves_nothing() -> None:
    easy = [KAnonymity(k=2)]
    whole = Generalise(models=easy, drop=0.9).lattice(DATA)
    short = Generalise(models=easy, drop=0.9, checks=1).lattice(DATA)
    assert whole.proven
    assert short.best.loss >= whole.best.loss - 1e-12
    assert not short.proven or short.best == whole.best


def test_what_fails_is_told_for_each_model() -> None:
    lattice = Generalise(models=[KAnonymity(k=3)], drop=0.0).lattice(DATA)
    here = lattice.at({})
    assert not here.holds
    assert lattice.failing({}) == {"k_anonymity": here.dropped}


def test_a_level_that_is_none_and_targets_out_of_reach_are_refused() -> None:
    lattice = Generalise(models=[KAnonymity(k=10**6)]).lattice(DATA)
    with pytest.raises(InputError, match="age"):
        lattice.at({"age": 9})
    with pytest.raises(TargetError):
        _ = lattice.best
