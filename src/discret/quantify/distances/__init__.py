"""How far released values are from the original ones, record by record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.data.compare import has_weights
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.arrays import Bools, Floats
from discret.maths.statistics.distances import (
    in_changes,
    in_ranks,
    in_spreads,
    relative,
    spread,
    weighted_mean,
)
from discret.parts import Columns, LossMeasure, Tier, Unit
from discret.parts.facts import Facts, Layout
from discret.quantify.both_files import NOTHING, chosen
from discret.quantify.distances.columns import Column, columns_beside
from discret.quantify.distances.facts import TELLS
from discret.quantify.gone import gone, said
from discret.words import Words, say


class Distances(LossMeasure):
    r"""Mean distance between the values of the original and those of the release.

    Notes
    -----
    Records are followed one by one; x is a value of the original, z the one released in its place.
    A number is at the distance :math:`|x - z| / (\sqrt2 S)`, S being the standard deviation of the
    column before (two values drawn from it differ by :math:`\sqrt2 S`), an ordinal category at
    :math:`\#\{c : \min(x, z) ≤ c < \max(x, z)\} / K` of K categories, any other category at 1 where
    it is not the same. No distance counts for more than 1, and 1 is that of a value that is gone:
    blanked, or lost with its record or its column. So nothing is gained by leaving out what would
    be far off, and a single outlier does not decide. The value is the mean of these distances over
    the records that had a value, by their weights in the original, then over columns.

    `details` has what is usual on the values known before and after: mean squared, absolute and
    relative error (:math:`|x - z| / |x|`; where x is 0 it has no meaning: these are left out, and
    counted), and IL1s, the mean of the distances of numbers without their bound. Over all columns
    they are means over all numbers, as if these had one unit; by column they stand in ``errors``.

    The printed ordinal distance of Bergeat (2014) counts both ends and so has
    :math:`d(c, c) = 1/K`; here, as in Domingo-Ferrer and Torra (2001), one end is left out. A
    column has an order if its type has one (dates, enumerations), if its hierarchy was made from an
    ordered list or cuts, or if its labels are classes of numbers. Categories are compared at the
    level of detail of the release: what recoding lost is not seen here, see `DetailLost`. But
    labels that differ by record (local recoding, `Mondrian`) are other categories than the values
    they cover; numbers that are still numbers are compared as they were. With weights,
    :math:`S^2 = \frac{n}{n-1} ∑ w (x - m)^2 / ∑ w`; in a column of one value any other is at the
    distance 1, and IL1s has no value.

    Examples
    --------
    >>> import polars as pl
    >>> data, after = (Dataset.of(pl.DataFrame({"age": age}), key="age") for age in (
    ...     [46.0, 46, 68, 111, 17, 31, 42], [75.0, 34, 75, 75, 34, 34, 34]))
    >>> finding = Distances().compare(data, after)
    >>> [round(finding.details[f"mean_{kind}_error"], 4) for kind in ("squared", "absolute")]
    [384.5714, 16.0]
    >>> round(finding.value, 4)
    0.3712
    """

    name: ClassVar[str] = "distances"
    title: ClassVar[Words] = Words("distances of values", fr="distances aux valeurs d’origine")
    purpose: ClassVar[Words] = Words(
        "measures how far released values are from the original ones, record by record: what"
        " recoding lost is not seen here, see detail lost",
        fr="mesure l’écart des valeurs diffusées aux valeurs d’origine, enregistrement par"
        " enregistrement : ce que le recodage fait perdre ne se voit pas ici, voir détail perdu",
    )
    tier: ClassVar[Tier] = "row"
    unit: ClassVar[Unit] = "share"
    by_record: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Mateo-Sanz J., Domingo-Ferrer J., Sebé F. (2005). Probabilistic information loss"
            " measures in confidentiality protection of continuous microdata. Data Mining and"
            " Knowledge Discovery 11, 181-193."
        ),
        (
            "Domingo-Ferrer J., Torra V. (2001). Disclosure control methods and information loss"
            " for microdata. In Confidentiality, Disclosure and Data Access, 91-110."
        ),
        (
            "Bergeat M. (2014). Un panorama de la protection des fichiers de données"
            " individuelles (mesures d’utilité)."
        ),
    )
    shows: ClassVar[Layout] = "truth"
    tells: ClassVar[Facts] = TELLS

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns, by default keys, numbers, sensitive and perturbed ones. Those of the"
            " original; numbers are numbers, all others are categories",
            fr="colonnes, par défaut clés, nombres, sensibles et perturbées. Celles de"
            " l’original ; les nombres sont des nombres, toutes les autres des modalités",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "largest mean distance allowed. 1 is that of values that are gone",
            fr="plus grande distance moyenne admise. 1 est celle de valeurs disparues",
        ),
    )

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Measure how far the values of `after` are from those of `before`."""
        names = self._compared(before, after)
        held, there = columns_beside(self.name, before, after, names)
        measured = [_Measured.of(column.in_order()) for column in held]
        shares = {column.name: own.distance for column, own in zip(held, measured, strict=True)}
        known = {name: share for name, share in shares.items() if share is not None}
        value = sum(known.values()) / len(known) if known else None
        lost = gone(after, names)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=said(NOTHING if value is None else _sentence(value, known), lost),
            details={
                **_summary(measured),
                "by_column": shares,
                "errors": {c.name: m.errors() for c, m in zip(held, measured, strict=True)},
                "records": len(before),
                "records_dropped": int((~there).sum()),
                "columns_dropped": lost,
                "weighted": has_weights(before),
            },
        )

    def _compared(self, before: Dataset, after: Dataset) -> tuple[str, ...]:
        """Return the columns that are compared: whatever was perturbed among them, role or not."""
        names = chosen(self.name, self.columns, before, after)
        if self.columns is not None:
            return names
        others = before.columns(Role.AREA, Role.IGNORED)
        return tuple(dict.fromkeys([*names, *filter(after.trail.exchanged, others)]))


