"""What loss measures refuse, and why: errors whose sentences are long."""

from __future__ import annotations

from discret.errors import ColumnError
from discret.words import Words, say


def not_binary(who: str) -> ColumnError:
    """Say that responses joined together must be of 0 and 1."""
    return ColumnError(
        say(
            "{who}: columns joined by | are 0/1 columns, for a binomial model",
            "{who} : les colonnes jointes par | sont faites de 0 et de 1, pour un modèle binomial",
            who=who,
        ),
        hint=Words(
            "name such columns, or one response",
            fr="nommer de telles colonnes, ou une seule réponse",
        ),
    )


def not_counts(who: str, names: str) -> ColumnError:
    """Say that a response is no count."""
    return ColumnError(
        say(
            "{who}: the response of a poisson model is a count, {names} has negative values",
            "{who} : la réponse d’un modèle poisson est un effectif, {names} a des"
            " valeurs négatives",
            who=who,
            names=names,
        ),
        hint=Words(
            "name a column of counts, or another family",
            fr="nommer une colonne d’effectifs, ou une autre famille",
        ),
    )


def no_total(who: str, target: str) -> ColumnError:
    """Say that weights have nothing to be shared out."""
    return ColumnError(
        say(
            "{who}: the weights of {target!r} have no total above zero",
            "{who} : les poids de {target!r} n’ont pas de total strictement positif",
            who=who,
            target=target,
        ),
        hint=Words(
            "correct the weights, or name another column",
            fr="corriger les poids, ou nommer une autre colonne",
        ),
    )


def too_many_coefficients(who: str, names: int, many: int) -> ColumnError:
    """Say that a model has too many coefficients."""
    return ColumnError(
        say(
            "{who}: the model has {names} coefficients, {many} at most can be compared",
            "{who} : le modèle a {names} coefficients, {many} au plus peuvent être comparés",
            who=who,
            names=names,
            many=many,
        ),
        hint=Words(
            "recode columns with many categories, or use numbers as numbers",
            fr="recoder les colonnes à nombreuses modalités, ou prendre les nombres comme nombres",
        ),
    )


def not_in_original(who: str, table: int) -> ColumnError:
    """Say that records of the release cannot be found in the original."""
    return ColumnError(
        say(
            "{who}: {table} {table:record|records} of the release {table:is|are} not in the"
            " original"
            " file, or {table:is|are} numbered twice there",
            "{who} : {table} {table:enregistrement diffusé n’est|enregistrements diffusés ne sont}"
            " pas dans le fichier original, ou y {table:a|ont} deux fois le même numéro",
            who=who,
            table=table,
        ),
        hint=Words(
            "declare a column that numbers the records of both, with row=...",
            fr="déclarer une colonne qui numérote les enregistrements des deux, avec row=...",
        ),
    )


def not_numbered_once(who: str) -> ColumnError:
    """Say that records cannot be followed: their numbers are not those of single records."""
    return ColumnError(
        say(
            "{who}: the row column must number every record once; it does not",
            "{who} : la colonne row doit numéroter chaque enregistrement une fois ;"
            " ce n’est pas le cas",
            who=who,
        ),
        hint=Words(
            "declare another column with row=...", fr="déclarer une autre colonne avec row=..."
        ),
    )


def endless(who: str, name: str) -> ColumnError:
    """Say that a column has numbers that cannot be summed."""
    return ColumnError(
        say(
            "{who}: {name!r} has endless numbers",
            "{who} : {name!r} a des nombres infinis",
            who=who,
            name=name,
        ),
        hint=Words("make them missing first", fr="d’abord les rendre manquants"),
    )
