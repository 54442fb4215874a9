"""What data is refused for, and why: errors whose sentences are long."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence

from discret.errors import ColumnError, EngineError, InputError, ParameterError, listed
from discret.words import Words, say
from discret.words.sentences import joined

STATED = Words(
    'Dataset.of(table, key=["age", "sex"], sensitive="illness"), for example',
    fr='Dataset.of(table, key=["age", "sex"], sensitive="illness"), par exemple',
)
THE_DATA = Words("data", fr="données")  # who refuses, where no part or command does


def no_roles_yet() -> InputError:
    """Say that a table was handed over without its roles."""
    return InputError(
        Words(
            "Dataset: a table has roles once Dataset.of has stated them",
            fr="Dataset : une table a des rôles une fois que Dataset.of les a déclarés",
        ),
        hint=STATED,
    )


def no_keys() -> InputError:
    """Say that no column is a key."""
    return InputError(
        Words(
            "data: no column has the role key",
            fr="données : aucune colonne n’a le rôle key",
        ),
        hint=Words(
            "name the columns that an attacker could know, with key=[...]",
            fr="nommer les colonnes qu’un attaquant pourrait connaître, avec key=[...]",
        ),
    )


def no_records(who: str = THE_DATA) -> InputError:
    """Say that a table is empty.

    Examples
    --------
    >>> no_records().message.fr
    'données : la table n’a pas d’enregistrement'
    """
    return InputError(
        say(
            "{who}: the table has no records",
            "{who} : la table n’a pas d’enregistrement",
            who=who,
        ),
        hint=Words("check the file, or the filter", fr="vérifier le fichier, ou le filtre"),
    )


def no_role(who: str, roles: Sequence[str]) -> InputError:
    """Say that no column has one of the roles that are needed."""
    return InputError(
        say(
            "{who}: needs a column with the role {names}, the data has none",
            "{who} : il faut une colonne qui ait le rôle {names}, les données n’en ont pas",
            who=who,
            names=joined(roles, Words(" or ", fr=" ou ")),
        ),
        hint=say(
            "declare it: {roles}=... in Dataset.of, or under [roles] in the plan",
            "la déclarer : {roles}=... dans Dataset.of, ou sous [roles] dans le plan",
            roles=roles[0],
        ),
    )


def no_numbers(who: str, wrong: Sequence[str], labelled: Container[str] = ()) -> ColumnError:
    """Say that columns hold no numbers; labelled codes are categories unless told otherwise."""
    coded = [name for name in wrong if name in labelled]
    names = json.dumps(coded, ensure_ascii=False)
    return ColumnError(
        say(
            "{who}: numbers are needed, {wrong} holds none",
            "{who} : il faut des nombres, {wrong} n’en contient pas",
            who=who,
            wrong=listed(wrong),
        ),
        hint=say(
            "its codes have labels, so they are categories; [data] numbers = {names} reads them as"
            " numbers",
            "ses codes ont des libellés, ce sont donc des modalités ; [data] numbers = {names} les"
            " lit comme des nombres",
            names=names,
        )
        if coded
        else Words(
            "convert the column, or name another",
            fr="convertir la colonne, ou en nommer une autre",
        ),
    )


def no_numbers_foreseen(who: str, wrong: Sequence[str], labelled: Container[str]) -> str:
    """Say the same in one sentence, for a list of faults."""
    refusal = no_numbers(who, wrong, labelled)
    if not any(name in labelled for name in wrong):
        return refusal.message
    return say("{what}: {hint}", "{what} : {hint}", what=refusal.message, hint=refusal.hint)


NUMBER_THEM = Words(
    "declare a column that numbers the records, with row=...",
    fr="déclarer une colonne qui numérote les enregistrements, avec row=...",
)


def not_drawn(who: str) -> EngineError:
    """Say that nothing tells the records of a lazy table apart."""
    return EngineError(
        say(
            "{who}: a lazy table has no order, so records cannot be drawn from it",
            "{who} : une table différée n’a pas d’ordre, on ne peut donc en"
            " tirer des enregistrements",
            who=who,
        ),
        hint=NUMBER_THEM,
    )


def without_numbers(who: str) -> EngineError:
    """Say that nothing tells which records of two lazy tables are the same."""
    return EngineError(
        say(
            "{who}: records cannot be followed in a lazy table, which has no order",
            "{who} : les enregistrements d’une table différée, qui n’a pas d’ordre, ne peuvent"
            " être suivis",
            who=who,
        ),
        hint=NUMBER_THEM,
    )


def not_numbered(who: str, missing: int, doubled: int) -> ColumnError:
    """Say that a row column does not number every record once."""
    return ColumnError(
        say(
            "{who}: the row column must number every record once; {missing}"
            " {missing:is|are} missing, {doubled} doubled",
            "{who} : la colonne row doit numéroter chaque enregistrement une fois ;"
            " {missing} {missing:numéro manque|numéros manquent}, {doubled}"
            " {doubled:est|sont} en double",
            who=who,
            missing=missing,
            doubled=doubled,
        ),
        hint=Words(
            "declare another column with row=..., or none",
            fr="déclarer une autre colonne avec row=..., ou aucune",
        ),
    )


def not_followed() -> ColumnError:
    """Say that records of the original and of the release cannot be told by their numbers."""
    return ColumnError(
        Words(
            "compare: the row column must number every record once; it does not",
            fr="compare : la colonne row doit numéroter chaque enregistrement une fois ; ce n’est"
            " pas le cas",
        ),
        hint=Words(
            "declare another column with row=...", fr="déclarer une autre colonne avec row=..."
        ),
    )


def levels_outside(
    who: str, column: str, low: int, high: int, first: int, last: int
) -> ParameterError:
    """Say which levels a hierarchy has."""
    return ParameterError(
        who,
        [
            say(
                "levels of {column!r}: from {low} to {high}, of {first} to {last}",
                "niveaux de {column!r} : de {low} à {high}, parmi {first} à {last}",
                column=column,
                low=low,
                high=high,
                first=first,
                last=last,
            )
        ],
        hint=Words(
            "give levels that the hierarchy has, the lowest first",
            fr="donner des niveaux que la hiérarchie a, le plus bas d’abord",
        ),
    )
