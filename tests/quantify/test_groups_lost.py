"""Discernibility and group size: against ARX, by hand, and slowly over all pairs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import speaks_both_languages
from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity
from discret.quantify import Discernibility, GroupSize
from discret.quantify.groups import groups_of
from discret.reduce import Generalise, Grid, Pram, Recode, SuppressCells, SuppressRecords
from small import kept, of
from strategies import examples

cells = st.one_of(st.none(), st.sampled_from("ab"))
rows = st.lists(st.tuples(cells, cells, cells, cells, st.booleans()), min_size=1, max_size=12)


@examples(80)
@given(rows)
def test_against_the_definition(drawn: list[tuple[Any, ...]]) -> None:
    """Each record pays for those that look like it, each that is gone for all."""
    schema = {"a": pl.String, "b": pl.String}
    old, new = [row[:2] for row in drawn], [row[2:4] for row in drawn]
    data = Dataset.of(pl.DataFrame(old, schema=schema, orient="row"), key=["a", "b"])
    after = Dataset.of(pl.DataFrame(new, schema=schema, orient="row"), key=["a", "b"])
    left = [place for place, row in enumerate(drawn) if row[4]]
    seen = [new[place] for place in left]
    n = len(old)
    before, now = (sum(one == other for one in own for other in own) for own in (old, seen))
    now += n * (n - len(left))
    found = Discernibility().compare(data, kept(after, *left))
    assert (found.details["penalty_before"], found.details["penalty_after"]) == (before, now)
    assert found.value == pytest.approx((now - before) / (n * n - before) if n * n > before else 0)
    groups = len(Counter(seen)) + (len(left) < n)
    sizes = n / len(Counter(old)), n / groups
    grown = GroupSize().compare(data, kept(after, *left))
    ends = grown.details["average_before"], grown.details["average_after"]
    assert ends == pytest.approx(sizes)
    room = n - sizes[0]
    assert grown.value == pytest.approx((sizes[1] - sizes[0]) / room if room else 0)


def test_the_loss_is_that_which_generalise_makes_least() -> None:
    """The same numbers as its search has, on the file that it gives."""
    values = {"a": ["1", "2", "3", "4"] * 6, "b": ["x", "y", "z"] * 8, "c": ["p"] * 23 + ["q"]}
    data = Dataset.of(
        pl.DataFrame(values),
        key=["a", "b", "c"],
        hierarchies={
            "a": Hierarchy.from_groups({"low": ["1", "2"], "high": ["3", "4"]}),
            "b": Hierarchy.from_groups({"xy": ["x", "y"]}),
        },
    )
    models = [KAnonymity(k=3)]
    for name, measure, detail in (
        ("discernibility", Discernibility(), "penalty_after"),
        ("group_size", GroupSize(), "average_after"),
    ):
        change = Generalise(models=models, drop=0.1, loss=name).apply(data, Context())  # type: ignore[arg-type]
        found = measure.compare(data, change.data).details[detail]
        scale = len(data) ** 2 if name == "discernibility" else 1
        assert found / scale == pytest.approx(change.facts["loss"])


def test_a_key_that_is_gone_tells_nobody_apart() -> None:
    data = of(a=["x", "x", "y"], b=["p", "q", "q"])
    found = Discernibility().compare(data, data.without_columns(["b"]))
    assert (found.details["penalty_before"], found.details["penalty_after"]) == (3, 5)
    assert found.details["columns_dropped"] == ["b"]
    assert "'b'" in found.reads
    whole = data.without_columns(["a", "b"])
    assert Discernibility().compare(data, whole).value == 1.0
    assert GroupSize().compare(data, whole).value == 1.0


def test_a_key_that_became_another_column_is_seen_there() -> None:
    table = pl.DataFrame({"x": [10, 20, 1010, 1020], "y": [10, 20, 10, 20]})
    data = Dataset.of(table, key=["x", "y"])
    after = Grid(x="x", y="y", side=1000, into="square").apply(data, Context()).data
    groups = groups_of(data, after)
    assert groups is not None
    assert sorted(groups[1].sizes.tolist()) == [2, 2]
    assert Discernibility().compare(data, after).details["columns_dropped"] == []


def test_blanks_and_drops() -> None:
    """By hand: two of three look alike once a key is blank; one dropped of three pays 3."""
    data = of(a=["x", "x", "y", "y"], b=["p", "q", "p", "p"])
    blank = SuppressCells(models=[KAnonymity(k=2)]).apply(data, Context()).data
    found = Discernibility().compare(data, blank)
    looks = Counter(blank.to_polars().select("a", "b").rows())
    assert found.details["penalty_after"] == sum(n * n for n in looks.values())
    drop = SuppressRecords(models=[KAnonymity(k=2)], drop=0.6).apply(data, Context()).data
    assert Discernibility().compare(data, drop).details["penalty_after"] == 4 + 2 * 4
    assert GroupSize().compare(data, drop).details["average_after"] == 4 / 2


def test_exchanged_values_may_make_more_groups() -> None:
    data = of(a=["x", "x", "x", "y"])
    chances = {"x": {"x": 0.5, "z": 0.5}, "y": {"y": 1.0}}
    from numpy.random import default_rng

    after = Pram(columns=["a"], matrix=chances).apply(data, Context(rng=default_rng(1))).data
    found = Discernibility(most=0.1).compare(data, after)
    assert found.value < 0  # type: ignore[operator]
    assert found.met
    assert "in the place of others" in found.reads


def test_without_keys_there_is_nothing() -> None:
    data = Dataset.of(pl.DataFrame({"a": [1, 2]}), sensitive="a")
    for measure in (Discernibility(most=0.5), GroupSize(most=0.5)):
        found = measure.compare(data, data)
        assert (found.value, found.met) == (None, False)
        speaks_both_languages(found)


@pytest.mark.parametrize("measure", [Discernibility(most=0), GroupSize(most=0)])
def test_one_group_has_nothing_to_lose(measure: Any) -> None:
    data = of(a=["x", "x"])
    after = Recode(column="a", mapping={"x": "*"}).apply(data, Context()).data
    found = measure.compare(data, after)
    assert (found.value, found.met) == (0.0, True)
    speaks_both_languages(found)
