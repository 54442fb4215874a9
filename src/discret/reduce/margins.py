"""Margins: totals by category, written as formulas, counted in the engine."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import narwhals as nw
import numpy as np
import polars as pl

from discret.data.counting.exact_sums import ExactSum, summed_in_order
from discret.data.counting.tallies import COUNT
from discret.data.dataset import Dataset
from discret.data.engine import collected, number
from discret.data.keytable import LARGEST, LEAST, check_weights, good_weights
from discret.data.text import as_text
from discret.errors import InputError, ParameterError, listed
from discret.maths.arrays import Floats, Ints
from discret.reduce.margin_refusals import holes_in_margins, no_total, not_summed, other_totals
from discret.words import Words, say

if TYPE_CHECKING:
    from scipy.sparse import csr_array

WEIGHT, SQUARES, BAD = "__weight__", "__squares__", "__bad__"
ALL = "1"
_AS_CATEGORIES = re.compile(r"C\((.+)\)")


class Margin(NamedTuple):
    """One margin: the columns that are crossed, and the numbers that are summed.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes())
    >>> Margin.read("calibrate", "Sexe * Poids", data)
    Margin(text='Sexe * Poids', categories=('Sexe',), numbers=('Poids',))
    >>> Margin.read("calibrate", "C(Poids)", data).categories
    ('Poids',)
    """

    text: str
    categories: tuple[str, ...]
    numbers: tuple[str, ...]

    @classmethod
    def read(cls, who: str, text: str, data: Dataset) -> Margin:
        """Read a formula: columns crossed by ``*``; numbers are summed, ``C(…)`` counts them."""
        names = margin_columns(text)
        marked = [_AS_CATEGORIES.fullmatch(word.strip()) for word in text.split("*")]
        if names == (ALL,) and ALL not in data.roles:
            return cls(text, (), ())
        data.check_columns(who, names)
        counted = [
            bool(mark) or not data.kind(name).is_numeric()
            for mark, name in zip(marked, names, strict=True)
        ]
        return cls(
            text,
            tuple(name for name, own in zip(names, counted, strict=True) if own),
            tuple(name for name, own in zip(names, counted, strict=True) if not own),
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns of the margin."""
        return (*self.categories, *self.numbers)


def margin_columns(text: str) -> tuple[str, ...]:
    """Return the columns that a formula crosses.

    Examples
    --------
    >>> margin_columns("sex * C(size)")
    ('sex', 'size')
    """
    words = [word.strip() for word in text.split("*")]
    marked = [_AS_CATEGORIES.fullmatch(word) for word in words]
    return tuple(m[1].strip() if m else w for m, w in zip(marked, words, strict=True))


def cells(who: str, data: Dataset, columns: Sequence[str], weight: str) -> pl.DataFrame:
    """Sum the weights by combination of columns, in the engine; refuse what is missing."""
    data.check_numeric(who, [weight])
    own = number(weight)
    sums = ExactSum.of(data.frame, weight, WEIGHT, (LEAST, LARGEST))
    squares = ExactSum(SQUARES, sums.largest**2)
    wanted = [
        *sums.asked(),
        *squares.asked(),
        nw.len().alias(COUNT),
        (nw.len() - good_weights(weight)).alias(BAD),
    ]
    frame = squares.beside(sums.beside(data.frame, own), own * own)
    asked = frame.group_by(*columns).agg(*wanted) if columns else frame.select(*wanted)
    table = collected(asked, records=len(data))
    if len(data) == 0:
        raise InputError(
            say(
                "{who}: the table has no records",
                "{who} : la table n’a pas d’enregistrement",
                who=who,
            ),
            hint=Words("check the steps before", fr="vérifier les étapes qui précèdent"),
        )
    check_weights(int(table[BAD].sum() or 0))
    holes = [name for name in columns if table[name].null_count()]
    if holes:
        raise holes_in_margins(who, listed(holes))
    both = [pl.Series(exact_sum.name, exact_sum.found(table)) for exact_sum in (sums, squares)]
    summed = table.drop(BAD, *sums.columns, *squares.columns).with_columns(both)
    return summed.sort(columns) if columns else summed


@dataclass(frozen=True)
class Design:
    """Units and what they count for in each margin, with the totals asked for.

    Parameters
    ----------
    margins
        The margins.
    labels
        For each margin the combinations of categories that have a total, one row each.
    owner
        The margin of each total.
    units
        Units × totals: what each unit counts for.
    start
        Starting weight of each unit.
    totals
        The totals.
    """

    margins: tuple[Margin, ...]
    labels: tuple[pl.DataFrame, ...] = field(repr=False)
    owner: Ints = field(repr=False)
    units: csr_array = field(repr=False)
    start: Floats = field(repr=False)
    totals: Floats = field(repr=False)

    def merged(self, classes: Ints) -> Design:
        """Add up the totals that are in one class, and what counts for them."""
        from scipy.sparse import csr_array

        number = int(classes.max(initial=-1)) + 1
        ones, places = np.ones(len(classes)), np.arange(len(classes))
        gather = csr_array((ones, (places, classes)), shape=(len(classes), number))
        owner = np.zeros(number, dtype=np.int64)
        owner[classes] = self.owner
        return replace(self, owner=owner, units=self.units @ gather, totals=gather.T @ self.totals)


