"""How much of the detail of the keys is gone, whatever the method that took it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.hierarchies.given import hierarchy_of
from discret.data.history.coverage import coverage
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.recoding.loss import together
from discret.parts import Columns, LossMeasure, Tier, Unit
from discret.parts.facts import Fact, Facts, Layout
from discret.parts.parameters import LargestShare
from discret.parts.shared_facts import DROPPED
from discret.quantify.value_pairs import COUNT, NEW, OLD, value_pairs
from discret.words import Words, say


class DetailLost(LossMeasure):
    r"""Share of the detail of the keys that is gone, from what each record shows.

    Notes
    -----
    It is the loss that `Generalise` makes least (ARX's), measured on the release whatever the
    methods. A cell that shows s of the D values of its column has lost
    :math:`(s - 1) / (D - 1)`: nothing where it shows its value, or another name for it; all where
    it is blank, where its record or its column is gone, or where its label covers every value. The
    loss of a column is the mean over the records that had a value there; what was missing had
    nothing to lose, and neither has a column of a single value. Columns are put together as
    :math:`∏ (1 + L_j)^{1/m} - 1`; `details` has their plain mean too. Records count alike: it
    is not weighted.

    D counts the values that the column's hierarchy lists, or else those that occur. The s values of
    a label are those that its recoding gives this label; those below it in the hierarchy of the
    original (local recoding, `Mondrian`); the range from the first to the last value that show it,
    for labels of an order that depend on more than the value; and those that were counted with it,
    for the rest (rounding, top coding, squares of a grid in place of coordinates). Numbers that
    were moved count the values between where they were and where they are shown.

    It tells how finely a release speaks, not whether it speaks the truth: values that were
    exchanged are judged by `Distances`, and by the tables they enter. Every run measures
    it unasked, but for lazy tables without a row column, whose records cannot be followed.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.parts import Context
    >>> from discret.reduce import Recode
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> after = Recode(column="Sexe", mapping={"Femme": "*", "Homme": "*"}).apply(data, Context())
    >>> finding = DetailLost().compare(data, after.data)
    >>> finding.details["by_column"], round(finding.value, 4)
    ({'Sexe': 1.0, 'Âge': 0.0}, 0.4142)
    """

    name: ClassVar[str] = "detail_lost"
    title: ClassVar[Words] = Words("detail lost", fr="détail perdu")
    tier: ClassVar[Tier] = "row"
    unit: ClassVar[Unit] = "share"
    purpose: ClassVar[Words] = Words(
        "measures the detail of the keys that is gone, alike for recoding, blanks and dropped"
        " records: whether what is shown is true is not seen here, see distances of values",
        fr="mesure le détail des clés qui a disparu, de même façon pour les recodages, les valeurs"
        " effacées et les enregistrements retirés : que ce qui est montré soit vrai ne se voit pas"
        " ici, voir distances aux valeurs d’origine",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Iyengar V. (2002). Transforming data to satisfy privacy constraints. KDD.",
        "Prasser F. et al. (2016). A tool for optimizing de-identified health data.",
    )
    shows: ClassVar[Layout] = "detail"
    tells: ClassVar[Facts] = {
        **DROPPED,
        "by_column": Fact.share("detail lost by column", "détail perdu par colonne", by="column"),
        "mean_share": Fact.share("plain mean over columns", "moyenne simple des colonnes"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns, by default the keys. Those of the original",
            fr="colonnes, par défaut les clés. Celles de l’original",
        ),
    )
    most: LargestShare = None

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Measure how much less `after` shows of the values of `before`."""
        columns = self._columns(before)
        if not columns:
            return Finding.at_most(self.name, None, self.most, reads=_NO_KEY)
        shares = {name: _share(self.name, before, after, name) for name in columns}
        lost = {name: share for name, share in shares.items() if share is not None}
        own = np.array(list(lost.values()))
        value = together(own, "geometric")
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=_sentence(value, lost, chosen=self.columns is not None),
            details={
                "by_column": {name: share or 0.0 for name, share in shares.items()},
                "mean_share": together(own, "arithmetic"),
                "records": len(before),
                "records_dropped": len(before) - len(after),
                "columns_dropped": [name for name in columns if name not in after.roles],
            },
        )

    @property
    def does(self) -> Words:
        """Follow the keys, or the columns that were chosen."""
        return self.purpose if self.columns is None else _CHOSEN

    @staticmethod
    def follows(data: Dataset) -> bool:
        """Whether there are keys to follow, and records that can be."""
        return bool(_keys(data)) and data.numbered

    def _columns(self, before: Dataset) -> tuple[str, ...]:
        if self.columns is None:
            return _keys(before)
        before.check_columns(self.name, self.columns)
        return self.columns


def _keys(data: Dataset) -> tuple[str, ...]:
    return tuple(dict.fromkeys(data.columns(Role.KEY, Role.AREA)))


def _share(who: str, before: Dataset, after: Dataset, column: str) -> float | None:
    """Return the share of the detail of a column that is gone; ``None`` where it had none."""
    same = column in after.roles
    shown = [column] if same else after.trail.shown_by(column)
    pairs = value_pairs(who, before, after, column, shown)
    steps = after.trail.since(before.trail, column, shown[0]) if len(shown) == 1 else None
    mixed = any(name in after.trail.made for name in shown)
    own = hierarchy_of(before.hierarchies, column, pairs[OLD])
    covered, size = coverage(pairs[OLD], pairs[NEW], own, steps or (), ranges=mixed)
    count = pairs[COUNT].cast(pl.Float64).to_numpy()
    count = count * pairs[OLD].is_not_null().to_numpy() if pairs[OLD].null_count() else count
    if size < 2 or not count.sum():  # noqa: PLR2004 (a single value has no detail)
        return None
    cost = np.where(covered > 0, (covered - 1) / (size - 1), 1.0)
    return float((cost * count).sum() / count.sum())


def _sentence(value: float, lost: Mapping[str, float], *, chosen: bool) -> Words:
    whose = _THESE if chosen else _KEYS
    worst = max(lost, key=lambda name: lost[name], default=None)
    if worst is None or lost[worst] == 0:
        return say(
            "No detail of {whose} is lost.", "Aucun détail {whose} n’est perdu.", whose=whose
        )
    return say(
        "{value:%} of the detail of {whose} is lost; most in {column}: {share:%}.",
        "{value:%} du détail {whose} est perdu ; le plus dans {column} : {share:%}.",
        value=value,
        whose=whose,
        column=worst,
        share=lost[worst],
    )


_KEYS = Words("the keys", fr="des clés")
_THESE = Words("the columns chosen", fr="des colonnes choisies")
_CHOSEN = Words(
    "measures the detail of some columns that is gone, alike for recoding, blanks and dropped"
    " records: whether what is shown is true is not seen here, see distances of values",
    fr="mesure le détail de certaines colonnes qui a disparu, de même façon pour les recodages, les"
    " valeurs effacées et les enregistrements retirés : que ce qui est montré soit vrai ne se voit"
    " pas ici, voir distances aux valeurs d’origine",
)


_NO_KEY = Words(
    "No column is a key: there is no detail to follow.",
    fr="Aucune colonne n’est une clé : il n’y a pas de détail à suivre.",
)
