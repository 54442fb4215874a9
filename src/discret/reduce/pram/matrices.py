"""Which values may become which, in each part of a file where it is decided by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.codes import numbered
from discret.data.history.draws import joined
from discret.data.text import as_text
from discret.data.written import held, known_as
from discret.errors import ColumnError
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.matching import group_ids
from discret.words import Words

Named = Mapping[str, Mapping[str, float]]
Rules = Sequence[Mapping[str, object]]


@dataclass(frozen=True)
class States:
    """What is drawn at once: the values of a column, or the combinations of several.

    Parameters
    ----------
    names
        The columns.
    values
        One row for each state, one column for each name.
    codes
        The state of each record; −1 where a value is missing.
    """

    names: tuple[str, ...]
    values: pl.DataFrame = field(repr=False)
    codes: Ints = field(repr=False)

    @classmethod
    def of(cls, table: pl.DataFrame, names: Sequence[str], more: Sequence[str] = ()) -> States:
        """Read the states of columns; `more` are further values of a single one, as `named` has."""
        if len(names) == 1:
            return cls._single(table[names[0]], more)
        known = table.select(pl.all_horizontal(pl.col(names).is_not_null())).to_series().to_numpy()
        codes = np.stack([numbered(table[name])[1] for name in names], axis=1)
        ids, _ = group_ids(codes[known])
        of = np.full(len(table), -1)
        of[known] = ids
        first = np.flatnonzero(known)[np.unique(ids, return_index=True)[1]]
        return cls(tuple(names), table.select(names)[first], of)

    @classmethod
    def _single(cls, values: pl.Series, more: Sequence[str]) -> States:
        distinct, codes = numbered(values)
        texts = set(as_text(distinct))
        others = [name for name in more if name not in texts]
        try:
            cells = [held(name, distinct.dtype).cast(distinct.dtype) for name in others]
        except pl.exceptions.PolarsError:
            raise strange(distinct.name) from None
        return cls((distinct.name,), pl.concat([distinct, *cells]).to_frame(), codes)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def labels(self) -> list[str]:
        """The name of each state."""
        return joined([self.values[name] for name in self.names]).to_list()

    @property
    def present(self) -> set[str]:
        """The names of the states that a record has."""
        labels = self.labels
        return {labels[code] for code in np.unique(self.codes[self.codes >= 0])}

    def allowed(self, rules: Rules) -> Bools:
        """Return which states none of the rules forbids, where all of them apply."""
        forbidden = np.zeros(len(self), dtype=np.bool_)
        for rule in rules:
            own = {name: value for name, value in rule.items() if name in self.names}
            met = [_is(self.values[name], value).to_numpy() for name, value in own.items()]
            forbidden |= np.logical_and.reduce(met)
        return ~forbidden

    def matrix(self, named: Named) -> Floats:
        """Lay a matrix of named chances out; a state that it does not name stays what it is."""
        place = {label: number for number, label in enumerate(self.labels)}
        matrix = np.eye(len(self))
        for true, row in named.items():
            matrix[place[true]] = 0.0
            for shown, chance in row.items():
                matrix[place[true], place[shown]] = chance
        return matrix

    def shown(self, codes: Ints, table: pl.DataFrame) -> dict[str, pl.Series]:
        """Return the values of the states that were drawn; missing ones stay."""
        places = pl.Series(codes).set(pl.Series(codes < 0), None).cast(pl.UInt32)
        drawn = {name: self.values[name].gather(places) for name in self.names}
        stays = pl.Series(codes < 0)
        return {
            name: pl.select(pl.when(stays).then(table[name]).otherwise(value)).to_series()
            for name, value in drawn.items()
        }


def active(table: pl.DataFrame, rules: Rules, names: Sequence[str]) -> Bools:
    """Return, for each record and rule, whether what the rule says of other columns is so."""
    marks = np.ones((len(table), len(rules)), dtype=np.bool_)
    for place, rule in enumerate(rules):
        for name, value in rule.items():
            if name not in names:
                marks[:, place] &= _is(table[name], value).fill_null(False).to_numpy()
    return marks


def _is(values: pl.Series, value: object) -> pl.Series:
    """Return where a column has a value that somebody wrote, however it is written."""
    return as_text(values) == _known(values, value)


def _known(values: pl.Series, value: object) -> str:
    text = known_as(value, values.dtype)
    if text is None:
        raise strange(values.name)
    return text


def named(given: Named, values: pl.Series) -> Named:
    """Return a matrix whose values are named as the column knows them, each once.

    Examples
    --------
    >>> named({"1.0": {"1": 1.0}}, pl.Series([1, 2]))
    {'1': {'1': 1.0}}
    """
    matrix = {
        _known(values, true): {_known(values, shown): chance for shown, chance in row.items()}
        for true, row in given.items()
    }
    if len(matrix) < len(given) or any(
        len(one) < len(two) for one, two in zip(matrix.values(), given.values(), strict=True)
    ):
        raise strange(values.name, _TWICE)
    return matrix


def strange(name: str, fault: Words | None = None) -> ColumnError:
    """Return the error of values that are not written as a column has them."""
    return ColumnError((fault or _KIND).filled(name=name), hint=_SAME)


def restricted(matrix: Floats, allowed: Bools) -> Floats:
    """Return a matrix that shows nothing which is not allowed: its chance stays with the truth.

    Examples
    --------
    >>> restricted(np.array([[0.8, 0.2], [0.3, 0.7]]), np.array([True, False])).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    kept = np.where(allowed, matrix, 0.0)
    kept[~allowed] = np.eye(len(matrix))[~allowed]
    return np.asarray(kept + np.diag(1 - kept.sum(axis=1)))


_KIND = Words(
    "pram: matrix or forbidden name values that {name!r} cannot hold",
    fr="pram : matrix ou forbidden nomment des valeurs que {name!r} ne peut contenir",
)
_TWICE = Words(
    "pram: the matrix names a value of {name!r} in two ways",
    fr="pram : la matrice nomme une valeur de {name!r} de deux façons",
)
_SAME = Words("write them as the column does", fr="les écrire comme la colonne")
