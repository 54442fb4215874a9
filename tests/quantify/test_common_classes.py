"""Labels that differ by record are compared at a level of detail that both files have."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity
from discret.catalogue import LOSSES
from discret.parts import LossMeasure, Method
from discret.quantify import (
    Contingency,
    Correlations,
    DetailLost,
    Discernibility,
    Entropy,
    GroupSize,
    Marginals,
    Query,
    RowPercentages,
)
from discret.quantify.common_classes import alike
from discret.reduce import (
    LocalRecoding,
    Microaggregate,
    Mondrian,
    Noise,
    Pram,
    Pseudonymise,
    Recode,
)

OWN = {"detail_lost", "weight_ratios", "square_loss"}  # what they measure is no recoding's doing
SEEING: dict[str, LossMeasure] = {  # which do
    "correlations": Correlations(),
    "discernibility": Discernibility(),
    "entropy": Entropy(),
    "group_size": GroupSize(),
    "query": Query(column="age", by=["town"]),
}
OWN.add("classification")  # it sees it too: test_classification.py
OWN.add("rolled_up")  # of numbers that add up, in areas


def data() -> Dataset:
    rng = np.random.default_rng(3)
    frame = pl.DataFrame(
        {
            "town": rng.choice(list("abcde"), 60),
            "age": rng.integers(0, 90, 60),
            "ill": rng.choice(["yes", "no"], 60),
        }
    )
    towns = Hierarchy.from_groups({"ab": ["a", "b"], "cde": ["c", "d", "e"]})
    levels = {"town": towns, "age": Hierarchy.from_cuts([20, 40, 60], [40])}
    return Dataset.of(frame, key=["town", "age"], sensitive="ill", hierarchies=levels)


METHODS = [
    LocalRecoding(models=[KAnonymity(k=4)]),
    Mondrian(models=[KAnonymity(k=4)]),
    Pseudonymise(columns=["town"]),
]


@pytest.mark.parametrize("measure", [Marginals(), Contingency(), RowPercentages()])
@pytest.mark.parametrize("method", METHODS, ids=lambda one: one.name)
def test_nobody_moved_where_nobody_is_gone(method: Method, measure: LossMeasure) -> None:
    before = data()
    after = method.apply(before, Context(secret=b"s" * 32)).data
    assert measure.compare(before, after).value == pytest.approx(0, abs=1e-12)
    assert (DetailLost().compare(before, after).value > 0) == (method.name != "pseudonymise")


def test_those_who_are_gone_are_seen_in_the_classes() -> None:
    """Ages 20 and 30 are one class, 40 another: 3 of 4 people were in the first, 1 of 2 is."""
    before = Dataset.of(pl.DataFrame({"n": range(4), "age": [20, 30, 30, 40]}), key="age", row="n")
    shown = pl.DataFrame({"n": [0, 3], "age": ["20-30", "40"]})
    shown = pl.concat([shown, pl.DataFrame({"n": [2], "age": ["20-30"]})])
    after = Dataset.of(shown, key="age", row="n")
    found = Marginals().compare(before, after)
    assert found.value == pytest.approx(3 / 4 - 2 / 3)
    rows = {row["category"]: (row["before"], row["after"]) for row in found.details["margins"]}
    assert rows == {"20-30": (0.75, pytest.approx(2 / 3)), "40": (0.25, pytest.approx(1 / 3))}


def test_labels_that_overlap_are_one_class() -> None:
    before = Dataset.of(pl.DataFrame({"a": ["u", "v", "v", "w", None]}), key="a")
    after = Dataset.of(pl.DataFrame({"a": ["u or v", "u or v", "v", None, "x"]}), key="a")
    old, new = alike("test", before, after, ["a"])
    assert old.to_polars()["a"].to_list() == ["u or v +1", "u or v +1", "u or v +1", "w", None]
    assert new.to_polars()["a"].to_list() == ["u or v +1", "u or v +1", "u or v +1", None, "x"]


def test_values_that_the_original_has_stay_as_they_are() -> None:
    before = Dataset.of(pl.DataFrame({"a": ["u", "v", "v"]}), key="a")
    after = Dataset.of(pl.DataFrame({"a": ["v", "v", "u"]}), key="a")  # exchanged, not recoded
    old, new = alike("test", before, after, ["a"])
    assert old.to_polars().equals(before.to_polars())
    assert new.to_polars().equals(after.to_polars())


@pytest.mark.parametrize("name", sorted(set(LOSSES) - OWN - SEEING.keys()))
def test_measures_say_that_they_do_not_see_the_detail_lost(name: str) -> None:
    purpose = LOSSES[name].purpose
    assert "see detail lost" in purpose
    assert "voir détail perdu" in purpose.fr


@pytest.mark.parametrize("name", SEEING)
def test_others_see_it(name: str) -> None:
    """Ages that became classes have no correlation; towns that were merged share an answer."""
    frame = data().to_polars().with_columns(pay=pl.int_range(60))
    before = Dataset.of(frame, key=["town", "age"], sensitive="pay", hierarchies=data().hierarchies)
    column = "town" if name in ("query", "entropy") else "age"
    after = Recode(column=column, level=1).apply(before, Context()).data
    assert SEEING[name].compare(before, before).value == 0
    assert SEEING[name].compare(before, after).value > 0.01


def test_values_exchanged_for_a_name_that_nobody_had_are_other_categories() -> None:
    """One chain of exchanges would make one class of all, and no change would be seen."""
    values = [*["x"] * 40, *["y"] * 30, *["z"] * 30]
    data = Dataset.of(pl.DataFrame({"a": values, "b": ["p", "q"] * 50}), key=["a", "b"])
    chances = {"x": {"x": 0.5, "w": 0.5}, "y": {"w": 0.5, "y": 0.5}, "z": {"w": 1.0}}
    method = Pram(columns=["a"], matrix=chances)
    after = method.apply(data, Context(rng=np.random.default_rng(1))).data
    shares = after.to_polars()["a"].value_counts(normalize=True)
    share = dict(shares.iter_rows())
    was = {"x": 0.4, "y": 0.3, "z": 0.3, "w": 0.0}
    gaps = {name: abs(share.get(name, 0.0) - before) for name, before in was.items()}
    found = Marginals(columns=["a"]).compare(data, after)
    assert max(gaps.values()) == share["w"]
    assert found.value == pytest.approx(share["w"])
    assert found.details["by_column"]["a"]["distance"] == pytest.approx(sum(gaps.values()) / 2)
    (pair,) = Contingency().compare(data, after).details["pairs"]
    assert pair["distance"] >= sum(gaps.values()) / 2


@pytest.mark.parametrize(
    "first", [Noise(columns=["age"], alpha=0.5), Microaggregate(columns=["age"], k=40)]
)
def test_whole_numbers_that_no_longer_are_fall_into_the_same_classes(first: Method) -> None:
    """Of numbers with fractions a class is written [30, 45), of whole ones 30-44: it is one."""
    rng = np.random.default_rng(5)
    table = pl.DataFrame({"age": rng.integers(15, 90, 400)})
    ages = Hierarchy.from_cuts([30, 45, 60])
    data = Dataset.of(table, key="age", hierarchies={"age": ages})
    perturbed = first.apply(data, Context(rng=rng)).data
    shares = [
        np.histogram(own.to_polars()["age"].to_numpy(), [-np.inf, 30, 45, 60, np.inf])[0] / 400
        for own in (data, perturbed)
    ]
    moved = float(np.abs(shares[0] - shares[1]).max())
    after = Recode(column="age", level=1).apply(perturbed).data
    assert 0 < moved == pytest.approx(Marginals().compare(data, after).value)
