"""The tables that stand beside a dataset: what it was made from, and whom it was drawn from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from discret.data.dataset import Dataset
from discret.data.engine import enter
from discret.data.roles import Role
from discret.errors import ColumnError, InputError
from discret.words import Words, say


def as_original(given: Any, data: Dataset) -> Dataset:
    """Give the original table the roles that its columns have in the release."""
    original = given if isinstance(given, Dataset) else Dataset.of(given, **_held(given, data))
    if data.column(Role.ROW) is None and len(original) != len(data):
        raise ColumnError(
            say(
                "original: it has {original} records, the table {data}, and nothing says"
                " which follows which",
                "original : il a {original} enregistrements, la table {data}, et rien ne"
                " dit lequel suit lequel",
                original=len(original),
                data=len(data),
            ),
            hint=Words(
                "declare a column that numbers the records of both, with row=...",
                fr="déclarer une colonne qui numérote les enregistrements des deux, avec row=...",
            ),
        )
    return original


def as_population(given: Any, data: Dataset) -> Dataset:
    """Give the key columns of the population the roles that they have in the data."""
    keys = data.columns(Role.KEY)
    population = given if isinstance(given, Dataset) else Dataset.of(given)
    population.check_columns("population", keys)
    if len(population) == 0:
        raise InputError(
            Words(
                "population: the table has no records",
                fr="population : la table n’a pas d’enregistrement",
            ),
            hint=Words("check the file", fr="vérifier le fichier"),
        )
    counted = population.columns(Role.WEIGHT)
    roles = dict.fromkeys(population.roles, Role.IGNORED) | dict.fromkeys(counted, Role.WEIGHT)
    return replace(population, roles=roles | dict.fromkeys(keys, Role.KEY))


def _held(table: Any, data: Dataset) -> dict[str, Any]:
    names = enter(table)[0].collect_schema().names()
    columns = {role: [n for n in own if n in names] for role, own in data.by_role.items()}
    columns.pop(Role.IGNORED, None)
    return {str(r): found[0] if r.single else found for r, found in columns.items() if found}