def design(
    who: str,
    margins: Sequence[Margin],
    units: pl.DataFrame,
    wanted: Mapping[str, tuple[pl.DataFrame, Floats]],
    *,
    parts: Sequence[csr_array] | None = None,
) -> Design:
    """Lay out what each cell counts for in each margin.

    Parameters
    ----------
    margins
        The margins.
    units
        The cells, with their columns and weight.
    wanted
        For each margin the combinations and their totals.
    parts
        For each margin what units count for, where it is not one for what they are.
    """
    from scipy.sparse import hstack

    labels = tuple(wanted[margin.text][0] for margin in margins)
    if parts is None:
        both = zip(margins, labels, strict=True)
        parts = [counted(who, margin, units, own) for margin, own in both]
    return Design(
        margins=tuple(margins),
        labels=labels,
        owner=np.repeat(np.arange(len(margins)), [len(label) for label in labels]),
        units=hstack(parts, format="csr"),
        start=units[WEIGHT].to_numpy(),
        totals=np.concatenate([wanted[margin.text][1] for margin in margins]),
    )


def totals_of(margin: Margin, table: pl.DataFrame) -> tuple[pl.DataFrame, Floats]:
    """Return the combinations of a margin in a table of cells, sorted, and their totals."""
    value = _multiplied(table[WEIGHT].to_numpy(), margin, table)
    if not margin.categories:
        return pl.DataFrame({"": [ALL]}), np.array([np.sum(np.sort(value))])
    present = table.select(margin.categories).unique().sort(margin.categories)
    places = _places(table, margin, present).to_numpy()
    return present, summed_in_order(places, value, len(present))


def totals_given(
    who: str, margin: Margin, given: Mapping[str, float] | float, table: pl.DataFrame
) -> tuple[pl.DataFrame, Floats]:
    """Match totals to the combinations of a margin by name: ``"woman * 25-50"`` for a crossing."""
    if not margin.categories:
        if isinstance(given, Mapping):
            raise ParameterError(
                who,
                [
                    say(
                        "totals: {text!r} has one total",
                        "totals : {text!r} a un seul total",
                        text=margin.text,
                    )
                ],
                hint=Words("a number", fr="un nombre"),
            )
        return pl.DataFrame({"": [ALL]}), np.array([float(given)])
    if not isinstance(given, Mapping):
        fault = say(
            "totals: {text!r} has a total for each category",
            "totals : {text!r} a un total par modalité",
            text=margin.text,
        )
        raise ParameterError(
            who,
            [fault],
            hint=Words(
                'such as {"women": 7000, "men": 5000}', fr='tel que {"women": 7000, "men": 5000}'
            ),
        )
    present = table.select(margin.categories).unique().sort(margin.categories)
    names = _names(present)
    stated = {key if key in names else _spaced(key): v for key, v in given.items()}
    lost, spare = [n for n in names if n not in stated], [n for n in stated if n not in names]
    if lost or any(stated[name] for name in spare):
        raise other_totals(who, margin.text, len(lost), len(spare))
    return present, np.array([float(stated[name]) for name in names])


def _spaced(name: str) -> str:
    return " * ".join(part.strip() for part in name.split("*"))


def _names(present: pl.DataFrame) -> list[str]:
    texts = [as_text(present[name]).to_list() for name in present.columns]
    return [" * ".join(parts) for parts in zip(*texts, strict=True)]


def _places(table: pl.DataFrame, margin: Margin, labels: pl.DataFrame) -> pl.Series:
    """Return the place of each row among the combinations of a margin.

    A column that a step gave another type is compared as it is written.
    """
    names = margin.categories
    odd = [name for name in names if table.schema[name] != labels.schema[name]]
    rows, numbered = (
        frame.with_columns(as_text(frame[n]) for n in odd) for frame in (table, labels)
    )
    numbered = numbered.with_row_index("__place__")
    joined = rows.select(names).join(numbered, on=names, how="left", maintain_order="left")
    return joined["__place__"].cast(pl.Int64)


def _multiplied(value: Floats, margin: Margin, table: pl.DataFrame) -> Floats:
    """Multiply by the numbers of a margin; refuse those that cannot be summed."""
    for name in margin.numbers:
        own = table[name].cast(pl.Float64).to_numpy()
        if not (np.abs(own) < LARGEST).all():
            raise not_summed(name)
        value = value * own
    return value


def counted(who: str, margin: Margin, units: pl.DataFrame, labels: pl.DataFrame) -> Any:
    """Return units × combinations: what each unit counts for in a margin."""
    from scipy.sparse import csr_array

    value = _multiplied(np.ones(len(units)), margin, units)
    if not margin.categories:
        return csr_array(value[:, None])
    places = _places(units, margin, labels)
    if strange := places.null_count():
        raise no_total(who, strange, margin.text)
    rows, columns = np.arange(len(units)), places.to_numpy()
    return csr_array((value, (rows, columns)), shape=(len(units), len(labels)))
