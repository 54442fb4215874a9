"""Whether a multiple correspondence analysis still draws the same picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
import polars as pl
from pydantic import Field, model_validator

from discret.data.compare import WEIGHT
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.arrays import Floats
from discret.maths.statistics.correspondence import Axes, analyse, projected, rotation
from discret.parts import Columns, LossMeasure, Unit
from discret.parts.facts import Fact, Facts, Layout
from discret.parts.shared_facts import IS_WEIGHTED, LEFT_OUT
from discret.quantify.both_files import NOTHING, tidy
from discret.quantify.gone import gone, had, said
from discret.quantify.known_cells import KnownCells, known_cells, places, rolled
from discret.words import Words, say

MANY = 50
PROFILE = "__profile__"


class Correspondence(LossMeasure):
    r"""How far categories moved on the first axes of a (weighted) correspondence analysis.

    Notes
    -----
    The analysis of the release is turned (rotation and reflection, by Procrustes on the active
    categories weighted by their mass) so as to fit that of the original, as axes have no direction
    of their own. With :math:`g_j` the place of category j before and :math:`g'_j` after, of mass
    :math:`m_j` before, the displacement is :math:`\sqrt{∑ m_j \|g'_j - g_j\|^2 / ∑ m_j \|g_j\|^2}`:
    a share of the spread of the picture. The value is the larger of that of the active and that of
    the supplementary categories. Categories that the release lost are counted, not placed. Records
    with a missing active value are left out; a missing supplementary value is no category.

    Examples
    --------
    >>> from discret.data.examples import survey
    >>> data = Dataset.of(survey(1000), key=["sexe", "age"], weight="poids")
    >>> facts = ["vol_logement", "vol_vehicule", "vol_sans_violence", "menaces"]
    >>> found = Correspondence(active=facts).compare(data, data)
    >>> found.value, len(found.details["axes"]), len(found.details["categories"])
    (0.0, 2, 16)
    """

    name: ClassVar[str] = "correspondence"
    title: ClassVar[Words] = Words("correspondence analysis", fr="analyse des correspondances")
    purpose: ClassVar[Words] = Words(
        "compares the places of categories in a multiple correspondence analysis, at the detail of"
        " the release: what recoding lost is not seen here, see detail lost",
        fr="compare la place des modalités dans une analyse des correspondances multiples, au"
        " niveau de détail du fichier diffusé : ce que le recodage fait perdre ne se voit pas ici,"
        " voir détail perdu",
    )
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 4.3.",
        "Greenacre M. (2007). Correspondence analysis in practice.",
    )
    shows: ClassVar[Layout] = "plane"
    tells: ClassVar[Facts] = {
        **IS_WEIGHTED,
        **LEFT_OUT,
        "axes": Fact.table("axes", "axes"),
        "displacement_active": Fact.number(
            "displacement of active categories", "déplacement des modalités actives"
        ),
        "displacement_supplementary": Fact.number(
            "displacement of supplementary categories", "déplacement des modalités supplémentaires"
        ),
        "categories": Fact.table("places of the categories", "places des modalités"),
        "categories_lost": Fact.count("categories lost", "modalités perdues"),
    }

    active: Columns = Field(
        min_length=2,
        description=Words("columns that make the axes", fr="colonnes qui font les axes"),
    )
    supplementary: Columns | None = Field(
        default=None,
        description=Words(
            "columns placed on the axes, by default the keys. Those that are not active and"
            " have at most 50 categories",
            fr="colonnes projetées sur les axes, par défaut les clés. Celles qui ne sont pas"
            " actives et ont au plus 50 modalités",
        ),
    )
    axes: int = Field(
        default=2,
        ge=1,
        le=20,
        description=Words(
            "number of axes. Those that are looked at",
            fr="nombre d’axes. Ceux que l’on examine",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        description=Words("largest displacement allowed", fr="plus grand déplacement admis"),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if set(self.active) & set(self.supplementary or ()):
            raise ValueError(
                Words(
                    "supplementary: a column is active already",
                    fr="supplementary : une colonne est déjà active",
                )
            )
        return self

    def compare(self, before: Dataset, after: Dataset) -> Finding:
        """Analyse `before` and `after`, and compare the places of their categories."""
        others = self._supplementary(before, after)
        lost = [] if self.supplementary else gone(after, others)
        if lost:
            return Finding.at_most(self.name, None, self.most, reads=said(NOTHING, lost))
        cells = known_cells(self.name, before, after, [*self.active, *others])
        if self.supplementary is None:
            others = tuple(name for name in others if len(cells.levels[name]) <= MANY)
        old, new = (
            _placed(table, cells.levels, self.active, others, self.axes)
            for table in (cells.before, cells.after)
        )
        rows = [] if old is None or new is None else _moves(cells, self.active, others, old, new)
        moved = [_displacement(rows, active=own) for own in (True, False)]
        empty = _emptied(rows)
        value = (
            None if empty else max((number for number in moved if number is not None), default=None)
        )
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=said(_sentence(moved[0], moved[1], rows), empty),
            details={
                "axes": [] if old is None or new is None else _axes(old, new),
                "displacement_active": moved[0],
                "displacement_supplementary": moved[1],
                "categories": rows,
                "categories_lost": sum(_lost(row) for row in rows),
                "weighted": cells.weighted,
                **cells.left_out(self.active),
            },
        )

    def _supplementary(self, before: Dataset, after: Dataset) -> tuple[str, ...]:
        if self.supplementary is not None:
            return self.supplementary
        return tuple(name for name in had(before, after, Role.KEY) if name not in self.active)


class _Placed(NamedTuple):
    """An analysis: its axes, and places and masses of all categories, the active ones first."""

    axes: Axes
    places: Floats
    mass: Floats


def _placed(
    cells: pl.DataFrame,
    levels: Mapping[str, list[str]],
    active: Sequence[str],
    others: Sequence[str],
    axes: int,
) -> _Placed | None:
    """Analyse one of the files; nothing where it has no record, or nothing varies."""
    table = rolled(cells, active).with_row_index(PROFILE)
    if not len(table):
        return None
    codes = np.stack([places(table[name], levels[name]) for name in active], axis=1)
    sizes = [len(levels[name]) for name in active]
    found = analyse(codes, sizes, table[WEIGHT].to_numpy(), axes)
    if not len(found.inertia):
        return None
    crossings = [_crossed(cells, name, levels[name], table, active) for name in (*active, *others)]
    coordinates = [projected(found, crossing) for crossing in crossings[len(active) :]]
    mass = np.concatenate([array.sum(axis=1) for array in crossings]) / float(table[WEIGHT].sum())
    wide = np.zeros((len(mass), axes))
    wide[:, : len(found.inertia)] = np.concatenate([found.categories, *coordinates])
    return _Placed(found, wide, mass)


def _crossed(
    cells: pl.DataFrame, name: str, known: list[str], table: pl.DataFrame, active: Sequence[str]
) -> Floats:
    """Return the weight of each category of a column in each profile."""
    joined = rolled(cells, list(dict.fromkeys([*active, name]))).join(
        table.select(*active, PROFILE), on=list(active), maintain_order="left"
    )
    laid = np.zeros((len(known), len(table)))
    rows = places(joined[name], known)
    np.add.at(laid, (rows, joined[PROFILE].to_numpy()), joined[WEIGHT].to_numpy())
    return laid


def _moves(
    cells: KnownCells, active: Sequence[str], others: Sequence[str], old: _Placed, new: _Placed
) -> list[dict[str, Any]]:
    names = [(name, text) for name in (*active, *others) for text in cells.levels[name]]
    number = sum(len(cells.levels[name]) for name in active)
    both = (old.mass[:number] > 0) & (new.mass[:number] > 0)
    own = slice(0, number)
    turn = rotation(old.places[own][both], new.places[own][both], old.mass[own][both])
    turned = new.places @ turn
    gaps = np.sqrt(((turned - old.places) ** 2).sum(axis=1))
    return [
        {
            "column": column,
            "category": category,
            "active": at < number,
            "mass": tidy(old.mass[at]),
            "before": _plain(old.places[at]),
            "after": _plain(turned[at]),
            "displacement": None if np.isnan(gaps[at]) else tidy(gaps[at]),
        }
        for at, (column, category) in enumerate(names)
    ]


def _plain(place: Floats) -> list[float] | None:
    return None if np.isnan(place).any() else [round(float(array), 12) + 0.0 for array in place]


def _lost(row: dict[str, Any]) -> bool:
    return row["before"] is not None and row["after"] is None


def _emptied(rows: list[dict[str, Any]]) -> list[str]:
    """Return the columns of which no category is left."""
    had_some = dict.fromkeys(row["column"] for row in rows if row["before"] is not None)
    left = {row["column"] for row in rows if row["after"] is not None}
    return [name for name in had_some if name not in left]


def _displacement(rows: list[dict[str, Any]], *, active: bool) -> float | None:
    known = [r for r in rows if r["active"] is active and r["displacement"] is not None]
    mass = np.array([row["mass"] for row in known])
    spread = float(mass @ np.array([np.dot(row["before"], row["before"]) for row in known]))
    moved = float(mass @ np.array([row["displacement"] ** 2 for row in known]))
    return tidy(np.sqrt(moved / spread)) if spread > 0 else None


def _axes(old: _Placed, new: _Placed) -> list[dict[str, float]]:
    both = [(axes.axes.inertia, axes.axes.total) for axes in (old, new)]
    number = max(len(inertia) for inertia, _ in both)
    rows = []
    for axis in range(number):
        own = [float(i[axis]) if axis < len(i) else 0.0 for i, _ in both]
        shares = [mass / total for mass, (_, total) in zip(own, both, strict=True)]
        rows.append(
            {
                "inertia_before": tidy(own[0]),
                "inertia_after": tidy(own[1]),
                "share_before": tidy(shares[0]),
                "share_after": tidy(shares[1]),
            }
        )
    return rows


def _sentence(active: float | None, others: float | None, rows: list[dict[str, Any]]) -> Words:
    if active is None:
        return Words(
            "There was nothing to analyse: no complete record, or nothing varies, in a file.",
            fr="Il n’y avait rien à analyser : aucun enregistrement complet, ou rien ne varie, dans"
            " un des fichiers.",
        )
    lost = sum(_lost(row) for row in rows)
    if others is None:
        return say(
            "On the first axes, categories moved by {active:%} of their spread; {lost}"
            " {lost:is|are} gone.",
            "Sur les premiers axes, les modalités ont bougé de {active:%} de leur dispersion ;"
            " {lost} {lost:a|ont} disparu.",
            active=active,
            lost=lost,
        )
    return say(
        "On the first axes, active categories moved by {active:%} of their spread, supplementary"
        " ones by {others:%} of theirs; {lost} {lost:is|are} gone.",
        "Sur les premiers axes, les modalités actives ont bougé de {active:%} de leur dispersion,"
        " les supplémentaires de {others:%} de la leur ; {lost} {lost:a|ont} disparu.",
        active=active,
        others=others,
        lost=lost,
    )
