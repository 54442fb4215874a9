"""Who puts values in the place of others says so, and its run measures how far they are off."""

from __future__ import annotations

import pytest

from discret import Plan
from discret.catalogue import METHODS
from discret.data.history.trail import Exchanged
from discret.errors import DiscretError
from discret.parts import Change, Method
from discret.quantify import Distances
from discret.reduce import Noise, Recode, Swap
from every_part import EXAMPLES, dataset, used

DECLARED = {"microaggregate", "noise", "pram", "swap"}  # at least these do


def exchanges(method: Method) -> bool:
    """Whether a column went through an exchange."""
    try:
        change = used(method, dataset())
    except DiscretError:
        return False
    assert isinstance(change, Change)
    steps = [step for own in change.data.trail.steps.values() for step in own]
    return any(isinstance(step, Exchanged) for step in steps)


@pytest.mark.parametrize("name", METHODS)
def test_who_exchanges_values_declares_it(name: str) -> None:
    own = [part for part in EXAMPLES if isinstance(part, METHODS[name])]
    if any(exchanges(method) for method in own):
        assert METHODS[name].perturbs


def test_those_that_are_known_declare_it() -> None:
    assert {name for name, method in METHODS.items() if method.perturbs} >= DECLARED


def test_a_run_measures_distances_unasked() -> None:
    data = dataset()
    for step, measured in (
        (Noise(columns=["income"]), True),
        (Swap(columns=["income"]), True),
        (Recode(column="sex", mapping={"woman": "*", "man": "*"}), False),
    ):
        plan = Plan(reduce=[step])
        names = [part.name for part in plan.with_attacks(data).quantify]
        assert names == ["detail_lost", *(["distances"] if measured else [])]
    own = Plan(reduce=[Noise(columns=["income"])], quantify=[Distances(columns=["income"])])
    found = own.with_attacks(data).quantify
    assert [type(part).__name__ for part in found] == ["DetailLost", "Distances"]
