"""A first look at a table: what is counted, and which roles are guessed."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Role
from discret.data import read
from discret.data.examples import dishes, illnesses, survey
from discret.data.profiling import ColumnProfile, profile
from discret.errors import ColumnError

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
        ([datetime(2024, 1, 1)] * 2, "datetime"),
        (pl.Series([["SECRETVALUE"]], dtype=pl.List(pl.Enum(["SECRETVALUE"]))), "list"),
        (
            pl.Series([{"a": "SECRETVALUE"}], dtype=pl.Struct({"a": pl.Enum(["SECRETVALUE"])})),
            "struct",
        ),
        (pl.Series([["SECRETVALUE"]], dtype=pl.Array(pl.Enum(["SECRETVALUE"]), 1)), "array"),
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
    assert found["revenu_annuel"] == "number"


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


def test_a_weight_by_its_name_comes_before_what_looks_like_one() -> None:
    amounts = [100 + (place * 37 % 101) / 7 for place in range(200)]
    found = look(Y43=amounts, weight=[2.5, 4.0] * 100)
    assert [found[name].role for name in ("Y43", "weight")] == [Role.IGNORED, Role.WEIGHT]
    assert look(Y43=amounts)["Y43"].role is Role.WEIGHT


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


REPEATED = [7001, 7001, 7002, 7003, 7003, 7003]
TEXTS = ["p1", "p1", "p2", "p3", "p3", "p3"]


@pytest.mark.parametrize(
    "name",
    [
        "id", "ID", "Id", "IDunit", "id_patient", "patient", "Patient No", "patientId", "mother",
        "exploitant", "numero", "matricule", "rb030", "pid", "person.id", "no_individu",
        "N° client", "identifiant", "student_number", "SEQN", "patid", "USERID", "no_indiv",
        "ori_persid",
    ],
)  # fmt: skip
@pytest.mark.parametrize("values", [REPEATED, TEXTS])
def test_a_number_of_people_that_repeats_is_an_individual(name: str, values: list[Any]) -> None:
    one = look(**{name: values})[name]
    assert one.role is Role.INDIVIDUAL
    assert "guess" in one.why
    assert "vérifier" in one.why.fr
    assert look(**{name: [9, 5, 7]})[name].role is Role.IDENTIFIER


@pytest.mark.parametrize(
    "name",
    [
        "db030",
        "hid",
        "HHID",
        "id_menage",
        "ménage",
        "household",
        "idhh",
        "foyer_id",
        "ori_hid",
        "famid",
    ],
)
def test_a_number_of_households_that_repeats(name: str) -> None:
    assert look(**{name: REPEATED})[name].role is Role.HOUSEHOLD
    assert look(**{name: [9, 5, 7]})[name].role is Role.IDENTIFIER


def test_a_second_number_of_people_is_an_identifier() -> None:
    found = look(mother=REPEATED, father=TEXTS)
    assert (found["mother"].role, found["father"].role) == (Role.INDIVIDUAL, Role.IDENTIFIER)


@pytest.mark.parametrize("name", ["taille_menage", "household_size", "personnes", "id_region"])
def test_a_number_that_many_records_share_names_nobody(name: str) -> None:
    assert look(**{name: [1, 2, 3, 4] * 100})[name].role is Role.KEY


@pytest.mark.parametrize(
    "values",
    [
        ["M. Boyer", "M. Boyer", "D. Bernard", "P. Draco", "D. Bernard"],
        ["Mme. Curie", "Dr. No", "Mme. Curie"],
        ["Léa Marval", "Chloé Pradel", "Léa Marval", "Jean-Marc D'Arc"],
        ["DUPONT, Jean", "DUPONT, Jean", "O'Neil, Ann"],
        ["Ludwig van Beethoven", "Ludwig van Beethoven", "Clara Schumann"],
    ],
)
@pytest.mark.parametrize("name", ["who", "Maladie", "chercheur"])
def test_texts_that_look_like_people(name: str, values: list[str]) -> None:
    assert look(**{name: values})[name].role in {Role.INDIVIDUAL, Role.IDENTIFIER}


@pytest.mark.parametrize(
    "values",
    [["Cancer du sein", "Hépatite C"] * 2, ["Paris-Brest", "Pot au feu"] * 2, ["A", "B"] * 2],
)
def test_texts_that_do_not(values: list[str]) -> None:
    assert look(what=values)["what"].role is Role.KEY


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Date of diagnosis", ["12/05/1987", "13/05/1987", "12/05/1987"]),
        ("Date of diagnosis", [date(1987, 5, 12), date(1987, 5, 13)]),
        ("diagnosis", [datetime(1987, 5, 12, 1), datetime(1987, 5, 13, 2)]),
        ("maladie", ["1.5.1987", "2.5.1987"]),
        ("date_diagnostic", [6000, 6001, 6002]),
        ("longitude", [2.5, 3.5, 4.25]),
        ("lat", [48.5, 43.5, 44.25]),
        ("commune", ["01001", "01002", "01003"]),
        ("Nom de la commune", ["Bourg", "Lyon", "Lyon"]),
        ("town", ["Leeds", "York", "Hull"]),
        ("area", ["Allier", "Isère", "Allier"]),
        ("CP", [73270, 75014, 93120]),
        ("cell", [*range(200), 5]),
        ("carreaux", [*range(200), 5]),
        ("Idcar_200m", [*range(200), 5]),
        ("grid_square", [*range(200), 5]),
        ("location", [*range(200), 5]),
        ("year of birth", [1950, 1951, 1952]),
    ],
)
def test_days_and_places_are_keys(name: str, values: list[Any]) -> None:
    assert look(**{name: values})[name].role is Role.KEY


@pytest.mark.parametrize(
    "name", ["adresse postale", "email ville", "street address (city)", "cell phone"]
)
def test_an_address_is_no_area(name: str) -> None:
    assert look(**{name: ["a b", "c d", "c d"]})[name].role is Role.IDENTIFIER


@pytest.mark.parametrize(
    "name",
    [
        "WTMEC2YR",
        "WTINT2YR",
        "rb050",
        "db090",
        "poids_final",
        "poidsind",
        "fnlwgt",
        "pweight",
        "wt",
    ],
)
def test_weights_by_name(name: str) -> None:
    assert look(**{name: [1.5, 2.5, 2.5]})[name].role is Role.WEIGHT


@pytest.mark.parametrize("name", ["birth_weight", "poids_naissance", "weight_kg"])
def test_the_weight_of_a_body_is_none(name: str) -> None:
    assert look(**{name: [1.5, 2.5, 2.5]})[name].role is not Role.WEIGHT


def test_of_too_many_keys_those_by_name_stay() -> None:
    items = {f"q{n}": ["yes", f"no {n}"] * 2 for n in range(20)}
    found = look(**items, sex=["m", "f"] * 2, commune=["a", "b"] * 2)
    keys = [name for name, one in found.items() if one.role is Role.KEY]
    assert len(keys) == 15
    assert {"sex", "commune"} <= set(keys)
    assert found["q19"].role is Role.IGNORED
    assert "15" in found["q19"].why
    assert "15" in found["q19"].why.fr


@pytest.mark.parametrize("name", ["*", "^a.*$", "^$"])
def test_names_that_polars_takes_for_patterns_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ColumnError, match="stand for several columns"):
        Dataset.of(pl.DataFrame({name: [1, 2, 3], "ab": ["x", "x", "y"]}), key="ab")
    path = tmp_path / "a.csv"
    path.write_text(f"ab,{name}\nx,1\ny,2\n", encoding="utf-8")
    with pytest.raises(ColumnError, match="stand for several columns") as caught:
        read(path)
    assert "renommer" in caught.value.within("fr")


def test_it_is_plain_data_and_shows_no_value() -> None:
    found = profile(pl.DataFrame({"a": [SECRET, SECRET], "b": [SECRET, "other"]}))
    text = json.dumps([one.to_dict() for one in found]) + repr(found)
    assert SECRET not in text
    assert found[0].to_dict()["why"].keys() == {"en", "fr"}
    assert found[0].to_dict()["role"] == "key"


@pytest.mark.parametrize(
    ("values", "role"),
    [
        ([f"p{chr(97 + n)}" for n in range(26)] * 2, "individual"),
        (list(range(100)) * 3, "individual"),
        (list(range(20, 60)) * 2, "key"),  # as ages are
        (["a", "b", "c"] * 20, "key"),
        ([f"p{chr(97 + n % 26)}" for n in range(60)], "key"),
    ],
)
def test_a_list_that_stands_several_times_over_is_of_people(values: list[Any], role: str) -> None:
    assert str(look(who=values)["who"].role) == role
