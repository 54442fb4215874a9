"""Release a random part of the records."""

from __future__ import annotations

from typing import ClassVar

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.entering.column_names import LINK
from discret.data.roles import Role
from discret.errors import TargetError
from discret.maths.arrays import Ints
from discret.parts import FRESH, Change, Columns, Context, Method, Tier
from discret.parts.facts import Fact, Facts
from discret.words import Words, say


class Subsample(Method):
    """Keep a simple random sample without replacement of `share` of the records.

    Notes
    -----
    An attacker no longer knows whether a person is in the file. It protects the rare little: the
    only 111-year-old of the file may still be drawn (Bergeat 2014). In a stratum of n records,
    ``round(share * n)`` are kept, at least one.

    Examples
    --------
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Âge", "Sexe"])
    >>> len(Subsample(share=0.5, by=["Sexe"]).apply(data, Context()).data)
    4
    """

    name: ClassVar[str] = "subsample"
    title: ClassVar[Words] = Words("random sample", fr="sous-échantillon aléatoire")
    purpose: ClassVar[Words] = Words(
        "keeps a random part of the records",
        fr="conserve une partie des enregistrements, au hasard",
    )
    touches: ClassVar[tuple[Role, ...]] = (Role.WEIGHT,)
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
    )
    random: ClassVar[bool] = True
    keeps_rows: ClassVar[bool] = False
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        "kept": Fact.count("kept", "conservés"),
        "strata": Fact.count("strata", "strates"),
        "reweighted": Fact.yes("reweighted", "repondérés"),
    }

    share: float = Field(
        gt=0,
        lt=1,
        description=Words("share of the records to keep", fr="part des enregistrements à garder"),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns whose combinations are strata. Each keeps its share",
            fr="colonnes dont les combinaisons sont des strates. Chacune garde sa part",
        ),
    )
    reweight: bool = Field(
        default=True,
        description=Words(
            "whether weights make up for it. They are multiplied by the inverse of the share"
            " kept, stratum by stratum, so that totals hold on average",
            fr="compenser par les poids. Ils sont multipliés par l’inverse de la part gardée,"
            " strate par strate, si bien que les totaux tiennent en moyenne",
        ),
    )

    @property
    def by_lot(self) -> bool:
        """Whether all records are as likely: no strata, whose sizes hang on what records hold."""
        return not self.by

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return a random sample of the dataset."""
        data.check_columns(self.name, self.by)
        rows = data.row_numbers(self.name)
        if not len(rows):
            raise TargetError(
                say(
                    "{who}: there is no record to draw",
                    "{who} : il n’y a pas d’enregistrement à tirer",
                    who=self.name,
                ),
                hint=Words("check the steps before", fr="vérifier les étapes qui précèdent"),
            )
        strata = self._strata(data, rows)
        chosen, factor = draw(strata, self.share, context.rng)
        weight = data.column(Role.WEIGHT)
        adjust = self.reweight and weight is not None
        drawn = data.with_rows(rows[chosen], **({_FACTOR: factor[chosen]} if adjust else {}))
        if adjust:
            heavier = (number(str(weight)) * nw.col(_FACTOR)).alias(str(weight))
            drawn = drawn.with_frame(drawn.frame.with_columns(heavier).drop(_FACTOR))
        facts = {"kept": len(chosen), "strata": int(strata.max()) + 1, "reweighted": adjust}
        return Change(data=drawn, facts=facts)

    def _strata(self, data: Dataset, rows: Ints) -> Ints:
        if not self.by:
            return np.zeros(len(rows), dtype=np.int64)
        frame = collected(data.frame.select(LINK, *self.by)).sort(LINK)
        ranks = frame.select(pl.struct(*self.by).rank("dense").cast(pl.Int64) - 1)
        return ranks.to_series().to_numpy()


_FACTOR = "__factor__"


def draw(strata: Ints, share: float, rng: np.random.Generator) -> tuple[Ints, NDArray[np.float64]]:
    """Draw `share` of each stratum without replacement: places drawn, and weights' factors.

    Records are ranked within their stratum by one random number each; the first ones are kept.

    Examples
    --------
    >>> places, factor = draw(np.array([0, 0, 0, 0, 1, 1]), 0.5, np.random.default_rng(1))
    >>> np.bincount(np.array([0, 0, 0, 0, 1, 1])[places]).tolist(), factor[places].tolist()
    ([2, 1], [2.0, 2.0, 2.0])
    """
    size = np.bincount(strata)
    kept = np.maximum(np.floor(share * size + 0.5), 1).astype(np.int64)
    order = np.lexsort((rng.random(len(strata)), strata))
    start = np.concatenate([[0], np.cumsum(size)[:-1]])
    rank = np.arange(len(strata)) - start[strata[order]]
    chosen = np.sort(order[rank < kept[strata[order]]])
    return chosen, (size / kept)[strata]
