"""Presence and k-map in published examples: the value, its source, and how it was obtained."""

from __future__ import annotations

import polars as pl
import pytest

from discret import Context, Dataset, Hierarchy
from discret.assess import DeltaPresence, KMap
from discret.reduce import Recode

# Nergiz, Atzori & Clifton (2007), the running example: a public table of nine people, five of whom
# (the last column) are in the private one. As reproduced by the examples of ARX (Example9, and the
# test of δ-presence), with their hierarchies: the generalisation to zip 47*/48*, any age, America
# or Europe is (1/2, 2/3)-present.
PUBLIC = pl.DataFrame(
    [
        ("Alice", "47906", "35", "USA", 0),
        ("Bob", "47903", "59", "Canada", 1),
        ("Christine", "47906", "42", "USA", 1),
        ("Dirk", "47630", "18", "Brazil", 0),
        ("Eunice", "47630", "22", "Brazil", 0),
        ("Frank", "47633", "63", "Peru", 1),
        ("Gail", "48973", "33", "Spain", 0),
        ("Harry", "48972", "47", "Bulgaria", 1),
        ("Iris", "48970", "52", "France", 1),
    ],
    schema=["name", "zip", "age", "nationality", "taken"],
    orient="row",
)
KEYS = ["zip", "age", "nationality"]
HIERARCHIES = {
    "zip": Hierarchy.from_prefixes(4, 3, 2),
    "age": Hierarchy.from_groups({"all": PUBLIC["age"].to_list()}, top=None),
    "nationality": Hierarchy.from_groups({
        "America": ["USA", "Canada", "Brazil", "Peru"],
        "Europe": ["Spain", "Bulgaria", "France"],
    }),
}  # fmt: skip


def released(**levels: int) -> Dataset:
    private = PUBLIC.filter(pl.col("taken") == 1)
    data = Dataset.of(
        private, identifier="name", key=KEYS, hierarchies=HIERARCHIES, population=PUBLIC
    )
    for column, level in levels.items():
        data = Recode(column=column, level=level).apply(data, Context()).data
    return data


def test_the_private_table_as_it_is_gives_everybody_away() -> None:
    finding = DeltaPresence(highest=2 / 3).assess(released())
    assert (finding.value, finding.met) == (1, False)
    assert finding.details["people_surely_present"] == 5
    assert finding.details["people_surely_absent"] == 4


def test_the_generalised_table_is_half_to_two_thirds_present() -> None:
    data = released(zip=3, age=1, nationality=1)
    finding = DeltaPresence(lowest=1 / 2, highest=2 / 3).assess(data)
    assert finding.met is True
    assert finding.details["lowest"] == pytest.approx(1 / 2)
    assert finding.value == pytest.approx(2 / 3)
    table = finding.per_key.select("zip", "count", "people").rows()
    assert [(count, people) for _, count, people in table] == [(3, 6), (2, 3)]


@pytest.mark.parametrize(("lowest", "highest"), [(0.51, 2 / 3), (1 / 2, 0.66)])
def test_no_closer_bounds_hold(lowest: float, highest: float) -> None:
    data = released(zip=3, age=1, nationality=1)
    assert DeltaPresence(lowest=lowest, highest=highest).assess(data).met is False


def test_a_file_may_be_mapped_to_five_people_and_give_them_away() -> None:
    # D. Desfontaines, "δ-presence, for when being in the dataset is sensitive"
    # (desfontain.es/privacy/delta-presence.html): six patients of zip code 85535, aged 10, 12, 13,
    # 13, 16 and 43; 5 people live there in their tens, 5 in their twenties, 10 in their thirties,
    # 10 in their forties, 20 are 50 or older. By decades the file satisfies 5-map, and yet all in
    # their tens are known to be in it.
    decades = Hierarchy.from_cuts([20, 30, 40, 50])
    counted = pl.DataFrame({"age": [15, 25, 35, 45, 60], "people": [5, 5, 10, 10, 20]})
    data = Dataset.of(
        pl.DataFrame({"age": [10, 12, 13, 13, 16, 43]}),
        key="age",
        hierarchies={"age": decades},
        population=Dataset.of(counted, key="age", weight="people"),
    )
    data = Recode(column="age", level=1).apply(data, Context()).data
    mapped = KMap(k=5).assess(data)
    assert (mapped.value, mapped.met) == (5, True)
    presence = DeltaPresence().assess(data)
    assert presence.value == 1
    assert presence.details["people_surely_present"] == 5
    assert sorted(presence.per_key["highest"]) == pytest.approx([0.1, 1.0])
    assert presence.details["people_surely_absent"] == 35
