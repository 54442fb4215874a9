"""How large the population is that the records were drawn from."""

from __future__ import annotations

from discret.data.keytable import KeyTable
from discret.errors import InputError


def population_size(who: str, keys: KeyTable, given: float | None = None) -> float:
    """Return the number of people in the population: given, counted, or the sum of the weights.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> population_size("risk", Dataset.of(dishes(), key="Sexe", weight="Poids").keys)
    12000.0
    """
    if given is None and keys.population is not None:
        given = _summed(keys.population())
    if given is None and keys.total_weight is not None:
        given = _summed(keys)
    if given is None:
        raise InputError(
            f"{who}: the size of the population is not known",
            hint="give population_size=..., declare the weights, or hand over the population",
        )
    people = int(keys.people("category").sum())
    if given < people * (1 - 1e-9):
        raise InputError(
            f"{who}: the population ({given:,.0f}) is smaller than the file ({people:,})",
            hint="check population_size, or the weights",
        )
    return max(float(given), float(people))


def _summed(keys: KeyTable) -> float:
    """Return the number of people that a table stands for."""
    if keys.total_weight is None:
        return float(keys.records)
    return float(keys.stands_for("category").sum())
