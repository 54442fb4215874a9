"""Whether numbers still go together as they did."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.compare import WEIGHT, crossed, has_weights
from discret.data.dataset import Dataset
from discret.data.keytable import LARGEST
from discret.data.roles import ATTRIBUTES
from discret.finding import Finding
from discret.maths.arrays import Floats
from discret.maths.statistics.correlation import correlations, spectrum
from discret.parts import Columns, LossMeasure, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import IS_WEIGHTED
from discret.quantify.both_files import NOTHING, tidy
from discret.quantify.gone import gone, had, said
from discret.quantify.refusals import endless
from discret.words import Words, say


class Correlations(LossMeasure):
    r"""Largest change of a (weighted) correlation between two columns of numbers.

    Notes
    -----
    With r Pearson's correlation of two columns before and :math:`r'` after, each over the records
    of its file where both numbers are known and with the weights of that file, the change is
    :math:`|r' - r|`. One that the release no longer gives (a column is gone, holds no numbers, or
    only one) could be anything: its change is the largest there can be, :math:`1 + |r|`. Where the
    original has none, there is nothing to compare: it is counted.

    `details` has the mean change, and the eigenvalues :math:`λ` of the correlation matrix, on the
    columns whose correlations are all known before and after: how much a first axis, or two, tell
    of all. After suppression each correlation is over other records; eigenvalues may then be
    negative, which no correlations of a whole table have. Records need not be followed: what was
    exchanged between records that are alike is no change.

    Examples
    --------
    >>> import polars as pl
    >>> data = Dataset.of(pl.DataFrame({"a": [1, 2, 3], "b": [1, 2, 3]}), sensitive=["a", "b"])
    >>> after = Dataset.of(pl.DataFrame({"a": [1, 2, 3], "b": [3, 2, 1]}), sensitive=["a", "b"])
    >>> found = Correlations().compare(data, after)
    >>> found.value, found.details["largest_eigenvalue_change"]
    (2.0, 0.0)
    """

    name: ClassVar[str] = "correlations"
    title: ClassVar[Words] = Words("correlations", fr="corrélations")
    numbers: ClassVar[tuple[str, ...]] = ("columns",)
    purpose: ClassVar[Words] = Words(
        "compares the weighted correlations of numbers before and after, and their eigenvalues",
        fr="compare les corrélations pondérées des nombres avant et après, et leurs valeurs"
        " propres",
    )
    unit: ClassVar[Unit] = "number"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Domingo-Ferrer J., Torra V. (2001). Disclosure control methods and information loss"
            " for microdata. In Confidentiality, Disclosure and Data Access, 91-110."
        ),
    )
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        "columns": Fact.names("columns", "colonnes"),
        "mean_change": Fact.number("mean change", "changement moyen"),
        "correlations_lost": Fact.count("correlations lost", "corrélations perdues"),
        "undefined_before": Fact.count("undefined before", "non définies avant"),
        "largest_eigenvalue_change": Fact.number(
            "largest change of an eigenvalue", "plus grand changement d’une valeur propre"
        ),
        "mean_eigenvalue_change": Fact.number(
            "mean change of eigenvalues", "changement moyen des valeurs propres"
        ),
        "eigenvalues": Fact.table("eigenvalues", "valeurs propres"),
        "pairs": Fact.table("pairs of columns", "paires de colonnes"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=2,
        description=Words(
            "columns of numbers, by default keys, numbers, sensitive. Those of the original",
            fr="colonnes de nombres, par défaut clés, nombres, sensibles. Celles de l’original",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=2,
        description=Words("largest change allowed", fr="plus grand changement admis"),
    )

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the correlations of `before` and `after`."""
        columns = self._columns(before, after)
        weighted = has_weights(before)
        old, new = (_matrix(self.name, data, columns, weighted) for data in (before, after))
        pairs = [_pair(columns, old, new, a, b) for a, b in combinations(range(len(columns)), 2)]
        changes = [pair["change"] for pair in pairs if pair["change"] is not None]
        value = max(changes, default=None)
        absent = sum(pair["after"] is None and pair["before"] is not None for pair in pairs)
        reads = NOTHING if value is None else _sentence(value, absent)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=said(reads, gone(after, columns)),
            details={
                "columns": list(columns),
                "weighted": weighted,
                "mean_change": tidy(np.mean(changes)) if changes else None,
                "correlations_lost": absent,
                "undefined_before": len(pairs) - len(changes),
                **_eigenvalues(columns, old, new),
                "pairs": pairs,
            },
        )

    def _columns(self, before: Dataset, after: Dataset) -> tuple[str, ...]:
        if self.columns is None:
            every = had(before, after, *ATTRIBUTES)
            return tuple(name for name in every if before.kind(name).is_numeric())
        before.check_numeric(self.name, self.columns)
        return self.columns


def _matrix(who: str, data: Dataset, columns: Sequence[str], weighted: bool) -> Floats:
    """Return the correlations of a file, undefined for columns that it has not as numbers."""
    there = [n for n in columns if n in data.roles and data.kind(n).is_numeric()]
    found = np.full((len(columns), len(columns)), np.nan)
    if there:
        table = crossed(data, there, weighted=weighted).sort(*there, WEIGHT)
        values = np.stack([_numbers(who, table[name]) for name in there], axis=1)
        places = [columns.index(name) for name in there]
        found[np.ix_(places, places)] = correlations(values, table[WEIGHT].to_numpy())
    return found


def _numbers(who: str, values: pl.Series) -> Floats:
    numbers = values.cast(pl.Float64).fill_null(np.nan).to_numpy()
    if (np.abs(numbers) > LARGEST).any():
        raise endless(who, values.name)
    return numbers


def _pair(columns: Sequence[str], old: Floats, new: Floats, a: int, b: int) -> dict[str, Any]:
    before, after = (None if np.isnan(own[a, b]) else tidy(own[a, b]) for own in (old, new))
    change = None
    if before is not None:
        change = tidy(1 + abs(before)) if after is None else tidy(abs(after - before))
    names = [columns[a], columns[b]]
    return {"columns": names, "before": before, "after": after, "change": change}


def _eigenvalues(columns: Sequence[str], old: Floats, new: Floats) -> dict[str, Any]:
    """Compare the eigenvalues, on columns whose correlations are all known before and after."""
    known = ~np.isnan(old + new)
    left = np.flatnonzero(np.diag(known))
    while not known[np.ix_(left, left)].all():  # the one with most gaps goes first
        left = np.delete(left, known[np.ix_(left, left)].sum(axis=0).argmin())
    spectra = [spectrum(own[np.ix_(left, left)]) for own in (old, new)]
    changes = np.abs(spectra[1] - spectra[0])
    before, after = ([tidy(value) for value in own] for own in spectra)
    return {
        "largest_eigenvalue_change": tidy(changes.max()) if len(left) else None,
        "mean_eigenvalue_change": tidy(changes.mean()) if len(left) else None,
        "eigenvalues": {
            "columns": [columns[place] for place in left.tolist()],
            "before": before,
            "after": after,
        },
    }


def _sentence(value: float, absent: int) -> Words:
    if absent:
        return say(
            "{absent} {absent:correlation|correlations} can no longer be computed; what is lost"
            " counts as a change of up to {value}.",
            "{absent} {absent:corrélation ne peut|corrélations ne peuvent} plus être"
            " {absent:calculée|calculées} ; ce qui est perdu compte comme un changement allant"
            " jusqu’à {value}.",
            absent=absent,
            value=value,
        )
    return say(
        "No correlation moved by more than {value}.",
        "Aucune corrélation n’a bougé de plus de {value}.",
        value=value,
    )
