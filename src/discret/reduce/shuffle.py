"""Data shuffling: values go to other records, by ranks that are drawn anew."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.codes import named, numbered
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.trail import Exchanged, has_order
from discret.data.roles import HELD
from discret.errors import ColumnError, InputError, listed
from discret.maths import perturbation
from discret.maths.arrays import Ints
from discret.maths.perturbation.columns import Column
from discret.parts import FRESH, Change, Columns, Context, Method, Tier
from discret.parts.facts import Fact, Facts
from discret.reduce.rows_in_order import parts_of, rows_in_order
from discret.reduce.taken_by_role import NUMBERS, with_numbers
from discret.words import Words

LEAST = 5  # records of a category by which ranks are drawn
FEW = 3  # records, at least, whose values go round


class Shuffle(Method):
    r"""Give the values of some columns to other records, by ranks drawn given the other columns.

    Notes
    -----
    Data shuffling (Muralidhar and Sarathy 2006). Each value has a normal score by its rank. With X
    the columns named, S the others and Σ the covariances of their scores, scores are drawn for each
    record from :math:`N(Σ_{XS} Σ_{SS}^{-1} s,\; Σ_{XX} - Σ_{XS} Σ_{SS}^{-1} Σ_{SX})`, so given S
    without a look at X; then the record whose drawn score is of rank r gets the value of rank r.

    So each column keeps all its (unweighted) values, in each combination of the columns `by`:
    totals, means, variances and distributions are exactly those of the file. Rank correlations
    among the columns, and with the others, are kept in expectation, as far as a Gaussian copula has
    them. What is released of X tells no more about the X of a person than S does, if the model
    holds. The less the others tell, the more values move; those that the others tell exactly stay
    (``changed`` says so): name these columns as well, or drop them.

    Columns named hold numbers, dates or ordered categories; others are told by marks of their
    categories (those of fewer than five records as one), and not told at all beyond a hundred.
    Missing values stay where they are; weights have no part in it. This is not `ShuffleRecords`,
    which puts whole records in another order and breaks nothing up.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key=["Âge", "Club"], sensitive="Salaire")
    >>> change = Shuffle(columns=["Salaire"]).apply(data, Context())
    >>> pay = change.data.to_polars()["Salaire"]
    >>> pay.sort().equals(footballers()["Salaire"].sort())
    True
    """

    name: ClassVar[str] = "shuffle"
    title: ClassVar[Words] = Words(
        "values shuffled by rank", fr="valeurs redistribuées selon les rangs"
    )
    purpose: ClassVar[Words] = Words(
        "gives values to other records, by ranks drawn given the other columns",
        fr="donne les valeurs à d’autres enregistrements, selon des rangs tirés sachant les autres"
        " colonnes",
    )
    references: ClassVar[tuple[str, ...]] = (
        (
            "Muralidhar K., Sarathy R. (2006). Data shuffling: a new masking approach for"
            " numerical data. Management Science 52(5)."
        ),
    )
    perturbs: ClassVar[bool] = True
    random: ClassVar[bool] = True
    tier: ClassVar[Tier] = "row"
    needs: ClassVar[Any] = NUMBERS
    touches: ClassVar[Any] = NUMBERS
    tells: ClassVar[Facts] = {
        "columns": Fact.names("columns", "colonnes"),
        "changed": Fact.share("values changed", "valeurs changées", by="column"),
        "own": Fact.number(
            "rank correlation with the original",
            "corrélation des rangs avec l’original",
            by="column",
        ),
    }

    columns: Columns = Field(
        default=(),
        description=Words(
            "columns whose values go to other records. By default those with the role number",
            fr="colonnes dont les valeurs changent d’enregistrement. Par défaut celles qui ont le"
            " rôle number",
        ),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns whose values are kept apart. Values stay within each combination",
            fr="colonnes dont on sépare les valeurs. Les valeurs restent dans chaque combinaison",
        ),
    )

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with values that went to other records."""
        if not self.columns:
            return with_numbers(self, data).apply(data, context)
        data.check_columns(self.name, [*self.columns, *self.by])
        if both := [name for name in self.columns if name in self.by]:
            raise ColumnError(_BOTH.filled(who=self.name, names=listed(both)), hint=_ONE)
        apart = {*self.columns, *self.by, *data.columns(*HELD)}
        told = [name for name in data.roles if name not in apart]
        table = rows_in_order(self.name, data, [*self.columns, *self.by, *told], weighted=False)
        self._check(table)
        shelves, columns = _columns(table, self.columns)
        codes = self._codes(columns, _columns(table, told)[1], parts_of(table, self.by), context)
        new = {
            name: named(shelf, own).alias(name)
            for name, shelf, own in zip(self.columns, shelves, codes, strict=True)
        }
        after = data.with_rows(table[LINK].to_numpy(), **new)  # type: ignore[arg-type]
        facts = self._facts(table, columns, codes)
        return Change(data=after.went({name: Exchanged() for name in self.columns}), facts=facts)

    def _check(self, table: pl.DataFrame) -> None:
        unordered = [name for name in self.columns if not has_order(table[name].dtype)]
        if unordered:
            raise ColumnError(
                _NO_ORDER.filled(who=self.name, names=listed(unordered)), hint=_OTHERS
            )

    def _codes(
        self, columns: list[Column], told: list[Column], part: Ints, context: Context
    ) -> list[Ints]:
        """Return the codes of the columns once they went round, part by part."""
        found = [column.codes.copy() for column in columns]
        order = np.argsort(part, kind="stable")
        sizes = np.bincount(part, minlength=1)
        if few := int((sizes < FEW).sum()):
            words = _TOO_FEW.filled(who=self.name, n=few, of=len(sizes), least=FEW)
            raise InputError(words, hint=_FEWER)
        for rows in np.split(order, np.cumsum(sizes)[:-1]):
            own, beside = ([column.of(rows) for column in some] for some in (columns, told))
            new = perturbation.copula.reassigned(own, beside, LEAST, context.rng)
            for codes, some in zip(found, new, strict=True):
                codes[rows] = some
        return found

    def _facts(
        self, table: pl.DataFrame, columns: list[Column], codes: list[Ints]
    ) -> dict[str, Any]:
        changed, own = {}, {}
        for name, column, new in zip(self.columns, columns, codes, strict=True):
            known = column.known
            changed[name] = float((new != column.codes).sum() / max(len(table), 1))
            ranks = column.middle_ranks(np.ones(len(new)))
            own[name] = _correlation(ranks[column.codes[known]], ranks[new[known]])
        return {"columns": list(self.columns), "changed": changed, "own": own}


