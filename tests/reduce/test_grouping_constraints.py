"""Categories apart, together and in order: no recoding that the search takes breaks them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity
from discret.data.hierarchies.automatic import Automatic
from discret.errors import DiscretError, ParameterError, TargetError
from discret.reduce import Generalise
from strategies import examples

TOWNS = list("abcdef")
TOWN = Hierarchy.from_parents(
    {"a": "1", "b": "1", "c": "2", "d": "2", "e": "3", "f": "3"},
    {"1": "west", "2": "west", "3": "east"},
)
AGE = Hierarchy.from_cuts([20, 40, 60], [40])


def people(towns: list[str], ages: list[int], town: Any = TOWN) -> Dataset:
    frame = pl.DataFrame({"town": towns, "age": ages})
    return Dataset.of(frame, key=["town", "age"], hierarchies={"town": town, "age": AGE})


def classes(before: Dataset, after: Dataset) -> list[set[str]]:
    """Return which towns became one."""
    rows = zip(before.to_polars()["town"], after.to_polars()["town"], strict=True)
    labels: dict[str, set[str]] = {}
    for old, new in rows:
        labels.setdefault(new, set()).add(old)
    return list(labels.values())


LISTS = st.lists(st.lists(st.sampled_from(TOWNS), min_size=2, max_size=3, unique=True), max_size=2)


@examples(60)
@given(
    st.lists(st.sampled_from([5, 25, 45, 65]), min_size=12, max_size=12),
    LISTS,
    LISTS,
    st.booleans(),
    st.integers(2, 5),
)
def test_no_release_breaks_a_constraint(ages, apart, together, automatic, k) -> None:
    wish = Automatic.of(apart=apart) if automatic else TOWN
    data = people(TOWNS * 2, ages, wish)
    method = Generalise(
        models=[KAnonymity(k=k)],
        apart={"town": apart} if apart else {},
        together={"town": together} if together else {},
    )
    try:
        after = method.apply(data, Context()).data
    except (TargetError, DiscretError):
        return
    found = classes(data, after)
    assert not any(set(pair) <= one for one in found for m in apart for pair in combinations(m, 2))
    assert all(any(set(members) <= one for one in found) for members in together)


def test_what_must_stay_apart_caps_a_key() -> None:
    data = people(["a", "c", "e", "a", "c", "e"], [5, 5, 5, 65, 65, 65])
    free = Generalise(models=[KAnonymity(k=3)]).apply(data, Context()).facts
    kept = Generalise(models=[KAnonymity(k=2)], apart={"town": [["a", "c"]]}).apply(data, Context())
    assert free["levels"]["town"] == 3
    assert kept.facts["levels"] == {"town": 0, "age": 3}
    assert kept.facts["nodes"] == 2 * 4
    both = {"apart": {"town": [["a", "c"]]}, "maximum": {"town": 3, "age": 2}}
    told = Generalise(models=[KAnonymity(k=2)], **both)._ladders(data.keys)
    assert [(one.first, one.height) for one in told] == [(0, 2), (0, 3)]
    with pytest.raises(TargetError, match="no recoding"):
        Generalise(models=[KAnonymity(k=3)], apart={"town": [["a", "c"]]}).apply(data, Context())


def test_what_must_be_together_lifts_a_key() -> None:
    data = people(["a", "a", "c", "c"], [5, 5, 5, 5])
    change = Generalise(models=[KAnonymity(k=2)], together={"town": [["a", "c"]]}).apply(
        data, Context()
    )
    assert change.facts["levels"]["town"] == 2
    assert change.data.values("town").to_list() == ["west"]


def test_an_order_keeps_to_neighbours() -> None:
    data = people(["a", "c", "e", "a", "c", "e"], [5, 5, 5, 65, 65, 65])

    def nodes(order: list[str]) -> int:
        method = Generalise(models=[KAnonymity(k=2)], ordered={"town": order})
        return int(method.apply(data, Context()).facts["nodes"])

    assert nodes(["c", "a", "e"]) == 4 * 4
    assert nodes(["c", "e", "a"]) == 2 * 4  # the third level puts a and c in one class


def test_levels_given_keep_to_them_too() -> None:
    data = people(["a", "c", "a", "c"], [5, 5, 5, 5])
    method = Generalise(models=[KAnonymity(k=2)], levels={"town": 2}, apart={"town": [["a", "c"]]})
    with pytest.raises(ParameterError, match="levels of 'town': from 2 to 2, of 0 to 1"):
        method.apply(data, Context())


@pytest.mark.parametrize(
    "values",
    [
        {"apart": {"town": [["a", "Zyx"]]}},
        {"together": {"town": [["a"]]}},
        {"ordered": {"town": ["a"]}},
        {"apart": {"nowhere": [["a", "b"]]}},
        {"apart": {"town": [["a", "c"]]}, "together": {"town": [["a", "c"]]}},
        {"apart": {"town": [["a", "c"]]}, "minimum": {"town": 2}},
    ],
)
def test_constraints_that_cannot_be_kept_are_refused(values: dict[str, Any]) -> None:
    data = people(["a", "c"], [5, 5])
    with pytest.raises(DiscretError) as raised:
        Generalise(models=[KAnonymity(k=2)], **values).apply(data, Context())
    assert raised.value.hint
    assert "Zyx" not in str(raised.value)


@pytest.mark.parametrize(
    "values",
    [
        {"apart": {"town": "Zyx"}},
        {"apart": {"town": [{"Zyx": 1}]}},
        {"ordered": {"town": False}},
        {"ordered": {"town": 3}},
        {"minimum": [["town", 1], ["town", 2]]},
        {"minimum": "Zyx"},
        {"minimum": ["Zyx"]},
    ],
)
def test_what_is_none_is_refused_at_once(values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(values))) as raised:
        Generalise(models=[KAnonymity(k=2)], **values)
    assert "Zyx" not in str(raised.value)


def test_they_are_plain_text_in_a_plan_and_not_shown() -> None:
    method = Generalise(
        models=[KAnonymity(k=2)], apart={"age": [[5, 25.0]]}, ordered={"age": True, "town": ["Zyx"]}
    )
    assert method.parameters()["apart"] == {"age": [["5", "25"]]}
    assert method.parameters()["ordered"] == {"age": True, "town": ["Zyx"]}
    assert "Zyx" not in repr(method)
