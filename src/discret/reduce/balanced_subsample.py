"""Draw a sample of the records that keeps weighted totals."""

from __future__ import annotations

from typing import ClassVar

import narwhals as nw
import numpy as np
import polars as pl
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.entering.column_names import LINK
from discret.data.keytable import check_weights, good_weights
from discret.data.roles import Role
from discret.errors import ColumnError, InputError, listed
from discret.maths import calibration
from discret.maths.arrays import Bools, Floats, Ints
from discret.parts import FRESH, Change, Context, Method, Tier
from discret.parts.facts import Fact, Facts
from discret.reduce.margins import WEIGHT, Margin, counted, totals_of
from discret.words import Words, say

MOST = 300  # independent totals: the time of a draw grows with their cube


class BalancedSubsample(Method):
    r"""Keep a random share of the records such that weighted totals stay what they were.

    Notes
    -----
    Every record has the same chance to be kept, the share; the number of records and the sums
    :math:`∑ w_k x_k` are kept by the cube method, but for the few records decided at its end. A
    record at risk may be drawn like any other (Bergeat 2015, section 3, on Casciano et al. 2011):
    sampling lowers what an attacker can be sure of, it makes no file k-anonymous. Records count as
    they are where there are no weights.

    Examples
    --------
    >>> from discret.data.examples.generated_survey import survey
    >>> data = Dataset.of(survey(1000), weight="poids")
    >>> method = BalancedSubsample(share=0.5, margins=["sexe"])
    >>> change = method.apply(data, Context(rng=np.random.default_rng(1)))
    >>> change.facts["kept"], change.facts["largest_gap"] < 0.01
    (500, True)
    """

    name: ClassVar[str] = "balanced_subsample"
    title: ClassVar[Words] = Words("balanced sample drawn", fr="échantillon équilibré tiré")
    purpose: ClassVar[Words] = Words(
        "keeps a random share of the records, and weighted totals as nearly as can be",
        fr="garde une part des enregistrements, tirée au hasard, et des totaux pondérés au plus"
        " près",
    )
    touches: ClassVar[tuple[Role, ...]] = (Role.WEIGHT,)
    references: ClassVar[tuple[str, ...]] = (
        "Deville J.-C., Tillé Y. (2004). Efficient balanced sampling: the cube method.",
        (
            "Casciano C., Ichim D., Corallo L. (2011). Sampling as a way to reduce risk and"
            " create a Public Use File maintaining weighted totals. UNECE/Eurostat."
        ),
        "Bergeat M. (2015). Anonymisation de données individuelles, section 3.",
    )
    random: ClassVar[bool] = True
    keeps_rows: ClassVar[bool] = False
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        "kept": Fact.count("kept", "conservés"),
        "totals": Fact.count("totals", "totaux"),
        "largest_gap": Fact.number("largest gap", "plus grand écart"),
        "reweighted": Fact.yes("reweighted", "repondérés"),
    }

    share: float = Field(
        gt=0,
        lt=1,
        description=Words("share of the records to keep", fr="part des enregistrements à garder"),
    )
    margins: tuple[str, ...] = Field(
        min_length=1,
        description=Words(
            "totals to keep, as formulas. `sex * age` crosses columns, numbers are summed",
            fr="totaux à garder, en formules. `sex * age` croise des colonnes, les nombres"
            " sont sommés",
        ),
    )
    reweight: bool = Field(
        default=True,
        description=Words(
            "whether weights make up for it. They are divided by the share, so that they stand"
            " for the same people",
            fr="compenser par les poids. Ils sont divisés par la part, si bien qu’ils"
            " représentent les mêmes personnes",
        ),
    )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return a balanced sample of the dataset."""
        rows = data.row_numbers(self.name)
        if not len(rows):
            raise InputError(
                say(
                    "{who}: there are no records",
                    "{who} : il n’y a pas d’enregistrement",
                    who=self.name,
                ),
                hint=Words("check the steps before", fr="vérifier les étapes qui précèdent"),
            )
        columns = self._columns(data)
        size = np.ones((len(rows), 1))
        chances = np.full(len(rows), self.share)
        drawn = calibration.cube.balanced(
            chances, np.concatenate([size, columns], axis=1), context.rng
        )
        facts = {
            "kept": int(drawn.sum()),
            "totals": columns.shape[1],
            "largest_gap": _largest_gap(columns, drawn, self.share),
            "reweighted": self.reweight and data.column(Role.WEIGHT) is not None,
        }
        return Change(data=self._kept(data, rows[drawn]), facts=facts)

    def _columns(self, data: Dataset) -> Floats:
        """Return what each record counts for in each total, with its weight."""
        margins = [Margin.read(self.name, text, data) for text in self.margins]
        names = list(dict.fromkeys(name for margin in margins for name in margin.columns))
        weight = data.column(Role.WEIGHT)
        asked = nw.lit(1.0) if weight is None else number(weight)
        table = collected(data.frame.select(LINK, *names, asked.alias(WEIGHT))).sort(LINK)
        check_weights(len(table) - int(nw.from_native(table).select(good_weights(WEIGHT)).item()))
        holes = [name for name in names if table[name].null_count()]
        if holes:
            raise ColumnError(
                say(
                    "{who}: values are missing in {holes}, on which totals are asked",
                    "{who} : il manque des valeurs dans {holes}, dont des totaux sont demandés",
                    who=self.name,
                    holes=listed(holes),
                ),
                hint=Words(
                    "leave these columns out of the margins, or fill their missing values first",
                    fr="retirer ces colonnes des marges, ou d’abord remplir leurs"
                    " valeurs manquantes",
                ),
            )
        return self._laid(margins, table)

    def _laid(self, margins: list[Margin], table: pl.DataFrame) -> Floats:
        from scipy.sparse import hstack

        parts = [
            counted(self.name, margin, table, totals_of(margin, table)[0]) for margin in margins
        ]
        units, own = hstack(parts, format="csr"), table[WEIGHT].to_numpy()
        kept = list(
            calibration.dependent_margins.independent(units, own, np.zeros(units.shape[1])).kept
        )
        if len(kept) > MOST:
            raise InputError(
                say(
                    "{who}: too many totals to balance: {kept}, {most} at most",
                    "{who} : trop de totaux à équilibrer : {kept}, {most} au plus",
                    who=self.name,
                    kept=len(kept),
                    most=MOST,
                ),
                hint=Words("cross fewer columns", fr="croiser moins de colonnes"),
            )
        return np.asarray(units[:, kept].toarray() * own[:, None])

    def _kept(self, data: Dataset, rows: Ints) -> Dataset:
        drawn = data.with_rows(rows)
        weight = data.column(Role.WEIGHT)
        if not self.reweight or weight is None:
            return drawn
        heavier = (number(weight) * (1.0 / self.share)).alias(weight)
        return drawn.with_frame(drawn.frame.with_columns(heavier))


def _largest_gap(columns: Floats, drawn: Bools, share: float) -> float:
    whole = columns.sum(axis=0)
    kept = columns[drawn].sum(axis=0) / share
    return float(np.max(np.abs(kept - whole) / np.maximum(np.abs(whole), 1e-300), initial=0.0))
