"""Whether the links between columns are still the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.compare import WEIGHT, crossed, has_weights
from discret.data.dataset import Dataset
from discret.data.keytable import coded
from discret.data.text import as_text
from discret.finding import Finding
from discret.maths.arrays import Floats, Ints
from discret.parts import Columns, LossMeasure, Unit
from discret.parts.facts import Fact, Facts
from discret.quantify.both_files import NOTHING, chosen, tidy
from discret.quantify.common_classes import alike
from discret.quantify.gone import gone, said
from discret.words import Words, say

MANY = 50
SPARSE = 4  # numbers that there may be for each record, to be counted


class Contingency(LossMeasure):
    r"""Largest distance between the (weighted) cross tables of columns before and after.

    Notes
    -----
    For a cross table of two columns, or of more, with weighted shares :math:`p_c` before and
    :math:`q_c` after (at the level of detail of the release: what recoding lost is not seen here,
    see `DetailLost`), the distance is :math:`\frac12 ∑ |p_c - q_c|` (total variation): the share of
    the people who would have to change cell. `details` has Hellinger's distance
    :math:`\sqrt{\frac12 ∑ (\sqrt{p_c} - \sqrt{q_c})^2}`, which sees small cells better, and
    Cramér's V of each pair before and after (a link that fades or appears). One pass of the engine
    counts the cells of all columns; the tables are rolled up from it.

    It is about how many there are, not who: another name for a category is no change, labels that
    differ by record (local recoding, `Mondrian`) are put together with those that overlap, and what
    was exchanged between records so that counts stay is none either, see `Distances`. Values that
    were exchanged for others (`Pram`, `Swap`) are other categories.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> Contingency().compare(data, data).value
    0.0
    """

    name: ClassVar[str] = "contingency"
    title: ClassVar[Words] = Words("cross tables", fr="tableaux croisés")
    purpose: ClassVar[Words] = Words(
        "compares the weighted cross tables of columns before and after, at the detail of the"
        " release: what recoding lost is not seen here, see detail lost",
        fr="compare les tableaux croisés pondérés avant et après, au niveau de détail du fichier"
        " diffusé : ce que le recodage fait perdre ne se voit pas ici, voir détail perdu",
    )
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Bergeat M. (2014). Un panorama de la protection des fichiers de données"
            " individuelles (comparaison de tableaux de contingence)."
        ),
    )
    tells: ClassVar[Facts] = {
        "pairs": Fact.table("cross tables", "tableaux croisés"),
        "largest_hellinger": Fact.share(
            "largest Hellinger distance", "plus grande distance de Hellinger"
        ),
        "largest_cramers_v_change": Fact.number(
            "largest change of Cramér's V", "plus grand changement du V de Cramér"
        ),
        "columns": Fact.names("columns", "colonnes"),
    }

    columns: Columns | None = Field(
        default=None,
        min_length=2,
        description=Words(
            "columns, by default keys, numbers, sensitive. They are crossed two by two, or more"
            " by `size`; by default those with at most 50 categories",
            fr="colonnes, par défaut clés, nombres, sensibles. Elles sont croisées deux à"
            " deux, ou plus selon `size` ; par défaut celles d’au plus 50 modalités",
        ),
    )
    size: int = Field(
        default=2,
        ge=2,
        description=Words(
            "number of columns of a cross table. All of them, where there are fewer",
            fr="nombre de colonnes d’un tableau croisé. Toutes, s’il y en a moins",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words("largest distance allowed", fr="plus grande distance admise"),
    )

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Compare the cross tables of `before` and `after`."""
        columns = chosen(self.name, self.columns, before, after)
        lost = gone(after, columns)
        if self.columns is None:
            columns = tuple(name for name in columns if self._few(before, after, name))
        left = tuple(name for name in columns if name not in lost)
        size = min(self.size, len(columns))
        pairs = _tables(*alike(self.name, before, after, left), left, size)
        pairs += [_lost(some) for some in combinations(columns, size) if {*some} & {*lost}]
        pairs = pairs if size > 1 else []
        value = max((pair["distance"] for pair in pairs), default=None)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=said(NOTHING if value is None else _sentence(value), lost),
            details={"pairs": pairs, "columns": list(columns), **_largest(pairs)},
        )

    def _few(self, before: Dataset, after: Dataset, name: str) -> bool:
        """Whether a column has few categories, at the level of detail of the release."""
        there = name in after.roles
        same = alike(self.name, before, after, [name])[0] if there else before
        return len(same.values(name)) <= MANY


def _lost(some: Sequence[str]) -> dict[str, Any]:
    """Return the cross table of columns of which the release lacks one."""
    whole = dict.fromkeys(("distance", "hellinger", "largest_gap"), 1.0)
    return {"columns": [*some], **whole, "cramers_v_before": None, "cramers_v_after": None}