class _Measured:
    """What was measured in one column."""

    def __init__(self, column: Column, cells: Floats) -> None:
        self.column, self.cells = column, cells
        had = ~np.isnan(column.old)
        bounded = np.minimum(np.where(column.both, cells, 1.0), 1.0)
        self.distance = weighted_mean(bounded[had], column.weight[had])

    @classmethod
    def of(cls, column: Column) -> _Measured:
        if column.kind == "number":
            had = ~np.isnan(column.old)
            wide = spread(column.old[had], column.weight[had])
            return cls(column, in_spreads(column.old, column.new, wide))
        if column.kind == "ordinal":
            return cls(column, in_ranks(column.old, column.new, column.size))
        return cls(column, in_changes(column.old, column.new))

    @property
    def nonzero(self) -> Bools:
        return np.asarray(self.column.both & (self.column.old != 0), dtype=np.bool_)

    def counts(self) -> dict[str, int]:
        had = ~np.isnan(self.column.old)
        return {
            "values_compared": int(self.column.both.sum()),
            "values_lost": int((had & np.isnan(self.column.new)).sum()),
            "values_missing": int((~had).sum()),
        }

    def errors(self) -> dict[str, Any]:
        """Return the errors of one column, as a record tells them."""
        own = {"kind": self.column.kind, "distance": self.distance, **self.counts()}
        return own | _errors([self]) if self.column.kind == "number" else own


def _summary(measured: Sequence[_Measured]) -> dict[str, Any]:
    counts = [own.counts() for own in measured]
    names = ("values_compared", "values_lost", "values_missing")
    numbers = [own for own in measured if own.column.kind == "number"]
    return _errors(numbers) | {name: sum(own[name] for own in counts) for name in names}


def _errors(measured: Sequence[_Measured]) -> dict[str, Any]:
    """Return the usual errors over the numbers of some columns, known before and after."""
    every = [own.column for own in measured]
    gaps = [column.new - column.old for column in every]
    both, nonzero = [column.both for column in every], [own.nonzero for own in measured]
    shares = [relative(column.old, column.new) for column in every]
    return {
        "mean_squared_error": _mean(every, [gap**2 for gap in gaps], both),
        "mean_absolute_error": _mean(every, [np.abs(gap) for gap in gaps], both),
        "mean_relative_error": _mean(every, shares, nonzero),
        "il1s": _mean(every, [own.cells for own in measured], both),
        "zeros": int(sum((b & ~n).sum() for b, n in zip(both, nonzero, strict=True))),
    }


def _mean(every: Sequence[Column], values: Sequence[Floats], keep: Sequence[Bools]) -> float | None:
    if not every:
        return None
    cells = np.concatenate([own[kept] for own, kept in zip(values, keep, strict=True)])
    weights = [column.weight[kept] for column, kept in zip(every, keep, strict=True)]
    return weighted_mean(cells, np.concatenate(weights))


def _sentence(value: float, shares: Mapping[str, float]) -> Words:
    if not value:
        return Words(
            "Every value compared is as it was.",
            fr="Chaque valeur comparée est telle qu’elle était.",
        )
    worst = max(shares, key=lambda name: shares[name])
    return say(
        "From 0% (as it was) to 100% (gone), values are {value:%} away from the original on"
        " average; most in {column}: {share:%}.",
        "Sur une échelle de 0 % (inchangée) à 100 % (disparue), les valeurs s’écartent en moyenne"
        " de {value:%} de l’original ; le plus dans {column} : {share:%}.",
        value=value,
        column=worst,
        share=shares[worst],
    )
