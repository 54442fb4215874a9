"""What an attacker knows of how values became others: the chances, or the shares that came out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

import numpy as np
import polars as pl
from pydantic import Field

from discret.data.beside.values import States, Tables
from discret.data.dataset import Dataset
from discret.data.entering.column_names import LINK
from discret.data.history.draws import Draws
from discret.errors import InputError
from discret.maths.arrays import Floats, Ints
from discret.maths.identity.likelihood import Categories, Numbers
from discret.parts import Pairs
from discret.words import Words

Given = Mapping[str, Mapping[str, Mapping[str, float]]]
Chance = Annotated[float, Field(ge=0, le=1)]
GivenChances = Pairs[Pairs[Pairs[Chance]]]


def as_mappings(given: GivenChances) -> dict[str, dict[str, dict[str, float]]]:
    """Return chances by column, true value and shown value.

    Examples
    --------
    >>> as_mappings((("sex", (("f", (("f", 0.8), ("m", 0.2))),)),))
    {'sex': {'f': {'f': 0.8, 'm': 0.2}}}
    """
    return {name: {true: dict(row) for true, row in rows} for name, rows in given}


@dataclass(frozen=True)
class Exchange:
    """A column, or several drawn at once: its states, and by which chances they became others.

    Parameters
    ----------
    states
        What records show, and were.
    place
        The place of each released record in the original.
    matrices
        Parts × true × shown, the missing state last.
    part
        Of each original record, the part of the file whose chances are its own.
    told
        Whether the chances are known; else they are the shares that came out.
    """

    states: States
    place: Ints = field(repr=False)
    matrices: Floats = field(repr=False)
    part: Ints = field(repr=False)
    told: bool

    @classmethod
    def of(cls, states: States, tables: Tables, draws: Draws | Given | None) -> Exchange:
        """Lay chances out for the states of records; count what came out where none are told."""
        whole = np.zeros(len(states.original), dtype=np.int64)
        if draws is None:
            return cls(states, tables.place, _realised(states, tables.place)[None], whole, False)
        if not isinstance(draws, Draws):
            (given,) = draws.values()
            return cls(states, tables.place, _given(states, given)[None], whole, True)
        matrices = np.stack([_laid(states, draws.labels, matrix) for matrix in draws.matrices])
        part = _parts(tables.original[LINK], draws, len(matrices))
        every = np.concatenate([matrices, matrices.mean(axis=0, keepdims=True)])
        return cls(states, tables.place, every, part, True)

    @property
    def categories(self) -> Categories:
        """What it tells of who is who; a value that is missing, and was hidden, tells nothing."""
        last = len(self.states.labels)
        true = np.where(self.states.original < 0, last, self.states.original)
        silent = -1 if self.told else last
        shown = np.where(self.states.released < 0, silent, self.states.released)
        return Categories(self.matrices, true, self.part, shown)

    @property
    def unchanged(self) -> bool:
        """Whether every record shows what it was."""
        return np.array_equal(self.states.released, self.states.original[self.place])

    @property
    def possible(self) -> bool:
        """Whether every record could have come to show what it shows."""
        known = self.categories
        own, shown = self.place[known.shown >= 0], known.shown[known.shown >= 0]
        return bool((self.matrices[self.part[own], known.true[own], shown] > 0).all())

    @cached_property
    def flows(self) -> Floats:
        """How many records are expected to go from each state to each: true × shown."""
        last = len(self.states.labels)
        own = self.states.original[self.place]
        known = own >= 0
        size = (len(self.matrices), last)
        cells = self.part[self.place][known] * last + own[known]
        count = np.bincount(cells, minlength=size[0] * last).reshape(size)
        return np.asarray((self.matrices[:, :last, :last] * count[:, :, None]).sum(axis=0))

    @cached_property
    def counts(self) -> Ints:
        """How many released records went from each state to each: true × shown."""
        last = len(self.states.labels)
        own, shown = self.states.original[self.place], self.states.released
        both = (own >= 0) & (shown >= 0)
        cells = own[both] * last + shown[both]
        return np.bincount(cells, minlength=last * last).reshape(last, last)


def _realised(states: States, place: Ints) -> Floats:
    """Return the shares in which states became others; those that nobody has now, stay."""
    size = len(states.labels) + 1
    true = np.where(states.original < 0, size - 1, states.original)[place]
    shown = np.where(states.released < 0, size - 1, states.released)
    flow = np.bincount(true * size + shown, minlength=size * size).reshape(size, size)
    total = flow.sum(axis=1, keepdims=True)
    return np.where(total > 0, flow / np.maximum(total, 1), np.eye(size))


def _laid(states: States, labels: Sequence[str], matrix: Floats) -> Floats:
    """Lay a matrix of labelled states out for those of the records; others stay what they are."""
    place = {label: at for at, label in enumerate(labels)}
    laid = np.eye(len(states.labels) + 1)
    known = [at for at, label in enumerate(states.labels) if label in place]
    theirs = [place[states.labels[at]] for at in known]
    laid[np.ix_(known, known)] = matrix[np.ix_(theirs, theirs)]
    return laid


def _given(states: States, given: Mapping[str, Mapping[str, float]]) -> Floats:
    place = {label: at for at, label in enumerate(states.labels)}
    laid = np.eye(len(states.labels) + 1)
    for true, row in given.items():
        if true in place:
            laid[place[true]] = 0.0
            for shown, chance in row.items():
                if shown in place:
                    laid[place[true], place[shown]] = chance
    return laid


def _parts(rows: pl.Series, draws: Draws, other: int) -> Ints:
    """Return the part of each record of the original; those that were not drawn for have none."""
    known = pl.DataFrame({LINK: draws.rows, "part": draws.part})
    if known[LINK].dtype != rows.dtype:
        known, rows = known.with_columns(pl.col(LINK).cast(pl.String)), rows.cast(pl.String)
    found = rows.alias(LINK).to_frame().join(known, on=LINK, how="left", maintain_order="left")
    return found["part"].fill_null(other).cast(pl.Int64).to_numpy()


def exchanges(
    who: str, tables: Tables, data: Dataset, columns: Sequence[str], given: Given
) -> list[Exchange]:
    """Read columns as an attacker does who knows the chances, those drawn at once together.

    Where something else befell a column since, of which nobody tells, what came out is counted.
    """
    done: list[Exchange] = []
    left = list(columns)
    while left:
        draws = data.trail.draws(left[0])
        together = draws.names if draws is not None else (left[0],)
        if not {*together} <= {*left} or left[0] in given or len(together) == 1:
            together = (left[0],)
            draws = draws if draws is not None and draws.names == together else None
        told = {left[0]: given[left[0]]} if left[0] in given else draws
        states = States.of(tables, together)
        exchange = Exchange.of(states, tables, told)
        if not exchange.possible and left[0] in given:
            raise InputError(_IMPOSSIBLE.filled(who=who), hint=_OWN)
        done.append(exchange if exchange.possible else Exchange.of(states, tables, None))
        left = [name for name in left if name not in together]
    return done


def numbers(tables: Tables, columns: Sequence[str]) -> Numbers | None:
    """Read columns of numbers as an attacker does who knows how large errors are.

    Released numbers are expected at a + b x, by least squares: noise that keeps variances draws
    numbers towards their mean, and whoever knows by how much draws them back.
    """
    if not columns:
        return None
    new, old = (
        table.select(pl.col(name).cast(pl.Float64) for name in columns).to_numpy()
        for table in (tables.released, tables.original)
    )
    spread = np.array(
        [
            column[~np.isnan(column)].std() if known else 0.0
            for column, known in zip(old.T, ~np.isnan(old).all(axis=0), strict=True)
        ]
    )
    scale = np.where(spread > 0, spread, 1.0)
    new, old = new / scale, old / scale
    lines = [_line(was, now) for was, now in zip(old[tables.place].T, new.T, strict=True)]
    expected = np.stack([a + b * was for (a, b), was in zip(lines, old.T, strict=True)], axis=1)
    errors = new - expected[tables.place]
    whole = errors[~np.isnan(errors).any(axis=1)]
    square = whole.T @ whole / max(len(whole), 1)
    return Numbers(expected, new, np.atleast_2d(square))


def _line(old: Floats, new: Floats) -> tuple[float, float]:
    """Return intercept and slope of released numbers on original ones; as they are if in doubt."""
    both = ~(np.isnan(old) | np.isnan(new))
    was, now = old[both], new[both]
    if len(was) < 3 or np.array_equal(was, now) or np.ptp(was) == 0:  # noqa: PLR2004 (a line)
        return 0.0, 1.0
    centre, middle = was.mean(), now.mean()
    apart = was - centre
    slope = float(apart @ (now - middle) / (apart @ apart))
    return float(middle - slope * centre), slope


_IMPOSSIBLE = Words(
    "{who}: by these chances, some records could never show what they show",
    fr="{who} : selon ces probabilités, des enregistrements ne pourraient montrer ce qu’ils"
    " montrent",
)
_OWN = Words(
    "give the chances that the file was made by, or leave them out",
    fr="donner les probabilités par lesquelles le fichier a été fait, ou les omettre",
)
