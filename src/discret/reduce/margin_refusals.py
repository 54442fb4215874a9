"""What margins are refused for, and why."""

from __future__ import annotations

from discret.errors import ColumnError, ParameterError
from discret.words import Words, say


def holes_in_margins(who: str, holes: str) -> ColumnError:
    """Say that margins have missing values."""
    return ColumnError(
        say(
            "{who}: values are missing in {holes}, on which margins are asked",
            "{who} : il manque des valeurs dans {holes}, dont des marges sont demandées",
            who=who,
            holes=holes,
        ),
        hint=Words(
            "leave these columns out of the margins, or fill their missing values first",
            fr="retirer ces colonnes des marges, ou d’abord remplir leurs valeurs manquantes",
        ),
    )


def other_totals(who: str, text: str, lost: int, spare: int) -> ParameterError:
    """Say that totals and categories do not match."""
    return ParameterError(
        who,
        [
            say(
                "totals of {text!r}: {lost} lacking, {spare} not in the data",
                "totaux de {text!r} : il en manque {lost}, {spare} {spare:n’est|ne sont} pas dans"
                " les données",
                text=text,
                lost=lost,
                spare=spare,
            )
        ],
        hint=Words(
            "give a total for each category, written as in the data",
            fr="donner un total à chaque modalité, écrite comme dans les données",
        ),
    )


def no_total(who: str, strange: int, text: str) -> ColumnError:
    """Say that combinations have no total."""
    return ColumnError(
        say(
            "{who}: {strange} {strange:combination of|combinations of} {text!r}"
            " {strange:has|have} no total",
            "{who} : {strange} {strange:combinaison|combinaisons} de {text!r}"
            " {strange:n’a|n’ont} pas de total",
            who=who,
            strange=strange,
            text=text,
        ),
        hint=Words(
            "calibrate on columns whose values no step has changed, but by recoding",
            fr="caler sur des colonnes dont nulle étape n’a changé les valeurs, sinon par recodage",
        ),
    )


def not_summed(column: str) -> ColumnError:
    """Say that numbers have no sum."""
    return ColumnError(
        say(
            "margins: numbers of {column!r} are infinite, or too large to be summed",
            "margins : des nombres de {column!r} sont infinis, ou trop grands pour être"
            " additionnés",
            column=column,
        ),
        hint=Words(
            "make them missing or top code them first, or leave the column out",
            fr="les effacer ou les ramener à un plafond d’abord, ou omettre la colonne",
        ),
    )
