"""What measures refuse, and why: errors whose sentences are long."""

from __future__ import annotations

from discret.errors import ColumnError, InputError, ParameterError
from discret.words import Words, say


def not_fitted(who: str) -> InputError:
    """Say that the larger model failed."""
    return InputError(
        say(
            "{who}: the model with all two-way interactions could not be fitted",
            "{who} : le modèle à toutes les interactions d’ordre deux n’a pu être ajusté",
            who=who,
        ),
        hint=Words(
            "say model='main', or make keys coarser",
            fr="écrire model='main', ou rendre les clés plus grossières",
        ),
    )


def too_many_cells(who: str, cells: int, most_cells: int) -> InputError:
    """Say that the crossing of the keys is too large."""
    return InputError(
        say(
            "{who}: the keys have {cells} combinations, more than the {most_cells} allowed",
            "{who} : les clés ont {cells} combinaisons, plus que les {most_cells} admises",
            who=who,
            cells=cells,
            most_cells=most_cells,
        ),
        hint=Words(
            "make keys coarser, raise most_cells, or say model='main' (left untested)",
            fr="rendre les clés plus grossières, relever most_cells, ou écrire"
            " model='main' (non testé)",
        ),
    )


def not_before(column: str) -> ColumnError:
    """Say that a column cannot be compared with what it was."""
    return ColumnError(
        say(
            "the file as it came has no column {column!r}, or one of another kind: groups cannot be"
            " compared with it",
            "le fichier d’origine n’a pas de colonne {column!r}, ou elle y est d’une autre sorte :"
            " les groupes ne peuvent y être comparés",
            column=column,
        ),
        hint=Words(
            "say reference='release', or judge before the column is changed",
            fr="écrire reference='release', ou juger avant que la colonne ne soit changée",
        ),
    )


def no_weights(who: str, column: str) -> ColumnError:
    """Say that weights are no numbers."""
    return ColumnError(
        say(
            "{who}: weights are numbers, column {column!r} holds none",
            "{who} : les poids sont des nombres, la colonne {column!r} n’en contient pas",
            who=who,
            column=column,
        ),
        hint=Words("name a numeric column", fr="nommer une colonne numérique"),
    )


def most_and_column(who: str) -> ParameterError:
    """Say that groups cannot be marked without a target and weights."""
    return ParameterError(
        who,
        [
            Words(
                "most, column: both are needed to mark groups",
                fr="most, column : il faut les deux pour marquer des groupes",
            )
        ],
        hint=Words(
            "say most=0.01, and declare or name the column of weights",
            fr="écrire most=0.01, et déclarer ou nommer la colonne des poids",
        ),
    )
