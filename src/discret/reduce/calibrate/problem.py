"""What a calibration starts from: units, people or households, and the totals they must meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import polars as pl

from discret.data.compare import aligned
from discret.data.counting.tallies import COUNT
from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.errors import ColumnError, ParameterError
from discret.maths.arrays import Floats
from discret.reduce.margins import (
    SQUARES,
    WEIGHT,
    Design,
    Margin,
    cells,
    counted,
    design,
    totals_given,
    totals_of,
)
from discret.words import Words, say

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Given: TypeAlias = Mapping[str, float | Mapping[str, float]]
CLOSE = 1e-9


@dataclass(frozen=True)
class Wish:
    """What was asked for: margins of people and of households, weights, given totals."""

    who: str
    margins: tuple[str, ...]
    households: tuple[str, ...]
    instruments: tuple[str, ...]
    start: str
    target: str
    q: str | None
    totals: Given = field(repr=False)
    scaled: bool


@dataclass(frozen=True)
class Problem:
    """Units with their weights, what they count for, and what their ratio depends on.

    Parameters
    ----------
    units
        One row for each unit: the columns that tell it apart, its weight, squares, records.
    on
        The columns that tell it apart.
    design
        What units count for, and the totals.
    along
        What ratios depend on, where it is not the margins.
    q
        Weight of each unit in the distance.
    scale
        What starting weights are multiplied by first.
    """

    units: pl.DataFrame = field(repr=False)
    on: tuple[str, ...]
    design: Design
    along: csr_array | None = field(repr=False)
    q: Floats | None = field(repr=False)
    scale: float


def problem_of(wish: Wish, data: Dataset) -> Problem:
    """Lay out a calibration of the records of `data` on totals of its original."""
    before = aligned(data.original, data)
    if wish.households:
        return _of_households(wish, data, before)
    margins, names = _read(wish, data, wish.margins)
    along, more = _read(wish, data, wish.instruments)
    extra = [*more, *([] if wish.q is None else [wish.q])]
    on = tuple(dict.fromkeys([*names, *extra]))
    _check_before(wish, before, names)
    units = cells(wish.who, data, on, wish.start)
    whole = cells(wish.who, before, names, wish.target)
    laid = design(wish.who, margins, units, _wanted(wish, data, margins, whole))
    return Problem(
        units=units,
        on=on,
        design=laid,
        along=_along(wish, along, units, laid) if along else None,
        q=None if wish.q is None else _numbers(wish, data, units, wish.q),
        scale=_scale(wish, units, whole),
    )


def _scale(wish: Wish, units: pl.DataFrame, whole: pl.DataFrame) -> float:
    before, after = (float(np.sum(np.sort(frame[WEIGHT].to_numpy()))) for frame in (whole, units))
    return before / after if wish.scaled else 1.0


def _read(wish: Wish, data: Dataset, texts: Sequence[str]) -> tuple[list[Margin], list[str]]:
    margins = [Margin.read(wish.who, text, data) for text in texts]
    return margins, list(dict.fromkeys(name for margin in margins for name in margin.columns))


def _check_before(wish: Wish, before: Dataset, names: Sequence[str]) -> None:
    lost = [name for name in (*names, wish.target) if name not in before.roles]
    if lost:
        raise ColumnError.missing(
            say("{who} (original file)", "{who} (fichier original)", who=wish.who),
            lost,
            before.roles,
        )


def _wanted(
    wish: Wish, data: Dataset, margins: Sequence[Margin], whole: pl.DataFrame
) -> dict[str, tuple[pl.DataFrame, Floats]]:
    return {
        margin.text: totals_given(
            wish.who, margin, _told(data, margin, wish.totals[margin.text]), whole
        )
        if margin.text in wish.totals
        else totals_of(margin, whole)
        for margin in margins
    }


def _told(data: Dataset, margin: Margin, given: Mapping[str, float] | float) -> Any:
    """Write totals of labelled categories by their labels, where they were given by code."""
    named = [data.codebook.columns.get(name) for name in margin.categories]
    if not isinstance(given, Mapping) or not any(named):
        return given
    told = {}
    for key, total in given.items():
        parts = [part.strip() for part in key.split("*")] if len(named) > 1 else [key]
        fits = len(parts) == len(named)
        both = zip(parts, named if fits else [None] * len(parts), strict=True)
        texts = [part if margin is None else margin.told([part])[0] for part, margin in both]
        told[" * ".join(texts) if fits else key] = total
    return told


def _numbers(wish: Wish, data: Dataset, units: pl.DataFrame, column: str) -> Floats:
    data.check_numeric(wish.who, [column])
    return units[column].cast(pl.Float64).to_numpy()


def _along(wish: Wish, instruments: list[Margin], units: pl.DataFrame, laid: Design) -> Any:
    from scipy.sparse import hstack

    parts = [
        counted(wish.who, instrument, units, totals_of(instrument, units)[0])
        for instrument in instruments
    ]
    if [part.shape[1] for part in parts] != [len(labels) for labels in laid.labels]:
        raise ParameterError(
            wish.who,
            [
                Words(
                    "instruments: one is needed for each margin, with as many totals",
                    fr="instruments : il en faut un par marge, avec autant de totaux",
                )
            ],
            hint=Words(
                "repeat the margins, and change those that ratios must not depend on",
                fr="répéter les marges, et changer celles dont les rapports ne doivent"
                " pas dépendre",
            ),
        )
    return hstack(parts, format="csr")


def _of_households(wish: Wish, data: Dataset, before: Dataset) -> Problem:
    """Give every member of a household the same weight (integrated calibration, Sautory 2005)."""
    (home,) = data.need(wish.who, Role.HOUSEHOLD)
    if wish.instruments or wish.q is not None:
        fault = Words(
            "household_margins: go neither with instruments nor with q",
            fr="household_margins : ne va ni avec instruments ni avec q",
        )
        raise ParameterError(
            wish.who, [fault], hint=Words("leave either out", fr="retirer l’un ou l’autre")
        )
    people, names = _read(wish, data, wish.margins)
    homes, home_names = _read(wish, data, wish.households)
    columns = [home, *dict.fromkeys([*names, *home_names])]
    _check_before(wish, before, columns)
    rows = cells(wish.who, data, columns, wish.start)
    whole = cells(wish.who, before, columns, wish.target)
    ours, theirs = (_homes(wish, table, home, home_names) for table in (rows, whole))
    wanted = {
        **_wanted(wish, data, people, whole),
        **_wanted(wish, data, homes, theirs),
    }
    summed = [_summed(wish, person, rows, wanted[person.text][0], home) for person in people]
    single = [counted(wish.who, margin, ours, wanted[margin.text][0]) for margin in homes]
    laid = design(wish.who, [*people, *homes], ours, wanted, parts=[*summed, *single])
    persons = ours.with_columns((pl.col(WEIGHT) * pl.col(COUNT)).alias(WEIGHT))
    return Problem(persons, (home,), laid, None, None, _scale(wish, persons, whole))


def _homes(wish: Wish, rows: pl.DataFrame, home: str, columns: Sequence[str]) -> pl.DataFrame:
    """Return one row for each household, with the weight of its members."""
    weight = pl.col(WEIGHT) / pl.col(COUNT)
    one = rows.group_by(home).agg(
        pl.col(columns).first(),
        pl.struct(columns).n_unique().alias("__kinds__")
        if columns
        else pl.lit(1).alias("__kinds__"),
        weight.min().alias("__low__"),
        weight.max().alias(WEIGHT),
        pl.col(SQUARES).sum(),
        pl.col(COUNT).sum(),
    )
    unequal = one.filter(pl.col(WEIGHT) > pl.col("__low__") * (1 + CLOSE)).height
    mixed = one.filter(pl.col("__kinds__") > 1).height
    if unequal or mixed:
        raise ColumnError(
            say(
                "{who}: members of a household must have one weight and the same"
                " household values; {unequal}"
                " {unequal:household has|households have} several weights, {mixed} several values",
                "{who} : les membres d’un ménage doivent avoir le même poids et les"
                " mêmes valeurs de ménage ; {unequal}"
                " {unequal:ménage a|ménages ont} plusieurs poids, {mixed} plusieurs valeurs",
                who=wish.who,
                unequal=unequal,
                mixed=mixed,
            ),
            hint=Words(
                "give households one weight first, or calibrate people alone",
                fr="donner d’abord un seul poids aux ménages, ou caler les personnes seules",
            ),
        )
    return one.drop("__kinds__", "__low__").sort(home)


def _summed(wish: Wish, margin: Margin, rows: pl.DataFrame, labels: pl.DataFrame, home: str) -> Any:
    """Count the members of each household in a margin of people."""
    from scipy.sparse import csr_array

    own = counted(wish.who, margin, rows, labels)
    codes = rows[home].rank("dense").cast(pl.Int64).to_numpy() - 1
    people = rows[COUNT].cast(pl.Float64).to_numpy()
    gather = csr_array((people, (codes, np.arange(len(rows)))))
    return gather @ own
