"""Hierarchies as they are handed over: built, described, named, or left to what is plain."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.forms import Form
from discret.data.hierarchies.hierarchy import FORMS, Hierarchy
from discret.data.hierarchies.whole import Whole
from discret.data.keytable import KeyTable
from discret.errors import ColumnError, HierarchyError, listed
from discret.words import Words, say

FEW = 50  # distinct values of a column that may be dropped to one label without being asked
WHOLE = Hierarchy(Whole(), Whole())
BUILDERS: dict[str, type[Form]] = {**FORMS, Automatic.builder: Automatic}


def described(given: Mapping[str, Any], *, folder: Path | None = None) -> Hierarchy | Automatic:
    """Build what a description says: the table of a plan, or the same in Python.

    Examples
    --------
    >>> described({"from": "automatic", "sizes": [4, 2]}).to_dict()
    {'from': 'automatic', 'sizes': [4, 2]}
    """
    if given.get("from") == Automatic.builder:
        return Automatic.of(**{str(name): item for name, item in given.items() if name != "from"})
    return Hierarchy.from_dict(given, folder=folder)


def as_hierarchy(column: str, given: object) -> Hierarchy | Automatic:
    """Take a hierarchy, its description, or the name of a builder that needs no argument.

    Examples
    --------
    >>> as_hierarchy("sex", "automatic")
    Automatic()
    >>> as_hierarchy("sex", ["f", "m"])
    Traceback (most recent call last):
    ...
    discret.errors.HierarchyError: hierarchy of 'sex': 1 fault
      - a hierarchy is needed, list came
    Hint: Hierarchy.from_groups and its like make one, 'automatic' has one made from the data.
    """
    if isinstance(given, Hierarchy | Automatic):
        return given
    if isinstance(given, str | Mapping):
        return described({"from": given} if isinstance(given, str) else given)
    fault = say(
        "a hierarchy is needed, {kind} came",
        "une hiérarchie est attendue, reçu : {kind}",
        kind=type(given).__name__,
    )
    raise HierarchyError(
        say("hierarchy of {column!r}", "hiérarchie de {column!r}", column=column),
        [fault],
        hint=_MAKE,
    )


def hierarchy_of(
    hierarchies: Mapping[str, Hierarchy], column: str, values: pl.Series
) -> Hierarchy | None:
    """Return the hierarchy of a column: the one declared, or one label for all if values are few.

    Examples
    --------
    >>> hierarchy_of({}, "sex", pl.Series(["f", "m", None])).depth
    2
    >>> hierarchy_of({}, "town", pl.Series(range(FEW + 1))) is None
    True
    """
    own = hierarchies.get(column)
    few = own is None and (len(values) <= FEW or values.drop_nulls().n_unique() <= FEW)
    return WHOLE if few else own


def absent(hierarchy: Hierarchy, values: pl.Series) -> pl.Series:
    """Mark the values that a hierarchy has no label for.

    Examples
    --------
    >>> sizes = Hierarchy.from_order(["S", "M"], steps=[2])
    >>> absent(sizes, pl.Series(["S", "XL"])).to_list()
    [False, True]
    """
    return hierarchy.rule.read(values).is_null()


def key_hierarchies(keys: KeyTable) -> dict[str, Hierarchy]:
    """Return the hierarchies of the keys: declared, or one label for all where values are few.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> sorted(key_hierarchies(Dataset.of(dishes(), key=["Sexe", "Âge"]).keys))
    ['Sexe', 'Âge']
    """
    found = {
        name: hierarchy_of(keys.around.hierarchies, name, keys.values(name))
        for name in keys.columns
    }
    return {name: hierarchy for name, hierarchy in found.items() if hierarchy is not None}


def no_hierarchy(who: str, columns: Sequence[str]) -> ColumnError:
    """Say that keys of many values have no hierarchy, and three ways out.

    Examples
    --------
    >>> no_hierarchy("generalise", ["Âge"]).hint.split(": ")[-1]
    'maximum = {"Âge" = 0}'
    """
    quoted = [json.dumps(name, ensure_ascii=False) for name in columns]
    return ColumnError(
        say(
            "{who}: the key {names} has no hierarchy, and more than {few} values",
            "{who} : la clé {names} n’a pas de hiérarchie, et plus de {few} valeurs",
            who=who,
            names=listed(columns),
            few=FEW,
        ),
        hint=say(
            'declare one: [hierarchies.{first}] from = "automatic" makes it from the data; or'
            " leave the column as it is: maximum = {{{table}}}",
            'en déclarer une : [hierarchies.{first}] from = "automatic" la fait à partir des'
            " données ; ou laisser la colonne telle quelle : maximum = {{{table}}}",
            first=quoted[0],
            table=", ".join(f"{name} = 0" for name in quoted),
        ),
    )


_MAKE = Words(
    "Hierarchy.from_groups and its like make one, 'automatic' has one made from the data",
    fr="Hierarchy.from_groups et ses pareilles en font une, 'automatic' la fait faire à partir des"
    " données",
)
