"""By how much the weights of the records that are left were changed."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import narwhals as nw
import numpy as np
from pydantic import Field, model_validator

from discret.data.beside.records import followed
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.keytable import check_weights, good_weights
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.arrays import Floats
from discret.maths.statistics.quantiles import quantiles
from discret.parts import LossMeasure, MaybeColumn, Tier, Unit
from discret.parts.facts import Fact, Facts, Layout
from discret.parts.parameters import LargestShare
from discret.quantify.both_files import NOTHING
from discret.quantify.gone import WEIGHTS_GONE
from discret.quantify.refusals import no_total, not_in_original
from discret.words import Words, say

NEW, START, OWN = "__new__", "__start__", "__own__"
SHARES = (0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0)
BINS, TAIL = 40, 0.001
SAME = 1e-9


class WeightRatios(LossMeasure):
    r"""Share of the records whose weight was changed beyond bounds, once scaled.

    Notes
    -----
    Of a record k with the weight :math:`w_k` in the release, the scaled ratio is
    :math:`\frac{w_k}{d_k^{init}} × \frac{∑_{S'} d^{init}}{∑_S d^{fin}}` with :math:`S'` the records
    left and S those of the original: 1 for everybody where all weights were multiplied to make up
    for the records dropped; the same below 1 where nothing was done about them. `details` has
    quantiles of the ratios, over records, and a histogram whose first and last bars hold the tails.

    `weights_changed` counts the records left whose weight is no longer the one they had. Where it
    is 0, ratios are taken to the weights themselves, whatever `start` is: how they once were made
    (:math:`d^{fin}/d^{init}`) is no change of the release.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.assess import KAnonymity
    >>> from discret.parts import Context
    >>> from discret.reduce import Calibrate, SuppressRecords
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> left = SuppressRecords(models=[KAnonymity(k=2)], drop=0.4).apply(data, Context()).data
    >>> after = Calibrate(margins=["Sexe", "Âge"]).apply(left, Context()).data
    >>> found = WeightRatios(bounds=(0.9, 1.1)).compare(data, after)
    >>> {share: round(ratio, 4) for share, ratio in found.details["ratios"].items()}["1"]
    1.1111
    >>> round(found.value, 4)
    0.6667
    """

    name: ClassVar[str] = "weight_ratios"
    title: ClassVar[Words] = Words("weight ratios", fr="rapports de poids")
    purpose: ClassVar[Words] = Words(
        "shows by how much the weights of the records left were changed",
        fr="montre de combien les poids des enregistrements restants ont été modifiés",
    )
    tier: ClassVar[Tier] = "row"
    unit: ClassVar[Unit] = "share"
    by_record: ClassVar[bool] = True
    needs: ClassVar[tuple[Role, ...]] = (Role.WEIGHT,)
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 3 et figure 4.2.",
    )
    shows: ClassVar[Layout] = "ratios"
    tells: ClassVar[Facts] = {
        "records": Fact.count("records", "enregistrements"),
        "weights_changed": Fact.count("weights changed", "poids modifiés"),
        "below": Fact.count("below the bounds", "au-dessous des bornes"),
        "above": Fact.count("above the bounds", "au-dessus des bornes"),
        "ratios": Fact.ratio("scaled ratios of weights", "rapports de poids normés", by="quantile"),
        "histogram": Fact.table("histogram of the ratios", "histogramme des rapports"),
    }

    bounds: tuple[float, float] = Field(
        default=(0.5, 2.0),
        description=Words(
            "lowest, highest ratio. Those scaled ratios between them count as little changed",
            fr="rapport le plus bas, rapport le plus haut. Les rapports normés entre"
            " les deux comptent comme peu changés",
        ),
    )
    start: MaybeColumn = Field(
        default=None,
        description=Words(
            "column that ratios are taken to. Of the original file, the paper's d_init; by"
            " default its weights",
            fr="colonne à laquelle les poids sont rapportés. Du fichier d’origine, le d_init"
            " de l’article ; par défaut ses poids",
        ),
    )
    target: MaybeColumn = Field(
        default=None,
        description=Words(
            "column that makes the total. Of the original file, the paper's d_fin; by default"
            " its weights",
            fr="colonne qui fait le total. Du fichier d’origine, le d_fin de l’article ; par"
            " défaut ses poids",
        ),
    )
    most: LargestShare = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not 0 <= self.bounds[0] < self.bounds[1]:
            raise ValueError(
                Words(
                    "bounds: the lowest must be at least 0 and below the highest",
                    fr="bounds : la plus basse doit valoir au moins 0, et moins que la plus haute",
                )
            )
        return self

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the weights of the records of `after` with those they had in `before`."""
        before.need(self.name, Role.WEIGHT)
        if after.column(Role.WEIGHT) is None:
            return Finding.at_most(self.name, None, self.most, reads=WEIGHTS_GONE)
        ratios, changed = self._ratios(before, after)
        low, high = self.bounds
        outside = (ratios < low * (1 - SAME)) | (ratios > high * (1 + SAME))
        value = float(outside.mean()) if len(ratios) else None
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=NOTHING if value is None else self._sentence(value, ratios, changed),
            details={
                "records": len(ratios),
                "weights_changed": changed,
                "below": int((ratios < low * (1 - SAME)).sum()),
                "above": int((ratios > high * (1 + SAME)).sum()),
                "ratios": {
                    f"{share:g}": quantile for share, quantile in _quantiles(ratios, SHARES).items()
                },
                "histogram": histogram(ratios),
            },
        )

    def _ratios(self, before: Dataset, after: Dataset) -> tuple[Floats, int]:
        """Return the scaled ratios, sorted, and how many weights are not what they were."""
        (weight,), (own,) = (data.need(self.name, Role.WEIGHT) for data in (after, before))
        start, target = self.start or own, self.target or own
        before.check_numeric(self.name, [start, target])
        wanted = [nw.col(start).alias(START), nw.col(own).alias(OWN)]
        table = collected(
            followed(self.name, before, wanted, after, [nw.col(weight).alias(NEW)]).select(
                number(NEW), number(START), number(OWN)
            )
        )
        if len(table) != len(after):
            raise not_in_original(self.name, len(after) - len(table))
        for name in (NEW, START):
            good = nw.from_native(table).select(good_weights(name)).item()
            check_weights(len(table) - int(good or 0))
        new, first, had = (table[name].to_numpy() for name in (NEW, START, OWN))
        changed = int((~np.isclose(new, had, rtol=SAME, atol=0)).sum())
        old = first if changed else had
        whole = float(collected(before.frame.select(number(target).sum())).item())
        if not (np.isfinite(whole) and whole > 0):
            raise no_total(self.name, target)
        return np.sort(np.round(new / old * (old.sum() / whole), 12)), changed

    def _sentence(self, value: float, ratios: Floats, changed: int) -> Words:
        if not changed:
            return say(
                "No weight was changed: every record left has the one it had. They sum to"
                " {share:%} of the total.",
                "Aucun poids n’a été modifié : chaque enregistrement restant a celui qu’il avait."
                " Leur somme fait {share:%} du total.",
                share=float(ratios[0]),
            )
        middle = _quantiles(ratios, (0.01, 0.99))
        return say(
            "{value:%} of the records left have a weight whose scaled ratio to that before is below"
            " {low} or above {high}; 98% of the ratios lie between {first} and {last}.",
            "{value:%} des enregistrements restants ont un poids dont le rapport normé à celui"
            " d’avant est inférieur à {low} ou supérieur à {high} ; 98 % des rapports sont entre"
            " {first} et {last}.",
            value=value,
            low=self.bounds[0],
            high=self.bounds[1],
            first=middle[0.01],
            last=middle[0.99],
        )


def _quantiles(ratios: Floats, shares: tuple[float, ...]) -> dict[float, float]:
    if not len(ratios):
        return {}
    return dict(zip(shares, quantiles(ratios, np.ones(len(ratios)), shares), strict=True))


def histogram(ratios: Floats) -> dict[str, list[Any]]:
    """Count ratios in bars of equal width; the outer ones hold what is beyond.

    Examples
    --------
    >>> histogram(np.array([1.0, 1.0]))
    {'edges': [1.0, 1.0], 'counts': [2]}
    >>> sum(histogram(np.arange(100.0))["counts"])
    100
    """
    if not len(ratios):
        return {"edges": [], "counts": []}
    low, high = _quantiles(ratios, (TAIL, 1 - TAIL)).values()
    if not low < high:
        return {"edges": [low, high], "counts": [len(ratios)]}
    edges = np.linspace(low, high, BINS + 1)
    counts, _ = np.histogram(np.clip(ratios, low, high), edges)
    return {"edges": [float(edge) for edge in edges], "counts": [int(count) for count in counts]}
