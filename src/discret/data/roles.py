"""What a column is for: its role."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import EnumMeta, StrEnum
from typing import TYPE_CHECKING, Any

from discret.errors import ColumnError, ParameterError, listed
from discret.words import Words, say

if TYPE_CHECKING:
    import narwhals as nw


class _Roles(EnumMeta):
    """What ``Role(...)`` and ``Role[...]`` mean: one role, named."""

    def __call__(cls, *given: Any, **named: Any) -> Any:
        if named or len(given) != 1:
            raise ParameterError(_ROLE, [_ONE], hint=_THERE.filled(guess="", roles=", ".join(cls)))
        return super().__call__(*given)

    def __getitem__(cls, name: str) -> Any:
        if name not in cls.__members__:
            raise no_such_role(str(name).lower(), [*cls])
        return super().__getitem__(name)


class Role(StrEnum, metaclass=_Roles):
    """The role of a column, from the point of view of someone who attacks the file.

    Examples
    --------
    >>> Role("key").meaning
    'could be known to an attacker and, with others, single a person out'
    >>> Role.KEY.meaning.fr
    'peut être connu d’un attaquant et, avec d’autres, isoler une personne'
    """

    IDENTIFIER = "identifier"
    KEY = "key"
    NUMBER = "number"
    SENSITIVE = "sensitive"
    WEIGHT = "weight"
    HOUSEHOLD = "household"
    INDIVIDUAL = "individual"
    AREA = "area"
    ROW = "row"
    IGNORED = "ignored"

    @classmethod
    def _missing_(cls, value: object) -> Role:
        """Refuse what is no role."""
        raise no_such_role(value, list(cls)) from None

    @property
    def meaning(self) -> Words:
        """What the role says, in a few words."""
        return _MEANINGS[self]

    @property
    def single(self) -> bool:
        """Whether at most one column has this role."""
        return self in _SINGLE


def no_such_role(given: object, roles: Sequence[str]) -> ParameterError:
    """Say which roles there are, and which may have been meant."""
    from difflib import get_close_matches

    near = get_close_matches(given, roles, 1) if isinstance(given, str) else []
    fault = Words("there is no such role", fr="ce rôle n’existe pas")
    guess = say("did you mean {near}? ", "vouliez-vous dire {near} ? ", near=listed(near))
    hint = _THERE.filled(guess=guess if near else "", roles=", ".join(roles))
    return ParameterError(_ROLE, [fault], hint=hint)


_ROLE = Words("role", fr="rôle")
_ONE = Words("the name of one role is needed", fr="il faut le nom d’un rôle")
_THERE = Words("{guess}there are {roles}", fr="{guess}il y a {roles}")


# What names or numbers people: it never leaves as it came, unless the plan says so.
HELD = (Role.IDENTIFIER, Role.INDIVIDUAL, Role.HOUSEHOLD, Role.ROW)

# What a record tells of a person: what is compared, where nobody says what.
ATTRIBUTES = (Role.KEY, Role.NUMBER, Role.SENSITIVE)

# What gives a person away most comes first.
_STRICTEST_FIRST = (
    Role.IDENTIFIER,
    Role.INDIVIDUAL,
    Role.HOUSEHOLD,
    Role.ROW,
    Role.KEY,
    Role.AREA,
    Role.NUMBER,
    Role.SENSITIVE,
    Role.WEIGHT,
    Role.IGNORED,
)


def strictest(roles: Iterable[Role], taken: Iterable[Role] = ()) -> Role:
    """Return the strictest of some roles; one that a single column has and has already, climbs.

    Examples
    --------
    >>> strictest([Role.WEIGHT, Role.KEY, Role.SENSITIVE]).value
    'key'

    A second number of households is more than that: it must not be released as it is.

    >>> strictest([Role.HOUSEHOLD], taken=[Role.HOUSEHOLD]).value
    'identifier'
    """
    place = min((_STRICTEST_FIRST.index(role) for role in roles), default=-1)
    role = _STRICTEST_FIRST[place]
    if not (role.single and role in set(taken)):
        return role
    return [role for role in _STRICTEST_FIRST[:place] if not role.single][-1]


def inherited(
    old: Mapping[str, Role], columns: Sequence[str], made: Mapping[str, Sequence[str]]
) -> dict[str, Role]:
    """Return the roles of the columns of a table that was made from another.

    Parameters
    ----------
    old
        The roles of the columns before.
    columns
        The columns after.
    made
        For each column that is new, or no longer what it was, the columns that it was made from. A
        new one that is not here may come from any column.

    Notes
    -----
    What is made of a column tells of the same people: the square of an address is known to whoever
    knows the address. A column has the strictest role of those that it was made from.

    Examples
    --------
    >>> roles = {"x": Role.KEY, "y": Role.IGNORED, "sex": Role.KEY}
    >>> {name: role.value for name, role in inherited(roles, ["sex", "c"], {"c": "xy"}).items()}
    {'sex': 'key', 'c': 'key'}
    """
    new = [name for name in columns if name in made or name not in old]
    roles = {name: role for name, role in old.items() if name in columns and name not in new}
    for name in new:
        sources = {*made.get(name, old), *([name] if name in old else [])}
        roles[name] = strictest([old[source] for source in sources], roles.values())
    return {name: roles[name] for name in dict.fromkeys([*old, *new]) if name in roles}


def stated_roles(schema: nw.Schema, stated: Mapping[Role, tuple[str, ...]]) -> dict[str, Role]:
    """Give the columns of a table their roles; refuse columns that it lacks, and two roles."""
    names = schema.names()
    wanted = [name for columns in stated.values() for name in columns]
    if any(name not in names for name in wanted):
        raise ColumnError.missing("roles", dict.fromkeys(wanted), names)
    twice = sorted({name for name in wanted if wanted.count(name) > 1})
    if twice:
        raise ColumnError(
            say(
                "roles: a column has one role; {twice} was given several",
                "rôles : une colonne a un seul rôle ; {twice} en a reçu plusieurs",
                twice=listed(twice),
            ),
            hint=Words("choose one", fr="en choisir un"),
        )
    for role, (fault, hint) in _HOLD_NUMBERS.items():
        for name in stated.get(role, ()):
            if not schema[name].is_numeric():
                raise ColumnError(fault.filled(name=name), hint=hint)
    chosen = {name: role for role, columns in stated.items() for name in columns}
    return chosen | {name: Role.IGNORED for name in names if name not in chosen}


def role_arguments(roles: Mapping[Role, Sequence[str]]) -> dict[str, Any]:
    """Turn columns by role into the arguments of `Dataset.of`."""
    return {
        str(role): (names[0] if role.single else list(names))
        for role, names in roles.items()
        if names
    }


_SINGLE = {Role.WEIGHT, Role.HOUSEHOLD, Role.INDIVIDUAL, Role.AREA, Role.ROW}

_HOLD_NUMBERS = {
    Role.WEIGHT: (
        Words(
            "roles: weights are numbers, column {name!r} holds none",
            fr="rôles : les poids sont des nombres, la colonne {name!r} n’en contient pas",
        ),
        Words(
            "name a numeric column, or convert this one",
            fr="nommer une colonne numérique, ou convertir celle-ci",
        ),
    ),
    Role.NUMBER: (
        Words(
            "roles: column {name!r} has the role number, and holds no numbers",
            fr="rôles : la colonne {name!r} a le rôle number, et ne contient pas de nombres",
        ),
        Words(
            "make it a key if others may know it, or convert it",
            fr="en faire une clé si d’autres peuvent la connaître, ou la convertir",
        ),
    ),
}

_MEANINGS = {
    Role.IDENTIFIER: Words(
        "names a person by itself: never released as it is",
        fr="désigne une personne à lui seul : jamais diffusé tel quel",
    ),
    Role.KEY: Words(
        "could be known to an attacker and, with others, single a person out",
        fr="peut être connu d’un attaquant et, avec d’autres, isoler une personne",
    ),
    Role.NUMBER: Words(
        "a number that others know roughly, such as an income or a turnover, and recognise by"
        " how near it is",
        fr="un nombre que d’autres connaissent à peu près, tel qu’un revenu ou un chiffre"
        " d’affaires, et reconnaissent à sa proximité",
    ),
    Role.SENSITIVE: Words(
        "what an attacker would like to learn", fr="ce qu’un attaquant voudrait apprendre"
    ),
    Role.WEIGHT: Words(
        "how many people of the population the record stands for",
        fr="combien de personnes de la population l’enregistrement représente",
    ),
    Role.HOUSEHOLD: Words("which household the record belongs to", fr="ménage d’appartenance"),
    Role.INDIVIDUAL: Words(
        "which person the record is about, where a person may have several",
        fr="personne concernée, lorsqu’une personne peut avoir plusieurs enregistrements",
    ),
    Role.AREA: Words("where the record is", fr="lieu de l’enregistrement"),
    Role.ROW: Words("number of the record in the file", fr="numéro de l’enregistrement"),
    Role.IGNORED: Words("not looked at by the measures", fr="non examiné par les mesures"),
}
