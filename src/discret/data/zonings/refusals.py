"""What tables of zones and squares are refused for, and why."""

from __future__ import annotations

from discret.errors import ColumnError, InputError
from discret.words import Words, say


def no_observations(who: str) -> InputError:
    """Say that all counts are zero."""
    return InputError(
        say(
            "{who}: no row has an observation",
            "{who} : aucune ligne n’a d’observation",
            who=who,
        ),
        hint=Words("check the counts", fr="vérifier les effectifs"),
    )


def named_twice(who: str, twice: str) -> ColumnError:
    """Say that columns must differ."""
    return ColumnError(
        say(
            "{who}: zones, squares, levels, counts and what is withheld are different"
            " columns, {twice} was named twice",
            "{who} : les zones, les carreaux, les niveaux, les effectifs et ce qui"
            " est masqué sont des colonnes différentes, {twice} est nommée deux fois",
            who=who,
            twice=twice,
        ),
        hint=Words("name another column", fr="nommer une autre colonne"),
    )


def repeated(who: str, whole: str, double: int, part: str, hint: str) -> ColumnError:
    """Say that a crossed table repeats a combination."""
    return ColumnError(
        say(
            "{who}: a crossed table has one row for each {whole}, {double} more repeat a {part}",
            "{who} : une table croisée a une ligne par {whole}, {double} de plus"
            " répètent une {part}",
            who=who,
            whole=whole,
            double=double,
            part=part,
        ),
        hint=say(
            "add up their counts; for individual rows give no count column{hint}",
            "additionner leurs effectifs ; pour des lignes individuelles, ne pas"
            " donner de colonne d’effectifs{hint}",
            hint=hint,
        ),
    )
