"""Swapping: records exchange values, so that no column changes by itself."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged
from discret.errors import ColumnError, InputError, listed
from discret.maths import perturbation
from discret.maths.arrays import Ints
from discret.parts import FRESH, Change, Columns, Context, Method, Tier
from discret.parts.facts import Fact, Facts
from discret.reduce.rows_in_order import parts_of, rows_in_order
from discret.words import Words


class Swap(Method):
    r"""Let records exchange the values of some columns: each column keeps all its values.

    Notes
    -----
    ``rank`` takes each column by itself: values are ordered (equal ones by chance), and each is
    exchanged with another whose rank is at most `share` of the records away. Numbers, dates and
    ordered categories stay near where they were; what two columns have in common fades the more,
    the larger the share. ``random`` draws pairs of records, so many as make `share` of them, which
    exchange all the columns at once: what these have in common stays, what they have in common
    with other columns fades.

    Either way (unweighted) totals, means, variances and distributions of each column are exactly
    those of the file, in each combination of the columns `by`. Missing values are left where they
    are with ``rank``, and exchanged like others with ``random``. ``changed`` tells how many values
    are others than they were; a record alone in its part keeps its values (``alone``).

    Examples
    --------
    >>> import numpy as np
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key=["Âge", "Club"], sensitive="Salaire")
    >>> change = Swap(columns=["Salaire"], share=0.4).apply(data, Context())
    >>> pay = change.data.to_polars()["Salaire"]
    >>> pay.sort().equals(footballers()["Salaire"].sort())
    True
    """

    name: ClassVar[str] = "swap"
    title: ClassVar[Words] = Words("swapped values", fr="valeurs permutées")
    purpose: ClassVar[Words] = Words(
        "lets records exchange values, near in rank or at random",
        fr="fait échanger des valeurs entre enregistrements, de rangs proches ou au hasard",
    )
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2014). Un panorama de la protection des fichiers de données individuelles.",
        (
            "Dalenius T., Reiss S. P. (1982). Data-swapping: a technique for disclosure control."
            " Journal of Statistical Planning and Inference 6."
        ),
        (
            "Moore R. A. (1996). Controlled data-swapping techniques for masking public use"
            " microdata sets. U.S. Bureau of the Census."
        ),
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "changed": Fact.share("values changed", "valeurs changées", by="column"),
        "alone": Fact.count(
            "records alone in their part", "enregistrements seuls dans leur partie"
        ),
    }

    columns: Columns = Field(
        min_length=1, description=Words("columns to swap", fr="colonnes à permuter")
    )
    share: float = Field(
        default=0.05,
        gt=0,
        le=1,
        description=Words(
            "how much is swapped. With `rank`, the farthest that a rank may move, as a share of the"
            " records; with `random`, the share of the records",
            fr="ampleur des échanges. Avec `rank`, distance maximale des rangs, en part des"
            " enregistrements ; avec `random`, part des enregistrements",
        ),
    )
    kind: Literal["rank", "random"] = Field(
        default="rank",
        description=Words(
            "who exchanges with whom. `rank`: those near in rank, column by column; `random`: pairs"
            " of records, all columns at once",
            fr="qui échange avec qui. `rank` : ceux de rangs proches, colonne par colonne ;"
            " `random` : des paires d’enregistrements, toutes les colonnes à la fois",
        ),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns whose values are kept apart. Records exchange within each combination",
            fr="colonnes dont on sépare les valeurs. Les échanges se font dans chaque combinaison",
        ),
    )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with values exchanged."""
        table = self._table(data)
        part = parts_of(table, self.by)
        sizes = np.bincount(part)
        if not (sizes > 1).any():
            raise InputError(_ALONE.filled(who=self.name), hint=_FEWER)
        if self.kind == "random":
            partner = self._random(part, context.rng)
            new = {name: table[name][pl.Series(partner)] for name in self.columns}
        else:
            new = {name: self._ranked(table[name], part, context.rng) for name in self.columns}
        changed = {
            name: float(table[name].ne_missing(own).sum() / max(len(table), 1))
            for name, own in new.items()
        }
        facts = {
            "columns": list(self.columns), "changed": changed, "alone": int((sizes == 1).sum())
        }  # fmt: skip
        after = data.with_rows(table[LINK].to_numpy(), **new)  # type: ignore[arg-type]
        return Change(data=after.went({name: Exchanged() for name in self.columns}), facts=facts)

    def _table(self, data: Dataset) -> pl.DataFrame:
        named = [*self.columns, *self.by]
        table = rows_in_order(self.name, data, named, weighted=False)
        if both := [name for name in self.columns if name in self.by]:
            raise ColumnError(_BOTH.filled(who=self.name, names=listed(both)), hint=_ONE)
        unordered = [name for name in self.columns if _unordered(table[name])]
        if self.kind == "rank" and unordered:
            raise ColumnError(_NO_ORDER.filled(who=self.name, names=listed(unordered)), hint=_PAIRS)
        return table

    def _random(self, part: Ints, rng: np.random.Generator) -> Ints:
        """Return whom each record exchanges with."""
        partner = np.arange(len(part))
        for rows in _within(part):
            partner[rows] = rows[perturbation.swapping.random_partners(len(rows), self.share, rng)]
        return partner

    def _ranked(self, values: pl.Series, part: Ints, rng: np.random.Generator) -> pl.Series:
        """Return a column whose values were exchanged with others near in rank."""
        codes = numbered(values)[1]
        ties, partner = rng.random(len(codes)), np.arange(len(codes))
        for rows in _within(part):
            known = rows[codes[rows] >= 0]
            order = known[np.lexsort((ties[known], codes[known]))]
            reach = max(int(self.share * len(order)), 1)
            partner[order] = order[perturbation.swapping.rank_partners(len(order), reach, rng)]
        return values[pl.Series(partner)]


def _within(part: Ints) -> list[Ints]:
    """Return the records of each part."""
    order = np.argsort(part, kind="stable")
    return np.split(order, np.cumsum(np.bincount(part))[:-1])


def _unordered(values: pl.Series) -> bool:
    kind = values.dtype
    return not (kind.is_numeric() or kind.is_temporal() or isinstance(kind, pl.Enum))


_ALONE = Words(
    "{who}: every record is alone in its part: there is nobody to exchange with",
    fr="{who} : chaque enregistrement est seul dans sa partie : il n’a personne avec qui échanger",
)
_FEWER = Words("keep fewer columns apart (by)", fr="séparer moins de colonnes (by)")
_BOTH = Words(
    "{who}: {names} cannot be swapped and kept apart",
    fr="{who} : {names} ne peuvent être à la fois permutées et séparées",
)
_ONE = Words("name them once", fr="ne les nommer qu’une fois")
_NO_ORDER = Words(
    "{who}: {names} hold values without an order",
    fr="{who} : les valeurs de {names} n’ont pas d’ordre",
)
_PAIRS = Words(
    "say kind='random', or name numbers, dates or ordered categories",
    fr="écrire kind='random', ou nommer des nombres, des dates ou des modalités ordonnées",
)
