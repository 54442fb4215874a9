"""What stands on either side of the numbers in A X B + C, each in a form that scales."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from discret.data.entering.column_names import LINK
from discret.errors import ColumnError, InputError, ParameterError
from discret.maths.arrays import Floats, Ints
from discret.maths.perturbation.noise import root
from discret.reduce.microaggregate.columns import Measured
from discret.reduce.rows_in_order import WEIGHT, parts_of
from discret.words import Words

if TYPE_CHECKING:
    from discret.reduce.mask import Mask


@dataclass(frozen=True)
class Records:
    """The matrix A: which records are left, and which each takes its numbers from.

    Parameters
    ----------
    left
        The places of the records that are left.
    taken
        For each record the place of the one whose numbers it takes.
    block
        The block of each record, where numbers are averaged.
    weights
        The weight of each record.
    rows
        The matrix itself, where it is given and takes more than one record.
    """

    left: Ints = field(repr=False)
    taken: Ints | None = field(default=None, repr=False)
    block: Ints | None = field(default=None, repr=False)
    weights: Floats | None = field(default=None, repr=False)
    rows: Floats | None = field(default=None, repr=False)

    @classmethod
    def read(cls, mask: Mask, table: pl.DataFrame) -> Records:
        """Read the matrix in the form in which it is told."""
        every = np.arange(len(table))
        if mask.kept is not None:
            return cls(np.flatnonzero(_truths(mask.name, table[mask.kept])))
        if mask.takes is not None:
            return cls(every, taken=_places(mask.name, table[mask.takes], table[LINK]))
        if mask.blocks:
            return cls(every, block=parts_of(table, mask.blocks), weights=table[WEIGHT].to_numpy())
        return cls._given(mask, every) if mask.rows else cls(every)

    @classmethod
    def _given(cls, mask: Mask, every: Ints) -> Records:
        wrong = _SQUARE.filled(n=len(every))
        if any(len(row) != len(every) for row in mask.rows):
            raise ParameterError(mask.name, [wrong], hint=_OTHERWISE)
        rows = np.array(mask.rows)
        single = ((rows == 1).sum(axis=1) == 1).all() and ((rows != 0).sum(axis=1) == 1).all()
        taken = rows.argmax(axis=1).astype(np.int64)
        if len(rows) < len(every) and single and (np.diff(taken) > 0).all():
            return cls(taken)
        if len(rows) != len(every):
            raise ParameterError(mask.name, [wrong], hint=_OTHERWISE)
        return cls(every, taken=taken) if single else cls(every, rows=rows)

    @property
    def averaged(self) -> bool:
        """Whether numbers of several records are put together."""
        return self.block is not None or self.rows is not None

    @property
    def moved(self) -> bool:
        """Whether records take the numbers of others."""
        return self.taken is not None

    def mixed(self, values: pl.Series) -> pl.Series:
        """Return what records show of a column: A x.

        Examples
        --------
        >>> Records(np.arange(3), taken=np.array([2, 0, 1])).mixed(pl.Series([7, 8, 9])).to_list()
        [9, 7, 8]
        """
        if self.taken is not None:
            return values[pl.Series(self.taken)]
        if self.block is not None and self.weights is not None:
            own = Measured.of(values)
            return own.mean(np.where(own.known, self.block, -1), self.weights)
        return values if self.rows is None else _product(self.rows, values)


def _product(rows: Floats, values: pl.Series) -> pl.Series:
    """Multiply; what is computed from something missing is missing."""
    missing = values.is_null().to_numpy()
    shown = rows @ values.cast(pl.Float64).fill_null(0.0).to_numpy()
    lost = (rows != 0)[:, missing].any(axis=1)
    return pl.Series(values.name, shown).set(pl.Series(lost), None)


def _truths(who: str, values: pl.Series) -> Floats:
    if values.dtype != pl.Boolean or values.null_count():
        raise ColumnError(_TRUTHS.filled(who=who, name=values.name), hint=_TRUE_OR_FALSE)
    if not values.any():
        raise InputError(_NONE_LEFT.filled(who=who), hint=_KEEP)
    return values.to_numpy()


def _places(who: str, values: pl.Series, numbers: pl.Series) -> Ints:
    """Return the places of records that are told by their numbers."""
    if not values.dtype.is_integer():
        raise ColumnError(_NUMBERS.filled(who=who, name=values.name), hint=_WHOLE)
    known = pl.DataFrame({"number": numbers.cast(pl.Int128)}).with_row_index("place")
    asked = pl.DataFrame({"number": values.cast(pl.Int128)})
    found = asked.join(known, on="number", how="left", maintain_order="left")["place"]
    if lost := found.null_count():
        raise InputError(_NOBODY.filled(who=who, n=lost, name=values.name), hint=_WHOLE)
    return found.cast(pl.Int64).to_numpy()


@dataclass(frozen=True)
class Variables:
    """The matrix B: what each column adds to those that are released."""

    released: tuple[str, ...]
    adds: Mapping[str, Mapping[str, float]] = field(repr=False)

    @classmethod
    def of(cls, columns: Sequence[str], matrix: Mapping[str, Mapping[str, float]]) -> Variables:
        """Read a matrix with names; what adds nothing is left out."""
        adds = {
            name: {source: row[name] for source, row in matrix.items() if row.get(name)}
            for name in columns
            if any(name in row for row in matrix.values())
        }
        return cls(tuple(adds), adds)

    @cached_property
    def sources(self) -> dict[str, list[str]]:
        """The columns that each one that is released is made of."""
        return {name: list(own) for name, own in self.adds.items()}

    def copied(self, name: str) -> bool:
        """Whether a column is a column as it was, be it another."""
        return list(self.adds[name].values()) == [1.0]

    def mixed(self, columns: Mapping[str, pl.Series]) -> dict[str, pl.Series]:
        """Return the columns that are released: X B.

        Examples
        --------
        >>> both = Variables.of(["a", "b"], {"a": {"a": 1.0, "b": 1.0}, "b": {"b": 0.5}})
        >>> found = both.mixed({"a": pl.Series([1, 2]), "b": pl.Series([10, None])})
        >>> found["a"].to_list(), found["b"].to_list()
        ([1, 2], [6.0, None])
        """
        return {name: self._summed(name, columns) for name in self.released}

    def _summed(self, name: str, columns: Mapping[str, pl.Series]) -> pl.Series:
        if self.copied(name):
            return columns[self.sources[name][0]].alias(name)
        size = len(next(iter(columns.values())))
        total = pl.Series(name, np.zeros(size))
        for source, factor in self.adds[name].items():
            total = total + columns[source].cast(pl.Float64) * factor
        return total.alias(name)


def noisy(
    columns: Mapping[str, pl.Series], covariance: Floats, of: Ints, rng: np.random.Generator
) -> dict[str, pl.Series]:
    """Add noise of a covariance, that of another record to some; columns without any stay."""
    if not covariance.any():
        return dict(columns)
    size = len(next(iter(columns.values())))
    noise = rng.standard_normal((size, len(columns)))[of] @ root(covariance).T
    return {
        name: values.cast(pl.Float64) + pl.Series(noise[:, place]) if own.any() else values
        for place, ((name, values), own) in enumerate(zip(columns.items(), covariance, strict=True))
    }


_SQUARE = Words(
    "rows: the file has {n} {n:record|records}: so many rows are needed, of as many numbers, or"
    " fewer that select records in their order",
    fr="rows : le fichier a {n} {n:enregistrement|enregistrements} : il faut autant de lignes,"
    " d’autant de nombres, ou moins qui retiennent des enregistrements dans leur ordre",
)
_OTHERWISE = Words(
    "tell A by kept, blocks or takes, which fit any number of records",
    fr="dire A par kept, blocks ou takes, qui vont avec tout nombre d’enregistrements",
)
_TRUTHS = Words(
    "{who}: kept: {name!r} does not tell of every record whether it is kept",
    fr="{who} : kept : {name!r} ne dit pas de chaque enregistrement s’il est gardé",
)
_TRUE_OR_FALSE = Words(
    "name a column of true and false, none missing",
    fr="nommer une colonne de vrais et de faux, sans manquant",
)
_NONE_LEFT = Words("{who}: kept: no record is left", fr="{who} : kept : il ne reste rien")
_KEEP = Words("keep some", fr="en garder")
_NUMBERS = Words(
    "{who}: takes: {name!r} does not hold numbers of records",
    fr="{who} : takes : {name!r} ne contient pas des numéros d’enregistrements",
)
_NOBODY = Words(
    "{who}: takes: {n} {n:number|numbers} of {name!r} {n:is that|are those} of no record",
    fr="{who} : takes : {n} {n:numéro|numéros} de {name!r} ne {n:désigne|désignent} aucun"
    " enregistrement",
)
_WHOLE = Words(
    "give the number of a record, as the row column has it, or its place, from 0",
    fr="donner le numéro d’un enregistrement, tel que dans la colonne row, ou sa place, à partir"
    " de 0",
)
