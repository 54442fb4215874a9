"""What cannot climb: facts of nobody, facts of nowhere, and where nothing can be shown."""

from __future__ import annotations

from discret.errors import InputError, TargetError
from discret.words import Words, say


def unknown_people(who: str, person: str, records: int) -> InputError:
    """Say that some facts are of nobody known."""
    return InputError(
        say(
            "{who}: {records} {records:record|records} without individual in {person!r}: whose"
            " they are must be known, for people to be counted",
            "{who} : {records} {records:enregistrement|enregistrements} sans individu dans"
            " {person!r} : il faut savoir de qui ils sont pour compter les personnes",
            who=who,
            records=records,
            person=person,
        ),
        hint=Words(
            "drop them, or give everybody a number of their own",
            fr="les retirer, ou donner à chacun un numéro qui lui soit propre",
        ),
    )


def not_placed(who: str, area: str, records: int) -> InputError:
    """Say that some facts are nowhere."""
    return InputError(
        say(
            "{who}: {records} {records:record|records} without area in {area!r}",
            "{who} : {records} {records:enregistrement|enregistrements} sans lieu dans {area!r}",
            who=who,
            records=records,
            area=area,
        ),
        hint=Words(
            "drop them, or name an area for what is nowhere and add it to the hierarchy",
            fr="les retirer, ou nommer un lieu pour ce qui n’est nulle part et l’ajouter à la"
            " hiérarchie",
        ),
    )


def negative_amounts(who: str, by: str, people: int) -> InputError:
    """Say that shares cannot be told of what is negative or missing."""
    return InputError(
        say(
            "{who}: a share of {by!r} can be told of numbers from 0 on, {people} {people:person"
            " has|people have} others, or none",
            "{who} : une part de {by!r} se calcule sur des nombres positifs ou nuls, {people}"
            " {people:personne en a|personnes en ont} d’autres, ou aucun",
            who=who,
            by=by,
            people=people,
        ),
        hint=Words(
            "choose another column for by=, or drop these records first",
            fr="choisir une autre colonne pour by=, ou retirer d’abord ces enregistrements",
        ),
    )


def nothing_left(who: str, records: int) -> TargetError:
    """Say that no fact can be shown anywhere."""
    return TargetError(
        say(
            "{who}: every one of the {records} {records:record|records} would have to be dropped:"
            " no area can be shown, however high it is",
            "{who} : il faudrait retirer la totalité des enregistrements ({records}) : aucun lieu"
            " ne peut être montré, si haut qu’il soit",
            who=who,
            records=records,
        ),
        hint=Words(
            "lower k=, individuals= or unique=, or give the hierarchies a top level",
            fr="abaisser k=, individuals= ou unique=, ou donner un sommet aux hiérarchies",
        ),
    )
