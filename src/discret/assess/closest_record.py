"""Distance to the closest record: whether a release is nearer to those it was made from."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from discret.assess.held_out import HELD_OUT, NO_HELD_OUT, ComparedColumns, some_of
from discret.data.beside.held_out import HeldOut, compared
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths import identity
from discret.maths.arrays import Ints
from discret.parts import Counted, Criterion, RiskMeasure, Tier, Unit
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import HighestShare
from discret.parts.shared_facts import RECORDS
from discret.words import Words


class ClosestRecord(RiskMeasure):
    r"""Share of released records nearer to a record they were made from than to one held out.

    Notes
    -----
    A model that learnt kinds of people draws records as near to people it never saw as to those it
    was made from; one that learnt people by heart draws nearer to the latter. So some records of
    the original are held out: `Subsample` before `Synthesise`, and the rest is never seen by the
    model. Held out are the records of the original that values were not drawn from; for a file that
    was made elsewhere, those whose number the release does not have.

    For each released record the nearest original record is looked for, by Gower's distance:
    differences of numbers, dates and ordered categories by their range, 1 for other categories that
    differ, and where one of two values is missing. With s the share whose nearest is one of the m
    records used and not one of the h held out (in part, where several are equally near), the value
    is :math:`\frac{s/m}{s/m + (1-s)/h}`: the share to be expected if both were as many. 0.5 is
    neutral; 1 is a copy. ``standard_error`` is what the draw of those held out alone would give it
    if the model had learnt nobody by heart (Cochran 1977, section 2.5), so that about 0.5 ± 2
    standard errors says nothing. Columns that stay as they were make a release near to its own
    records: partly synthetic files are judged by `columns` that were drawn, or stand near 1.

    On a large file the work is bounded: released records are compared, evenly spread, until some
    500 million pairs are looked at. Records are counted, not people.

    Examples
    --------
    >>> import polars as pl
    >>> people = pl.DataFrame({"age": [20, 31, 44, 58, 63, 71], "n": range(6)})
    >>> copied = people.filter(pl.col("n") < 3).with_columns(pl.col("age") + 1)
    >>> data = Dataset.of(copied, key="age", row="n", original=people)
    >>> ClosestRecord(most=0.6).assess(data)
    Finding(closest_record: 1, target 0.6 MISSED)
    """

    name: ClassVar[str] = "closest_record"
    title: ClassVar[Words] = Words(
        "nearer to records used than held out",
        fr="proximité aux enregistrements utilisés",
    )
    purpose: ClassVar[Words] = Words(
        "gives the share of released records nearer to a record used than to one held out",
        fr="donne la part des enregistrements diffusés plus proches d’un enregistrement utilisé que"
        " d’un réservé",
    )
    attacker: ClassVar[Words] = Words(
        "knows people well, and takes the released record nearest to one for that person",
        fr="connaît bien des personnes, et prend l’enregistrement diffusé le plus proche de l’une"
        " pour le sien",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "linkability")
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    by_distance: ClassVar[bool] = True
    references: ClassVar[tuple[str, ...]] = (
        (
            "Platzer M., Reutterer T. (2021). Holdout-based empirical assessment of mixed-type"
            " synthetic data. Frontiers in Big Data 4."
        ),
        (
            "Gower J. (1971). A general coefficient of similarity and some of its properties."
            " Biometrics 27(4)."
        ),
        "Cochran W. (1977). Sampling techniques, third edition. Wiley.",
    )
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **RECORDS,
        **HELD_OUT,
        "neutral": Fact.share("neutral value", "valeur neutre"),
        "standard_error": Fact.share("standard error by chance", "erreur type due au hasard"),
        "same_as_used": Fact.share(
            "the same as a record used", "identiques à un enregistrement utilisé"
        ),
        "same_as_held_out": Fact.share(
            "the same as a record held out", "identiques à un enregistrement réservé"
        ),
    }

    columns: ComparedColumns = None
    most: HighestShare = Field(default=None)

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns that are compared with the original."""
        return compared(data) if self.columns is None else self.columns

    @property
    def chooses(self) -> tuple[Role, ...]:
        """None: names alone say which columns are compared."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure whether `data` is nearer to the records that it was made from."""
        held = HeldOut.of(self.name, data, self.columns)
        if not held.held_out or held.inside.sum() == 0:
            return Finding.at_most(
                self.name, None, self.most, reads=NO_HELD_OUT,
                details={"used": int(held.inside.sum()), "held_out": held.held_out},
            )  # fmt: skip
        details = _compared(held)
        value = details.pop("value")
        reads = _SENTENCE.filled(value=value, **{n: details[n] for n in _SAID})
        return Finding.at_most(self.name, value, self.most, reads=reads, details=details)


def _compared(held: HeldOut) -> dict[str, Any]:
    """Return the value and what stands behind it."""
    places, counts = np.unique(held.original, return_counts=True)
    used = np.bincount(held.original, held.inside)[places].astype(np.float64)
    asked = some_of(held.released, len(places))
    points, times = np.unique(asked, return_counts=True)
    near = identity.closest.nearest(held.points, points, places, counts.astype(np.float64), used)
    inside, outside = int(held.inside.sum()), held.held_out
    share = float(times @ (near.marked / near.many) / len(asked))
    credit = identity.closest.credited(held.points, points, places, near, times.astype(np.float64))
    return {
        "value": identity.closest.fair_share(share, inside, outside),
        "records": len(asked),
        "used": inside,
        "held_out": outside,
        "neutral": NEUTRAL,
        "standard_error": identity.closest.chance_error(credit, counts.astype(np.float64), inside),
        "same_as_used": _same(asked, held.original[held.inside]),
        "same_as_held_out": _same(asked, held.original[~held.inside]),
        "columns": list(held.columns),
    }


def _same(asked: Ints, others: Ints) -> float:
    return float(np.isin(asked, others).mean())


NEUTRAL = 0.5
_SAID = ("records", "neutral", "standard_error")
_SENTENCE = Words(
    "As if records used and held out were as many, the nearest to {value:%} of the {records}"
    " released records compared is one that was used; {neutral:%} would be neutral, with a standard"
    " error of {standard_error:%} by chance.",
    fr="À nombre égal d’enregistrements utilisés et réservés, le plus proche est l’un de ceux"
    " utilisés pour {value:%} des {records} enregistrements diffusés comparés ; {neutral:%} serait"
    " neutre, avec une erreur type de {standard_error:%} due au hasard.",
)
