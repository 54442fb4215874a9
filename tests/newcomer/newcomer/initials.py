"""Keep the first letter of texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import narwhals as nw
import polars as pl
from pydantic import Field

from discret.data.dataset import Dataset
from discret.data.history.trail import Moved
from discret.parts import FRESH, Change, Columns, Context, Method
from discret.parts.facts import Fact, Facts, filled
from discret.words import Words


class Initials(Method):
    """Keep the first letter of the texts of some columns.

    Examples
    --------
    >>> from discret.data.examples import illnesses
    >>> data = Dataset.of(illnesses(), key=["Sexe"])
    >>> change = Initials(columns=["Sexe"]).apply(data)
    >>> sorted(set(change.data.values("Sexe")))
    ['F', 'H']
    """

    name: ClassVar[str] = "initials"
    title: ClassVar[Words] = Words("texts cut to initials", fr="textes réduits à l’initiale")
    purpose: ClassVar[Words] = Words(
        "keeps the first letter of texts", fr="garde la première lettre des textes"
    )
    tells: ClassVar[Facts] = {"cut": Fact.count("columns cut short", "colonnes raccourcies")}

    columns: Columns = Field(
        min_length=1, description=Words("columns of texts", fr="colonnes de textes")
    )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with initials in the place of texts."""
        cut = [nw.col(name).str.slice(0, 1) for name in self.columns]
        changed = data.with_frame(data.frame.with_columns(*cut))
        return Change(
            data=changed.went({name: Moved(_initials) for name in self.columns}),
            facts={"cut": len(self.columns)},
        )

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say how many columns were cut."""
        return filled("Columns cut short: {cut}.", "Colonnes raccourcies : {cut}.", facts)


def _initials(values: pl.Series) -> pl.Series:
    return values.str.slice(0, 1)