def _columns(table: pl.DataFrame, names: tuple[str, ...] | list[str]) -> Any:
    """Return the distinct values of columns, and the columns as places among them."""
    found = [numbered(table[name]) for name in names]
    kinds = [has_order(table[name].dtype) for name in names]
    columns = [
        Column(codes, len(shelf), ordered)
        for (shelf, codes), ordered in zip(found, kinds, strict=True)
    ]
    return [shelf for shelf, _ in found], columns


def _correlation(one: Any, other: Any) -> float | None:
    """Return the correlation of two columns of ranks; nothing where they do not vary."""
    if len(one) < FEW or not np.ptp(one) > 0:
        return None
    return float(np.corrcoef(one, other)[0, 1])


_BOTH = Words(
    "{who}: {names} cannot be shuffled and kept apart",
    fr="{who} : {names} ne peuvent être à la fois redistribuées et séparées",
)
_ONE = Words("name them once", fr="ne les nommer qu’une fois")
_NO_ORDER = Words(
    "{who}: {names} hold values without an order",
    fr="{who} : les valeurs de {names} n’ont pas d’ordre",
)
_OTHERS = Words(
    "name numbers, dates or ordered categories; swap with kind='random' takes others",
    fr="nommer des nombres, des dates ou des modalités ordonnées ; swap avec kind='random' prend"
    " les autres",
)
_TOO_FEW = Words(
    "{who}: {n} of {of} {of:part|parts} of the file {n:has|have} fewer than {least} records",
    fr="{who} : {n} {n:partie|parties} du fichier sur {of} {n:a|ont} moins de {least}"
    " enregistrements",
)
_FEWER = Words("keep fewer columns apart (by)", fr="séparer moins de colonnes (by)")
