"""Identifiers dropped, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from discret import Context, Dataset, Hierarchy, Role
from discret.data.examples import dishes, parcels
from discret.errors import ColumnError, ParameterError
from discret.reduce import DropIdentifiers

CONTEXT = Context()


def test_the_names_go_and_the_rest_stays() -> None:
    data = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"], weight="Poids")
    change = DropIdentifiers().apply(data, CONTEXT)
    assert change.data.to_native().equals(dishes().drop("Nom complet"))
    assert change.data.columns(Role.IDENTIFIER) == ()
    assert change.data.columns(Role.KEY) == ("Sexe", "Âge")
    assert change.facts == {"dropped": ["Nom complet"]}


def test_other_columns_go_with_them() -> None:
    data = Dataset.of(parcels(), identifier="exploitant", key="culture", row="id")
    change = DropIdentifiers(columns=["abondance", "exploitant"]).apply(data, CONTEXT)
    assert change.data.to_native().columns == ["id", "zone", "culture", "conduite"]
    assert change.facts == {"dropped": ["exploitant", "abondance"]}


def test_where_there_is_none_nothing_changes() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    change = DropIdentifiers().apply(data, CONTEXT)
    assert change.data.to_native().equals(dishes())
    assert change.facts == {"dropped": []}


def test_a_dropped_key_is_no_longer_counted() -> None:
    data = Dataset.of(
        dishes(), key=["Sexe", "Âge"], hierarchies={"Âge": Hierarchy.from_prefixes(1)}
    )
    left = DropIdentifiers(columns=["Âge"]).apply(data, CONTEXT).data
    assert left.keys.columns == ("Sexe",)
    assert left.keys.count.tolist() == [5, 4]


def test_the_row_numbers_may_go_and_records_are_still_followed() -> None:
    data = Dataset.of(parcels(), key="culture", row="id")
    left = DropIdentifiers(columns=["id"]).apply(data, CONTEXT).data
    assert left.to_native().equals(parcels().drop("id"))
    assert left.row_numbers("test").tolist() == list(range(1, 12))


def test_the_data_is_left_as_it_was() -> None:
    data = Dataset.of(dishes(), identifier="Nom complet")
    DropIdentifiers().apply(data, CONTEXT)
    assert data.to_native().equals(dishes())
    assert data.columns(Role.IDENTIFIER) == ("Nom complet",)


def test_columns_must_exist() -> None:
    with pytest.raises(ColumnError, match="drop_identifiers: the table has no column 'Nom'"):
        DropIdentifiers(columns=["Nom"]).apply(Dataset.of(dishes()), CONTEXT)


@pytest.mark.parametrize(
    ("given", "name"),
    [({"columns": "Nom"}, "columns"), ({"columns": [1]}, "columns"), ({"column": "Nom"}, "column")],
)
def test_bad_parameters_are_named(given: dict[str, Any], name: str) -> None:
    with pytest.raises(ParameterError, match="drop_identifiers") as bad:
        DropIdentifiers(**given)
    assert any(fault.startswith(name) for fault in bad.value.faults)
