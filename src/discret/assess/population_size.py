"""How large the population is that the records were drawn from."""

from __future__ import annotations

from discret.data.keytable import KeyTable
from discret.errors import InputError
from discret.words import Words, say


def population_size(who: str, keys: KeyTable, given: float | None = None) -> float:
    """Return the number of people in the population: given, counted, or the sum of the weights.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> population_size("risk", Dataset.of(dishes(), key="Sexe", weight="Poids").keys)
    12000.0
    """
    if given is None and keys.around.population is not None:
        given = _summed(keys.around.population())
    if given is None and keys.total_weight is not None:
        given = _summed(keys)
    if given is None:
        raise InputError(
            say(
                "{who}: the size of the population is not known",
                "{who} : la taille de la population n’est pas connue",
                who=who,
            ),
            hint=Words(
                "give population_size=..., declare the weights, or hand over the population",
                fr="donner population_size=..., déclarer les poids, ou fournir la population",
            ),
        )
    people = int(keys.people("category").sum())
    if given < people * (1 - 1e-9):
        raise InputError(
            say(
                "{who}: the population ({given}) is smaller than the file ({people})",
                "{who} : la population ({given}) est plus petite que le fichier ({people})",
                who=who,
                given=given,
                people=people,
            ),
            hint=Words(
                "check population_size, or the weights", fr="vérifier population_size, ou les poids"
            ),
        )
    return max(float(given), float(people))


def _summed(keys: KeyTable) -> float:
    """Return the number of people that a table stands for."""
    if keys.total_weight is None:
        return float(keys.records)
    return float(keys.stands_for("category").sum())
