"""How large the population is that the records were drawn from."""

from __future__ import annotations

from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable, check_weights
from discret.data.roles import Role
from discret.errors import InputError


def population_size(who: str, data: Dataset, given: float | None = None) -> float:
    """Return the number of people in the population: given, counted, or the sum of the weights.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> population_size("risk", Dataset.of(dishes(), key="Sexe", weight="Poids"))
    12000.0
    """
    if given is None and data.population is not None:
        people = data.population
        weighted = people.column(Role.WEIGHT) is not None
        given = weighted_size(people.keys) if weighted else float(len(people))
    if given is None and data.column(Role.WEIGHT) is not None:
        given = weighted_size(data.keys)
    if given is None:
        raise InputError(
            f"{who}: the size of the population is not known",
            hint="give population_size=..., declare the weights, or hand over the population",
        )
    if given < len(data) * (1 - 1e-9):
        raise InputError(
            f"{who}: the population ({given:,.0f}) is smaller than the file ({len(data):,})",
            hint="check population_size, or the weights",
        )
    return max(float(given), float(len(data)))


def weighted_size(keys: KeyTable) -> float:
    """Return the sum of the weights: the population that a sample stands for."""
    if keys.total_weight is None:
        raise InputError(
            "weights: the data has no weight column", hint="declare one with weight=..."
        )
    check_weights(keys.bad_weights)
    return float(keys.total_weight.sum())
