"""What the true counts were, for who has a perturbed file and the matrix of its chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl

from discret.data.text import as_text
from discret.errors import InputError
from discret.maths.arrays import Floats
from discret.maths.perturbation import transitions
from discret.words import Words


@dataclass(frozen=True)
class Frequencies:
    """Counts of true values, estimated from a perturbed file, with their standard errors.

    Parameters
    ----------
    counts, errors
        For each true value, its estimated count, and the standard error that perturbing adds.
    """

    counts: Mapping[str, float]
    errors: Mapping[str, float]

    def intervals(self, confidence: float = 0.95) -> dict[str, tuple[float, float]]:
        """Return for each value the interval that holds its true count with this confidence.

        By the normal law: counts are sums over many records.

        Examples
        --------
        >>> low, high = Frequencies({"a": 70.0}, {"a": 5.0}).intervals()["a"]
        >>> round(low, 1), round(high, 1)
        (60.2, 79.8)
        """
        if not 0 < confidence < 1:
            raise InputError(_CONFIDENCE, hint=_USUAL)
        wide = NormalDist().inv_cdf((1 + confidence) / 2)
        return {
            name: (count - wide * self.errors[name], count + wide * self.errors[name])
            for name, count in self.counts.items()
        }


def estimate_frequencies(
    released: Mapping[Any, float] | Iterable[Any],
    matrix: Mapping[str, Mapping[str, float]],
    weights: Iterable[float] | None = None,
) -> Frequencies:
    """Estimate, without bias, the counts of the true values of a perturbed column.

    Parameters
    ----------
    released
        The shown values, one for each record; or how often each is shown.
    matrix
        The chances: a row for each true value, by name.
    weights
        The weights of the records, where they have some.

    Examples
    --------
    >>> chances = {"Femme": {"Femme": 0.85, "Homme": 0.15}, "Homme": {"Femme": 0.1, "Homme": 0.9}}
    >>> found = estimate_frequencies({"Femme": 4, "Homme": 3}, chances)
    >>> {name: round(count, 4) for name, count in found.counts.items()}
    {'Femme': 4.4, 'Homme': 2.6}
    """
    labels = list(dict.fromkeys([*matrix, *(name for row in matrix.values() for name in row)]))
    place = {label: number for number, label in enumerate(labels)}
    chances = np.eye(len(labels))
    for true, row in matrix.items():
        chances[place[true]] = [row.get(shown, 0.0) for shown in labels]
    count, squares = _counted(released, place, weights)
    found = transitions.estimated(chances, count, squares)
    if found is None:
        raise InputError(_SINGULAR, hint=_HIGHER)
    errors = np.sqrt(np.maximum(np.diag(found.covariance), 0.0))
    return Frequencies(
        dict(zip(labels, found.counts.tolist(), strict=True)),
        dict(zip(labels, errors.tolist(), strict=True)),
    )


def _counted(
    released: Mapping[Any, float] | Iterable[Any],
    place: Mapping[str, int],
    weights: Iterable[float] | None,
) -> tuple[Floats, Floats]:
    """Return how often each value is shown, and the sums of squared weights."""
    if isinstance(released, Mapping):
        values, own = (
            as_text(pl.Series(list(released))),
            np.array([*released.values()], dtype=float),
        )
        squares = own
    else:
        values = as_text(pl.Series(released))
        own = np.ones(len(values)) if weights is None else np.array([*weights], dtype=float)
        squares = own**2
    codes = values.replace_strict(dict(place), default=None, return_dtype=pl.Int64)
    if codes.null_count() > values.null_count():
        raise InputError(_STRANGE, hint=_ROW)
    known = codes.is_not_null().to_numpy()
    numbers = codes.drop_nulls().to_numpy()
    size = len(place)
    count, sums = (
        np.bincount(numbers, each[known], minlength=size).astype(np.float64)
        for each in (own, squares)
    )
    return count, sums


_SINGULAR = Words(
    "estimate_frequencies: the matrix cannot be inverted, the shown values do not tell the counts",
    fr="estimate_frequencies : la matrice ne s’inverse pas, les valeurs montrées ne disent pas les"
    " effectifs",
)
_HIGHER = Words(
    "perturb with a higher retention", fr="perturber avec une probabilité de rester plus haute"
)
_STRANGE = Words(
    "estimate_frequencies: values are shown that the matrix does not name",
    fr="estimate_frequencies : des valeurs montrées ne figurent pas dans la matrice",
)
_ROW = Words("give the matrix that was used", fr="donner la matrice qui a servi")
_CONFIDENCE = Words(
    "intervals: confidence lies between 0 and 1",
    fr="intervals : la confiance est comprise entre 0 et 1",
)
_USUAL = Words("confidence=0.95, for example", fr="confidence=0.95, par exemple")
