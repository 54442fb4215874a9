"""The people of the population, grouped as the release shows them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.keytable import KeyTable, coded
from discret.data.text import comparable
from discret.errors import InputError
from discret.maths.arrays import Ints
from discret.maths.population.covering import Covering
from discret.words import Words, say


@dataclass(frozen=True)
class Population:
    """The cells of a population, beside the groups of a release.

    Parameters
    ----------
    people
        Number of people of each cell: one combination of the key values.
    covering
        Which cells each released group may stand for.
    matched
        Number of people who carry the values that each released group shows.

    Examples
    --------
    >>> from discret import Dataset
    >>> frame = pl.DataFrame({"sex": ["f", "f", "f", "m", "m"], "age": [30, 30, 40, 30, 40]})
    >>> data = Dataset.of(frame.head(1), key=["sex", "age"], population=frame)
    >>> Population.beside("test", data.keys).matched.tolist()
    [2]
    """

    people: Ints = field(repr=False)
    covering: Covering = field(repr=False)
    matched: Ints = field(repr=False)

    @classmethod
    def beside(cls, who: str, keys: KeyTable) -> Population:
        """Count the population beside the groups of `keys`, a blank of which matches anything.

        A release that the population cannot hold is refused.
        """
        if keys.around.population is None:
            raise InputError(
                say(
                    "{who}: needs the population that the records were drawn from",
                    "{who} : il faut la population d’où les enregistrements sont tirés",
                    who=who,
                ),
                hint=Words(
                    "hand it over with Dataset.of(..., population=...)",
                    fr="la fournir avec Dataset.of(..., population=...)",
                ),
            )
        register = keys.around.population()
        if register.columns != keys.columns:
            register = register.over(keys.columns)[0]
        people = people_of(who, register)
        covering = Covering.of(*_codes(keys, register))
        matched = covering.over_cells(people).astype(np.int64)
        _check_held(who, int((matched < keys.people("known")).sum()), len(keys))
        return cls(people, covering, matched)


def people_of(who: str, register: KeyTable) -> Ints:
    """Return the number of people of each cell: rows, or the counts that stand in the weight."""
    if register.has_missing:
        blank = (register.codes < 0).any(axis=1)
        raise InputError(
            say(
                "{who}: {blank} {blank:row|rows} of the population {blank:lacks|lack} a key value",
                "{who} : dans {blank} {blank:ligne|lignes} de la population il manque une valeur"
                " de clé",
                who=who,
                blank=int(register.count[blank].sum()),
            ),
            hint=Words(
                "complete the population, or take these rows out of it",
                fr="compléter la population, ou en retirer ces lignes",
            ),
        )
    if register.total_weight is None:
        return register.count
    people = register.weight("category")
    whole = np.rint(people)
    if (np.abs(people - whole) > 1e-6).any():  # noqa: PLR2004 (sums of whole numbers are whole)
        raise InputError(
            say(
                "{who}: the weights of the population are numbers of people, some are not whole",
                "{who} : les poids de la population sont des nombres de personnes,"
                " certains ne sont pas entiers",
                who=who,
            ),
            hint=Words(
                "give counts; where they are estimates, put them in the weights of the file",
                fr="donner des effectifs ; si ce sont des estimations, les mettre dans"
                " les poids du fichier",
            ),
        )
    return whole.astype(np.int64)


def _codes(keys: KeyTable, register: KeyTable) -> tuple[Ints, Ints]:
    """Write the two key tables in common numbers: equal values, equal numbers.

    Tables without names, those of a recoding that is tried, have common numbers already.
    """
    if register.groups.is_empty():
        return keys.codes, register.codes
    pairs = [(keys.groups[name], register.groups[name]) for name in keys.columns]
    columns = [coded(pl.concat(comparable(*pair))) for pair in pairs]
    codes = np.stack(columns, axis=1)
    return codes[: len(keys)], codes[len(keys) :]


def _check_held(who: str, groups: int, of: int) -> None:
    if groups:
        raise InputError(
            say(
                "{who}: the population does not hold the file: for {groups} of {of}"
                " groups it has fewer people than the file",
                "{who} : la population ne contient pas le fichier : pour {groups}"
                " {groups:groupe|groupes} sur {of}, elle a moins de personnes que lui",
                who=who,
                groups=groups,
                of=of,
            ),
            hint=Words(
                "write keys alike in both; where its rows stand for several people, name the"
                " column that says how many (count); where a method other than recoding"
                " changed keys, change those of the population in the same way",
                fr="écrire les clés de même dans les deux ; si ses lignes valent plusieurs"
                " personnes, nommer la colonne qui dit combien (count) ; si une méthode autre"
                " qu’un recodage a changé les clés, changer de même celles de la population",
            ),
        )
