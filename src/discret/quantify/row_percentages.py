"""Whether row percentages are still the same, table by table."""

from __future__ import annotations

from itertools import product
from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.compare import WEIGHT
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.errors import ColumnError, listed
from discret.finding import Finding
from discret.maths.arrays import Floats
from discret.parts import Columns, LossMeasure, Unit
from discret.parts.facts import Fact, Facts, Layout
from discret.parts.shared_facts import IS_WEIGHTED
from discret.quantify.both_files import NOTHING, tidy
from discret.quantify.gone import gone, had, said
from discret.quantify.known_cells import KnownCells, known_cells, places
from discret.words import Words, say

MANY = 50


class RowPercentages(LossMeasure):
    r"""Largest gap between the (weighted) row percentages of cross tables before and after.

    Notes
    -----
    In a table with weights :math:`N_{ij}`, the percentages of row i are :math:`N_{ij} / N_{i+}`:
    the share of victims among those who live alone, say. The gap is the largest
    :math:`|p_{j|i} - q_{j|i}|` over cells; `details` has every table before and after, with the
    mean gap by weight of the rows. Records with a missing value in one of the two columns are left
    out of the table, as in a published one, and their share of the weight is told. Columns are
    compared at the level of detail of the release. A row that the release lost has no gap: it is
    counted. By default, columns with more than 50 categories are left out.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> from discret.assess import KAnonymity
    >>> from discret.parts import Context
    >>> from discret.reduce import SuppressRecords
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> after = SuppressRecords(models=[KAnonymity(k=2)], drop=0.4).apply(data, Context()).data
    >>> found = RowPercentages(rows=["Âge"], columns=["Sexe"]).compare(data, after)
    >>> round(found.value, 4)  # of those of 25-50, 40 % were women; none is left
    0.4
    """

    name: ClassVar[str] = "row_percentages"
    title: ClassVar[Words] = Words("row percentages", fr="pourcentages en ligne")
    purpose: ClassVar[Words] = Words(
        "compares the row percentages of cross tables before and after, at the detail of the"
        " release: what recoding lost is not seen here, see detail lost",
        fr="compare les pourcentages en ligne des tableaux croisés avant et après, au niveau de"
        " détail du fichier diffusé : ce que le recodage fait perdre ne se voit pas ici, voir"
        " détail perdu",
    )
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, figures 4.3 et 4.4.",
    )
    shows: ClassVar[Layout] = "row_tables"
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        "tables": Fact.table("tables", "tableaux"),
    }

    rows: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns in rows, by default the keys. Their categories are the rows of a table",
            fr="colonnes mises en ligne, par défaut les clés. Leurs modalités sont les lignes"
            " d’un tableau",
        ),
    )
    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns spread over rows, by default sensitive. Their categories are spread over"
            " each row; there is a table for each pair",
            fr="colonnes réparties sur les lignes, par défaut les sensibles. Leurs modalités"
            " se répartissent sur chaque ligne ; il y a un tableau par paire",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "largest gap allowed. As a share: 0.01 is one point",
            fr="plus grand écart admis. En part : 0.01 est un point",
        ),
    )

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the row percentages of `before` and `after`."""
        rows = had(before, after, Role.KEY) if self.rows is None else self.rows
        columns = had(before, after, Role.SENSITIVE) if self.columns is None else self.columns
        every = list(dict.fromkeys([*rows, *columns]))
        lost = gone(
            after, [n for n in every if n not in (*(self.rows or ()), *(self.columns or ()))]
        )
        if lost:
            return Finding.at_most(self.name, None, self.most, reads=said(NOTHING, lost))
        cells = known_cells(self.name, before, after, every) if every else None
        tables = [] if cells is None else self._tables(cells, rows, columns)
        gaps = [table["largest_gap"] for table in tables if table["largest_gap"] is not None]
        empty = [entry for entry in tables if entry["rows_lost"] and entry["largest_gap"] is None]
        value = None if empty else max(gaps, default=None)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=_EMPTY if empty else NOTHING if value is None else _sentence(value, tables),
            details={"tables": tables, "weighted": cells is not None and cells.weighted},
        )

    def _tables(
        self, cells: KnownCells, rows: tuple[str, ...], columns: tuple[str, ...]
    ) -> list[dict[str, Any]]:
        long = {name for name, known in cells.levels.items() if len(known) > MANY}
        asked = set(self.rows or ()) | set(self.columns or ())
        if long & asked:
            raise ColumnError(
                say(
                    "{who}: a table has at most {many} rows and columns, {long} has more"
                    " categories",
                    "{who} : un tableau a au plus {many} lignes et colonnes, {long} a"
                    " plus de modalités",
                    who=self.name,
                    many=MANY,
                    long=listed(sorted(long)),
                ),
                hint=Words(
                    "recode the column, or name another",
                    fr="recoder la colonne, ou en nommer une autre",
                ),
            )
        pairs = [(a, b) for a, b in product(rows, columns) if a != b and not {a, b} & long]
        return [_table(cells, a, b) for a, b in pairs]


_EMPTY = Words(
    "Of some tables no row is left in the release: there is nothing to compare them with.",
    fr="De certains tableaux il ne reste aucune ligne dans le fichier diffusé : il n’y a rien à"
    " quoi les comparer.",
)


def _sentence(value: float, tables: list[dict[str, Any]]) -> Words:
    lost = sum(table["rows_lost"] for table in tables)
    return say(
        "No row percentage moved by more than {points} {points:point|points}; {lost}"
        " {lost:row of the tables is|rows of the tables are} empty in the release.",
        "Aucun pourcentage en ligne n’a bougé de plus de {points} {points:point|points} ;"
        " {lost} {lost:ligne des tableaux est vide|lignes des tableaux sont vides} dans le fichier"
        " diffusé.",
        points=round(100 * value, 6),
        lost=lost,
    )


def _table(cells: KnownCells, row: str, column: str) -> dict[str, Any]:
    """Return a table of row percentages before and after, as shares, and its gaps."""
    rows, columns = cells.levels[row], cells.levels[column]
    old, new = (_laid(t, row, column, rows, columns) for t in cells.known([row, column]))
    before, after = _shares(old), _shares(new)
    both = (old.sum(axis=1) > 0) & (new.sum(axis=1) > 0)
    gaps = np.abs(after - before)[both]
    weight = old.sum(axis=1)[both]
    return {
        "rows": row,
        "columns": column,
        "categories": columns,
        "table": [
            {"category": name, "before": _plain(before[at]), "after": _plain(after[at])}
            for at, name in enumerate(rows)
        ],
        "largest_gap": tidy(gaps.max()) if gaps.size else None,
        "mean_gap": tidy(weight @ gaps.mean(axis=1) / weight.sum()) if gaps.size else None,
        "rows_lost": int(((old.sum(axis=1) > 0) & ~both).sum()),
        **cells.left_out([row, column]),
    }


def _laid(
    table: pl.DataFrame, row: str, column: str, rows: list[str], columns: list[str]
) -> Floats:
    laid = np.zeros((len(rows), len(columns)))
    laid[places(table[row], rows), places(table[column], columns)] = table[WEIGHT].to_numpy()
    return laid


def _shares(table: Floats) -> Floats:
    """Return the shares within each row, undefined where it is empty."""
    whole = table.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(table, whole, out=np.full_like(table, np.nan), where=whole > 0))


def _plain(shares: Floats) -> list[float] | None:
    return None if np.isnan(shares).any() else [tidy(share) for share in shares]
