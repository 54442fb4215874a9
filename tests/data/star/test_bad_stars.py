"""What a star is refused for: one clear message each, in both languages, without a value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import stars
from discret.data import Dimension, Measure, Star
from discret.errors import DiscretError, ParameterError
from tongues import foreign

ZONE = {"column": "dept", "member": "code", "levels": ["departement", "region"]}


def refused(given: dict[str, Any]) -> DiscretError:
    with pytest.raises(DiscretError) as caught:
        Star(**given).dataset()
    return caught.value


def with_zones(table: pl.DataFrame) -> dict[str, Any]:
    return stars.declared(tables={"zones": table})


def with_facts(**columns: Any) -> dict[str, Any]:
    return stars.declared(tables={"faits": stars.FACTS.with_columns(**columns)})


def with_measures(**measures: Any) -> dict[str, Any]:
    return stars.declared(measures=measures)


def _two_parents() -> dict[str, Any]:
    more = pl.DataFrame({"code": ["B"], "departement": ["Isère"], "region": ["Bretagne"]})
    return with_zones(pl.concat([stars.ZONES, more]))


def _torn_links() -> dict[str, Any]:
    links = pl.DataFrame({"culture": ["ble dur", "ble dur", "ble", "pâtes"],
                          "parent": ["ble", "pâtes", None, None]})  # fmt: skip
    given = stars.declared()
    given["dimensions"]["culture"] = {"table": links, "parent": "parent"}
    return given


def _round() -> dict[str, Any]:
    links = pl.DataFrame({"culture": ["ble dur", "ble"], "parent": ["ble", "ble dur"]})
    given = stars.declared()
    given["dimensions"]["culture"] = {"table": links, "parent": "parent"}
    return given


def _no_parent() -> dict[str, Any]:
    links = pl.DataFrame({"culture": ["ble dur"], "parent": ["ble"]})
    given = stars.declared()
    given["dimensions"]["culture"] = {"table": links, "parent": "parent"}
    return given


def _doubled() -> dict[str, Any]:
    more = pl.DataFrame(
        {"code": ["I"], "departement": ["Ain"], "region": stars.ZONES["region"][:1]}
    )
    return with_zones(pl.concat([stars.ZONES, more]))


def _two_givers() -> dict[str, Any]:
    zones = stars.ZONES.with_columns(exploitant=pl.lit("x"))
    crops = stars.CROPS.with_columns(exploitant=pl.lit("x"))
    facts = stars.FACTS.drop("exploitant")
    return stars.declared(tables={"faits": facts, "zones": zones, "cultures": crops})


CASES: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "a member with two parents": (
        _two_parents,
        "1 member of level 'departement' with several parents at level 'region'",
    ),
    "two parents by links": (_torn_links, "1 member with several parents"),
    "links that go round": (_round, "2 members with links that go round"),
    "a parent that is no member": (_no_parent, "1 parent that is no member itself"),
    "duplicate members": (_doubled, "1 member of 'code' in several rows that differ"),
    "an area outside its hierarchy": (
        lambda: with_zones(stars.ZONES.with_columns(
            region=pl.when(pl.col("code") == "A").then("region"))),
        "1 member of level 'departement' outside the hierarchy: nothing at level 'region'",
    ),
    "a row without a member": (
        lambda: with_zones(stars.ZONES.with_columns(
            departement=pl.when(pl.col("code") == "A").then("departement"))),
        "1 row without a member at level 'departement'",
    ),
    "a dimension without the fact's member": (
        lambda: with_zones(stars.ZONES.head(1)),
        "6 facts with a member that the dimension 'zone' does not have",
    ),
    "the same, of members that need no join": (
        lambda: stars.declared(tables={"cultures": stars.CROPS.tail(4)}),
        "2 members of the facts that the dimension 'culture' does not have",
    ),
    "a fact without area": (
        lambda: with_facts(dept=pl.when(pl.col("parcelle") > 2).then("dept")),
        "2 facts without area in 'zone'",
    ),
    "a missing individual": (
        lambda: with_facts(exploitant=pl.when(pl.col("parcelle") > 1).then("exploitant")),
        "1 fact without individual in 'exploitant'",
    ),
    "an empty individual": (
        lambda: with_facts(exploitant=pl.when(pl.col("parcelle") > 1).then("exploitant")
                           .otherwise(pl.lit(""))),
        "1 fact without individual in 'exploitant'",
    ),
    "no column of individuals": (
        lambda: stars.declared(individual="nobody"),
        "neither the facts nor a dimension has the column 'nobody' of individuals",
    ),
    "two columns of individuals": (
        _two_givers,
        "several dimensions have the column 'exploitant' of individuals: 'zone', 'culture'",
    ),
    "a mean without weight": (
        lambda: with_measures(abondance={"adds": "mean"}),
        "measure 'abondance': a mean adds up by its weight, none is named",
    ),
    "a sum with a weight": (
        lambda: with_measures(abondance={"adds": "sum", "weight": "facts"}),
        "measure 'abondance': weight: is for a mean, and the measure adds up as sum",
    ),
    "a weight that is no measure": (
        lambda: with_measures(abondance={"adds": "mean", "weight": "surface"}),
        "measure 'abondance': its weight 'surface' is no measure",
    ),
    "a weight that does not add up": (
        lambda: with_measures(
            abondance={"adds": "mean", "weight": "parcelle"}, parcelle={"adds": "none"}),
        "measure 'abondance': its weight 'parcelle' is no sum, and does not add up",
    ),
    "a negative weight": (
        lambda: stars.declared(
            tables={"faits": stars.FACTS.with_columns(surface=pl.col("parcelle") - 2)},
            measures={"abondance": {"adds": "mean", "weight": "surface"},
                      "surface": {"adds": "sum"}}),
        "the measure 'surface' weighs another and is negative in places",
    ),
    "a measure of texts": (
        lambda: with_measures(conduite={"adds": "sum"}),
        "measures are numbers, 'conduite' holds none",
    ),
    "a measure that is no column": (
        lambda: with_measures(surface={"adds": "sum"}), "no column 'surface'",
    ),
    "an area that is no dimension": (
        lambda: stars.declared(area="lieu"), "area: 'lieu' is no dimension",
    ),
    "a dimension that is no column": (
        lambda: stars.declared(dimensions={"zone": Dimension()}), "no column 'zone'",
    ),
    "a level that is no column": (
        lambda: stars.declared(dimensions={"zone": {**ZONE, "table": stars.ZONES,
                                                    "levels": ["departement", "pays"]}}),
        "no column 'pays'",
    ),
    "a dimension named as another column": (
        lambda: stars.declared(tables={"faits": stars.FACTS.with_columns(zone=pl.lit(1))}),
        "other columns named as the dimensions 'zone'",
    ),
    "levels without a table": (
        lambda: stars.declared(dimensions={"zone": {"levels": ["a", "b"]}}),
        "levels and parent are columns of a table, none is named",
    ),
    "no fact at all": (
        lambda: stars.declared(tables={"faits": stars.FACTS.head(0)}), "no fact is left",
    ),
    "no table": (lambda: stars.declared(tables={"faits": 3}), "a table is needed"),
    "odd years": (lambda: stars.declared(time="parcelle", years=[3.5]), "a list of years"),
    "an unknown parameter": (lambda: stars.declared(areas="zone"), "areas: there is no such"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_refused_with_one_message_and_a_hint_in_both_languages(case: str) -> None:
    build, message = CASES[case]
    error = refused(build())
    english, french = error.within("en"), error.within("fr")
    assert message in english
    assert "Hint:" in english
    assert "Piste" in french
    assert not foreign(french, "fr"), foreign(french, "fr")
    assert english != french


@pytest.mark.parametrize("case", CASES)
def test_no_value_of_the_data_is_told(case: str) -> None:
    values = {"Allier", "Isère", "Bretagne", "Auvergne", "Boyer", "Martinez", "ble dur", "pâtes",
              "betterave", "3.979"}  # fmt: skip
    told = refused(CASES[case][0]()).within("en") + refused(CASES[case][0]()).within("fr")
    assert not [value for value in values if value in told]


def test_faults_of_the_facts_are_told_at_once() -> None:
    facts = stars.FACTS.with_columns(
        exploitant=pl.when(pl.col("parcelle") > 1).then("exploitant"),
        dept=pl.when(pl.col("parcelle") < 11).then("dept"),
    )
    error = refused(stars.declared(tables={"faits": facts, "zones": stars.ZONES.head(1)}))
    assert isinstance(error, ParameterError)
    assert len(error.faults) == 3


def test_a_member_said_twice_alike_counts_once() -> None:
    own = Star(**with_zones(pl.concat([stars.ZONES, stars.ZONES])))
    assert len(own.dataset()) == len(stars.FACTS)


def test_measures_are_declared_by_name() -> None:
    with pytest.raises(ParameterError, match="adds"):
        Measure(adds="median")
    assert Measure(adds="none").weight is None


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DiscretError, match=r"nowhere\.csv"):
        Star(**stars.declared(tables={"zones": "nowhere.csv"}, folder=tmp_path)).dataset()
