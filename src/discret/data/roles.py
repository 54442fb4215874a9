"""What a column is for: its role."""

from __future__ import annotations

from enum import StrEnum

from discret.words import Words


class Role(StrEnum):
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
    SENSITIVE = "sensitive"
    WEIGHT = "weight"
    HOUSEHOLD = "household"
    INDIVIDUAL = "individual"
    AREA = "area"
    ROW = "row"
    IGNORED = "ignored"

    @property
    def meaning(self) -> Words:
        """What the role says, in a few words."""
        return _MEANINGS[self]

    @property
    def single(self) -> bool:
        """Whether at most one column has this role."""
        return self in _SINGLE


_SINGLE = {Role.WEIGHT, Role.HOUSEHOLD, Role.INDIVIDUAL, Role.AREA, Role.ROW}

_MEANINGS = {
    Role.IDENTIFIER: Words(
        "names a person by itself: never released as it is",
        fr="désigne une personne à lui seul : jamais diffusé tel quel",
    ),
    Role.KEY: Words(
        "could be known to an attacker and, with others, single a person out",
        fr="peut être connu d’un attaquant et, avec d’autres, isoler une personne",
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
