"""Hierarchies as they are handed over, and those that nobody needs to declare."""

from __future__ import annotations

import polars as pl
import pytest

from discret import Dataset, Hierarchy, Plan
from discret.assess import KAnonymity
from discret.data.hierarchies.given import FEW, key_hierarchies
from discret.errors import HierarchyError
from discret.parts import Context
from discret.quantify import DetailLost
from discret.reduce import Generalise, LocalRecoding, Mondrian

PEOPLE = pl.DataFrame({"sex": ["f", "m"] * 6, "town": ["a"] * 7 + ["b"] * 3 + ["c"] * 2})


@pytest.mark.parametrize("method", [Generalise, LocalRecoding, Mondrian])
def test_columns_of_few_values_are_dropped_without_a_hierarchy(method: type) -> None:
    data = Dataset.of(PEOPLE, key=["sex", "town"])
    change = method(models=[KAnonymity(k=4)]).apply(data, Context())
    assert KAnonymity(k=4).assess(change.data).met
    assert "*" in {*change.data.values("sex"), *change.data.values("town")}


def test_a_label_for_all_has_lost_all_wherever_it_is_shown() -> None:
    """Of three towns two may show `*`: it still tells nothing, of either."""
    data = Dataset.of(PEOPLE, key=["sex", "town"])
    shown = PEOPLE.with_columns(town=pl.Series(["a"] * 7 + ["*"] * 5))
    after = Dataset.of(shown, key=["sex", "town"], original=data)
    lost = DetailLost(columns=["town"]).compare(data, after).value
    assert lost == pytest.approx(5 / 12)


def test_many_values_get_no_hierarchy_unasked() -> None:
    frame = pl.DataFrame({"few": [*range(FEW), 0], "many": list(range(FEW + 1))})
    assert set(key_hierarchies(Dataset.of(frame, key=["few", "many"]).keys)) == {"few"}


def test_builders_that_need_no_argument_may_be_named() -> None:
    data = Dataset.of(PEOPLE, key=["sex", "town"], hierarchies={"sex": "top", "town": "automatic"})
    assert data.hierarchies["sex"].levels(pl.Series(["f"])).rows() == [("f", "*")]
    assert isinstance(data.hierarchies["town"], Hierarchy)
    described = {"town": {"from": "groups", "groupings": [{"rest": ["b", "c"]}]}}
    again = Dataset.of(PEOPLE, key=["town"], hierarchies=described)
    assert again.hierarchies["town"].depth == 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("groupes", "did you mean 'groups'.*known are .*'automatic'"),
        ("automatique", "did you mean 'automatic'"),
        ({"groupings": []}, "'from' is missing"),
        (3, "a hierarchy is needed, int came"),
        ("cuts", "cuts: is missing"),
    ],
)
def test_what_is_no_hierarchy_is_told(given: object, said: str) -> None:
    with pytest.raises(HierarchyError, match=said) as raised:
        Dataset.of(PEOPLE, key=["sex"], hierarchies={"sex": given})  # type: ignore[dict-item]
    assert raised.value.hint


def test_plans_take_the_same_and_write_it() -> None:
    plan = Plan(roles={"key": ["sex"]}, hierarchies={"sex": "automatic"})  # type: ignore[dict-item]
    assert 'from = "automatic"' in plan.to_toml()
    assert plan.dataset(PEOPLE).hierarchies["sex"].depth == 2


def test_nothing_is_no_hierarchy() -> None:
    with pytest.raises(HierarchyError, match="'town'"):
        Dataset.of(PEOPLE, key=["sex", "town"], hierarchies={"town": None})  # type: ignore[dict-item]
