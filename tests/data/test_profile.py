"""A first look at a table: what is counted, and which roles are guessed."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import polars as pl
import pytest

from discret import Role
from discret.data.examples import dishes, illnesses, survey
from discret.data.profile import ColumnProfile, profile

SECRET = "SECRET" + "VALUE"


def look(**columns: Any) -> dict[str, ColumnProfile]:
    return {one.name: one for one in profile(pl.DataFrame(columns, strict=False))}


def roles(frame: pl.DataFrame) -> dict[str, str]:
    return {one.name: str(one.role) for one in profile(frame)}


def test_it_counts_values_missing_and_uniques() -> None:
    one = look(a=["x", "x", "y", None])["a"]
    assert (one.distinct, one.uniques, one.missing) == (2, 1, 0.25)


def test_nan_is_missing() -> None:
    one = look(a=[1.5, float("nan"), float("nan"), 1.5])["a"]
    assert (one.distinct, one.missing) == (1, 0.5)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 1], "integer"),
        ([1.5, 1.5], "number"),
        (["a", "a"], "text"),
        ([True, True], "boolean"),
        ([date(2024, 1, 1)] * 2, "date"),
    ],
)
def test_kinds_are_said_in_words(values: list[Any], kind: str) -> None:
    assert look(a=values)["a"].kind == kind


def test_the_roles_of_the_dishes() -> None:
    assert roles(dishes()) == {
        "Nom complet": "identifier",
        "Sexe": "key",
        "Âge": "key",
        "Plat préféré": "sensitive",
        "Poids": "weight",
    }


def test_the_roles_of_the_illnesses() -> None:
    assert roles(illnesses()) == {
        "Nom": "identifier",
        "Âge": "key",
        "Sexe": "key",
        "CP": "key",
        "Maladie": "sensitive",
    }


def test_the_roles_of_the_survey() -> None:
    found = roles(survey(500))
    assert found["numero"] == "row"
    assert found["menage"] == "household"
    assert found["victimation"] == "sensitive"
    assert found["poids"] == "weight"
    assert found["poids_initial"] == "ignored"
    keys = [name for name, role in found.items() if role == "key"]
    assert {"sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"} <= set(keys)
    assert found["revenu_annuel"] == "sensitive"


def test_one_column_only_has_a_role_of_which_there_is_one() -> None:
    frame = pl.DataFrame(
        {
            "weight_a": [1.5, 2.5],
            "weight": [1.5, 2.5],
            "n": [1, 2],
            "m": [1, 2],
            "household": ["h", "h"],
            "foyer": ["h", "h"],
        }
    )
    found = list(roles(frame).values())
    for role in Role:
        assert not role.single or found.count(str(role)) <= 1
    assert roles(frame)["weight"] == "weight"


def test_a_text_is_no_weight() -> None:
    assert look(poids=["lourd", "lourd"])["poids"].role is not Role.WEIGHT


def test_what_is_different_everywhere_identifies() -> None:
    assert look(code=["a", "b", "c"])["code"].role is Role.IDENTIFIER
    assert look(code=[11, 25, 31])["code"].role is Role.IDENTIFIER
    assert look(amount=[1.5, 2.5, 3.5])["amount"].role is not Role.IDENTIFIER


def test_an_empty_column_is_ignored() -> None:
    one = look(a=[None, None], b=["x", "x"])["a"]
    assert (one.role, one.missing, one.distinct) == (Role.IGNORED, 1.0, 0)


def test_a_table_without_records_can_be_looked_at() -> None:
    found = profile(dishes().head(0))
    assert [one.name for one in found] == dishes().columns
    assert {(one.distinct, one.missing, one.uniques) for one in found} == {(0, 0.0, 0)}


@pytest.mark.parametrize("name", ["nombre_enfants", "nombre de pièces", "nomenclature"])
def test_a_number_of_things_is_no_name(name: str) -> None:
    assert look(**{name: [1, 2, 2, 3]})[name].role is not Role.IDENTIFIER


@pytest.mark.parametrize("name", ["age_respondent", "correspondance", "age_repondant"])
def test_a_respondent_is_no_weight(name: str) -> None:
    assert look(**{name: [31, 42, 42, 50]})[name].role is not Role.WEIGHT


def test_it_is_plain_data_and_shows_no_value() -> None:
    found = profile(pl.DataFrame({"a": [SECRET, SECRET], "b": [SECRET, "other"]}))
    text = json.dumps([one.to_dict() for one in found]) + repr(found)
    assert SECRET not in text
    assert found[0].to_dict()["why"].keys() == {"en", "fr"}
    assert found[0].to_dict()["role"] == "key"
