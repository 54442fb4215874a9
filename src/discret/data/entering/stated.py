"""What `Dataset.of` is told of a table: names of columns and hierarchies, of the kinds they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set, Sized
from typing import Any

import narwhals as nw

from discret.arguments.fitting import needed
from discret.data.roles import Role
from discret.errors import ColumnError, ParameterError
from discret.words import Words, say

WHO = "Dataset.of"


def stated_names(
    columns: Collection[str], roles: Mapping[Role, Any], hierarchies: Any = None
) -> dict[Role, tuple[str, ...]]:
    """Read the columns of each role; refuse at once all that are no names, and what is beside.

    Examples
    --------
    >>> import polars as pl
    >>> stated_names(["age"], {Role.KEY: pl.Series("age", [39])}, [])
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: Dataset.of: 2 faults
      - key: a name of a column or a list of names is needed, polars.Series came
      - hierarchies: a table of columns and their hierarchies is needed, list came
    Hint: name columns as the table does: key=["age", "sex"], weight="weight".
    """
    names = {role: names_in(given) for role, given in roles.items()}
    faults = [
        fault
        for role, given in roles.items()
        for fault in _faults(role, given, names[role], len(columns))
    ]
    if not _is_table(hierarchies):
        faults.append(needed("hierarchies", _TABLE, hierarchies))
    if faults:
        raise ParameterError(WHO, faults, hint=_HINT)
    return {role: own or () for role, own in names.items()}


def names_in(given: Any) -> tuple[str, ...] | None:
    """Return the names that were given, one or several; nothing where they are no names.

    A column itself is none: its values would be taken for names.

    Examples
    --------
    >>> names_in("age"), names_in(["age", "sex"]), names_in(None), names_in([3])
    (('age',), ('age', 'sex'), (), None)
    """
    if given is None:
        return ()
    if isinstance(given, str):
        return (str(given),)
    listed = isinstance(given, list | tuple | Set | Iterator)
    plain = listed or nw.dependencies.is_pandas_index(given)
    names = tuple(given) if plain else (None,)
    return tuple(map(str, names)) if all(isinstance(name, str) for name in names) else None


def column_names(who: str, place: str, given: Any) -> tuple[str, ...]:
    """Return the names of columns that were given, one or several; refuse what is no name.

    Examples
    --------
    >>> column_names("Dataset.of", "unexamined", "town")
    ('town',)
    """
    names = names_in(given)
    if names is None:
        raise ParameterError(who, [needed(place, _NAMES, given)], hint=_HINT)
    return names


def check_known(who: str, names: Iterable[str], columns: Collection[str]) -> None:
    """Refuse names of columns that the table does not have."""
    lost = [name for name in names if name not in columns]
    if lost:
        raise ColumnError.missing(who, lost, columns)


def _faults(role: Role, given: Any, names: Sized | None, most: int) -> Iterator[Words]:
    if names is None:
        inside = given if isinstance(given, list | tuple) else [given]
        odd = next(item for item in inside if not isinstance(item, str))
        yield needed(role, _ONE if role.single else _NAMES, odd)
    elif role.single and len(names) > 1:
        yield say(
            "{role}: one column has this role, {n} came",
            "{role} : une seule colonne a ce rôle, reçu : {n}",
            role=role, n=len(names),
        )  # fmt: skip
    elif len(names) > most:  # values, rather: they are not to be shown
        yield say(
            "{role}: {n} names came, and the table has {most} columns",
            "{role} : reçu {n} noms, et la table a {most} colonnes",
            role=role, n=len(names), most=most,
        )  # fmt: skip


def _is_table(hierarchies: Any) -> bool:
    return hierarchies is None or (
        isinstance(hierarchies, Mapping) and all(isinstance(name, str) for name in hierarchies)
    )


_ONE = Words("a name of a column", fr="un nom de colonne")
_NAMES = Words("a name of a column or a list of names", fr="un nom de colonne ou une liste de noms")
_TABLE = Words(
    "a table of columns and their hierarchies", fr="une table de colonnes et de leurs hiérarchies"
)
_HINT = Words(
    'name columns as the table does: key=["age", "sex"], weight="weight"',
    fr='nommer les colonnes comme la table : key=["age", "sex"], weight="weight"',
)
