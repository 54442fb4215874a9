"""The tables that stand beside a dataset: what it was made from, and whom it was drawn from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import narwhals as nw

from discret.data.codebook import Codebook
from discret.data.engine import enter
from discret.data.files.formats import Table
from discret.data.files.labels import Labels
from discret.data.roles import Role
from discret.errors import ColumnError, InputError
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.data.dataset import Dataset


def beside(data: Dataset, original: Any, population: Any) -> Dataset:
    """Return the data with what it was made from, and whom it was drawn from, where given."""
    return replace(
        data,
        first=None if original is None else as_original(original, data),
        population=None if population is None else as_population(population, data),
    )


def as_original(given: Any, data: Dataset) -> Dataset:
    """Give the original table the roles that its columns have in the release."""
    if not isinstance(given, type(data)):
        table = given.frame if isinstance(given, Table) else given
        given = data.of(table, labels=_labels(given), **_held(table, data))
    original = in_names(given, data)
    if data.column(Role.ROW) is None and len(original) != len(data):
        raise ColumnError(
            say(
                "original: it has {original} {original:record|records}, the table {data}, and"
                " nothing says which follows which",
                "original : il a {original} {original:enregistrement|enregistrements}, la table"
                " {data}, et rien ne dit lequel suit lequel",
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
    if not isinstance(given, type(data)):
        table = given.frame if isinstance(given, Table) else given
        given = data.of(table, labels=_labels(given))
    population = in_names(given, data)
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


def _labels(given: Any) -> Labels | None:
    return given.labels if isinstance(given, Table) else None


def in_names(other: Dataset, data: Dataset) -> Dataset:
    """Return a table beside the data with the categories that it has there, whatever it calls them.

    What is a label in one may be a code in the other, and codes are what both have in common. Where
    the data has text without codes, labels are all there is to compare.
    """
    own, at_hand = other.codebook, other.origin.eager
    if not own.columns and not data.codebook.columns:
        return other  # the same table: what is known of its columns stays known
    plain = [name for name in own.columns if name in data.roles and not _is_text(data, name)]
    coded = [name for name in own.columns if name in data.codebook.columns or name in plain]
    frame = own.undone(other.frame, coded, at_hand=at_hand)
    left = Codebook({name: column for name, column in own.columns.items() if name not in coded})
    return replace(other, frame=data.codebook.beside(frame, at_hand=at_hand), codebook=left)


def _is_text(data: Dataset, column: str) -> bool:
    return data.kind(column) in (nw.String, nw.Categorical, nw.Enum)


def _held(table: Any, data: Dataset) -> dict[str, Any]:
    names = enter(table)[0].collect_schema().names()
    columns = {role: [n for n in own if n in names] for role, own in data.by_role.items()}
    columns.pop(Role.IGNORED, None)
    return {str(r): found[0] if r.single else found for r, found in columns.items() if found}