def _largest(tables: Sequence[Mapping[str, Any]]) -> dict[str, float | None]:
    """Return the largest of what is told beside the distance; nothing where it is not known."""
    links = [(table["cramers_v_before"], table["cramers_v_after"]) for table in tables]
    changes = [tidy(abs(new - old)) for old, new in links if old is not None and new is not None]
    return {
        "largest_hellinger": max((table["hellinger"] for table in tables), default=None),
        "largest_cramers_v_change": max(changes, default=None),
    }


def _sentence(value: float) -> Words:
    return say(
        "In the cross table that moved most, {value:%} of the people would have to change cell.",
        "Dans le tableau croisé qui a le plus bougé, {value:%} des personnes devraient changer de"
        " case.",
        value=value,
    )


def _tables(
    before: Dataset, after: Dataset, columns: tuple[str, ...], size: int
) -> list[dict[str, Any]]:
    if len(columns) < size or size < 2:  # noqa: PLR2004 (a cross table needs two)
        return []
    weighted = has_weights(before)
    tables = [crossed(data, columns, weighted=weighted) for data in (before, after)]
    places = {name: coded(_texts(tables, name)) + 1 for name in columns}  # missing is a category
    weights = [table[WEIGHT].to_numpy() for table in tables]
    return [_table(places, weights, some) for some in combinations(columns, size)]


def _texts(tables: Sequence[pl.DataFrame], name: str) -> pl.Series:
    """Return the categories of both tables, which are compared by their text."""
    return pl.concat([as_text(table[name]) for table in tables])


def _table(
    places: Mapping[str, Ints], weights: Sequence[Floats], some: tuple[str, ...]
) -> dict[str, Any]:
    """Compare one cross table before and after."""
    first, cell = _cells([places[name] for name in some])
    ends = np.split(cell, [len(weights[0])])
    old, new = (_shares(*own, len(first)) for own in zip(ends, weights, strict=True))
    gaps = np.abs(new - old)
    pair = len(some) == 2  # noqa: PLR2004 (Cramér's V is of two)
    links = [
        tidy(cramers_v(places[some[0]][first], places[some[1]][first], own)) if pair else None
        for own in (old, new)
    ]
    return {
        "columns": [*some],
        "distance": tidy(gaps.sum() / 2) if new.sum() else 1.0,
        "hellinger": tidy(hellinger(old, new)) if new.sum() else 1.0,
        "largest_gap": tidy(gaps.max(initial=0.0)),
        "cramers_v_before": links[0],
        "cramers_v_after": links[1],
    }


def _cells(codes: Sequence[Ints]) -> tuple[Ints, Ints]:
    """Return where each combination that is present is first met, and its number for each row."""
    first, cell = _numbered(codes[0])
    for code in codes[1:]:  # numbered anew each time, so that no number is too large
        wide = int(code.max(initial=0)) + 1
        first, cell = _numbered(cell * wide + code)
    return first, cell


def _numbered(codes: Ints) -> tuple[Ints, Ints]:
    """Do so for one column: by counting, unless its numbers are few among many.

    Examples
    --------
    >>> _numbered(np.array([4, 0, 4]))
    (array([1, 0]), array([1, 0, 1]))
    """
    many = int(codes.max(initial=0)) + 1
    if many > SPARSE * len(codes) or codes.min(initial=0) < 0:
        first, cell = np.unique(codes, return_index=True, return_inverse=True)[1:]
        return first, cell
    first = np.full(many, -1)
    first[codes[::-1]] = np.arange(len(codes))[::-1]  # of several, the last to be put is the first
    there = first >= 0
    return first[there], (np.cumsum(there) - 1)[codes]


def hellinger(old: Floats, new: Floats) -> float:
    r"""Return Hellinger's distance :math:`\sqrt{\frac12 ∑ (\sqrt{p} - \sqrt{q})^2}` of shares.

    Examples
    --------
    >>> hellinger(np.array([1.0, 0.0]), np.array([0.0, 1.0]))
    1.0
    """
    return float(np.sqrt(((np.sqrt(new) - np.sqrt(old)) ** 2).sum() / 2))


def _shares(cell: Ints, weight: Floats, size: int) -> Floats:
    """Return the share of each cell; nothing where there are no people."""
    held = np.bincount(cell, weight, size)
    return held / (held.sum() or 1.0)


def cramers_v(rows: Any, columns: Any, shares: Any) -> float:
    r"""Return Cramér's V of a cross table given as cells (row, column, share).

    :math:`V = \sqrt{φ^2 / \min(r-1, c-1)}` with :math:`φ^2 = ∑ p_{ij}^2/(p_i p_j) - 1`; 0 where
    a column has one category.

    Examples
    --------
    >>> cramers_v(np.array([0, 1]), np.array([0, 1]), np.array([0.5, 0.5]))
    1.0
    """
    by_row, by_column = np.bincount(rows, shares), np.bincount(columns, shares)
    least = min((by_row > 0).sum(), (by_column > 0).sum()) - 1
    if least < 1:
        return 0.0
    held = shares > 0
    expected = by_row[rows[held]] * by_column[columns[held]]
    square = tidy((shares[held] ** 2 / expected).sum() - 1.0)  # its root would show the noise
    return float(np.sqrt(max(square, 0.0) / least))
